package authzdb

import (
	"testing"
	"time"
)

// T21: the verdict on a refresh token.
func TestT21VerdictOnARefreshToken(t *testing.T) {
	t.Parallel()
	now := time.Date(2009, 2, 8, 12, 0, 0, 0, time.UTC)
	later := now.Add(time.Hour)
	ago := func(d time.Duration) *time.Time { at := now.Add(-d); return &at }
	used, unused := true, false
	tests := []struct {
		rule string
		f    family
		want verdict
	}{
		{"the current token is exchanged", family{ExpiresAt: later}, rotates},
		{"the one before gets the same answer", family{ExpiresAt: later, UsedAt: ago(Grace), SuccessorUsed: &unused}, repeats},
		{"also from a replica whose clock is behind", family{ExpiresAt: later, UsedAt: ago(-time.Second), SuccessorUsed: &unused}, repeats},
		{"but not later", family{ExpiresAt: later, UsedAt: ago(Grace + 1), SuccessorUsed: &unused}, reveals},
		{"nor once its successor was exchanged", family{ExpiresAt: later, UsedAt: ago(0), SuccessorUsed: &used}, reveals},
		{"nor where the successor is another, under an older secret", family{ExpiresAt: later, UsedAt: ago(0)}, reveals},
		{"an ended session refuses the current one", family{ExpiresAt: later, Ended: true}, refuses},
		{"and is not ended again by an old one", family{ExpiresAt: later, Ended: true, UsedAt: ago(time.Minute), SuccessorUsed: &used}, refuses},
		{"an expired session refuses", family{ExpiresAt: now}, refuses},
	}
	for _, tt := range tests {
		if got := tt.f.verdict(now); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.rule, got, tt.want)
		}
	}
}
