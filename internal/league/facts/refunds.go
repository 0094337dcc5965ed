package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// RefundState is the state of a claim.
type RefundState string

// The states of a claim.
const (
	RefundDraft     RefundState = "draft"
	RefundSubmitted RefundState = "submitted"
	RefundAsked     RefundState = "asked" // the decider has a question
	RefundApproved  RefundState = "approved"
	RefundRefused   RefundState = "refused"
	RefundWithdrawn RefundState = "withdrawn"
	RefundListed    RefundState = "listed" // on a payment list
	RefundPaid      RefundState = "paid"
	RefundFailed    RefundState = "failed" // the bank did not pay it
)

// Over reports whether the claim is closed for good.
func (s RefundState) Over() bool {
	return s == RefundRefused || s == RefundWithdrawn || s == RefundPaid
}

// Refund is a claim for the refund of a journey. It is the row of league.refunds with the names of
// its people.
type Refund struct {
	ID             uuid.UUID
	SeasonID       league.SeasonID
	PlayerID       league.PlayerID
	State          RefundState
	OnBehalf       string
	CreatedBy      uuid.UUID
	CreatedAt      time.Time
	DecidedBy      *uuid.UUID
	DecidedAt      *time.Time
	ChangedAt      time.Time
	EndedAt        *time.Time
	ErasedAt       *time.Time
	Version        int
	PlayerName     string
	PlayerAccount  *uuid.UUID
	ClaimedCents   int64
	ApprovedCents  int64
	AccountShown   *string // masked; nil without bank data
	OpenPaymentFor *uuid.UUID
}

// RefundStep is one step of a claim.
type RefundStep struct {
	Number    int
	Kind      string
	Reason    string
	Paragraph string
	By        *uuid.UUID
	ByName    *string
	At        time.Time
}

// RefundExpense is one expense of a claim.
type RefundExpense struct {
	Number        int
	What          string
	SpentOn       time.Time // date at midnight UTC
	Cents         int64
	ApprovedCents *int64
	CutReason     string
}

// RefundReceipt is a proof of an expense.
type RefundReceipt struct {
	ID        uuid.UUID
	RefundID  uuid.UUID
	Expense   int
	Cents     int64
	MediaType string
	Digest    string
	Bytes     int
	AddedBy   uuid.UUID
	AddedAt   time.Time
	ErasedAt  *time.Time
}

// RefundAccount holds the bank account to which a claim is paid.
type RefundAccount struct {
	Shown  string
	Sealed []byte
	SetBy  uuid.UUID
	SetAt  time.Time
}
