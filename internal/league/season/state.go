package season

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// State is everything that follows from the facts of a season.
type State struct {
	// Events are in order of day, then id.
	Events []EventState `json:"events"`
	// Regions are parallel to the regions of the facts.
	Regions []RegionState `json:"regions"`
	// Places is the register: every place in a regional final or the national
	// final that there is or was. Those of events come first, in their order,
	// then those of call-ups and of regional finals, and the champion's.
	Places []Place `json:"places"`
}

// EventState is all that follows of one event.
type EventState struct {
	ID league.EventID `json:"id"`
	// Refused are the entrants who may not take part, in the order of the facts.
	Refused []Refusal `json:"refused,omitempty"`
	// Entered and Played are the numbers that count, without or with the refused
	// as the ruleset has it.
	Entered int `json:"entered"`
	Played  int `json:"played"`
	// Counted is the one of them that makes the tier, Least how many must have
	// played for a valid event.
	Counted int `json:"counted"`
	Least   int `json:"least"`
	// Tier is that of the number of entrants; the circuit's smallest where they are
	// too few even for that.
	Tier rules.Tier `json:"tier"`
	// TierGrounds say which number made it so.
	TierGrounds league.Grounds `json:"tierGrounds"`
	// Next is the next larger tier; nil where there is none.
	Next *rules.Tier `json:"next,omitempty"`
	// Checks are the demands on a valid event: players, photos as the ruleset lists
	// them, report, results, and those on the calendar that may make it invalid.
	Checks []Check `json:"checks"`
	// Breaches are broken rules that do not make it invalid.
	Breaches []league.Grounds `json:"breaches,omitempty"`
	Standing Standing         `json:"standing"`
	// Places are the ids of the places it gave, in the order of their ranks.
	Places []PlaceID `json:"places,omitempty"`
	// Prizes say what becomes of those sent for it; nil while they stay there.
	Prizes *PrizeDuty `json:"prizes,omitempty"`
	// ReportBy is the last day for its report.
	ReportBy rules.Day `json:"reportBy"`
	// AnnounceBy is the last day on which it had to be made public.
	AnnounceBy rules.Day `json:"announceBy"`
}

// Standing is the degree to which an event counts.
type Standing string

// The standings of an event in its season.
const (
	Planned     Standing = "planned"     // not played
	Provisional Standing = "provisional" // played; its places are provisional
	Homologated Standing = "homologated"
	Invalidated Standing = "invalidated"
	Played      Standing = "played" // the national final, which leads nowhere: nobody homologates it
)

// Refusal is an entrant who may not take part, and why: the first reason of the
// ruleset's list that holds.
type Refusal struct {
	Player league.PlayerID `json:"player"`
	league.Grounds
}

// Demand is something that an event has to fulfill, named by its failure: the code of the API
// and of the log, which says what makes an event invalid.
type Demand string

// The demands on an event.
const (
	TooFewPlayers  Demand = "too-few-players"
	PhotosMissing  Demand = "photos-missing"
	ResultsLate    Demand = "results-late"
	ResultsUnsound Demand = "results-unsound"
	OutsidePeriod  Demand = "outside-period"
	AnnouncedLate  Demand = "announced-late"
	// FinalistWithoutPlace is one on a regional final: that whoever played there had a right
	// to. Where it fails the final counts, and leads those who had none nowhere.
	FinalistWithoutPlace Demand = "finalist-without-place"
)

// Check is the outcome of checking one demand.
type Check struct {
	Demand         Demand       `json:"demand"`
	Result         CheckResult  `json:"result"`
	Waive          rules.Waiver `json:"waive,omitempty"` // who may waive it as things are
	league.Grounds              // why, with the paragraph that demands it
}

// CheckResult is the outcome of checking a demand.
type CheckResult string

// The results of checking a demand.
const (
	Met    CheckResult = "met"
	Open   CheckResult = "open" // it can still be met, or nobody has judged it
	Failed CheckResult = "failed"
	Waived CheckResult = "waived"
)

// RegionState is all that follows for the final of a region.
type RegionState struct {
	Region league.RegionID `json:"region"`
	Format FinalState      `json:"format"`
	// Host is the region that holds the final for it: itself, or the one it plays
	// with.
	Host league.RegionID `json:"host"`
	// Finalists hold places in its final, those of regions that play here among
	// them; of a region that plays elsewhere its own. In order of their places.
	Finalists []PlaceID `json:"finalists"`
	// CalledUp are those of them whom the rule on small fields brought in.
	CalledUp []PlaceID `json:"calledUp,omitempty"`
	// Result follows from the final that was played; nil before.
	Result *FinalResult `json:"result,omitempty"`
}

// FinalState is the format of the final of a region.
type FinalState struct {
	Kind FinalKind `json:"kind"`
	// Field is the number of its players, Semifinals that of the tables before the
	// final game.
	Field      int `json:"field,omitempty"`
	Semifinals int `json:"semifinals,omitempty"`
	league.Grounds
}

// FinalKind names how the final of a region is to be played.
type FinalKind string

// The ways in which the final of a region is to be played.
const (
	NoFinal    FinalKind = "none"       // it has no finalists
	ToMerge    FinalKind = "merge"      // it must play with another region; which, the manager says
	Merged     FinalKind = "merged"     // it plays with another region
	Table      FinalKind = "final"      // a game, or semifinals and a game
	Tournament FinalKind = "tournament" // of a form that is agreed
	Unresolved FinalKind = "unresolved" // the regulation has no rule: the manager decides
)

