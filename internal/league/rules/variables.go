package rules

import (
	"slices"

	"referto/internal/league/formula"
)

// Variable is a name that formulas may use, as their documentation has it.
type Variable struct{ Name, Meaning string }

// The figures of a seat and of its table, in the order in which package scoring
// gives them. Behind those of the seat come the recorded figures, the sums and the
// calculations of the ruleset, in the order of the document.
var (
	SeatVariables = []Variable{
		{"vp", "points on the board; 0 for who left where the ruleset takes those"},
		{"counted", "points that count, after the cap"},
		{"place", "place in the game; the better one where several share it"},
		{"sharing", "how many share that place, at least 1"},
		{"left", "order of leaving the game; 0 for who stayed"},
		{"win", "part of a win, 0 to 1"},
		{"start", "turn in which the seat began, from 1"},
		{"points", "points for places, by teams or as entered; 0 where the ruleset gives none"},
		{"penalty", "points for leaving the game, mostly less than 0"},
		{VariableShare, "share of the table's points in percent, rounded as the ruleset says; only where it has shares"},
	}
	TableVariables = []Variable{
		{"size", "seats that started the game"},
		{"stayed", "seats that played it to its end"},
		{"target", "points that win"},
		{"declared", "1 if somebody won by declaring it, else 0"},
		{"timed_out", "1 if the time limit ended the game, else 0"},
		{"round", "number of the round, from 1"},
		{"rounds", "preliminary rounds of the event"},
		{"entrants", "entries that started the event"},
		{VariableTotal, "what shares are parts of; only where the ruleset has shares"},
	}
)

// Variables of rulesets with shares only.
const (
	VariableShare = "share"
	VariableTotal = "total"
)

// EventVariables are the figures of an entry at the end of an event, in the order
// in which package tournament gives them. Behind them come the criteria of the
// standings that the series names, and the calculations.
var EventVariables = []Variable{
	{"place", "final place; the better one where several share it"},
	{"sharing", "how many share that place, at least 1"},
	{"entrants", "entries that started the event"},
	{"rounds", "preliminary rounds of the event"},
	{"games", "preliminary games that the entry played"},
	{"struck", "1 for who left the event or was expelled, else 0"},
}

// The figures of a player in a series, in the order in which package series gives
// them. Behind them come the calculations.
var (
	SeriesVariables = []Variable{
		{"events", "events of the series so far"},
		{"played", "those in which the player has points"},
		{"firsts", "those that the player won, alone or with others"},
		{"penalties", "points added by penalties on the series or its year, mostly less than 0"},
	}
	// SeriesLists are lists of the points of events.
	SeriesLists = []Variable{
		{"points", "of all events played, the earliest first"},
		{"counted", "of those that count, the best first"},
		{"dropped", "of those that do not, the best first"},
	}
)

// MaxEvents is the largest number of events of a series.
const MaxEvents = 100

// Steps bound the operations that the formulas of one kind may take together in one
// evaluation: of a seat, of an entry of an event, of a player in a series. Seats
// are scored again with every change of an event, a series seldom.
const (
	seatSteps   = 4_000
	eventSteps  = 4_000
	seriesSteps = 40_000
)

// scope returns the names that the formula of a calculation may use.
func (r *Ruleset) scope(calculation int) *formula.Scope {
	s := &formula.Scope{MaxSteps: eventSteps}
	of := r.Calculations[calculation].Of
	switch of {
	case OfSeat:
		s.Rows, s.MaxRows, s.MaxSteps = "seats", MaxSeats, seatSteps
		s.Own, s.Common = r.withShares(SeatVariables), r.withShares(TableVariables)
		s.Own = append(s.Own, r.recorded()...)
	case OfEvent:
		s.Common = variableNames(EventVariables)
		list, _ := r.StandingsOf(r.seriesStandings())
		for _, k := range list.Criteria {
			s.Common = append(s.Common, formula.Name(k.Figure))
		}
	case OfSeries:
		s.MaxSteps = seriesSteps
		s.Common, s.Lists, s.MaxList = variableNames(SeriesVariables), variableNames(SeriesLists), MaxEvents
	}
	own := &s.Common
	if of == OfSeat {
		own = &s.Own
	}
	for _, earlier := range r.Calculations[:calculation] {
		if earlier.Of == of {
			*own = append(*own, formula.Name(earlier.ID))
		}
	}
	return s
}

// recorded are the names of the figures that are recorded and added up.
func (r *Ruleset) recorded() []string {
	var list []string
	for _, f := range r.Game.Figures {
		list = append(list, formula.Name(f.ID))
	}
	for _, s := range r.Game.Sums {
		list = append(list, formula.Name(s.ID))
	}
	return list
}

// withShares are variables by name; those of shares have none, which no formula
// can write, where the ruleset has no shares.
func (r *Ruleset) withShares(list []Variable) []string {
	found := variableNames(list)
	for i, name := range found {
		if r.Scoring.Share == (Share{}) && slices.Contains([]string{VariableShare, VariableTotal}, name) {
			found[i] = ""
		}
	}
	return found
}

func variableNames(list []Variable) []string {
	return names(list, func(v Variable) string { return v.Name })
}
