package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// BanOutcome is a decision about a player who was expelled or committed another grave offense.
type BanOutcome string

// The outcomes.
const (
	NoBan  BanOutcome = "none"
	Banned BanOutcome = "ban"
)

// Ban is a case with the decisions about it.
type Ban struct {
	ID         league.BanID
	PlayerID   league.PlayerID
	PlayerName string
	PlayerClub string
	AccountID  *uuid.UUID      // of the player
	EventID    *league.EventID // where they were expelled or left; nil if Source gives the cause
	EventTitle string
	// SanctionID is the expulsion that caused the case, WithdrawalID the leaving without good
	// reason; nil for other cases.
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
	SeasonID   *league.SeasonID // only events of this season; nil for any
	Season     string           // its title; "" without one
	FromDay    rules.Day        // "" if there is no ban
	UntilDay   rules.Day        // "" until another decision
	Reason     string
	DecidedBy  string // name
	DecidedAt  time.Time
	Appeal     string // of the person against this decision; "" for none
	AppealedAt *time.Time
}

// Stands returns the latest decision, which stands.
func (b *Ban) Stands() BanDecision { return b.Decisions[len(b.Decisions)-1] }

// Version counts the decisions and appeals.
func (b *Ban) Version() int {
	n := len(b.Decisions)
	for _, d := range b.Decisions {
		if d.AppealedAt != nil {
			n++
		}
	}
	return n
}

// BanTerm is a standing ban: the player, the events and the term.
type BanTerm struct {
	ID       league.BanID
	PlayerID league.PlayerID
	Kinds    []string
	SeasonID *league.SeasonID // only events of this season; nil for any
	FromDay  rules.Day
	UntilDay rules.Day
}
