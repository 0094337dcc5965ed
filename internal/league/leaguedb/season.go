package leaguedb

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// Season is one season as it was set up. It is the row of league.seasons.
type Season struct {
	ID         league.SeasonID
	Slug       string
	Title      string
	Game       string
	State      string    // draft, running, closed
	PlaysFrom  time.Time // dates at midnight UTC
	PlaysTo    time.Time
	FinalsBy   time.Time
	TimeZone   string // where days begin and end that are of no venue
	ChampionID *uuid.UUID
	Contact    string
	Version    int
	Revision   int64
	CreatedBy  uuid.UUID
	CreatedAt  time.Time
}

const seasonColumns = `id, slug, title, game, state, plays_from, plays_to, finals_by, time_zone, champion_id, contact, version, revision, created_by, created_at`

// Location is where the season's days begin and end that are of no venue.
func (s Season) Location() *time.Location { return location(s.TimeZone) }

// SeasonRegion is a region that takes part in a season.
type SeasonRegion struct {
	ID   uuid.UUID
	Name string
}

// SeasonRuleset is a ruleset by which a season is played from a moment on.
type SeasonRuleset struct {
	Ordinal   int
	Version   RulesetVersion `db:"-"`
	VersionID uuid.UUID      `db:"ruleset_version_id"`
	Readings  map[string]string
	Reason    string
	DecidedAt time.Time
}

// ReportReceipt is when the last report of an event was received.
type ReportReceipt struct {
	EventID    league.EventID
	Number     int
	ReceivedAt time.Time
}

// Verdict is a decision on an event's report.
type Verdict struct {
	EventID    league.EventID
	Number     int
	Kind       VerdictKind
	Unsound    bool
	Waived     []string // demands
	Reason     string
	Report     *int // number of the report it is about; nil where none was sent
	ForContact bool // the manager decided in the place of the regional contact
	DecidedAt  time.Time
}

const verdictColumns = `v.event_id, v.number, v.kind, v.unsound, v.waived, v.reason, v.report, v.for_contact, v.decided_at`

// Stands tells whether the event is decided by it.
func (v *Verdict) Stands() bool {
	return v != nil && (v.Kind == VerdictHomologated || v.Kind == VerdictInvalidated)
}

// VerdictKind names what was decided on an event's report.
type VerdictKind string

// What was decided.
const (
	VerdictHomologated VerdictKind = "homologated"
	VerdictInvalidated VerdictKind = "invalidated"
	VerdictReturned    VerdictKind = "returned" // with a question: the report is to be sent again
	VerdictWaived      VerdictKind = "waived"   // demands need not be met; the event is not decided
	VerdictReversed    VerdictKind = "reversed" // the one before does not hold any more
)

// RegionMerge lets a region play its final with another.
type RegionMerge struct {
	Ordinal          int // in its season
	RegionID, IntoID uuid.UUID
	Reason           string
	DecidedAt        time.Time
}

// FinalDecision is the manager's word on a regional final.
type FinalDecision struct {
	Ordinal    int // in its season
	RegionID   uuid.UUID
	Kind       string
	CalledUp   []uuid.UUID
	Semifinals int
	Why        string
	DecidedAt  time.Time
}

// Convocation is a call to take a place in a final.
type Convocation struct {
	ID         uuid.UUID
	Place      string
	PlayerID   league.PlayerID
	Final      string
	SentAt     time.Time
	SentBy     uuid.UUID
	AnswerBy   time.Time
	AcceptedAt *time.Time
	How        string // how the yes came to whoever recorded it; "" where he said it himself
	RemindedAt *time.Time
	// WithdrawnAt is when it was taken back; nil while it holds.
	WithdrawnAt *time.Time
}

// Unavailability is that somebody cannot come to a final.
type Unavailability struct {
	ID       uuid.UUID
	PlayerID league.PlayerID
	Final    string
	Lapsed   bool
	Reason   string
	How      string // how it came to whoever recorded it; "" where he said it himself
	SaidAt   time.Time
}

// SeasonStaff is somebody who referees an event of a season, or plays there by leave.
type SeasonStaff struct {
	EventID  league.EventID
	PlayerID league.PlayerID
}

// SeasonBar is a time in which somebody who matters for a season may not take part.
type SeasonBar struct {
	PlayerID league.PlayerID
	Reason   rules.ExclusionReason
	Kinds    []string // of events; empty is all
	FromDay  rules.Day
	UntilDay rules.Day // "" is until it is decided otherwise
	// DecidedAt is when it was last decided.
	DecidedAt time.Time
}

