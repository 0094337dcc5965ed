package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const formColumns = `f.id, f.event_id, f.state, f.name, f.name_key, f.email, f.email_key, f.club, f.city, f.birth_year, f.language, f.holds_seat,
	f.sent_at, f.confirm_by, f.ended_at, f.entry, f.letters, f.name_reserved`

// AddForm queues a form that was sent.
func AddForm(b *pgx.Batch, f facts.FormEntry) {
	b.Queue(`insert into league.form_entries (id, event_id, state, name, name_key, email, email_key, club, city, birth_year, language, holds_seat, sent_at, confirm_by, letters, name_reserved)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		f.ID, f.EventID.UUID, f.State, f.Name, f.NameKey, f.Email, f.EmailKey, f.Club, f.City, f.BirthYear, f.Language, f.HoldsSeat, f.SentAt, f.ConfirmBy, f.Letters, f.NameReserved)
}

// ChangeForm queues the new state of a form with its kept data, its entry, its letters and whether its name is
// reserved.
func ChangeForm(b *pgx.Batch, f facts.FormEntry) {
	tenantdb.Exec(b, `update league.form_entries set state = $2, name = $3, name_key = $4, email = $5, email_key = $6, club = $7, city = $8, birth_year = $9,
		ended_at = $10, entry = $11, letters = $12, name_reserved = $13 where id = $1`,
		f.ID, f.State, f.Name, f.NameKey, f.Email, f.EmailKey, f.Club, f.City, f.BirthYear, f.EndedAt, f.Entry, f.Letters, f.NameReserved)
}

// LoadForm queues a form; out stays nil without it.
func LoadForm(b *pgx.Batch, out **facts.FormEntry, id uuid.UUID) {
	tenantdb.Maybe(b, out, `select `+formColumns+` from league.form_entries f where f.id = $1`, id)
}

// LoadFormOfEntry queues the form of which an entry was made; out stays nil for any other entry.
func LoadFormOfEntry(b *pgx.Batch, out **facts.FormEntry, event league.EventID, entry int) {
	tenantdb.Maybe(b, out, `select `+formColumns+` from league.form_entries f where f.event_id = $1 and f.entry = $2`, event.UUID, entry)
}

// LoadForms queues the forms of an event that are not confirmed yet, in the order they were sent.
func LoadForms(b *pgx.Batch, out *[]facts.FormEntry, event league.EventID) {
	tenantdb.Many(b, out, `select `+formColumns+` from league.form_entries f where f.event_id = $1 and f.state = 'sent' order by f.sent_at, f.id`, event.UUID)
}

// LoadFormsOf queues the forms sent from an address to enter an event under the same name: those not confirmed
// yet, and those whose entry still waits for the start.
func LoadFormsOf(b *pgx.Batch, out *[]facts.FormEntry, event league.EventID, emailKey, nameKey string) {
	tenantdb.Many(b, out, `select `+formColumns+` from league.form_entries f where f.event_id = $1 and f.state = 'sent' and f.email_key = $2 and f.name_key = $3
		union all select `+formColumns+` from league.form_entries f
			join league.entries n on n.tenant_id = f.tenant_id and n.event_id = f.event_id and n.number = f.entry and n.state in ('entered', 'waiting', 'checked-in')
			join league.players p on p.tenant_id = n.tenant_id and p.id = n.player_id
			where f.event_id = $1 and p.email_key = $2 and p.name_key = $3`, event.UUID, emailKey, nameKey)
}

// AddFormLink queues the secret of a letter's link.
func AddFormLink(b *pgx.Batch, hash []byte, form uuid.UUID, at time.Time) {
	b.Queue(`insert into league.form_links (token_hash, form_id, made_at) values ($1, $2, $3)`, hash, form, at)
}

// LoadLinkedForm queues the form of a link; out stays nil for any other link.
func LoadLinkedForm(b *pgx.Batch, out **facts.FormEntry, hash []byte) {
	tenantdb.Maybe(b, out, `select `+formColumns+` from league.form_entries f where f.id = (select form_id from league.form_links where token_hash = $1)`, hash)
}

// HoldNewPerson queues the wait for every other transaction that decides whether the register has a person of an
// address and a name, and makes the others wait until this one ends. People who are not in the register yet have no
// row that could be held.
func HoldNewPerson(b *pgx.Batch, emailKey, nameKey string) {
	b.Queue(`select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'person', platform.current_tenant(), $1::text, $2::text), 0))`, emailKey, nameKey)
}

// LoadPeopleOfAddress queues the players of a name whose confirmed address, or whose account's address, is the
// given one.
func LoadPeopleOfAddress(b *pgx.Batch, out *[]facts.Player, emailKey, nameKey string) {
	tenantdb.Many(b, out, `select `+playerColumns+` from league.players where name_key = $2 and kept_as is null
		and (email_key = $1 and address_before = '' or account_id = (select id from platform.accounts where email_key = $1 and verified_at is not null)) order by id`, emailKey, nameKey)
}
