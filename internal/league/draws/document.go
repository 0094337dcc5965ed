package draws

import (
	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/schedule"
	"referto/internal/league/seating"
)

// Format is the format of a [Round]; a change that an old checker would misunderstand gets another
// number.
const Format = "referto-round-draw/1"

// FormatApart is the format of a [Round] in which people are kept apart table by table. In a
// [Format] they are kept apart in the order of the pairs, which was the first rule.
const FormatApart = "referto-round-draw/2"

// Algorithm is the name of the published algorithm for drawing lots; package seating documents its
// bytes.
const Algorithm = "referto-draw/1 (SHA-256)"

// The ways in which the lots of an event were drawn.
const (
	Sealed = "sealed"  // not yet
	Drawn  = "drawn"   // from the secret
	ByHand = "by-hand" // from a hat
)

// Lots documents the drawing of the lots of an event. Digests and secrets are in hexadecimal.
type Lots struct {
	Algorithm  string `json:"algorithm"`
	Method     string `json:"method"`
	Reason     string `json:"reason,omitempty"` // why by hand
	Commitment string `json:"commitment"`
	Secret     string `json:"secret,omitempty"`
	Seed       string `json:"seed,omitempty"`
	// Entrants are the entrants to which the seed is bound, by start number.
	Entrants []Entrant `json:"entrants,omitempty"`
	// Lots are the tie-break lots by start number.
	Lots []Number `json:"lots,omitempty"`
	// FirstRound is the order drawn for the first round; nil if lots drawn by hand are that order.
	FirstRound []league.Entry `json:"firstRound,omitempty"`
	// Places are those of a fixed schedule by start number; nil with another
	// pairing system.
	Places []Number `json:"places,omitempty"`
}

// Entrant is an entrant with the published player id to which the seed is bound.
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
	// Rounds are the orders of the rounds after the first, including the next one, if every round
	// is drawn by lot.
	Rounds []DrawnRound `json:"rounds,omitempty"`
	// Schedule are the tables of the rounds by the fixed schedule, before anybody left; Quality
	// measures it.
	Schedule []Earlier `json:"schedule,omitempty"`
	Quality  *Quality  `json:"quality,omitempty"`
	Hash     string    `json:"hash,omitempty"`
}

// DrawnRound is the order drawn for a later round.
type DrawnRound struct {
	Round  int            `json:"round"`
	Method string         `json:"method"` // Drawn or ByHand
	Order  []league.Entry `json:"order"`
	Reason string         `json:"reason,omitempty"` // why by hand
}

// Quality measures how good a fixed schedule is for all entrants.
type Quality struct {
	// Algorithm is the algorithm that made it; "" if it is printed.
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
	// Replacements are the reserves who have stepped in since the draw, in order.
	Replacements []Replacement `json:"replacements,omitempty"`
	// Seating documents the input and the rules of the plan.
	Seating Seating `json:"seating"`
	// Plan are the resulting tables.
	Plan []Table `json:"plan"`
	// Reasons are the decisions that made the plan, the most general first; Moves are the entries
	// that sit elsewhere than by the order.
	Reasons []league.Grounds `json:"reasons"`
	Moves   []seating.Move   `json:"moves,omitempty"`
	// Absent are the entries that were found missing after the draw, in the order of the records.
	Absent []Missing `json:"absent,omitempty"`
	// Tables are the published tables: the plan without the absent, or a version made by hand.
	Tables []Table `json:"tables"`
	// Change is the change made by hand; nil if there is none.
	Change *Change `json:"change,omitempty"`
	// Earlier are the tables of the rounds before.
	Earlier []Earlier `json:"earlier,omitempty"`
	// Repeats is the number of pairs at one table that have sat together before.
	Repeats int `json:"repeats"`
	// Hash is the SHA-256 of the canonical document without this member.
	Hash string `json:"hash,omitempty"`
}

// Replacement is an entry that plays in place of one that was drawn, or of an earlier replacement.
type Replacement struct {
	Entry    league.Entry `json:"entry"`
	Replaces league.Entry `json:"replaces"`
}

// Basis is the origin of the order of a plan.
type Basis string

