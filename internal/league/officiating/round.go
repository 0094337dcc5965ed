package officiating

import (
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// Next returns the next step, or the error why it cannot be taken. Draw and preview both call it.
func (s *Situation) Next() (tournament.Step, error) {
	if err := s.RequireRunning(); err != nil {
		return tournament.Step{}, err
	}
	next := s.State.Next
	switch {
	case next.Err != nil:
		return next, next.Err
	case next.Kind == "" && next.Provisional:
		return next, &league.StateError{Grounds: s.Rules.Grounds(s.Rules.Format.Paragraph, "last-round-drawn")}
	case next.Kind == "":
		return next, &league.StateError{Grounds: s.Rules.Grounds(s.Rules.Format.Paragraph, "event-has-no-further-round")}
	case len(next.Missing) > 0:
		return next, league.NotNow("results-missing", "tables", league.Numbers(next.Missing))
	case next.Provisional:
		return next, league.NotNow("round-not-closed", "round", strconv.Itoa(len(s.Rounds)))
	}
	return next, nil
}

// TablesOf returns the tables of a plan in their stored form.
func TablesOf(p seating.Plan) []facts.Table {
	tables := make([]facts.Table, 0, len(p.Tables))
	for _, t := range p.Tables {
		tables = append(tables, facts.Table{Number: t.Number, Seats: t.Seats})
	}
	return tables
}

// DrawNext returns the next round, drawn at a moment: by the ruleset, or, if byHand is not nil, by
// hand.
func (s *Situation) DrawNext(byHand *ByHand, now time.Time) (facts.Round, error) {
	next, err := s.Next()
	if err != nil {
		return facts.Round{}, err
	}
	round := facts.Round{
		Number: next.Number, Kind: next.Kind, State: "open", DrawnAt: now, Method: s.Method(next),
		Clock: facts.Clock{LimitSeconds: s.Event.TimeLimitMinutes * 60},
	}
	switch {
	case byHand == nil:
		round.Tables, round.Reasons = TablesOf(*next.Plan), next.Plan.Why()
		return round, nil
	case byHand.Tables != nil:
		return s.SeatByHand(round, next, *byHand)
	}
	return s.DrawByHand(round, next, *byHand)
}

// Method returns the name of the way in which the ruleset seats a round.
func (s *Situation) Method(next tournament.Step) string {
	pairing := s.pairing()
	switch {
	case !tournament.ForEverybody(next.Kind, next.Number):
		return "seeded"
	case next.Kind == league.Semifinal:
		return "lot"
	case pairing.BySchedule(next.Number):
		return "fixed"
	case pairing.System == rules.ByPreviousStandings:
		return "standings"
	case next.Number == 1 || pairing.System == rules.ByLot:
		return "lot"
	}
	return "standings"
}
