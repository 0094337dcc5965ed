// Package maildb delivers letters and records whether they arrived, so that a person who waits for one sees that it
// was refused: the inviter at the invitation, the manager at a convocation, everybody at their own account.
//
// A [Letter] may be about a thing ([Matter]) of a tenant, to an account, or both. The last letter of each matter and
// of each account is recorded. [Expect] notes that one is on its way, [Deliver] sends it and notes whether the mail
// server accepted it. For a refusal the server's reply without addresses is stored ([mail.Reply]), and a digest of
// the address, which shows whether the matter's reader has another since.
//
// A letter whose outcome is shown nowhere, or that had no reason any more when its turn came, leaves no record.
package maildb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/mail"
	"referto/internal/mail/matter"
	"referto/internal/outbox"
	"referto/internal/quota"
	"referto/internal/quota/quotadb"
	"referto/internal/tenant/tenantdb"
)

// Outcome is the fate of the last letter about a matter.
type Outcome struct {
	State matter.State
	At    time.Time
	Reply string // of the mail server that refused it; "" for none
}

// Letter is a letter to be sent.
type Letter struct {
	ID       string    // of the job, see [mail.Message]
	Tenant   uuid.UUID // of the matter
	About    matter.Matter
	Account  uuid.UUID // the account with the address; any other id for an address without account
	Language string
	To       mail.Address
	Content  mail.Content
	Agreed   bool         // the reader has a consent to letters for information ([mail.MayWrite])
	Postage  quota.Bucket // from which it is taken; the zero bucket: from none, or it was when it was asked for
}

// Deliver renders a letter, sends it and records its outcome. It returns an [outbox.Giveup] if the letter was refused
// for good. A letter whose reader would have to agree and does not is not written, and leaves no record. If its
// tenant has sent more letters than it may, Deliver returns an [outbox.NotBefore]: the letter waits. A letter that
// was not sent is not counted.
func Deliver(ctx context.Context, db *tenantdb.DB, sender mail.Sender, now func() time.Time, l Letter) error {
	if !mail.MayWrite(l.Content, l.Agreed) {
		return outbox.Giveup(mail.ErrNotAgreed)
	}
	if err := l.pay(ctx, db, now()); err != nil {
		return err
	}
	failed := send(ctx, sender, l)
	if err := l.refund(ctx, db, failed); err != nil {
		return err
	}
	out := Outcome{State: matter.Sent, At: now().UTC(), Reply: mail.Reply(failed)}
	switch {
	case failed == nil:
	case errors.Is(failed, mail.ErrRefused), errors.Is(failed, mail.ErrMessage):
		out.State = matter.Refused
		failed = outbox.Giveup(failed)
	case outbox.LastTry(ctx):
		out.State = matter.Failed
	default:
		return failed // it is tried again
	}
	if err := note(ctx, db, l, out); err != nil {
		return fmt.Errorf("maildb: note what became of a letter: %w", err) // it is tried again, under the same id
	}
	return failed
}

// waitAtLeast is the time after which it is looked again whether a letter may leave: thousands that wait do not ask all the time.
const waitAtLeast = 10 * time.Minute

// pay counts the letter.
func (l Letter) pay(ctx context.Context, db *tenantdb.DB, now time.Time) error {
	var over *quota.ExceededError
	err := l.count(ctx, db, func(b *tenantdb.Batch) { quotadb.Take(b, now, l.Postage) })
	if errors.As(err, &over) {
		return outbox.NotBefore(max(waitAtLeast, over.Wait))
	}
	return err
}

// refund takes the count back of a letter that has not left and is tried again.
func (l Letter) refund(ctx context.Context, db *tenantdb.DB, failed error) error {
	if failed == nil || errors.Is(failed, mail.ErrRefused) || errors.Is(failed, mail.ErrMessage) {
		return nil
	}
	return l.count(context.WithoutCancel(ctx), db, func(b *tenantdb.Batch) { quotadb.GiveBack(b, l.Postage) })
}

