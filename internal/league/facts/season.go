package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Season is one season with its settings. It is the row of league.seasons.
type Season struct {
	ID         league.SeasonID
	Slug       string
	Title      string
	Game       string
	State      string    // draft, running, closed
	PlaysFrom  time.Time // dates at midnight UTC
	PlaysTo    time.Time
	FinalsBy   time.Time
	TimeZone   string // zone of days that belong to no venue
	ChampionID *league.PlayerID
	Contact    string
	Version    int
	Revision   int64
	CreatedBy  uuid.UUID
	CreatedAt  time.Time
}

// Location returns the zone of the season's days that belong to no venue.
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

// ReportReceipt is the receipt of the last report of an event, with those before it.
type ReportReceipt struct {
	EventID    league.EventID
	Number     int
	ReceivedAt time.Time
	FirstAt    time.Time  // when the first report was received; zero if this is the first
	Questions  []Question // those with which reports were returned, in order
}

// Since returns the moment at which the first report of the event was received.
func (r ReportReceipt) Since() time.Time {
	if r.FirstAt.IsZero() {
		return r.ReceivedAt
	}
	return r.FirstAt
}

// Question is a question with which a report was returned.
type Question struct {
	AskedAt    time.Time  `json:"asked"`
	AnsweredAt *time.Time `json:"answered"` // when a new report came; nil before
}

// Verdict is a decision about an event's report.
type Verdict struct {
	EventID    league.EventID
	Number     int
	Kind       VerdictKind
	Unsound    bool
	Waived     []string // demands
	Reason     string
	Report     *int // number of the report that it is about; nil if none was sent
	ForContact bool // the manager decided in place of the regional contact
	DecidedAt  time.Time
}

// Stands reports whether the verdict decides the event.
func (v *Verdict) Stands() bool {
	return v != nil && (v.Kind == VerdictHomologated || v.Kind == VerdictInvalidated)
}

// VerdictKind is the kind of a verdict on an event's report.
type VerdictKind string

// The kinds of verdicts.
const (
	VerdictHomologated VerdictKind = "homologated"
	VerdictInvalidated VerdictKind = "invalidated"
	VerdictReturned    VerdictKind = "returned" // with a question: the report has to be sent again
	VerdictWaived      VerdictKind = "waived"   // demands are waived; the event is not decided
	VerdictReversed    VerdictKind = "reversed" // the verdict before no longer holds
)

// RegionMerge is the decision that a region plays its final with another.
type RegionMerge struct {
	Ordinal          int // in its season
	RegionID, IntoID league.RegionID
	Reason           string
	DecidedAt        time.Time
}

// FinalDecision is the manager's decision on a regional final.
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
	How        string // way in which the yes reached its recorder; "" if the player answered themselves
	RemindedAt *time.Time
	// WithdrawnAt is the moment at which it was revoked; nil while it holds.
	WithdrawnAt *time.Time
}

// Unavailability records that a player cannot come to a final.
type Unavailability struct {
	ID       uuid.UUID
	PlayerID league.PlayerID
	Final    string
	Lapsed   bool
	Reason   string
	How      string // way in which it reached its recorder; "" if the player answered themselves
	SaidAt   time.Time
}

// SeasonStaff is a referee of an event of a season, or a player who plays there by leave.
type SeasonStaff struct {
	EventID  league.EventID
	PlayerID league.PlayerID
}

// SeasonBar is a period in which a player may not take part in a season.
type SeasonBar struct {
	PlayerID league.PlayerID
	Reason   rules.ExclusionReason
	Kinds    []string // of events; empty is all
	FromDay  rules.Day
	UntilDay rules.Day // "" until another decision
	// DecidedAt is the moment of the last decision.
	DecidedAt time.Time
}

// SeasonFacts is a season with all its facts.
type SeasonFacts struct {
	SeasonSetup
	Events           []Event                              // without cancelled ones and drafts
	Entrants         map[league.EventID][]Entrant         // in the order of entry
	Rankings         map[league.EventID][]league.PlayerID // of finished events
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
	Aliases          Aliases // applied to the facts by [SeasonFacts.Merge]
}

// Entrant is a player who signed up.
type Entrant struct {
	Player league.PlayerID `json:"player"`
	// Played reports whether they came and played; known at the start.
	Played bool `json:"played,omitempty"`
	// Exempt reports whether the manager let them in although they were qualified for a
	// final.
	Exempt bool `json:"exempt,omitempty"`
	// Refused is the reason for which they were refused at the time. It is kept even if that reason
	// ceases later; "" if they were not refused.
	Refused rules.ExclusionReason `json:"refused,omitempty"`
}
