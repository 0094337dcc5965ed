package main

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"
)

// The longest time for which a line of the log waits for others, and the most
// bytes that wait.
const (
	lineWaits   = 50 * time.Millisecond
	mostWaiting = 32 << 10
)

// newLog returns the log of a server: JSON lines, which are written together if they follow closely upon each other,
// as those of requests do. A warning or an error is written at once, with all before it. The caller ends it.
func newLog(out io.Writer, level slog.Leveler) (log *slog.Logger, end func()) {
	l := &lines{out: out}
	return slog.New(prompt{slog.NewJSONHandler(l, &slog.HandlerOptions{Level: level}), l}), l.flush
}

// lines buffers lines for one write.
type lines struct {
	mu      sync.Mutex
	out     io.Writer
	waiting []byte
	due     bool // a flush is scheduled
}

// Write keeps a line for the next flush.
func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(l.waiting, line...)
	switch {
	case len(l.waiting) >= mostWaiting:
		l.write()
	case !l.due:
		l.due = true
		time.AfterFunc(lineWaits, l.flush)
	}
	return len(line), nil
}

// flush writes the buffered lines.
func (l *lines) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.due = false
	l.write()
}

func (l *lines) write() {
	if len(l.waiting) > 0 {
		_, _ = l.out.Write(l.waiting) // a failure can be reported nowhere
		l.waiting = l.waiting[:0]
	}
}

// prompt is a handler that lets no warning wait.
type prompt struct {
	slog.Handler
	lines *lines
}

// Handle writes a record.
func (p prompt) Handle(ctx context.Context, r slog.Record) error {
	err := p.Handler.Handle(ctx, r)
	if r.Level > slog.LevelInfo {
		p.lines.flush()
	}
	return err
}

// WithAttrs is the handler with attributes.
func (p prompt) WithAttrs(attrs []slog.Attr) slog.Handler {
	return prompt{p.Handler.WithAttrs(attrs), p.lines}
}

// WithGroup is the handler with a group.
func (p prompt) WithGroup(name string) slog.Handler {
	return prompt{p.Handler.WithGroup(name), p.lines}
}
