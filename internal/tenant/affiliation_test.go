package tenant_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/tenant"
)

func TestDecide(t *testing.T) {
	t.Parallel()
	federation, club := tenant.Ref{ID: uuid.New()}, tenant.Ref{ID: uuid.New()}
	now := time.Date(2009, 2, 8, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		from tenant.AffiliationState
		by   tenant.Ref
		step tenant.AffiliationStep
		to   tenant.AffiliationState
		err  error
	}{
		{"requested", federation, "accept", "accepted", nil},
		{"requested", federation, "decline", "declined", nil},
		{"requested", federation, "end", "", tenant.ErrAffiliationState},
		{"requested", club, "accept", "", tenant.ErrFederationDecides},
		{"requested", club, "decline", "", tenant.ErrFederationDecides},
		{"requested", club, "end", "ended", nil},
		{"accepted", federation, "accept", "", tenant.ErrAffiliationState},
		{"accepted", federation, "decline", "", tenant.ErrAffiliationState},
		{"accepted", federation, "end", "ended", nil},
		{"accepted", club, "end", "ended", nil},
		{"declined", federation, "accept", "", tenant.ErrAffiliationState},
		{"declined", club, "end", "", tenant.ErrAffiliationState},
		{"ended", federation, "accept", "", tenant.ErrAffiliationState},
		{"ended", federation, "end", "", tenant.ErrAffiliationState},
		{"ended", club, "end", "", tenant.ErrAffiliationState},
	}
	for _, tt := range tests {
		before := tenant.Affiliation{Federation: federation, Club: club, State: tt.from}
		got, err := before.Decide(tt.by.ID, tt.step, "why", now)
		if !errors.Is(err, tt.err) {
			t.Errorf("%s %s: %v, want %v", tt.from, tt.step, err, tt.err)
		}
		if err == nil && (got.State != tt.to || got.Reason != "why" || !got.DecidedAt.Equal(now)) {
			t.Errorf("%s %s: %+v", tt.from, tt.step, got)
		}
		if err != nil && got != before {
			t.Errorf("%s %s: refused and changed to %+v", tt.from, tt.step, got)
		}
	}
}
