package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/tenant/tenantdb"
)

// Reader is a person to whom letters are written.
type Reader struct {
	ID       uuid.UUID // of the account, or of the player where they have none
	Name     string
	Email    string
	Language string
}

// LoadReader queues a reader with their current address, if there is one: a reader who was found as a player
// may have an account by now.
func LoadReader(b *pgx.Batch, out **Reader, id uuid.UUID) {
	tenantdb.Maybe(b, out, `select $1::uuid as id, r.name, r.email, coalesce(r.language, t.languages[1], 'en') as language from (
			select name, email, language from platform.accounts where id = $1 and suspended_at is null
			union all
			select p.name, coalesce(a.email, p.email), a.language from league.players p
				left join platform.accounts a on a.id = p.account_id
			where p.id = `+keptOf+` and a.suspended_at is null) r
		join platform.tenants t on t.id = platform.current_tenant()
		where r.email <> ''`, id)
}

// runners selects the people who run an event, $1, and the contacts of its region, $2 (null for none), at a
// moment, $3.
const runners = `select a.id, a.name, a.email, a.language from league.grants g
				join platform.accounts a on a.id = g.account_id and a.suspended_at is null
			where g.revoked_at is null and g.valid_from <= $3 and (g.valid_until is null or g.valid_until > $3)
				and (g.role = 'organizer' and g.scope = 'stage' and g.scope_id = $1
					or g.role = 'regional-contact' and g.scope = 'region' and g.scope_id = $2)`

// entrants selects the people who come to an event, $1.
var entrants = `select coalesce(a.id, p.id) as id, p.name, coalesce(a.email, p.email) as email, a.language from league.entries n
				` + personOf("n") + `
				left join platform.accounts a on a.id = p.account_id
			where n.event_id = $1 and n.state not in ('cancelled', 'no-show') and a.suspended_at is null`

// reached is a query for those of some people who have a mail address, each once.
func reached(people string) string {
	return `select distinct on (lower(r.email)) r.id, r.name, r.email, coalesce(r.language, t.languages[1], 'en') as language from (
			` + people + `) r
		join platform.tenants t on t.id = platform.current_tenant()
		where r.email <> '' order by lower(r.email), r.id`
}

// LoadReaders queues the people who have to know of changes of an event: its organizers, the contacts of its
// region (nil for none) and the entrants with a mail address, each once.
func LoadReaders(b *pgx.Batch, out *[]Reader, event league.EventID, region *league.RegionID, now time.Time) {
	tenantdb.Many(b, out, reached(runners+` union all `+entrants), event.UUID, region, now)
}

// LoadRunners queues the readers of an event who do not come to it as entrants: its organizers and the contacts
// of its region.
func LoadRunners(b *pgx.Batch, out *[]Reader, event league.EventID, region *league.RegionID, now time.Time) {
	tenantdb.Many(b, out, reached(runners), event.UUID, region, now)
}

// LoadEntrantReaders queues the readers of an event who come to it, or wait for a seat.
func LoadEntrantReaders(b *pgx.Batch, out *[]Reader, event league.EventID) {
	tenantdb.Many(b, out, reached(entrants), event.UUID)
}

// LoadEntrant queues the person who entered an event under a number: their account, or without one the player,
// if there is a mail address.
func LoadEntrant(b *pgx.Batch, out *[]Reader, event league.EventID, number int) {
	tenantdb.Many(b, out, `select coalesce(a.id, p.id) as id, p.name, coalesce(a.email, p.email) as email,
			coalesce(a.language, t.languages[1], 'en') as language
		from league.entries n`+personOf("n")+`
		left join platform.accounts a on a.id = p.account_id
		join platform.tenants t on t.id = n.tenant_id
		where n.event_id = $1 and n.number = $2 and a.suspended_at is null and coalesce(a.email, p.email) <> ''`, event.UUID, number)
}

