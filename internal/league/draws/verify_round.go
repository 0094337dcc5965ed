package draws

import (
	"encoding/hex"
	"maps"
	"reflect"
	"slices"
	"strings"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/schedule"
	"referto/internal/league/seating"
	"referto/internal/league/standings"
)

func (v *verifier) round(d *Round) error {
	return inOrder(
		func() error { return v.drawing(&d.Draw) },
		func() error {
			if d.Draw.Method == Sealed {
				return differs("draw/method: sealed, though round %d is drawn", d.Round)
			}
			return nil
		},
		func() error { return v.replaced(d) },
		func() error { return v.earlier(d) },
		func() error { return sound(d) },
		func() error { return v.complete(&d.Seating) },
		func() error { return v.order(d) },
		func() error { return v.plan(d) },
		func() error { return v.absent(d) },
		func() error { return v.tables(d) },
		func() error {
			if want := repeats(d.Tables, d.Earlier); d.Repeats != want {
				return differs("repeats: %d pairs sit together again", want)
			}
			v.checked("%d pairs sit together again", d.Repeats)
			return nil
		},
	)
}

// replaced puts replacements in the places of those drawn. Their lots come after all others (JP22
// 4).
func (v *verifier) replaced(d *Round) error {
	for i, r := range d.Replacements {
		at, plays := slices.BinarySearch(v.entrants, r.Replaces)
		switch {
		case !plays:
			return differs("replacements: %d does not play, so that nobody steps in for him", r.Replaces)
		case r.Entry < 1 || r.Entry > mostEntry || v.started(r.Entry) || slices.Contains(v.drawn, r.Entry):
			return differs("replacements: %d plays already, or was drawn", r.Entry)
		case i > 0 && r.Entry <= d.Replacements[i-1].Entry:
			return differs("replacements: not in the order of entry, at %d", r.Entry)
		}
		v.entrants = slices.Delete(v.entrants, at, at+1)
		at, _ = slices.BinarySearch(v.entrants, r.Entry)
		v.entrants = slices.Insert(v.entrants, at, r.Entry)
		v.lots[r.Entry] = slices.Max(slices.Collect(maps.Values(v.lots))) + 1
		if place, ok := v.places[r.Replaces]; ok {
			v.places[r.Entry] = place
			delete(v.places, r.Replaces)
		}
		v.instead[r.Replaces] = r.Entry
	}
	if len(d.Replacements) > 0 {
		v.checked("%d have taken the places of others", len(d.Replacements))
		v.believed("who stepped in for whom")
	}
	return nil
}

// playing returns a drawn order with replacements in it.
func (v *verifier) playing(drawn []league.Entry) []league.Entry {
	order := slices.Clone(drawn)
	for i := range order {
		for v.instead[order[i]] != 0 {
			order[i] = v.instead[order[i]]
		}
	}
	return order
}

// earlier checks the tables of the rounds before, as far as possible.
func (v *verifier) earlier(d *Round) error {
	if len(d.Earlier) != d.Round-1 {
		return differs("earlier: %d rounds before round %d", len(d.Earlier), d.Round)
	}
	for i, round := range d.Earlier {
		if round.Round != i+1 {
			return differs("earlier: round %d stands where round %d should", round.Round, i+1)
		}
		if err := v.sit("earlier", round.Tables, false); err != nil {
			return err
		}
	}
	if d.Round > 1 {
		v.believed("the tables of the rounds before; each has a document of its own")
	}
	return nil
}

// complete checks that every entrant is exactly once either in the order or out.
func (v *verifier) complete(s *Seating) error {
	var all []league.Entry
	for _, ranked := range s.Order {
		all = append(all, ranked.Entry)
	}
	for i, out := range s.Out {
		if out.Reason == "" {
			return differs("seating/out: nothing says why %d is out", out.Entry)
		}
		if i > 0 && out.Entry <= s.Out[i-1].Entry {
			return differs("seating/out: not in the order of start numbers, at %d", out.Entry)
		}
		all = append(all, out.Entry)
	}
	if !slices.Equal(slices.Sorted(slices.Values(all)), v.entrants) {
		return differs("seating: order and out are not everybody who started, once")
	}
	v.checked("everybody who started is in the order or out of it, once")
	if len(s.Out) > 0 {
		v.believed("why those are out who are")
	}
	return nil
}

// order checks that the order follows from its basis.
func (v *verifier) order(d *Round) error {
	s := &d.Seating
	kinds := []league.RoundKind{league.Preliminary}
	switch s.Basis {
	case ByDraw:
		if d.Round == 1 {
			kinds = []league.RoundKind{league.Preliminary, league.Semifinal}
		}
	case BySeeds:
		kinds = []league.RoundKind{league.Semifinal, league.Final}
	case ByQualified:
		kinds = []league.RoundKind{league.Final}
	}
	if !slices.Contains(kinds, d.Kind) {
		return differs("kind: a round by %q is not %q", s.Basis, d.Kind)
	}
	switch s.Basis {
	case ByDraw:
		return v.orderOfDraw(d)
	case ByStandings, BySeeds:
		return v.orderOfStandings(s)
	case BySchedule:
		return v.orderOfSchedule(d)
	case ByPrevious:
		v.believed("the standings of the event before")
		return v.bare(s)
	case ByQualified:
		return v.orderOfQualified(d)
	default:
		return differs("seating/basis: %q is unknown", s.Basis)
	}
}

