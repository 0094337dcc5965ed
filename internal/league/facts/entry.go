package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// EntryState is the state of an entry.
type EntryState string

// The states of an entry. An entry that leaves a running event keeps [Playing]: that it is out is
// derived from the facts.
const (
	Entered        EntryState = "entered"
	Waiting        EntryState = "waiting" // on the waiting list
	CheckedIn      EntryState = "checked-in"
	EntryCancelled EntryState = "cancelled" // cancelled before the start
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
	// EnteredAs is the player record under which the entry was made, if that is an alias of the
	// person's; otherwise the zero id.
	EnteredAs  league.PlayerID
	PlayerName string
	// PlayerInitials is [Player.Initials].
	PlayerInitials bool
	PlayerClub     string
	AccountID      *uuid.UUID // of the player
	// AcceptedBy is the name of the referee who accepts them from the waiting list.
	AcceptedBy *string
	AcceptedAt *time.Time
	Replaces   *int // start number of the entrant whom they replace
	// Barred is the reason for which the regulation refused the entry; "" for none.
	Barred rules.ExclusionReason
	// WaitingPosition is the place on the waiting list, 0 when not on it.
	WaitingPosition int
	// Yields is the reason for which the entry comes after others when seats are short; nil for
	// none.
	Yields *league.Grounds
	// NameReserved reports whether the person asked to have their name hidden in the public list of
	// entrants; [Entry.HidesName] reports whether it is hidden.
	NameReserved bool
	// ByForm reports whether they entered without an account, by the link of a letter.
	ByForm bool
	// ConfirmBy is the time by which a player promoted from the waiting list has to confirm the
	// seat; nil if there is nothing to confirm.
	ConfirmBy *time.Time
}

// HidesName reports whether the public list of entrants hides the name: the person asked for that,
// and is neither checked in nor playing.
func (e Entry) HidesName() bool {
	return e.NameReserved && e.CheckedInAt == nil && (e.State == Entered || e.State == Waiting)
}

// Answers reports whether the person can confirm their coming themselves, with their account or
// with the link of a letter.
func (e Entry) Answers() bool { return e.AccountID != nil || e.ByForm }

// Record returns the player record under which the entry was made. Stored data of the event refer
// to it, so that they stay with the record if it stops being an alias.
func (e Entry) Record() league.PlayerID {
	if e.EnteredAs != (league.PlayerID{}) {
		return e.EnteredAs
	}
	return e.PlayerID
}

// Waits reports whether the entry waits for the start of the event.
func (e Entry) Waits() bool { return e.State == Entered || e.State == Waiting || e.State == CheckedIn }
