package tournament_test

import (
	"math/rand/v2"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules/presets"
	"referto/internal/league/tournament"
)

// TestReplayOnAnything: with a footing of any earlier facts, of this event or of another, the
// derived state is the same as without.
func TestReplayOnAnything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := cached(t, rapid.SampledFrom(presets.IDs()).Draw(t, "preset"))
		seed := rapid.Uint64().Draw(t, "seed")
		random := rand.New(rand.NewPCG(seed, 11))
		e := playRecorded(t, r, seed, (*randomEvent).later, func(*randomEvent) {})
		footings := []*tournament.Footing{nil}
		derive := func(facts tournament.Facts) {
			want, wantErr := tournament.Replay(r, facts)
			on := footings[len(footings)-1]
			if random.IntN(3) == 0 {
				on = footings[random.IntN(len(footings))]
			}
			got, footing, err := tournament.ReplayOn(r, facts, on)
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Fatalf("another state (-anew +derived on)\n%s", diff)
			}
			if diff := gocmp.Diff(wantErr, err); diff != "" {
				t.Fatalf("another error (-anew +derived on)\n%s", diff)
			}
			footings = append(footings, footing)
		}
		for n := range len(e.facts.Rounds) + 1 {
			facts := e.facts.Before(n + 1)
			if n == 0 {
				derive(facts)
				continue
			}
			tables := append([]tournament.Table(nil), facts.Rounds[n-1].Tables...)
			round := tournament.Round{Kind: facts.Rounds[n-1].Kind, Tables: make([]tournament.Table, len(tables))}
			for i, table := range tables {
				round.Tables[i] = tournament.Table{Number: table.Number, Seats: table.Seats}
			}
			with := func(round tournament.Round) tournament.Facts {
				f := facts
				f.Rounds = append(append([]tournament.Round(nil), facts.Rounds[:n-1]...), round)
				return f
			}
			derive(with(round))
			for _, i := range random.Perm(len(tables)) {
				round.Tables = append([]tournament.Table(nil), round.Tables...)
				round.Tables[i].Result = tables[i].Result
				derive(with(round))
				if random.IntN(4) == 0 { // a recorded result is corrected or removed
					j := random.IntN(len(tables))
					round.Tables = append([]tournament.Table(nil), round.Tables...)
					if was := round.Tables[j].Result; was != nil && random.IntN(2) == 0 {
						other := *was
						other.Seats = append([]league.SeatResult(nil), was.Seats...)
						other.Seats[0].VP, other.Seats[1].VP = was.Seats[1].VP, was.Seats[0].VP
						round.Tables[j].Result = &other
					} else {
						round.Tables[j].Result = nil
					}
					derive(with(round))
				}
			}
			for i := range tables {
				round.Tables[i].Result = tables[i].Result
			}
			derive(with(round))
			derive(facts)
		}
	})
}
