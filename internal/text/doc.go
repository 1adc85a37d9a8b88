// Package text reads English prose: sentences, words and their stems, numbers
// with units, quotations, names, similarity, and strings that remember where each
// of their bytes came from (Mapped).
//
// Everything here is a pure function over strings, in time linear in the input.
// Spans are byte ranges into the string that was given.
package text
