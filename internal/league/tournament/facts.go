package tournament

import (
	"referto/internal/league"
	"referto/internal/league/rules"
)

// Facts hold everything that has happened at one event. Unless stated otherwise, lists are sets:
// their order has no meaning.
type Facts struct {
	// Variant is the game played, Formula the table of structures, Pairing the pairing system, all
	// chosen from the ruleset before the start; "" stands for the ruleset's first.
	Variant string              `json:"variant,omitempty"`
	Formula string              `json:"formula,omitempty"`
	Pairing rules.PairingSystem `json:"pairing,omitempty"`
	// Target is the number of victory points that wins, if the event has announced another than the
	// variant's; 0 otherwise.
	Target int `json:"target,omitempty"`
	// Structure, if not nil, was agreed instead of the formula's.
	Structure *rules.Structure `json:"structure,omitempty"`
	// Entrants are those who started, in any order. Their number determines the structure and the
	// number of rounds, which never change.
	Entrants []league.Entry `json:"entrants"`
	// Lots are the tie-break lots, one for every entrant, all different: the
	// lower prevails. They come from [seating.DrawLots] or from a hat.
	Lots map[league.Entry]int `json:"lots"`
	// FirstRound is the order in which entrants were drawn for the first round, filled into the
	// tables from the first seat of the first. If it is nil, the order of the lots is used.
	FirstRound []league.Entry `json:"firstRound,omitempty"`
	// Places are the places of a fixed schedule, one for every entrant; nil
	// with another pairing system.
	Places map[league.Entry]int `json:"places,omitempty"`
	// Rounds are the drawn rounds, in order: preliminary, semifinal, final.
	Rounds []Round `json:"rounds"`
	// Sanctions are in the order given, which decides between those of one
	// moment.
	Sanctions []league.Sanction `json:"sanctions,omitempty"`
	// Draws are the orders in which entrants were drawn for the rounds after the first, if every
	// round is drawn by lot.
	Draws [][]league.Entry `json:"draws,omitempty"`
	// Previous is the order of the standings of the previous event, if the first round is seated by
	// them. Entrants missing in it come last.
	Previous []league.Entry `json:"previous,omitempty"`
	// Apart are the pairs who must not sit at one table.
	Apart []Apart `json:"apart,omitempty"`
	// Absences are the entries that do not come to a round, Arrivals those that come late, both
	// also for the next round before it is drawn.
	Absences []Absence `json:"absences,omitempty"`
	Arrivals []Arrival `json:"arrivals,omitempty"`
	// Withdrawals are those of entrants who left between games, or during one.
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

// ForEverybody reports whether a round of a kind with a number, from 1, is played by everybody and
// counts for the standings: a preliminary round, or a semifinal that begins the event.
func ForEverybody(kind league.RoundKind, number int) bool {
	return kind == league.Preliminary || kind == league.Semifinal && number == 1
}

// Table is one table of a drawn round.
type Table struct {
	Number int `json:"number"` // within the round, from 1
	// Seats are in the order of play, as far as it is known.
	Seats []league.Entry `json:"seats"`
	// Result is the recorded result; nil while it is missing or void.
	Result *league.Result `json:"result,omitempty"`
}

// Absence is an entry that does not come to a round.
type Absence struct {
	Entry league.Entry `json:"entry"`
	Round int          `json:"round"` // from 1
	// AfterDraw is 0 if the absence was known before the draw, so that the plan leaves the entry
	// out. Otherwise it numbers the absences and arrivals recorded after the draw, in the order of
	// recording; those recorded together share a number.
	AfterDraw int `json:"afterDraw,omitempty"`
}

// Arrival is an entry that comes late to a round.
type Arrival struct {
	Entry league.Entry `json:"entry"`
	Round int          `json:"round"` // from 1
	// Minutes is the lateness in whole minutes; 0 or less is in time.
	Minutes int `json:"minutes"`
	// AfterDraw is as in [Absence].
	AfterDraw int `json:"afterDraw,omitempty"`
}

// Apart is a pair who must not sit at one table.
type Apart struct {
	Pair [2]league.Entry `json:"pair"`
	// From is the first round to which it applies, Until the last; 0 sets no limit.
	From  int `json:"from,omitempty"`
	Until int `json:"until,omitempty"`
}

// ApartIn returns the pairs who must not sit at one table in a round, counted from 1.
func (f Facts) ApartIn(round int) [][2]league.Entry {
	var pairs [][2]league.Entry
	for _, a := range f.Apart {
		if a.From <= round && (a.Until == 0 || round <= a.Until) {
			pairs = append(pairs, a.Pair)
		}
	}
	return pairs
}
