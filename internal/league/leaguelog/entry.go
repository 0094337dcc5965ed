package leaguelog

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// EntryCreated records that a player has entered an event.
type EntryCreated struct {
	Entry  league.Entry    `json:"entry"`
	Player league.PlayerID `json:"player"`
	State  string          `json:"state"` // entered, or waiting on the waiting list
}

// Kind is entry.created.
func (EntryCreated) Kind() string { return "entry.created" }

// EntryNow is the state of an entry from now on.
type EntryNow struct {
	Entry league.Entry `json:"entry"`
	State string       `json:"state"` // entered, waiting, checked-in, cancelled, no-show or playing
}

// EntryCancelled records that an entry was taken back.
type EntryCancelled struct{ EntryNow }

// Kind is entry.cancelled.
func (EntryCancelled) Kind() string { return "entry.cancelled" }

// EntryBarred records that an entry was cancelled that the regulation refuses.
type EntryBarred struct{ EntryNow }

// Kind is entry.barred.
func (EntryBarred) Kind() string { return "entry.barred" }

// EntryCheckedIn records that an entrant is there.
type EntryCheckedIn struct{ EntryNow }

// Kind is entry.checked-in.
func (EntryCheckedIn) Kind() string { return "entry.checked-in" }

// CheckInUndone records that an entrant is not there after all.
type CheckInUndone struct{ EntryNow }

// Kind is entry.check-in-undone.
func (CheckInUndone) Kind() string { return "entry.check-in-undone" }

// FeeMarked records that the fee of an entry was marked as paid or as not
// paid.
type FeeMarked struct{ EntryNow }

// Kind is entry.fee-marked.
func (FeeMarked) Kind() string { return "entry.fee-marked" }

// EntryPromoted records that an entry has moved up from the waiting list.
type EntryPromoted struct {
	Entry league.Entry `json:"entry"`
	// ConfirmBy is the time until which the seat has to be confirmed; absent where it is theirs at once.
	ConfirmBy *time.Time `json:"confirmBy,omitempty"`
}

// Kind is entry.promoted.
func (EntryPromoted) Kind() string { return "entry.promoted" }

// SeatConfirmed records that an entrant who has moved up from the waiting list confirms the seat.
type SeatConfirmed struct {
	Entry league.Entry `json:"entry"`
}

// Kind is entry.seat-confirmed.
func (SeatConfirmed) Kind() string { return "entry.seat-confirmed" }

// SeatLapsed records that a seat was not confirmed in time, by which the entry is cancelled.
type SeatLapsed struct{ EntryNow }

// Kind is entry.seat-lapsed.
func (SeatLapsed) Kind() string { return "entry.seat-lapsed" }

// NameReserved records whether the name of an entry stays out of the public list of entrants.
type NameReserved struct {
	Entry    league.Entry `json:"entry"`
	Reserved bool         `json:"reserved"` // it stays out
}

// Kind is entry.name-reserved.
func (NameReserved) Kind() string { return "entry.name-reserved" }

// EntryAccepted records that a referee lets an entrant in from the waiting list.
type EntryAccepted struct {
	Entry league.Entry `json:"entry"`
}

// Kind is entry.accepted.
func (EntryAccepted) Kind() string { return "entry.accepted" }

// AcceptanceUndone records that an entrant is not let in from the waiting list after all.
type AcceptanceUndone struct {
	Entry league.Entry `json:"entry"`
}

// Kind is entry.acceptance-undone.
func (AcceptanceUndone) Kind() string { return "entry.acceptance-undone" }

// EntryExempted records that a player may enter although they have a place already.
type EntryExempted struct {
	Player league.PlayerID `json:"player"`
}

// Kind is entry.exempted.
func (EntryExempted) Kind() string { return "entry.exempted" }

// FormSent records that a person without an account has sent a form to enter an event. It names
// nobody: the form is an entry once it is confirmed.
type FormSent struct {
	Form      uuid.UUID `json:"form"`      // id of the form
	HoldsSeat bool      `json:"holdsSeat"` // until it is confirmed or ends
}

// Kind is form.sent.
func (FormSent) Kind() string { return "form.sent" }

// FormEnded records the end of a form. It holds no seat any more.
type FormEnded struct {
	Form  uuid.UUID `json:"form"`  // id of the form
	State string    `json:"state"` // confirmed, given-up, lapsed or discarded
}

// Kind is form.ended.
func (FormEnded) Kind() string { return "form.ended" }

// EntryReplaced records that a reserve plays in the place of an entrant. They take over the
// entrant's draw, except the lot, and the seat where a round is drawn.
type EntryReplaced struct {
	Entry league.Entry `json:"entry"`         // who does not play
	By    league.Entry `json:"by"`            // the reserve
	Lot   int          `json:"lot" since:"2"` // of the reserve
}

