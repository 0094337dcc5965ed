package season

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// State holds everything that is derived from the facts of a season.
type State struct {
	// Events are in order of day, then id.
	Events []EventState `json:"events"`
	// Regions are in the order of the regions of the facts.
	Regions []RegionState `json:"regions"`
	// Places is the register: every present or past place in a regional final or the national
	// final. The places of events come first, in their order, then those of call-ups and of
	// regional finals, and the champion's.
	Places []Place `json:"places"`
}

// EventState is the derived state of one event.
type EventState struct {
	ID league.EventID `json:"id"`
	// Refused are the entrants who may not take part, in the order of the facts.
	Refused []Refusal `json:"refused,omitempty"`
	// Entered and Played are the numbers that count; the ruleset decides whether they include the
	// refused.
	Entered int `json:"entered"`
	Played  int `json:"played"`
	// Counted is the one of them that determines the tier, Least the number of players that a valid
	// event needs.
	Counted int `json:"counted"`
	Least   int `json:"least"`
	// Tier is the tier for the counted number; the circuit's smallest if the number is too small
	// even for that.
	Tier rules.Tier `json:"tier"`
	// TierGrounds contain the number that determined the tier.
	TierGrounds league.Grounds `json:"tierGrounds"`
	// Next is the next larger tier; nil if there is none.
	Next *rules.Tier `json:"next,omitempty"`
	// Checks are the demands on a valid event: players, photos as the ruleset lists
	// them, report, results, and those on the calendar that may make it invalid.
	Checks []Check `json:"checks"`
	// Breaches are broken rules that do not make it invalid.
	Breaches []league.Grounds `json:"breaches,omitempty"`
	Standing Standing         `json:"standing"`
	// Places are the ids of the places that it gave, in the order of their ranks.
	Places []PlaceID `json:"places,omitempty"`
	// Prizes is the duty for prizes sent for it; nil while there is none.
	Prizes *PrizeDuty `json:"prizes,omitempty"`
	// ReportBy is the last day for its report.
	ReportBy rules.Day `json:"reportBy"`
	// AnnounceBy is the last day for making it public.
	AnnounceBy rules.Day `json:"announceBy"`
}

// Standing is the extent to which an event counts.
type Standing string

// The standings of an event in its season.
const (
	Planned     Standing = "planned"     // not played
	Provisional Standing = "provisional" // played; its places are provisional
	Homologated Standing = "homologated"
	Invalidated Standing = "invalidated"
	Played      Standing = "played" // the national final, which gives no places and is not homologated
)

// Refusal is an entrant who may not take part, with the first reason of the ruleset's list that
// applies.
type Refusal struct {
	Player league.PlayerID `json:"player"`
	league.Grounds
}

// Demand is a condition that an event has to fulfill, named by its failure. It is the code that the
// API and the log use for the reason why an event is invalid.
type Demand string

// The demands on an event.
const (
	TooFewPlayers  Demand = "too-few-players"
	PhotosMissing  Demand = "photos-missing"
	ResultsLate    Demand = "results-late"
	ResultsUnsound Demand = "results-unsound"
	OutsidePeriod  Demand = "outside-period"
	AnnouncedLate  Demand = "announced-late"
	// FinalistWithoutPlace is the demand on a regional final that all its players had a right to
	// play. If it fails, the final counts, but leads players without the right nowhere.
	FinalistWithoutPlace Demand = "finalist-without-place"
)

// Check is the outcome of checking one demand.
type Check struct {
	Demand         Demand       `json:"demand"`
	Result         CheckResult  `json:"result"`
	Waive          rules.Waiver `json:"waive,omitempty"` // who may waive it in the present state
	league.Grounds              // the reason, with the paragraph of the demand
}

// CheckResult is the outcome of checking a demand.
type CheckResult string

// The results of checking a demand.
const (
	Met    CheckResult = "met"
	Open   CheckResult = "open" // it can still be met, or has not been judged
	Failed CheckResult = "failed"
	Waived CheckResult = "waived"
)

// RegionState is the derived state of the final of a region.
type RegionState struct {
	Region league.RegionID `json:"region"`
	Format FinalState      `json:"format"`
	// Host is the region that holds the final: the region itself, or the one that it plays with.
	Host league.RegionID `json:"host"`
	// Finalists are the places in its final, including those of regions that play here; for a
	// region that plays elsewhere, its own places. They are in the order of the register.
	Finalists []PlaceID `json:"finalists"`
	// CalledUp are those of them that the rule on small fields added.
	CalledUp []PlaceID `json:"calledUp,omitempty"`
	// Result is the derived result of the final; nil before it is played.
	Result *FinalResult `json:"result,omitempty"`
}

// FinalState is the format of the final of a region.
type FinalState struct {
	Kind FinalKind `json:"kind"`
	// Field is the number of its players, Semifinals the number of tables before the final game.
	Field      int `json:"field,omitempty"`
	Semifinals int `json:"semifinals,omitempty"`
	league.Grounds
}

// FinalKind is the way in which the final of a region is to be played.
type FinalKind string

// The ways in which the final of a region is to be played.
const (
	NoFinal    FinalKind = "none"       // the region has no finalists
	ToMerge    FinalKind = "merge"      // it must play with another region, which the manager names
	Merged     FinalKind = "merged"     // it plays with another region
	Table      FinalKind = "final"      // a game, or semifinals and a game
	Tournament FinalKind = "tournament" // in a form that is agreed
	Unresolved FinalKind = "unresolved" // the regulation has no rule: the manager decides
)

