package authzdb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"

	"referto/internal/tenant/tenantdb"
)

// Account is a person's login. It belongs to no tenant.
type Account struct {
	ID           uuid.UUID
	Email        string // to write to
	EmailKey     string // to compare by, see package email
	Name         string
	Language     string // en, it or bg
	PasswordHash string
	VerifiedAt   *time.Time // nil until the address is confirmed
	SuspendedAt  *time.Time // nil unless suspended
	CreatedAt    time.Time
	Version      int
}

// TableName names the table of accounts for gorm.
func (Account) TableName() string { return "platform.accounts" }

// Verified reports whether the address is confirmed.
func (a Account) Verified() bool { return a.VerifiedAt != nil }

// Suspended reports whether the account may not be used.
func (a Account) Suspended() bool { return a.SuspendedAt != nil }

const accountColumns = `id, email, email_key, name, language, password_hash, verified_at, suspended_at, created_at, version`

// AccountOf retrieves the account with an address; nil if there is none.
func AccountOf(door tenantdb.Door, emailKey string) (a *Account, err error) {
	b := &pgx.Batch{}
	tenantdb.Maybe(b, &a, `select `+accountColumns+` from platform.accounts where email_key = $1`, emailKey)
	return a, door.Send(b)
}

// AccountByID is an account. The error is [tenantdb.ErrNotFound].
func AccountByID(door tenantdb.Door, id uuid.UUID) (a Account, err error) {
	b := &pgx.Batch{}
	tenantdb.One(b, &a, `select `+accountColumns+` from platform.accounts where id = $1`, id)
	return a, door.Send(b)
}

// LockedAccount is an account, kept from other changes until the end of the
// transaction. The error is [tenantdb.ErrNotFound].
func LockedAccount(tx tenantdb.GlobalTx, id uuid.UUID) (a Account, err error) {
	b := &pgx.Batch{}
	tenantdb.One(b, &a, `select `+accountColumns+` from platform.accounts where id = $1 for update`, id)
	return a, tx.Send(b)
}

// Registered holds the outcome of a registration: the account that now has the address and, unless the address was
// confirmed before, the version to confirm.
type Registered struct {
	ID      uuid.UUID
	Version int
	Taken   bool // the address was confirmed before: nothing was changed
}

// Register stores a new account. While the address is unconfirmed, the latest registration counts: it replaces name,
// language and password of an earlier one, whose links become invalid, so that an attacker cannot register a password
// of their own and wait for the owner to confirm. The statements are the same for every address.
func Register(tx tenantdb.GlobalTx, a Account) (r Registered, err error) {
	b := &pgx.Batch{}
	b.Queue(`insert into platform.accounts as a (id, email, email_key, name, language, password_hash, created_at)
		values ($1, $2, $3, $4, $5, $6, $7)
		on conflict (email_key) do update set email = excluded.email, name = excluded.name, language = excluded.language,
			password_hash = excluded.password_hash, version = a.version + 1
		where a.verified_at is null`,
		a.ID, a.Email, a.EmailKey, a.Name, a.Language, a.PasswordHash, a.CreatedAt)
	tenantdb.One(b, &r, `select id, version, verified_at is not null as taken from platform.accounts where email_key = $1`, a.EmailKey)
	b.Queue(`update platform.mail_tokens t set used_at = $2 from platform.accounts a
		where a.email_key = $1 and a.verified_at is null and t.account_id = a.id and t.purpose = 'verify' and t.used_at is null`,
		a.EmailKey, a.CreatedAt)
	return r, tx.Send(b)
}

// ChangeAccount stores name and language of an account that [LockedAccount] has
// locked, and counts its version.
func ChangeAccount(tx tenantdb.GlobalTx, a Account) error {
	return tenantdb.Change(tx, func(orm *gorm.DB) *gorm.DB {
		return orm.Model(&Account{}).Where("id = ?", a.ID).Updates(map[string]any{
			"name": a.Name, "language": a.Language, "version": gorm.Expr("version + 1"),
		})
	})
}

// ReplacePassword stores a new hash if the old one is still current, so that of two changes at once the second finds
// that its current password has changed. It then returns [tenantdb.ErrNotFound].
func ReplacePassword(tx tenantdb.GlobalTx, account uuid.UUID, oldHash, newHash string) error {
	return tenantdb.Change(tx, func(orm *gorm.DB) *gorm.DB {
		return orm.Model(&Account{}).Where("id = ? and password_hash = ?", account, oldHash).Update("password_hash", newHash)
	})
}

// SetPassword stores a new hash for an account whose owner has proved their address, and marks the address as
// confirmed.
func SetPassword(tx tenantdb.GlobalTx, account uuid.UUID, hash string, now time.Time) error {
	return tenantdb.Change(tx, func(orm *gorm.DB) *gorm.DB {
		return orm.Model(&Account{}).Where("id = ?", account).Updates(map[string]any{
			"password_hash": hash, "verified_at": gorm.Expr("coalesce(verified_at, ?)", now), "version": gorm.Expr("version + 1"),
		})
	})
}
