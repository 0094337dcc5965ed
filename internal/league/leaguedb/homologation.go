package leaguedb

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/tenant/tenantdb"
)

// AddOutcome queues how an event ended, with who had entered by what is queued before, who
// of them was refused as qualified already, and the reason of a correction; a nil ranking
// is that it was opened again.
func AddOutcome(b *pgx.Batch, id league.EventID, ranking, refused []uuid.UUID, reason string, by uuid.UUID, at time.Time) {
	b.Queue(`insert into league.outcomes (event_id, number, ranking, entrants, reason, recorded_by, recorded_at)
		select $1, 1 + (select count(*) from league.outcomes where event_id = $1), $2, (`+entrantsOfEvent("$1", "$6")+` and $2::uuid[] is not null), $3, $4, $5`,
		id.UUID, ranking, reason, by, at, append([]uuid.UUID{}, refused...))
}

// LoadRecorded queues the ranking of an event that was played elsewhere; empty for
// another.
func LoadRecorded(b *pgx.Batch, out *[]uuid.UUID, id league.EventID) {
	tenantdb.Scalar(b, out, `select coalesce((select o.ranking from league.outcomes o
		join league.events e on e.tenant_id = o.tenant_id and e.id = o.event_id
		where e.id = $1 and e.elsewhere order by o.number desc limit 1), '{}')`, id.UUID)
}

// Report is one sending of an event's papers.
type Report struct {
	Number     int
	ReceivedAt time.Time
	SentBy     string // name
	SentAt     time.Time
	Notes      string
	Digest     string          // SHA-256 of the document as it was sent, hexadecimal
	Document   json.RawMessage `db:"document"`
}

// LoadReports queues the reports of an event, the first first.
func LoadReports(b *pgx.Batch, out *[]Report, id league.EventID) {
	tenantdb.Many(b, out, `select r.number, r.received_at, a.name as sent_by, r.sent_at, r.notes, r.digest, r.document from league.reports r
		join platform.accounts a on a.id = r.sent_by where r.event_id = $1 order by r.number`, id.UUID)
}