// FinalResult is the derived state of a regional final that was played.
type FinalResult struct {
	Event    league.EventID `json:"event"`
	Day      rules.Day      `json:"day"`
	Late     bool           `json:"late"`
	Valid    bool           `json:"valid"` // no reason against it is known
	Standing Standing       `json:"standing"`
	// Checks are the demands on it that count: its papers, its day, and that its players have
	// places.
	Checks []Check `json:"checks,omitempty"`
	// Breaches are the broken rules, whether or not they make it invalid.
	Breaches []league.Grounds `json:"breaches,omitempty"`
	// WithoutPlace are the players in its ranking whom it leads nowhere because they had no right
	// to play; in the order of the ranking.
	WithoutPlace []league.PlayerID `json:"withoutPlace,omitempty"`
}

// Noted returns the breaches that neither make the final invalid nor deprive a player of a place.
func (r *FinalResult) Noted() []league.Grounds {
	var out []league.Grounds
	for _, g := range r.Breaches {
		if !slices.ContainsFunc(r.Checks, func(c Check) bool { return c.Result == Failed && c.Reason == g.Reason }) {
			out = append(out, g)
		}
	}
	return out
}

// PlaceID is the id of a place in the register. It is made of the origin of the place and is the
// same whenever the register is derived: "national-final/<event>/1".
type PlaceID string

// Place is a place in a regional final or the national final.
type Place struct {
	ID PlaceID `json:"id"`
	// To is the final; Region is the region of a regional final, unless it plays with another.
	To     rules.SeasonFinal `json:"to"`
	Region league.RegionID   `json:"region,omitzero"`
	Origin Origin            `json:"origin"`
	// Holder has the place now; the zero id if it is gone.
	Holder league.PlayerID `json:"holder,omitzero"`
	State  PlaceState      `json:"state"`
	// Provisional reports whether the event that it comes from is not homologated.
	Provisional bool `json:"provisional,omitempty"`
	// Substitute reports whether the holder stepped in for somebody.
	Substitute bool `json:"substitute,omitempty"`
	// Refund reports whether the holder's journey is paid; RefundGrounds give the reason.
	Refund        bool           `json:"refund"`
	RefundGrounds league.Grounds `json:"refundGrounds"`
	// AnswerBy is the time by which the last convocation has to be answered; nil if none is open.
	AnswerBy *time.Time `json:"answerBy,omitempty"`
	// Steps are the history of the place, in order.
	Steps []PlaceStep `json:"steps"`
}

// Origin is the origin of a place.
type Origin struct {
	Kind   OriginKind      `json:"kind"`
	Event  league.EventID  `json:"event,omitzero"`
	Region league.RegionID `json:"region,omitzero"` // the region that held the regional final
	Tier   string          `json:"tier,omitempty"`
	Rank   int             `json:"rank,omitempty"`
	// Day is the day of the event.
	Day rules.Day `json:"day,omitempty"`
}

// OriginKind is the kind of a place's origin.
type OriginKind string

// The origins of a place.
const (
	FromEvent         OriginKind = "event"
	FromCallUp        OriginKind = "call-up" // by the rule on small fields
	FromDecision      OriginKind = "decision"
	FromRegionalFinal OriginKind = "regional-final"
	FromChampionship  OriginKind = "reigning-champion"
)

// PlaceState is the state of a place.
type PlaceState string

// The states of a place.
const (
	Held     PlaceState = "held"     // by right; the holder has not been convoked
	Offered  PlaceState = "offered"  // a convocation waits for its answer
	Accepted PlaceState = "accepted" // the holder comes
	// Nobody comes for it: the last player entitled to it declined, did not answer, is barred, or
	// has another place. The steps contain the answers of earlier holders.
	PlaceDeclined PlaceState = "declined"
	PlaceLapsed   PlaceState = "lapsed"
	Lost          PlaceState = "lost"
	// The event that it came from leads its winner nowhere.
	Void PlaceState = "void"
)

// Gone reports whether nobody comes for a place.
func (s PlaceState) Gone() bool {
	return s == PlaceDeclined || s == PlaceLapsed || s == Lost || s == Void
}

// PlaceStep is one step of a place.
type PlaceStep struct {
	Kind   StepKind        `json:"kind"`
	Player league.PlayerID `json:"player,omitzero"`
	// At is the time of the decision; zero if the step followed directly from the event.
	At time.Time `json:"at,omitzero"`
	// Day is, if At is zero, the day on which a player lost the place or received it; "" for all
	// other steps.
	Day rules.Day `json:"day,omitempty"`
	league.Grounds
}

// StepKind is the kind of a step.
type StepKind string

// The steps of a place.
const (
	Won        StepKind = "won"         // by a rank in an event
	Entitled   StepKind = "entitled"    // by right, as the reigning champion
	CalledUp   StepKind = "called-up"   // to fill a field
	Confirmed  StepKind = "confirmed"   // its event is homologated
	Convoked   StepKind = "convoked"    // asked to come
	Agreed     StepKind = "agreed"      // comes
	Declined   StepKind = "declined"    // cannot come
	Lapsed     StepKind = "lapsed"      // did not answer in time
	SteppedIn  StepKind = "stepped-in"  // for a player who cannot come
	Barred     StepKind = "barred"      // may not take part
	PassedOver StepKind = "passed-over" // could have the place but cannot, may not, or has another
	NobodyLeft StepKind = "nobody-left" // the place is lost
	Invalidity StepKind = "invalidated" // its event is invalid, or the player had no right to play there
)

// PrizeDuty is the duty to return prizes sent for an invalid event.
type PrizeDuty struct {
	Keep     bool          `json:"keep"`               // they are kept for another event
	ReturnBy rules.Day     `json:"returnBy,omitempty"` // last day
	Pay      *league.Money `json:"pay,omitempty"`      // due instead
	league.Grounds
}
