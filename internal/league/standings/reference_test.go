package standings_test

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/scoring"
	"referto/internal/league/standings"
)

// played holds the contributions of an entry to the standings: its own figures, and the seats that it held.
type played struct {
	entry                                 league.Entry
	warnings, lot, lowestTable, earlier   int
	penalty                               int // points given outside a game
	wins, points                          []*big.Rat
	share                                 []*big.Rat // nil for an entry that left the game
	places, vp                            []int
	settlementsCities, roadsCards, inHand []int
	netVP                                 []int
}

func rat(n int) *big.Rat { return big.NewRat(int64(n), 1) }

// added returns the sum of whole numbers, and addedUp that of fractions, in which nil counts as 0.
func added(numbers []int) *big.Rat {
	sum := 0
	for _, n := range numbers {
		sum += n
	}
	return rat(sum)
}

func addedUp(numbers []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for _, n := range numbers {
		if n != nil {
			sum.Add(sum, n)
		}
	}
	return sum
}

func held(places []int, place int) *big.Rat {
	return rat(len(slices.DeleteFunc(slices.Clone(places), func(p int) bool { return p != place })))
}

// rung is one comparison: the figure that is compared, and whether more of it is better.
type rung struct {
	more bool
	of   func(played) *big.Rat
}

// ladders returns the standings of the regulations, one comparison after another, written directly from their
// text.
func ladders() map[string][]rung {
	wins := rung{true, func(p played) *big.Rat { return addedUp(p.wins) }}
	points := rung{true, func(p played) *big.Rat { return new(big.Rat).Add(addedUp(p.points), rat(p.penalty)) }}
	vp := rung{true, func(p played) *big.Rat { return added(p.vp) }}
	share := rung{true, func(p played) *big.Rat { return addedUp(p.share) }}
	warnings := rung{false, func(p played) *big.Rat { return rat(p.warnings) }}
	lot := rung{false, func(p played) *big.Rat { return rat(p.lot) }}
	settled := rung{true, func(p played) *big.Rat { return added(p.settlementsCities) }}
	roads := rung{true, func(p played) *big.Rat { return added(p.roadsCards) }}
	hand := rung{false, func(p played) *big.Rat { return added(p.inHand) }}
	place := func(n int) rung { return rung{true, func(p played) *big.Rat { return held(p.places, n) }} }
	return map[string][]rung{
		"CN09 3.2b": {wins, vp, share, warnings, lot},
		"FG14 3":    {wins, vp, share, settled, roads, hand, warnings, lot},
		"FG14 3 cl": {points, wins, vp, share, settled, roads, hand, warnings, lot},
		"JP22 3":    {wins, vp, {true, func(p played) *big.Rat { return added(p.netVP) }}, settled},
		"BG 2.2.2":  {points, vp, share, place(1), place(2), place(3)},
		"SQ00 6": {
			points,
			{false, func(p played) *big.Rat { return rat(p.lowestTable) }},
			{false, func(p played) *big.Rat { return rat(p.earlier) }},
		},
	}
}

// compared returns the first rung of a ladder on which two entries differ, -1 if there is none, and whether the
// first entry is ahead on it.
func compared(ladder []rung, a, b played) (at int, ahead bool) {
	for i, rung := range ladder {
		if c := rung.of(a).Cmp(rung.of(b)); c != 0 {
			return i, (c > 0) == rung.more
		}
	}
	return -1, false
}

// drawnField draws entries with few different figures, so that every rung decides sometimes.
func drawnField(t *rapid.T) []played {
	few := func(most int, what string) int { return rapid.IntRange(0, most).Draw(t, what) }
	field := make([]played, rapid.IntRange(1, 8).Draw(t, "entries"))
	rounds := few(3, "rounds")
	for i := range field {
		p := &field[i]
		*p = played{
			entry: league.Entry(1 + 2*i), warnings: few(1, "warnings"), lot: few(2, "lot"), lowestTable: few(1, "table"),
			earlier: few(2, "earlier"), penalty: -few(1, "penalty"),
		}
		for range rounds {
			p.wins = append(p.wins, big.NewRat(int64(few(1, "win")), int64(rapid.SampledFrom([]int{1, 1, 10, 3}).Draw(t, "of"))))
			p.points = append(p.points, big.NewRat(int64(few(2, "points")), int64(rapid.SampledFrom([]int{1, 2}).Draw(t, "of"))))
			var share *big.Rat
			if few(5, "left") > 0 {
				share = big.NewRat(int64(2500+few(1, "share")), 100)
			}
			p.share = append(p.share, share)
			p.places, p.vp = append(p.places, 1+few(3, "place")), append(p.vp, few(1, "vp"))
			p.settlementsCities, p.roadsCards = append(p.settlementsCities, few(1, "settled")), append(p.roadsCards, few(1, "roads"))
			p.inHand, p.netVP = append(p.inHand, few(1, "hand")), append(p.netVP, few(1, "net"))
		}
	}
	return field
}

