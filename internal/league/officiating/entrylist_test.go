package officiating_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
)

// TestMayEnterTogether: a list is entered as a whole or not at all, and every reason of everybody is
// named with their place on it (CN09 1.5).
func TestMayEnterTogether(t *testing.T) {
	t.Parallel()
	out := facts.Player{ID: league.PlayerID{UUID: uuid.New()}}
	free := facts.Player{ID: league.PlayerID{UUID: uuid.New()}}
	erased := facts.Player{ID: league.PlayerID{UUID: uuid.New()}, ErasedAt: new(time.Time)}
	known := &officiating.Background{Bans: []facts.BanTerm{{PlayerID: out.ID, FromDay: "2009-01-01"}}}
	for _, tt := range []struct {
		name    string
		state   facts.EventState
		players []facts.Player
		want    string
	}{
		{"CN09 1.5/everybody may", facts.Open, []facts.Player{free}, ""},
		{"CN09 1.5/entries are not open", facts.Closed, []facts.Player{free, out}, "state entries-not-open (state=closed)"},
		{"CN09 1.5/one is banned", facts.Open, []facts.Player{free, out}, "faults /players/1: CN09 1.5: banned"},
		{"CN09 1.5/one is named twice", facts.Open, []facts.Player{free, free}, "faults /players/1: player-twice"},
		{"CN09 1.5/one is not in the register, one not any more", facts.Open, []facts.Player{{}, free, erased}, "faults /players/0: unknown-player; /players/2: unknown-player"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := gathered(t, "CN09", 1)
			s.Event.State = tt.state
			if got := leaguetest.Answer(s.MayEnterTogether(known, "/players", tt.players)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	s := gathered(t, "CN09", 2)
	if got := leaguetest.Answer(s.MayEnterTogether(known, "/players", []facts.Player{{ID: s.Entries[1].PlayerID}})); got != "faults /players/0: already-entered (entry=2)" {
		t.Errorf("who has entered: %q", got)
	}
	s.Entries[1].State = facts.EntryCancelled
	if err := s.MayEnterTogether(known, "/players", []facts.Player{{ID: s.Entries[1].PlayerID}}); err != nil {
		t.Errorf("who has cancelled comes again: %v", err)
	}
}
