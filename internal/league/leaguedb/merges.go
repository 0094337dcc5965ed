package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// Stored facts name records of the register, and queries ask about people. Each query here goes from the one to
// the other by one of these: personOf, keptOf, recordsOf and recordsBehind.

// personOf joins the person p to whom the record of a row belongs: the record itself, or the one that is kept
// for it. The row has a tenant_id and a player_id.
func personOf(row string) string {
	return ` join league.players record on record.tenant_id = ` + row + `.tenant_id and record.id = ` + row + `.player_id
		join league.players p on p.tenant_id = record.tenant_id and p.id = ` + personID("record")
}

// personID is the id of the record that is kept for that of a row of players, as SQL. It does without coalesce,
// which PostgreSQL does not regard as leakproof: under row-level security it would compare the id with those of
// all players of the tenant instead of looking it up.
func personID(row string) string {
	return `case when ` + row + `.kept_as is null then ` + row + `.id else ` + row + `.kept_as end`
}

// keptOf selects the record that is kept for the one whose id is the parameter $1.
const keptOf = `(select coalesce(kept_as, id) from league.players where id = $1)`

// anyOf compares an id ("id = " + anyOf(…)) with selected ids. They are looked up once and give the keys of an
// index. With "in (…)" PostgreSQL may look all of them up again for each row of a large table, and does so as
// long as it has no statistics and thinks it small: the members of a club of 25 took 16 seconds instead of 11
// milliseconds.
func anyOf(selected string) string { return `any(array(` + selected + `))` }

// recordsOf selects the records of a person, given by the id of the record that is kept.
func recordsOf(person string) string {
	return `select id from league.players where id = ` + person + ` or kept_as = ` + person
}

// recordsOfAll selects the records of several people, given by an array of ids.
func recordsOfAll(people string) string { return recordsOf(`any(` + people + `)`) }

// recordsBehind selects all records of the people to whom some records belong, given by an array of ids; a
// record may come twice. Each is looked up by its keys, as in [LoadRanked].
func recordsBehind(records string) string {
	return `select r.id from unnest(` + records + `::uuid[]) as asked (id)
		join lateral (select coalesce(kept_as, id) as person from league.players where id = asked.id offset 0) q on true
		join lateral (select id from league.players where id = q.person union all select id from league.players where kept_as = q.person) r on true`
}

// LoadAliases queues all aliases of the tenant.
func LoadAliases(b *pgx.Batch, out *facts.Aliases) {
	b.Queue(`select id, kept_as from league.players where kept_as is not null`).Query(func(rows pgx.Rows) error {
		aliases := facts.Aliases{}
		var alias, kept league.PlayerID
		_, err := pgx.ForEachRow(rows, []any{&alias, &kept}, func() error {
			aliases[alias] = kept
			return nil
		})
		*out = aliases
		return err
	})
}

// LoadAliasesOf queues the aliases of some people, by their names.
func LoadAliasesOf(b *pgx.Batch, out *[]facts.Player, people []league.PlayerID) {
	tenantdb.Many(b, out, `select `+playerColumns+` from league.players where kept_as = any($1) order by name_key, id`, people)
}

// TakePlayers queues players for a decision whether they are one or two people, by their ids, as [TakePlayer]
// takes one; ids without a player are left out.
func TakePlayers(b *pgx.Batch, out *[]facts.Player, ids []league.PlayerID) {
	holdEventsOf(b, ids)
	tenantdb.Many(b, out, `select `+playerColumns+` from league.players where id = any($1) order by id for update`, ids)
}

