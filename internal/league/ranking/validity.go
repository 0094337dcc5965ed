package ranking

import (
	"referto/internal/league"
	"referto/internal/league/facts"
)

// Counts reports whether an event counts in rankings and series: it is finished, homologated if it belongs to a
// season, and not declared void (D003-15). The verdict and the validity are the latest ones; nil if there is none.
func Counts(e facts.Event, verdict *facts.Verdict, validity *facts.EventValidity) bool {
	homologated := verdict != nil && verdict.Kind == facts.VerdictHomologated
	return e.State == facts.Finished && (e.SeasonID == nil || homologated) && (validity == nil || validity.Valid)
}

// Declare returns the decision that an event is void, or that it counts after all (D003-15). Last is the latest
// such decision; nil if there is none: the event counts. It refuses an event of a season, which is homologated or
// invalidated instead, an event that is not finished, and a decision that changes nothing.
func Declare(e facts.Event, last *facts.EventValidity, valid bool, reason string) (facts.EventValidity, error) {
	was, number := true, 0
	if last != nil {
		was, number = last.Valid, last.Number
	}
	switch {
	case e.SeasonID != nil:
		return facts.EventValidity{}, league.NotNow("homologation-decides")
	case e.State != facts.Finished:
		return facts.EventValidity{}, league.NotNow("event-not-finished", "state", string(e.State))
	case was == valid:
		return facts.EventValidity{}, league.NotNow("validity-as-it-was")
	}
	return facts.EventValidity{Number: number + 1, Valid: valid, Reason: reason}, nil
}
