package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// FormEntryState names a step on the way of an entry by form.
type FormEntryState string

// The states of an entry by form.
const (
	FormSent      FormEntryState = "sent"      // nobody has confirmed the address yet
	FormConfirmed FormEntryState = "confirmed" // it is an entry now
	FormGivenUp   FormEntryState = "given-up"  // by whoever has the letter, before it was confirmed
	FormLapsed    FormEntryState = "lapsed"    // nobody confirmed the address in time
	FormDiscarded FormEntryState = "discarded" // by the staff, before it was confirmed
)

// FormEntry is an entry by form: what somebody without an account has sent to enter an event. It
// becomes an entry when whoever has the letter confirms it; until then it may hold a seat.
type FormEntry struct {
	ID      uuid.UUID
	EventID league.EventID
	State   FormEntryState
	// What was sent, until the form has ended: then the register has it, or nobody.
	Name      string
	NameKey   string // folded, as in the register
	Email     string
	EmailKey  string // by which addresses are compared
	Club      string
	City      string
	BirthYear int // 0: not asked, or not said
	Language  string
	// NameReserved is that of the entry that is made of it.
	NameReserved bool
	// HoldsSeat reports whether a seat was free when it was sent, and is held for it.
	HoldsSeat bool
	SentAt    time.Time
	ConfirmBy time.Time
	EndedAt   *time.Time
	Entry     *int // start number, once confirmed
	Letters   int  // that were asked for
}
