package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// EntryState names a step on the way of an entry.
type EntryState string

// The states of an entry. Who leaves a running event keeps [Playing]: that they are
// out follows from the facts.
const (
	Entered        EntryState = "entered"
	Waiting        EntryState = "waiting" // on the waiting list
	CheckedIn      EntryState = "checked-in"
	EntryCancelled EntryState = "cancelled" // taken back before the start
	NoShow         EntryState = "no-show"
	Playing        EntryState = "playing" // started
)

// Entry is one entry with its player.
type Entry struct {
	Number       int // start number
	State        EntryState
	FeePaid      bool
	EnteredAt    time.Time
	CheckedInAt  *time.Time
	CancelledAt  *time.Time
	Lot          *int
	DrawPosition *int
	Place        *int
	Version      int
	PlayerID     league.PlayerID // the person
	// EnteredAs is the record that has the entry, where that is an alias of the person's; the
	// zero id where it is the person's own.
	EnteredAs  league.PlayerID
	PlayerName string
	// PlayerInitials is [Player.Initials].
	PlayerInitials bool
	PlayerClub     string
	AccountID      *uuid.UUID // of the player
	// AcceptedBy names the referee who lets them in from the waiting list.
	AcceptedBy *string
	AcceptedAt *time.Time
	Replaces   *int // start number of the entrant in whose place they play
	// Barred names the reason for which the regulation refused the entry; "" for others.
	Barred rules.ExclusionReason
	// WaitingPosition is the place on the waiting list, 0 when not on it.
	WaitingPosition int
	// Yields is the reason for which the entry comes after those of others where seats are short; nil where it does not.
	Yields *league.Grounds
	// NameReserved reports whether the person wants their name out of the public list of entrants;
	// [Entry.HidesName] says whether it is.
	NameReserved bool
	// ByForm reports whether they entered without an account, by the link of a letter.
	ByForm bool
	// ConfirmBy is the time until which somebody who has moved up from the waiting list has to confirm the
	// seat; nil where there is nothing to confirm.
	ConfirmBy *time.Time
}

// HidesName reports whether the public list of entrants shows the entry without its name: the person
// asked for it, and is neither checked in nor playing.
func (e Entry) HidesName() bool {
	return e.NameReserved && e.CheckedInAt == nil && (e.State == Entered || e.State == Waiting)
}

// Answers reports whether the person can say for themself that they come, by their account or by the
// link of a letter.
func (e Entry) Answers() bool { return e.AccountID != nil || e.ByForm }

// Record is the record of the register that has the entry: what is stored of the event names
// it, so that it stays with the record when that is somebody's own again.
func (e Entry) Record() league.PlayerID {
	if e.EnteredAs != (league.PlayerID{}) {
		return e.EnteredAs
	}
	return e.PlayerID
}

// Waits reports whether the entry waits for the event to start.
func (e Entry) Waits() bool { return e.State == Entered || e.State == Waiting || e.State == CheckedIn }
