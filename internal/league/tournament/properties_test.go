package tournament_test

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/discipline"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// properties hold for every event by every ruleset. Tests try each of them a few times; fuzz
// targets try them for any length of time.
var properties = map[string]func(*rapid.T){
	"seats and ranks": seatsAndRanks,
	"order of facts":  orderOfFacts,
	"same seed":       sameSeed,
	"a win more":      aWinMore,
	"undo":            undo,
}

func TestProperties(t *testing.T) {
	t.Parallel()
	for name, property := range properties {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, property)
		})
	}
}

// TestSeatsAndRanksByRegulation: the laws of seats, ranks and places, by each of the five regulations and any of their
// readings. `make soak` plays 5,000 events of each (F-23).
func TestSeatsAndRanksByRegulation(t *testing.T) {
	t.Parallel()
	byRegulation(t, func(t *rapid.T, _ *rand.Rand, e *event) { checkSeatsAndRanks(t, e) })
}

// TestOrderOfFactsByRegulation: the law of permuted sets, likewise.
func TestOrderOfFactsByRegulation(t *testing.T) {
	t.Parallel()
	byRegulation(t, func(t *rapid.T, random *rand.Rand, e *event) {
		other := e.copy()
		other.facts = permuted(random, e.r, e.facts)
		same(t, e.state(), other.state())
	})
}

// byRegulation has events of each regulation, with any of its readings, checked.
func byRegulation(t *testing.T, check func(t *rapid.T, random *rand.Rand, e *event)) {
	for _, id := range presets.IDs() {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				seed := rapid.Uint64().Draw(t, "seed")
				random := rand.New(rand.NewPCG(seed, 11))
				check(t, random, playSeed(t, withAnyReadings(t, random, cached(t, id)), seed))
			})
		})
	}
}

// As fuzz targets they need -fuzzminimizetime=20x, as in the Makefile: an input is a
// whole event, and Go would make each interesting one smaller for a minute.

func FuzzSeatsAndRanks(f *testing.F) { f.Fuzz(rapid.MakeFuzz(seatsAndRanks)) }
func FuzzOrderOfFacts(f *testing.F)  { f.Fuzz(rapid.MakeFuzz(orderOfFacts)) }
func FuzzSameSeed(f *testing.F)      { f.Fuzz(rapid.MakeFuzz(sameSeed)) }
func FuzzAWinMore(f *testing.F)      { f.Fuzz(rapid.MakeFuzz(aWinMore)) }
func FuzzUndo(f *testing.F)          { f.Fuzz(rapid.MakeFuzz(undo)) }

// seatsAndRanks: plans seat everybody who comes exactly once; rows are ordered by the criteria, and
// level ones share their rank; at the end everybody has one row in the final order.
func seatsAndRanks(t *rapid.T) { checkSeatsAndRanks(t, playAny(t)) }

func checkSeatsAndRanks(t *rapid.T, e *event) {
	state := e.state()
	for i, round := range state.Rounds {
		checkOrder(t, state.Criteria, round.Standings)
		for _, further := range round.Further {
			checkOrder(t, further.Criteria, further.Rows)
		}
		if plan := round.Next.Plan; plan != nil && i+1 < len(state.Rounds) {
			checkSeats(t, e, *plan, state.Rounds[i+1])
		}
	}
	if state.Final == nil {
		return
	}
	placed := make(map[league.Entry]bool)
	for _, row := range state.Final {
		if placed[row.Entry] || row.Grounds.Reason == "" {
			t.Fatalf("%d is placed twice or without grounds", row.Entry)
		}
		placed[row.Entry] = true
	}
	for _, entry := range e.facts.Entrants {
		struck := slices.ContainsFunc(state.Struck, func(s tournament.Struck) bool { return s.Entry == entry })
		if !placed[entry] && (!struck || e.r.Leaving.FinalPlace != rules.NoPlace) {
			t.Fatalf("%d of %d has no place in the final order", entry, len(e.facts.Entrants))
		}
	}
}

