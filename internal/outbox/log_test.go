package outbox

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
)

// A failure because the caller has gone is information; anything else stays an error.
func TestAbandonedWorkIsNoError(t *testing.T) {
	t.Parallel()
	gone, leave := context.WithCancel(t.Context())
	leave()
	for _, tt := range []struct {
		name string
		ctx  context.Context
		want string
	}{
		{"the asker has gone", gone, "level=INFO"},
		{"the asker waits", t.Context(), "level=ERROR"},
	} {
		var out bytes.Buffer
		log := slog.New(lenient{slog.NewTextHandler(&out, nil)}).With("job", 1).WithGroup("of")
		log.ErrorContext(tt.ctx, "failed to send")
		if !strings.Contains(out.String(), tt.want) || !strings.Contains(out.String(), "job=1") {
			t.Errorf("%s: %q, want %s", tt.name, out.String(), tt.want)
		}
	}
}
