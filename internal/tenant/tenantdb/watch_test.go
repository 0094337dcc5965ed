package tenantdb

import (
	"context"
	"errors"
	"testing"
)

// Without a watch there is no cost.
func TestUnwatchedCostsNothing(t *testing.T) {
	db, ctx := &DB{}, t.Context()
	if n := testing.AllocsPerRun(100, func() {
		_, end := db.begin(ctx, Reading)
		end(errors.ErrUnsupported)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A watch sees the beginning and the end, with its error, and supplies the context within.
func TestWatch(t *testing.T) {
	t.Parallel()
	type key struct{}
	var told []string
	var ended error
	db := &DB{}
	db.Watch(func(ctx context.Context, what string) (context.Context, func(error)) {
		told = append(told, what)
		return context.WithValue(ctx, key{}, what), func(err error) { ended = err }
	})
	within, end := db.begin(t.Context(), Transacting)
	end(ErrBusy)
	if within.Value(key{}) != Transacting || len(told) != 1 || told[0] != Transacting || !errors.Is(ended, ErrBusy) {
		t.Errorf("told %v, %v", told, ended)
	}
}
