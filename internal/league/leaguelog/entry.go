package leaguelog

import (
	"github.com/google/uuid"

	"referto/internal/league"
)

// EntryCreated tells that somebody has entered an event.
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

// EntryCancelled tells that an entry was taken back.
type EntryCancelled struct{ EntryNow }

// Kind is entry.cancelled.
func (EntryCancelled) Kind() string { return "entry.cancelled" }

// EntryBarred tells that an entry was cancelled that the regulation refuses.
type EntryBarred struct{ EntryNow }

// Kind is entry.barred.
func (EntryBarred) Kind() string { return "entry.barred" }

// EntryCheckedIn tells that an entrant is there.
type EntryCheckedIn struct{ EntryNow }

// Kind is entry.checked-in.
func (EntryCheckedIn) Kind() string { return "entry.checked-in" }

// CheckInUndone tells that an entrant is not there after all.
type CheckInUndone struct{ EntryNow }

// Kind is entry.check-in-undone.
func (CheckInUndone) Kind() string { return "entry.check-in-undone" }

// FeeMarked tells that it was noted whether the fee of an entry is paid.
type FeeMarked struct{ EntryNow }

// Kind is entry.fee-marked.
func (FeeMarked) Kind() string { return "entry.fee-marked" }

// EntryPromoted tells that an entry has moved up from the waiting list.
type EntryPromoted struct {
	Entry league.Entry `json:"entry"`
}

// Kind is entry.promoted.
func (EntryPromoted) Kind() string { return "entry.promoted" }

// EntryAccepted tells that a referee lets somebody in from the waiting list.
type EntryAccepted struct {
	Entry league.Entry `json:"entry"`
}

// Kind is entry.accepted.
func (EntryAccepted) Kind() string { return "entry.accepted" }

// AcceptanceUndone tells that somebody is not let in from the waiting list after all.
type AcceptanceUndone struct {
	Entry league.Entry `json:"entry"`
}

// Kind is entry.acceptance-undone.
func (AcceptanceUndone) Kind() string { return "entry.acceptance-undone" }

// EntryExempted tells that somebody may enter although he has a place already.
type EntryExempted struct {
	Player league.PlayerID `json:"player"`
}

// Kind is entry.exempted.
func (EntryExempted) Kind() string { return "entry.exempted" }

// EntryReplaced tells that a reserve plays in the place of an entrant. He has what was
// drawn for that one, except the lot, and his seat where a round is drawn.
type EntryReplaced struct {
	Entry league.Entry `json:"entry"`         // who does not play
	By    league.Entry `json:"by"`            // the reserve
	Lot   int          `json:"lot" since:"2"` // of the reserve
}

// Kind is entry.replaced.
func (EntryReplaced) Kind() string { return "entry.replaced" }

// CheckedEntry is the decision about an entrant who resembles somebody that may not
// take part.
type CheckedEntry struct {
	Entry league.Entry `json:"entry"`
	Check uuid.UUID    `json:"check"` // id of the decision
}

// EntryConfirmed tells that an entrant is nobody of those whom he resembles.
type EntryConfirmed struct{ CheckedEntry }

// Kind is entry.confirmed.
func (EntryConfirmed) Kind() string { return "entry.confirmed" }

// EntryRefused tells that an entrant is somebody who may not take part.
type EntryRefused struct{ CheckedEntry }

// Kind is entry.refused.
func (EntryRefused) Kind() string { return "entry.refused" }

// PlayerCreated tells that somebody came into the register of players.
type PlayerCreated struct {
	Player league.PlayerID `json:"player"`
}

// Kind is player.created.
func (PlayerCreated) Kind() string { return "player.created" }

// PlayerChanged tells that what the register says of a player was changed.
type PlayerChanged struct {
	Player  league.PlayerID `json:"player"`
	Version int             `json:"version"` // of what it says
}

// Kind is player.changed.
func (PlayerChanged) Kind() string { return "player.changed" }

// PlayerLinked tells that a record of the register is an account's from now on. Whose, the
// log does not say.
type PlayerLinked struct {
	Player league.PlayerID `json:"player"`
	How    string          `json:"how"` // mail, code or request
}

// Kind is player.linked.
func (PlayerLinked) Kind() string { return "player.linked" }

// PlayerUnlinked tells that a record of the register is nobody's account's any more.
type PlayerUnlinked struct {
	Player league.PlayerID `json:"player"`
	Staff  bool            `json:"staff,omitempty"` // it was parted by the staff, not by the person
}

// Kind is player.unlinked.
func (PlayerUnlinked) Kind() string { return "player.unlinked" }

// PlayerRequested tells that somebody asks of the staff something about a record.
type PlayerRequested struct {
	Request uuid.UUID       `json:"request"` // id
	Player  league.PlayerID `json:"player"`
	Asks    string          `json:"asks"` // claim or name
}

// Kind is player.requested.
func (PlayerRequested) Kind() string { return "player.requested" }

// PlayerRequestEnded tells what became of a request.
type PlayerRequestEnded struct {
	Request uuid.UUID       `json:"request"` // id
	Player  league.PlayerID `json:"player"`
	Outcome string          `json:"outcome"` // confirmed, refused, withdrawn or overtaken
}

// Kind is player.request-ended.
func (PlayerRequestEnded) Kind() string { return "player.request-ended" }

// PlayerCodeMade tells that a code was made by which a record is claimed.
type PlayerCodeMade struct {
	Player league.PlayerID `json:"player"`
}

// Kind is player.code-made.
func (PlayerCodeMade) Kind() string { return "player.code-made" }
