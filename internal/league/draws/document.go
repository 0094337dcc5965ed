package draws

import (
	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/schedule"
	"referto/internal/league/seating"
)

// Format names the form of a [Round]; a change that an old checker would
// misunderstand has another number.
const Format = "referto-round-draw/1"

// FormatApart names the form of a [Round] in which people are kept apart table by
// table. In a [Format] they are in the order of the pairs, as they were at first.
const FormatApart = "referto-round-draw/2"

// Algorithm names the published way lots are drawn; package seating documents its
// bytes.
const Algorithm = "referto-draw/1 (SHA-256)"

// The ways the lots of an event were drawn.
const (
	Sealed = "sealed"  // not yet
	Drawn  = "drawn"   // from the secret
	ByHand = "by-hand" // out of a hat
)

// Lots is the drawing of the lots of an event. Numbers and secrets are in
// hexadecimal.
type Lots struct {
	Algorithm  string `json:"algorithm"`
	Method     string `json:"method"`
	Reason     string `json:"reason,omitempty"` // why by hand
	Commitment string `json:"commitment"`
	Secret     string `json:"secret,omitempty"`
	Seed       string `json:"seed,omitempty"`
	// Entrants are those whom the seed binds, by start number.
	Entrants []Entrant `json:"entrants,omitempty"`
	// Lots are the tie-break lots by start number.
	Lots []Number `json:"lots,omitempty"`
	// FirstRound is the order drawn for the first round; nil where lots drawn by
	// hand are that order.
	FirstRound []league.Entry `json:"firstRound,omitempty"`
	// Places are those of a fixed schedule by start number; nil with another
	// pairing system.
	Places []Number `json:"places,omitempty"`
}

// Entrant started, under the published id that the seed binds.
type Entrant struct {
	Entry  league.Entry `json:"entry"`
	Player string       `json:"player"`
}

// Number is a number drawn by an entry.
type Number struct {
	Entry  league.Entry `json:"entry"`
	Number int          `json:"number"`
}

// Event is the document of the draw of a whole event.
type Event struct {
	Lots
	// CheckedIn are the start numbers of the entrants.
	CheckedIn []league.Entry `json:"checkedIn,omitempty"`
	// Rounds are the orders of the rounds after the first, where every round is
	// drawn by lot, that of the next among them.
	Rounds []DrawnRound `json:"rounds,omitempty"`
	// Schedule are the tables of the rounds by the fixed schedule, before anybody
	// left; Quality measures it.
	Schedule []Earlier `json:"schedule,omitempty"`
	Quality  *Quality  `json:"quality,omitempty"`
	Hash     string    `json:"hash,omitempty"`
}

// DrawnRound is the order in which everybody was drawn for a later round.
type DrawnRound struct {
	Round  int            `json:"round"`
	Method string         `json:"method"` // Drawn or ByHand
	Order  []league.Entry `json:"order"`
	Reason string         `json:"reason,omitempty"` // why by hand
}

// Quality measures how good a fixed schedule is for all who started.
type Quality struct {
	// Algorithm made it; "" where it is printed.
	Algorithm    rules.Otherwise `json:"algorithm,omitempty"`
	Repeats      int             `json:"repeats"`      // meetings of pairs that have met before
	LeastRepeats int             `json:"leastRepeats"` // no schedule of these sizes has fewer
	Short        schedule.Spread `json:"shortTables"`
	Seats        schedule.Spread `json:"seats"`
}

// Round is the document of the draw of one round.
type Round struct {
	Format string           `json:"format"`
	Event  string           `json:"event"`
	Round  int              `json:"round"` // from 1, through all kinds
	Kind   league.RoundKind `json:"kind"`
	Draw   Lots             `json:"draw"`
	// Replacements are those who have stepped in since the draw, in the order in
	// which they did.
	Replacements []Replacement `json:"replacements,omitempty"`
	// Seating says from what and how the plan was made.
	Seating Seating `json:"seating"`
	// Plan are the tables that follow from it.
	Plan []Table `json:"plan"`
	// Reasons are the decisions that made the plan, the widest first; Moves are
	// those who sit elsewhere than the order has them.
	Reasons []league.Grounds `json:"reasons"`
	Moves   []seating.Move   `json:"moves,omitempty"`
	// Absent are those who were found missing once the tables were drawn, in the
	// order in which they were.
	Absent []Missing `json:"absent,omitempty"`
	// Tables are those that were published: the plan without the absent, or what
	// somebody made of it.
	Tables []Table `json:"tables"`
	// Change is the change made by hand; nil where the plan stands.
	Change *Change `json:"change,omitempty"`
	// Earlier are the tables of the rounds before.
	Earlier []Earlier `json:"earlier,omitempty"`
	// Repeats are the pairs at one table that have sat together before.
	Repeats int `json:"repeats"`
	// Hash is the SHA-256 of the canonical document without it.
	Hash string `json:"hash,omitempty"`
}

