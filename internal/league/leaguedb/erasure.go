package leaguedb

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// Ties counts everything that keeps a record from being erased, by its kind.
type Ties struct {
	OpenRefunds   int
	RunningBans   int
	OpenCases     int
	OpenFinals    int
	RunningEvents int
	OpenEntries   int
	Erased        bool
}

// LoadErasureTies queues the facts that keep a record from being erased, on a day.
func LoadErasureTies(b *pgx.Batch, out *Ties, id league.PlayerID, now time.Time) {
	tenantdb.One(b, out, `select
		(select count(*) from league.refunds where player_id = $1 and state not in ('paid', 'refused', 'withdrawn'))::integer as open_refunds,
		((select count(*) from league.bans b join league.ban_decisions d on d.tenant_id = b.tenant_id and d.ban_id = b.id
			where b.player_id = $1 and d.outcome = 'ban' and (d.until_day is null or d.until_day >= $2::date)
				and not exists (select from league.ban_decisions l where l.tenant_id = d.tenant_id and l.ban_id = d.ban_id and l.ordinal > d.ordinal))
			+ (select count(*) from league.exclusions where player_id = $1 and revoked_at is null and (until_day is null or until_day >= $2::date)))::integer as running_bans,
		(select count(*) from (`+leavers+`) l where l.player_id = $1 and l.ban_id is null)::integer as open_cases,
		((select count(*) from league.convocations c join league.seasons s on s.tenant_id = c.tenant_id and s.id = c.season_id
			where c.player_id = $1 and c.withdrawn_at is null and s.state <> 'closed'
				and not exists (select from league.unavailabilities u where u.tenant_id = c.tenant_id and u.season_id = c.season_id and u.player_id = c.player_id
					and u.final = c.final and u.revoked_at is null)
				and not exists (select from league.events e join league.entries n on n.tenant_id = e.tenant_id and n.event_id = e.id
					where e.tenant_id = c.tenant_id and e.season_id = c.season_id and e.kind = c.final and e.state = 'finished' and n.player_id = c.player_id))
			+ (select count(*) from league.seasons where champion_id = $1 and state <> 'closed'))::integer as open_finals,
		(select count(*) from league.entries n join league.events e on e.tenant_id = n.tenant_id and e.id = n.event_id
			where n.player_id = $1 and e.state = 'running' and n.state <> 'cancelled')::integer as running_events,
		(select count(*) from league.entries n join league.events e on e.tenant_id = n.tenant_id and e.id = n.event_id
			where n.player_id = $1 and e.state in ('announced', 'open', 'closed') and n.state <> 'cancelled')::integer as open_entries,
		exists (select from league.players where id = $1 and erased_at is not null) as erased`, id.UUID, now)
}

// LoadSanctionedEvents queues the events in which a record has undecided sanctions from which an expulsion may
// follow.
func LoadSanctionedEvents(b *pgx.Batch, out *[]league.EventID, id league.PlayerID) {
	b.Queue(`select distinct s.event_id from league.sanctions s
		join league.entries n on n.tenant_id = s.tenant_id and n.event_id = s.event_id and n.number = s.entry
		where n.player_id = $1 and s.revoked_at is null and s.kind <> 'points'
			and not exists (select from league.bans b where b.tenant_id = s.tenant_id and b.sanction_id = s.id) order by s.event_id`, id.UUID).
		Query(func(rows pgx.Rows) (err error) {
			*out, err = pgx.CollectRows(rows, pgx.RowTo[league.EventID])
			return err
		})
}

// Erased replaces words that were erased.
const Erased = "[…]"

// ofEntry finds rows of a table t that name the person's entries by a column.
func ofEntry(column string) string {
	return `exists (select from league.entries n where n.tenant_id = t.tenant_id and n.event_id = t.event_id and n.player_id = $1 and n.number = t.` + column + `)`
}

