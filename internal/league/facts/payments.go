package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// PaymentList is an order of payments to a bank. It is the row of league.payment_lists.
type PaymentList struct {
	ID           uuid.UUID
	SeasonID     league.SeasonID
	Number       int
	ExecuteOn    time.Time // date at midnight UTC
	Payer        string
	Shown        string
	Sealed       []byte // nil once it is erased
	TotalCents   int64
	XMLDigest    string
	CSVDigest    string
	MadeBy       uuid.UUID
	MadeByName   *string // nil if the account is deleted, and before the list is read
	MadeAt       time.Time
	WrittenBy    *uuid.UUID // who wrote its first document
	WrittenAt    *time.Time
	CancelledBy  *uuid.UUID
	CancelledAt  *time.Time
	CancelReason string
	NotAtBank    bool // stated by the person who cancelled it
	Version      int
}

// Payment is one payment of a list.
type Payment struct {
	Position   int
	RefundID   uuid.UUID
	PlayerID   league.PlayerID
	PlayerName string
	Cents      int64
	EndToEnd   string
	Text       string
	Sealed     []byte // nil once it is erased
	Outcome    string // "" is open, paid, failed
	SettledOn  *time.Time
	Reference  string
	SettledBy  *uuid.UUID
	SettledAt  *time.Time
}
