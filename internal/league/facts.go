package league

// Entry is a start number within one event, from 1 to the number of entrants.
// The zero Entry is nobody.
type Entry int

// RoundKind is the kind of a round: the part of the event that it belongs to.
type RoundKind string

// The kinds of rounds, in the order in which they are played.
const (
	Preliminary RoundKind = "preliminary" // counts for the standings
	Semifinal   RoundKind = "semifinal"   // several tables, each sends its best to the final
	Final       RoundKind = "final"       // one table, which decides the first places
)

// Ending is the way in which a game came to its end.
type Ending string

// The endings of a game.
const (
	Declared      Ending = "declared"        // somebody declared victory in their own turn
	TimeLimit     Ending = "time-limit"      // the referee stopped it when time was up
	TooFewPlayers Ending = "too-few-players" // so many left that it could not go on
	Completed     Ending = "completed"       // it was played to its end, where nobody has to declare
)

// Result holds the figures that are written down when a game ends. It has facts only;
// package scoring derives the rest.
type Result struct {
	Ended Ending `json:"ended"`
	// DeclaredBy names the player who declared victory; 0 unless the game ended so.
	DeclaredBy Entry `json:"declaredBy,omitempty"`
	// Seats holds everybody who started the game, in the order of play.
	Seats []SeatResult `json:"seats"`
	// WonAtOnce is the team that has won at once as a whole; "" where none has
	// or there are no teams.
	WonAtOnce string `json:"wonAtOnce,omitempty"`
	// Void is the decision that the game is void; nil where the game stands.
	Void *Void `json:"void,omitempty"`
}

// Void is a referee's decision that a game does not count for some of its
// players.
type Void struct {
	// For are the players who get another score for it.
	For []Entry `json:"for"`
	// AtFault are those who wrecked the game; they are out of the event.
	AtFault []Entry `json:"atFault,omitempty"`
	// OthersScored: the game counts for the rest of the table.
	OthersScored bool `json:"othersScored,omitempty"`
}

// SeatResult holds the figures of one seat of a table at the end of the game.
type SeatResult struct {
	Entry Entry `json:"entry"`
	// VP is the victory points on the board, uncapped. The buildings of a
	// leaver stay on the board, and so do their points.
	VP int `json:"vp"`
	// Left is the order of leaving: 1 for who left first, 0 for who stayed.
	Left int `json:"left,omitempty"`
	// Figures are further numbers that a ruleset has recorded with a result
	// (settlements, cities, ...), by the figure's id; nil where there are none.
	Figures map[string]int `json:"figures,omitempty"`
	// Objective is the id, in the ruleset, of the objective that the seat was dealt; ""
	// where there is none.
	Objective string `json:"objective,omitempty"`
	// Points are those for the standings where the table is scored elsewhere;
	// nil where the ruleset scores it.
	Points *Frac `json:"points,omitempty"`
}

// Moment is a point in an event: while a round is played, or after it and
// before the next is drawn.
type Moment struct {
	// Round is the number of the round, counted from 1 through all kinds of
	// rounds of the event; 0 is the time before the first.
	Round int `json:"round"`
	// During reports whether games of the round are being played; false is the time after
	// them.
	During bool `json:"during,omitempty"`
}

// Compare orders moments by time: negative when m is before n, 0 when equal.
func (m Moment) Compare(n Moment) int {
	if m.Round != n.Round {
		return m.Round - n.Round
	}
	switch {
	case m.During == n.During:
		return 0
	case m.During:
		return -1
	default:
		return 1
	}
}

// SanctionKind is the kind of a penalty.
type SanctionKind string

// The kinds of penalties.
const (
	Warning   SanctionKind = "warning"
	Expulsion SanctionKind = "expulsion"
	// Points changes the points of the standings.
	Points SanctionKind = "points"
)

// Sanction is a penalty given by a referee.
type Sanction struct {
	// Ref is the recorder's own name for the sanction, carried through to
	// whatever follows from it. The engines never read it.
	Ref   string       `json:"ref,omitempty"`
	Entry Entry        `json:"entry"`
	Kind  SanctionKind `json:"kind"`
	// At is the moment at which it was given.
	At Moment `json:"at"`
	// Reason is the offense, by the code that the ruleset's list of offenses
	// gives it, or in the referee's words.
	Reason string `json:"reason"`
	// Points are added by a sanction of kind Points, mostly less than 0; nil
	// takes those of the offense.
	Points *Frac `json:"points,omitempty"`
	// Confirmed reports whether the first referee has confirmed it. A warning
	// counts without.
	Confirmed bool `json:"confirmed,omitempty"`
	// AfterEnd reports whether it was given when the results of the event had been
	// processed, which not every ruleset allows.
	AfterEnd bool `json:"afterEnd,omitempty"`
	// ConfirmedAt is the moment of its confirmation, if later than At; nil otherwise.
	ConfirmedAt *Moment `json:"confirmedAt,omitempty"`
}

// Withdrawal is an entry's leaving of the event for good.
//
// Who leaves in the middle of a game is also marked in the table's [Result];
// the withdrawal may be recorded long before that result.
type Withdrawal struct {
	Ref    string `json:"ref,omitempty"` // as in [Sanction]
	Entry  Entry  `json:"entry"`
	At     Moment `json:"at"`
	Reason string `json:"reason,omitempty"`
	// Qualified reports whether it came after the finalists had been named, so that
	// somebody steps in.
	Qualified bool `json:"qualified,omitempty"`
	// Unexcused reports whether there was no good reason for it.
	Unexcused bool `json:"unexcused,omitempty"`
}
