package matter

import (
	"github.com/google/uuid"
)

// Kind names the kind of thing that a letter is about.
type Kind string

// The kinds of matters. Each is a row of a tenant.
const (
	Invitation    Kind = "invitation"
	Convocation   Kind = "convocation"
	Ban           Kind = "ban"
	Leaving       Kind = "leaving"        // a withdrawal that was reported
	PlayerAddress Kind = "player-address" // a player whose address is to be confirmed
)

// Matter is something of a tenant about which letters are written. The zero matter is
// nothing that anybody waits for.
type Matter struct {
	Kind Kind
	ID   uuid.UUID
}

// State names the fate of a letter.
type State string

// The states of letters.
const (
	Waiting State = "waiting" // it is on its way, or waits until its reader confirms their address
	Sent    State = "sent"    // the mail server took it
	Refused State = "refused" // the mail server refused it for good
	Failed  State = "failed"  // no mail server could be reached for half a day
)