// loadSeasonBars queues the exclusions and bans that stand of those who entered an
// event of a season, and of the reigning champion. Bans from another season are not
// among them.
func loadSeasonBars(b *pgx.Batch, out *[]SeasonBar, id league.SeasonID) {
	tenantdb.Many(b, out, `with people as (
			select player_id from league.entries where event_id in (`+seasonEvents+`)
			union select champion_id from league.seasons where id = $1)
		select x.player_id, x.kind as reason, array[]::text[] as kinds, x.from_day::text as from_day, coalesce(x.until_day::text, '') as until_day, x.recorded_at as decided_at
			from league.exclusions x where x.revoked_at is null and x.player_id in (select player_id from people)
		union all
		select b.player_id, 'banned', d.kinds, d.from_day::text, coalesce(d.until_day::text, ''), d.decided_at
			from league.bans b join league.ban_decisions d on d.tenant_id = b.tenant_id and d.ban_id = b.id
			where d.outcome = 'ban' and coalesce(d.season_id, $1) = $1 and b.player_id in (select player_id from people)
				and not exists (select from league.ban_decisions l where l.tenant_id = d.tenant_id and l.ban_id = d.ban_id and l.ordinal > d.ordinal)
		order by 1, 4, 2`, id.UUID)
}

// SeasonFacts is a season with all its facts.
type SeasonFacts struct {
	SeasonSetup
	Events           []Event                              // cancelled ones and drafts are not among them
	Entrants         map[league.EventID][]season.Entrant  // in the order in which they entered
	Rankings         map[league.EventID][]league.PlayerID // of events that have ended
	Referees         []SeasonStaff
	Reports          []ReportReceipt
	Verdicts         []Verdict                         // the last of each event
	Documents        map[league.EventID][]DocumentKind // of photos
	Bars             []SeasonBar
	Merges           []RegionMerge
	Decisions        []FinalDecision
	Convocations     []Convocation
	Unavailabilities []Unavailability
	Prizes           []SentPrizes
}

// LoadSeason queues a season; [tenantdb.ErrNotFound] without it.
func LoadSeason(b *pgx.Batch, out *Season, id league.SeasonID) {
	tenantdb.One(b, out, `select `+seasonColumns+` from league.seasons where id = $1`, id.UUID)
}

// LoadSeasonRevision queues a season's revision; [tenantdb.ErrNotFound] without it.
func LoadSeasonRevision(b *pgx.Batch, out *int64, id league.SeasonID) {
	tenantdb.Scalar(b, out, `select revision from league.seasons where id = $1`, id.UUID)
}

// NextSeasonRevision queues the season's next revision and holds its row until the
// transaction ends: who changes the facts of a season does so first. Who changes an
// event of it holds the event's row before.
func NextSeasonRevision(b *pgx.Batch, out *int64, id league.SeasonID) {
	tenantdb.Scalar(b, out, `update league.seasons set revision = revision + 1 where id = $1 returning revision`, id.UUID)
}

// LoadSeasonFacts loads a season with all its facts in one round trip. The error is
// [tenantdb.ErrNotFound] without it.
func LoadSeasonFacts(d tenantdb.Door, id league.SeasonID) (SeasonFacts, error) {
	var f SeasonFacts
	var fields []seasonField
	var exempt []SeasonStaff
	var documents []DocumentKind
	b := &pgx.Batch{}
	LoadSeasonSetup(b, &f.SeasonSetup, id)
	queueSeasonEvents(b, &f, &documents, id)
	queueSeasonFields(b, &fields, &exempt, id)
	queueSeasonDecisions(b, &f, id)
	LoadSentPrizes(b, &f.Prizes, id)
	if err := d.Send(b); err != nil {
		return f, err
	}
	addFields(&f, fields, exempt)
	f.Documents = documentsByEvent(documents)
	return f, nil
}

// seasonField is how an event ended, as far as it has, and who entered: in one row, as a
// large season has hundreds of thousands of them.
type seasonField struct {
	EventID  league.EventID
	Ranking  []league.PlayerID
	Entrants []byte // see entrantsOfEvent
}

// The bits of the byte that stands behind the id of somebody who entered. Outcomes from
// before refusals were kept have none of those.
const (
	hasPlayed  = 1 << iota
	wasRefused // as qualified for a final of the season already (CN09 1.5)
)

// entrantsOfEvent selects those who signed up for an event, in the order in which they did:
// of each the sixteen bytes of the player's id and one of bits. Refused is an array of ids.
func entrantsOfEvent(event, refused string) string {
	return `select string_agg(uuid_send(player_id) || set_byte('\x00', 0, (state = 'playing')::int + 2 * (player_id = any(` + refused + `::uuid[]))::int), ''::bytea order by number)
	from league.entries where event_id = ` + event + ` and state not in ('cancelled', 'waiting')`
}

