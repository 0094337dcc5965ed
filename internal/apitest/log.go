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
	kept *keptLog
}

// keptLog holds the lines that the server has written since a test began to listen.
type keptLog struct {
	mu   sync.Mutex
	on   atomic.Bool
	text strings.Builder
}

// KeepLog keeps everything that the server logs from now on, at every level, and returns a function that reads it.
func (s *Server) KeepLog() (read func() string) {
	kept := s.log.kept
	kept.on.Store(true)
	return func() string {
		kept.mu.Lock()
		defer kept.mu.Unlock()
		return kept.text.String()
	}
}

func newWatchedLog(t testing.TB) *watchedLog {
	l := &watchedLog{t: t, due: &atomic.Bool{}, mu: &sync.Mutex{}, over: new(bool), kept: &keptLog{}}
	t.Cleanup(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		*l.over = true
	})
	return l
}

// Enabled takes errors, and everything where it is kept.
func (l *watchedLog) Enabled(_ context.Context, level slog.Level) bool {
	return l.kept.on.Load() || l.fails(level)
}

func (l *watchedLog) fails(level slog.Level) bool { return level >= slog.LevelError && !l.due.Load() }

// Handle fails the test for an error, and stores the record if the log is kept.
func (l *watchedLog) Handle(_ context.Context, r slog.Record) error {
	var b strings.Builder
	b.WriteString(r.Message)
	write := func(a slog.Attr) bool { b.WriteString(" " + a.String()); return true }
	for _, a := range l.with {
		write(a)
	}
	r.Attrs(write)
	if l.kept.on.Load() {
		l.kept.mu.Lock()
		l.kept.text.WriteString(r.Level.String() + " " + b.String() + "\n")
		l.kept.mu.Unlock()
	}
	if !l.fails(r.Level) {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !*l.over {
		l.t.Errorf("the server logged an error: %s", b.String())
	}
	return nil
}

// WithAttrs is part of slog.Handler.
func (l *watchedLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &watchedLog{t: l.t, due: l.due, mu: l.mu, over: l.over, kept: l.kept, with: append(l.with[:len(l.with):len(l.with)], attrs...)}
}

// WithGroup is part of slog.Handler; groups are of no interest here.
func (l *watchedLog) WithGroup(string) slog.Handler { return l }