// AddReport queues a report.
func AddReport(b *pgx.Batch, id league.EventID, r Report, by uuid.UUID) {
	b.Queue(`insert into league.reports (event_id, number, received_at, sent_by, sent_at, notes, digest, document) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
		id.UUID, r.Number, r.ReceivedAt, by, r.SentAt, r.Notes, r.Digest, r.Document)
}

// Decision is a verdict with who gave it.
type Decision struct {
	Verdict
	DecidedBy string // name
}

// LoadDecisions queues what was decided on an event, the first first.
func LoadDecisions(b *pgx.Batch, out *[]Decision, id league.EventID) {
	tenantdb.Many(b, out, `select `+verdictColumns+`, a.name as decided_by from league.verdicts v
		join platform.accounts a on a.id = v.decided_by where v.event_id = $1 order by v.number`, id.UUID)
}

// LoadVerdict queues what was last decided on an event; out stays nil before.
func LoadVerdict(b *pgx.Batch, out **Verdict, id league.EventID) {
	tenantdb.Maybe(b, out, `select `+verdictColumns+` from league.verdicts v where v.event_id = $1 order by v.number desc limit 1`, id.UUID)
}

// AddVerdict queues a decision.
func AddVerdict(b *pgx.Batch, v Verdict, by uuid.UUID) {
	b.Queue(`insert into league.verdicts (event_id, number, kind, unsound, waived, reason, report, for_contact, decided_by, decided_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		v.EventID.UUID, v.Number, v.Kind, v.Unsound, v.Waived, v.Reason, v.Report, v.ForContact, by, v.DecidedAt)
}

// Involvement is something that somebody had to do with an event.
type Involvement struct {
	EventID   league.EventID
	AccountID uuid.UUID
	As        InvolvedAs `db:"involved_as"`
}

// InvolvedAs names what somebody had to do with an event.
type InvolvedAs string

// What somebody had to do with an event.
const (
	AsOrganizer InvolvedAs = "organizer" // by an office on its day or now
	AsDrafter   InvolvedAs = "drafter"   // of an event without another organizer
	AsReferee   InvolvedAs = "referee"   // as the organizer
	AsEntrant   InvolvedAs = "entrant"
	AsRecorder  InvolvedAs = "recorder" // of the ranking that stands, or who corrected who was there
	AsReporter  InvolvedAs = "reporter" // who sent the last report
)

// LoadInvolvements queues how an account, or with [uuid.Nil] everybody, had to do with
// some events. An office counts that is held over the event, its region or the whole
// tenant, and a line of the event's staff. A ranking that was written down again because
// something else had changed remains whose it was.
func LoadInvolvements(b *pgx.Batch, out *[]Involvement, events []uuid.UUID, account uuid.UUID, now time.Time) {
	tenantdb.Many(b, out, `with e as (
			select tenant_id, id, region_id, created_by, date_trunc('day', starts_at at time zone time_zone) at time zone time_zone as begins,
				(date_trunc('day', starts_at at time zone time_zone) + interval '1 day') at time zone time_zone as ends
			from league.events where id = any($1)),
		office as (
			select e.id as event_id, g.account_id, g.role
				from e cross join lateral (values ('stage', e.id), ('region', e.region_id), ('tenant', e.tenant_id)) as area (scope, id)
				join league.grants g on g.tenant_id = e.tenant_id and g.scope = area.scope and coalesce(g.scope_id, g.tenant_id) = area.id
				cross join lateral (select coalesce(least(g.revoked_at, g.valid_until), 'infinity') as ended) as g2
				where g.role in ('organizer', 'first-referee', 'referee')
					and (g.valid_from < e.ends and g2.ended > e.begins or g.valid_from <= $3 and g2.ended > $3)
			union select s.event_id, coalesce(s.account_id, p.account_id), s.role from e
				join league.event_staff s on s.tenant_id = e.tenant_id and s.event_id = e.id
				left join league.players p on p.tenant_id = s.tenant_id and p.id = s.player_id
				where s.removed_at is null and s.role in ('organizer', 'first-referee', 'referee')),
		word as (
			select o.event_id, o.recorded_by, o.reason, o.number, 1 + coalesce(max(o.number) filter (where o.ranking is distinct from o.last) over (partition by o.event_id), 0) as first
				from (select o.*, last_value(o.ranking) over (partition by o.event_id order by o.number rows between unbounded preceding and unbounded following) as last
					from e join league.outcomes o on o.tenant_id = e.tenant_id and o.event_id = e.id) o
				where o.last is not null)
		select * from (
			select event_id, account_id, case role when 'organizer' then 'organizer' else 'referee' end as involved_as from office
			union select e.id, e.created_by, 'drafter' from e
				where not exists (select from office o where o.event_id = e.id and o.role = 'organizer' and o.account_id <> e.created_by)
			union select n.event_id, p.account_id, 'entrant' from e
				join league.entries n on n.tenant_id = e.tenant_id and n.event_id = e.id and n.state not in ('cancelled', 'waiting')
				join league.players p on p.tenant_id = n.tenant_id and p.id = n.player_id
			union select event_id, recorded_by, 'recorder' from word where number = first or number > first and reason <> ''
			union (select distinct on (r.event_id) r.event_id, r.sent_by, 'reporter' from e
				join league.reports r on r.tenant_id = e.tenant_id and r.event_id = e.id order by r.event_id, r.number desc)) as part
		where account_id is not null and $2::uuid in (account_id, $4::uuid) order by event_id, account_id, involved_as`, events, account, now, uuid.Nil)
}

// DocumentKind is that an event has a photo of a kind.
type DocumentKind struct {
	EventID league.EventID
	Kind    string
	Round   *int // in which it was taken; nil if nobody said so
}

// loadDocumentKinds queues the kinds of the photos that the events of a season have. One
// that was removed before the event's last report was received is not among them; one
// removed since is: what was reported stands.
func loadDocumentKinds(b *pgx.Batch, out *[]DocumentKind, id league.SeasonID) {
	tenantdb.Many(b, out, `select p.event_id, p.kind, p.round from league.photos p
		where p.event_id in (`+seasonEvents+`) and p.state = 'ready' and (p.removed_at is null or p.removed_at >
			(select max(r.sent_at) from league.reports r where r.tenant_id = p.tenant_id and r.event_id = p.event_id))`, id.UUID)
}

// documentsByEvent are the kinds that each event has, once and in their order.
func documentsByEvent(all []DocumentKind) map[league.EventID][]DocumentKind {
	out := make(map[league.EventID][]DocumentKind)
	for _, document := range all {
		out[document.EventID] = append(out[document.EventID], document)
	}
	for id, list := range out {
		slices.SortFunc(list, DocumentKind.compare)
		out[id] = slices.CompactFunc(list, func(a, b DocumentKind) bool { return a.compare(b) == 0 })
	}
	return out
}

// compare orders by kind and round, what has none last.
func (d DocumentKind) compare(o DocumentKind) int {
	round := func(r *int) int {
		if r == nil {
			return math.MaxInt
		}
		return *r
	}
	return cmp.Or(cmp.Compare(d.Kind, o.Kind), cmp.Compare(round(d.Round), round(o.Round)))
}