// Kind is entry.replaced.
func (EntryReplaced) Kind() string { return "entry.replaced" }

// CheckedEntry is the decision about an entrant who resembles a person who may not
// take part.
type CheckedEntry struct {
	Entry league.Entry `json:"entry"`
	Check uuid.UUID    `json:"check"` // id of the decision
}

// EntryConfirmed records that an entrant is nobody of those whom they resemble.
type EntryConfirmed struct{ CheckedEntry }

// Kind is entry.confirmed.
func (EntryConfirmed) Kind() string { return "entry.confirmed" }

// EntryRefused records that an entrant is a person who may not take part.
type EntryRefused struct{ CheckedEntry }

// Kind is entry.refused.
func (EntryRefused) Kind() string { return "entry.refused" }

// PlayerCreated records that a person came into the register of players.
type PlayerCreated struct {
	Player league.PlayerID `json:"player"`
}

// Kind is player.created.
func (PlayerCreated) Kind() string { return "player.created" }

// PlayerChanged records that the data of a player in the register were changed.
type PlayerChanged struct {
	Player  league.PlayerID `json:"player"`
	Version int             `json:"version"` // of the record
}

// Kind is player.changed.
func (PlayerChanged) Kind() string { return "player.changed" }

// PlayerLinked records that a record of the register is an account's from now on. Whose,
// the log does not say.
type PlayerLinked struct {
	Player league.PlayerID `json:"player"`
	How    string          `json:"how"` // mail, code or request
}

// Kind is player.linked.
func (PlayerLinked) Kind() string { return "player.linked" }

// PlayerUnlinked records that a record of the register is nobody's account's any more.
type PlayerUnlinked struct {
	Player league.PlayerID `json:"player"`
	Staff  bool            `json:"staff,omitempty"` // it was parted by the staff, not by the person
}

// Kind is player.unlinked.
func (PlayerUnlinked) Kind() string { return "player.unlinked" }

// PlayerErased records that a record of the register was erased: whom it named is known by nobody any more.
type PlayerErased struct {
	Player league.PlayerID `json:"player"`
	Staff  bool            `json:"staff,omitempty"` // it was erased by the staff, not by the person
}

// Kind is player.erased.
func (PlayerErased) Kind() string { return "player.erased" }

// PlayerRequested records a request to the staff about a record.
type PlayerRequested struct {
	Request uuid.UUID       `json:"request"` // id
	Player  league.PlayerID `json:"player"`
	Asks    string          `json:"asks"` // claim or name
}

// Kind is player.requested.
func (PlayerRequested) Kind() string { return "player.requested" }

// PlayerRequestEnded records the outcome of a request.
type PlayerRequestEnded struct {
	Request uuid.UUID       `json:"request"` // id
	Player  league.PlayerID `json:"player"`
	Outcome string          `json:"outcome"` // confirmed, refused, withdrawn or overtaken
}

// Kind is player.request-ended.
func (PlayerRequestEnded) Kind() string { return "player.request-ended" }

// PlayerCodeMade records that a code was made by which a record is claimed.
type PlayerCodeMade struct {
	Player league.PlayerID `json:"player"`
}

// Kind is player.code-made.
func (PlayerCodeMade) Kind() string { return "player.code-made" }

// PlayerMerged records that a record of the register is read as another from now on, as both are
// of one person.
type PlayerMerged struct {
	Player league.PlayerID `json:"player"` // the alias
	Into   league.PlayerID `json:"into"`   // the record that is kept
	Number int             `json:"number"` // of the facts about the alias
}

// Kind is player.merged.
func (PlayerMerged) Kind() string { return "player.merged" }

// PlayerUnmerged records that an alias is a record of its own again.
type PlayerUnmerged struct {
	Player league.PlayerID `json:"player"` // that was an alias
	From   league.PlayerID `json:"from"`   // the record that was kept for it
	Number int             `json:"number"` // of the facts about the alias
}

// Kind is player.unmerged.
func (PlayerUnmerged) Kind() string { return "player.unmerged" }

// PlayersDistinguished records that two records of the register, which look like one person's,
// are of two people.
type PlayersDistinguished struct {
	Player league.PlayerID `json:"player"` // the lower id of the two
	From   league.PlayerID `json:"from"`   // the other record
	Number int             `json:"number"` // of the facts about the two
}

// Kind is player.distinguished.
func (PlayersDistinguished) Kind() string { return "player.distinguished" }

// DistinctionRevoked records that two records are not said to be of two people any more.
type DistinctionRevoked struct {
	Player league.PlayerID `json:"player"` // the lower id of the two
	From   league.PlayerID `json:"from"`   // the other record
	Number int             `json:"number"` // of the facts about the two
}

// Kind is player.distinction-revoked.
func (DistinctionRevoked) Kind() string { return "player.distinction-revoked" }