// bare checks that an order has no figures if it does not follow from any.
func (v *verifier) bare(s *Seating) error {
	for _, ranked := range s.Order {
		if len(s.Criteria) > 0 || len(ranked.Figures) > 0 || ranked.DecidedBy != "" {
			return differs("seating: figures, though the order does not follow from any")
		}
	}
	return nil
}

func (v *verifier) orderOfDraw(d *Round) error {
	drawn := d.Draw.FirstRound
	switch {
	case d.Seating.ByHand != "":
		v.believed("the order drawn by hand for this round, and why")
		return v.bare(&d.Seating)
	case d.Round > 1:
		seed, _ := hex.DecodeString(d.Draw.Seed) // checked before
		drawn = seating.Shuffle([32]byte(seed), seating.PurposeRound(d.Round), v.drawn)
	case drawn == nil:
		drawn = byNumber(v.drawn, v.lots)
	}
	want := slices.DeleteFunc(v.playing(drawn), func(entry league.Entry) bool {
		return slices.ContainsFunc(d.Seating.Out, func(out Out) bool { return out.Entry == entry })
	})
	if got := entriesOf(d.Seating.Order); !slices.Equal(got, want) {
		return differs("seating/order: the order drawn, without those who are out, is %v", want)
	}
	v.checked("the order is that of the draw")
	return v.bare(&d.Seating)
}

func (v *verifier) orderOfStandings(s *Seating) error {
	if len(s.Criteria) == 0 {
		return differs("seating/criteria: none, though the order is that of standings")
	}
	criteria := make([]rules.Criterion, len(s.Criteria))
	for i, c := range s.Criteria {
		if c.Best != rules.Most && c.Best != rules.Fewest {
			return differs("seating/criteria: best is %q", c.Best)
		}
		criteria[i] = rules.Criterion{Figure: c.Figure, Best: c.Best}
	}
	for _, ranked := range s.Order {
		if len(ranked.Figures) != len(criteria) {
			return differs("seating/order: entry %d has %d figures for %d criteria", ranked.Entry, len(ranked.Figures), len(criteria))
		}
		for i, c := range criteria {
			if c.Figure == rules.FigureLot && !ranked.Figures[i].Equal(league.Int(v.lots[ranked.Entry])) {
				return differs("seating/order: entry %d stands with lot %s, drawn was %d", ranked.Entry, ranked.Figures[i], v.lots[ranked.Entry])
			}
		}
	}
	want := slices.Clone(s.Order)
	league.Sort(want, func(a, b Ranked) int {
		if order, _ := standings.Order(criteria, a.Figures, b.Figures); order != 0 {
			return order
		}
		return int(a.Entry - b.Entry)
	})
	decide(criteria, want)
	for i := range want {
		if s.Order[i].Entry != want[i].Entry {
			return differs("seating/order: by the figures entry %d is number %d, not entry %d", want[i].Entry, i+1, s.Order[i].Entry)
		}
		if s.Order[i].DecidedBy != want[i].DecidedBy {
			return differs("seating/order: entry %d stands below by %q, not %q", want[i].Entry, want[i].DecidedBy, s.Order[i].DecidedBy)
		}
	}
	v.checked("the order follows from the figures by %d criteria", len(criteria))
	v.believed("the figures but the lots; they follow from the results, as the comparison of two entrants shows")
	return nil
}

// orderOfSchedule checks that the tables of the schedule contain every place once.
func (v *verifier) orderOfSchedule(d *Round) error {
	s := &d.Seating
	held := slices.Sorted(maps.Values(v.places))
	if scheduled := slices.Sorted(slices.Values(slices.Concat(s.Schedule...))); v.places == nil || !slices.Equal(scheduled, held) {
		return differs("seating/schedule: does not hold every place once")
	}
	if got := entriesOf(s.Order); !slices.IsSorted(got) {
		return differs("seating/order: not in the order of start numbers")
	}
	v.checked("the schedule of the round holds every place once")
	if s.Algorithm == "" {
		v.believed("that the schedule is that of the ruleset")
		return v.bare(s)
	}
	if err := v.made(d); err != nil {
		return err
	}
	return v.bare(s)
}