// AddMerge queues a fact about an alias with its consequences: the record that is kept for it, the account of
// the records of the person, and the person's club. Both records are held ([TakePlayers]).
func AddMerge(b *pgx.Batch, m facts.Merge, kept league.PlayerID) {
	b.Queue(`insert into league.player_merges (alias_id, number, kept_id, reason, decided_by, decided_at) values ($1, $2, $3, $4, $5, $6)`,
		m.AliasID.UUID, m.Number, m.KeptID, m.Reason, m.DecidedBy, m.DecidedAt)
	if m.KeptID == nil { // the account goes first, as one of two people has it
		b.Queue(`update league.players set account_id = null where id = $1 or kept_as = $1`, kept.UUID)
	}
	tenantdb.Exec(b, `update league.players set kept_as = $2, version = version + 1 where id = $1 and kept_as is distinct from $2`, m.AliasID.UUID, m.KeptID)
	b.Queue(`update league.players p set account_id = (select a.account_id from league.player_accounts a
				where a.player_id in (select r.id from league.players r where `+personID("r")+` = `+personID("p")+`
					and (r.id = any($1) or r.kept_as = any($1)))),
			version = version + case when p.id = $2 then 0 else 1 end
		where p.id = any($1) or p.kept_as = any($1)`, []uuid.UUID{kept.UUID, m.AliasID.UUID}, m.AliasID.UUID)
	writeClubsOfToday(b, []uuid.UUID{kept.UUID, m.AliasID.UUID})
}

// LoadMerges queues the facts about records of a person, by any of them, the latest first.
func LoadMerges(b *pgx.Batch, out *[]MergeSeen, ids []league.PlayerID) {
	tenantdb.Many(b, out, `select m.alias_id, m.number, m.kept_id, m.reason, m.decided_by, m.decided_at, a.name as by, coalesce(m.kept_id, before.kept_id) as other_id
		from league.player_merges m join platform.accounts a on a.id = m.decided_by
		left join league.player_merges before on before.tenant_id = m.tenant_id and before.alias_id = m.alias_id and before.number = m.number - 1
		where m.alias_id = any($1) or coalesce(m.kept_id, before.kept_id) = any($1) order by m.decided_at desc, m.alias_id, m.number desc limit 500`, ids)
}

// MergeSeen is a fact about an alias, with the person who decided it and the record that was kept for it.
type MergeSeen struct {
	facts.Merge
	By      string // name
	OtherID league.PlayerID
}

// LoadLastMerge queues the last fact about an alias; out stays nil without one.
func LoadLastMerge(b *pgx.Batch, out **facts.Merge, alias league.PlayerID) {
	tenantdb.Maybe(b, out, `select alias_id, number, kept_id, reason, decided_by, decided_at from league.player_merges where alias_id = $1 order by number desc limit 1`, alias.UUID)
}

// LoadSharedEvents queues the events that two people have both entered, cancelled entries left
// out, in their order.
func LoadSharedEvents(b *pgx.Batch, out *[]facts.Event, one, other league.PlayerID) {
	const entered = `select event_id from league.entries where state <> 'cancelled' and player_id = `
	tenantdb.Many(b, out, `select `+eventColumns+` from league.events where id in (`+entered+anyOf(recordsOf("$1"))+`) and id in (`+entered+anyOf(recordsOf("$2"))+`) order by starts_at, id limit 20`,
		one.UUID, other.UUID)
}

// LoadClaimedByBoth queues the seasons in which each of two people has a claim of a refund that was neither
// refused nor withdrawn.
func LoadClaimedByBoth(b *pgx.Batch, out *[]facts.Season, one, other league.PlayerID) {
	const claimed = `select season_id from league.refunds where state not in ('refused', 'withdrawn') and player_id = `
	tenantdb.Many(b, out, `select `+seasonColumns+` from league.seasons where id in (`+claimed+anyOf(recordsOf("$1"))+`) and id in (`+claimed+anyOf(recordsOf("$2"))+`) order by plays_from, id`,
		one.UUID, other.UUID)
}

