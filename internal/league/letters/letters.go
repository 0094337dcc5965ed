package letters

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/leaguedb"
	"referto/internal/mail/maildb"
	"referto/internal/mail/matter"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// deliver sends a letter to a person of the register. If the letter is refused at the address in the register,
// its job waits until the address changes. If it has changed meanwhile the job is run again after a second, and loads the new address or finds no
// reader. A nil job need not be stored.
func (o Office) deliver(ctx context.Context, l maildb.Letter, player league.PlayerID, job outbox.Job) error {
	l.Postage = o.Postage(l.Tenant)
	err := maildb.Deliver(ctx, o.DB, o.Mail, o.Now, l)
	if job == nil || l.Account != uuid.Nil || !outbox.GivenUp(err) {
		return err
	}
	text, broken := json.Marshal(job)
	if broken != nil {
		return outbox.Giveup(fmt.Errorf("keep a letter: %w", broken))
	}
	var kept bool
	broken = tenantdb.In(ctx, o.DB, l.Tenant, nil, func(tx tenantdb.Tx) (err error) {
		kept, err = moneydesk.At(o.Desk).KeepLetter(tx, player, l.To.Mail, leaguedb.HeldLetter{Kind: job.Kind(), Job: text, HeldAt: o.Now().UTC()})
		return err
	})
	switch {
	case broken != nil:
		return broken
	case !kept:
		return outbox.NotBefore(time.Second)
	}
	return err
}

// forgo notes that a letter about a matter is not written after all.
func (o Office) forgo(ctx context.Context, tenant uuid.UUID, about matter.Matter) error {
	return tenantdb.In(ctx, o.DB, tenant, nil, func(tx tenantdb.Tx) error {
		tx.Defer(func(b *tenantdb.Batch) { maildb.Forgo(b, about, o.Now()) })
		return nil
	})
}
