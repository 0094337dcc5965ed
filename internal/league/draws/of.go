package draws

import (
	"cmp"
	"fmt"
	"slices"

	"referto/internal/league"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
)

// Of makes the document of the draw of a round, counted from 1. It leaves out the event, its lots,
// the names in its change and its hash, which the facts do not contain. It returns
// league.ErrNotFound if the round has not been drawn.
func Of(r *rules.Ruleset, facts tournament.Facts, round int) (Round, error) {
	if round < 1 || round > len(facts.Rounds) {
		return Round{}, fmt.Errorf("draw of round %d: %w", round, league.ErrNotFound)
	}
	before, err := tournament.Replay(r, facts.Before(round))
	if err != nil {
		return Round{}, fmt.Errorf("before the draw of round %d: %w", round, err)
	}
	plan := before.Next.Plan
	if plan == nil { // a drawn round had a plan
		return Round{}, fmt.Errorf("before the draw of round %d: no plan", round)
	}
	m := &maker{rules: r, facts: facts, number: round, before: before, plan: *plan}
	m.pairing, _ = r.Pairing(facts.Pairing)
	d := Round{
		Format: Format, Round: round, Kind: facts.Rounds[round-1].Kind,
		Seating: m.seating(), Plan: tablesOf(*plan), Reasons: plan.Reasons, Moves: plan.Moves,
		Tables: played(facts.Rounds[round-1]),
	}
	if d.Seating.Apart != nil {
		m.keptApart(&d)
	}
	for i, earlier := range facts.Rounds[:round-1] {
		d.Earlier = append(d.Earlier, Earlier{Round: i + 1, Tables: played(earlier)})
	}
	d.Repeats = repeats(d.Tables, d.Earlier)
	d.Absent = m.absent()
	if len(d.Absent) > 0 && d.Seating.Sizes == nil {
		d.Seating.Sizes = m.sizes()
	}
	if planned := without(r, m.plan, d.Absent); !same(planned, d.Tables) {
		d.Change = &Change{Moved: moves(planned, d.Tables)}
	}
	return d, nil
}

// keptApart sets the format by the rule by which people were kept apart: the present one, unless
// only the first rule gives the published tables.
func (m *maker) keptApart(d *Round) {
	d.Format = FormatApart
	given := *d
	given.Format = Format
	plan, err := replan(&given, rulesOf(&given), nil)
	if err != nil {
		return
	}
	absent := m.absent()
	if same(without(m.rules, m.plan, absent), d.Tables) || !same(without(m.rules, plan, absent), d.Tables) {
		return
	}
	m.plan = plan
	d.Format, d.Plan, d.Moves = Format, tablesOf(plan), plan.Moves
}

// maker derives the input of a plan.
type maker struct {
	rules   *rules.Ruleset
	facts   tournament.Facts
	number  int
	before  tournament.State
	pairing rules.Pairing
	plan    seating.Plan
}

func (m *maker) seating() Seating {
	s := Seating{Basis: m.basis(), Code: m.rules.Code}
	switch s.Basis {
	case ByDraw:
		s.Paragraph, s.Sizes = m.pairing.FirstRound, m.sizes()
		s.Order = unranked(m.seated(m.drawn()))
	case ByPrevious:
		s.Paragraph, s.Sizes = m.pairing.Paragraph, m.sizes()
		s.Order = unranked(m.seated(m.previous()))
	case ByStandings:
		s.Paragraph, s.Sizes = m.pairing.Paragraph, m.sizes()
		m.ranked(&s, m.isSeated)
		s.Rematches = m.pairing.Rematches
	case BySeeds:
		s.Seeds, s.Paragraph = m.seeds()
		m.ranked(&s, m.isIn)
	case BySchedule:
		s.Paragraph = m.plan.Reasons[0].Par
		s.Sizes, s.Schedule = m.sizes(), m.places()
		if s.Algorithm = m.before.ScheduleBy; s.Algorithm != "" {
			s.Rounds = len(m.before.Schedule)
		}
		s.Order = unranked(m.seated(slices.Sorted(slices.Values(m.facts.Entrants))))
	case ByQualified:
		s.Paragraph = m.rules.Elimination.Final.Paragraph
		for _, q := range m.before.Finalists {
			s.Order = append(s.Order, Ranked{Entry: q.Entry})
		}
	}
	s.Out = m.out(s.Order)
	s.Apart = m.apart(s.Basis)
	return s
}

