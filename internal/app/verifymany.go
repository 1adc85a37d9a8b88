package app

import (
	"context"
	"iter"
	"runtime"
)

// All verifies documents on all processors and yields what was found in the order of
// the names. Only a few documents are in memory at a time. Read returns the bytes of a
// document. One that cannot be verified does not stop the others. Documents that are to
// be fixed are verified as they are then; nothing is written.
func (v *Verifier) All(ctx context.Context, names []string, read func(name string) ([]byte, error)) iter.Seq2[*Verified, error] {
	return inOrder(ctx, names, func(ctx context.Context, name string) (*Verified, error) {
		data, err := read(name)
		if err != nil {
			return nil, err
		}
		done, err := v.Verify(ctx, name, data)
		if err != nil || v.o.Fix == NoFix {
			return done, err
		}
		return v.fix(ctx, done, data)
	})
}

// inOrder calls do for each of the items on all processors and yields the results in the
// order of the items.
func inOrder[In, Out any](ctx context.Context, items []In, do func(context.Context, In) (Out, error)) iter.Seq2[Out, error] {
	type result struct {
		out Out
		err error
	}
	return func(yield func(Out, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		pending := make(chan chan result, runtime.GOMAXPROCS(0))
		go func() {
			defer close(pending)
			slots := make(chan struct{}, cap(pending))
			for _, item := range items {
				slots <- struct{}{}
				done := make(chan result, 1)
				go func() {
					defer func() { <-slots }()
					out, err := do(ctx, item)
					done <- result{out, err}
				}()
				select {
				case pending <- done:
				case <-ctx.Done():
					return
				}
			}
		}()
		for done := range pending {
			if r := <-done; !yield(r.out, r.err) {
				return
			}
		}
	}
}