// entered converts the field for the engine: into scored seats, and figures of the entries.
func entered(criteria []rules.Criterion, field []played) (entrants []standings.Entrant, games []standings.Game) {
	exact := func(r *big.Rat) league.Frac { return league.NewFrac(r.Num().Int64(), r.Denom().Int64()) }
	for _, p := range field {
		e := standings.EntrantOf(criteria, p.entry, p.warnings, p.lot)
		e.Give(criteria, rules.FigureLowestTable, league.Int(p.lowestTable))
		e.Give(criteria, rules.FigureEarlierRank, league.Int(p.earlier))
		e.Give(criteria, rules.FigurePoints, league.Int(p.penalty))
		entrants = append(entrants, e)
		for i := range p.vp {
			points := exact(p.points[i])
			seat := scoring.Seat{Entry: p.entry, Counted: p.vp[i], VP: 99, Place: p.places[i], Win: exact(p.wins[i]), Points: &points}
			if p.share[i] != nil {
				share := exact(p.share[i])
				seat.Share = &share
			}
			seat.Figures = map[string]int{
				"settlements-cities": p.settlementsCities[i], "roads-dev-cards": p.roadsCards[i],
				"resource-cards": p.inHand[i], "net-vp": p.netVP[i],
			}
			games = append(games, standings.GameOf(criteria, i+1, 1, seat))
		}
	}
	return entrants, games
}

// TestAgainstReference: every criterion of every preset decides as its paragraph defines, with exact sums, and
// entries that no criterion separates share a rank.
func TestAgainstReference(t *testing.T) {
	t.Parallel()
	known := ladders()
	for _, id := range presets.IDs() {
		r, err := presets.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range r.Standings {
			name := r.Code + " " + s.Paragraph
			if i > 0 {
				name += " cl"
			}
			ladder, ok := known[name]
			if !ok || len(ladder) != len(s.Criteria) {
				t.Errorf("no reference for %s, or of another length", name)
				continue
			}
			delete(known, name)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				decides(t, s.Criteria, ladder)
			})
		}
	}
	for name := range known {
		t.Errorf("no preset has %s", name)
	}
}

func decides(t *testing.T, criteria []rules.Criterion, ladder []rung) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		field := drawnField(t)
		entrants, games := entered(criteria, field)
		rows := standings.Rank(criteria, entrants, rapid.Permutation(games).Draw(t, "games"))
		for i, row := range rows {
			p := field[(row.Entry-1)/2]
			for j, rung := range ladder {
				if want := rung.of(p); row.Figures[j].String() != league.NewFrac(want.Num().Int64(), want.Denom().Int64()).String() {
					t.Fatalf("entry %d has %v of %s, its games make %s", row.Entry, row.Figures[j], criteria[j].Figure, want.RatString())
				}
			}
			rank := 1
			for _, other := range field {
				if _, ahead := compared(ladder, other, p); ahead {
					rank++
				}
			}
			if row.Rank != rank {
				t.Fatalf("entry %d is %d., %d are ahead of it: %+v", row.Entry, row.Rank, rank-1, rows)
			}
			if i == 0 {
				continue
			}
			above := field[(rows[i-1].Entry-1)/2]
			at, _ := compared(ladder, above, p)
			if row.Decided != at || at < 0 && (row.Par != "" || row.ByLot || above.entry > p.entry) {
				t.Fatalf("entry %d is below %d by line %d, not %+v", row.Entry, above.entry, at, row)
			}
			if at >= 0 {
				if row.Par != criteria[at].Paragraph || row.ByLot != (criteria[at].Figure == rules.FigureLot) {
					t.Fatalf("line %d decided: %+v", at, row)
				}
			}
			c := standings.Compare(criteria, entrants[(above.entry-1)/2], entrants[(p.entry-1)/2], games)
			if c.Decided != at || at >= 0 && c.Above != above.entry || at < 0 && c.Above != 0 {
				t.Fatalf("compared by line %d, above %d; want line %d, above %d", c.Decided, c.Above, at, above.entry)
			}
		}
	})
}

// TestEachCriterionDecides: each criterion of each preset puts its own leader first if the two entries are
// level on all criteria before it and the other entry is ahead on all after it.
func TestEachCriterionDecides(t *testing.T) {
	t.Parallel()
	for _, id := range presets.IDs() {
		r, err := presets.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Standings {
			for decisive, criterion := range s.Criteria {
				t.Run(r.Code+"_"+criterion.Paragraph+"/"+s.ID+" by "+criterion.Figure, func(t *testing.T) {
					t.Parallel()
					decidesAlone(t, s.Criteria, decisive)
				})
			}
		}
	}
}

func decidesAlone(t *testing.T, criteria []rules.Criterion, decisive int) {
	t.Helper()
	ahead := standings.EntrantOf(criteria, 2, 5, 5) // the higher start number, so that it does not help
	other := standings.EntrantOf(criteria, 1, 5, 5)
	games := []standings.Game{
		{Entry: 1, Round: 1, Table: 1, Terms: make([]league.Frac, len(criteria))},
		{Entry: 2, Round: 1, Table: 1, Terms: make([]league.Frac, len(criteria))},
	}
	for i, c := range criteria[decisive:] {
		of, terms := other, games[0].Terms
		if (i == 0) == (c.Best == rules.Most) {
			of, terms = ahead, games[1].Terms
		}
		if at := decisive + i; c.OfEntry() {
			of.Own[at] = of.Own[at].Add(league.Int(1))
		} else {
			terms[at] = league.NewFrac(1, 3)
		}
	}
	rows := standings.Rank(criteria, []standings.Entrant{other, ahead}, games)
	if rows[0].Entry != 2 || rows[1].Rank != 2 || rows[1].Decided != decisive || rows[1].Par != criteria[decisive].Paragraph {
		t.Errorf("got %+v", rows)
	}
	if lot := criteria[decisive].Figure == rules.FigureLot; rows[1].ByLot != lot || rows[0].ByLot {
		t.Errorf("a lot is said to decide: %+v", rows)
	}
}
