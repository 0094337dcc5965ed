package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// RequestKind is the kind of a request to the staff about a record of the register.
type RequestKind string

// The kinds of requests.
const (
	ClaimRequest RequestKind = "claim" // that the record is their own
	NameRequest  RequestKind = "name"  // for another name
)

// RequestOutcome is the outcome of a request.
type RequestOutcome string

// The outcomes; "" while the request waits.
const (
	RequestConfirmed RequestOutcome = "confirmed"
	RequestRefused   RequestOutcome = "refused"
	RequestWithdrawn RequestOutcome = "withdrawn"
	// RequestOvertaken is a claim of a record that was linked with another account meanwhile, or by
	// an account that was linked with another record.
	RequestOvertaken RequestOutcome = "overtaken"
)

// PlayerRequest is a person's request to the staff about their own record.
type PlayerRequest struct {
	ID        uuid.UUID
	Kind      RequestKind
	PlayerID  league.PlayerID
	AccountID uuid.UUID // of the requester
	Name      string    // the requested name; "" for a claim
	Words     string
	AskedAt   time.Time
	Outcome   RequestOutcome
	Reason    string // of the decision
	DecidedBy *uuid.UUID
	DecidedAt *time.Time
}

// WaitingRequest is a waiting request, with the owner of the record.
type WaitingRequest struct {
	ID        uuid.UUID
	Kind      RequestKind
	AccountID uuid.UUID // of the requester
	Player    string    // the name of the record
	Owner     *uuid.UUID
	AskedAt   time.Time
	Regions   []league.RegionID // where any record of the person has entered an event
}

// WaitingAffiliation is the unanswered request of a club to belong to the federation.
type WaitingAffiliation struct {
	ID      uuid.UUID
	Club    string // its name
	AskedAt time.Time
}

// ClaimMail records that a letter with a link for claiming a record was requested.
type ClaimMail struct {
	ID        uuid.UUID
	PlayerID  league.PlayerID
	AskedBy   uuid.UUID // account
	AskedAt   time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time
}

// LinkedClaim is the link of such a letter.
type LinkedClaim struct {
	ClaimMail
	Address string // to which it was written
}

// ClaimCode is a printed code for claiming a record.
type ClaimCode struct {
	ID         uuid.UUID
	PlayerID   league.PlayerID
	Handle     string // identifies the code
	SecretHash []byte // SHA-256 of the rest
	MadeBy     uuid.UUID
	MadeAt     time.Time
	ExpiresAt  time.Time
	Tries      int // including the present one
	EndedAt    *time.Time
	UsedAt     *time.Time
}
