package leaguedb

import (
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

const playerColumns = `id, name, name_key, club, city, email, address_before, account_id, added_by, created_at, version`

// LoadPlayer queues one player; [tenantdb.ErrNotFound] without him.
func LoadPlayer(b *pgx.Batch, out *facts.Player, id league.PlayerID) {
	tenantdb.One(b, out, `select `+playerColumns+` from league.players where id = $1`, id.UUID)
}

// LoadPlayersByID queues the players of some ids, in any order.
func LoadPlayersByID(b *pgx.Batch, out *[]facts.Player, ids []uuid.UUID) {
	tenantdb.Many(b, out, `select `+playerColumns+` from league.players where id = any($1)`, ids)
}

// LoadPlayerOfAccount queues the player of an account; out stays nil without.
func LoadPlayerOfAccount(b *pgx.Batch, out **facts.Player, account uuid.UUID) {
	tenantdb.Maybe(b, out, `select `+playerColumns+` from league.players where account_id = $1`, account)
}

// LoadNamesakes queues the players whose names read like a key.
func LoadNamesakes(b *pgx.Batch, out *[]facts.Player, key string) {
	tenantdb.Many(b, out, `select `+playerColumns+` from league.players where name_key = $1 order by id`, key)
}

// LoadPlayers queues players by name, those of whose names words begin with all of
// some folded beginnings, after a position. The range comparison is what an index
// serves under row-level security, where LIKE is not.
func LoadPlayers(b *pgx.Batch, out *[]facts.Player, beginnings []string, afterKey string, afterID uuid.UUID, limit int) {
	sql, args := `select `+playerColumns+` from league.players where (name_key, id) > ($1, $2)`, []any{afterKey, afterID, limit}
	for _, beginning := range beginnings {
		args = append(args, beginning)
		n := strconv.Itoa(len(args))
		sql += ` and id in (select player_id from league.player_words where word >= $` + n + ` and word < $` + n + ` || U&'\FFFF' collate "C")`
	}
	tenantdb.Many(b, out, sql+` order by name_key, id limit $3`, args...)
}

// OwnTenants are the tenants in whose registers somebody is, by their names, through the
// door of that person.
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

// LoadEventsOfPlayer queues the events that a player has entered, whatever became of
// the entry.
func LoadEventsOfPlayer(b *pgx.Batch, out *[]EventPlace, id league.PlayerID) {
	tenantdb.Many(b, out, `select id, region_id from league.events where id in (select event_id from league.entries where player_id = $1)`, id.UUID)
}

// PlayerRegion is that a player has entered an event of a region; nil is an event of none.
type PlayerRegion struct {
	PlayerID league.PlayerID
	RegionID *league.RegionID
}

// LoadRegionsOfPlayers queues in which regions players have entered events, whatever
// became of the entries, each once.
func LoadRegionsOfPlayers(b *pgx.Batch, out *[]PlayerRegion, players []league.PlayerID) {
	tenantdb.Many(b, out, `select distinct n.player_id, e.region_id from league.entries n
		join league.events e on e.tenant_id = n.tenant_id and e.id = n.event_id where n.player_id = any($1)`, players)
}

// AddPlayer queues a new player. With an account he finds himself through his own door
// ([OwnTenants]) as well.
func AddPlayer(b *pgx.Batch, p facts.Player) {
	b.Queue(`insert into league.players (id, name, name_key, club, city, email, account_id, added_by, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		p.ID.UUID, p.Name, p.NameKey, p.Club, p.City, p.Email, p.AccountID, p.AddedBy, p.CreatedAt)
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

// ChangePlayer queues a player's new values over a version; a stale one changes
// nothing, which is [tenantdb.ErrNotFound].
func ChangePlayer(b *pgx.Batch, p facts.Player) {
	tenantdb.Exec(b, `update league.players set name = $3, name_key = $4, club = $5, city = $6, email = $7, address_before = $8, version = version + 1 where id = $1 and version = $2`,
		p.ID.UUID, p.Version, p.Name, p.NameKey, p.Club, p.City, p.Email, p.AddressBefore)
	rememberWords(b, []uuid.UUID{p.ID.UUID}, []string{p.NameKey})
}

// BumpEventsOf queues the next revision of every event a player has entered, and of
// the seasons that name him: they show his name.
func BumpEventsOf(b *pgx.Batch, events *[]EventRevision, seasons *[]SeasonRevision, id league.PlayerID) {
	tenantdb.Many(b, events, `update league.events set revision = revision + 1
		where id in (select event_id from league.entries where player_id = $1) returning id, revision`, id.UUID)
	tenantdb.Many(b, seasons, `update league.seasons set revision = revision + 1
		where champion_id = $1 or id in (select e.season_id from league.entries n
			join league.events e on e.tenant_id = n.tenant_id and e.id = n.event_id where n.player_id = $1)
		returning id, revision`, id.UUID)
}

// EventRevision is an event's revision.
type EventRevision struct {
	ID       league.EventID
	Revision int64
}