// LoadSeasonReaders queues the people who have to know of changes of a season: the contacts of its regions,
// also of those that left it, and the organizers of its events that are not over; with a ruleset version also
// the entrants of events that will be played by it. Each comes once.
func LoadSeasonReaders(b *pgx.Batch, out *[]Reader, season league.SeasonID, ruleset uuid.UUID, now time.Time) {
	tenantdb.Many(b, out, `select distinct on (lower(r.email)) r.id, r.name, r.email, coalesce(r.language, t.languages[1], 'en') as language from (
			select a.id, a.name, a.email, a.language from league.grants g
				join platform.accounts a on a.id = g.account_id and a.suspended_at is null
			where g.revoked_at is null and g.valid_from <= $3 and (g.valid_until is null or g.valid_until > $3)
				and (g.role = 'organizer' and g.scope = 'stage'
						and g.scope_id in (select id from league.events where season_id = $1 and state not in ('finished', 'cancelled'))
					or g.role = 'regional-contact' and g.scope = 'region'
						and g.scope_id in (select region_id from league.season_regions where season_id = $1))
			union all
			select coalesce(a.id, p.id), p.name, coalesce(a.email, p.email), a.language from league.events e
				join league.entries n on n.tenant_id = e.tenant_id and n.event_id = e.id and n.state not in ('cancelled', 'no-show')
				`+personOf("n")+`
				left join platform.accounts a on a.id = p.account_id
			where e.season_id = $1 and e.ruleset_version_id = $2 and e.state not in ('draft', 'running', 'finished', 'cancelled') and a.suspended_at is null) r
		join platform.tenants t on t.id = platform.current_tenant()
		where r.email <> '' order by lower(r.email), r.id`, season.UUID, ruleset, now)
}

// LoadHostingDeciders queues the people who decide about a club's request to hold an event: the contacts of the
// region, or for nil, and if there are none, the managers.
func LoadHostingDeciders(b *pgx.Batch, out *[]Reader, region *league.RegionID, now time.Time) {
	tenantdb.Many(b, out, `with office as (
			select a.id, a.name, a.email, a.language, g.scope from league.grants g
				join platform.accounts a on a.id = g.account_id and a.suspended_at is null
			where g.revoked_at is null and g.valid_from <= $2 and (g.valid_until is null or g.valid_until > $2)
				and (g.role = 'championship-manager' and g.scope = 'tenant' or g.role = 'regional-contact' and g.scope = 'region' and g.scope_id = $1))
		select distinct o.id, o.name, o.email, o.language from office o
		where o.scope = 'region' or not exists (select from office where scope = 'region') order by o.id`, region, now)
}

// LoadHostingAskers queues the people who made a request for a club, and those whom it named as organizers.
func LoadHostingAskers(b *pgx.Batch, out *[]Reader, hosting uuid.UUID) {
	tenantdb.Many(b, out, `select a.id, a.name, a.email, a.language from league.hosting_requests h
		join platform.accounts a on a.suspended_at is null and (a.id = h.requested_by or a.id = any(h.organizers))
		where h.id = $1 order by a.id`, hosting)
}

// Publisher is the tenant with the name by which it signs its letters.
type Publisher struct{ Slug, Name string }

// LoadPublisher queues the tenant of the door.
func LoadPublisher(b *pgx.Batch, out *Publisher) {
	tenantdb.One(b, out, `select slug, name from platform.tenants where id = platform.current_tenant()`)
}

// LoadClaimants queues the claimants of a refund: the person who handed the claim in and the player themselves,
// each once, if they have a mail address.
func LoadClaimants(b *pgx.Batch, out *[]Reader, refund uuid.UUID) {
	tenantdb.Many(b, out, `select distinct on (lower(r.email)) r.id, r.name, r.email, coalesce(r.language, t.languages[1], 'en') as language from (
			select a.id, a.name, a.email, a.language from league.refunds f
				join platform.accounts a on a.id = f.created_by and a.suspended_at is null
			where f.id = $1
			union all
			select coalesce(a.id, p.id), p.name, coalesce(a.email, p.email), a.language from league.refunds f
				`+personOf("f")+`
				left join platform.accounts a on a.id = p.account_id
			where f.id = $1 and a.suspended_at is null) r
		join platform.tenants t on t.id = platform.current_tenant()
		where r.email <> '' order by lower(r.email), r.id`, refund)
}
