package serve

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A context derived from that of a request ends with it, whatever ends the request.
func TestDeadlineRaceOfEnds(t *testing.T) {
	t.Parallel()
	const never, soon = time.Hour, time.Millisecond
	tests := []struct {
		name  string
		limit time.Duration
		end   func(d *deadline, parent context.CancelFunc)
		why   error
		over  bool
	}{
		{"its time is over", soon, func(*deadline, context.CancelFunc) {}, context.DeadlineExceeded, true},
		{"its sender has gone", never, func(_ *deadline, parent context.CancelFunc) { parent() }, context.Canceled, false},
		{"it is answered", never, func(d *deadline, _ context.CancelFunc) { d.leave() }, context.Canceled, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			parent, gone := context.WithCancel(t.Context())
			defer gone()
			d := newDeadline(parent, tt.limit)
			derived, cancel := context.WithTimeout(d, never)
			defer cancel()
			called := make(chan struct{})
			context.AfterFunc(derived, func() { close(called) })
			tt.end(d, gone)
			<-derived.Done()
			<-called
			if got := derived.Err(); !errors.Is(got, tt.why) || !errors.Is(d.Err(), tt.why) || d.over() != tt.over {
				t.Errorf("ended with %v and %v, over %v; want %v, %v", got, d.Err(), d.over(), tt.why, tt.over)
			}
		})
	}
}

// AfterFunc behaves as package context requires: a stopped function is not called, a function registered after the
// end is called at once, and stop reports which it was.
func TestDeadlineAfterFunc(t *testing.T) {
	t.Parallel()
	d := newDeadline(t.Context(), time.Hour)
	called := make(chan string, 3)
	takeBack := d.AfterFunc(func() { called <- "taken back" })
	d.AfterFunc(func() { called <- "waiting" })
	if !takeBack() {
		t.Error("a function that waits cannot be taken back")
	}
	if takeBack() {
		t.Error("a function was taken back twice")
	}
	d.leave()
	if got := <-called; got != "waiting" {
		t.Errorf("called %q", got)
	}
	late := d.AfterFunc(func() { called <- "late" })
	if got := <-called; got != "late" {
		t.Errorf("called %q", got)
	}
	if late() {
		t.Error("a function that was called at once was taken back")
	}
}
