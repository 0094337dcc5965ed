package leaguelog

import (
	"github.com/google/uuid"

	"referto/internal/league"
)

// ResultDeclared records that a player at a table has declared the result of its game. It is not in force yet.
type ResultDeclared struct {
	Round  int           `json:"round"`  // from 1
	Table  int           `json:"table"`  // from 1
	Number int           `json:"number"` // of the table's declarations, from 1
	Entry  league.Entry  `json:"entry"`  // start number of who declared it
	Result league.Result `json:"result"` // as it was declared
}

// Kind is result.declared.
func (ResultDeclared) Kind() string { return "result.declared" }

// DeclarationAgreed records that another player at the table agrees with the declared result.
type DeclarationAgreed struct {
	Round  int          `json:"round"`  // from 1
	Table  int          `json:"table"`  // from 1
	Number int          `json:"number"` // of the declaration
	Entry  league.Entry `json:"entry"`  // start number of who agrees
}

// Kind is result.agreed.
func (DeclarationAgreed) Kind() string { return "result.agreed" }

// RefereeCalled records that a table has called a referee.
type RefereeCalled struct {
	Call   uuid.UUID `json:"call"`   // its id
	Round  int       `json:"round"`  // from 1
	Table  int       `json:"table"`  // from 1
	Reason string    `json:"reason"` // rules, dispute, result, absence or other
}

// Kind is call.made.
func (RefereeCalled) Kind() string { return "call.made" }

// CallAnswered records that a member of the staff goes to a table that has called.
type CallAnswered struct {
	Call  uuid.UUID `json:"call"`  // its id
	Round int       `json:"round"` // from 1
	Table int       `json:"table"` // from 1
}

// Kind is call.answered.
func (CallAnswered) Kind() string { return "call.answered" }

// PromotionsChanged records whether those who move up from the waiting list have to confirm their seat
// from now on.
type PromotionsChanged struct {
	Promotions string `json:"promotions"` // at-once or confirmed
}

// Kind is event.promotions-changed.
func (PromotionsChanged) Kind() string { return "event.promotions-changed" }

// TableResultsChanged records the treatment of declared results from now on.
type TableResultsChanged struct {
	TableResults string `json:"tableResults"` // off, referee or table
}

// Kind is event.table-results-changed.
func (TableResultsChanged) Kind() string { return "event.table-results-changed" }