// FinalResult is all that follows of a regional final that was played.
type FinalResult struct {
	Event    league.EventID `json:"event"`
	Day      rules.Day      `json:"day"`
	Late     bool           `json:"late"`
	Valid    bool           `json:"valid"` // so far
	Standing Standing       `json:"standing"`
	// Checks are the demands on it that count: its papers, its day, and that its players
	// have places.
	Checks []Check `json:"checks,omitempty"`
	// Breaches are the rules that were broken, whether or not that makes it invalid.
	Breaches []league.Grounds `json:"breaches,omitempty"`
	// WithoutPlace are those of its ranking whom it leads nowhere, for they had no right to
	// play there; in the order of the ranking.
	WithoutPlace []league.PlayerID `json:"withoutPlace,omitempty"`
}

// Noted are the breaches that make it neither invalid nor lead anybody nowhere.
func (r *FinalResult) Noted() []league.Grounds {
	var out []league.Grounds
	for _, g := range r.Breaches {
		if !slices.ContainsFunc(r.Checks, func(c Check) bool { return c.Result == Failed && c.Reason == g.Reason }) {
			out = append(out, g)
		}
	}
	return out
}

// PlaceID names a place in the register. It is made of where the place comes from
// and is the same whenever the register is derived: "national-final/<event>/1".
type PlaceID string

// Place is a place in a regional final or the national final.
type Place struct {
	ID PlaceID `json:"id"`
	// To is the final; Region whose regional final it is, as long as it does not
	// play with another.
	To     rules.SeasonFinal `json:"to"`
	Region league.RegionID   `json:"region,omitzero"`
	Origin Origin            `json:"origin"`
	// Holder has the place now; the zero id where it is gone.
	Holder league.PlayerID `json:"holder,omitzero"`
	State  PlaceState      `json:"state"`
	// Provisional reports whether the event it comes from is not homologated.
	Provisional bool `json:"provisional,omitempty"`
	// Substitute reports whether the holder stepped in for somebody.
	Substitute bool `json:"substitute,omitempty"`
	// Refund reports whether the holder's journey is paid, and why or why not.
	Refund        bool           `json:"refund"`
	RefundGrounds league.Grounds `json:"refundGrounds"`
	// AnswerBy is the time at which the answer to the last convocation is due; nil where none
	// is open.
	AnswerBy *time.Time `json:"answerBy,omitempty"`
	// Steps say how it came to be so, in order.
	Steps []PlaceStep `json:"steps"`
}

// Origin names where a place comes from.
type Origin struct {
	Kind   OriginKind      `json:"kind"`
	Event  league.EventID  `json:"event,omitzero"`
	Region league.RegionID `json:"region,omitzero"` // that held the regional final
	Tier   string          `json:"tier,omitempty"`
	Rank   int             `json:"rank,omitempty"`
	// Day is that of the event.
	Day rules.Day `json:"day,omitempty"`
}

// OriginKind names where a place comes from.
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
	Held     PlaceState = "held"     // by right; nobody has been asked
	Offered  PlaceState = "offered"  // a convocation waits for its answer
	Accepted PlaceState = "accepted" // the holder comes
	// Nobody comes for it: whoever was to have it last said no, did not answer, or may not or
	// has another place. By which word their predecessor left stands in the steps.
	PlaceDeclined PlaceState = "declined"
	PlaceLapsed   PlaceState = "lapsed"
	Lost          PlaceState = "lost"
	// The event it came from leads whoever won it nowhere.
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
	// At is the time of the decision; zero where it followed with the event.
	At time.Time `json:"at,omitzero"`
	// Day is, where that is zero, the one on which somebody lost the place or it fell to
	// somebody; "" of all other steps.
	Day rules.Day `json:"day,omitempty"`
	league.Grounds
}

// StepKind names a step of a place.
type StepKind string

// The steps of a place.
const (
	Won        StepKind = "won"         // by a place in an event
	Entitled   StepKind = "entitled"    // by right, as the champion
	CalledUp   StepKind = "called-up"   // to fill a field
	Confirmed  StepKind = "confirmed"   // its event is homologated
	Convoked   StepKind = "convoked"    // asked to come
	Agreed     StepKind = "agreed"      // comes
	Declined   StepKind = "declined"    // cannot come
	Lapsed     StepKind = "lapsed"      // did not answer in time
	SteppedIn  StepKind = "stepped-in"  // for who cannot come
	Barred     StepKind = "barred"      // may take part in nothing
	PassedOver StepKind = "passed-over" // could have the place but cannot, may not, or has another
	NobodyLeft StepKind = "nobody-left" // the place is lost
	Invalidity StepKind = "invalidated" // its event is invalid, or they had no right to play there
)

// PrizeDuty is the duty to return prizes sent for an event that is invalid.
type PrizeDuty struct {
	Keep     bool          `json:"keep"`               // they are kept for a next event
	ReturnBy rules.Day     `json:"returnBy,omitempty"` // last day
	Pay      *league.Money `json:"pay,omitempty"`      // due instead
	league.Grounds
}