// ofBan and ofRefund find the rows that belong to the person's cases and claims.
const (
	ofPlayer = `t.player_id = $1`
	ofBan    = `t.ban_id in (select id from league.bans where player_id = $1)`
	ofRefund = `t.refund_id in (select id from league.refunds where player_id = $1)`
	ofNobody = `$1::uuid is null`
)

// words are texts that people write in a table, with the condition for the rows in which all of them are about
// one person: there they are erased whole. In other rows a text is erased if it names the person. A test
// compares the columns with those of the database.
type words struct {
	table, columns, about string
	// event is the column of the event that shows the words, and gets its next revision.
	event string
}

var written = []words{
	{"sanctions", "reason revoked_reason", ofEntry("entry"), "event_id"},
	{"withdrawals", "reason revoked_reason", ofEntry("entry"), "event_id"},
	{"attendance", "revoked_reason", ofEntry("entry"), "event_id"},
	{"kept_apart", "relation revoked_reason", `(` + ofEntry("entry") + ` or ` + ofEntry("other") + `)`, "event_id"},
	{"rulings", "question decision appeal_reason final_decision", ofEntry("appeal_entry"), "event_id"},
	{"results", "reason", ofNobody, "event_id"},
	{"referee_calls", "note", ofNobody, "event_id"},
	{"rounds", "hand_reason hand_accepted_by", ofNobody, "event_id"},
	{"agreed_structures", "reason", ofNobody, "event_id"},
	{"entry_checks", "reason", ofPlayer, "event_id"},
	{"exemptions", "reason", ofPlayer, "event_id"},
	{"excuses", "reason", ofEntry("entry"), ""},
	{"exclusions", "reason revoked_reason", ofPlayer, ""},
	{"bans", "source", ofPlayer, ""},
	{"ban_decisions", "reason", ofBan, ""},
	{"ban_appeals", "text", ofBan, ""},
	{"convocations", "withdrawn_reason how", ofPlayer, ""},
	{"unavailabilities", "reason revoked_reason how", ofPlayer, ""},
	{"final_decisions", "why revoked_reason", ofNobody, ""},
	{"region_merges", "reason revoked_reason", ofNobody, ""},
	{"refunds", "on_behalf", ofPlayer, ""},
	{"refund_steps", "reason", ofRefund, ""},
	{"refund_expenses", "what cut_reason", ofRefund, ""},
	{"payments", "reference", ofNobody, ""},
	{"payment_lists", "cancel_reason", ofNobody, ""},
	{"player_requests", "name words reason", ofPlayer, ""},
	{"player_merges", "reason", `$1::uuid in (t.alias_id, t.kept_id)`, ""},
	{"distinctions", "reason", `$1::uuid in (t.one_id, t.other_id)`, ""},
	{"address_changes", "was became", ofPlayer, ""},
	{"claim_links", "address", `t.mail_id in (select id from league.claim_mails where player_id = $1)`, ""},
	{"event_staff", "name", ofPlayer, "event_id"},
	{"events", "notes draw_reason", ofNobody, "id"},
	{"event_validity", "reason", ofNobody, ""},
	{"outcomes", "reason", ofNobody, ""},
	{"verdicts", "reason", ofNobody, ""},
	{"reports", "notes", ofNobody, ""},
	{"photos", "alt removed_reason", ofNobody, "event_id"},
	{"prize_movements", "reason", ofNobody, ""},
	{"prize_shipments", "kept_reason reference carrier tracking", ofNobody, ""},
	{"hosting_requests", "notes structure_reason", ofNobody, ""},
	{"hosting_steps", "text", ofNobody, ""},
	{"ranking_openings", "reason", ofPlayer, ""},
	{"histories", "name reason", ofNobody, ""},
	{"series_events", "reason", ofNobody, ""},
	{"series_penalties", "reason", ofPlayer, ""},
	{"series_penalty_revocations", "reason", `t.penalty_id in (select id from league.series_penalties where player_id = $1)`, ""},
	{"seasons", "contact", ofNobody, ""},
	{"season_announcements", "reason", ofNobody, ""},
	{"season_rulesets", "reason", ofNobody, ""},
	{"calendar_editions", "note", ofNobody, ""},
	{"mails", "reply", `(t.about_id = $1 or t.about_id in (select id from league.convocations where player_id = $1))`, ""},
}

