package facts_test

import (
	"testing"

	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

func TestRankingTakes(t *testing.T) {
	t.Parallel()
	always := facts.Ranking{Counted: []string{"ranking", "club"}, National: []string{"national-final"}}
	within := always
	within.FromDay, within.UntilDay = "2009-02-01", "2009-03-31"
	for _, tt := range []struct {
		ranking         facts.Ranking
		kind            string
		day             rules.Day
		national, taken bool
	}{
		{always, "ranking", "1999-01-01", false, true},
		{always, "club", "2099-01-01", false, true},
		{always, "national-final", "2009-02-01", true, true},
		{always, "stage", "2009-02-01", false, false},
		{within, "ranking", "2009-01-31", false, false},
		{within, "ranking", "2009-02-01", false, true},
		{within, "ranking", "2009-03-31", false, true},
		{within, "ranking", "2009-04-01", false, false},
		{within, "national-final", "2009-01-31", false, false},
		{within, "national-final", "2009-03-31", true, true},
	} {
		if national, taken := tt.ranking.Takes(tt.kind, tt.day); national != tt.national || taken != tt.taken {
			t.Errorf("%s on %s: national %t, taken %t", tt.kind, tt.day, national, taken)
		}
	}
}
