package leaguedb

import (
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

const playerColumns = `id, name, name_key, club_id, club, city, coalesce(birth_year, 0)::integer as birth_year, initials, email, address_before, account_id, added_by, created_at, erased_at, version, kept_as`

// LoadPlayer queues one player; [tenantdb.ErrNotFound] without them.
func LoadPlayer(b *pgx.Batch, out *facts.Player, id league.PlayerID) {
	tenantdb.One(b, out, `select `+playerColumns+` from league.players where id = $1`, id.UUID)
}

// KnownPlayer is a player with whether other records are aliases of theirs.
type KnownPlayer struct {
	facts.Player
	HasAliases bool
}

// LoadKnownPlayer is [LoadPlayer] with the aliases.
func LoadKnownPlayer(b *pgx.Batch, out *KnownPlayer, id league.PlayerID) {
	tenantdb.One(b, out, `select `+playerColumns+`, exists (select from league.players a where a.kept_as = $1) as has_aliases from league.players where id = $1`, id.UUID)
}

// LoadPerson queues the player whose record one is, or is an alias of; [tenantdb.ErrNotFound]
// without them.
func LoadPerson(b *pgx.Batch, out *facts.Player, id league.PlayerID) {
	tenantdb.One(b, out, `select `+playerColumns+` from league.players where id = `+keptOf, id.UUID)
}

// LoadKept queues the id of the record that is kept for one. For an unknown id it returns that id.
func LoadKept(b *pgx.Batch, out *league.PlayerID, id league.PlayerID) {
	tenantdb.Scalar(b, out, `select coalesce(`+keptOf+`, $1)`, id.UUID)
}

// playersAsked are the players p of a list of ids, $1, each once. Each is looked up by its key: for a list, the
// planner would read all players of the tenant, because it expects few of them.
const playersAsked = `(select distinct i.id as asked from unnest($1::uuid[]) as i (id)) q
		join lateral (select * from league.players where id = q.asked offset 0) p on true`

// LoadPlayersByID queues the players of some ids, each once, in any order.
func LoadPlayersByID(b *pgx.Batch, out *[]facts.Player, ids []league.PlayerID) {
	tenantdb.Many(b, out, `select `+playerColumns+` from `+playersAsked, uuids(ids))
}

// LoadPlayerOfAccount queues the player of an account, by the record that is kept; out stays nil
// without.
func LoadPlayerOfAccount(b *pgx.Batch, out **facts.Player, account uuid.UUID) {
	tenantdb.Maybe(b, out, `select `+playerColumns+` from league.players where account_id = $1 and kept_as is null`, account)
}

// LoadNamesakes queues the players whose names, or those of whose aliases, read like a key.
func LoadNamesakes(b *pgx.Batch, out *[]facts.Player, key string) {
	tenantdb.Many(b, out, `select `+playerColumns+` from league.players where kept_as is null
		and (name_key = $1 or id in (select kept_as from league.players where kept_as is not null and name_key = $1)) order by id`, key)
}

// LoadPlayers queues players by name, after a position: those of whose names words begin with all of some
// folded beginnings, of a club if one is given. Unless full, it leaves out players who are shown by their
// initials in public. Aliases are found as the record that is kept. Under row-level security an index serves
// the range comparison, and not LIKE.
func LoadPlayers(b *pgx.Batch, out *[]facts.Player, beginnings []string, club *league.ClubID, full bool, afterKey string, afterID league.PlayerID, limit int) {
	sql, args := `select `+playerColumns+` from league.players where kept_as is null and (name_key, id) > ($1, $2)`, []any{afterKey, afterID.UUID, limit}
	if !full {
		sql += ` and not initials`
	}
	if club != nil {
		args = append(args, club.UUID)
		sql += ` and club_id = $` + strconv.Itoa(len(args))
	}
	for _, beginning := range beginnings {
		args = append(args, beginning)
		n := strconv.Itoa(len(args))
		sql += ` and id in (` + calledSo(n) + `)`
	}
	tenantdb.Many(b, out, sql+` order by name_key, id limit $3`, args...)
}

// LoadPlayersCalled queues the players who have exactly some folded words, in their order from low to high, as a name or as the name
// of an alias, in any order. Only the first of the words are looked up by the index; the others are compared then.
func LoadPlayersCalled(b *pgx.Batch, out *[]facts.Player, sorted []string, lookedUp, limit int) {
	sql, args := `select q.id, q.kept_as from league.players q
		where array(select w from unnest(string_to_array(q.name_key, ' ')) w order by w collate "C") = $1::text[]`, []any{sorted, limit}
	for _, word := range sorted[:min(lookedUp, len(sorted))] {
		args = append(args, word)
		sql += ` and q.id in (select player_id from league.player_words where word = $` + strconv.Itoa(len(args)) + `)`
	}
	tenantdb.Many(b, out, `select `+playerColumns+` from league.players where kept_as is null and id in (select coalesce(c.kept_as, c.id) from (`+sql+`) c)
		order by name_key, id limit $2`, args...)
}

// calledSo selects the players who have a word with a folded beginning in a name, and for an alias the record
// that is kept. The argument is the number of the query parameter with the beginning.
func calledSo(parameter string) string {
	begins := `word >= $` + parameter + ` and word < $` + parameter + ` || U&'\FFFF' collate "C"`
	return `select player_id from league.player_words where ` + begins + `
		union all select a.kept_as from league.players a where a.kept_as is not null
			and exists (select from league.player_words w where w.tenant_id = a.tenant_id and w.player_id = a.id and ` + begins + `)`
}

// OwnTenants returns the tenants in whose registers a person is, by their names, through the door of that
// person.
func OwnTenants(self tenantdb.Door, account uuid.UUID) (list []tenant.Ref, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select t.id, t.slug, t.name from league.player_accounts p join platform.tenants t on t.id = p.tenant_id
		where p.account_id = $1 order by t.name, t.id`, account)
	return list, self.Send(b)
}

// EventPlace is an event and the region in which it is.
type EventPlace struct {
	ID       league.EventID
	RegionID *league.RegionID
}

// LoadEventsOfPlayer queues the events that a person has entered by any record, also if the entry was
// cancelled.
func LoadEventsOfPlayer(b *pgx.Batch, out *[]EventPlace, id league.PlayerID) {
	tenantdb.Many(b, out, `select id, region_id from league.events where id in (select event_id from league.entries where player_id = `+anyOf(recordsOf("$1"))+`)`, id.UUID)
}

// LoadEventsEntered is [LoadEventsOfPlayer] without the events at which every entry of the person was cancelled.
func LoadEventsEntered(b *pgx.Batch, out *[]EventPlace, id league.PlayerID) {
	tenantdb.Many(b, out, `select id, region_id from league.events where id in (select event_id from league.entries where state <> 'cancelled' and player_id = `+anyOf(recordsOf("$1"))+`)`, id.UUID)
}

// PlayerRegion records that a player has entered an event of a region; nil is an event of
// none.
type PlayerRegion struct {
	PlayerID league.PlayerID
	RegionID *league.RegionID
}

// LoadRegionsOfPlayers queues the regions in which players have entered events by any record of theirs, also if
// the entries were cancelled, each once.
func LoadRegionsOfPlayers(b *pgx.Batch, out *[]PlayerRegion, players []league.PlayerID) {
	tenantdb.Many(b, out, `select distinct q.id as player_id, e.region_id from `+enteredByAnyRecord+` where q.id = any($1)`, players)
}

// enteredByAnyRecord selects the events e that a player q has entered by any record of theirs, also if the
// entries were cancelled.
var enteredByAnyRecord = `league.players q
	join league.players k on k.tenant_id = q.tenant_id and (k.id = ` + personID("q") + ` or k.kept_as = ` + personID("q") + `)
	join league.entries n on n.tenant_id = k.tenant_id and n.player_id = k.id
	join league.events e on e.tenant_id = n.tenant_id and e.id = n.event_id`

// firstClubs queues the clubs of new players; the beginning of these memberships is not known. Nil means no
// club.
func firstClubs(b *pgx.Batch, players []uuid.UUID, clubs []*uuid.UUID, by *uuid.UUID, at time.Time) {
	b.Queue(`insert into league.memberships (player_id, from_day, club_id, recorded_by, recorded_at)
		select u.player, '-infinity', u.club, $3, $4 from unnest($1::uuid[], $2::uuid[]) as u (player, club) where u.club is not null`, players, clubs, by, at)
}

// AddPlayer queues a new player, and the club that they have. With an account they find themselves through their own
// door ([OwnTenants]) as well.
func AddPlayer(b *pgx.Batch, p facts.Player) {
	b.Queue(`insert into league.players (id, name, name_key, club_id, club, city, birth_year, email, account_id, added_by, created_at) values ($1, $2, $3, $4, $5, $6, nullif($7, 0), $8, $9, $10, $11)`,
		p.ID.UUID, p.Name, p.NameKey, p.ClubID, p.Club, p.City, p.BirthYear, p.Email, p.AccountID, p.AddedBy, p.CreatedAt)
	if p.ClubID != nil {
		firstClubs(b, []uuid.UUID{p.ID.UUID}, []*uuid.UUID{&p.ClubID.UUID}, p.AddedBy, p.CreatedAt)
	}
	rememberWords(b, []uuid.UUID{p.ID.UUID}, []string{p.NameKey})
	if p.AccountID != nil {
		b.Queue(`insert into league.player_accounts (account_id, player_id) values ($1, $2)`, p.AccountID, p.ID.UUID)
	}
}

// rememberWords queues the words by which people are found from now on, by their ids and
// folded names.
func rememberWords(b *pgx.Batch, ids []uuid.UUID, keys []string) {
	b.Queue(`delete from league.player_words where player_id = any($1)`, ids)
	b.Queue(`insert into league.player_words (word, player_id) select distinct w.word, u.id from unnest($1::uuid[], $2::text[]) as u (id, key)
		cross join string_to_table(u.key, ' ') as w (word) where w.word <> ''`, ids, keys)
}

// ChangePlayer queues a player's new values over a version. It returns [tenantdb.ErrNotFound] for a stale
// version. Their clubs are changed by [SetMemberships].
func ChangePlayer(b *pgx.Batch, p facts.Player) {
	tenantdb.Exec(b, `update league.players set name = $3, name_key = $4, city = $5, email = $6, address_before = $7, birth_year = nullif($8, 0),
		version = version + 1 where id = $1 and version = $2`,
		p.ID.UUID, p.Version, p.Name, p.NameKey, p.City, p.Email, p.AddressBefore, p.BirthYear)
	rememberWords(b, []uuid.UUID{p.ID.UUID}, []string{p.NameKey})
}

// BumpEventsOf queues the next revision of every event a person has entered by any record,
// and of the seasons that name them: they show their name.
func BumpEventsOf(b *pgx.Batch, events *[]EventRevision, seasons *[]Raised, id league.PlayerID) {
	tenantdb.Many(b, events, `update league.events set revision = revision + 1
		where id in (select event_id from league.entries where player_id = `+anyOf(recordsOf("$1"))+`) returning id, revision`, id.UUID)
	tenantdb.Many(b, seasons, `update league.seasons set revision = revision + 1
		where champion_id = `+anyOf(recordsOf("$1"))+` or id in (select e.season_id from league.entries n
			join league.events e on e.tenant_id = n.tenant_id and e.id = n.event_id where n.player_id = `+anyOf(recordsOf("$1"))+`)
		returning id, revision`, id.UUID)
}

// EventRevision is an event's revision.
type EventRevision struct {
	ID       league.EventID
	Revision int64
}