// The bases.
const (
	ByDraw      Basis = "draw"      // the order drawn
	ByStandings Basis = "standings" // the standings, table by table
	ByPrevious  Basis = "previous"  // the standings of the previous event
	BySchedule  Basis = "schedule"  // the places of a fixed schedule
	BySeeds     Basis = "seeds"     // ranks of the standings
	ByQualified Basis = "qualified" // those qualified at the tables of the round before
)

// Seating documents the input of a plan.
type Seating struct {
	Basis Basis `json:"basis"`
	// Code and Paragraph cite the rule on seating.
	Code      string `json:"code,omitempty"`
	Paragraph string `json:"paragraph,omitempty"`
	// ByHand is the reason for drawing the order from a hat; "" if it follows from the seed, and
	// with another basis.
	ByHand string `json:"byHand,omitempty"`
	// Sizes is the rule on the sizes of the tables; nil if the order does not determine them.
	Sizes *Sizes `json:"tables,omitempty"`
	// Criteria are those of the standings; figures are parallel. Nil with another
	// basis.
	Criteria []Criterion `json:"criteria,omitempty"`
	// Order are the entries that could be seated, in order.
	Order []Ranked `json:"order"`
	// Out are the entrants that could not be seated.
	Out []Out `json:"out,omitempty"`
	// Seeds are the ranks at each table.
	Seeds [][]int `json:"seeds,omitempty"`
	// Schedule are the places at each table of this round.
	Schedule [][]int `json:"schedule,omitempty"`
	// Algorithm is the algorithm that made the schedule, for a number of Rounds; "" and 0 if it is
	// printed.
	Algorithm rules.Otherwise `json:"algorithm,omitempty"`
	Rounds    int             `json:"rounds,omitempty"`
	// Rematches is the rule on people who have met; nil if there is none.
	Rematches *rules.Rematches `json:"rematches,omitempty"`
	// Apart is the rule on people who must not sit at one table; nil if nobody is kept apart.
	Apart *Apart `json:"apart,omitempty"`
}

// Sizes is the rule on the sizes of tables.
type Sizes struct {
	Allowed    []int           `json:"allowed"`
	Partition  rules.Partition `json:"partition"`
	Paragraph  string          `json:"paragraph,omitempty"`
	Exceptions []Exception     `json:"exceptions,omitempty"`
}

// Exception is a number of entrants that is split in its own way.
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

// Ranked is an entry in the order of seating.
type Ranked struct {
	Entry league.Entry `json:"entry"`
	// Figures are exact: "3", "85.68", "1/3".
	Figures []league.Frac `json:"figures,omitempty"`
	// DecidedBy is the figure that put it below the one above; "" for the first, if both are level,
	// and without figures.
	DecidedBy string `json:"decidedBy,omitempty"`
}

// Out is an entrant that could not be seated.
type Out struct {
	Entry     league.Entry `json:"entry"`
	Reason    string       `json:"reason"`
	Paragraph string       `json:"paragraph,omitempty"`
}

// Missing is an entry that was found missing after the draw.
type Missing struct {
	Out
	// Missed numbers the records, from 1; entries recorded together share a number.
	Missed int `json:"missed"`
}

// Apart is the rule on people to be kept apart, with the pairs.
type Apart struct {
	Exchange  rules.Exchange    `json:"exchange"`
	Paragraph string            `json:"paragraph,omitempty"`
	Pairs     [][2]league.Entry `json:"pairs"`
}

// Table lists the entries at a table, in order.
type Table struct {
	Number  int            `json:"table"`
	Entries []league.Entry `json:"entries"`
}

// Earlier are the tables of another round.
type Earlier struct {
	Round  int     `json:"round"`
	Tables []Table `json:"tables"`
}

// Change is a change to a plan made by hand.
type Change struct {
	Reason     string `json:"reason"`
	By         string `json:"by"`         // name of the person who made it
	AcceptedBy string `json:"acceptedBy"` // name of the person who accepted it
	// Moved are the entries at another table than in the plan, by start number.
	Moved []Moved `json:"moved,omitempty"`
}

// Moved is an entry at another table; 0 is none.
type Moved struct {
	Entry league.Entry `json:"entry"`
	From  int          `json:"from"`
	To    int          `json:"to"`
}