// checkSeats: everybody sits at most once, and in a preliminary round everybody who is in and comes
// has a seat.
func checkSeats(t *rapid.T, e *event, plan seating.Plan, round tournament.RoundState) {
	missing := make(map[league.Entry]bool)
	for _, entry := range e.facts.Entrants {
		missing[entry] = true
	}
	for _, table := range plan.Tables {
		for _, entry := range table.Seats {
			if !missing[entry] {
				t.Fatalf("%d sits twice or is no entrant", entry)
			}
			delete(missing, entry)
		}
	}
	if round.Kind != league.Preliminary {
		return
	}
	before, err := tournament.Replay(e.r, until(e.facts, round.Number-1))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range before.Struck {
		delete(missing, s.Entry)
	}
	for _, a := range e.facts.Absences {
		if a.Round == round.Number {
			delete(missing, a.Entry)
		}
	}
	for _, a := range e.facts.Arrivals {
		if a.Round == round.Number && !tournament.LatenessOf(e.r, a.Entry, a.Minutes).Plays {
			delete(missing, a.Entry)
		}
	}
	if len(missing) > 0 {
		t.Fatalf("round %d: %v come and have no seat", round.Number, missing)
	}
}

// orderOfFacts: permuting any list that is a set changes nothing. These lists are sets: entrants,
// lots, tables, withdrawals, absences, arrivals, the pairs to keep apart and the order within a
// pair, sanctions of different moments, and the players for whom a game is void; also penalties in
// points of one moment and, if nothing depends on the order of play, the seats of a result.
func orderOfFacts(t *rapid.T) {
	e := playAny(t)
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "shuffle"), 3))
	other := e.copy()
	other.facts = permuted(random, e.r, e.facts)
	same(t, e.state(), other.state())
}

// permuted returns facts with every list that is a set in random order.
func permuted(random *rand.Rand, r *rules.Ruleset, facts tournament.Facts) tournament.Facts {
	f := facts
	f.Entrants = shuffled(random, facts.Entrants)
	f.Withdrawals = shuffled(random, facts.Withdrawals)
	f.Absences = shuffled(random, facts.Absences)
	f.Arrivals = shuffled(random, facts.Arrivals)
	f.Apart = shuffled(random, facts.Apart)
	for i := range f.Apart {
		shuffle(random, f.Apart[i].Pair[:])
	}
	f.Sanctions = permutedSanctions(random, facts.Sanctions)
	f.Rounds = slices.Clone(facts.Rounds)
	for i := range f.Rounds {
		f.Rounds[i].Tables = shuffled(random, facts.Rounds[i].Tables)
		for j := range f.Rounds[i].Tables {
			if f.Rounds[i].Tables[j].Result == nil {
				continue
			}
			result := *f.Rounds[i].Tables[j].Result
			if !orderOfPlayCounts(r) {
				result.Seats = shuffled(random, result.Seats)
			}
			if result.Void != nil {
				result.Void = &league.Void{
					For: shuffled(random, result.Void.For), AtFault: shuffled(random, result.Void.AtFault), OthersScored: result.Void.OthersScored,
				}
			}
			f.Rounds[i].Tables[j].Result = &result
		}
	}
	return f
}

// permutedSanctions returns sanctions in random order, except that warnings and expulsions of one
// moment keep theirs.
func permutedSanctions(random *rand.Rand, sanctions []league.Sanction) []league.Sanction {
	out := shuffled(random, sanctions)
	for i, s := range out {
		if s.Kind == league.Points {
			continue
		}
		first := slices.IndexFunc(sanctions, func(x league.Sanction) bool { return x.Kind != league.Points && x.At == s.At })
		out[i], sanctions = sanctions[first], slices.Delete(slices.Clone(sanctions), first, first+1)
	}
	return out
}

