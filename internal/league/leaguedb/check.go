package leaguedb

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Face holds the data by which a person of the register may be recognized.
type Face struct {
	PlayerID    league.PlayerID
	Name        string
	Club        string
	Email       string
	AccountID   *uuid.UUID
	AccountMail string // "" without an account
}

const faceColumns = `coalesce(p.kept_as, p.id) as player_id, p.name, p.club, p.email, p.account_id, coalesce(a.email, '') as account_mail`

// LoadFaces queues the faces of players, by their ids.
func LoadFaces(b *pgx.Batch, out *[]Face, players []league.PlayerID) {
	tenantdb.Many(b, out, `select `+faceColumns+` from league.players p left join platform.accounts a on a.id = p.account_id
		where p.id = `+anyOf(recordsOfAll("$1"))+` order by p.kept_as is not null, p.id`, players)
}

// Suspicion selects the people who may be kept from an event.
type Suspicion struct {
	Day     rules.Day         // on which the event is, or the first of several
	Seasons []league.SeasonID // whose qualified players are included ([LoadPlacedBefore])
	Form    int               // of the keys of careers; of a ranking with another form all players with openings or postings are included
	// Lapsed is the day from which on entries not kept matter, and Lapses how many of them; "" if nothing follows
	// from them.
	Lapsed rules.Day
	Lapses int
}

// LoadSuspects queues the faces of the people in the register who may be kept from events: those who are banned
// or excluded, whose leaving is undecided, who may be qualified in a season, who stand in the hall of a ranking
// (BG 1), and who have not kept enough entries for a consequence (BG FP 2). Whether they really are kept from
// an event is checked only for those whom an entrant resembles.
func LoadSuspects(b *pgx.Batch, out *[]Face, of Suspicion) {
	tenantdb.Many(b, out, `select `+faceColumns+` from league.players p left join platform.accounts a on a.id = p.account_id
		where p.id = any(array(`+recordsBehind(`array(
			select c.player_id from league.bans c join league.ban_decisions d on d.tenant_id = c.tenant_id and d.ban_id = c.id
				where d.outcome = 'ban' and (d.until_day is null or d.until_day >= $1::text::date)
					and not exists (select from league.ban_decisions l where l.tenant_id = d.tenant_id and l.ban_id = d.ban_id and l.ordinal > d.ordinal)
			union select x.player_id from league.exclusions x where x.revoked_at is null and (x.until_day is null or x.until_day >= $1::text::date)
			union select l.player_id from (`+leavers+`) l where l.barred and l.ban_id is null
			union select unnest(o.ranking) from league.outcomes o join league.events e on e.tenant_id = o.tenant_id and e.id = o.event_id
				where e.season_id = any($2)
			union select c.player_id from league.convocations c where c.season_id = any($2)
			union select s.champion_id from league.seasons s where s.id = any($2)
			union select c.player_id from league.rankings k join league.careers c on c.tenant_id = k.tenant_id and c.ranking_id = k.id
				where k.form = $3 and c.`+inHall+`
			union select q.player_id from league.rankings k join league.postings q on q.tenant_id = k.tenant_id and q.ranking_id = k.id where k.form <> $3
			union select o.player_id from league.rankings k join league.ranking_openings o on o.tenant_id = k.tenant_id and o.ranking_id = k.id where k.form <> $3
			union select * from (`+lapsed+`) u)`)+`))
		order by p.id`, string(of.Day), of.Seasons, of.Form, string(of.Lapsed), of.Lapses)
}

// lapsed selects the people who have not kept $5 entries or more since the day $4; none if that is "". It finds
// too many rather than too few: the ruleset of each event defines what counts as a lapse.
var lapsed = `select p.id from league.events e
		join league.entries n on n.tenant_id = e.tenant_id and n.event_id = e.id` + personOf("n") + `
	where $4 <> '' and e.starts_at >= nullif($4, '')::date - 1 and e.state in ('running', 'finished')
		and (n.state = 'no-show' or n.state = 'cancelled' and n.held_seat or exists (select from league.withdrawals w
			where w.tenant_id = n.tenant_id and w.event_id = n.event_id and w.entry = n.number and w.revoked_at is null))
	group by p.id having count(distinct e.id) >= $5::integer`

