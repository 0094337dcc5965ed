package password

import (
	"context"
	"fmt"
	"sync/atomic"
)

// Line admits a limited number of callers at a time; the others wait in order of arrival. It is safe for concurrent
// use.
type Line struct {
	inside  chan struct{} // one element for each
	most    int64
	waiting atomic.Int64
}

// NewLine makes a line that admits the given number at a time, while at most the given number wait.
func NewLine(inside, waiting int) *Line {
	return &Line{inside: make(chan struct{}, inside), most: int64(max(0, waiting))}
}

// Enter waits for the caller's turn; the caller has to call [Line.Leave] afterwards. It returns [ErrBusy] if too many
// wait already, or the context's error.
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
