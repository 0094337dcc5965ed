package leaguedb

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// Raised is the next revision of an event, a season, a ranking or a series that pages show. It has to be
// published, or readers keep the old state.
type Raised struct {
	ID       uuid.UUID
	Revision int64
}

// Contact is a holder of an office of the federation.
type Contact struct {
	Role     string
	RegionID *league.RegionID // of a regional contact; nil of the championship manager
	Name     string
	Initials bool // see [facts.Player.Initials], of the record that is theirs
	facts.ContactData
}

// LoadSeasonBySlug queues the season of a slug; [tenantdb.ErrNotFound] without it.
func LoadSeasonBySlug(b *pgx.Batch, out *facts.Season, slug string) {
	tenantdb.One(b, out, `select `+seasonColumns+` from league.seasons where slug = $1`, slug)
}

// LoadSeasonUnderWay queues the running season, the latest of several; out stays nil if there is none.
func LoadSeasonUnderWay(b *pgx.Batch, out **facts.Season) {
	tenantdb.Maybe(b, out, `select `+seasonColumns+` from league.seasons
		where state = 'running' order by plays_from desc, id limit 1`)
}

// LoadContacts queues the contacts for questions about a season: the current championship managers and regional
// contacts, in the order in which they were appointed.
func LoadContacts(b *pgx.Batch, out *[]Contact, now time.Time) {
	tenantdb.Many(b, out, `select g.role, g.scope_id as region_id, a.name, `+initialsOf("g.account_id")+` as initials, coalesce(d.mail, '') as mail, coalesce(d.telephone, '') as telephone, coalesce(d.city, '') as city
		from league.grants g join platform.accounts a on a.id = g.account_id
		left join league.contact_data d on d.tenant_id = g.tenant_id and d.grant_id = g.id
		where (g.role = 'championship-manager' and g.scope = 'tenant' or g.role = 'regional-contact' and g.scope = 'region')
			and g.revoked_at is null and g.valid_from <= $1 and (g.valid_until is null or g.valid_until > $1)
		order by g.scope desc, g.created_at, g.id`, now)
}

// Revisions are the revisions of the events, seasons and rankings of a tenant among some ids.
func Revisions(ctx context.Context, db *tenantdb.DB, tenant uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]int64, error) {
	door, err := tenantdb.Read(ctx, db, tenant, nil)
	if err != nil {
		return nil, err
	}
	var found []struct {
		ID       uuid.UUID
		Revision int64
	}
	b := &pgx.Batch{}
	tenantdb.Many(b, &found, `select id, revision from league.events where id = any($1)
		union all select id, revision from league.seasons where id = any($1)
		union all select id, revision from league.rankings where id = any($1)`, ids)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	out := make(map[uuid.UUID]int64, len(found))
	for _, row := range found {
		out[row.ID] = row.Revision
	}
	return out, nil
}
