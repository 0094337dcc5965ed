package seating

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// ScheduleFor is the printed schedule for a number of entrants (CN09 3.3). It is
// a league.RuleError where none is printed, or not for as many rounds.
func ScheduleFor(r *rules.Ruleset, pairing rules.Pairing, entrants, rounds int) (rules.Schedule, error) {
	for _, s := range pairing.Schedules {
		if entrants < s.From || entrants > s.To {
			continue
		}
		if rounds > len(s.Rounds) {
			return rules.Schedule{}, r.Refuse(s.Paragraph, "schedule-too-short",
				"rounds", strconv.Itoa(rounds), "printed", strconv.Itoa(len(s.Rounds)))
		}
		return s, nil
	}
	return rules.Schedule{}, r.Refuse(pairing.Paragraph, "no-schedule", "entrants", strconv.Itoa(entrants))
}

// Scheduled seats one round, counted from 1, of a schedule: a table is who holds
// its places. Entries that do not play on have no place among places; their
// seats stay empty. A table that is left smaller than any the ruleset allows is
// a league.RuleError, because a schedule never varies (CN09 3.3).
func Scheduled(r *rules.Ruleset, s rules.Schedule, round int, places map[league.Entry]int) (Plan, error) {
	holder := make(map[int]league.Entry, len(places))
	for entry, place := range places {
		holder[place] = entry
	}
	plan := Plan{Reasons: []league.Grounds{r.Grounds(s.Paragraph, "schedule-round", "round", strconv.Itoa(round))}}
	for i, table := range s.Rounds[round-1] {
		var seats []league.Entry
		for _, place := range table {
			if entry, ok := holder[place]; ok {
				seats = append(seats, entry)
			}
		}
		if !slices.Contains(r.Tables.Sizes, len(seats)) {
			return Plan{}, r.Refuse(s.Paragraph, "scheduled-table-too-small",
				"table", strconv.Itoa(i+1), "seats", strconv.Itoa(len(seats)))
		}
		plan.add(seats)
	}
	return plan, nil
}
