package rules

// Seating is the rule by which players are put at tables.
type Seating struct {
	// Pairings are the systems the organizer may choose from before the start;
	// the first is the default.
	Pairings []Pairing `json:"pairings"`
}

// PairingSystem names a way to make the tables of the rounds.
type PairingSystem string

// The pairing systems.
const (
	// ByStandings: the first round by lot, each later one by the standings:
	// the first together, the next together, the larger tables first.
	ByStandings PairingSystem = "by-standings"
	// FixedSchedule: the rounds are laid down at the start by places of a
	// schedule that is part of the ruleset: all of them, or the first
	// [Pairing.ScheduledRounds], with each later one by the standings.
	FixedSchedule PairingSystem = "fixed-schedule"
	// ByLot: every round by lot.
	ByLot PairingSystem = "by-lot"
	// ByPreviousStandings: the first round by the standings of the event before,
	// each later one as [Pairing.Later] says.
	ByPreviousStandings PairingSystem = "by-previous-standings"
)

// Pairing is one pairing system with its settings.
type Pairing struct {
	System    PairingSystem `json:"system"`
	Paragraph string        `json:"paragraph"`
	// FirstRound is the paragraph on the draw of the first round, where the
	// system has one.
	FirstRound string `json:"firstRound,omitempty"`
	// Standings is the id of the standings that seat later rounds; with
	// FixedSchedule those after ScheduledRounds.
	Standings string `json:"standings,omitempty"`
	// Schedules are the printed schedules, by number of entrants.
	Schedules []Schedule `json:"schedules,omitempty"`
	// Otherwise is the way out where no schedule is printed for the entrants
	// and rounds; "" refuses.
	Otherwise Otherwise `json:"otherwise,omitempty"`
	// ScheduledRounds is the number of rounds that follow the schedule, where an event has
	// more; 0 for all.
	ScheduledRounds int `json:"scheduledRounds,omitempty"`
	// Rematches keeps those apart who have met; nil where the standings alone
	// seat.
	Rematches *Rematches `json:"rematches,omitempty"`
	// Later seats the rounds after the first; "" with another system than
	// [ByPreviousStandings].
	Later LaterRounds `json:"later,omitempty"`
	// Apart keeps people at different tables; nil where nobody is kept apart.
	Apart *Apart `json:"apart,omitempty"`
}

// LaidDown returns the number of preliminary rounds of an event that follow a schedule,
// the first of them; 0 without one.
func (p Pairing) LaidDown(rounds int) int {
	switch {
	case p.System != FixedSchedule:
		return 0
	case p.ScheduledRounds == 0:
		return rounds
	default:
		return min(p.ScheduledRounds, rounds)
	}
}

// BySchedule reports whether a preliminary round, counted from 1, follows a schedule.
func (p Pairing) BySchedule(round int) bool { return p.LaidDown(round) == round }

// ApartIn returns the rule on people who must not sit at one table in a preliminary
// round, counted from 1, of so many; nil where it does not hold.
func (p Pairing) ApartIn(round, rounds int) *Apart {
	if p.Apart == nil || round == rounds && !p.Apart.LastRound {
		return nil
	}
	return p.Apart
}

// Otherwise names the way to seat tables where no schedule is printed.
type Otherwise string

// The things to do where no schedule is printed.
const (
	RefuseSchedule Otherwise = "refuse"
	// MakeSchedule makes one by the algorithm of this name. The algorithm never
	// changes; a better one gets another name.
	MakeSchedule Otherwise = "schedule/1"
)

// Rematches is the rule on people who have met at this event: a player exchanges
// their place with the nearest in the standings, so that they do not sit together
// again.
type Rematches struct {
	// Within is the largest number of ranks by which a player may go up or down.
	Within    int    `json:"within"`
	Paragraph string `json:"paragraph"`
}

// LaterRounds names the standings that seat the rounds after the first.
type LaterRounds string

// The standings of later rounds.
const (
	CurrentStanding    LaterRounds = "current_standing"
	PreviousTournament LaterRounds = "previous_tournament"
)

// Apart is the rule on people who must not sit at one table: the one who ranks
// lower goes to the next table; at the last table the one who ranks higher goes
// to the table before.
type Apart struct {
	// Exchange names who comes the other way.
	Exchange Exchange `json:"exchange"`
	// LastRound: it holds for the last round too.
	LastRound bool   `json:"lastRound,omitempty"`
	Paragraph string `json:"paragraph"`
}

// Exchange names who comes the other way when a player changes the table.
type Exchange string

// The players who may come the other way.
const (
	Nearest  Exchange = "nearest"  // in the standings
	Farthest Exchange = "farthest" // in the standings
)

// Schedule is a printed schedule of places. For fewer entrants than To the
// places of Drop fall away, the first first, so that the remaining numbers need
// not run from 1 to the number of entrants.
type Schedule struct {
	From int `json:"from"` // entrants
	To   int `json:"to"`   // entrants; also the number of places printed
	// Drop are the places that fall away, in order, one for each entrant
	// missing to To.
	Drop []int `json:"drop,omitempty"`
	// Rounds are the places by round, table and seat.
	Rounds    [][][]int `json:"rounds"`
	Paragraph string    `json:"paragraph"`
}

// Places are the places in use for a number of entrants, in ascending order;
// nil outside From and To.
func (s Schedule) Places(entrants int) []int {
	if entrants < s.From || entrants > s.To {
		return nil
	}
	dropped := make(map[int]bool)
	for _, place := range s.Drop[:s.To-entrants] {
		dropped[place] = true
	}
	var places []int
	for place := 1; place <= s.To; place++ {
		if !dropped[place] {
			places = append(places, place)
		}
	}
	return places
}
