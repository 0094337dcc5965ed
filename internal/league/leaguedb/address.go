package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const addressChangeColumns = `id, player_id, was, became, changed_by, changed_at, confirmed_at`

// AddAddressChange queues a change of a mail address.
func AddAddressChange(b *pgx.Batch, c facts.AddressChange) {
	b.Queue(`insert into league.address_changes (id, player_id, was, became, changed_by, changed_at, confirmed_at) values ($1, $2, $3, $4, $5, $6, $7)`,
		c.ID, c.PlayerID.UUID, c.Was, c.Became, c.ChangedBy, c.ChangedAt, c.ConfirmedAt)
}

// LoadAddressChange queues a change of a mail address; out stays nil without it.
func LoadAddressChange(b *pgx.Batch, out **facts.AddressChange, id uuid.UUID) {
	tenantdb.Maybe(b, out, `select `+addressChangeColumns+` from league.address_changes where id = $1`, id)
}

// LoadLatestAddressChange queues the last change of a person's mail address; out stays nil if it has never
// changed.
func LoadLatestAddressChange(b *pgx.Batch, out **facts.AddressChange, player league.PlayerID) {
	tenantdb.Maybe(b, out, `select `+addressChangeColumns+` from league.address_changes where player_id = $1 order by id desc limit 1`, player.UUID)
}

// AddAddressLink queues the secret of a link that confirms a change.
func AddAddressLink(b *pgx.Batch, hash []byte, change uuid.UUID, at time.Time) {
	b.Queue(`insert into league.address_links (token_hash, change_id, made_at) values ($1, $2, $3)`, hash, change, at)
}

// LoadLinkedAddress queues the change that a link confirms; out stays nil for any other
// link.
func LoadLinkedAddress(b *pgx.Batch, out **facts.AddressChange, hash []byte) {
	tenantdb.Maybe(b, out, `select `+addressChangeColumns+` from league.address_changes
		where id = (select change_id from league.address_links where token_hash = $1)`, hash)
}

// ConfirmAddress queues that a person's present address is confirmed by a change.
func ConfirmAddress(b *pgx.Batch, c facts.AddressChange, at time.Time) {
	tenantdb.Exec(b, `update league.address_changes set confirmed_at = $2 where id = $1`, c.ID, at)
	tenantdb.Exec(b, `update league.players set address_before = '', version = version + 1 where id = $1`, c.PlayerID.UUID)
}

// HoldAddress queues a player and keeps their address from being changed or confirmed until the transaction
// ends; out stays nil if there is none.
func HoldAddress(b *pgx.Batch, out **facts.Player, id league.PlayerID) {
	tenantdb.Maybe(b, out, `select `+playerColumns+` from league.players where id = $1 for no key update`, id.UUID)
}

// HoldPersonAddress is [HoldAddress] for the record that is kept for a person: letters to each of their records go to its address.
func HoldPersonAddress(b *pgx.Batch, out **facts.Player, record league.PlayerID) {
	tenantdb.Maybe(b, out, `select `+playerColumns+` from league.players where id = `+keptOf+` for no key update`, record.UUID)
}

// HeldLetter is a letter that waits until the address of its reader is confirmed: a job,
// by its kind.
type HeldLetter struct {
	ID       uuid.UUID
	PlayerID league.PlayerID
	Kind     string
	Job      []byte
	HeldAt   time.Time
}

// AddHeldLetter queues that a letter waits. The same one waits once.
func AddHeldLetter(b *pgx.Batch, l HeldLetter) {
	b.Queue(`insert into league.held_letters (id, player_id, kind, job, held_at)
		select $1, $2, $3, $4::jsonb, $5 where not exists (select from league.held_letters where player_id = $2 and kind = $3 and job = $4::jsonb)`,
		l.ID, l.PlayerID.UUID, l.Kind, string(l.Job), l.HeldAt)
}

// TakeHeldLetters queues the letters that wait for a person, given by the record that is kept, in the order in which they
// were written, and that they do not wait any more.
func TakeHeldLetters(b *pgx.Batch, out *[]HeldLetter, player league.PlayerID) {
	tenantdb.Many(b, out, `with taken as (delete from league.held_letters where player_id = `+anyOf(recordsOf("$1"))+` returning id, player_id, kind, job::text::bytea as job, held_at)
		select * from taken order by id`, player.UUID)
}

// OpenCall is a convocation that was neither accepted nor withdrawn.
type OpenCall struct {
	ID       uuid.UUID
	SeasonID league.SeasonID
}

// LoadOpenCalls queues the convocations of a person that were neither accepted nor withdrawn, the oldest first.
// The caller checks whether an answer is still expected.
func LoadOpenCalls(b *pgx.Batch, out *[]OpenCall, player league.PlayerID, now time.Time) {
	tenantdb.Many(b, out, `select id, season_id from league.convocations
		where player_id = `+anyOf(recordsOf("$1"))+` and accepted_at is null and withdrawn_at is null and answer_by > $2 order by id`, player.UUID, now)
}

// AddressPlace names an address to which the change of an address is reported.
type AddressPlace string

// The places.
const (
	AtOldAddress AddressPlace = "old"
	AtAccount    AddressPlace = "account"
)

// Notified is a person who is notified of a change of their address, at one of the places.
type Notified struct {
	Place                 AddressPlace
	Name, Email, Language string
	Tenant, Slug          string
	Account               bool // they have one, to which letters go
}

// LoadNotified queues the addresses at which a person is notified of a change of their address: the old one and
// that of their account, each once.
func LoadNotified(b *pgx.Batch, out *[]Notified, change uuid.UUID) {
	tenantdb.Many(b, out, `select distinct on (lower(r.email)) r.place, p.name, r.email, coalesce(a.language, t.languages[1], 'en') as language, t.name as tenant, t.slug, p.account_id is not null as account
		from league.address_changes c join league.players p on p.tenant_id = c.tenant_id and p.id = c.player_id
		join platform.tenants t on t.id = c.tenant_id
		left join platform.accounts a on a.id = p.account_id
		cross join lateral (values ('old', c.was), ('account', case when a.suspended_at is null then a.email end)) r (place, email)
		where c.id = $1 and r.email <> '' order by lower(r.email), r.place desc`, change)
}
