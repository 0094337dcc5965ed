package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// FormEntryState is the state of an entry by form.
type FormEntryState string

// The states of an entry by form.
const (
	FormSent      FormEntryState = "sent"      // the address is not confirmed
	FormConfirmed FormEntryState = "confirmed" // it has become an entry
	FormGivenUp   FormEntryState = "given-up"  // by the recipient of the letter, before it was confirmed
	FormLapsed    FormEntryState = "lapsed"    // the address was not confirmed in time
	FormDiscarded FormEntryState = "discarded" // by the staff, before it was confirmed
)

// FormEntry is an entry by form, sent without an account. It becomes an entry when the recipient of
// its letter confirms it; until then it may hold a seat.
type FormEntry struct {
	ID      uuid.UUID
	EventID league.EventID
	State   FormEntryState
	// The sent data, until the form has ended: then only the register may have them.
	Name      string
	NameKey   string // folded, as in the register
	Email     string
	EmailKey  string // normalized, to compare addresses
	Club      string
	City      string
	BirthYear int // 0 if not asked, or not given
	Language  string
	// NameReserved is copied to the entry that the form becomes.
	NameReserved bool
	// HoldsSeat reports whether a seat was free when it was sent, and is held for it.
	HoldsSeat bool
	SentAt    time.Time
	ConfirmBy time.Time
	EndedAt   *time.Time
	Entry     *int // start number, once confirmed
	Letters   int  // number of letters asked for
}
