package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const selectHostings = `select h.id, h.club_id, c.slug as club_slug, c.name as club_name, h.season_id, h.kind, h.region_id, coalesce(r.name, '') as region_name,
		h.title, h.starts_at, h.time_zone, h.venue_name, h.venue_address, h.venue_city, h.venue_latitude, h.venue_longitude, h.formula,
		h.fee_cents, h.fee_currency, h.capacity, h.expected, h.new_organizer, h.notes, h.organizers,
		h.structure_rounds, h.structure_semifinal, h.structure_final, h.structure_advance, h.structure_reason, h.requested_by, h.requested_at,
		s.kind as state, s.event_id, coalesce(e.slug, '') as event_slug, coalesce(e.state, '') as event_state
	from league.hosting_requests h
		join platform.tenants c on c.id = h.club_id
		left join league.regions r on r.tenant_id = h.tenant_id and r.id = h.region_id
		join lateral (select kind, event_id from league.hosting_steps where tenant_id = h.tenant_id and hosting_id = h.id order by number desc limit 1) s on true
		left join league.events e on e.tenant_id = h.tenant_id and e.id = s.event_id `

// LoadHosting queues a request; [tenantdb.ErrNotFound] without it.
func LoadHosting(b *pgx.Batch, out *facts.Hosting, id uuid.UUID) {
	tenantdb.One(b, out, selectHostings+`where h.id = $1`, id)
}

// LoadHostingSteps queues the steps of a request, in order.
func LoadHostingSteps(b *pgx.Batch, out *[]facts.HostingStep, id uuid.UUID) {
	tenantdb.Many(b, out, `select number, kind, text, event_id, taken_by, taken_at from league.hosting_steps where hosting_id = $1 order by number`, id)
}

// HostingFilter narrows a list of requests; zero fields do not.
type HostingFilter struct {
	Club   uuid.UUID
	Season league.SeasonID
	State  facts.HostingState
	// Regions limits the list to the requests of these regions; nil lists all, also those of no region.
	Regions []league.RegionID
	Before  uuid.UUID // the last one seen
	Limit   int
}

// LoadHostings queues requests, the latest first.
func LoadHostings(b *pgx.Batch, out *[]facts.Hosting, f HostingFilter) {
	tenantdb.Many(b, out, selectHostings+`where ($1::uuid is null or h.club_id = $1) and ($2::uuid is null or h.season_id = $2) and ($3 = '' or s.kind = $3)
			and ($4::uuid[] is null or h.region_id = any($4)) and ($5::uuid is null or h.id < $5)
		order by h.id desc limit nullif($6, 0)`,
		tenantdb.Optional(f.Club), tenantdb.Optional(f.Season.UUID), f.State, optionalUUIDs(f.Regions), tenantdb.Optional(f.Before), f.Limit)
}

// AddHosting queues a new request with its first step.
func AddHosting(b *pgx.Batch, h facts.Hosting) {
	b.Queue(`insert into league.hosting_requests (id, season_id, kind, region_id, title, starts_at, time_zone, venue_name, venue_address, venue_city,
			venue_latitude, venue_longitude, formula, fee_cents, fee_currency, capacity, expected, new_organizer, notes, organizers,
			structure_rounds, structure_semifinal, structure_final, structure_advance, structure_reason, club_id, requested_by, requested_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28)`,
		append(wanted(h), h.ClubID, h.RequestedBy, h.RequestedAt)...)
	AddHostingStep(b, h.ID, facts.HostingStep{Number: 1, Kind: facts.HostingRequested, TakenBy: h.RequestedBy, TakenAt: h.RequestedAt})
}

// wanted returns the id and the values of a request in the order of the statements that store it.
func wanted(h facts.Hosting) []any {
	return []any{
		h.ID, h.SeasonID.UUID, h.Kind, h.RegionID, h.Title, h.StartsAt, h.TimeZone, h.VenueName, h.VenueAddress, h.VenueCity,
		h.VenueLatitude, h.VenueLongitude, h.Formula, h.FeeCents, h.FeeCurrency, h.Capacity, h.Expected, h.NewOrganizer, h.Notes, h.Organizers,
		h.StructureRounds, h.StructureSemifinal, h.StructureFinal, h.StructureAdvance, h.StructureReason,
	}
}

// ChangeHosting queues the new content of a request.
func ChangeHosting(b *pgx.Batch, h facts.Hosting) {
	tenantdb.Exec(b, `update league.hosting_requests set (season_id, kind, region_id, title, starts_at, time_zone, venue_name, venue_address, venue_city,
			venue_latitude, venue_longitude, formula, fee_cents, fee_currency, capacity, expected, new_organizer, notes, organizers,
			structure_rounds, structure_semifinal, structure_final, structure_advance, structure_reason)
		= ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25) where id = $1`, wanted(h)...)
}

// AddHostingStep queues a step. If two are taken at the same time, the second violates the key.
func AddHostingStep(b *pgx.Batch, id uuid.UUID, s facts.HostingStep) {
	b.Queue(`insert into league.hosting_steps (hosting_id, number, kind, text, event_id, taken_by, taken_at) values ($1, $2, $3, $4, $5, $6, $7)`,
		id, s.Number, s.Kind, s.Text, s.EventID, s.TakenBy, s.TakenAt)
}

// AccountName is an account with the name of its owner.
type AccountName struct {
	ID   uuid.UUID
	Name string
}

// LoadOfficeHolders queues those of some accounts that hold a role in the tenant.
func LoadOfficeHolders(b *pgx.Batch, out *[]AccountName, accounts []uuid.UUID, now time.Time) {
	tenantdb.Many(b, out, `select a.id, a.name from platform.accounts a where a.id = any($1) and a.suspended_at is null and exists (
			select from league.grants g where g.account_id = a.id and g.revoked_at is null and g.valid_from <= $2 and (g.valid_until is null or g.valid_until > $2))`,
		accounts, now)
}

// LoadAccountNames queues the names of accounts.
func LoadAccountNames(b *pgx.Batch, out *[]AccountName, accounts []uuid.UUID) {
	tenantdb.Many(b, out, `select id, name from platform.accounts where id = any($1) order by id`, accounts)
}