// StaffFace holds the data by which a person named for an event may be recognized.
type StaffFace struct {
	EventID     league.EventID
	ID          uuid.UUID // of the line of the staff
	Name        string
	PlayerID    *league.PlayerID
	AccountID   *uuid.UUID
	AccountName string // "" without an account
	AccountMail string
}

// LoadReferees queues the faces of the referees of events.
func LoadReferees(b *pgx.Batch, out *[]StaffFace, events []league.EventID) {
	tenantdb.Many(b, out, `select s.event_id, s.id, s.name, coalesce(p.kept_as, s.player_id) as player_id, s.account_id, coalesce(a.name, '') as account_name, coalesce(a.email, '') as account_mail
		from league.event_staff s left join platform.accounts a on a.id = s.account_id
		left join league.players p on p.tenant_id = s.tenant_id and p.id = s.player_id
		where s.event_id = any($1) and s.removed_at is null and s.role in ('first-referee', 'referee') order by s.event_id, s.created_at, s.id`, uuids(events))
}

// Entrant is an entrant of an event that has not started.
type Entrant struct {
	EventID          league.EventID
	SeasonID         *league.SeasonID
	RulesetVersionID uuid.UUID
	Readings         map[string]string
	Face
}

// LoadEntrants queues the entrants of all events that gather entries, by event.
func LoadEntrants(b *pgx.Batch, out *[]Entrant) {
	tenantdb.Many(b, out, `select n.event_id, v.season_id, v.ruleset_version_id, v.readings, `+faceColumns+` from league.events v
		join league.entries n on n.tenant_id = v.tenant_id and n.event_id = v.id and n.state in ('entered', 'waiting', 'checked-in')
		`+personOf("n")+`
		left join platform.accounts a on a.id = p.account_id
		where v.state in ('announced', 'open', 'closed') order by n.event_id, n.number`)
}

// LoadEntryChecks queues the decisions on players for an event, or for all events, in order.
func LoadEntryChecks(b *pgx.Batch, out *[]facts.EntryCheck, event league.EventID, players []league.PlayerID) {
	tenantdb.Many(b, out, `select c.id, c.event_id, c.entry, p.id as player_id, array(select coalesce(k.kept_as, u.id) from unnest(c.about) with ordinality as u (id, at)
			left join league.players k on k.tenant_id = c.tenant_id and k.id = u.id order by u.at) as about, c.outcome, c.everywhere, c.reason, a.name as decided_by, c.decided_at
		from league.entry_checks c`+personOf("c")+` join platform.accounts a on a.id = c.decided_by
		where c.player_id = `+anyOf(recordsOfAll("$2"))+` and (c.event_id = $1 or c.everywhere) order by c.id`, event.UUID, players)
}

// AddEntryCheck queues a decision.
func AddEntryCheck(b *pgx.Batch, c facts.EntryCheck, by uuid.UUID) {
	b.Queue(`insert into league.entry_checks (id, event_id, entry, player_id, about, outcome, everywhere, reason, decided_by, decided_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		c.ID, c.EventID.UUID, c.Entry, c.PlayerID.UUID, c.About, string(c.Outcome), c.Everywhere, c.Reason, by, c.DecidedAt)
}

// LoadWhoEntered queues the account that made an entry; [uuid.Nil] is a person without one.
func LoadWhoEntered(b *pgx.Batch, out *uuid.UUID, event league.EventID, number int) {
	tenantdb.Scalar(b, out, `select coalesce(entered_by, '00000000-0000-0000-0000-000000000000') from league.entries where event_id = $1 and number = $2`, event.UUID, number)
}
