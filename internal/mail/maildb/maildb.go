// Package maildb delivers letters and records whether they arrived, so that whoever waits
// for one sees that it was refused: the inviter at the invitation, the manager at a
// convocation, everybody at their own account.
//
// A [Letter] may be about something ([Matter]) of a tenant, to an account, or both. Of each
// matter and of each account the last letter is known. [Expect] notes that one is on its
// way, [Deliver] sends it and notes whether the mail server took it. What is kept of a
// refusal is the server's reply without addresses ([mail.Reply]), and a digest of the
// address, which reports whether the matter's reader has another since.
//
// A letter that nobody has to wait for, or that had no reason any more when its turn came,
// leaves nothing.
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
	Account  uuid.UUID // whose address it goes to; any other id for an address that is no account's
	Language string
	To       mail.Address
	Content  mail.Content
	Agreed   bool // the reader has a consent to letters for information ([mail.MayWrite])
}

// Deliver renders a letter, sends it and notes what became of it. The error is an
// [outbox.Giveup] where it was refused for good. One to which the reader would have to agree and does not
// is not written, which leaves nothing.
func Deliver(ctx context.Context, db *tenantdb.DB, sender mail.Sender, now func() time.Time, l Letter) error {
	if !mail.MayWrite(l.Content, l.Agreed) {
		return outbox.Giveup(mail.ErrNotAgreed)
	}
	failed := send(ctx, sender, l)
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

// note keeps what became of a letter: at its matter, and at the account.
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

// Forgo queues that the letter that was on its way about a matter was not written: there
// was nothing to write any more, or nobody to write to.
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

// Load queues what became of the last letters about matters of a kind; a matter of which
// nothing is known is not in out afterwards.
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

// LoadOfAccount queues what became of the last letter to an account; out stays nil where
// nothing is known.
func LoadOfAccount(b *tenantdb.Batch, out **Outcome, account uuid.UUID) {
	tenantdb.Maybe(b, out, `select state, at, reply from platform.account_mails where account_id = $1`, account)
}
