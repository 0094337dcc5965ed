package leaguedb

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// AddOutcome queues the outcome of an event, with its entrants according to the statements queued before, those
// of them who were refused as qualified already, the points that were entered with it, and the reason of a
// correction; a nil ranking means that it was opened again.
func AddOutcome(b *pgx.Batch, id league.EventID, ranking, refused []league.PlayerID, entered facts.EnteredPoints, reason string, by uuid.UUID, at time.Time) {
	n := len(entered.Gains)
	players, gains := make([]uuid.UUID, n), make([]string, n)
	for i, g := range entered.Gains {
		players[i], gains[i] = g.PlayerID.UUID, strings.Join(g.Figures, " ")
	}
	b.Queue(`insert into league.outcomes (event_id, number, ranking, entrants, reason, recorded_by, recorded_at, figures, gained, gains)
		select $1, 1 + (select count(*) from league.outcomes where event_id = $1), $2, (`+entrantsOfEvent("$1", "$6")+` and $2::uuid[] is not null), $3, $4, $5, $7, $8, $9`,
		id.UUID, optionalUUIDs(ranking), reason, by, at, uuids(refused), append([]string{}, entered.Columns...), players, gains)
}

// LoadRecorded queues the ranking of an event that was played elsewhere; empty for any other event.
func LoadRecorded(b *pgx.Batch, out *[]league.PlayerID, id league.EventID) {
	tenantdb.Scalar(b, out, `select coalesce((select array(select coalesce(p.kept_as, u.id) from unnest(o.ranking) with ordinality as u (id, at)
			join league.players p on p.tenant_id = o.tenant_id and p.id = u.id order by u.at) from league.outcomes o
		join league.events e on e.tenant_id = o.tenant_id and e.id = o.event_id
		where e.id = $1 and e.elsewhere order by o.number desc limit 1), '{}')`, id.UUID)
}

// LoadReports queues the reports of an event, the first first.
func LoadReports(b *pgx.Batch, out *[]facts.Report, id league.EventID) {
	tenantdb.Many(b, out, `select r.number, r.received_at, a.name as sent_by, r.sent_at, r.notes, r.digest, r.document from league.reports r
		join platform.accounts a on a.id = r.sent_by where r.event_id = $1 order by r.number`, id.UUID)
}

// AddReport queues a report.
func AddReport(b *pgx.Batch, id league.EventID, r facts.Report, by uuid.UUID) {
	b.Queue(`insert into league.reports (event_id, number, received_at, sent_by, sent_at, notes, digest, document) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
		id.UUID, r.Number, r.ReceivedAt, by, r.SentAt, r.Notes, r.Digest, r.Document)
}

// LoadDecisions queues the decisions on an event, the earliest first.
func LoadDecisions(b *pgx.Batch, out *[]facts.Decision, id league.EventID) {
	tenantdb.Many(b, out, `select `+verdictColumns+`, a.name as decided_by from league.verdicts v
		join platform.accounts a on a.id = v.decided_by where v.event_id = $1 order by v.number`, id.UUID)
}

// LoadVerdict queues the latest verdict on an event; out stays nil if there is none.
func LoadVerdict(b *pgx.Batch, out **facts.Verdict, id league.EventID) {
	tenantdb.Maybe(b, out, `select `+verdictColumns+` from league.verdicts v where v.event_id = $1 order by v.number desc limit 1`, id.UUID)
}

// AddVerdict queues a decision.
func AddVerdict(b *pgx.Batch, v facts.Verdict, by uuid.UUID) {
	b.Queue(`insert into league.verdicts (event_id, number, kind, unsound, waived, reason, report, for_contact, decided_by, decided_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		v.EventID.UUID, v.Number, v.Kind, v.Unsound, v.Waived, v.Reason, v.Report, v.ForContact, by, v.DecidedAt)
}

// loadDocumentKinds queues the kinds of the photos that the events of a season have. It leaves out photos that
// were removed before the event's last report was received, but not those removed later: the reported state
// stands.
func loadDocumentKinds(b *pgx.Batch, out *[]facts.DocumentKind, id league.SeasonID) {
	tenantdb.Many(b, out, `select p.event_id, p.kind, p.round from league.photos p
		where p.event_id = any(`+seasonEvents+`) and p.state = 'ready' and (p.removed_at is null or p.removed_at >
			(select max(r.sent_at) from league.reports r where r.tenant_id = p.tenant_id and r.event_id = p.event_id))`, id.UUID)
}

// documentsByEvent are the kinds that each event has, once and in their order.
func documentsByEvent(all []facts.DocumentKind) map[league.EventID][]facts.DocumentKind {
	out := make(map[league.EventID][]facts.DocumentKind)
	for _, document := range all {
		out[document.EventID] = append(out[document.EventID], document)
	}
	for id, list := range out {
		slices.SortFunc(list, facts.DocumentKind.Compare)
		out[id] = slices.CompactFunc(list, func(a, b facts.DocumentKind) bool { return a.Compare(b) == 0 })
	}
	return out
}
