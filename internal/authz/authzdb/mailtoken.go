package authzdb

import (
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/authz/token"
	"referto/internal/tenant/tenantdb"
)

// Purpose is the one use of the link of a mail.
type Purpose string

// The purposes.
const (
	PurposeVerify Purpose = "verify" // confirm an address
	PurposeReset  Purpose = "reset"  // set a new password
	PurposeSignIn Purpose = "sign-in"
)

// LinkLifetime limits how long the link of a mail works.
const LinkLifetime = time.Hour

// ErrLink means that a link is wrong, used, out of date or for another purpose.
var ErrLink = errors.New("authzdb: the link does not work")

// IssueVerification stores the secret of a link that confirms the address of an
// account in a version. It is not issued if the address is confirmed by now or was
// registered anew.
func IssueVerification(tx tenantdb.GlobalTx, link token.Hash, account uuid.UUID, version int, now time.Time) (issued bool, err error) {
	return issue(tx, `insert into platform.mail_tokens (token_hash, purpose, account_id, created_at, expires_at)
		select $1, 'verify', a.id, $2, $3 from platform.accounts a
		where a.id = $4 and a.version = $5 and a.verified_at is null and a.suspended_at is null for share of a`,
		link[:], now, now.Add(LinkLifetime), account, version)
}

// IssueReset stores the secret of a link that sets a new password. It is not issued
// if there is no such account or it is suspended.
func IssueReset(tx tenantdb.GlobalTx, link token.Hash, account uuid.UUID, now time.Time) (issued bool, err error) {
	return issue(tx, `insert into platform.mail_tokens (token_hash, purpose, account_id, created_at, expires_at)
		select $1, 'reset', a.id, $2, $3 from platform.accounts a where a.id = $4 and a.suspended_at is null for share of a`,
		link[:], now, now.Add(LinkLifetime), account)
}

// IssueSignIn stores the secret of a link that signs in. It is not issued if there is no such account, if it is
// suspended, or if its address is not confirmed: whoever has registered another person's address knows the password
// of that account, and the owner of the address must not take that account over.
func IssueSignIn(tx tenantdb.GlobalTx, link token.Hash, account uuid.UUID, now time.Time) (issued bool, err error) {
	return issue(tx, `insert into platform.mail_tokens (token_hash, purpose, account_id, created_at, expires_at)
		select $1, 'sign-in', a.id, $2, $3 from platform.accounts a
		where a.id = $4 and a.verified_at is not null and a.suspended_at is null for share of a`,
		link[:], now, now.Add(LinkLifetime), account)
}

func issue(tx tenantdb.GlobalTx, sql string, args ...any) (issued bool, err error) {
	b := &pgx.Batch{}
	b.Queue(sql, args...).Exec(func(tag pgconn.CommandTag) error {
		issued = tag.RowsAffected() == 1
		return nil
	})
	return issued, tx.Send(b)
}

// UseLink consumes a link and returns its account; of two uses at once exactly one succeeds. It returns [ErrLink] if
// the link is not valid.
func UseLink(tx tenantdb.GlobalTx, link token.Hash, purpose Purpose, now time.Time) (account uuid.UUID, err error) {
	b := &pgx.Batch{}
	tenantdb.Scalar(b, &account, `update platform.mail_tokens set used_at = $3
		where token_hash = $1 and purpose = $2 and used_at is null and expires_at > $3 returning account_id`,
		link[:], string(purpose), now)
	if err = tx.Send(b); errors.Is(err, tenantdb.ErrNotFound) {
		return uuid.Nil, ErrLink
	}
	return account, err
}

// ConfirmAddress marks the address of an account as confirmed and lets its other
// links of that purpose die.
func ConfirmAddress(tx tenantdb.GlobalTx, account uuid.UUID, now time.Time) error {
	b := &pgx.Batch{}
	b.Queue(`update platform.accounts set verified_at = $2, version = version + 1 where id = $1 and verified_at is null`, account, now)
	queueDropLinks(b, account, now, PurposeVerify)
	return tx.Send(b)
}

// DropLinks lets the account's other links of some purposes die.
func DropLinks(tx tenantdb.GlobalTx, account uuid.UUID, now time.Time, purposes ...Purpose) error {
	b := &pgx.Batch{}
	queueDropLinks(b, account, now, purposes...)
	return tx.Send(b)
}

func queueDropLinks(b *pgx.Batch, account uuid.UUID, now time.Time, purposes ...Purpose) {
	b.Queue(`update platform.mail_tokens set used_at = $3 where account_id = $1 and purpose = any($2) and used_at is null`, account, purposes, now)
}