func (m *maker) basis() Basis {
	final := m.rules.Elimination.Final
	switch kind := m.before.Next.Kind; {
	case kind == league.Semifinal && m.number == 1:
		return ByDraw
	case kind == league.Final && (m.before.Format.Semifinal || len(final.FromTables) > 0):
		return ByQualified
	case kind != league.Preliminary:
		return BySeeds
	case m.number <= len(m.before.Schedule):
		return BySchedule
	case m.pairing.System == rules.ByPreviousStandings && (m.number == 1 || m.pairing.Later == rules.PreviousTournament):
		return ByPrevious
	case m.number == 1 || m.pairing.System == rules.ByLot:
		return ByDraw
	default:
		return ByStandings
	}
}

func (m *maker) sizes() *Sizes {
	t := m.rules.Tables
	s := &Sizes{Allowed: t.Sizes, Partition: t.Partition, Paragraph: t.Paragraph}
	for _, e := range t.Exceptions {
		s.Exceptions = append(s.Exceptions, Exception(e))
	}
	return s
}

// drawn returns the order drawn for the round.
func (m *maker) drawn() []league.Entry {
	switch {
	case m.number > 1:
		return m.facts.Draws[m.number-2]
	case m.facts.FirstRound != nil:
		return m.facts.FirstRound
	}
	return byNumber(m.facts.Entrants, m.facts.Lots)
}

// previous returns the order of the previous event, followed by the other entrants by start number.
func (m *maker) previous() []league.Entry {
	order := slices.Clone(m.facts.Previous)
	for _, entry := range slices.Sorted(slices.Values(m.facts.Entrants)) {
		if !slices.Contains(order, entry) {
			order = append(order, entry)
		}
	}
	return order
}

// seeds returns the ranks at each table, with their paragraph.
func (m *maker) seeds() ([][]int, string) {
	if m.before.Next.Kind == league.Semifinal {
		rule := m.rules.Elimination.Semifinal
		return rule.Seeds, rule.Paragraph
	}
	rule := m.rules.Elimination.Final
	ranks := make([]int, rule.Players)
	for i := range ranks {
		ranks[i] = i + 1
	}
	return [][]int{ranks}, rule.Paragraph
}

// ranked sets the standings before the round, of the entries that can be seated.
func (m *maker) ranked(s *Seating, can func(league.Entry) bool) {
	for _, c := range m.before.Criteria {
		s.Criteria = append(s.Criteria, Criterion{Figure: c.Figure, Best: c.Best, Paragraph: c.Paragraph})
	}
	for _, row := range m.before.Rounds[m.number-2].Standings {
		if can(row.Entry) {
			s.Order = append(s.Order, Ranked{Entry: row.Entry, Figures: row.Figures})
		}
	}
	decide(m.before.Criteria, s.Order)
}

// decide sets for each row the figure that put it below the one above.
func decide(criteria []rules.Criterion, order []Ranked) {
	for i := range order {
		order[i].DecidedBy = ""
		if i == 0 {
			continue
		}
		if _, decided := standings.Order(criteria, order[i-1].Figures, order[i].Figures); decided >= 0 {
			order[i].DecidedBy = criteria[decided].Figure
		}
	}
}

// places returns the places of the schedule at each table of the round, of those who started.
func (m *maker) places() [][]int {
	var tables [][]int
	for _, table := range m.before.Schedule[m.number-1].Tables {
		var places []int
		for _, entry := range table.Seats {
			places = append(places, m.facts.Places[entry])
		}
		tables = append(tables, places)
	}
	return tables
}