// found is the condition that words in a column are to be erased; it needs the person ($1) and the pattern that
// finds them ($2).
func (w words) found(column string) string {
	return fmt.Sprintf(`(t.%[1]s <> '' and t.%[1]s <> '%[2]s' and (%[3]s or t.%[1]s ~* $2))`, column, Erased, w.about)
}

// any is the condition that words in a row are to be erased; see [words.found].
func (w words) any() string {
	var columns []string
	for _, c := range strings.Fields(w.columns) {
		columns = append(columns, w.found(c))
	}
	return strings.Join(columns, " or ")
}

// erase is the statement that erases these words; see [words.found].
func (w words) erase() string {
	var set []string
	for _, c := range strings.Fields(w.columns) {
		set = append(set, fmt.Sprintf(`%[1]s = case when %[2]s then '%[3]s' else t.%[1]s end`, c, w.found(c), Erased))
	}
	return `update league.` + w.table + ` t set ` + strings.Join(set, ", ") + ` where ` + w.any()
}

// show is the statement that gives the events that show these words their next revision; see [words.found].
func (w words) show() string {
	return `update league.events set revision = revision + 1
		where id in (select t.` + w.event + ` from league.` + w.table + ` t where ` + w.any() + `) returning id, revision`
}

// auditAbout finds the lines of the audit that are about the person: by the record, by an entry of theirs, or
// by the id of a case, claim or convocation of theirs.
const auditAbout = `(t.before ->> 'player' = $1::uuid::text or t.after ->> 'player' = $1::uuid::text or t.subject = 'place of ' || $1::uuid::text
	or t.event_id in (select event_id from league.entries where player_id = $1)
		and exists (select from league.entries n where n.tenant_id = t.tenant_id and n.event_id = t.event_id and n.player_id = $1
			and (t.subject in ('entry ' || n.number, 'sanction of entry ' || n.number) or t.subject = 'ruling' and t.after ->> 'entry' = n.number::text
				or t.subject ~ ('^entries (.*[^0-9])?' || n.number || '([^0-9]|$)')
				or t.subject = 'ruling' and exists (select from league.rulings r where r.tenant_id = t.tenant_id and r.event_id = t.event_id and r.appeal_entry = n.number
					and (t.after ->> 'question' = r.question or t.after ->> 'decision' in (r.decision, r.final_decision) or t.before ->> 'decision' = r.decision))))
	or t.subject in (select 'ban ' || id from league.bans where player_id = $1
		union all select 'exclusion ' || id from league.exclusions where player_id = $1
		union all select w || id from league.refunds, unnest(array['refund ', 'bank data of refund ']) as w where player_id = $1
		union all select 'convocation ' || id from league.convocations where player_id = $1
		union all select 'player-request ' || id from league.player_requests where player_id = $1))`

// ErasedRows counts the rows that went, by the kind of data.
type ErasedRows map[string]int64

// Erasure is a record to be erased.
type Erasure struct {
	Player facts.Player // in its current state
	Name   string       // that it has from then on
	Naming string       // pattern that finds words which name the person
	At     time.Time
}

