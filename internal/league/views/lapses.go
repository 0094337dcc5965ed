package views

import (
	"referto/frontend/words"
	"referto/internal/league/desk"
	"referto/openapi"
)

// Lapse makes an entry that was not kept, for the player and for the championship manager.
func Lapse(w *words.Words, l desk.Lapsed) openapi.Lapse {
	out := openapi.Lapse{
		Event: openapi.EventRef{Id: l.EventID, Title: l.EventTitle}, LocalDate: openapi.Day(l.Day), Entry: l.Entry, Kind: openapi.LapseKind(l.Kind),
		At: l.At, Excused: l.Lapse.Excused, Counts: l.Counts, Follows: openapi.LapseConsequence(l.Follows), Explanation: Explain(w, l.Grounds),
	}
	if l.BanID != nil {
		out.Ban = *l.BanID
	}
	if l.Withdrawal != nil {
		out.Withdrawal = *l.Withdrawal
	}
	if l.ExcuseNumber > 0 {
		out.Decision = openapi.LapseDecision{Number: l.ExcuseNumber, Excused: l.Unkept.Excused, Reason: l.ExcuseReason, At: *l.ExcuseAt}
	}
	return out
}
