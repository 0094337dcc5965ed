package officiating_test

import (
	"testing"

	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
)

// TestKeepApart: kin sit at different tables (SQ00 7).
func TestKeepApart(t *testing.T) {
	t.Parallel()
	kept := func(s *officiating.Situation) {
		s.Apart = []facts.Apart{{Ordinal: 1, Entry: 1, Other: 3, Relation: "coniugi"}}
	}
	tests := []struct {
		name     string
		change   func(*officiating.Situation)
		one, two int
		want     string
	}{
		{"SQ00 7 spouses", nil, 3, 1, ""},
		{"SQ00 7 recorded already, in whatever order", kept, 3, 1, "state apart-already (entry=1, other=3)"},
		{"SQ00 7 taken back and recorded anew", func(s *officiating.Situation) { kept(s); s.Apart[0].RevokedAt = &beginning }, 1, 3, ""},
		{"SQ00 7 nobody from himself", nil, 1, 1, "faults /other: SQ00: apart-from-himself (entry=1)"},
		{"SQ00 7 not from a stranger", nil, 13, 1, "faults /other: SQ00: unknown-entry (entry=13)"},
		{"SQ00 7 not from who has cancelled", func(s *officiating.Situation) { set(s, facts.EntryCancelled, 1) }, 1, 2, "faults /entry: SQ00: unknown-entry (entry=1)"},
		{"SQ00 7 not once the event is over", func(s *officiating.Situation) { s.Event.State = facts.Finished }, 1, 3, "state event-over (state=finished)"},
		{"CN09 3.2b keeps nobody apart", nil, 1, 2, "rule CN09 3.2b: nobody-kept-apart (section=seating.pairings.apart)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := gathered(t, tt.name, 12)
			if tt.change != nil {
				tt.change(s)
			}
			pair, err := s.KeepApart(tt.one, tt.two, "coniugi")
			if got := leaguetest.Answer(err); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if err == nil && (pair.Entry != 1 || pair.Other != 3 || pair.Ordinal != len(s.Apart)+1 || pair.Relation != "coniugi") {
				t.Errorf("got %+v", pair)
			}
		})
	}
	s := gathered(t, "SQ00", 12)
	if got := leaguetest.Answer(s.MayRevokeApart(facts.Apart{Entry: 1, Other: 3})); got != "" {
		t.Error(got)
	}
	if got := leaguetest.Answer(s.MayRevokeApart(facts.Apart{Entry: 1, Other: 3, RevokedAt: &beginning})); got != "state apart-revoked" {
		t.Error(got)
	}
	s.Event.State = facts.Cancelled
	if got := leaguetest.Answer(s.MayRevokeApart(facts.Apart{Entry: 1, Other: 3})); got != "state event-over (state=cancelled)" {
		t.Error(got)
	}
}