// EraseRecord queues the erasure of a held record; the rest of it bears the neutral name. The audit is erased
// first, because it is found by words that are erased too. The events that show erased words are added to those
// that are raised.
func EraseRecord(b *pgx.Batch, out ErasedRows, raised *[]Raised, e Erasure) {
	p, naming := e.Player, e.Naming
	count := func(kind, statement string, args ...any) {
		b.Queue(`with gone as (`+statement+` returning 1) select count(*) from gone`, args...).QueryRow(func(row pgx.Row) error {
			var n int64
			err := row.Scan(&n)
			out[kind] += n
			return err
		})
	}
	count("audit", `update league.audit t set reason = case when t.reason <> '' then '`+Erased+`' else '' end,
			subject = case when t.subject ~* $2 then '`+Erased+`' else t.subject end,
			before = case when t.subject = 'ruling' or t.before::text ~* $2 then null else t.before end,
			after = case when t.subject = 'ruling' or t.after::text ~* $2 then null else t.after end
		where (`+auditAbout+` or t.reason ~* $2 or t.subject ~* $2 or t.before::text ~* $2 or t.after::text ~* $2)
			and (t.reason not in ('', '`+Erased+`') or t.subject ~* $2 or t.subject = 'ruling' or t.before::text ~* $2 or t.after::text ~* $2)`, p.ID.UUID, naming)
	for _, w := range written {
		if w.event != "" {
			b.Queue(w.show(), p.ID.UUID, naming).Query(addRaised(raised))
		}
		switch w.table {
		case "event_staff":
			count("staff", `update league.event_staff t set name = $3 where (t.player_id = $1 or t.name ~* $2) and t.name <> $3`, p.ID.UUID, naming, e.Name)
		default:
			count("words", w.erase(), p.ID.UUID, naming)
		}
	}
	count("words", `update league.reports t set document = replace(t.document::text, to_jsonb($1::text)::text, to_jsonb($2::text)::text)::jsonb
		where strpos(t.document::text, to_jsonb($1::text)::text) > 0`, p.Name, e.Name)
	count("files", `update league.imports t set people = '[]', faults = '[]', decided = '{}', file = null, title = '',
			state = case when t.state in ('stored', 'faulty') then t.state else 'faulty' end, finished_at = coalesce(t.finished_at, $2)
		where t.people::text ~* $1 or t.faults::text ~* $1 or t.decided::text ~* $1`, naming, e.At)
	eraseFromHistories(count, p.ID.UUID, naming, e.At)
	eraseFromPhotos(b, raised, p.ID.UUID)
	count("photos", `delete from league.photo_people t where t.player_id = $1`, p.ID.UUID)
	count("letters", `delete from league.held_letters t where t.player_id = $1`, p.ID.UUID)
	count("answers", `delete from league.idempotency t where convert_from(t.body, 'UTF8') ~* $1 or t.header::text ~* $1`, naming)
	eraseFace(b, p, e.Name, e.At)
}

// eraseFromHistories erases the data of a person in tables of the past: the number and the year by which they
// were known, and the excerpts shown of a table. The file of a waiting table is erased with them; it can be
// sent again without the person. The file of a table that is being stored stays until it is stored, or as long
// as files are kept ([ForgetHistories]): without it the rest could neither be stored nor be told from the
// stored part.
func eraseFromHistories(count func(kind, statement string, args ...any), player uuid.UUID, naming string, at time.Time) {
	count("files", `update league.history_people t set born = 0, member = '' where t.player_id = $1 and (t.born <> 0 or t.member <> '')`, player)
	count("files", `update league.histories t set sample = '[]', faults = '[]', questions = '[]', differences = '[]',
			file = case when t.state in ('storing', 'stopped') then t.file end,
			state = case when t.state in ('received', 'checking', 'questions', 'clean') then 'faulty' else t.state end, finished_at = coalesce(t.finished_at, $2)
		where t.sample::text ~* $1 or t.faults::text ~* $1 or t.questions::text ~* $1 or t.differences::text ~* $1
			or case when t.file is null or t.state in ('storing', 'stopped') then false when position('\x00'::bytea in t.file) > 0 then true
				else convert_from(t.file, 'UTF8') ~* $1 end`, naming, at)
}

