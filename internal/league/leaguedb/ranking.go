package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const rankingColumns = `id, slug, title, ruleset_version_id, readings, counted, national, coalesce(from_day::text, '') as from_day,
	coalesce(until_day::text, '') as until_day, revision, created_by, created_at`

// AddRanking queues a new ranking.
func AddRanking(b *pgx.Batch, r facts.Ranking) {
	b.Queue(`insert into league.rankings (id, slug, title, ruleset_version_id, readings, counted, national, from_day, until_day, revision, created_by, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, nullif($8, '')::date, nullif($9, '')::date, $10, $11, $12)`,
		r.ID.UUID, r.Slug, r.Title, r.RulesetVersionID, r.Readings, r.Counted, append([]string{}, r.National...), string(r.FromDay), string(r.UntilDay), r.Revision, r.CreatedBy, r.CreatedAt)
}

// LoadRankings queues all rankings of the tenant, by their titles.
func LoadRankings(b *pgx.Batch, out *[]facts.Ranking) {
	tenantdb.Many(b, out, `select `+rankingColumns+` from league.rankings order by title, id`)
}

// LoadRanking queues one ranking; [tenantdb.ErrNotFound] without it.
func LoadRanking(b *pgx.Batch, out *facts.Ranking, id league.RankingID) {
	tenantdb.One(b, out, `select `+rankingColumns+` from league.rankings where id = $1`, id.UUID)
}

// HoldRankings queues the rankings of some ids, held until the commit with their next
// revisions: who posts to one does so after whoever was before.
func HoldRankings(b *pgx.Batch, out *[]facts.Ranking, ids []uuid.UUID) {
	tenantdb.Many(b, out, `with held as (select id from league.rankings where id = any($1) order by id for update)
		update league.rankings set revision = revision + 1 where id in (select id from held) returning `+rankingColumns, ids)
}

// LoadEventPostings queues what was last posted of an event to each ranking that ever had it.
func LoadEventPostings(b *pgx.Batch, out *[]facts.EventPosting, id league.EventID) {
	tenantdb.Many(b, out, `select distinct on (ranking_id) ranking_id, event_id, number, counts, national, day::text as day, starts_at, posted_at
		from league.event_postings where event_id = $1 order by ranking_id, number desc`, id.UUID)
}

// PostEvent queues that an event is posted to a ranking, with what it gives; without
// postings it is taken out of it.
func PostEvent(b *pgx.Batch, e facts.EventPosting, postings []facts.Posting, by uuid.UUID) {
	b.Queue(`insert into league.event_postings (ranking_id, event_id, number, counts, national, day, starts_at, posted_by, posted_at)
		values ($1, $2, $3, $4, $5, $6::date, $7, $8, $9)`, e.RankingID.UUID, e.EventID.UUID, e.Number, e.Counts, e.National, string(e.Day), e.StartsAt, by, e.PostedAt)
	for _, p := range postings {
		b.Queue(`insert into league.postings (ranking_id, event_id, number, player_id, place, figures) values ($1, $2, $3, $4, $5, $6)`,
			e.RankingID.UUID, e.EventID.UUID, e.Number, p.PlayerID.UUID, p.Place, p.Figures)
	}
}

// standingPostings are the postings that count.
const standingPostings = `select h.event_id, h.national, h.day::text as day, h.starts_at, p.player_id, p.place, p.figures
	from (select distinct on (event_id) event_id, number, counts, national, day, starts_at from league.event_postings
		where ranking_id = $1 order by event_id, number desc) h
	join league.postings p on p.ranking_id = $1 and p.event_id = h.event_id and p.number = h.number
	where h.counts`

// LoadPostings queues the postings of a ranking that count.
func LoadPostings(b *pgx.Batch, out *[]facts.RankedPosting, id league.RankingID) {
	tenantdb.Many(b, out, standingPostings+` order by h.day, h.starts_at, h.event_id`, id.UUID)
}

// LoadPostingsOf queues those of some players alone, for another question than the
// whole ranking.
func LoadPostingsOf(b *pgx.Batch, out *[]facts.RankedPosting, id league.RankingID, players []league.PlayerID) {
	tenantdb.Many(b, out, standingPostings+` and p.player_id = any($2) order by h.day, h.starts_at, h.event_id`, id.UUID, players)
}

// LoadOpenings queues the openings of a ranking that stand.
func LoadOpenings(b *pgx.Batch, out *[]facts.RankingOpening, id league.RankingID) {
	tenantdb.Many(b, out, `select player_id, number, figures, national, reason from (
		select distinct on (player_id) player_id, number, figures, national, reason from league.ranking_openings
		where ranking_id = $1 order by player_id, number desc) o where figures is not null`, id.UUID)
}

// LoadOpeningsOf queues what was last recorded of some players, also that it was taken back.
func LoadOpeningsOf(b *pgx.Batch, out *[]facts.RankingOpening, id league.RankingID, players []league.PlayerID) {
	tenantdb.Many(b, out, `select distinct on (player_id) player_id, number, figures, national, reason from league.ranking_openings
		where ranking_id = $1 and player_id = any($2) order by player_id, number desc`, id.UUID, players)
}

// AddOpening queues an opening.
func AddOpening(b *pgx.Batch, id league.RankingID, o facts.RankingOpening, by uuid.UUID, now time.Time) {
	b.Queue(`insert into league.ranking_openings (ranking_id, player_id, number, figures, national, reason, recorded_by, recorded_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8)`, id.UUID, o.PlayerID.UUID, o.Number, o.Figures, o.National, o.Reason, by, now)
}

// LoadValidity queues whether an event counts, as it was last decided; out stays nil where
// nobody has decided.
func LoadValidity(b *pgx.Batch, out **EventValidity, id league.EventID) {
	tenantdb.Maybe(b, out, `select number, valid, reason from league.event_validity where event_id = $1 order by number desc limit 1`, id.UUID)
}

// EventValidity is the decision that an event is void, or counts after all.
type EventValidity struct {
	Number int
	Valid  bool
	Reason string
}

// AddValidity queues such a decision.
func AddValidity(b *pgx.Batch, id league.EventID, v EventValidity, by uuid.UUID, now time.Time) {
	b.Queue(`insert into league.event_validity (event_id, number, valid, reason, decided_by, decided_at) values ($1, $2, $3, $4, $5, $6)`,
		id.UUID, v.Number, v.Valid, v.Reason, by, now)
}

// LoadEnded queues the events of some kinds that are finished, in their order.
func LoadEnded(b *pgx.Batch, out *[]league.EventID, kinds []string) {
	tenantdb.Scalar(b, out, `select coalesce(array_agg(id order by starts_at, id), '{}') from league.events where state = 'finished' and kind = any($1)`, kinds)
}

// EventTitle names an event and its day, at the venue.
type EventTitle struct {
	ID    league.EventID
	Title string
	Day   time.Time
}

// LoadEventTitles queues the titles and days of events, in any order.
func LoadEventTitles(b *pgx.Batch, out *[]EventTitle, ids []league.EventID) {
	tenantdb.Many(b, out, `select id, title, (starts_at at time zone time_zone)::date::timestamp as day from league.events where id = any($1)`, ids)
}
