package draws

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
)

// replan makes the plan from the input in the document. The order has been checked for
// completeness.
func replan(d *Round, r *rules.Ruleset, places map[league.Entry]int) (seating.Plan, error) {
	s := &d.Seating
	plan, err := replanBy(r, d, places)
	if err != nil {
		return plan, differs("plan: %v", err)
	}
	if s.Rematches != nil {
		plan = seating.AvoidRematches(r, *s.Rematches, plan, seatsOf(d.Earlier))
	}
	if s.Apart != nil {
		plan = keepApart(r, d, plan)
	}
	return plan, nil
}

// keepApart keeps people apart by the rule of the document's format.
func keepApart(r *rules.Ruleset, d *Round, plan seating.Plan) seating.Plan {
	rule := rules.Apart{Exchange: d.Seating.Apart.Exchange, Paragraph: d.Seating.Apart.Paragraph}
	keep := seating.KeepApart
	if d.Format == Format {
		keep = seating.KeepApartAsGiven
	}
	return keep(r, rule, plan, entriesOf(d.Seating.Order), d.Seating.Apart.Pairs)
}

// rulesOf returns the ruleset with the seating rules that a document contains.
func rulesOf(d *Round) *rules.Ruleset {
	s := &d.Seating
	r := &rules.Ruleset{Code: s.Code}
	if s.Sizes != nil {
		r.Tables = rules.Tables{Sizes: s.Sizes.Allowed, Partition: s.Sizes.Partition, Paragraph: s.Sizes.Paragraph}
		for _, e := range s.Sizes.Exceptions {
			r.Tables.Exceptions = append(r.Tables.Exceptions, rules.TableException(e))
		}
	}
	if len(d.Absent) > 0 {
		r.Tables.MoveToShort = d.Absent[0].Paragraph
	}
	return r
}

// seatsOf returns all tables of rounds.
func seatsOf(rounds []Earlier) [][]league.Entry {
	var seats [][]league.Entry
	for _, round := range rounds {
		for _, table := range round.Tables {
			seats = append(seats, table.Entries)
		}
	}
	return seats
}

func replanBy(r *rules.Ruleset, d *Round, places map[league.Entry]int) (seating.Plan, error) {
	s := &d.Seating
	order := entriesOf(s.Order)
	pairing := rules.Pairing{Paragraph: s.Paragraph, FirstRound: s.Paragraph}
	switch s.Basis {
	case ByDraw:
		return seating.FirstRound(r, pairing, order)
	case ByPrevious:
		return seating.ByPrevious(r, pairing, order)
	case ByStandings:
		return seating.ByStandings(r, pairing, order)
	case BySchedule:
		holders := make(map[league.Entry]int)
		for _, entry := range order {
			holders[entry] = places[entry]
		}
		rounds := make([][][]int, d.Round)
		rounds[d.Round-1] = s.Schedule
		return seating.Scheduled(r, seating.FixedSchedule{Schedule: rules.Schedule{Rounds: rounds, Paragraph: s.Paragraph}, By: s.Algorithm}, d.Round, holders)
	}
	if s.Basis == BySeeds && d.Kind == league.Semifinal {
		r.Elimination.Semifinal = &rules.SemifinalRule{Seeds: s.Seeds, Paragraph: s.Paragraph}
		return seating.Semifinal(r, order)
	}
	if s.Basis == BySeeds {
		order = atRanks(order, slices.Concat(s.Seeds...))
	}
	r.Elimination.Final = &rules.FinalRule{Paragraph: s.Paragraph}
	return seating.Final(r, order), nil
}

// atRanks returns the entries of an order at ranks, as far as they exist.
func atRanks(order []league.Entry, ranks []int) []league.Entry {
	var at []league.Entry
	for _, rank := range ranks {
		if rank <= len(order) {
			at = append(at, order[rank-1])
		}
	}
	return at
}

// mostSizes and mostSeats bound the rule on sizes of an untrusted document.
const (
	mostSizes = 8
	mostSeats = 100
)

// sound checks the conditions that the engines assume of a valid ruleset.
func sound(d *Round) error {
	s := &d.Seating
	if s.Sizes != nil {
		if err := soundSizes(s.Sizes); err != nil {
			return err
		}
	}
	ranks := slices.Sorted(slices.Values(slices.Concat(s.Seeds...)))
	for i, rank := range ranks {
		if rank != i+1 {
			return differs("seating/seeds: not every rank from 1 to %d once", len(ranks))
		}
	}
	bySize := s.Basis == ByDraw || s.Basis == ByPrevious || s.Basis == ByStandings
	for _, part := range []struct {
		name         string
		there, wants bool
	}{
		{"tables", s.Sizes != nil, bySize || s.Basis == BySchedule || len(d.Absent) > 0},
		{"seeds", len(s.Seeds) > 0, s.Basis == BySeeds},
		{"schedule", len(s.Schedule) > 0, s.Basis == BySchedule},
		{"rounds", s.Rounds > 0, s.Algorithm != ""},
	} {
		if part.there != part.wants {
			return differs("seating/%s: there or not, against the basis %q", part.name, s.Basis)
		}
	}
	switch {
	case s.ByHand != "" && (s.Basis != ByDraw || d.Round == 1):
		return differs("seating/byHand: the order of round %d by %q is not drawn out of a hat", d.Round, s.Basis)
	case s.Algorithm != "" && s.Basis != BySchedule:
		return differs("seating/algorithm: no schedule is followed by %q", s.Basis)
	case s.Rematches != nil && (s.Basis != ByStandings || s.Rematches.Within < 1):
		return differs("seating/rematches: nobody is exchanged by %q", s.Basis)
	}
	if s.Apart != nil && !bySize {
		return differs("seating/apart: nobody is kept apart by %q", s.Basis)
	}
	return nil
}

func soundSizes(s *Sizes) error {
	if len(s.Allowed) == 0 || len(s.Allowed) > mostSizes || !slices.Contains(partitions, s.Partition) {
		return differs("seating/tables: no sizes, too many, or an unknown partition")
	}
	lists := [][]int{s.Allowed}
	for _, e := range s.Exceptions {
		lists = append(lists, e.Sizes)
		sum := 0
		for _, size := range e.Sizes {
			sum += size
		}
		if sum != e.Entrants {
			return differs("seating/tables: an exception for %d seats %d", e.Entrants, sum)
		}
	}
	for _, size := range slices.Concat(lists...) {
		if size < 1 || size > mostSeats {
			return differs("seating/tables: no table has %d seats", size)
		}
	}
	return nil
}

// partitions are the values that a document may contain.
var partitions = []rules.Partition{rules.MostOfLargest, rules.InOrder, rules.MaxFours, rules.MinFours}
