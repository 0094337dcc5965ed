package tenant_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/tenant"
)

// A deletion takes two managers where there are two; the only one waits a week. It can be confirmed for a month.
func TestConfirm(t *testing.T) {
	t.Parallel()
	anna, bruno := uuid.New(), uuid.New()
	asked := time.Date(2027, 2, 1, 9, 0, 0, 0, time.UTC)
	const day = 24 * time.Hour
	tests := []struct {
		name     string
		managers []uuid.UUID
		by       uuid.UUID
		after    time.Duration
		closed   bool
		err      error
	}{
		{"the other one at once", []uuid.UUID{anna, bruno}, bruno, 0, false, nil},
		{"the other one after 29 days", []uuid.UUID{anna, bruno}, bruno, 30*day - time.Second, false, nil},
		{"the other one after 30 days", []uuid.UUID{anna, bruno}, bruno, 30 * day, false, tenant.ErrNoDeletion},
		{"whoever has asked, with another", []uuid.UUID{anna, bruno}, anna, 8 * day, false, tenant.ErrOwnDeletion},
		{"the only one, at once", []uuid.UUID{anna}, anna, 0, false, tenant.ErrAloneTooSoon},
		{"the only one, a second too early", []uuid.UUID{anna}, anna, 7*day - time.Second, false, tenant.ErrAloneTooSoon},
		{"the only one after a week", []uuid.UUID{anna}, anna, 7 * day, false, nil},
		{"a successor of who has asked", []uuid.UUID{bruno}, bruno, 0, false, nil},
		{"a second time", []uuid.UUID{anna, bruno}, bruno, 0, true, tenant.ErrDeletionConfirmed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := tenant.Deletion{AskedBy: anna, AskedAt: asked, Managers: tt.managers}
			if tt.closed {
				d.ClosedAt = &asked
			}
			now := asked.Add(tt.after)
			if err := d.Confirm(tt.by, now); !errors.Is(err, tt.err) {
				t.Fatalf("%v, want %v", err, tt.err)
			}
			if tt.err == nil && (!d.ClosedAt.Equal(now) || !d.DueAt.Equal(now.Add(30*day))) {
				t.Errorf("closed at %v, due at %v", d.ClosedAt, d.DueAt)
			}
		})
	}
}

func TestWithdraw(t *testing.T) {
	t.Parallel()
	asked := time.Date(2027, 2, 1, 9, 0, 0, 0, time.UTC)
	late := asked.Add(40 * 24 * time.Hour)
	tests := []struct {
		name          string
		closed, begun *time.Time
		at            time.Time
		err           error
	}{
		{"asked for", nil, nil, asked, nil},
		{"asked for, long ago", nil, nil, late, tenant.ErrNoDeletion},
		{"closed", &asked, nil, late, nil},
		{"under way", &asked, &late, late, tenant.ErrDeletionBegun},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := tenant.Deletion{AskedAt: asked, ClosedAt: tt.closed, BegunAt: tt.begun}
			if err := d.Withdraw(tt.at); !errors.Is(err, tt.err) {
				t.Errorf("%v, want %v", err, tt.err)
			}
		})
	}
}
