package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// TableResults sets how results are treated that a table declares itself, with the code on its
// score sheet.
type TableResults string

// The ways of treating declared results.
const (
	TableResultsOff     TableResults = "off"     // no table declares its result
	TableResultsReferee TableResults = "referee" // a referee confirms it
	TableResultsTable   TableResults = "table"   // everybody else still at the table confirms it, or a referee
)

// Declaration is a result declared by an entry at the table. It has no effect until it is
// confirmed: then it is recorded as the result of the table.
type Declaration struct {
	Round       int
	TableNumber int
	Number      int // of the table's, from 1; the latest one counts
	Entry       int // start number of the declaring entry
	Result      league.Result
	DeclaredAt  time.Time
	// Confirmed are the start numbers of the others at the table who agree, in the order of their
	// agreement.
	Confirmed []int
}

// CallReason is the reason of a table's call for a referee.
type CallReason string

// The reasons of calls.
const (
	CallRules   CallReason = "rules"   // a question about the rules
	CallDispute CallReason = "dispute" // those at the table disagree
	CallResult  CallReason = "result"  // the result, as a whole or in part
	CallAbsence CallReason = "absence" // somebody is not there, or has left
	CallOther   CallReason = "other"
)

// CallReasons lists the reasons of calls, in the order in which they are offered.
func CallReasons() []CallReason {
	return []CallReason{CallRules, CallDispute, CallResult, CallAbsence, CallOther}
}

// RefereeCall is a call of a table for a referee.
type RefereeCall struct {
	ID          uuid.UUID
	Round       int
	TableNumber int
	Reason      CallReason
	Note        string
	CalledAt    time.Time
	AnsweredAt  *time.Time // nil while unanswered
	AnsweredBy  string     // name
	// AnsweredByInitials reports that the name is shown as initials ([Player.Initials]).
	AnsweredByInitials bool
}