// LoadRefereedEvents queues the events that one of two people has entered and the other
// referees, by a line of the staff, in their order.
func LoadRefereedEvents(b *pgx.Batch, out *[]facts.Event, one, other league.PlayerID) {
	tenantdb.Many(b, out, `select `+eventColumns+` from league.events e where exists (
			select from league.entries n join league.event_staff s on s.tenant_id = n.tenant_id and s.event_id = n.event_id
				and s.role in ('first-referee', 'referee') and s.removed_at is null
			left join league.players w on w.tenant_id = s.tenant_id and (w.id = s.player_id or s.player_id is null and w.account_id = s.account_id)
			where n.event_id = e.id and n.state <> 'cancelled'
				and (n.player_id = `+anyOf(recordsOf("$1"))+` and w.id = `+anyOf(recordsOf("$2"))+` or n.player_id = `+anyOf(recordsOf("$2"))+` and w.id = `+anyOf(recordsOf("$1"))+`))
		order by e.starts_at, e.id limit 20`, one.UUID, other.UUID)
}

// EntryCounts counts the events that the records of an act have entered, cancelled entries left out.
type EntryCounts struct {
	Events int // by the alias
	Since  int // by the record that is kept, since a moment
}

// LoadEntryCounts queues them.
func LoadEntryCounts(b *pgx.Batch, out *EntryCounts, alias, kept league.PlayerID, since time.Time) {
	tenantdb.One(b, out, `select count(distinct event_id) filter (where player_id = $1)::integer as events,
			count(distinct event_id) filter (where player_id = $2 and entered_at > $3)::integer as since
		from league.entries where player_id in ($1, $2) and state <> 'cancelled'`, alias.UUID, kept.UUID, since)
}

// HoldRankingsOf queues the rankings in which any of some records has an opening or a posting, held until the
// commit with their next revisions.
func HoldRankingsOf(b *pgx.Batch, out *[]facts.Ranking, records []league.PlayerID) {
	tenantdb.Many(b, out, `with held as (select id from league.rankings where id in (
				select ranking_id from league.ranking_openings where player_id = any($1) union select ranking_id from league.postings where player_id = any($1))
			order by id for update)
		update league.rankings set revision = revision + 1 where id in (select id from held) returning `+rankingColumns, records)
}

// LoadLike queues the records that may be of the same person as one: whose names have the same words, or that
// have the same mail address. It leaves out aliases, the record itself, and records of people who were recorded
// as distinct.
func LoadLike(b *pgx.Batch, out *[]facts.Player, id league.PlayerID, words []string, email string, limit int) {
	tenantdb.Many(b, out, `select `+playerColumns+` from league.players where kept_as is null and id <> $1
			and id not in (select case one when $1 then other else one end from (`+twoPeople+`) t where $1 in (one, other))
			and id in (select player_id from league.player_words where word = any($2) group by player_id having count(*) = cardinality($2)
				union all select id from league.players where email_key <> '' and email_key = lower($3))
		order by name_key, id limit $4`, id.UUID, words, email, limit)
}

// LikePair are two records that may be of one person.
type LikePair struct{ One, Other league.PlayerID }

// LoadLikePairs queues all pairs of records that [LoadLike] would find: of names with the same words, and of
// one mail address, unless they were recorded as distinct; after a pair, the zero pair from the first.
func LoadLikePairs(b *pgx.Batch, out *[]LikePair, after LikePair, limit int) {
	tenantdb.Many(b, out, `with named as (
			select w.player_id as id, string_agg(w.word, ' ' order by w.word) as key from league.player_words w
				join league.players p on p.tenant_id = w.tenant_id and p.id = w.player_id where p.kept_as is null group by w.player_id),
		mailed as (select id, email_key as key from league.players where kept_as is null and email_key <> ''),
		pairs as (
			select a.id as one, z.id as other from named a join named z on z.key = a.key and z.id > a.id
			union select a.id, z.id from mailed a join mailed z on z.key = a.key and z.id > a.id)
		select one, other from pairs where (one, other) > ($1, $2)
			and (one, other) not in (select least(one, other), greatest(one, other) from (`+twoPeople+`) t) order by one, other limit $3`, after.One.UUID, after.Other.UUID, limit)
}