// orderOfPlayCounts reports whether the order of play matters for a ruleset: it has a criterion for
// it, or it may leave players of a final level because it draws no lots, so that the first to sit
// is first.
func orderOfPlayCounts(r *rules.Ruleset) bool {
	lotless := slices.ContainsFunc(r.Standings, func(s rules.Standings) bool {
		return !slices.ContainsFunc(s.Criteria, func(c rules.Criterion) bool { return c.Figure == rules.FigureLot })
	})
	return r.Elimination.Final != nil && lotless || slices.ContainsFunc(r.Scoring.Level.Criteria, func(c rules.Criterion) bool { return c.Figure == rules.FigureStart })
}

func shuffled[T any](random *rand.Rand, list []T) []T {
	out := slices.Clone(list)
	shuffle(random, out)
	return out
}

// same fails if the states of two events differ.
func same(t *rapid.T, want, got tournament.State) {
	t.Helper()
	if reflect.DeepEqual(want, got) { // computing the diff takes long
		return
	}
	for i := range want.Rounds {
		if diff := gocmp.Diff(want.Rounds[i].Standings, got.Rounds[i].Standings); diff != "" {
			t.Fatalf("standings after round %d\n%s", i+1, diff)
		}
		if diff := gocmp.Diff(want.Rounds[i].Next, got.Rounds[i].Next); diff != "" {
			t.Fatalf("after round %d\n%s", i+1, diff)
		}
	}
	type rest struct {
		Struck                []tournament.Struck
		Barred                []tournament.Barred
		Record                discipline.Record
		Finalists, Qualifiers []qualify.Qualified
		Final                 []tournament.FinalRow
		Awards                []tournament.Award
	}
	of := func(s tournament.State) rest {
		return rest{s.Struck, s.Barred, s.Record, s.Finalists, s.Qualifiers, s.Final, s.Awards}
	}
	if diff := gocmp.Diff(of(want), of(got)); diff != "" {
		t.Fatal(diff)
	}
}

// sameSeed: a seed always draws the same, in whatever order the entrants stand, and the events
// drawn by it are equal.
func sameSeed(t *rapid.T) {
	r := anyRules(t)
	seed := rapid.Uint64().Draw(t, "seed")
	e, again := playSeed(t, r, seed), playSeed(t, r, seed)
	if diff := gocmp.Diff(e.facts, again.facts); diff != "" {
		t.Fatalf("two plays of one seed\n%s", diff)
	}
	random := rand.New(rand.NewPCG(seed, 7))
	var drawn [32]byte
	for i := range drawn {
		drawn[i] = byte(random.Uint32())
	}
	entries := shuffled(random, e.facts.Entrants)
	if diff := gocmp.Diff(seating.DrawLots(drawn, e.facts.Entrants), seating.DrawLots(drawn, entries)); diff != "" {
		t.Fatalf("lots\n%s", diff)
	}
	purpose := seating.PurposeRound(1 + random.IntN(9))
	if diff := gocmp.Diff(seating.Shuffle(drawn, purpose, e.facts.Entrants), seating.Shuffle(drawn, purpose, entries)); diff != "" {
		t.Fatalf("order of a round\n%s", diff)
	}
}

// aWinMore: if the first criterion is wins, or points of which a win gives most, changing a game
// into a win never lowers the winner's rank. Points for the whole event (BG 2.2.1) do not count:
// after a round nobody has any.
func aWinMore(t *rapid.T) {
	e := playAny(t)
	state := e.state()
	first := []string{rules.FigureWins, rules.FigurePoints}
	if e.r.Scoring.Teams != nil || len(state.Rounds) == 0 || !slices.Contains(first, state.Criteria[0].Figure) {
		return
	}
	if points := e.r.Scoring.Points; state.Criteria[0].Figure == rules.FigurePoints && points != nil && points.Given == rules.PerEvent {
		return
	}
	last := 0
	for last+1 < len(state.Rounds) && state.Rounds[last+1].Kind == league.Preliminary {
		last++
	}
	// Later rounds were drawn by other results.
	facts := until(e.facts, last+1)
	before := (&event{t: t, r: e.r, facts: facts}).state().Rounds[last]
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "win"), 8))
	i := random.IntN(len(facts.Rounds[last].Tables))
	table := facts.Rounds[last].Tables[i]
	stayed := slices.DeleteFunc(slices.Clone(table.Result.Seats), func(s league.SeatResult) bool { return s.Left != 0 || s.Points != nil })
	if len(stayed) == 0 || table.Result.Void != nil {
		return
	}
	winner := pick(random, stayed...).Entry
	changed := (&event{t: t, r: e.r, facts: facts}).copy()
	changed.facts.Rounds[last].Tables[i].Result = won(e.r, facts.Variant, *table.Result, winner)
	afterwards, err := tournament.Replay(e.r, changed.facts)
	if err != nil {
		return // the game could not have ended so
	}
	was, is := rankOf(before, winner), rankOf(afterwards.Rounds[last], winner)
	if was != 0 && (is == 0 || is > was) {
		t.Fatalf("%d was number %d and is number %d with a win more", winner, was, is)
	}
}

