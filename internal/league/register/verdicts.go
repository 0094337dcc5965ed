package register

import (
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// Case is an event of a season about which somebody decides.
type Case struct {
	homologation.Case
	Of *Season
}

// Case returns an event of the season as a case for a verdict. It returns a [league.StateError] for
// an event that is not public.
func (s *Season) Case(e facts.Event, manager bool) (*Case, error) {
	state, known := s.EventState(e.ID)
	if !known {
		return nil, league.NotNow("event-state", "state", string(e.State), "wanted", string(facts.Finished))
	}
	at := s.at[e.ID]
	return &Case{Of: s, Case: homologation.Case{
		Rules: s.RulesOf(e), Season: s.Rules, Event: e, State: state, Last: at.verdict, Report: at.report,
		National: s.FinalEvent(rules.ToNationalFinal, league.RegionID{}), Manager: manager,
	}}, nil
}

// Ruled returns the season with a verdict.
func (c *Case) Ruled(v facts.Verdict) *Season {
	after := c.Of.WithEvent(c.Event, func(e *season.Event) {
		e.Verdict, e.Waived = verdictOf(&v), waivedBy(&v)
		switch {
		case e.Report == nil:
		case v.Kind == facts.VerdictReturned:
			e.Report = nil
		default:
			judged := *e.Report
			judged.Unsound = v.Unsound
			e.Report = &judged
		}
	})
	after.Verdicts = append(slices.DeleteFunc(slices.Clone(after.Verdicts), func(o facts.Verdict) bool { return o.EventID == v.EventID }), v)
	after.index()
	return after
}

// Own returns why an event of the season is an account's own; see [homologation.Own].
func (s *Season) Own(e facts.Event, account uuid.UUID, had []facts.Involvement) []league.Grounds {
	return homologation.Own(s.RulesOf(e), e.ID, account, had)
}
