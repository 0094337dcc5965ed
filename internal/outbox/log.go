package outbox

import (
	"context"
	"log/slog"
)

// lenient is the handler of the library's log. The library logs an error when it could not finish because the caller
// went away or the server stops; that is no error.
type lenient struct{ slog.Handler }

// Handle lowers log records of an ended context to the level of information.
func (l lenient) Handle(ctx context.Context, r slog.Record) error {
	if r.Level > slog.LevelInfo && ctx.Err() != nil {
		r.Level = slog.LevelInfo
		if !l.Enabled(ctx, r.Level) {
			return nil
		}
	}
	return l.Handler.Handle(ctx, r)
}

// WithAttrs is part of [slog.Handler].
func (l lenient) WithAttrs(attrs []slog.Attr) slog.Handler {
	return lenient{l.Handler.WithAttrs(attrs)}
}

// WithGroup is part of [slog.Handler].
func (l lenient) WithGroup(name string) slog.Handler { return lenient{l.Handler.WithGroup(name)} }
