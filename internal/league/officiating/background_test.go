package officiating_test

import (
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
)

// CN09 5.5: of whoever is banned from a season its events know, and no others.
func TestOccasionNamesTheSeason(t *testing.T) {
	t.Parallel()
	id, other := league.SeasonID{UUID: uuid.New()}, league.SeasonID{UUID: uuid.New()}
	player := uuid.New()
	p := &officiating.Background{Bans: []facts.BanTerm{{PlayerID: league.PlayerID{UUID: player}, SeasonID: &id.UUID, FromDay: "2009-01-01"}}}
	for _, tt := range []struct {
		name  string
		event facts.Event
		want  int
	}{
		{"an event of the season", facts.Event{SeasonID: &id.UUID}, 1},
		{"an event of another", facts.Event{SeasonID: &other.UUID}, 0},
		{"an event of none", facts.Event{}, 0},
	} {
		tt.event.StartsAt = rules.Day("2009-03-01").Midnight()
		stage := &officiating.Situation{EventFacts: facts.EventFacts{Event: tt.event}}
		if got := p.Record(player, nil).Reasons(stage.Occasion()); len(got) != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
