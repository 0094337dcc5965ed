package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

var banQuery = `select b.id, p.id as player_id, p.name as player_name, p.club as player_club, p.account_id, b.event_id, coalesce(e.title, '') as event_title,
		b.sanction_id, b.withdrawal_id, b.source, b.opened_at
	from league.bans b` + personOf("b") + `
	left join league.events e on e.tenant_id = b.tenant_id and e.id = b.event_id`

const banDecisionQuery = `select d.ban_id, d.ordinal, d.outcome, d.kinds, d.season_id, coalesce(s.title, '') as season, coalesce(d.from_day::text, '') as from_day, coalesce(d.until_day::text, '') as until_day,
		d.reason, a.name as decided_by, d.decided_at, coalesce(o.text, '') as appeal, o.made_at as appealed_at
	from league.ban_decisions d join platform.accounts a on a.id = d.decided_by
	left join league.seasons s on s.tenant_id = d.tenant_id and s.id = d.season_id
	left join league.ban_appeals o on o.tenant_id = d.tenant_id and o.ban_id = d.ban_id and o.ordinal = d.ordinal`

// LoadBans loads cases, the latest first: of one player, or with the zero id of all,
// before one with an id (the zero id: from the latest).
func LoadBans(door tenantdb.Door, player league.PlayerID, before league.BanID, limit int) ([]facts.Ban, error) {
	return loadBans(door, banQuery+` where ($1 = '00000000-0000-0000-0000-000000000000'::uuid or b.player_id = `+anyOf(recordsOf(keptOf))+`)
		and ($2 = '00000000-0000-0000-0000-000000000000'::uuid or b.id < $2) order by b.id desc limit $3`, player.UUID, before.UUID, limit)
}

// LoadBan loads one case; the error is [tenantdb.ErrNotFound] without it.
func LoadBan(door tenantdb.Door, id league.BanID) (facts.Ban, error) {
	bans, err := loadBans(door, banQuery+` where b.id = $1`, id.UUID)
	if err == nil && len(bans) == 0 {
		err = tenantdb.ErrNotFound
	}
	if err != nil {
		return facts.Ban{}, err
	}
	return bans[0], nil
}

// LoadBansOfAccount loads the cases of an account's player, the latest first.
func LoadBansOfAccount(door tenantdb.Door, account uuid.UUID) ([]facts.Ban, error) {
	return loadBans(door, banQuery+` where record.account_id = $1 order by b.id desc`, account)
}

// loadBans loads cases in one round trip: the second statement, which loads their decisions, contains the same
// query.
func loadBans(door tenantdb.Door, query string, args ...any) ([]facts.Ban, error) {
	var bans []facts.Ban
	var decisions []facts.BanDecision
	b := &tenantdb.Batch{}
	tenantdb.Many(b, &bans, query, args...)
	tenantdb.Many(b, &decisions, `with cases as (`+query+`) `+banDecisionQuery+` where d.ban_id in (select id from cases) order by d.ban_id, d.ordinal`, args...)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	at := make(map[league.BanID]int, len(bans))
	for i, ban := range bans {
		at[ban.ID] = i
	}
	for _, d := range decisions {
		bans[at[d.BanID]].Decisions = append(bans[at[d.BanID]].Decisions, d)
	}
	return bans, nil
}

// AddBan queues a new case.
func AddBan(b *pgx.Batch, ban facts.Ban) {
	b.Queue(`insert into league.bans (id, player_id, event_id, sanction_id, withdrawal_id, source, opened_at) values ($1, $2, $3, $4, $5, $6, $7)`,
		ban.ID.UUID, ban.PlayerID.UUID, ban.EventID, ban.SanctionID, ban.WithdrawalID, ban.Source, ban.OpenedAt)
}

// AddBanDecision queues the next decision about a case.
func AddBanDecision(b *pgx.Batch, d facts.BanDecision, by uuid.UUID) {
	b.Queue(`insert into league.ban_decisions (ban_id, ordinal, outcome, kinds, season_id, from_day, until_day, reason, decided_by, decided_at)
		values ($1, $2, $3, $4, $5, nullif($6, '')::date, nullif($7, '')::date, $8, $9, $10)`,
		d.BanID.UUID, d.Ordinal, string(d.Outcome), d.Kinds, d.SeasonID, string(d.FromDay), string(d.UntilDay), d.Reason, by, d.DecidedAt)
}

