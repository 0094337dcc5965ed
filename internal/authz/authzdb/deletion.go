package authzdb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// DeletedName is the name of a deleted account, under which its acts stay in audits: always the
// same for the account. Where people read it, it is written in their language.
func DeletedName(account uuid.UUID) string {
	text := account.String()
	return "Account " + text[len(text)-4:]
}

// EmptyAccount removes the personal data from an account that [LockedAccount] has locked: its address becomes free,
// and the account gets no more sign-ins and letters. The row stays for the audit.
func EmptyAccount(tx tenantdb.GlobalTx, account uuid.UUID, principal string, now time.Time) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `update platform.accounts set email = '', email_key = 'deleted ' || id, name = $2, password_hash = '', verified_at = null,
		suspended_at = $3, deleted_at = $3, version = version + 1 where id = $1 and deleted_at is null`, account, DeletedName(account), now)
	b.Queue(`update platform.account_mails set reply = '' where account_id = $1`, account)
	b.Queue(`update platform.mail_tokens set used_at = $2 where account_id = $1 and used_at is null`, account, now)
	b.Queue(`delete from platform.idempotency where principal = $1`, principal)
	return tx.Send(b)
}

// InvitingTenants retrieves the tenants with an invitation to an address, through the door of the person with that
// address.
func InvitingTenants(self tenantdb.Door, emailKey string) (list []tenant.Ref, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select distinct t.id, t.slug, t.name from league.invitations i join platform.tenants t on t.id = i.tenant_id where i.email_key = $1`, emailKey)
	return list, self.Send(b)
}

// ForgetInvited queues that the invitations of a tenant name an address no more; those that are
// open are withdrawn.
func ForgetInvited(b *tenantdb.Batch, emailKey, principal string, now time.Time) {
	b.Queue(`update league.invitations set email = '', email_key = '', withdrawn_at = case when accepted_at is null then coalesce(withdrawn_at, $2) else withdrawn_at end where email_key = $1`, emailKey, now)
	b.Queue(`delete from league.idempotency where principal = $1`, principal)
}

// DeletedAccounts are the accounts that their owners have deleted.
func DeletedAccounts(tx tenantdb.GlobalTx) (ids []uuid.UUID, err error) {
	b := &pgx.Batch{}
	b.Queue(`select id from platform.accounts where deleted_at is not null order by id`).Query(func(rows pgx.Rows) (err error) {
		ids, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		return err
	})
	return ids, tx.Send(b)
}

// RevokeAll queues the end of all roles of an account in a tenant.
func RevokeAll(b *tenantdb.Batch, account uuid.UUID, now time.Time) {
	b.Queue(`update league.grants set revoked_at = $2 where account_id = $1 and revoked_at is null`, account, now)
}
