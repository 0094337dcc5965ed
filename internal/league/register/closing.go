package register

import (
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// MayClose refuses to close a season whose register may still change or whose last game is not
// played, and while somebody waits for money or owes prizes: a closed season sends no reminders.
// Claims counts the refund claims by their states.
func (s *Season) MayClose(claims map[facts.RefundState]int) error {
	if open := s.OpenEvents(); len(open) > 0 {
		return league.NotNow("season-events-undecided", "number", strconv.Itoa(len(open)), "event", open[0].Title)
	}
	for _, p := range s.State.Places {
		if p.To != rules.ToNationalFinal || p.Holder == NoPlayer {
			continue
		}
		if final := s.FinalOf(p); final == nil || final.State != facts.Finished {
			return s.refuse(p.To, "national-final-not-over")
		}
		break
	}
	for i := range s.Facts.Events {
		e := &s.Facts.Events[i]
		of := s.at[e.ID]
		if of.state != nil && of.state.OwesPrizes(e) {
			return &league.StateError{Grounds: s.Rules.Grounds(of.state.Prizes.Par, "season-prizes-due", "event", of.row.Title)}
		}
	}
	open := 0
	for state, number := range claims {
		if !state.Over() {
			open += number
		}
	}
	if open > 0 {
		return &league.StateError{Grounds: s.Rules.Grounds(s.Rules.Season.Refund.Paragraph, "season-claims-open", "number", strconv.Itoa(open))}
	}
	return nil
}