// made makes the schedule of the event again.
func (v *verifier) made(d *Round) error {
	s := &d.Seating
	if s.Algorithm != rules.MakeSchedule {
		return differs("seating/algorithm: %q; this program knows %q", s.Algorithm, rules.MakeSchedule)
	}
	if s.Rounds < d.Round || s.Rounds > schedule.MostRounds || len(v.entrants) > schedule.MostPlayers {
		return differs("seating/rounds: no schedule of %d rounds is made for %d entrants and round %d", s.Rounds, len(v.entrants), d.Round)
	}
	sizes, err := seating.Partition(rulesOf(d), len(v.entrants))
	if err != nil {
		return differs("seating/tables: %v", err)
	}
	if len(sizes) == 0 || slices.Min(sizes) < 2 {
		return differs("seating/tables: no schedule is made for tables of %v", sizes)
	}
	if want := schedule.Make(sizes, s.Rounds).Rounds[d.Round-1]; !reflect.DeepEqual(s.Schedule, want) {
		return differs("seating/schedule: made for tables of %v and %d rounds is %v", sizes, s.Rounds, want)
	}
	v.checked("the schedule is the one that %s makes for tables of %v and %d rounds", s.Algorithm, sizes, s.Rounds)
	return nil
}

// orderOfQualified checks that the qualified entries have played the round before, and that all sit
// at one table.
func (v *verifier) orderOfQualified(d *Round) error {
	at := map[league.Entry]int{}
	if d.Round > 1 {
		at = tableOf(d.Earlier[d.Round-2].Tables)
	}
	for _, ranked := range d.Seating.Order {
		if at[ranked.Entry] == 0 {
			return differs("seating/order: entry %d did not play the round before", ranked.Entry)
		}
	}
	v.checked("who qualified has played the round before")
	v.believed("who qualified; it follows from the results of the round before")
	return v.bare(&d.Seating)
}

// plan makes the plan again.
func (v *verifier) plan(d *Round) error {
	plan, err := replan(d, rulesOf(d), v.places)
	if err != nil {
		return err
	}
	v.planned = without(rulesOf(d), plan, d.Absent)
	if got := tablesOf(plan); !same(d.Plan, got) {
		return differs("plan: from the order follow %v", got)
	}
	v.checked("the %d tables of the plan and their sizes follow from the order", len(d.Plan))
	if !reflect.DeepEqual(d.Reasons, plan.Reasons) {
		return differs("reasons: those of the plan are %v", plan.Reasons)
	}
	if !reflect.DeepEqual(d.Moves, plan.Moves) {
		return differs("moves: those of the plan are %v", plan.Moves)
	}
	v.checked("the reasons of the plan follow from the rules it names")
	return nil
}

// absent checks the entries that were found missing after the draw.
func (v *verifier) absent(d *Round) error {
	seats := tableOf(d.Plan)
	missed := 0
	for _, a := range d.Absent {
		if a.Missed != missed && a.Missed != missed+1 || a.Missed == 0 {
			return differs("absent: the times at which people were missed are not counted from 1")
		}
		missed = a.Missed
		if seats[a.Entry] == 0 || a.Reason == "" || a.Paragraph != d.Absent[0].Paragraph {
			return differs("absent: entry %d has no seat in the plan, or nothing says why he did not come", a.Entry)
		}
		delete(seats, a.Entry)
	}
	if len(d.Absent) > 0 {
		v.checked("the tables without the %d who did not come follow from the plan", len(d.Absent))
		v.believed("who did not come once the tables were drawn")
	}
	return nil
}

// tables checks the published tables against the plan.
func (v *verifier) tables(d *Round) error {
	if d.Change == nil {
		if !same(v.planned, d.Tables) {
			return differs("tables: those of the plan are %v, and nobody says to have changed them", v.planned)
		}
		v.checked("the tables are those of the plan")
		return nil
	}
	if err := v.sit("tables", d.Tables, false); err != nil {
		return err
	}
	c := d.Change
	if c.Reason == "" || c.By == "" || c.AcceptedBy == "" || strings.EqualFold(c.By, c.AcceptedBy) {
		return differs("change: needs a reason and the names of two people")
	}
	if want := moves(v.planned, d.Tables); !slices.Equal(c.Moved, want) {
		return differs("change/moved: at other tables than planned are %v", want)
	}
	if got, want := sizesOf(d.Tables), sizesOf(v.planned); !slices.Equal(got, want) {
		return differs("tables: their sizes are %v, planned were %v", got, want)
	}
	v.checked("%d sit at other tables than planned, which %s did and %s accepted", len(c.Moved), c.By, c.AcceptedBy)
	v.believed("why the tables were changed by hand, and by whom")
	return nil
}

// sizesOf returns the sizes of tables in ascending order.
func sizesOf(tables []Table) []int {
	var sizes []int
	for _, t := range tables {
		sizes = append(sizes, len(t.Entries))
	}
	slices.Sort(sizes)
	return sizes
}

func entriesOf(order []Ranked) []league.Entry {
	entries := make([]league.Entry, len(order))
	for i, ranked := range order {
		entries[i] = ranked.Entry
	}
	return entries
}