// AddBanAppeal queues the person's appeal against a decision.
func AddBanAppeal(b *pgx.Batch, id league.BanID, ordinal int, text string, by uuid.UUID, now time.Time) {
	b.Queue(`insert into league.ban_appeals (ban_id, ordinal, text, made_by, made_at) values ($1, $2, $3, $4, $5)`, id.UUID, ordinal, text, by, now)
}

// LoadBanTerms queues the terms of players' bans, by the latest decision of each case.
func LoadBanTerms(b *pgx.Batch, out *[]facts.BanTerm, players []league.PlayerID) {
	tenantdb.Many(b, out, `select b.id, p.id as player_id, d.kinds, d.season_id, d.from_day::text as from_day, coalesce(d.until_day::text, '') as until_day
		from league.bans b join league.ban_decisions d on d.tenant_id = b.tenant_id and d.ban_id = b.id`+personOf("b")+`
		where b.player_id = `+anyOf(recordsOfAll("$1"))+` and d.outcome = 'ban'
			and not exists (select from league.ban_decisions l where l.tenant_id = d.tenant_id and l.ban_id = d.ban_id and l.ordinal > d.ordinal)
		order by b.id`, players)
}

// HoldPlayers queues a hold on players until the transaction ends: no decision about them is made meanwhile
// ([TakePlayer]), and the statements that follow see earlier decisions. Other transactions may hold them too.
func HoldPlayers(b *pgx.Batch, players []league.PlayerID) {
	b.Queue(`select from league.players where id = any($1) order by id for key share`, players)
}

// gatheringFinals are the finals of seasons under way that may have entrants and have not
// begun.
const gatheringFinals = `select e.id from league.events e join league.seasons s on s.tenant_id = e.tenant_id and s.id = e.season_id
	where s.state = 'running' and e.kind in ('regional-final', 'national-final') and e.state in ('announced', 'open', 'closed')`

// TakePlayer queues a player and keeps all others from holding or taking them until the transaction ends. It
// loads the record that is kept for them, or [tenantdb.ErrNotFound] if there is none. It first holds the events
// that they wait for and the finals to which other players may come because of the decision: every other act
// holds an event before its players or its season too.
func TakePlayer(b *pgx.Batch, out *facts.Player, id league.PlayerID) {
	holdEventsOf(b, []league.PlayerID{id})
	tenantdb.One(b, out, `select `+playerColumns+` from league.players where id = `+keptOf+` for update`, id.UUID)
}

// holdEventsOf queues a hold on the events that people wait for and on the finals to which other players may
// come because of them.
func holdEventsOf(b *pgx.Batch, ids []league.PlayerID) {
	b.Queue(`select from league.events where state in ('draft', 'announced', 'open', 'closed') and (
			id in (select event_id from league.entries where player_id = `+anyOf(recordsBehind("$1"))+`
				and state in ('entered', 'waiting', 'checked-in'))
			or id in (`+gatheringFinals+`))
		order by id for no key update`, ids)
}

// LoadOpenEntries queues the events that have not started in which a player has an
// entry, in the order of their ids.
func LoadOpenEntries(b *pgx.Batch, out *[]league.EventID, player league.PlayerID) {
	b.Queue(`select e.event_id from league.entries e join league.events v on v.tenant_id = e.tenant_id and v.id = e.event_id
		where e.player_id = `+anyOf(recordsOf("$1"))+` and e.state in ('entered', 'waiting', 'checked-in') and v.state in ('draft', 'announced', 'open', 'closed')
		order by e.event_id`, player.UUID).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectRows(rows, pgx.RowTo[league.EventID])
		return err
	})
}

// LoadGatheringSeasons queues the seasons under way of which a final may have entrants and
// has not begun, in the order of their ids.
func LoadGatheringSeasons(b *pgx.Batch, out *[]league.SeasonID) {
	b.Queue(`select distinct season_id from league.events where id in (` + gatheringFinals + `) order by season_id`).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectRows(rows, pgx.RowTo[league.SeasonID])
		return err
	})
}