// apart returns the pairs that the plan keeps apart; nil if there are none.
func (m *maker) apart(basis Basis) *Apart {
	rule := m.pairing.ApartIn(m.number, m.before.Format.Rounds)
	if rule == nil || basis != ByPrevious && basis != ByStandings {
		return nil
	}
	pairs := m.facts.ApartIn(m.number)
	if len(pairs) == 0 {
		return nil
	}
	return &Apart{Exchange: rule.Exchange, Paragraph: rule.Paragraph, Pairs: pairs}
}

// out returns the entrants missing in an order, by start number, with the reasons.
func (m *maker) out(order []Ranked) []Out {
	in := make(map[league.Entry]bool, len(order))
	for _, ranked := range order {
		in[ranked.Entry] = true
	}
	var out []Out
	for _, entry := range slices.Sorted(slices.Values(m.facts.Entrants)) {
		if !in[entry] {
			g := m.whyOut(entry)
			out = append(out, Out{Entry: entry, Reason: g.Reason, Paragraph: g.Par})
		}
	}
	return out
}

// The reasons for which an entry that has not left could not be seated.
const (
	isAbsent     = "absent"
	notQualified = "not-qualified"
)

func (m *maker) whyOut(entry league.Entry) league.Grounds {
	for _, struck := range m.before.Struck {
		if struck.Entry == entry {
			return struck.Grounds
		}
	}
	for _, late := range m.before.Next.Late {
		if late.Entry == entry && !late.Plays {
			return late.Grounds
		}
	}
	if tournament.ForEverybody(m.before.Next.Kind, m.number) {
		return league.Grounds{Reason: isAbsent}
	}
	return league.Grounds{Reason: notQualified, Par: m.rules.Elimination.Final.Paragraph}
}

// seated returns the entries of an order that the plan seats.
func (m *maker) seated(order []league.Entry) []league.Entry {
	return slices.DeleteFunc(slices.Clone(order), func(entry league.Entry) bool { return !m.isSeated(entry) })
}

func (m *maker) isSeated(entry league.Entry) bool {
	return slices.ContainsFunc(m.plan.Tables, func(t seating.Table) bool { return slices.Contains(t.Seats, entry) })
}

// isIn reports whether an entry could sit in an elimination round: it has neither left nor given up
// its place.
func (m *maker) isIn(entry league.Entry) bool {
	holds := func(list []qualify.Qualified) bool {
		return slices.ContainsFunc(list, func(q qualify.Qualified) bool { return q.Entry == entry })
	}
	for _, struck := range m.before.Struck {
		if struck.Entry == entry {
			return false
		}
	}
	return !holds(m.before.Qualifiers) || holds(m.before.Finalists)
}

// absent returns the entries of the plan that were found missing after the draw, in the order of
// the records.
func (m *maker) absent() []Missing {
	par := m.rules.Tables.MoveToShort
	var out []Missing
	missing := func(entry league.Entry, round, known int, reason string) {
		if round == m.number && known > 0 && m.isSeated(entry) {
			out = append(out, Missing{Out{Entry: entry, Reason: reason, Paragraph: par}, known})
		}
	}
	for _, a := range m.facts.Absences {
		missing(a.Entry, a.Round, a.AfterDraw, isAbsent)
	}
	for _, a := range m.facts.Arrivals {
		if late := tournament.LatenessOf(m.rules, a.Entry, a.Minutes); !late.Plays {
			missing(a.Entry, a.Round, a.AfterDraw, late.Grounds.Reason)
		}
	}
	league.Sort(out, func(a, b Missing) int { return cmp.Or(cmp.Compare(a.Missed, b.Missed), cmp.Compare(a.Entry, b.Entry)) })
	count, before := 0, 0
	for i := range out { // numbered anew without revoked records
		if out[i].Missed != before {
			count, before = count+1, out[i].Missed
		}
		out[i].Missed = count
	}
	return out
}

func unranked(order []league.Entry) []Ranked {
	out := make([]Ranked, len(order))
	for i, entry := range order {
		out[i].Entry = entry
	}
	return out
}
