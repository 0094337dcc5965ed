package leaguedb

import (
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const (
	historyFields = `id, subject, name, state, digest, bytes, headings, sample, ranking_id, settings, phase, done, total, counts, faults, questions,
	differences, reason, created_by, session, language, created_at, finished_at`
	historyColumns = historyFields + `, file`
)

// AddHistory queues a new table.
func AddHistory(b *pgx.Batch, h facts.History) {
	b.Queue(`insert into league.histories (id, subject, name, state, digest, bytes, file, headings, sample, ranking_id, created_by, session, language, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
		h.ID, h.Subject, h.Name, h.State, h.Digest, h.Bytes, h.File, h.Headings, h.Sample, h.RankingID, h.CreatedBy, h.Session, h.Language, h.CreatedAt)
}

// LoadHistories queues the latest tables, without their files.
func LoadHistories(b *pgx.Batch, out *[]facts.History, most int) {
	tenantdb.Many(b, out, `select `+historyFields+`, null::bytea as file from league.histories order by created_at desc, id desc limit $1`, most)
}

// LoadHistory queues a table without its file; [tenantdb.ErrNotFound] without it.
func LoadHistory(b *pgx.Batch, out *facts.History, id uuid.UUID) {
	tenantdb.One(b, out, `select `+historyFields+`, null::bytea as file from league.histories where id = $1`, id)
}

// TakeHistory queues a table with its file, held until the transaction ends.
func TakeHistory(b *pgx.Batch, out *facts.History, id uuid.UUID) {
	tenantdb.One(b, out, `select `+historyColumns+` from league.histories where id = $1 for update`, id)
}

// ChangeHistory queues the new state of a table, which is held.
func ChangeHistory(b *pgx.Batch, h facts.History) {
	tenantdb.Exec(b, `update league.histories set state = $2, ranking_id = $3, settings = $4, phase = $5, done = $6, total = $7, counts = $8, faults = $9,
			questions = $10, differences = $11, reason = $12, created_by = $13, session = $14, language = $15, finished_at = $16,
			file = case when $17 then file end where id = $1`,
		h.ID, h.State, h.RankingID, h.Settings, h.Phase, h.Done, h.Total, h.Counts, h.Faults,
		h.Questions, h.Differences, h.Reason, h.CreatedBy, h.Session, h.Language, h.FinishedAt, h.File != nil)
}

// ForgetHistoryFiles queues the removal of files that were received before a moment and not stored.
func ForgetHistoryFiles(b *pgx.Batch, since time.Time) {
	b.Queue(`update league.histories set file = null where file is not null and created_at < $1 and state in ('received', 'faulty', 'questions', 'clean')`, since)
}

// LoadSameHistory queues whether a table of the same content has been stored, or is being.
func LoadSameHistory(b *pgx.Batch, out *bool, h facts.History) {
	tenantdb.Scalar(b, out, `select exists (select from league.histories where id <> $1 and subject = $2 and digest = $3 and ranking_id is not distinct from $4
		and state in ('storing', 'stored', 'undoing', 'stopped'))`, h.ID, h.Subject, h.Digest, h.RankingID)
}

// LoadRecords queues the people of the register who have one of some folded names, mail addresses in small
// letters or numbers of the federation, with all clubs in which they have ever been. A merged record is loaded
// as that of the person whose record is kept, with the data from tables of any of their records; erased people
// are not found.
func LoadRecords(b *pgx.Batch, out *[]facts.HistoryRecord, keys, mails, members []string) {
	tenantdb.Many(b, out, `select p.id as record, coalesce(p.kept_as, p.id) as player, p.name, p.name_key as key, p.club, t.clubs, p.email_key as mail,
			coalesce(t.member, '') as member, coalesce(t.registered, t.told, 0)::integer as born
		from (select id from league.players where name_key = any($1) union select id from league.players where email_key <> '' and email_key = any($2)
			union select player_id from league.history_people where member <> '' and member = any($3)) as found
		join league.players p on p.id = found.id
		cross join lateral (select (select max(h.member) from league.history_people h where h.player_id = any(r.ids)) as member,
				(select nullif(max(h.born), 0) from league.history_people h where h.player_id = any(r.ids)) as told,
				(select max(x.birth_year) from league.players x where x.id = any(r.ids)) as registered,
				array(select distinct c.name from league.memberships m join league.clubs c on c.tenant_id = m.tenant_id and c.id = m.club_id where m.player_id = any(r.ids) order by c.name) as clubs
			from (select array(`+recordsOf(personID("p"))+`) as ids) r) t
		where p.erased_at is null and not exists (select from league.players k where k.id = p.kept_as and k.erased_at is not null)
		order by p.name_key, p.id`, keys, mails, members)
}

// SetHistoryPeople queues the identified people of a table.
func SetHistoryPeople(b *pgx.Batch, id uuid.UUID, people []facts.HistoryPerson) {
	n := len(people)
	lines, players, added, born, members := make([]int, n), make([]uuid.UUID, n), make([]bool, n), make([]int, n), make([]string, n)
	for i, p := range people {
		lines[i], players[i], added[i], born[i], members[i] = p.Line, p.PlayerID.UUID, p.Added, p.Born, p.Member
	}
	b.Queue(`insert into league.history_people (history_id, line, player_id, added, born, member)
		select $1, u.line, u.player, u.added, u.born, u.member from unnest($2::integer[], $3::uuid[], $4::boolean[], $5::integer[], $6::text[]) as u (line, player, added, born, member)`,
		id, lines, players, added, born, members)
}

// LoadHistoryPeople queues the identified people of a table, by their lines.
func LoadHistoryPeople(b *pgx.Batch, out *[]facts.HistoryPerson, id uuid.UUID) {
	tenantdb.Many(b, out, `select line, player_id, added, born::integer as born, member from league.history_people where history_id = $1 order by line`, id)
}

// AddOpenings queues openings from a table.
func AddOpenings(b *pgx.Batch, ranking league.RankingID, openings []facts.RankingOpening, from, by uuid.UUID, now time.Time) {
	n := len(openings)
	players, numbers, figures, national, reasons := make([]uuid.UUID, n), make([]int, n), make([]string, n), make([]string, n), make([]string, n)
	for i, o := range openings {
		players[i], numbers[i], figures[i], national[i], reasons[i] = o.PlayerID.UUID, o.Number, strings.Join(o.Figures, " "), o.National, o.Reason
	}
	b.Queue(`insert into league.ranking_openings (ranking_id, player_id, number, figures, national, reason, recorded_by, recorded_at, history_id)
		select $1, u.player, u.number, string_to_array(u.figures, ' '), u.national, u.reason, $7, $8, $9
		from unnest($2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[]) as u (player, number, figures, national, reason)`,
		ranking.UUID, players, numbers, figures, national, reasons, by, now, from)
}

// AddEnteredPoints queues the points that an event from a table gave to its players.
func AddEnteredPoints(b *pgx.Batch, id league.EventID, e facts.EnteredPoints, from uuid.UUID) {
	b.Queue(`insert into league.entered_points (event_id, history_id, columns) values ($1, $2, $3)`, id.UUID, from, e.Columns)
	n := len(e.Gains)
	players, places, figures := make([]uuid.UUID, n), make([]int, n), make([]string, n)
	for i, g := range e.Gains {
		players[i], places[i], figures[i] = g.PlayerID.UUID, g.Place, strings.Join(g.Figures, " ")
	}
	b.Queue(`insert into league.entered_gains (event_id, player_id, place, figures)
		select $1, u.player, u.place, string_to_array(u.figures, ' ') from unnest($2::uuid[], $3::integer[], $4::text[]) as u (player, place, figures)`,
		id.UUID, players, places, figures)
}

// LoadEnteredPoints queues the entered points of an event, from a table or with its latest outcome; the columns
// stay empty if there are none.
func LoadEnteredPoints(b *pgx.Batch, out *facts.EnteredPoints, id league.EventID) {
	const latest = `(select figures, ranking, gained, gains from league.outcomes where event_id = $1 order by number desc limit 1)`
	tenantdb.Scalar(b, &out.Columns, `select coalesce((select columns from league.entered_points where event_id = $1), (select figures from `+latest+` o), '{}')`, id.UUID)
	tenantdb.Many(b, &out.Gains, `select player_id, place, figures from league.entered_gains where event_id = $1
		union all select g.player, coalesce(array_position(o.ranking, g.player), 0), string_to_array(g.figures, ' ')
			from `+latest+` o, unnest(o.gained, o.gains) as g (player, figures)
		order by place, player_id`, id.UUID)
}

// LoadEventsOn queues the events that are not cancelled of some days at their venues.
func LoadEventsOn(b *pgx.Batch, out *[]EventTitle, days []string) {
	tenantdb.Many(b, out, `select id, slug, title, (starts_at at time zone time_zone)::date::timestamp as day from league.events
		where state <> 'cancelled' and starts_at >= (select min(d)::date - 1 from unnest($1::text[]) d) and starts_at < (select max(d)::date + 2 from unnest($1::text[]) d)
			and (starts_at at time zone time_zone)::date = any($1::text[]::date[])`, days)
}

// Resting names the kinds of rows that keep a stored table from being undone.
type Resting struct{ Players, Events, Openings, Entered bool }

// LoadResting queues the facts that rest on a table: whether a person whom it added has been changed since, has
// an account, has given a consent or is named on a photo, whether an event has been changed or found void,
// whether an opening has been recorded anew, and whether these people have entered other events or stand in
// rankings for other reasons.
func LoadResting(b *pgx.Batch, out *Resting, id uuid.UUID) {
	tenantdb.One(b, out, `select
		exists (select from league.history_people h join league.players p on p.tenant_id = h.tenant_id and p.id = h.player_id
			where h.history_id = $1 and h.added and (p.version > 1 or p.account_id is not null
				or exists (select from league.consents c where c.tenant_id = p.tenant_id and c.player_id = p.id)
				or exists (select from league.photo_people n where n.tenant_id = p.tenant_id and n.player_id = p.id))) as players,
		exists (select from league.entered_points n join league.events e on e.tenant_id = n.tenant_id and e.id = n.event_id
			where n.history_id = $1 and (e.version > 1 or e.state <> 'finished' or exists (select from league.event_validity v where v.tenant_id = e.tenant_id and v.event_id = e.id))) as events,
		exists (select from league.ranking_openings o join league.ranking_openings l on l.tenant_id = o.tenant_id and l.ranking_id = o.ranking_id
			and l.player_id = o.player_id and l.number > o.number where o.history_id = $1) as openings,
		exists (select from league.history_people h where h.history_id = $1 and h.added and (
			exists (select from league.entries n where n.tenant_id = h.tenant_id and n.player_id = h.player_id
				and (select e.history_id from league.entered_points e where e.tenant_id = n.tenant_id and e.event_id = n.event_id) is distinct from $1)
			or exists (select from league.ranking_openings o where o.tenant_id = h.tenant_id and o.player_id = h.player_id and o.history_id is distinct from $1))) as entered`, id)
}

// HistoryEvent is an event from a table, with the players to whom it gave points.
type HistoryEvent struct {
	EventID league.EventID
	Day     string
	Players []league.PlayerID
}

// LoadHistoryEvents queues events from a table, the first by their ids.
func LoadHistoryEvents(b *pgx.Batch, out *[]HistoryEvent, id uuid.UUID, most int) {
	tenantdb.Many(b, out, `select n.event_id, (e.starts_at at time zone e.time_zone)::date::text as day,
		(select array_agg(g.player_id) from league.entered_gains g where g.tenant_id = n.tenant_id and g.event_id = n.event_id) as players
		from league.entered_points n join league.events e on e.tenant_id = n.tenant_id and e.id = n.event_id
		where n.history_id = $1 order by n.event_id limit $2`, id, most)
}

// LoadPostedTo queues the rankings to which some events were ever posted.
func LoadPostedTo(b *pgx.Batch, out *[]league.RankingID, events []league.EventID) {
	tenantdb.Scalar(b, out, `select coalesce(array_agg(distinct ranking_id), '{}') from league.event_postings where event_id = any($1)`, uuids(events))
}

// RemoveEvents queues the removal of events of an undone table, with all rows that came with them.
func RemoveEvents(b *pgx.Batch, events []league.EventID) {
	b.Queue(`delete from league.events where id = any($1)`, uuids(events))
}

// RemoveOpenings queues the removal of openings of an undone table, and returns their players.
func RemoveOpenings(b *pgx.Batch, out *[]league.PlayerID, id uuid.UUID, most int) {
	b.Queue(`delete from league.ranking_openings o using (select ranking_id, player_id, number from league.ranking_openings where history_id = $1 order by player_id limit $2) g
		where o.ranking_id = g.ranking_id and o.player_id = g.player_id and o.number = g.number returning o.player_id`, id, most).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectRows(rows, pgx.RowTo[league.PlayerID])
		return err
	})
}

// RemovePeople queues the removal of people whom an undone table had added, with their clubs, by so many lines
// at most; out gets the removed lines.
func RemovePeople(b *pgx.Batch, out *[]facts.HistoryPerson, id uuid.UUID, most int) {
	const next = `(select line from league.history_people where history_id = $1 order by line limit $2)`
	const gone = `(select player_id from league.history_people where history_id = $1 and added and line in ` + next + `)`
	tenantdb.Many(b, out, `select line, player_id, added, born::integer as born, member from league.history_people where history_id = $1 order by line limit $2`, id, most)
	for _, table := range []string{"player_words", "memberships"} {
		b.Queue(`delete from league.`+table+` where player_id in `+gone, id, most)
	}
	b.Queue(`delete from league.players where id in `+gone, id, most)
	b.Queue(`delete from league.history_people where history_id = $1 and line in `+next, id, most)
}

// RemoveClubs queues the removal of clubs that an undone table had made and whose people were removed, and
// returns these clubs. A club that was changed since stays, as does one in which others are or were. If people
// of another table are in it, the club belongs to that table from then on.
func RemoveClubs(b *pgx.Batch, out *[]league.ClubID, id uuid.UUID) {
	b.Queue(`delete from league.clubs c where c.history_id = $1 and c.version = 1 and not exists (select from league.memberships m where m.tenant_id = c.tenant_id and m.club_id = c.id)
		returning c.id`, id).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectRows(rows, pgx.RowTo[league.ClubID])
		return err
	})
	b.Queue(`update league.clubs c set history_id = (select min(h.history_id::text)::uuid from league.memberships m
			join league.history_people h on h.tenant_id = m.tenant_id and h.player_id = m.player_id and h.added
			where m.tenant_id = c.tenant_id and m.club_id = c.id) where c.history_id = $1`, id)
}
