package letters

import (
	"referto/internal/authz/gate"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/mail/matter"
	"referto/internal/outbox"
)

// TellLeaver has the person told that his leaving was reported, where it is: a report
// about which he knows nothing is none to which he can say anything.
func TellLeaver(later *outbox.Outbox, c *gate.Call, s *officiating.Situation, w facts.Withdrawal) error {
	if !w.Unexcused || s.Rules.Leaving.Ban == "" {
		return nil
	}
	c.ExpectMail(matter.Leaving, w.ID)
	return later.Insert(c.Tx(), LeavingLetter{Tenant: c.Tenant.ID, Event: s.Event.ID.UUID, Withdrawal: w.ID})
}