// DecidedSanction is an expulsion about which was decided.
type DecidedSanction struct {
	SanctionID uuid.UUID
	BanID      league.BanID
}

// LoadDecided queues which sanctions of an event were decided about.
func LoadDecided(b *pgx.Batch, out *[]DecidedSanction, event league.EventID) {
	tenantdb.Many(b, out, `select sanction_id, id as ban_id from league.bans where event_id = $1 and sanction_id is not null`, event.UUID)
}

// EventPosition holds the place of an event in the order in which they were held.
type EventPosition struct {
	ID       league.EventID
	StartsAt time.Time
}

// LoadEventsThatMayExpel queues events with sanctions from which an expulsion may
// follow, the latest first, after a position (the zero position: from the latest).
func LoadEventsThatMayExpel(b *pgx.Batch, out *[]EventPosition, after EventPosition, limit int) {
	tenantdb.Many(b, out, `select v.id, v.starts_at from league.events v
		where exists (select from league.sanctions s where s.tenant_id = v.tenant_id and s.event_id = v.id and s.revoked_at is null and s.kind <> 'points')
			and ($1::timestamptz is null or (v.starts_at, v.id) < ($1, $2))
		order by v.starts_at desc, v.id desc limit $3`, optionalTime(after.StartsAt), after.ID.UUID, limit)
}

// LoadSanctioners queues the accounts that gave or confirmed a sanction.
func LoadSanctioners(b *pgx.Batch, out *[]uuid.UUID, sanction uuid.UUID) {
	tenantdb.Scalar(b, out, `select array_remove(array[given_by, confirmed_by], null) from league.sanctions where id = $1`, sanction)
}

// BanLetter is the content of a letter to a person about a decision, with the address.
type BanLetter struct {
	Name, Email, Language string
	Tenant, Slug          string
	Outcome               facts.BanOutcome
	FromDay, UntilDay     rules.Day
	Some                  bool   // from some kinds of events, not from all
	Season                string // its title, where it is about the events of one; "" otherwise
	Latest                bool   // nothing was decided since
	PlayerID              league.PlayerID
	Waits                 bool      // until they have confirmed the address
	Account               uuid.UUID // whose address it is; uuid.Nil for the register's
}

// LoadBanLetter queues the letter about a decision: to the person's account, without one to the address in the
// register; out stays nil if there is neither.
func LoadBanLetter(b *pgx.Batch, out **BanLetter, id league.BanID, ordinal int) {
	tenantdb.Maybe(b, out, `select coalesce(a.name, p.name) as name, coalesce(a.email, p.email) as email, coalesce(a.language, t.languages[1], 'en') as language,
			t.name as tenant, t.slug, d.outcome, coalesce(d.from_day::text, '') as from_day, coalesce(d.until_day::text, '') as until_day,
			cardinality(d.kinds) > 0 as some, coalesce(s.title, '') as season, not exists (select from league.ban_decisions l where l.tenant_id = d.tenant_id and l.ban_id = d.ban_id and l.ordinal > d.ordinal) as latest,
			p.id as player_id, a.id is null and p.address_before <> '' as waits, coalesce(a.id, '00000000-0000-0000-0000-000000000000') as account
		from league.ban_decisions d join league.bans b on b.tenant_id = d.tenant_id and b.id = d.ban_id
		`+personOf("b")+`
		join platform.tenants t on t.id = b.tenant_id
		left join platform.accounts a on a.id = p.account_id
		left join league.seasons s on s.tenant_id = d.tenant_id and s.id = d.season_id
		where d.ban_id = $1 and d.ordinal = $2 and a.suspended_at is null and coalesce(a.email, p.email) <> ''`, id.UUID, ordinal)
}

// LoadTitles queues the titles of events, in the order in which they are held.
func LoadTitles(b *pgx.Batch, out *[]string, events []league.EventID) {
	tenantdb.Scalar(b, out, `select coalesce(array_agg(title order by starts_at, id), '{}') from league.events where id = any($1)`, uuids(events))
}
