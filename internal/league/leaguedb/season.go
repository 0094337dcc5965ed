package leaguedb

import (
	"slices"

	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

const seasonColumns = `id, slug, title, game, state, plays_from, plays_to, finals_by, time_zone, champion_id, contact, version, revision, created_by, created_at`

const verdictColumns = `v.event_id, v.number, v.kind, v.unsound, v.waived, v.reason, v.report, v.for_contact, v.decided_at`

// loadSeasonBars queues the exclusions of a tenant that were not revoked and its bans by their latest
// decisions, except bans from another season. It does not check which of these people entered the season: they
// are few, and looking for each of them among its entries takes longer than loading them all.
func loadSeasonBars(b *pgx.Batch, out *[]facts.SeasonBar, id league.SeasonID) {
	tenantdb.Many(b, out, `select player_id, kind as reason, array[]::text[] as kinds, from_day::text as from_day, coalesce(until_day::text, '') as until_day, recorded_at as decided_at
		from league.exclusions where revoked_at is null
		union all
		select b.player_id, 'banned', d.kinds, d.from_day::text, coalesce(d.until_day::text, ''), d.decided_at
		from league.bans b join league.ban_decisions d on d.tenant_id = b.tenant_id and d.ban_id = b.id
		where d.outcome = 'ban' and coalesce(d.season_id, $1) = $1
			and not exists (select from league.ban_decisions l where l.tenant_id = d.tenant_id and l.ban_id = d.ban_id and l.ordinal > d.ordinal)
		order by from_day, reason`, id.UUID)
}

// LoadSeason queues a season; [tenantdb.ErrNotFound] without it.
func LoadSeason(b *pgx.Batch, out *facts.Season, id league.SeasonID) {
	tenantdb.One(b, out, `select `+seasonColumns+` from league.seasons where id = $1`, id.UUID)
}

// LoadSeasonRevision queues a season's revision; [tenantdb.ErrNotFound] without it.
func LoadSeasonRevision(b *pgx.Batch, out *int64, id league.SeasonID) {
	tenantdb.Scalar(b, out, `select revision from league.seasons where id = $1`, id.UUID)
}

// NextSeasonRevision queues the season's next revision and holds its row until the transaction ends: every
// change of the facts of a season does so first. A change of an event of the season holds the event's row
// before.
func NextSeasonRevision(b *pgx.Batch, out *int64, id league.SeasonID) {
	tenantdb.Scalar(b, out, `update league.seasons set revision = revision + 1 where id = $1 returning revision`, id.UUID)
}

// LoadSeasonFacts loads a season with all its facts in one round trip, as facts about people. It returns
// [tenantdb.ErrNotFound] if there is no season.
func LoadSeasonFacts(d tenantdb.Door, id league.SeasonID) (season facts.SeasonFacts, err error) {
	err = whole(func() (first, last int64, err error) {
		var f facts.SeasonFacts
		var fields []seasonField
		var exempt []facts.SeasonStaff
		var documents []facts.DocumentKind
		var aliases facts.Aliases
		b := &pgx.Batch{}
		LoadSeasonSetup(b, &f.SeasonSetup, id)
		queueSeasonEvents(b, &f, &documents, id)
		queueSeasonFields(b, &fields, &exempt, id)
		queueSeasonDecisions(b, &f, id)
		LoadAliases(b, &aliases)
		LoadSentPrizes(b, &f.Prizes, id)
		LoadSeasonRevision(b, &last, id)
		if err := d.Send(b); err != nil {
			return 0, 0, err
		}
		if first = f.Season.Revision; first == last {
			addFields(&f, fields, exempt)
			f.Documents = documentsByEvent(documents)
			f.Merge(aliases)
			season = f
		}
		return first, last, nil
	})
	return season, err
}

// seasonField holds the ranking of an event that has ended, and its entrants: in one row, as a
// large season has hundreds of thousands of them.
type seasonField struct {
	EventID  league.EventID
	Ranking  []league.PlayerID
	Entrants []byte // see entrantsOfEvent
}

// The bits of the byte that follows the id of an entrant. Outcomes from before refusals were stored have none
// of those.
const (
	hasPlayed  = 1 << iota
	wasRefused // as qualified for a final of the season already (CN09 1.5)
)

// entrantsOfEvent selects the entrants of an event, in the order of their entries: for each the sixteen bytes
// of the player's id and one byte of bits. Refused is an array of ids.
func entrantsOfEvent(event, refused string) string {
	return `select string_agg(uuid_send(player_id) || set_byte('\x00', 0, (state = 'playing')::int + 2 * (player_id = any(` + refused + `::uuid[]))::int), ''::bytea order by number)
	from league.entries where event_id = ` + event + ` and state not in ('cancelled', 'waiting')`
}

// queueSeasonFields queues the outcomes of a season's events, with the entrants, and the players whom the
// manager let in although they were qualified.
func queueSeasonFields(b *pgx.Batch, fields *[]seasonField, exempt *[]facts.SeasonStaff, id league.SeasonID) {
	tenantdb.Many(b, fields, `select e.id as event_id, o.ranking,
			case when o.entrants is null then (`+entrantsOfEvent("e.id", "'{}'")+`) else o.entrants end as entrants
		from league.events e left join lateral (
			select ranking, entrants from league.outcomes where event_id = e.id order by number desc limit 1) o on true
		where e.season_id = $1 and e.state not in ('draft', 'cancelled')`, id.UUID)
	tenantdb.Many(b, exempt, `select event_id, player_id from league.exemptions where event_id = any(`+seasonEvents+`)`, id.UUID)
}

func addFields(f *facts.SeasonFacts, fields []seasonField, exempt []facts.SeasonStaff) {
	let := make(map[facts.SeasonStaff]bool, len(exempt))
	for _, x := range exempt {
		let[x] = true
	}
	n := 0
	for _, field := range fields {
		n += len(field.Entrants) / entrantBytes
	}
	all := make([]facts.Entrant, 0, n)
	f.Entrants, f.Rankings = make(map[league.EventID][]facts.Entrant, len(fields)), make(map[league.EventID][]league.PlayerID, len(fields))
	for _, field := range fields {
		from := len(all)
		for one := range slices.Chunk(field.Entrants, entrantBytes) {
			var e facts.Entrant
			bits := one[copy(e.Player.UUID[:], one)]
			e.Played = bits&hasPlayed != 0
			if bits&wasRefused != 0 {
				e.Refused = rules.AlreadyQualified
			}
			e.Exempt = len(let) > 0 && let[facts.SeasonStaff{EventID: field.EventID, PlayerID: e.Player}]
			all = append(all, e)
		}
		f.Entrants[field.EventID] = all[from:len(all):len(all)]
		if len(field.Ranking) > 0 {
			f.Rankings[field.EventID] = field.Ranking
		}
	}
}

// entrantBytes is the number of bytes for one entrant.
const entrantBytes = 17

// seasonEvents are the ids of a season's events that count. They are found once, as an array, and the rows that
// refer to them by its index: in a join the planner, while it knows little of the tables, looks at all events
// of the season for each row of the other.
const seasonEvents = `array(select id from league.events where season_id = $1 and state not in ('draft', 'cancelled'))`

func queueSeasonEvents(b *pgx.Batch, f *facts.SeasonFacts, documents *[]facts.DocumentKind, id league.SeasonID) {
	tenantdb.Many(b, &f.Events, `select `+eventColumns+` from league.events
		where season_id = $1 and state not in ('draft', 'cancelled') order by starts_at, id`, id.UUID)
	tenantdb.Many(b, &f.Referees, `select s.event_id, coalesce(s.player_id, p.id) as player_id from league.event_staff s
		left join league.players p on p.tenant_id = s.tenant_id and p.account_id = s.account_id and p.kept_as is null
		where s.event_id = any(`+seasonEvents+`) and s.role in ('first-referee', 'referee') and s.removed_at is null
			and coalesce(s.player_id, p.id) is not null`, id.UUID)
	tenantdb.Many(b, &f.Reports, `select distinct on (r.event_id) r.event_id, r.number, r.received_at,
			(select f.received_at from league.reports f where f.tenant_id = r.tenant_id and f.event_id = r.event_id order by f.number limit 1) as first_at,
			coalesce((select jsonb_agg(jsonb_build_object('asked', v.decided_at, 'answered', (select n.received_at from league.reports n
					where n.tenant_id = v.tenant_id and n.event_id = v.event_id and n.number > v.report order by n.number limit 1)) order by v.number)
				from league.verdicts v where v.tenant_id = r.tenant_id and v.event_id = r.event_id and v.kind = 'returned'), '[]') as questions
		from league.reports r where r.event_id = any(`+seasonEvents+`) order by r.event_id, r.number desc`, id.UUID)
	tenantdb.Many(b, &f.Verdicts, `select distinct on (v.event_id) `+verdictColumns+` from league.verdicts v
		where v.event_id = any(`+seasonEvents+`) order by v.event_id, v.number desc`, id.UUID)
	loadDocumentKinds(b, documents, id)
	loadSeasonBars(b, &f.Bars, id)
}

func queueSeasonDecisions(b *pgx.Batch, f *facts.SeasonFacts, id league.SeasonID) {
	tenantdb.Many(b, &f.Merges, `select ordinal, region_id, into_id, reason, decided_at from league.region_merges
		where season_id = $1 and revoked_at is null order by ordinal`, id.UUID)
	tenantdb.Many(b, &f.Decisions, `select ordinal, region_id, kind, called_up, semifinals, why, decided_at from league.final_decisions
		where season_id = $1 and revoked_at is null order by ordinal`, id.UUID)
	tenantdb.Many(b, &f.Convocations, `select `+convocationColumns+` from league.convocations
		where season_id = $1 and withdrawn_at is null order by sent_at, id`, id.UUID)
	tenantdb.Many(b, &f.Unavailabilities, `select id, player_id, final, lapsed, reason, how, said_at from league.unavailabilities
		where season_id = $1 and revoked_at is null order by said_at, id`, id.UUID)
}
