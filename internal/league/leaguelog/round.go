package leaguelog

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/logfact"
)

// RoundDrawn records that a round was drawn.
type RoundDrawn struct {
	Round     int              `json:"round"`            // from 1; semifinal and final count on
	RoundKind league.RoundKind `json:"kind"`             // preliminary, semifinal or final
	Method    string           `json:"method"`           // how it was seated: lot, standings, fixed, seeded or by-hand
	Tables    []Table          `json:"tables" since:"2"` // with their seats
	// Order is the order of a round drawn by lot out of a hat. It is not there where the
	// order follows from the seed of [EventStarted], or where no lot was drawn.
	Order []league.Entry `json:"order,omitempty" since:"2"`
}

// Kind is round.drawn.
func (RoundDrawn) Kind() string { return "round.drawn" }

// Table is a table of a round.
type Table struct {
	Table int            `json:"table"` // from 1
	Seats []league.Entry `json:"seats"` // in the order of play
}

// RoundDiscarded records that the draw of the latest round was taken back.
type RoundDiscarded struct {
	Round int `json:"round"`
}

// Kind is round.discarded.
func (RoundDiscarded) Kind() string { return "round.discarded" }

// RoundClosed records that the results of a round stand.
type RoundClosed struct {
	Round int `json:"round"`
}

// Kind is round.closed.
func (RoundClosed) Kind() string { return "round.closed" }

// RoundReopened records that the latest round was opened again, to correct its results.
type RoundReopened struct {
	Round int `json:"round"`
}

// Kind is round.reopened.
func (RoundReopened) Kind() string { return "round.reopened" }

// TableResult is the end of the game at a table.
type TableResult struct {
	Round   int           `json:"round"`
	Table   int           `json:"table"`
	Version int           `json:"version"`          // 1 is the first, each correction is one more
	Result  league.Result `json:"result" since:"2"` // as it was written down
}

// ResultRecorded records how the game at a table ended.
type ResultRecorded struct{ TableResult }

// Kind is result.recorded.
func (ResultRecorded) Kind() string { return "result.recorded" }

// ResultCorrected records anew how the game at a table ended.
type ResultCorrected struct{ TableResult }

// Kind is result.corrected.
func (ResultCorrected) Kind() string { return "result.corrected" }

// Clock is a command to the clock of a round.
type Clock struct {
	Round   int `json:"round"`
	Table   int `json:"table"`   // for which alone; 0 is all
	Seconds int `json:"seconds"` // that were added, or that a turn may take; 0 for other commands
	// HeldFrom is the moment as of which the command holds, because it was pressed then and arrived later; absent where it
	// holds as of when it arrived.
	HeldFrom *time.Time `json:"heldFrom,omitempty" since:"2"`
}

// ClockStarted records that the clock of a round was started.
type ClockStarted struct{ Clock }

// Kind is clock.start.
func (ClockStarted) Kind() string { return "clock.start" }

// ClockPaused records that the clock of a round was stopped for a while.
type ClockPaused struct{ Clock }

// Kind is clock.pause.
func (ClockPaused) Kind() string { return "clock.pause" }

// ClockResumed records that the clock of a round goes on.
type ClockResumed struct{ Clock }

// Kind is clock.resume.
func (ClockResumed) Kind() string { return "clock.resume" }

// ClockExtended records that a round, or a table of it, was given more time.
type ClockExtended struct{ Clock }

// Kind is clock.extend.
func (ClockExtended) Kind() string { return "clock.extend" }

// TurnsLimited records that turns may take so many seconds from now on.
type TurnsLimited struct{ Clock }

// Kind is clock.limit-turns.
func (TurnsLimited) Kind() string { return "clock.limit-turns" }

// LastTurnCalled records that the last turn was called.
type LastTurnCalled struct{ Clock }

// Kind is clock.last-turn.
func (LastTurnCalled) Kind() string { return "clock.last-turn" }

// ClockAdvanced records that the next phase of the time was begun that the ruleset has.
type ClockAdvanced struct{ Clock }

// Kind is clock.advance.
func (ClockAdvanced) Kind() string { return "clock.advance" }

// ClockEnded records that the time of a round is over.
type ClockEnded struct{ Clock }

// Kind is clock.end.
func (ClockEnded) Kind() string { return "clock.end" }

// ClockReset records that the clock of a round was set back to its beginning.
type ClockReset struct{ Clock }

// Kind is clock.reset.
func (ClockReset) Kind() string { return "clock.reset" }

// clockCommands make the fact of a command to a clock.
var clockCommands = makers[Clock]{
	"start":       func(c Clock) logfact.Fact { return ClockStarted{c} },
	"pause":       func(c Clock) logfact.Fact { return ClockPaused{c} },
	"resume":      func(c Clock) logfact.Fact { return ClockResumed{c} },
	"extend":      func(c Clock) logfact.Fact { return ClockExtended{c} },
	"limit-turns": func(c Clock) logfact.Fact { return TurnsLimited{c} },
	"last-turn":   func(c Clock) logfact.Fact { return LastTurnCalled{c} },
	"advance":     func(c Clock) logfact.Fact { return ClockAdvanced{c} },
	"end":         func(c Clock) logfact.Fact { return ClockEnded{c} },
	"reset":       func(c Clock) logfact.Fact { return ClockReset{c} },
}

// ClockFact makes the fact that a clock has followed a command.
func ClockFact(command string, c Clock) logfact.Fact { return clockCommands.make(command, c) }

// AttendanceRecorded records that an entry does not come to a round, or comes late.
type AttendanceRecorded struct {
	Attendance  uuid.UUID    `json:"attendance"` // id of the record
	Entry       league.Entry `json:"entry"`
	Round       int          `json:"round"`
	MinutesLate int          `json:"minutesLate"` // 0: the entry does not come
	// AfterDraw is 0 where it was known before the round was drawn. Otherwise it is a
	// number that those have in common who were recorded at once, higher each time.
	AfterDraw int `json:"afterDraw" since:"2"`
	// Tables are those of the round as it is seated from now on. Of several recorded at
	// once the last has them. They are not there where the seats stay.
	Tables []Table `json:"tables,omitempty" since:"2"`
}

// Kind is attendance.recorded.
func (AttendanceRecorded) Kind() string { return "attendance.recorded" }

// AttendanceRevoked records that a record of attendance was taken back.
type AttendanceRevoked struct {
	Attendance uuid.UUID    `json:"attendance"` // id of the record
	Entry      league.Entry `json:"entry"`
}

// Kind is attendance.revoked.
func (AttendanceRevoked) Kind() string { return "attendance.revoked" }

// Pair is two entries that must not sit at one table.
type Pair struct {
	Apart uuid.UUID    `json:"apart"` // id of the record
	Entry league.Entry `json:"entry"` // the lower start number
	Other league.Entry `json:"other"`
}

// ApartRecorded records that two must not sit at one table, from the next draw on.
type ApartRecorded struct{ Pair }

// Kind is apart.recorded.
func (ApartRecorded) Kind() string { return "apart.recorded" }

// ApartRevoked records that two may sit at one table again, from the next draw on.
type ApartRevoked struct{ Pair }

// Kind is apart.revoked.
func (ApartRevoked) Kind() string { return "apart.revoked" }
