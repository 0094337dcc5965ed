package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// RequestKind names what somebody asks of the staff about a record of the register.
type RequestKind string

// The kinds of requests.
const (
	ClaimRequest RequestKind = "claim" // the record is theirs
	NameRequest  RequestKind = "name"  // their name is another
)

// RequestOutcome names what became of a request.
type RequestOutcome string

// The outcomes; "" is one that waits.
const (
	RequestConfirmed RequestOutcome = "confirmed"
	RequestRefused   RequestOutcome = "refused"
	RequestWithdrawn RequestOutcome = "withdrawn"
	// RequestOvertaken is a claim of a record that somebody else has been linked with, or by
	// somebody who has been linked with another.
	RequestOvertaken RequestOutcome = "overtaken"
)

// PlayerRequest holds a request of somebody to the staff about their own
// record.
type PlayerRequest struct {
	ID        uuid.UUID
	Kind      RequestKind
	PlayerID  league.PlayerID
	AccountID uuid.UUID // of who asks
	Name      string    // that they ask for; "" of a claim
	Words     string
	AskedAt   time.Time
	Outcome   RequestOutcome
	Reason    string // of the decision
	DecidedBy *uuid.UUID
	DecidedAt *time.Time
}

// WaitingRequest is a request that waits, with whose record it is about.
type WaitingRequest struct {
	ID        uuid.UUID
	Kind      RequestKind
	AccountID uuid.UUID // of who asks
	Player    string    // the name of the record
	Owner     *uuid.UUID
	AskedAt   time.Time
	Regions   []league.RegionID // in which the person has entered an event by any record of theirs
}

// WaitingAffiliation is the request of a club to belong to the federation, which nobody has answered.
type WaitingAffiliation struct {
	ID      uuid.UUID
	Club    string // its name
	AskedAt time.Time
}

// ClaimMail records that a letter was asked for by whose link a record is
// claimed.
type ClaimMail struct {
	ID        uuid.UUID
	PlayerID  league.PlayerID
	AskedBy   uuid.UUID // account
	AskedAt   time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time
}

// LinkedClaim is a link of such a letter.
type LinkedClaim struct {
	ClaimMail
	Address string // to which it was written
}

// ClaimCode is a code that is printed for a record.
type ClaimCode struct {
	ID         uuid.UUID
	PlayerID   league.PlayerID
	Handle     string // says which code it is
	SecretHash []byte // SHA-256 of the rest
	MadeBy     uuid.UUID
	MadeAt     time.Time
	ExpiresAt  time.Time
	Tries      int // the one at hand among them
	EndedAt    *time.Time
	UsedAt     *time.Time
}
