package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// Privacy holds a tenant's settings for the data of its people.
type Privacy struct {
	Country string // code of ISO 3166-1; "" where it was not said
	Version int
}

// LoadPrivacy queues the tenant's privacy settings; out stays unchanged if there are none.
func LoadPrivacy(b *pgx.Batch, out **Privacy) {
	tenantdb.Maybe(b, out, `select country, version from league.privacy`)
}

// LoadCountry queues the country of the tenant, "" if it is not set.
func LoadCountry(b *pgx.Batch, out *string) {
	tenantdb.Scalar(b, out, `select coalesce((select country from league.privacy), '')`)
}

// TakePrivacy is [LoadPrivacy] for a change: nobody else changes the settings until the transaction ends.
func TakePrivacy(b *pgx.Batch, out *Privacy) {
	b.Queue(`insert into league.privacy (country) values ('') on conflict (tenant_id) do nothing`)
	tenantdb.One(b, out, `select country, version from league.privacy for no key update`)
}

// SetCountry queues the country of the tenant, in the next version.
func SetCountry(b *pgx.Batch, country string) {
	b.Queue(`update league.privacy set country = $1, version = version + 1`, country)
}

const consentQuery = `select c.id, c.player_id, c.purpose, c.text_version, c.guardian, c.proof, c.given_on::text as given_on, c.recorded_by as recorded_by_id, a.name as recorded_by, c.recorded_at,
	c.withdrawn_at, coalesce(w.name, '') as withdrawn_by, c.withdrawn_reason
	from league.consents c join platform.accounts a on a.id = c.recorded_by left join platform.accounts w on w.id = c.withdrawn_by`

// LoadConsents queues the consents of a person, by any record of theirs, the latest first.
func LoadConsents(b *pgx.Batch, out *[]facts.Consent, person league.PlayerID) {
	tenantdb.Many(b, out, consentQuery+` where c.player_id = `+anyOf(recordsOf("$1"))+` order by c.id desc`, person.UUID)
}

// LoadLastBirth queues the latest year of birth among the records of a person; 0 if none is known.
func LoadLastBirth(b *pgx.Batch, out *int, person league.PlayerID) {
	tenantdb.Scalar(b, out, `select coalesce(max(birth_year), 0)::integer from league.players where id = `+anyOf(recordsOf("$1")), person.UUID)
}

// AddConsent queues a consent. The constraint consent_given_once refuses one that is already given.
func AddConsent(b *pgx.Batch, c facts.Consent, by uuid.UUID) {
	b.Queue(`insert into league.consents (id, player_id, purpose, text_version, guardian, proof, given_on, recorded_by, recorded_at)
		values ($1, $2, $3, $4, $5, $6, $7::text::date, $8, $9)`,
		c.ID, c.PlayerID.UUID, string(c.Purpose), c.TextVersion, c.Guardian, c.Proof, string(c.GivenOn), by, c.RecordedAt)
}

// EndConsent queues that a consent is withdrawn.
func EndConsent(b *pgx.Batch, id, by uuid.UUID, reason string, at time.Time) {
	tenantdb.Exec(b, `update league.consents set withdrawn_by = $2, withdrawn_reason = $3, withdrawn_at = $4 where id = $1 and withdrawn_at is null`, id, by, reason, at)
}

// SetInitials queues the update of who is shown by their initials in public: people of whom any record has a
// year of birth from the given one on, unless a guardian agrees to the full name. It updates the given people,
// by the records that are kept, or all if players is nil. The records for which this changes are added to out.
func SetInitials(b *pgx.Batch, out *[]ShownAnew, minorsFrom int, players []league.PlayerID) {
	records := recordsBehind("$2")
	if players == nil {
		const concerned = `array(select id from league.players where initials union select id from league.players where birth_year is not null and birth_year >= $1)`
		records = recordsBehind(concerned) + ` where $2::uuid[] is null`
	}
	b.Queue(`update league.players p set initials = not p.initials
		where p.id = any(array(`+records+`)) and p.initials <> (p.erased_at is null
			and (select exists (select from league.players r where r.id = any(k.ids) and r.birth_year >= $1)
					and not exists (select from league.consents c where c.player_id = any(k.ids) and c.purpose = 'full-name' and c.withdrawn_at is null)
				from (select array(`+recordsOf(personID("p"))+`) as ids offset 0) k))
		returning p.id, p.account_id`, minorsFrom, optionalUUIDs(players)).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.AppendRows(*out, rows, pgx.RowToStructByName[ShownAnew])
		return err
	})
}

