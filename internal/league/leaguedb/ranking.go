package leaguedb

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const rankingColumns = `id, slug, title, ruleset_version_id, readings, counted, national, games, coalesce(from_day::text, '') as from_day,
	coalesce(until_day::text, '') as until_day, revision, form, rebuilt, created_by, created_at`

// AddRanking queues a new ranking.
func AddRanking(b *pgx.Batch, r facts.Ranking) {
	b.Queue(`insert into league.rankings (id, slug, title, ruleset_version_id, readings, counted, national, games, from_day, until_day, revision, created_by, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, nullif($9, '')::date, nullif($10, '')::date, $11, $12, $13)`,
		r.ID.UUID, r.Slug, r.Title, r.RulesetVersionID, r.Readings, r.Counted, append([]string{}, r.National...), append([]facts.PlayedGame{}, r.Games...), string(r.FromDay), string(r.UntilDay), r.Revision, r.CreatedBy, r.CreatedAt)
}

// LoadRankings queues all rankings of the tenant, by their titles.
func LoadRankings(b *pgx.Batch, out *[]facts.Ranking) {
	tenantdb.Many(b, out, `select `+rankingColumns+` from league.rankings order by title, id`)
}

// LoadRanking queues one ranking; [tenantdb.ErrNotFound] without it.
func LoadRanking(b *pgx.Batch, out *facts.Ranking, id league.RankingID) {
	tenantdb.One(b, out, `select `+rankingColumns+` from league.rankings where id = $1`, id.UUID)
}

// FindRanking queues the id of the ranking that a text names, by its slug or its id, and the day of the last
// event that counts in it, "" if none does. It returns [tenantdb.ErrNotFound] if there is no such ranking.
func FindRanking(b *pgx.Batch, id *league.RankingID, last *string, name string) {
	b.Queue(`select r.id, `+lastDay(`r.id`)+` from league.rankings r where r.slug = $1 or r.id::text = $1`, name).QueryRow(func(row pgx.Row) error { return row.Scan(&id.UUID, last) })
}

// LoadRankingRevision queues the revision of a ranking; [tenantdb.ErrNotFound] without it.
func LoadRankingRevision(b *pgx.Batch, out *int64, id league.RankingID) {
	tenantdb.Scalar(b, out, `select revision from league.rankings where id = $1`, id.UUID)
}

// HoldRankings queues the rankings of some ids, held until the commit with their next revisions: postings to
// one ranking are made one after the other.
func HoldRankings(b *pgx.Batch, out *[]facts.Ranking, ids []league.RankingID) {
	tenantdb.Many(b, out, `with held as (select id from league.rankings where id = any($1) order by id for update)
		update league.rankings set revision = revision + 1 where id in (select id from held) returning `+rankingColumns, uuids(ids))
}

// LoadEventPostings queues the last posting of an event to each ranking that ever had it.
func LoadEventPostings(b *pgx.Batch, out *[]facts.EventPosting, id league.EventID) {
	tenantdb.Many(b, out, `select distinct on (ranking_id) ranking_id, event_id, number, counts, national, day::text as day, starts_at, posted_at
		from league.event_postings where event_id = $1 order by ranking_id, number desc`, id.UUID)
}

// PostEvent queues that an event is posted to a ranking, with its gains; without postings the event is taken
// out of the ranking.
func PostEvent(b *pgx.Batch, e facts.EventPosting, postings []facts.Posting, by uuid.UUID) {
	b.Queue(`insert into league.event_postings (ranking_id, event_id, number, counts, national, day, starts_at, posted_by, posted_at)
		values ($1, $2, $3, $4, $5, $6::date, $7, $8, $9)`, e.RankingID.UUID, e.EventID.UUID, e.Number, e.Counts, e.National, string(e.Day), e.StartsAt, by, e.PostedAt)
	if len(postings) == 0 {
		return
	}
	players, places, figures := make([]uuid.UUID, len(postings)), make([]int, len(postings)), make([]string, len(postings))
	penalties := make([][]byte, len(postings)) // nil for most
	for i, p := range postings {
		players[i], places[i], figures[i] = p.PlayerID.UUID, p.Place, strings.Join(p.Figures, " ")
		if len(p.Penalties) > 0 {
			penalties[i], _ = json.Marshal(p.Penalties) // numbers and text
		}
	}
	b.Queue(`insert into league.postings (ranking_id, event_id, number, player_id, place, figures, penalties)
		select $1, $2, $3, u.player, u.place, string_to_array(u.figures, ' '), u.penalties
		from unnest($4::uuid[], $5::integer[], $6::text[], $7::jsonb[]) as u (player, place, figures, penalties)`,
		e.RankingID.UUID, e.EventID.UUID, e.Number, players, places, figures, penalties)
}

