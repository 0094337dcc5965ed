package leagueapi

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/leaguedb"
	"referto/internal/mail"
	"referto/internal/mail/maildb"
	"referto/internal/mail/matter"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// deliver sends a letter to a person of the register. A job whose letter is refused at the
// address that the register has waits until that is another; nil is one of which nothing
// has to be kept.
func (a *API) deliver(ctx context.Context, db *tenantdb.DB, sender mail.Sender, now func() time.Time, l maildb.Letter, player league.PlayerID, job outbox.Job) error {
	err := maildb.Deliver(ctx, db, sender, now, l)
	if job == nil || l.Account != uuid.Nil || !outbox.GivenUp(err) {
		return err
	}
	text, broken := json.Marshal(job)
	if broken != nil {
		return outbox.Giveup(fmt.Errorf("keep a letter: %w", broken))
	}
	kept := tenantdb.In(ctx, db, l.Tenant, nil, func(tx tenantdb.Tx) error {
		return moneydesk.At(a.desk).KeepLetter(tx, player, leaguedb.HeldLetter{Kind: job.Kind(), Job: text, HeldAt: now().UTC()})
	})
	if kept != nil {
		return kept
	}
	return err
}

// forgo notes that a letter about a matter is not written after all.
func forgo(ctx context.Context, db *tenantdb.DB, tenant uuid.UUID, about matter.Matter, now time.Time) error {
	return tenantdb.In(ctx, db, tenant, nil, func(tx tenantdb.Tx) error {
		tx.Defer(func(b *tenantdb.Batch) { maildb.Forgo(b, about, now) })
		return nil
	})
}
