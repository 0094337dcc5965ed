package apitest

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// watchedLog fails the test when the server reports an error.
type watchedLog struct {
	t    testing.TB
	due  *atomic.Bool
	mu   *sync.Mutex
	over *bool // the test has ended: its methods must not be called
	with []slog.Attr
}

func newWatchedLog(t testing.TB) *watchedLog {
	l := &watchedLog{t: t, due: &atomic.Bool{}, mu: &sync.Mutex{}, over: new(bool)}
	t.Cleanup(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		*l.over = true
	})
	return l
}

// Enabled takes errors only.
func (l *watchedLog) Enabled(_ context.Context, level slog.Level) bool {
	return level >= slog.LevelError && !l.due.Load()
}

// Handle fails the test.
func (l *watchedLog) Handle(_ context.Context, r slog.Record) error {
	var b strings.Builder
	b.WriteString(r.Message)
	write := func(a slog.Attr) bool { b.WriteString(" " + a.String()); return true }
	for _, a := range l.with {
		write(a)
	}
	r.Attrs(write)
	l.mu.Lock()
	defer l.mu.Unlock()
	if !*l.over {
		l.t.Errorf("the server logged an error: %s", b.String())
	}
	return nil
}

// WithAttrs is part of slog.Handler.
func (l *watchedLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &watchedLog{t: l.t, due: l.due, mu: l.mu, over: l.over, with: append(l.with[:len(l.with):len(l.with)], attrs...)}
}

// WithGroup is part of slog.Handler; groups are of no interest here.
func (l *watchedLog) WithGroup(string) slog.Handler { return l }
