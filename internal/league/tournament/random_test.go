package tournament_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// randomEvent plays a whole event, or as far as the regulation lets it, with
// ties, time limits, leavers, warnings and expulsions. The same seed plays the
// same event.
type randomEvent struct {
	*event
	random *rand.Rand
	// more adds facts after each round; about is called just before every draw.
	more, about func(*randomEvent)
}

func newRandomEvent(random *rand.Rand, e *event) *randomEvent {
	return &randomEvent{event: e, random: random, more: nothing, about: nothing}
}

func nothing(*randomEvent) {}

func playRandom(t *rapid.T, r *rules.Ruleset) *event {
	seed := rapid.Uint64().Draw(t, "seed")
	p := newRandomEvent(rand.New(rand.NewPCG(seed, 9)), nil)
	n := rapid.OneOf(rapid.IntRange(6, 8), rapid.IntRange(12, 60)).Draw(t, "entrants")
	p.event = &event{t: t, r: r}
	if n < r.Field.Min { // a final of few begins with its semifinal (CN09 1.7.4)
		p.facts.Structure = &rules.Structure{Semifinal: true, Final: true, Advance: 2}
	}
	for i := range n {
		p.facts.Entrants = append(p.facts.Entrants, league.Entry(i+1))
	}
	p.facts.Formula = pick(p.random, "club", "convention")
	p.facts.Variant = pick(p.random, "base", "seafarers")
	drawn := sha256.Sum256(fmt.Append(nil, seed))
	p.facts.Lots = seating.DrawLots(drawn, p.facts.Entrants)
	p.facts.FirstRound = seating.Shuffle(drawn, seating.PurposeFirstRound, p.facts.Entrants)
	if n >= 13 && n <= 20 && p.random.IntN(2) == 0 {
		p.preset()
	}
	trouble := rapid.IntRange(0, 12).Draw(t, "trouble")
	for {
		next := p.state().Next
		if next.Kind == "" || next.Err != nil {
			return p.event
		}
		p.draw()
		p.play(trouble)
	}
}

func pick[T any](random *rand.Rand, options ...T) T { return options[random.IntN(len(options))] }

// play plays the last round. Trouble is in how many of a hundred seats somebody
// leaves or is punished.
func (p *randomEvent) play(trouble int) {
	round := &p.facts.Rounds[len(p.facts.Rounds)-1]
	variant, _ := p.r.Variant(p.facts.Variant)
	for i := range round.Tables {
		round.Tables[i].Result = p.game(round.Tables[i].Seats, variant, trouble)
	}
	round.Closed = true
	for _, entry := range p.facts.Entrants {
		switch {
		case p.random.IntN(300) >= trouble:
		case p.random.IntN(3) == 0:
			p.withdraw(false, entry)
		default:
			p.sanction(false, pick(p.random, league.Warning, league.Warning, league.Expulsion), entry, "slow-play")
			p.facts.Sanctions[len(p.facts.Sanctions)-1].Confirmed = p.random.IntN(2) == 0
		}
	}
}

func (p *randomEvent) game(seats []league.Entry, variant rules.Variant, trouble int) *league.Result {
	result := &league.Result{Ended: league.TimeLimit}
	left := 0
	for _, entry := range seats {
		seat := league.SeatResult{Entry: entry, VP: 2 + p.random.IntN(variant.Target-1)}
		if p.random.IntN(100) < trouble/2 {
			left++
			seat.Left = left
			if p.random.IntN(2) == 0 {
				p.sanction(true, league.Expulsion, entry, "cheating")
			}
		}
		result.Seats = append(result.Seats, seat)
	}
	switch {
	case len(seats)-left < 3:
		result.Ended = league.TooFewPlayers
	case p.random.IntN(3) > 0:
		stayed := slices.DeleteFunc(slices.Clone(result.Seats), func(s league.SeatResult) bool { return s.Left != 0 })
		result.Ended = league.Declared
		result.DeclaredBy = pick(p.random, stayed...).Entry
		i := slices.IndexFunc(result.Seats, func(s league.SeatResult) bool { return s.Entry == result.DeclaredBy })
		result.Seats[i].VP = variant.Target + p.random.IntN(2)
	}
	return result
}

func TestRandomEvents(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	ended, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		e := playRandom(t, r)
		state := e.state()
		for _, round := range state.Rounds {
			checkRound(t, r, e.facts, round)
		}
		if state.Next.Err != nil {
			refused++
			if state.Next.Plan != nil || state.Final != nil {
				t.Fatalf("refused with %s, yet there is a plan or an end", state.Next.Err)
			}
			return
		}
		ended++
		checkEnd(t, e.facts, state)
	})
	if ended == 0 {
		t.Errorf("no event came to its end, %d were refused", refused)
	}
}

