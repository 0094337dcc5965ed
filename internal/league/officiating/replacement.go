package officiating

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// MayReplace returns the reserves in their order, at least one, if an entrant may be replaced now:
// before the first game has a result (JP22 4).
func (s *Situation) MayReplace(gone facts.Entry) ([]league.Entry, error) {
	entry := league.Entry(gone.Number)
	params := []string{"entry", strconv.Itoa(gone.Number)}
	if err := s.RequireRunning(); err != nil {
		return nil, err
	}
	overflow := s.Rules.Field.Overflow
	switch {
	case overflow == nil || overflow.Rule != rules.Reserves:
		return nil, s.Rules.Refuse(s.Rules.Field.Paragraph, "no-reserves")
	case gone.State != facts.Playing:
		return nil, league.NotNow("entry-not-playing", params...)
	case slices.ContainsFunc(s.Rounds, hasResult):
		return nil, league.NotNow("first-game-played")
	case slices.ContainsFunc(s.Sanctions, func(x facts.Sanction) bool { return x.Entry == gone.Number && x.RevokedAt == nil }):
		return nil, league.NotNow("entry-has-sanctions", params...)
	case s.IsOut(entry):
		return nil, league.NotNow("entry-is-out", params...)
	}
	by := s.StandingBy()
	if len(by) == 0 {
		return nil, &league.StateError{Grounds: s.Rules.Grounds(overflow.Paragraph, "no-reserve-left")}
	}
	return by, nil
}

// StepIn returns an entrant who defaults and the reserve who replaces them, each in the next
// version. The reserve takes over the draws except for the lot: that stays in the list to which the
// seed is bound, and the reserve's lot is the last.
func (s *Situation) StepIn(gone, reserve facts.Entry) (out, in facts.Entry) {
	lot := s.lastLot()
	reserve.Replaces, reserve.Lot, reserve.DrawPosition, reserve.Place = &gone.Number, &lot, gone.DrawPosition, gone.Place
	gone.State, reserve.State, reserve.WaitingPosition = facts.NoShow, facts.Playing, 0
	gone.Version++
	reserve.Version++
	return gone, reserve
}

// lastLot returns a lot higher than all that were drawn.
func (s *Situation) lastLot() int {
	last := 0
	for _, e := range s.Entries {
		if e.Lot != nil {
			last = max(last, *e.Lot)
		}
	}
	return last + 1
}

// TakeSeat returns a drawn round in which one entry has the seat of another (JP22 4).
func (s *Situation) TakeSeat(round facts.Round, from, to league.Entry) facts.Round {
	round.Tables = slices.Clone(round.Tables)
	for i := range round.Tables {
		seats := slices.Clone(round.Tables[i].Seats)
		if seat := slices.Index(seats, from); seat >= 0 {
			seats[seat] = to
			round.Tables[i].Seats = seats
			round.Reasons = append(slices.Clip(round.Reasons), s.Rules.Grounds(s.Rules.Field.Overflow.Paragraph, "reserve-takes-seat",
				"entry", itoa(to), "replaces", itoa(from), "table", strconv.Itoa(round.Tables[i].Number)))
		}
	}
	return round
}
