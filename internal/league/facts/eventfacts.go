package facts

import (
	"time"

	"referto/internal/league"
)

// Round is one drawn round with its tables.
type Round struct {
	Number     int
	Kind       league.RoundKind
	State      string // open, closed
	Method     string // how it was seated: lot, standings, fixed, seeded, by-hand
	HandReason string // why by hand
	DrawnBy    string // name
	// DrawnByInitials reports that the name of the person who drew is shown as initials
	// ([Player.Initials]).
	DrawnByInitials bool
	AcceptedBy      string `db:"hand_accepted_by"` // name of the person who accepted tables made by hand
	Reasons         []league.Grounds
	DrawnOrder      []league.Entry // if drawn by hand; nil if drawn from the seed, or not by lot
	DrawnAt         time.Time
	ClosedAt        *time.Time
	Clock           Clock
	Tables          []Table `db:"-"`
}

// Clock is the state of a round's clock: instants and seconds, never ticks.
type Clock struct {
	Phase        string      `json:"phase,omitempty"` // "", running, paused, a phase of the ruleset, ended; "" is ready
	LimitSeconds int         `json:"limitSeconds,omitempty"`
	StartedAt    *time.Time  `json:"startedAt,omitempty"`
	EndsAt       *time.Time  `json:"endsAt,omitempty"`           // while running
	Remaining    int         `json:"remainingSeconds,omitempty"` // while paused
	Extra        map[int]int `json:"extraSeconds,omitempty"`     // by table
	TurnSeconds  int         `json:"turnSeconds,omitempty"`      // limit of a turn; 0 for none
	Version      int         `json:"version,omitempty"`
	CommandedAt  *time.Time  `json:"commandedAt,omitempty"` // from when the latest command has effect
}

// Table is one table of a drawn round.
type Table struct {
	Number int
	Seats  []league.Entry
	// Result is the latest version of the result; nil if there is none.
	Result *Result
}

// Result is one recording of a table's result.
type Result struct {
	league.Result
	Round       int
	TableNumber int
	Version     int    // 1 is the first; each correction adds one
	Reason      string // of a correction
	EnteredBy   string // name
	// EnteredByInitials reports that the name is shown as initials ([Player.Initials]).
	EnteredByInitials bool
	EnteredAt         time.Time
}

// EventFacts is one event with all its facts.
type EventFacts struct {
	Event       Event
	Ruleset     RulesetVersion
	RegionName  string
	Entries     []Entry // in the order of entry
	Rounds      []Round
	Sanctions   []Sanction
	Withdrawals []Withdrawal
	Structure   *Structure   // instead of the formula's; nil for none
	Previous    []Previous   // the standings of the previous event
	Apart       []Apart      // in the order recorded
	Attendance  []Attendance // in the order recorded
	// Recorded is the ranking of an event that was played elsewhere; empty for other events.
	Recorded []league.PlayerID
}

// Table finds a table; nil if there is none.
func (s *EventFacts) Table(round, number int) *Table {
	if round < 1 || round > len(s.Rounds) {
		return nil
	}
	for i := range s.Rounds[round-1].Tables {
		if t := &s.Rounds[round-1].Tables[i]; t.Number == number {
			return t
		}
	}
	return nil
}

// EntryOf finds the entry of a player that is not cancelled; nil if there is none.
func (s *EventFacts) EntryOf(player league.PlayerID) *Entry {
	for i := range s.Entries {
		if e := &s.Entries[i]; e.PlayerID == player && e.State != EntryCancelled {
			return e
		}
	}
	return nil
}

// Entry finds an entry by start number; nil if there is none.
func (s *EventFacts) Entry(number league.Entry) *Entry {
	for i := range s.Entries {
		if s.Entries[i].Number == int(number) {
			return &s.Entries[i]
		}
	}
	return nil
}