// ShownAnew is a record that is shown under another name in public from now on.
type ShownAnew struct {
	ID        league.PlayerID
	AccountID *uuid.UUID // of the owner; nil for none
}

// initialsOf is the condition that an account belongs to a player who is shown by their initials.
func initialsOf(account string) string {
	return `exists (select from league.players q where q.account_id = ` + account + ` and q.initials)`
}

// optionalUUIDs is [uuids], but nil stays nil.
func optionalUUIDs[ID ~struct{ uuid.UUID }](ids []ID) []uuid.UUID {
	if ids == nil {
		return nil
	}
	return uuids(ids)
}

// LoadSigner queues the name of an account, and whether it is shown by the initials, see
// [facts.Player.Initials].
func LoadSigner(b *pgx.Batch, account uuid.UUID, use func(name string, initials bool)) {
	b.Queue(`select a.name, `+initialsOf("a.id")+` from platform.accounts a where a.id = $1`, account).QueryRow(signature(use))
}

// signature reads a row with the name of the signing person, and whether it is shown by the initials.
func signature(use func(name string, initials bool)) func(pgx.Row) error {
	return func(row pgx.Row) error {
		var name string
		var initials bool
		if err := row.Scan(&name, &initials); err != nil {
			return err
		}
		use(name, initials)
		return nil
	}
}

// RaiseEventsOf queues the next revision of the events that name a person by the given records, as entrants, in
// the standings before or on the staff, and adds them to those that are raised.
func RaiseEventsOf(b *pgx.Batch, raised *[]Raised, records []league.PlayerID) {
	b.Queue(`update league.events set revision = revision + 1
		where id in (select event_id from league.entries where player_id = any($1)
			union all select event_id from league.previous_standings where player_id = any($1)
			union all select event_id from league.event_staff where player_id = any($1)) returning id, revision`, uuids(records)).Query(addRaised(raised))
}

// RaiseEventsRunBy queues the next revision of the events at which accounts are on the staff, have drawn tables,
// written down a result or agreed a structure, and adds them to those that are raised.
func RaiseEventsRunBy(b *pgx.Batch, raised *[]Raised, accounts []uuid.UUID) {
	b.Queue(`update league.events set revision = revision + 1
		where id in (select event_id from league.event_staff where account_id = any($1)
			union all select event_id from league.rounds where drawn_by = any($1)
			union all select event_id from league.results where entered_by = any($1)
			union all select event_id from league.agreed_structures where proposed_by = any($1) or approved_by = any($1))
		returning id, revision`, accounts).Query(addRaised(raised))
}

// LoadProfile queues the blocks that a person has turned on.
func LoadProfile(b *pgx.Batch, out *[]facts.ProfileBlock, person league.PlayerID) {
	b.Queue(`select unnest(profile) from league.players where id = $1`, person.UUID).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectRows(rows, pgx.RowTo[facts.ProfileBlock])
		return err
	})
}

// SetProfile queues the blocks that a person turns on, over a version of the record; a stale one changes nothing,
// which is [tenantdb.ErrNotFound].
func SetProfile(b *pgx.Batch, person league.PlayerID, version int, blocks []facts.ProfileBlock) {
	texts := make([]string, len(blocks))
	for i, block := range blocks {
		texts[i] = string(block)
	}
	tenantdb.Exec(b, `update league.players set profile = $3, version = version + 1 where id = $1 and version = $2`, person.UUID, version, texts)
}
