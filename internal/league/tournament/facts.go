package tournament

import (
	"referto/internal/league"
	"referto/internal/league/rules"
)

// Facts hold everything that happened at one event so far. Lists of which nothing else
// is said are sets: their order means nothing.
type Facts struct {
	// Variant is the game played, Formula the table of structures, Pairing the
	// pairing system, all chosen from the ruleset before the start; "" is the
	// ruleset's first.
	Variant string              `json:"variant,omitempty"`
	Formula string              `json:"formula,omitempty"`
	Pairing rules.PairingSystem `json:"pairing,omitempty"`
	// Target is the number of victory points that wins, where the event has announced
	// another than the variant's; 0 is that.
	Target int `json:"target,omitempty"`
	// Structure, where not nil, was agreed instead of the formula's.
	Structure *rules.Structure `json:"structure,omitempty"`
	// Entrants are those who started, in any order. The structure and the
	// number of rounds follow from how many they are and never change.
	Entrants []league.Entry `json:"entrants"`
	// Lots are the tie-break lots, one for every entrant, all different: the
	// lower prevails. They come from [seating.DrawLots] or from a hat.
	Lots map[league.Entry]int `json:"lots"`
	// FirstRound is the order in which entrants were drawn for the first round,
	// filled into the tables from the first seat of the first. Nil takes the
	// order of the lots.
	FirstRound []league.Entry `json:"firstRound,omitempty"`
	// Places are the places of a fixed schedule, one for every entrant; nil
	// with another pairing system.
	Places map[league.Entry]int `json:"places,omitempty"`
	// Rounds are those drawn so far, in order: preliminary, semifinal, final.
	Rounds []Round `json:"rounds"`
	// Sanctions are in the order given, which decides between those of one
	// moment.
	Sanctions []league.Sanction `json:"sanctions,omitempty"`
	// Draws are the orders in which entrants were drawn for the rounds after the
	// first, where every round is drawn by lot.
	Draws [][]league.Entry `json:"draws,omitempty"`
	// Previous is the order of the standings of the event before, where those
	// seat the first round. Who is not in it comes behind.
	Previous []league.Entry `json:"previous,omitempty"`
	// Apart are those who must not sit at one table.
	Apart []Apart `json:"apart,omitempty"`
	// Absences are those who do not come to a round, Arrivals those who come
	// late, both also for the round that follows those drawn.
	Absences []Absence `json:"absences,omitempty"`
	Arrivals []Arrival `json:"arrivals,omitempty"`
	// Withdrawals are of entrants who left between games, or in one.
	Withdrawals []league.Withdrawal `json:"withdrawals,omitempty"`
}

// Round is one drawn round.
type Round struct {
	Kind league.RoundKind `json:"kind"`
	// Tables are numbered from 1 on, and stand in any order.
	Tables []Table `json:"tables"`
	// Closed reports whether the desk has closed the round, so that its results stand.
	// The next round can be drawn only then.
	Closed bool `json:"closed,omitempty"`
}

// ForEverybody reports whether everybody plays a round of a kind with a number, from 1,
// and the standings count it: a preliminary round, or the semifinal with which an
// event begins.
func ForEverybody(kind league.RoundKind, number int) bool {
	return kind == league.Preliminary || kind == league.Semifinal && number == 1
}

// Table is one table of a drawn round.
type Table struct {
	Number int `json:"number"` // within the round, from 1
	// Seats are in the order of play, as far as known.
	Seats []league.Entry `json:"seats"`
	// Result is the recorded result; nil while it is missing or void.
	Result *league.Result `json:"result,omitempty"`
}

// Absence is an entry that does not come to a round.
type Absence struct {
	Entry league.Entry `json:"entry"`
	Round int          `json:"round"` // from 1
	// AfterDraw numbers those known only once the round had been drawn, in the
	// order recorded, arrivals among them; those recorded at once have one number.
	// 0 was known before, so that the plan is made without.
	AfterDraw int `json:"afterDraw,omitempty"`
}

// Arrival is an entry that comes late to a round.
type Arrival struct {
	Entry league.Entry `json:"entry"`
	Round int          `json:"round"` // from 1
	// Minutes after the time, whole; 0 and less is in time.
	Minutes int `json:"minutes"`
	// AfterDraw is as in [Absence].
	AfterDraw int `json:"afterDraw,omitempty"`
}

// Apart are two who must not sit at one table.
type Apart struct {
	Pair [2]league.Entry `json:"pair"`
	// From is the first round for which that holds, Until the last; 0 sets no
	// limit.
	From  int `json:"from,omitempty"`
	Until int `json:"until,omitempty"`
}

// ApartIn are the pairs who must not sit at one table in a round, counted from 1.
func (f Facts) ApartIn(round int) [][2]league.Entry {
	var pairs [][2]league.Entry
	for _, a := range f.Apart {
		if a.From <= round && (a.Until == 0 || round <= a.Until) {
			pairs = append(pairs, a.Pair)
		}
	}
	return pairs
}
