package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// OwnOffice is the office of a person as the contact of a region, with the contact data that they have given.
type OwnOffice struct {
	GrantID uuid.UUID
	facts.ContactData
}

// standingContacts are the grants g by which people are contacts of regions at the time $1.
const standingContacts = `g.tenant_id = platform.current_tenant() and g.role = 'regional-contact' and g.scope = 'region'
	and g.revoked_at is null and g.valid_from <= $1 and (g.valid_until is null or g.valid_until > $1)`

// LoadOwnOffice queues the office of an account as the contact of a region; out stays nil if they are not the
// contact.
func LoadOwnOffice(b *pgx.Batch, out **OwnOffice, account, region uuid.UUID, now time.Time) {
	tenantdb.Maybe(b, out, `select g.id as grant_id, coalesce(d.mail, '') as mail, coalesce(d.telephone, '') as telephone, coalesce(d.city, '') as city
		from league.grants g left join league.contact_data d on d.tenant_id = g.tenant_id and d.grant_id = g.id
		where `+standingContacts+` and g.account_id = $2 and g.scope_id = $3 order by g.created_at, g.id limit 1`, now, account, region)
}

// NextRevisions queues the next revision of every season that is not closed, and returns it in out.
func NextRevisions(b *pgx.Batch, out *[]Raised) {
	tenantdb.Many(b, out, `update league.seasons set revision = revision + 1 where id in (select id from league.seasons where state <> 'closed' order by id for update) returning id, revision`)
}

// KeepContactData queues the contact data that a person has given for an office.
func KeepContactData(b *pgx.Batch, grant uuid.UUID, d facts.ContactData, now time.Time) {
	b.Queue(`insert into league.contact_data (grant_id, mail, telephone, city, given_at) values ($1, $2, $3, $4, $5)
		on conflict (tenant_id, grant_id) do update set mail = excluded.mail, telephone = excluded.telephone, city = excluded.city, given_at = excluded.given_at`,
		grant, d.Mail, d.Telephone, d.City, now)
}
