package seating

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/schedule"
)

// FixedSchedule is a schedule for one number of entrants and rounds.
type FixedSchedule struct {
	rules.Schedule
	// By is the algorithm that made it; "" for a printed one.
	By rules.Otherwise
	// Quality is the quality of the rounds played, if all entrants play.
	Quality schedule.Quality
}

// ScheduleFor returns the fixed schedule for a number of entrants: the printed one (CN09 3.3), or, if none is
// printed or it has too few rounds, one that is made, if the ruleset allows that. Otherwise it returns a
// league.RuleError.
func ScheduleFor(r *rules.Ruleset, pairing rules.Pairing, entrants, rounds int) (FixedSchedule, error) {
	printed, err := printedFor(r, pairing, entrants, rounds)
	if err == nil {
		return FixedSchedule{Schedule: printed, Quality: qualityOf(printed, entrants, rounds)}, nil
	}
	if pairing.Otherwise == rules.MakeSchedule {
		return makeSchedule(r, pairing, entrants, rounds)
	}
	return FixedSchedule{}, err
}

func printedFor(r *rules.Ruleset, pairing rules.Pairing, entrants, rounds int) (rules.Schedule, error) {
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

// qualityOf returns the quality of the first rounds of a printed schedule.
func qualityOf(s rules.Schedule, entrants, rounds int) schedule.Quality {
	places := s.Places(entrants)
	var used [][][]int
	for _, tables := range s.Rounds[:rounds] {
		var round [][]int
		for _, table := range tables {
			without := func(place int) bool { return !slices.Contains(places, place) }
			round = append(round, slices.DeleteFunc(slices.Clone(table), without))
		}
		used = append(used, round)
	}
	return schedule.Measure(used)
}

// makeSchedule makes a schedule for the tables into which the entrants are split.
func makeSchedule(r *rules.Ruleset, pairing rules.Pairing, entrants, rounds int) (FixedSchedule, error) {
	if entrants > schedule.MostPlayers || rounds > schedule.MostRounds {
		return FixedSchedule{}, r.Refuse(pairing.Paragraph, "schedule-too-large",
			"players", strconv.Itoa(schedule.MostPlayers), "rounds", strconv.Itoa(schedule.MostRounds))
	}
	sizes, err := Partition(r, entrants)
	if err != nil {
		return FixedSchedule{}, err
	}
	made := schedule.Make(sizes, max(rounds, 1))
	return FixedSchedule{
		Schedule: rules.Schedule{From: entrants, To: entrants, Rounds: made.Rounds, Paragraph: pairing.Paragraph},
		By:       pairing.Otherwise,
		Quality:  made.Quality,
	}, nil
}

// Scheduled seats one round, counted from 1, of a schedule: the holders of a table's places sit at it. Entries
// that no longer play have no place in places; their seats stay empty. It returns a league.RuleError if a table
// is left smaller than any size that the ruleset allows, because a schedule never varies (CN09 3.3).
func Scheduled(r *rules.Ruleset, s FixedSchedule, round int, places map[league.Entry]int) (Plan, error) {
	holder := make(map[int]league.Entry, len(places))
	for entry, place := range places {
		holder[place] = entry
	}
	plan := Plan{Reasons: []league.Grounds{r.Grounds(s.Paragraph, "schedule-round", "round", strconv.Itoa(round))}}
	if s.By != "" {
		plan.Reasons[0] = r.Grounds(s.Paragraph, "made-schedule-round", "round", strconv.Itoa(round), "algorithm", string(s.By))
	}
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
