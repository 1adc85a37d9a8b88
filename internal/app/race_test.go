//go:build race

package app

// racing says that the race detector is on, which makes everything some ten times
// slower: the tests of crashes, which are about files, try less then.
const racing = true
