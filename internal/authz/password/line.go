package password

import (
	"context"
	"fmt"
	"sync/atomic"
)

// Line lets so many in at a time, and the others wait in the order in which they came. It is safe
// for concurrent use.
type Line struct {
	inside  chan struct{} // one element for each
	most    int64
	waiting atomic.Int64
}

// NewLine makes a line that lets so many in at a time while at most so many others wait.
func NewLine(inside, waiting int) *Line {
	return &Line{inside: make(chan struct{}, inside), most: int64(max(0, waiting))}
}

// Enter waits until it is the caller's turn, who calls [Line.Leave] in the end. The error is
// [ErrBusy] where too many wait already, or the context's.
func (l *Line) Enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("password: %w", err)
	}
	select {
	case l.inside <- struct{}{}:
		return nil
	default:
	}
	defer l.waiting.Add(-1)
	if l.waiting.Add(1) > l.most {
		return ErrBusy
	}
	select {
	case l.inside <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("password: waiting: %w", ctx.Err())
	}
}

// Leave lets the next one in.
func (l *Line) Leave() { <-l.inside }