// LoadPostedPlayers queues the players of one posting of an event, by the records that it names.
func LoadPostedPlayers(b *pgx.Batch, out *[]league.PlayerID, id league.RankingID, e facts.EventPosting) {
	b.Queue(`select player_id from league.postings where ranking_id = $1 and event_id = $2 and number = $3`, id.UUID, e.EventID.UUID, e.Number).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectRows(rows, pgx.RowTo[league.PlayerID])
		return err
	})
}

// latest is the condition that a posting e of an event is the latest one, which is looked up by its key.
const latest = `e.number = (select l.number from league.event_postings l where l.tenant_id = e.tenant_id and l.ranking_id = e.ranking_id and l.event_id = e.event_id order by l.number desc limit 1)`

// lastEvent is a statement for the posting of the last event that counts in a ranking. It takes those that count from the end of an
// index on their days, and asks of one after the other whether it is the latest of its event: of a ranking without many events the planner would
// ask that of all of them before it puts them in order.
func lastEvent(columns, ranking string) string {
	return `select ` + columns + ` from (select * from league.event_postings where ranking_id = ` + ranking + ` and counts order by day desc, starts_at desc, event_id desc offset 0) e
		where ` + latest + ` limit 1`
}

// standingPostings are the postings that count, of people.
const standingPostings = `select h.event_id, h.number, h.national, h.day::text as day, h.starts_at, coalesce(a.kept_as, p.player_id) as player_id, p.place, p.figures, p.penalties
	from (select distinct on (event_id) event_id, number, counts, national, day, starts_at from league.event_postings
		where ranking_id = $1 order by event_id, number desc) h
	join league.postings p on p.ranking_id = $1 and p.event_id = h.event_id and p.number = h.number
	left join league.players a on a.tenant_id = p.tenant_id and a.id = p.player_id and a.kept_as is not null
	where h.counts`

// LoadPostings queues the postings of a ranking that count, in the order of the events and within one
// of the records: of two postings of one person that give the same, the first may be the one that counts.
func LoadPostings(b *pgx.Batch, out *[]facts.RankedPosting, id league.RankingID) {
	tenantdb.Many(b, out, standingPostings+` order by h.day, h.starts_at, h.event_id, p.player_id`, id.UUID)
}

// Gain is a posting with its player's name, club and privacy.
type Gain struct {
	facts.RankedPosting
	Name, Club string
	Initials   bool
}

// LoadLastPostings queues the postings of the last event that counts, with their players, who are looked up one by one.
func LoadLastPostings(b *pgx.Batch, out *[]Gain, id league.RankingID) {
	tenantdb.Many(b, out, `select h.event_id, h.number, h.national, h.day::text as day, h.starts_at, n.id as player_id, p.place, p.figures, p.penalties, n.name, n.club, n.initials
		from (`+lastEvent("*", "$1")+`) h
		join league.postings p on p.ranking_id = $1 and p.event_id = h.event_id and p.number = h.number
		join lateral (select coalesce(kept_as, id) as id from league.players where id = p.player_id offset 0) of on true
		join lateral (select id, name, club, initials from league.players where id = of.id offset 0) n on true
		order by p.place, p.player_id`, id.UUID)
}

// LoadPostingsOf queues the postings of some people alone, by any records of theirs. They are found by the
// players and not by the events, because a ranking has tens of thousands of events.
func LoadPostingsOf(b *pgx.Batch, out *[]facts.RankedPosting, id league.RankingID, players []league.PlayerID) {
	tenantdb.Many(b, out, `select h.event_id, h.number, h.national, h.day::text as day, h.starts_at,
			coalesce((select k.kept_as from league.players k where k.tenant_id = p.tenant_id and k.id = p.player_id), p.player_id) as player_id, p.place, p.figures, p.penalties
		from (select distinct b.id from (`+recordsBehind("$2")+`) as b (id)) as asked
		join lateral (select tenant_id, ranking_id, event_id, number, player_id, place, figures, penalties from league.postings where player_id = asked.id and ranking_id = $1 offset 0) p on true
		join lateral (select event_id, number, counts, national, day, starts_at from league.event_postings
			where tenant_id = p.tenant_id and ranking_id = p.ranking_id and event_id = p.event_id order by number desc limit 1) h on h.number = p.number and h.counts
		order by h.day, h.starts_at, h.event_id, p.player_id`, id.UUID, uuids(players))
}

