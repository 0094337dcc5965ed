package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// BanOutcome names a decision about somebody who was expelled or offended gravely
// otherwise.
type BanOutcome string

// The outcomes.
const (
	NoBan  BanOutcome = "none"
	Banned BanOutcome = "ban"
)

// Ban is a case with what has been decided about it.
type Ban struct {
	ID         league.BanID
	PlayerID   league.PlayerID
	PlayerName string
	PlayerClub string
	AccountID  *uuid.UUID      // of the player
	EventID    *league.EventID // where they were expelled or left; nil: Source says what it rests on
	EventTitle string
	// SanctionID is the expulsion that it is about, WithdrawalID the leaving without good
	// reason; nil for others.
	SanctionID   *uuid.UUID
	WithdrawalID *uuid.UUID
	Source       string
	OpenedAt     time.Time
	Decisions    []BanDecision `db:"-"` // in order, at least one
}

// BanDecision is one decision about a case; the latest stands.
type BanDecision struct {
	BanID      league.BanID
	Ordinal    int // from 1
	Outcome    BanOutcome
	Kinds      []string         // of events; empty is all
	SeasonID   *league.SeasonID // whose events it is about; nil is none in particular
	Season     string           // its title; "" without one
	FromDay    rules.Day        // "" without a ban
	UntilDay   rules.Day        // "" is until it is decided otherwise
	Reason     string
	DecidedBy  string // name
	DecidedAt  time.Time
	Appeal     string // of the person against this decision; "" for none
	AppealedAt *time.Time
}

// Stands is the decision that stands.
func (b *Ban) Stands() BanDecision { return b.Decisions[len(b.Decisions)-1] }

// Version counts the decisions and appeals so far.
func (b *Ban) Version() int {
	n := len(b.Decisions)
	for _, d := range b.Decisions {
		if d.AppealedAt != nil {
			n++
		}
	}
	return n
}

// BanTerm is a ban that stands: of whom, from what, for how long.
type BanTerm struct {
	ID       league.BanID
	PlayerID league.PlayerID
	Kinds    []string
	SeasonID *league.SeasonID // from whose events; nil is none in particular
	FromDay  rules.Day
	UntilDay rules.Day
}
