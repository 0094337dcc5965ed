package tenantdb

import (
	"errors"
	"testing"
	"time"
)

// A timeline rules out lower ones for a minute after it was seen last: a database that was restored from a copy may be on one.
func TestHowLongATimelineStands(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		what            string
		before, now     int64
		ago             time.Duration
		refused, others bool // others: connections of before are given up
	}{
		{"the first", 0, 3, 0, false, false},
		{"the same", 3, 3, time.Second, false, false},
		{"a higher one", 3, 4, time.Second, false, true},
		{"a higher one, later", 3, 4, time.Hour, false, true},
		{"a lower one", 3, 2, 50 * time.Second, true, false},
		{"a lower one, after a minute", 3, 2, 61 * time.Second, false, false},
		{"none, of who follows another", 3, 0, time.Second, false, false},
	} {
		l := &leader{timeline: tt.before, seen: time.Now().Add(-tt.ago)}
		err := l.note(tt.now)
		if errors.Is(err, ErrUnavailable) != tt.refused || (err != nil) != tt.refused {
			t.Errorf("%s: %v", tt.what, err)
		}
		if (l.age != 0) != tt.others {
			t.Errorf("%s: connections given up %d times", tt.what, l.age)
		}
		if want := tt.now; !tt.refused && want != 0 && l.timeline != want {
			t.Errorf("%s: timeline %d is known, want %d", tt.what, l.timeline, want)
		}
	}
}
