package leaguedb

import (
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

const clubColumns = `c.id, c.name, c.short_name, c.city, c.club_tenant_id as tenant_id, coalesce(c.founded, 0)::integer as founded,
	coalesce(c.closed_from::text, '') as closed_from, c.version, c.created_by, c.created_at`

// LoadClub queues one club; [tenantdb.ErrNotFound] without it.
func LoadClub(b *pgx.Batch, out *facts.Club, id league.ClubID) {
	tenantdb.One(b, out, `select `+clubColumns+` from league.clubs c where c.id = $1`, id.UUID)
}

// TakeClub is [LoadClub] for a change: nobody else changes the club until the transaction ends.
func TakeClub(b *pgx.Batch, out *facts.Club, id league.ClubID) {
	tenantdb.One(b, out, `select `+clubColumns+` from league.clubs c where c.id = $1 for no key update`, id.UUID)
}

// LoadPlayerClubs queues the clubs of some ids, in any order.
func LoadPlayerClubs(b *pgx.Batch, out *[]facts.Club, ids []league.ClubID) {
	tenantdb.Many(b, out, `select `+clubColumns+` from league.clubs c where c.id = any($1)`, uuids(ids))
}

// HoldPlayerClubs is [LoadPlayerClubs], and keeps the clubs from being changed until the transaction ends.
func HoldPlayerClubs(b *pgx.Batch, out *[]facts.Club, ids []league.ClubID) {
	tenantdb.Many(b, out, `select `+clubColumns+` from league.clubs c where c.id = any($1) for share`, uuids(ids))
}

// NamedClub is the club that a text names.
type NamedClub struct {
	facts.Club
	Asked string
}

// LoadNamedClubs queues the existing clubs that some texts name, and keeps them from being closed until the
// transaction ends.
func LoadNamedClubs(b *pgx.Batch, out *[]NamedClub, texts []string) {
	tenantdb.Many(b, out, `select `+clubColumns+`, u.text as asked from unnest($1::text[]) as u (text)
		join league.clubs c on c.name_key = league.club_key(u.text) for share of c`, texts)
}

// AddNamedClubs queues a club for each of some texts that names none yet, each club once. If a table of the
// past names them, that table is stored with them: they are removed with it when it is undone. By [uuid.Nil]
// stands for a person without account, who enters by a form.
func AddNamedClubs(b *pgx.Batch, added *[]facts.Club, ids []uuid.UUID, texts []string, history *uuid.UUID, by uuid.UUID, at any) {
	tenantdb.Many(b, added, `insert into league.clubs as c (id, name, created_by, created_at, history_id)
		select distinct on (league.club_key(u.text)) u.id, u.text, nullif($3, '00000000-0000-0000-0000-000000000000'::uuid), $4::timestamptz, $5::uuid from unnest($1::uuid[], $2::text[]) as u (id, text)
		order by league.club_key(u.text), u.text collate "C" desc on conflict (tenant_id, name_key) do nothing returning `+clubColumns, ids, texts, by, at, history)
}

// LoadUnknownClubs queues those of some texts that name no club yet, one for each club.
func LoadUnknownClubs(b *pgx.Batch, out *[]string, texts []string) {
	tenantdb.Scalar(b, out, `select coalesce(array_agg(distinct_text order by distinct_text), '{}') from (select max(u.text collate "C") as distinct_text
		from unnest($1::text[]) as u (text) where not exists (select from league.clubs c where c.name_key = league.club_key(u.text)) group by league.club_key(u.text)) n`, texts)
}

// AddClub queues a new club. The constraint club_name_once refuses a name that another club has,
// club_tenant_once a tenant that is another club.
func AddClub(b *pgx.Batch, c facts.Club) {
	b.Queue(`insert into league.clubs (id, name, short_name, city, club_tenant_id, founded, created_by, created_at) values ($1, $2, $3, $4, $5, nullif($6, 0), $7, $8)`,
		c.ID.UUID, c.Name, c.ShortName, c.City, c.TenantID, c.Founded, c.CreatedBy, c.CreatedAt)
}

// ChangeClub queues a club's new values and its next version; see [AddClub].
func ChangeClub(b *pgx.Batch, c facts.Club) {
	tenantdb.Exec(b, `update league.clubs set name = $2, short_name = $3, city = $4, club_tenant_id = $5, founded = nullif($6, 0), closed_from = nullif($7, '')::date,
		version = version + 1 where id = $1`, c.ID.UUID, c.Name, c.ShortName, c.City, c.TenantID, c.Founded, string(c.ClosedFrom))
}

// RenameClubOfMembers queues the new name of a club for its current members.
func RenameClubOfMembers(b *pgx.Batch, c facts.Club) {
	b.Queue(`update league.players set club = $2, version = version + 1 where club_id = $1`, c.ID.UUID, c.Name)
}

// BumpAllOfClub queues the next revision of every event that shows the club of a player who has ever been in a
// club, of the seasons that name such players, and of all rankings.
func BumpAllOfClub(b *pgx.Batch, events *[]EventRevision, raised *[]Raised, club league.ClubID) {
	theirs := `(select n.event_id from league.entries n where n.player_id = ` + anyOf(recordsOfAll(`array(`+everIn+`)`)) + `)`
	tenantdb.Many(b, events, `update league.events set revision = revision + 1 where id in `+theirs+` returning id, revision`, club.UUID)
	b.Queue(`update league.seasons set revision = revision + 1 where champion_id in (select player_id from league.memberships where club_id = $1)
		or id in (select season_id from league.events where id in `+theirs+`) returning id, revision`, club.UUID).Query(addRaised(raised))
	RaiseRankings(b, raised)
}

// CountedClub is a club with the number of its current members.
type CountedClub struct {
	facts.Club
	NameKey string
	Members int
	// TenantSlug and TenantName belong to the tenant of the club; nil if the club is not a tenant.
	TenantSlug, TenantName *string
}

const countedClubs = `select ` + clubColumns + `, c.name_key, t.slug as tenant_slug, t.name as tenant_name,
	(select count(*) from league.players p where p.club_id = c.id and p.kept_as is null)::integer as members
	from league.clubs c left join platform.tenants t on t.id = c.club_tenant_id`

// LoadCountedClub is [LoadClub] with its members.
func LoadCountedClub(b *pgx.Batch, out *CountedClub, id league.ClubID) {
	tenantdb.One(b, out, countedClubs+` where c.id = $1`, id.UUID)
}

// LoadCountedClubs queues clubs by name whose names have all of some words, after a name, with the number of their members.
func LoadCountedClubs(b *pgx.Batch, out *[]CountedClub, words []string, closed bool, after string, limit int) {
	tenantdb.Many(b, out, countedClubs+` where c.name_key > $1 and ($2 or c.closed_from is null) and `+tenantdb.HasWords(`c.name`, `$3`)+`
		order by c.name_key limit $4`, after, closed, words, limit)
}

// PlayerMembership is an entry of the history of a player.
type PlayerMembership struct {
	PlayerID league.PlayerID
	FromDay  rules.Day // "": from the start
	ClubID   *league.ClubID
}

// Fact returns the entry as the core reads it.
func (m PlayerMembership) Fact() facts.Membership {
	return facts.Membership{From: m.FromDay, Club: m.ClubID}
}

const membershipColumns = `m.player_id, case when isfinite(m.from_day) then m.from_day::text else '' end as from_day, m.club_id`

// LoadMemberships queues the clubs of all records of a person: of the record that is kept first, each in the
// order of their beginnings. For an alias it queues those of that record alone.
func LoadMemberships(b *pgx.Batch, out *[]PlayerMembership, player league.PlayerID) {
	tenantdb.Many(b, out, `select `+membershipColumns+` from league.memberships m where m.player_id = `+anyOf(recordsOf("$1"))+`
		order by m.player_id <> $1, m.player_id, m.from_day`, player.UUID)
}

// LoadHistoriesOfClub queues the clubs of every player who has ever been in a club, player by player, each in
// the order of their beginnings.
func LoadHistoriesOfClub(b *pgx.Batch, out *[]PlayerMembership, club league.ClubID) {
	tenantdb.Many(b, out, `select `+membershipColumns+` from league.memberships m
		where m.player_id in (select player_id from league.memberships where club_id = $1) order by m.player_id, m.from_day`, club.UUID)
}

// SetMemberships queues the clubs of some players, each history in place of the one before, and the current
// club stored with each.
func SetMemberships(b *pgx.Batch, histories map[league.PlayerID][]facts.Membership, by uuid.UUID, at any) {
	var players, of []uuid.UUID
	var clubs []*uuid.UUID
	var days []string
	for player, history := range histories {
		players = append(players, player.UUID)
		for _, m := range history {
			var club *uuid.UUID
			if m.Club != nil {
				club = &m.Club.UUID
			}
			day := string(m.From)
			if day == "" {
				day = "-infinity"
			}
			of, clubs, days = append(of, player.UUID), append(clubs, club), append(days, day)
		}
	}
	b.Queue(`delete from league.memberships where player_id = any($1)`, players)
	b.Queue(`insert into league.memberships (player_id, from_day, club_id, recorded_by, recorded_at)
		select u.player, u.day::date, u.club, $4, $5 from unnest($1::uuid[], $2::text[], $3::uuid[]) as u (player, day, club)`, of, days, clubs, by, at)
	writeClubsOfToday(b, players)
}

// writeClubsOfToday queues, for some records and those that are kept for them, the current club stored with
// each: for a kept record it is the club of the person.
func writeClubsOfToday(b *pgx.Batch, records []uuid.UUID) {
	b.Queue(`update league.players w set club_id = n.club_id, club = n.club
		from (select p.id, c.id as club_id, coalesce(c.name, '') as club from league.players p
			left join lateral `+counting(`'infinity'::date`)+` on true left join league.clubs c on c.tenant_id = p.tenant_id and c.id = counting.club_id
			where p.id = any($1) or p.id in (select kept_as from league.players where id = any($1))) n
		where w.id = n.id and (w.club_id, w.club) is distinct from (n.club_id, n.club)`, records)
}

// BumpPlayers queues the next version of some players.
func BumpPlayers(b *pgx.Batch, players []league.PlayerID) {
	b.Queue(`update league.players set version = version + 1 where id = any($1)`, uuids(players))
}

// namedBy selects the records of the person p.
const namedBy = `(select p.id union all select r.id from league.players r where r.tenant_id = p.tenant_id and r.kept_as = p.id)`

// earlierRecord orders memberships m of the person p that begin on one day: the first counts.
const earlierRecord = `m.player_id <> p.id, m.player_id`

// counting is a lateral table with the club of the person p on a day; it has no row if they are in none. It is
// the club of their last membership by then, of any record, unless the same record names none since.
// [clubs.Person.Together] has the same rule.
func counting(day string) string {
	return `(select m.club_id from (select ` + day + ` as day) d
		cross join lateral (select m.player_id, m.from_day, m.club_id from ` + namedBy + ` named (id)
			cross join lateral (select m.player_id, m.from_day, m.club_id from league.memberships m
				where m.tenant_id = p.tenant_id and m.player_id = named.id and m.from_day <= d.day and m.club_id is not null
				order by m.from_day desc limit 1) m
			order by m.from_day desc, ` + earlierRecord + ` limit 1) m
		where not exists (select from league.memberships x where x.tenant_id = p.tenant_id and x.player_id = m.player_id
			and x.club_id is null and x.from_day > m.from_day and x.from_day <= d.day)) counting`
}

// clubOnAny is the name of the club of the person p on any day, as SQL; "" for none. For most people it takes
// the current club, which is stored with their record and was also their club on a day after which no
// membership has begun: two look-ups instead of seven. For people with several records it runs the full query.
func clubOnAny(day string) string {
	return `case when not exists (select from league.memberships x where x.tenant_id = p.tenant_id and x.player_id = p.id and x.from_day > ` + day + `)
			and not exists (select from league.players r where r.tenant_id = p.tenant_id and r.kept_as = p.id)
		then p.club else ` + clubOn(day) + ` end`
}

// clubOn is the name of the club of the person p on a day, as SQL; "" for none.
func clubOn(day string) string {
	return `coalesce((select c.name from ` + counting(day) + ` join league.clubs c on c.tenant_id = p.tenant_id and c.id = counting.club_id), '')`
}

// spans is a lateral table of the times that the person p was in clubs, each with its first day and the first
// day after it, which is null while it continues. Successive times in the same club are merged.
const spans = `(select club_id, min(from_day) as from_day, case when bool_or(next_day is null) then null else max(next_day) end as next_day
	from (select club_id, from_day, next_day, sum(begins) over (order by from_day) as span
		from (select *, case when lag(club_id) over (order by from_day) = club_id and lag(next_day) over (order by from_day) = from_day then 0 else 1 end as begins
			from (select m.club_id, m.from_day, least(lead(m.from_day) over (order by m.from_day), (select min(x.from_day) from league.memberships x
					where x.tenant_id = p.tenant_id and x.player_id = m.player_id and x.club_id is null and x.from_day > m.from_day)) as next_day
				from (select distinct on (m.from_day) m.* from league.memberships m
					where m.tenant_id = p.tenant_id and m.player_id in ` + namedBy + ` and m.club_id is not null
					order by m.from_day, ` + earlierRecord + `) m) named) following) islands
	group by club_id, span) spans`

// everIn selects the people of whom any record has ever named the club $1.
const everIn = `select distinct coalesce(r.kept_as, r.id) from league.memberships m join league.players r on r.tenant_id = m.tenant_id and r.id = m.player_id where m.club_id = $1`

// ClubOn is the club of a player on a day.
type ClubOn struct {
	PlayerID league.PlayerID
	Club     string // its name; "" for none
}

// LoadClubsOn queues in which club some players were on a day.
func LoadClubsOn(b *pgx.Batch, out *[]ClubOn, players []league.PlayerID, day rules.Day) {
	tenantdb.Many(b, out, `select p.id as player_id, `+clubOn(`$2::date`)+` as club
		from (select platform.current_tenant() as tenant_id, u.id from unnest($1::uuid[]) as u (id)) p`, uuids(players), string(day))
}

// Member is a current or former member of a club.
type Member struct {
	PlayerID league.PlayerID
	Name     string
	Initials bool // see [facts.Player.Initials]
	NameKey  string
	FromDay  rules.Day // "": since when is not known
	NextDay  rules.Day // the first day after; "": still in it
}

// memberKey orders the members p of a club.
const memberKey = `case when p.initials then '' else p.name_key end`

// LoadMembers queues the current or the former members of a club who are visible to everybody ([LoadSeen]), by
// name, after a position. Players who are shown by their initials in public come first, so that the order
// reveals nothing about their names.
func LoadMembers(b *pgx.Batch, out *[]Member, club league.ClubID, former bool, afterKey string, afterID uuid.UUID, afterDay rules.Day, limit int) {
	tenantdb.Many(b, out, `select p.id as player_id, p.name, p.initials, `+memberKey+` as name_key, case when isfinite(spans.from_day) then spans.from_day::text else '' end as from_day,
			coalesce(spans.next_day::text, '') as next_day
		from league.players p cross join lateral `+spans+`
		where p.id = `+anyOf(everIn)+` and spans.club_id = $1 and (spans.next_day is not null) = $2
			and (`+memberKey+`, p.id, spans.from_day) > ($3, $4, coalesce(nullif($5, '')::date, '-infinity'::date))
			and (`+seen(`p.id`)+`) order by `+memberKey+`, p.id, spans.from_day limit $6`,
		club.UUID, former, afterKey, afterID, string(afterDay), limit)
}

// Move is the day on which a player came into a club, or was in it no longer.
type Move struct {
	PlayerID league.PlayerID
	Name     string
	Initials bool // see [facts.Player.Initials]
	Day      rules.Day
	Came     bool
	OtherID  *league.ClubID // the club from which they came, or to which they went; nil for none
	Other    string         // its name
}

// LoadMoves queues the latest moves into a club and out of it, the latest first, of players who are visible to
// everybody ([LoadSeen]). A membership of which the first day is not known has no coming.
func LoadMoves(b *pgx.Batch, out *[]Move, club league.ClubID, limit int) {
	tenantdb.Many(b, out, `with times as materialized (
			select p.id, p.name, p.initials, `+memberKey+` as name_key, spans.club_id, spans.from_day, spans.next_day
			from league.players p cross join lateral `+spans+` where p.id = `+anyOf(everIn)+` and (`+seen(`p.id`)+`))
		select t.id as player_id, t.name, t.initials, move.day::text as day, move.came, c.id as other_id, coalesce(c.name, '') as other
		from times t cross join lateral (values (t.from_day, true), (t.next_day, false)) as move (day, came)
			left join times o on o.id = t.id and case when move.came then o.next_day else o.from_day end = move.day
			left join league.clubs c on c.id = o.club_id
		where t.club_id = $1 and isfinite(move.day)
		order by move.day desc, t.name_key, t.id, move.came limit $2`, club.UUID, limit)
}

// LoadCategories queues the year categories of the tenant, in their order.
func LoadCategories(b *pgx.Batch, out *[]facts.Category) {
	tenantdb.Many(b, out, `select key, title, basis, least::integer as least, most::integer as most from league.categories order by position`)
}

// LoadCategoriesVersion queues the number of the list of categories; 0 before the first.
func LoadCategoriesVersion(b *pgx.Batch, out *int) {
	tenantdb.Scalar(b, out, `select coalesce((select version from league.category_lists), 0)`)
}

// TakeCategoriesVersion is [LoadCategoriesVersion] for a change: nobody else changes the list until the
// transaction ends.
func TakeCategoriesVersion(b *pgx.Batch, out *int) {
	b.Queue(`insert into league.category_lists (version) values (0) on conflict (tenant_id) do nothing`)
	tenantdb.Scalar(b, out, `select version from league.category_lists for no key update`)
}

// SetCategories queues the year categories of the tenant in place of the earlier ones.
func SetCategories(b *pgx.Batch, list []facts.Category) {
	b.Queue(`update league.category_lists set version = version + 1`)
	b.Queue(`delete from league.categories`)
	for i, c := range list {
		b.Queue(`insert into league.categories (position, key, title, basis, least, most) values ($1, $2, $3, $4, $5, $6)`, i, c.Key, c.Title, string(c.Basis), c.Least, c.Most)
	}
}

// Chosen selects the players of a list: those of a club, those born in some years, or both.
type Chosen struct {
	Club *league.ClubID // nil: of any, or of none
	Day  rules.Day      // on which they were in it; "": they are in it now
	// Born and BornUntil are the first and last year of birth; 0: any.
	Born, BornUntil int
}

// LoadChosenPlayers queues the ids of the chosen players of the register.
func LoadChosenPlayers(b *pgx.Batch, out *[]league.PlayerID, of Chosen) {
	selected, params := of.selected()
	tenantdb.Scalar(b, out, `select coalesce(array_agg(id), '{}') from (`+selected+`) as u (id)`, params...)
}

// selected returns the query for the chosen players: those of a club by the index of the current clubs, or for
// another day by that of memberships, those of years of birth by that of the years.
func (c Chosen) selected() (sql string, params []any) {
	from, where := `league.players p`, `true`
	if c.Club != nil {
		params = append(params, c.Club.UUID)
		where = `p.club_id = $1`
		if c.Day != "" {
			params = append(params, string(c.Day))
			from += ` join lateral ` + counting(`$2::date`) + ` on counting.club_id = $1`
			where = `p.id = ` + anyOf(everIn)
		}
	}
	if c.Born != 0 || c.BornUntil != 0 {
		n := len(params)
		params = append(params, c.Born, c.BornUntil)
		where += fmt.Sprintf(` and p.birth_year between $%d and $%d`, n+1, n+2)
	}
	return `select p.id from ` + from + ` where ` + where, params
}