func (l Letter) count(ctx context.Context, db *tenantdb.DB, queue func(*tenantdb.Batch)) error {
	if l.Postage.Takes == 0 {
		return nil
	}
	err := tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		b := &tenantdb.Batch{}
		queue(b)
		return tx.Send(b)
	})
	if err != nil {
		return fmt.Errorf("maildb: count a letter: %w", err)
	}
	return nil
}

func send(ctx context.Context, sender mail.Sender, l Letter) error {
	message, err := mail.Render(l.Language, l.To, l.Content)
	if err != nil {
		return fmt.Errorf("%w: %w", mail.ErrMessage, err)
	}
	message.ID = l.ID
	if err := sender.Send(ctx, message); err != nil {
		return fmt.Errorf("letter %s: %w", message.Kind, err)
	}
	return nil
}

// note records the outcome of a letter: at its matter, and at the account.
func note(ctx context.Context, db *tenantdb.DB, l Letter, out Outcome) error {
	var ofTenant, ofAccount error
	if l.About != (matter.Matter{}) {
		ofTenant = tenantdb.In(ctx, db, l.Tenant, nil, func(tx tenantdb.Tx) error {
			tx.Defer(func(b *tenantdb.Batch) { keep(b, l.About, out, l.To.Mail) })
			return nil
		})
	}
	if l.Account != uuid.Nil {
		ofAccount = tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
			tx.Defer(func(b *tenantdb.Batch) { keepOfAccount(b, l.Account, out) })
			return nil
		})
	}
	return cmp.Or(ofTenant, ofAccount)
}

// Expect queues that a letter about a matter is on its way.
func Expect(b *tenantdb.Batch, about matter.Matter, now time.Time) {
	keep(b, about, Outcome{State: matter.Waiting, At: now.UTC()}, "")
}

// Forgo queues that the expected letter about a matter was not written, because its reason or its reader is gone.
func Forgo(b *tenantdb.Batch, about matter.Matter, now time.Time) {
	b.Queue(`update league.mails set state = 'none', at = $3 where tenant_id = platform.current_tenant() and about = $1 and about_id = $2 and state = 'waiting'`,
		about.Kind, about.ID, now.UTC())
}

func keep(b *tenantdb.Batch, about matter.Matter, out Outcome, address string) {
	b.Queue(`insert into league.mails (about, about_id, state, at, reply, address) values ($1, $2, $3, $4, $5, sha256(convert_to(lower($6), 'UTF8')))
		on conflict (tenant_id, about, about_id) do update set state = excluded.state, at = excluded.at, reply = excluded.reply, address = excluded.address`,
		about.Kind, about.ID, out.State, out.At, out.Reply, address)
}

func keepOfAccount(b *tenantdb.Batch, account uuid.UUID, out Outcome) {
	b.Queue(`insert into platform.account_mails (account_id, state, at, reply) select id, $2, $3, $4 from platform.accounts where id = $1
		on conflict (account_id) do update set state = excluded.state, at = excluded.at, reply = excluded.reply`,
		account, out.State, out.At, out.Reply)
}

// Load queues reading the outcomes of the last letters about matters of a kind; matters without a letter are not in
// out afterwards.
func Load(b *tenantdb.Batch, out *map[uuid.UUID]Outcome, kind matter.Kind, ids []uuid.UUID) {
	var about uuid.UUID
	var o Outcome
	b.Queue(`select about_id, state, at, reply from league.mails where tenant_id = platform.current_tenant() and about = $1 and about_id = any($2) and state <> 'none'`, kind, ids).
		Query(func(rows pgx.Rows) error {
			*out = map[uuid.UUID]Outcome{}
			_, err := pgx.ForEachRow(rows, []any{&about, &o.State, &o.At, &o.Reply}, func() error {
				(*out)[about] = o
				return nil
			})
			return err
		})
}

// LoadOfAccount queues reading the outcome of the last letter to an account; out stays nil if there is none.
func LoadOfAccount(b *tenantdb.Batch, out **Outcome, account uuid.UUID) {
	tenantdb.Maybe(b, out, `select state, at, reply from platform.account_mails where account_id = $1`, account)
}
