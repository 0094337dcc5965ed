package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// TableResults chooses how a result is treated that a table itself declares, by the code on its score
// sheet.
type TableResults string

// What becomes of it.
const (
	TableResultsOff     TableResults = "off"     // no table declares its result
	TableResultsReferee TableResults = "referee" // a referee confirms it
	TableResultsTable   TableResults = "table"   // everybody else who is still at the table confirms it, or a referee
)

// Declaration is a result as somebody at the table has declared it. It counts for nothing until it is
// confirmed: then it is recorded as the result of the table.
type Declaration struct {
	Round       int
	TableNumber int
	Number      int // of the table's, from 1; the latest stands
	Entry       int // start number of who has declared it
	Result      league.Result
	DeclaredAt  time.Time
	// Confirmed are the start numbers of those at the table who agree, in the order they did.
	Confirmed []int
}

// CallReason is the reason for which a table calls a referee.
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
	AnsweredAt  *time.Time // nil while nobody has answered
	AnsweredBy  string     // name
	// AnsweredByInitials reports that they are shown by their initials ([Player.Initials]).
	AnsweredByInitials bool
}
