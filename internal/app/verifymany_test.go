package app

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
)

// Results come in the order of the items however long each takes, an error is one
// item's own, and whoever stops reading is not held up by the others.
func TestInOrder(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4)) // the items below wait for each other
	items := make([]int, 100)
	for i := range items {
		items[i] = i
	}
	odd := errors.New("odd")
	last := make(chan struct{})
	do := func(_ context.Context, n int) (int, error) {
		if n == 0 {
			<-last // the first is done after the second
		}
		if n == 1 {
			close(last)
		}
		if n%2 == 1 {
			return n, odd
		}
		return n, nil
	}
	var got []int
	for n, err := range inOrder(t.Context(), items, do) {
		if (n%2 == 1) != errors.Is(err, odd) {
			t.Errorf("item %d: error %v", n, err)
		}
		got = append(got, n)
	}
	if !slices.Equal(got, items) {
		t.Errorf("got %v", got)
	}
	cancelled := make(chan struct{})
	for range inOrder(t.Context(), items, func(ctx context.Context, n int) (int, error) {
		if n > 0 {
			<-ctx.Done()
		}
		if n == 1 {
			close(cancelled)
		}
		return n, ctx.Err()
	}) {
		break
	}
	<-cancelled
}