// won returns a result with a given winner who has more points than everybody else: with equally
// many they might have to share (reading A001-3).
func won(r *rules.Ruleset, variant string, result league.Result, winner league.Entry) *league.Result {
	v, _ := r.Variant(variant)
	most := 0
	for _, seat := range result.Seats {
		if seat.Entry != winner {
			most = max(most, seat.VP)
		}
	}
	result.Ended, result.DeclaredBy = league.Declared, winner
	result.Seats = slices.Clone(result.Seats)
	for i := range result.Seats {
		if result.Seats[i].Entry == winner {
			result.Seats[i].VP = max(result.Seats[i].VP, most+1, v.Target)
		}
	}
	return &result
}

// rankOf returns the rank of an entry after a round; 0 if it has none.
func rankOf(round tournament.RoundState, entry league.Entry) int {
	for _, row := range round.Standings {
		if row.Entry == entry {
			return row.Rank
		}
	}
	return 0
}

// undo: removing a fact reverses exactly the changes that the fact made.
func undo(t *rapid.T) {
	e := playAny(t)
	random := newRandomEvent(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "fact"), 5)), e.copy())
	entry := pick(random.random, e.facts.Entrants...)
	switch random.random.IntN(3) {
	case 0:
		random.withdraw(false, entry)
	case 1:
		random.sanction(false, league.Warning, entry, "cheating")
	default:
		random.sanction(false, league.Expulsion, entry, "cheating")
	}
	before := e.state()
	after, err := tournament.Replay(e.r, random.facts)
	if err != nil {
		return // the entry is out already, or the fact comes too late
	}
	done, undone := tournament.Consequences(before, after), tournament.Consequences(after, before)
	for _, way := range []struct{ there, back tournament.Change }{{done, undone}, {undone, done}} {
		var struck, in []league.Entry
		for _, s := range way.there.Struck {
			struck = append(struck, s.Entry)
		}
		for _, q := range way.there.FinalistsIn {
			in = append(in, q.Entry)
		}
		if diff := gocmp.Diff(sorted(struck), sorted(way.back.Restored)); diff != "" {
			t.Fatalf("struck and restored\n%s", diff)
		}
		if diff := gocmp.Diff(sorted(in), sorted(way.back.FinalistsOut)); diff != "" {
			t.Fatalf("finalists\n%s", diff)
		}
	}
	byEntry := func(a, b tournament.RankChange) int { return cmp.Compare(a.Entry, b.Entry) }
	slices.SortFunc(done.Ranks, byEntry)
	for i, r := range undone.Ranks {
		undone.Ranks[i].Before, undone.Ranks[i].After = r.After, r.Before
	}
	slices.SortFunc(undone.Ranks, byEntry)
	if diff := gocmp.Diff(done.Ranks, undone.Ranks); diff != "" {
		t.Fatalf("ranks\n%s", diff)
	}
	if diff := gocmp.Diff(tournament.Change{}, tournament.Consequences(before, e.copy().state())); diff != "" {
		t.Fatalf("nothing has changed\n%s", diff)
	}
}

func sorted(entries []league.Entry) []league.Entry { return slices.Sorted(slices.Values(entries)) }
