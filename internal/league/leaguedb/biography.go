package leaguedb

import (
	"time"

	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/tenant/tenantdb"
)

// PlayedEvent is an event that is over and counts, in which a player played.
type PlayedEvent struct {
	ID                league.EventID
	Slug, Title, Kind string
	Day               time.Time // at the venue
	Revision          int64
	// SeasonTitle is the title of its season; nil without.
	SeasonTitle *string
}

// LoadPlayedEvents queues the finished events in which a person played by any record, in the order in which
// they were held: by their days, those of one day by their times, then by their ids (D003-16). It leaves out
// events that were declared void or invalidated.
func LoadPlayedEvents(b *pgx.Batch, out *[]PlayedEvent, id league.PlayerID) {
	tenantdb.Many(b, out, `select e.id, e.slug, e.title, e.kind, (e.starts_at at time zone e.time_zone)::date::timestamp as day, e.revision, s.title as season_title
		from league.events e left join league.seasons s on s.tenant_id = e.tenant_id and s.id = e.season_id
		where e.state = 'finished' and e.id in (select event_id from league.entries where player_id = `+anyOf(recordsBehind("array[$1]"))+` and state = 'playing')
			and `+notVoid+`
		order by day, e.starts_at, e.id`, id.UUID)
}

// LoadSeen queues whether a person is visible to everybody: by any record, they have played in an event that
// has begun, have an opening in a ranking, or are the champion with whom a season began.
func LoadSeen(b *pgx.Batch, out *bool, id league.PlayerID) {
	tenantdb.Scalar(b, out, `select `+seen(`$1`), id.UUID)
}

// seen is a condition, as SQL, that a person is visible to everybody.
func seen(player string) string {
	theirs := `= ` + anyOf(recordsBehind(`array[`+player+`]`))
	return `exists (select from league.entries n join league.events e on e.tenant_id = n.tenant_id and e.id = n.event_id
			where n.player_id ` + theirs + ` and n.state = 'playing' and e.state in ('running', 'finished'))
		or exists (select from league.ranking_openings where player_id ` + theirs + `)
		or exists (select from league.seasons where champion_id ` + theirs + ` and state <> 'draft')`
}