// standingOpenings selects the openings in force, by people: all, or those of people whose records fulfill a
// condition.
func standingOpenings(whose string) string {
	return `select coalesce(a.kept_as, o.player_id) as player_id, o.number, o.figures, o.national, o.reason from (
			select distinct on (player_id) tenant_id, player_id, number, figures, national, reason from league.ranking_openings
			where ranking_id = $1` + whose + ` order by player_id, number desc) o
		left join league.players a on a.tenant_id = o.tenant_id and a.id = o.player_id and a.kept_as is not null
		where o.figures is not null order by 1, o.player_id`
}

// LoadOpenings queues the openings in force of a ranking.
func LoadOpenings(b *pgx.Batch, out *[]facts.RankingOpening, id league.RankingID) {
	onceForEach(b.Queue(standingOpenings(""), id.UUID), out)
}

// LoadOpeningsOfPeople queues the openings of some people alone, by any records of theirs.
func LoadOpeningsOfPeople(b *pgx.Batch, out *[]facts.RankingOpening, id league.RankingID, people []league.PlayerID) {
	onceForEach(b.Queue(standingOpenings(` and player_id = `+anyOf(recordsBehind("$2"))), id.UUID, uuids(people)), out)
}

// onceForEach collects openings, those of several records of one person added up.
func onceForEach(q *pgx.QueuedQuery, out *[]facts.RankingOpening) {
	q.Query(func(rows pgx.Rows) error {
		found, err := pgx.CollectRows(rows, pgx.RowToStructByName[facts.RankingOpening])
		if err != nil {
			return err
		}
		*out = nil
		for _, o := range found {
			if n := len(*out) - 1; n >= 0 && (*out)[n].PlayerID == o.PlayerID {
				(*out)[n], err = facts.AddOpenings((*out)[n], o)
			} else {
				*out = append(*out, o)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// LoadOpeningsOf queues the last recorded openings of some records, also if they were removed.
func LoadOpeningsOf(b *pgx.Batch, out *[]facts.RankingOpening, id league.RankingID, players []league.PlayerID) {
	tenantdb.Many(b, out, `select distinct on (player_id) player_id, number, figures, national, reason from league.ranking_openings
		where ranking_id = $1 and player_id = any($2) order by player_id, number desc`, id.UUID, players)
}

// AddOpening queues an opening.
func AddOpening(b *pgx.Batch, id league.RankingID, o facts.RankingOpening, by uuid.UUID, now time.Time) {
	b.Queue(`insert into league.ranking_openings (ranking_id, player_id, number, figures, national, reason, recorded_by, recorded_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8)`, id.UUID, o.PlayerID.UUID, o.Number, o.Figures, o.National, o.Reason, by, now)
}

// LoadValidity queues the latest decision whether an event counts; out stays nil if there is none.
func LoadValidity(b *pgx.Batch, out **facts.EventValidity, id league.EventID) {
	tenantdb.Maybe(b, out, `select number, valid, reason from league.event_validity where event_id = $1 order by number desc limit 1`, id.UUID)
}

// AddValidity queues such a decision.
func AddValidity(b *pgx.Batch, id league.EventID, v facts.EventValidity, by uuid.UUID, now time.Time) {
	b.Queue(`insert into league.event_validity (event_id, number, valid, reason, decided_by, decided_at) values ($1, $2, $3, $4, $5, $6)`,
		id.UUID, v.Number, v.Valid, v.Reason, by, now)
}

// LoadEnded queues the events of some kinds that are finished, in their order.
func LoadEnded(b *pgx.Batch, out *[]league.EventID, kinds []string) {
	tenantdb.Scalar(b, out, `select coalesce(array_agg(id order by starts_at, id), '{}') from league.events where state = 'finished' and kind = any($1)`, kinds)
}

// EventTitle names an event and its day, at the venue.
type EventTitle struct {
	ID          league.EventID
	Slug, Title string
	Day         time.Time
}

// LoadEventTitles queues the titles and days of events, in any order.
func LoadEventTitles(b *pgx.Batch, out *[]EventTitle, ids []league.EventID) {
	tenantdb.Many(b, out, `select id, slug, title, (starts_at at time zone time_zone)::date::timestamp as day from league.events where id = any($1)`, ids)
}
