package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
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
	ChampionID *league.PlayerID
	Contact    string
	Version    int
	Revision   int64
	CreatedBy  uuid.UUID
	CreatedAt  time.Time
}

// Location returns the zone in which days of the season begin and end that are of no venue.
func (s Season) Location() *time.Location { return location(s.TimeZone) }

// SeasonRegion is a region that takes part in a season.
type SeasonRegion struct {
	ID   league.RegionID
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

// ReportReceipt holds the moment at which the last report of an event was received, with what came before
// it.
type ReportReceipt struct {
	EventID    league.EventID
	Number     int
	ReceivedAt time.Time
	FirstAt    time.Time  // when the first report was received; zero where this is the first
	Questions  []Question // with which reports were returned, in order
}

// Since is the moment at which the first report of the event was received.
func (r ReportReceipt) Since() time.Time {
	if r.FirstAt.IsZero() {
		return r.ReceivedAt
	}
	return r.FirstAt
}

// Question is one with which a report was returned.
type Question struct {
	AskedAt    time.Time  `json:"asked"`
	AnsweredAt *time.Time `json:"answered"` // when a report came again; nil before
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

// Stands reports whether the event is decided by it.
func (v *Verdict) Stands() bool {
	return v != nil && (v.Kind == VerdictHomologated || v.Kind == VerdictInvalidated)
}

// VerdictKind names what was decided on an event's report.
type VerdictKind string

// The kinds of verdicts.
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
	RegionID, IntoID league.RegionID
	Reason           string
	DecidedAt        time.Time
}

// FinalDecision is the manager's word on a regional final.
type FinalDecision struct {
	Ordinal    int // in its season
	RegionID   league.RegionID
	Kind       string
	CalledUp   []league.PlayerID
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
	How        string // how the yes came to whoever recorded it; "" where they said it themselves
	RemindedAt *time.Time
	// WithdrawnAt holds the moment at which it was taken back; nil while it holds.
	WithdrawnAt *time.Time
}

// Unavailability records that somebody cannot come to a final.
type Unavailability struct {
	ID       uuid.UUID
	PlayerID league.PlayerID
	Final    string
	Lapsed   bool
	Reason   string
	How      string // how it came to whoever recorded it; "" where they said it themselves
	SaidAt   time.Time
}

// SeasonStaff is somebody who referees an event of a season, or plays there by leave.
type SeasonStaff struct {
	EventID  league.EventID
	PlayerID league.PlayerID
}

// SeasonBar is a time in which somebody may not take part in a season.
type SeasonBar struct {
	PlayerID league.PlayerID
	Reason   rules.ExclusionReason
	Kinds    []string // of events; empty is all
	FromDay  rules.Day
	UntilDay rules.Day // "" is until it is decided otherwise
	// DecidedAt holds the moment of the last decision.
	DecidedAt time.Time
}

// SeasonFacts is a season with all its facts.
type SeasonFacts struct {
	SeasonSetup
	Events           []Event                              // cancelled ones and drafts are not among them
	Entrants         map[league.EventID][]Entrant         // in the order in which they entered
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
	Aliases          Aliases // by which the facts are about people: see [SeasonFacts.Merge]
}

// Entrant is somebody who signed up.
type Entrant struct {
	Player league.PlayerID `json:"player"`
	// Played reports whether they were there and played; known at the start.
	Played bool `json:"played,omitempty"`
	// Exempt reports whether the manager let them in although they were qualified for a
	// final.
	Exempt bool `json:"exempt,omitempty"`
	// Refused names the reason for which they were refused at the time. It stands whatever
	// becomes of that reason later; "" where nobody refused them.
	Refused rules.ExclusionReason `json:"refused,omitempty"`
}