// eraseFace queues the erasure of the record's own data about the person: from then on it has nothing but the
// neutral name, by which nobody is found.
func eraseFace(b *pgx.Batch, p facts.Player, name string, at time.Time) {
	b.Queue(`update league.mails set address = '' where about_id = $1 or about_id in (select id from league.convocations where player_id = $1)`, p.ID.UUID)
	b.Queue(`update league.player_requests set outcome = 'overtaken', decided_at = $2 where player_id = $1 and outcome is null`, p.ID.UUID, at)
	b.Queue(`update league.claim_codes set ended_at = $2 where player_id = $1 and ended_at is null and used_at is null`, p.ID.UUID, at)
	b.Queue(`delete from league.refund_accounts where refund_id in (select id from league.refunds where player_id = $1)`, p.ID.UUID)
	b.Queue(`delete from league.player_words where player_id = $1`, p.ID.UUID)
	b.Queue(`delete from league.memberships where player_id = $1`, p.ID.UUID)
	b.Queue(`delete from league.consents where player_id = $1`, p.ID.UUID)
	tenantdb.Exec(b, `update league.players set name = $2, name_key = lower($2), club = '', club_id = null, birth_year = null, initials = false, profile = '{}', city = '', email = '', address_before = '', erased_at = $3, version = version + 1 where id = $1`,
		p.ID.UUID, name, at)
}

// ShowAnew queues the next revision of every season, ranking and series of the tenant, and adds them to those
// that are raised, because a person whom they name has another name, and words that they show are erased.
func ShowAnew(b *pgx.Batch, raised *[]Raised) {
	for _, raise := range []string{
		`update league.seasons set revision = revision + 1 returning id, revision`,
		`update league.series set revision = revision + 1 returning id, revision`,
	} {
		b.Queue(raise).Query(addRaised(raised))
	}
	RaiseRankings(b, raised)
}

// RaiseRankings queues the next revision of every ranking of the tenant, and adds them to those
// that are raised.
func RaiseRankings(b *pgx.Batch, raised *[]Raised) {
	b.Queue(`update league.rankings set revision = revision + 1 returning id, revision`).Query(addRaised(raised))
}

func addRaised(raised *[]Raised) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		more, err := pgx.CollectRows(rows, pgx.RowToStructByName[Raised])
		*raised = append(*raised, more...)
		return err
	}
}

// AddErasure queues that a record was erased; by is nil if an erasure is repeated.
func AddErasure(b *pgx.Batch, player league.PlayerID, by *uuid.UUID, own bool, at time.Time) {
	b.Queue(`insert into league.erasures (player_id, erased_at, erased_by, own) values ($1, $2, $3, $4) on conflict do nothing`, player.UUID, at, by, own)
}

// LoadRemaining queues how many rows of a record stay when it is erased, by the kind of data.
func LoadRemaining(b *pgx.Batch, out ErasedRows, id league.PlayerID) {
	for kind, query := range map[string]string{
		"entries":   `select count(*) from league.entries where player_id = $1`,
		"results":   `select count(*) from league.seats s join league.entries n on n.tenant_id = s.tenant_id and n.event_id = s.event_id and n.number = s.entry where n.player_id = $1`,
		"rankings":  `select (select count(*) from league.postings where player_id = $1) + (select count(*) from league.series_postings where player_id = $1) + (select count(*) from league.ranking_openings where player_id = $1) + (select count(*) from league.outcomes where $1 = any(ranking) or $1 = any(gained))`,
		"decisions": `select (select count(*) from league.bans where player_id = $1) + (select count(*) from league.exclusions where player_id = $1) + (select count(*) from league.convocations where player_id = $1)`,
		"money":     `select count(*) from league.refunds where player_id = $1`,
		"log":       `select count(*) from league.log where data ->> 'player' = $1::uuid::text`,
	} {
		b.Queue(query, id.UUID).QueryRow(func(row pgx.Row) error {
			var n int64
			err := row.Scan(&n)
			out[kind] += n
			return err
		})
	}
}

// LoadErasures queues the records of a tenant that were erased, in the order of their ids.
func LoadErasures(b *pgx.Batch, out *[]league.PlayerID) {
	b.Queue(`select player_id from league.erasures order by player_id`).Query(func(rows pgx.Rows) error {
		ids, err := pgx.CollectRows(rows, pgx.RowTo[league.PlayerID])
		*out = append(*out, ids...)
		return err
	})
}
