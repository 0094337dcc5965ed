package gate

import (
	"github.com/google/uuid"

	"referto/internal/mail/maildb"
	"referto/internal/mail/matter"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// Mail converts the outcome of a letter for answers; empty if it is unknown.
func Mail(o maildb.Outcome) openapi.MailOutcome {
	return openapi.MailOutcome{State: openapi.MailOutcomeState(o.State), At: o.At, Reply: o.Reply}
}

// Mails loads the outcomes of the last letters about things of a kind, for answers.
func Mails(door tenantdb.Door, kind matter.Kind, ids ...uuid.UUID) (func(uuid.UUID) openapi.MailOutcome, error) {
	var known map[uuid.UUID]maildb.Outcome
	if len(ids) > 0 {
		b := &tenantdb.Batch{}
		maildb.Load(b, &known, kind, ids)
		if err := door.Send(b); err != nil {
			return nil, err
		}
	}
	return func(id uuid.UUID) openapi.MailOutcome { return Mail(known[id]) }, nil
}

// ExpectMail notes that a letter about a thing is on its way.
func (c *Call) ExpectMail(kind matter.Kind, id uuid.UUID) {
	now := c.Now
	c.Tx().Defer(func(b *tenantdb.Batch) { maildb.Expect(b, matter.Matter{Kind: kind, ID: id}, now) })
}

// MailUnderWay makes the outcome that answers show of a letter that was left
// just now.
func (c *Call) MailUnderWay() openapi.MailOutcome {
	return Mail(maildb.Outcome{State: matter.Waiting, At: c.Now})
}