// queueSeasonFields queues how the events of a season ended, with who signed up, and
// whom the manager let in although he was qualified.
func queueSeasonFields(b *pgx.Batch, fields *[]seasonField, exempt *[]SeasonStaff, id league.SeasonID) {
	tenantdb.Many(b, fields, `select e.id as event_id, o.ranking,
			case when o.entrants is null then (`+entrantsOfEvent("e.id", "'{}'")+`) else o.entrants end as entrants
		from league.events e left join lateral (
			select ranking, entrants from league.outcomes where event_id = e.id order by number desc limit 1) o on true
		where e.season_id = $1 and e.state not in ('draft', 'cancelled')`, id.UUID)
	tenantdb.Many(b, exempt, `select event_id, player_id from league.exemptions where event_id in (`+seasonEvents+`)`, id.UUID)
}

func addFields(f *SeasonFacts, fields []seasonField, exempt []SeasonStaff) {
	let := make(map[SeasonStaff]bool, len(exempt))
	for _, x := range exempt {
		let[x] = true
	}
	n := 0
	for _, field := range fields {
		n += len(field.Entrants) / entrantBytes
	}
	all := make([]season.Entrant, 0, n)
	f.Entrants, f.Rankings = make(map[league.EventID][]season.Entrant, len(fields)), make(map[league.EventID][]league.PlayerID, len(fields))
	for _, field := range fields {
		from := len(all)
		for one := range slices.Chunk(field.Entrants, entrantBytes) {
			var e season.Entrant
			bits := one[copy(e.Player.UUID[:], one)]
			e.Played = bits&hasPlayed != 0
			if bits&wasRefused != 0 {
				e.Refused = rules.AlreadyQualified
			}
			e.Exempt = len(let) > 0 && let[SeasonStaff{field.EventID, e.Player}]
			all = append(all, e)
		}
		f.Entrants[field.EventID] = all[from:len(all):len(all)]
		if len(field.Ranking) > 0 {
			f.Rankings[field.EventID] = field.Ranking
		}
	}
}

// entrantBytes is how many bytes say who entered, and how.
const entrantBytes = 17

// seasonEvents are the ids of a season's events that count.
const seasonEvents = `select id from league.events where season_id = $1 and state not in ('draft', 'cancelled')`

func queueSeasonEvents(b *pgx.Batch, f *SeasonFacts, documents *[]DocumentKind, id league.SeasonID) {
	tenantdb.Many(b, &f.Events, `select `+eventColumns+` from league.events
		where season_id = $1 and state not in ('draft', 'cancelled') order by starts_at, id`, id.UUID)
	tenantdb.Many(b, &f.Referees, `select s.event_id, coalesce(s.player_id, p.id) as player_id from league.event_staff s
		left join league.players p on p.tenant_id = s.tenant_id and p.account_id = s.account_id
		where s.event_id in (`+seasonEvents+`) and s.role in ('first-referee', 'referee') and s.removed_at is null
			and coalesce(s.player_id, p.id) is not null`, id.UUID)
	tenantdb.Many(b, &f.Reports, `select distinct on (event_id) event_id, number, received_at from league.reports
		where event_id in (`+seasonEvents+`) order by event_id, number desc`, id.UUID)
	tenantdb.Many(b, &f.Verdicts, `select distinct on (v.event_id) `+verdictColumns+` from league.verdicts v
		where v.event_id in (`+seasonEvents+`) order by v.event_id, v.number desc`, id.UUID)
	loadDocumentKinds(b, documents, id)
	loadSeasonBars(b, &f.Bars, id)
}

func queueSeasonDecisions(b *pgx.Batch, f *SeasonFacts, id league.SeasonID) {
	tenantdb.Many(b, &f.Merges, `select ordinal, region_id, into_id, reason, decided_at from league.region_merges
		where season_id = $1 and revoked_at is null order by ordinal`, id.UUID)
	tenantdb.Many(b, &f.Decisions, `select ordinal, region_id, kind, called_up, semifinals, why, decided_at from league.final_decisions
		where season_id = $1 and revoked_at is null order by ordinal`, id.UUID)
	tenantdb.Many(b, &f.Convocations, `select `+convocationColumns+` from league.convocations
		where season_id = $1 and withdrawn_at is null order by sent_at, id`, id.UUID)
	tenantdb.Many(b, &f.Unavailabilities, `select id, player_id, final, lapsed, reason, how, said_at from league.unavailabilities
		where season_id = $1 and revoked_at is null order by said_at, id`, id.UUID)
}
