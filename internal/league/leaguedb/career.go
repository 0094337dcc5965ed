package leaguedb

import (
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// LoadRanked queues the stored careers of some players, each once, with the data that their rows show. Each is
// looked up by its keys: the planner, who does not see the tenant behind the policy, would read whole tables if
// there are few tenants.
func LoadRanked(b *pgx.Batch, out *[]facts.RankedPlayer, id league.RankingID, players []league.PlayerID) {
	tenantdb.Many(b, out, `select c.player_id, c.key, c.figures, c.national, c.nationals, c.penalty, c.since, c.arrival, p.name, p.initials, p.club
		from unnest($2::uuid[]) as asked (id) join lateral (select * from league.careers where ranking_id = $1 and player_id = asked.id offset 0) c on true
		join lateral (select name, initials, club from league.players where id = asked.id offset 0) p on true`, id.UUID, uuids(players))
}

// uuids are ids of one type as arrays of them are sent.
func uuids[ID ~struct{ uuid.UUID }](ids []ID) []uuid.UUID {
	out := make([]uuid.UUID, len(ids))
	for i, id := range ids {
		out[i] = struct{ uuid.UUID }(id).UUID
	}
	return out
}

// LoadKeys queues the keys of all players of a ranking, in the order of the list. Add is called
// for each; the bytes are its own only until it returns.
func LoadKeys(b *pgx.Batch, id league.RankingID, add func(player [16]byte, key []byte)) {
	b.Queue(`select player_id, key from league.careers where ranking_id = $1 order by key desc, player_id`, id.UUID).Query(func(rows pgx.Rows) error {
		defer rows.Close()
		var player [16]byte
		var key []byte
		for rows.Next() {
			raw := rows.RawValues()
			if fields := rows.FieldDescriptions(); fields[0].Format == pgx.BinaryFormatCode && fields[1].Format == pgx.BinaryFormatCode {
				copy(player[:], raw[0])
				add(player, raw[1])
				continue
			}
			if err := rows.Scan(&player, &key); err != nil {
				return err
			}
			add(player, key)
		}
		return rows.Err()
	})
}

// PlayerKey is the key of a player.
type PlayerKey struct {
	PlayerID league.PlayerID
	Key      []byte
}

// LoadKeysOf queues the keys of some players, each once, in any order.
func LoadKeysOf(b *pgx.Batch, out *[]PlayerKey, id league.RankingID, players []league.PlayerID) {
	tenantdb.Many(b, out, `select c.player_id, c.key from unnest($2::uuid[]) as asked (id)
		join lateral (select player_id, key from league.careers where ranking_id = $1 and player_id = asked.id offset 0) c on true`, id.UUID, uuids(players))
}

// LoadStanding queues the person named by a record, with their key; the key is empty if they are not in the
// ranking.
func LoadStanding(b *pgx.Batch, out *PlayerKey, id league.RankingID, record league.PlayerID) {
	tenantdb.One(b, out, `select person.id as player_id, (select key from league.careers where ranking_id = $2 and player_id = person.id) as key
		from (select coalesce(`+keptOf+`, $1) as id offset 0) person`, record.UUID, id.UUID)
}

// LoadKeysBehind queues the keys of some records and of the people to whom they belong, each once.
func LoadKeysBehind(b *pgx.Batch, out *[]PlayerKey, id league.RankingID, records []league.PlayerID) {
	tenantdb.Many(b, out, `select c.player_id, c.key from (select unnest($2::uuid[]) union `+recordsBehind("$2")+`) as asked (id)
		join lateral (select player_id, key from league.careers where ranking_id = $1 and player_id = asked.id offset 0) c on true`, id.UUID, uuids(records))
}

// inHall is the condition that a key is one of the hall (package ranking).
const inHall = `key < '\x01'::bytea`

// listed is the condition that a key is of the list $2: the ranking, or the hall.
const listed = `ranking_id = $1 and (` + inHall + `) = $2`

// CountPlayers queues the number of players in the ranking or in its hall.
func CountPlayers(b *pgx.Batch, out *int, id league.RankingID, hall bool) {
	tenantdb.Scalar(b, out, `select count(*) from league.careers where `+listed, id.UUID, hall)
}

// CountBetter queues how many of a list have a better key.
func CountBetter(b *pgx.Batch, out *int, id league.RankingID, hall bool, key string) {
	tenantdb.Scalar(b, out, `select count(*) from league.careers where `+listed+` and key > $3`, id.UUID, hall, []byte(key))
}

// CountBefore queues the number of players of a list who stand before a player with a key: those with a better
// key, and among those with the same key the ones with lower ids.
func CountBefore(b *pgx.Batch, out *int, id league.RankingID, key string, player league.PlayerID) {
	tenantdb.Scalar(b, out, `select count(*) from league.careers where `+listed+` and (key > $3 or key = $3 and player_id < $4)`,
		id.UUID, key < "\x01", []byte(key), player.UUID)
}

// LoadPlaces queues a page of a list, in its order.
func LoadPlaces(b *pgx.Batch, out *[]PlayerKey, id league.RankingID, hall bool, from, n int) {
	tenantdb.Many(b, out, `select player_id, key from league.careers where `+listed+` order by key desc, player_id offset $3 limit $4`, id.UUID, hall, from, n)
}

// FoundPlayer is a player found by name.
type FoundPlayer struct {
	PlayerID league.PlayerID
	NameKey  string
	Key      []byte
}

// FindRanked queues players of a list of a ranking by name, after a position: those of whose names, or names of
// their aliases, words begin with all of some folded beginnings; see [LoadPlayers]. Unless full, it leaves out
// players who are shown by their initials in public, because finding a player by a name reveals the name.
func FindRanked(b *pgx.Batch, out *[]FoundPlayer, id league.RankingID, hall bool, beginnings []string, full bool, afterKey string, afterID league.PlayerID, limit int) {
	sql := `select p.id as player_id, p.name_key, c.key from league.players p
		join league.careers c on c.tenant_id = p.tenant_id and c.player_id = p.id
		where c.ranking_id = $1 and (c.` + inHall + `) = $2 and (p.name_key, p.id) > ($3, $4)`
	if !full {
		sql += ` and not p.initials`
	}
	args := []any{id.UUID, hall, afterKey, afterID.UUID, limit}
	for _, beginning := range beginnings {
		args = append(args, beginning)
		n := strconv.Itoa(len(args))
		sql += ` and p.id in (` + calledSo(n) + `)`
	}
	tenantdb.Many(b, out, sql+` order by p.name_key, p.id limit $5`, args...)
}

// PutCareers queues careers in place of the earlier ones of some players; a player without a career among the
// given ones has none afterwards.
func PutCareers(b *pgx.Batch, id league.RankingID, players []league.PlayerID, careers []facts.RankingCareer) {
	ids, keys, figures := make([]uuid.UUID, len(careers)), make([][]byte, len(careers)), make([]string, len(careers))
	national, nationals := make([]string, len(careers)), make([]int, len(careers))
	penalties, since, arrivals := make([]string, len(careers)), make([]*uuid.UUID, len(careers)), make([]*string, len(careers))
	has := make(map[league.PlayerID]bool, len(careers))
	for i, c := range careers {
		ids[i], keys[i], figures[i], national[i], nationals[i] = c.PlayerID.UUID, c.Key, strings.Join(c.Figures, " "), c.National, c.Nationals
		penalties[i] = c.Penalty
		if c.Since != nil {
			since[i] = &c.Since.UUID
		}
		if c.Arrival != nil {
			text := strings.Join(c.Arrival, " ")
			arrivals[i] = &text
		}
		has[c.PlayerID] = true
	}
	var gone []uuid.UUID
	for _, p := range players {
		if !has[p] {
			gone = append(gone, p.UUID)
		}
	}
	if len(gone) > 0 {
		b.Queue(`delete from league.careers where ranking_id = $1 and player_id = any($2)`, id.UUID, gone)
	}
	if len(careers) == 0 {
		return
	}
	b.Queue(`insert into league.careers (ranking_id, player_id, key, figures, national, nationals, since, arrival, penalty)
		select $1, u.player, u.key, string_to_array(u.figures, ' '), u.national, u.nationals, u.since, string_to_array(u.arrival, ' '), u.penalty
		from unnest($2::uuid[], $3::bytea[], $4::text[], $5::text[], $6::integer[], $7::uuid[], $8::text[], $9::text[]) as u (player, key, figures, national, nationals, since, arrival, penalty)
		on conflict (tenant_id, ranking_id, player_id) do update set key = excluded.key, figures = excluded.figures, national = excluded.national,
			nationals = excluded.nationals, since = excluded.since, arrival = excluded.arrival, penalty = excluded.penalty`,
		id.UUID, ids, keys, figures, national, nationals, since, arrivals, penalties)
}

// ForgetCareers queues that a ranking has no careers, and is derived from now on.
func ForgetCareers(b *pgx.Batch, id league.RankingID) {
	b.Queue(`delete from league.careers where ranking_id = $1`, id.UUID)
}

// SetForm queues the form of the keys of a ranking; with a new form its careers are rebuilt at this revision.
func SetForm(b *pgx.Batch, id league.RankingID, form int) {
	b.Queue(`update league.rankings set form = $2, rebuilt = revision where id = $1`, id.UUID, form)
}

// AddRankingChange queues the changes of a ranking in one revision.
func AddRankingChange(b *pgx.Batch, id league.RankingID, c facts.RankingChange) {
	b.Queue(`insert into league.ranking_changes (ranking_id, revision, day, players, before, after) values ($1, $2, nullif($3, '')::date, $4, $5, $6)`,
		id.UUID, c.Revision, c.Day, uuids(c.Players), c.Before, c.After)
}

// LoadRankingChanges queues the changes of a ranking since a revision, in order.
func LoadRankingChanges(b *pgx.Batch, out *[]facts.RankingChange, id league.RankingID, since int64) {
	tenantdb.Many(b, out, `select revision, coalesce(day::text, '') as day, players, before, after from league.ranking_changes
		where ranking_id = $1 and revision > $2 order by revision`, id.UUID, since)
}

// LoadLastChange queues the last revision that changed a ranking at the end of a day; "" means now. It is 0 if
// no revision did.
func LoadLastChange(b *pgx.Batch, out *int64, id league.RankingID, day rules.Day) {
	tenantdb.Scalar(b, out, `select coalesce(max(revision), 0) from league.ranking_changes
		where ranking_id = $1 and (day is null or $2 = '' or day <= nullif($2, '')::date)`, id.UUID, string(day))
}

// LoadPlayersAfter queues the people who have postings that count from events after a day.
func LoadPlayersAfter(b *pgx.Batch, out *[]league.PlayerID, id league.RankingID, day rules.Day) {
	tenantdb.Scalar(b, out, `select coalesce(array_agg(distinct coalesce(a.kept_as, p.player_id)), '{}') from (select e.event_id, e.number from league.event_postings e where e.ranking_id = $1 and e.counts and e.day > $2::date and `+latest+`) h
		join league.postings p on p.ranking_id = $1 and p.event_id = h.event_id and p.number = h.number
		left join league.players a on a.tenant_id = p.tenant_id and a.id = p.player_id and a.kept_as is not null`, id.UUID, string(day))
}

// LoadPlayersOfRanking queues all records that have an opening or a posting in a ranking, whether or
// not it counts, from a first id on.
func LoadPlayersOfRanking(b *pgx.Batch, out *[]league.PlayerID, id league.RankingID, after league.PlayerID, most int) {
	tenantdb.Scalar(b, out, `select coalesce(array_agg(player_id order by player_id), '{}') from (
		select player_id from (select player_id from league.postings where ranking_id = $1 and player_id > $2
			union select player_id from league.ranking_openings where ranking_id = $1 and player_id > $2) u order by player_id limit $3) p`, id.UUID, after.UUID, most)
}

// LoadLastDay queues the day of the last event that counts in a ranking; "" if no event counts.
func LoadLastDay(b *pgx.Batch, out *string, id league.RankingID) {
	tenantdb.Scalar(b, out, `select `+lastDay(`$1`), id.UUID)
}

// lastDay is the day of the last event that counts in a ranking, as SQL.
func lastDay(ranking string) string {
	return `coalesce((` + lastEvent("e.day", ranking) + `)::text, '')`
}

// BumpRankingsOf queues the next revision of every ranking in which a person stands by any record, because
// rankings show the name. The rankings are held first: then either the posting of an event under way is seen,
// or it comes later, and with it another revision.
func BumpRankingsOf(b *pgx.Batch, out *[]Raised, id league.PlayerID) {
	b.Queue(`select from league.rankings order by id for no key update`)
	tenantdb.Many(b, out, `update league.rankings r set revision = r.revision + 1
		where exists (select from league.postings p where p.ranking_id = r.id and p.player_id = `+anyOf(recordsOf("$1"))+`)
			or exists (select from league.ranking_openings o where o.ranking_id = r.id and o.player_id = `+anyOf(recordsOf("$1"))+`) returning r.id, r.revision`, id.UUID)
}

// LoadOutdatedRankings queues the rankings whose careers have another form, so that they have to be rebuilt.
// Rankings whose figures have no keys are left out.
func LoadOutdatedRankings(b *pgx.Batch, out *[]facts.Ranking, form, none int) {
	tenantdb.Many(b, out, `select `+rankingColumns+` from league.rankings where form <> $1 and form <> $2 order by id`, form, none)
}
