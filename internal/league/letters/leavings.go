package letters

import (
	"referto/internal/authz/gate"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/mail/matter"
	"referto/internal/outbox"
)

// NotifyLeaver queues a letter to a player whose leaving was reported, if the ruleset bans for it, because
// nobody can answer a report that they do not know of.
func NotifyLeaver(later *outbox.Outbox, c *gate.Call, s *officiating.Situation, w facts.Withdrawal) error {
	if !w.Unexcused || s.Rules.Leaving.Ban == "" {
		return nil
	}
	c.ExpectMail(matter.Leaving, w.ID)
	return later.Insert(c.Tx(), LeavingLetter{Tenant: c.Tenant.ID, Event: s.Event.ID, Withdrawal: w.ID})
}