// Replacement plays in the place of somebody who was drawn, or of who had
// stepped in for them.
type Replacement struct {
	Entry    league.Entry `json:"entry"`
	Replaces league.Entry `json:"replaces"`
}

// Basis names what the order of a plan follows from.
type Basis string

// The bases.
const (
	ByDraw      Basis = "draw"      // the order drawn
	ByStandings Basis = "standings" // the standings, table by table
	ByPrevious  Basis = "previous"  // the standings of the event before
	BySchedule  Basis = "schedule"  // the places of a fixed schedule
	BySeeds     Basis = "seeds"     // ranks of the standings
	ByQualified Basis = "qualified" // who qualified at the tables of the round before
)

// Seating describes what a plan was made from.
type Seating struct {
	Basis Basis `json:"basis"`
	// Code and Paragraph are of the rule that seats.
	Code      string `json:"code,omitempty"`
	Paragraph string `json:"paragraph,omitempty"`
	// ByHand is the reason for which the order was drawn out of a hat; "" where it follows from
	// the seed, and with another basis.
	ByHand string `json:"byHand,omitempty"`
	// Sizes is the rule on the sizes of the tables; nil where the order does not
	// make them.
	Sizes *Sizes `json:"tables,omitempty"`
	// Criteria are those of the standings; figures are parallel. Nil with another
	// basis.
	Criteria []Criterion `json:"criteria,omitempty"`
	// Order are those who could be seated, the first first.
	Order []Ranked `json:"order"`
	// Out are those who started and could not.
	Out []Out `json:"out,omitempty"`
	// Seeds are the ranks at each table.
	Seeds [][]int `json:"seeds,omitempty"`
	// Schedule are the places at each table of this round.
	Schedule [][]int `json:"schedule,omitempty"`
	// Algorithm made the schedule, for so many Rounds; "" and 0 where it is printed.
	Algorithm rules.Otherwise `json:"algorithm,omitempty"`
	Rounds    int             `json:"rounds,omitempty"`
	// Rematches is the rule on people who have met; nil where there is none.
	Rematches *rules.Rematches `json:"rematches,omitempty"`
	// Apart are those who must not sit at one table; nil where nobody is kept apart.
	Apart *Apart `json:"apart,omitempty"`
}

// Sizes is the rule on the sizes of tables.
type Sizes struct {
	Allowed    []int           `json:"allowed"`
	Partition  rules.Partition `json:"partition"`
	Paragraph  string          `json:"paragraph,omitempty"`
	Exceptions []Exception     `json:"exceptions,omitempty"`
}

// Exception is a number of entrants that is split in a way of its own.
type Exception struct {
	Entrants  int    `json:"entrants"`
	Sizes     []int  `json:"sizes"`
	Paragraph string `json:"paragraph,omitempty"`
}

// Criterion is one criterion of the standings.
type Criterion struct {
	Figure    string     `json:"figure"`
	Best      rules.Best `json:"best"`
	Paragraph string     `json:"paragraph,omitempty"`
}

// Ranked is somebody in the order of seating.
type Ranked struct {
	Entry league.Entry `json:"entry"`
	// Figures are exact: "3", "85.68", "1/3".
	Figures []league.Frac `json:"figures,omitempty"`
	// DecidedBy is the figure that put it below the one above; "" on top, where
	// both are level, and without figures.
	DecidedBy string `json:"decidedBy,omitempty"`
}

// Out is somebody who started and could not be seated.
type Out struct {
	Entry     league.Entry `json:"entry"`
	Reason    string       `json:"reason"`
	Paragraph string       `json:"paragraph,omitempty"`
}

// Missing is somebody who was found missing once the tables were drawn.
type Missing struct {
	Out
	// Missed counts from 1; those with one number were missed at once.
	Missed int `json:"missed"`
}

// Apart is the rule on people at different tables with the pairs it concerns.
type Apart struct {
	Exchange  rules.Exchange    `json:"exchange"`
	Paragraph string            `json:"paragraph,omitempty"`
	Pairs     [][2]league.Entry `json:"pairs"`
}

// Table lists who sits at a table, in order.
type Table struct {
	Number  int            `json:"table"`
	Entries []league.Entry `json:"entries"`
}

// Earlier are the tables of another round.
type Earlier struct {
	Round  int     `json:"round"`
	Tables []Table `json:"tables"`
}

// Change is a change to a plan that somebody made by hand.
type Change struct {
	Reason     string `json:"reason"`
	By         string `json:"by"`         // name of who made it
	AcceptedBy string `json:"acceptedBy"` // name of who accepted it
	// Moved are those who sit at another table than the plan has them, by start
	// number.
	Moved []Moved `json:"moved,omitempty"`
}

// Moved is somebody at another table; 0 is none.
type Moved struct {
	Entry league.Entry `json:"entry"`
	From  int          `json:"from"`
	To    int          `json:"to"`
}