// checkRound: the next plan seats everybody who is in exactly once, at tables of allowed sizes; the
// standings rank the same entries, each better than the next; every game has one winner among those
// who stayed.
func checkRound(t *rapid.T, r *rules.Ruleset, facts tournament.Facts, round tournament.RoundState) {
	out := make(map[league.Entry]bool)
	for _, s := range append(struckBefore(t, r, facts, round.Number), round.Struck...) {
		out[s.Entry] = true
	}
	var in []league.Entry
	for i, row := range round.Standings {
		in = append(in, row.Entry)
		if row.Rank != i+1 {
			t.Fatalf("round %d: row %d has rank %d although lots are drawn", round.Number, i, row.Rank)
		}
		if out[row.Entry] {
			t.Fatalf("round %d: %d is struck and ranked", round.Number, row.Entry)
		}
	}
	if len(in)+len(out) != len(facts.Entrants) {
		t.Fatalf("round %d: %d ranked and %d out of %d", round.Number, len(in), len(out), len(facts.Entrants))
	}
	if plan := round.Next.Plan; plan != nil {
		seated := make(map[league.Entry]bool)
		for _, table := range plan.Tables {
			if len(table.Seats) != 3 && len(table.Seats) != 4 {
				t.Fatalf("after round %d a table of %d", round.Number, len(table.Seats))
			}
			for _, entry := range table.Seats {
				if seated[entry] || out[entry] {
					t.Fatalf("after round %d: %d sits twice or is out", round.Number, entry)
				}
				seated[entry] = true
			}
		}
		if round.Next.Kind == league.Preliminary && len(seated) != len(in) {
			t.Fatalf("after round %d: %d seated of %d", round.Number, len(seated), len(in))
		}
	}
	for _, table := range round.Tables {
		wins := league.Frac{}
		for _, seat := range table.Game.Seats {
			wins = wins.Add(seat.Win)
			if seat.Left != 0 && !seat.Win.IsZero() {
				t.Fatalf("a leaver has won: %+v", table.Game)
			}
		}
		if table.Game.Winner != 0 && !wins.Equal(league.Int(1)) {
			t.Fatalf("%v wins in a game: %+v", wins, table.Game)
		}
	}
}

// struckBefore returns the entries struck before a round, derived from the facts at that time.
func struckBefore(t *rapid.T, r *rules.Ruleset, facts tournament.Facts, round int) []tournament.Struck {
	state, err := tournament.Replay(r, until(facts, round-1))
	if err != nil {
		t.Fatal(err)
	}
	return state.Struck
}

func checkEnd(t *rapid.T, facts tournament.Facts, state tournament.State) {
	placed := make(map[league.Entry]bool)
	for i, row := range state.Final {
		if row.Place != i+1 || placed[row.Entry] || row.Grounds.Reason == "" {
			t.Fatalf("place %d is %+v", i+1, row)
		}
		placed[row.Entry] = true
	}
	if len(placed) != len(facts.Entrants) {
		t.Fatalf("%d placed of %d", len(placed), len(facts.Entrants))
	}
	if len(state.Finalists) != 4 {
		t.Fatalf("finalists %v", state.Finalists)
	}
	for i, q := range state.Finalists {
		if before := state.Qualifiers[i].Entry; q.Entry != before && q.Replaces != before {
			t.Fatalf("%d stands in for %d in the place of %d", q.Entry, q.Replaces, before)
		}
	}
}

// until returns the facts after a number of rounds.
func until(facts tournament.Facts, rounds int) tournament.Facts {
	facts.Rounds = facts.Rounds[:rounds]
	facts.Sanctions = slices.DeleteFunc(slices.Clone(facts.Sanctions), func(s league.Sanction) bool { return s.At.Round > rounds })
	facts.Withdrawals = slices.DeleteFunc(slices.Clone(facts.Withdrawals), func(w league.Withdrawal) bool { return w.At.Round > rounds })
	// Absences and arrivals are also known for the next round.
	facts.Absences = slices.DeleteFunc(slices.Clone(facts.Absences), func(a tournament.Absence) bool { return a.Round > rounds+1 })
	facts.Arrivals = slices.DeleteFunc(slices.Clone(facts.Arrivals), func(a tournament.Arrival) bool { return a.Round > rounds+1 })
	return facts
}

// TestHistoryStands: the state after a round does not change by later events.
func TestHistoryStands(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	rapid.Check(t, func(t *rapid.T) {
		e := playRandom(t, r)
		rounds := rapid.IntRange(0, len(e.facts.Rounds)).Draw(t, "rounds")
		then, err := tournament.Replay(r, until(e.facts, rounds))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(then.Rounds, e.state().Rounds[:rounds]); diff != "" && rounds > 0 {
			t.Fatalf("(-then +now)\n%s", diff)
		}
	})
}

// TestOrderOfFactsDoesNotMatter: entrants in any order, seats of a table in any
// order, withdrawals of one moment in any order make the same event.
func TestOrderOfFactsDoesNotMatter(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	rapid.Check(t, func(t *rapid.T) {
		e := playRandom(t, r)
		want := e.state()
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "shuffle"), 3))
		other := e.copy()
		other.facts.Entrants = slices.Clone(e.facts.Entrants)
		shuffle(random, other.facts.Entrants)
		shuffle(random, other.facts.Withdrawals)
		for i := range other.facts.Rounds {
			for j := range other.facts.Rounds[i].Tables {
				result := *e.facts.Rounds[i].Tables[j].Result
				result.Seats = slices.Clone(result.Seats)
				shuffle(random, result.Seats)
				other.facts.Rounds[i].Tables[j].Result = &result
			}
		}
		got := other.state()
		for i := range got.Rounds {
			if diff := cmp.Diff(want.Rounds[i].Standings, got.Rounds[i].Standings); diff != "" {
				t.Fatalf("standings after round %d\n%s", i+1, diff)
			}
			if diff := cmp.Diff(want.Rounds[i].Next, got.Rounds[i].Next); diff != "" {
				t.Fatalf("after round %d\n%s", i+1, diff)
			}
		}
		if diff := cmp.Diff(want.Final, got.Final); diff != "" {
			t.Fatal(diff)
		}
	})
}

func shuffle[T any](random *rand.Rand, list []T) {
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}
