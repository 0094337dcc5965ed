package leaguelog

import (
	"github.com/google/uuid"

	"referto/internal/league"
)

// SanctionGiven records that an entry was penalized.
type SanctionGiven struct {
	Sanction     uuid.UUID           `json:"sanction"` // id
	Entry        league.Entry        `json:"entry"`
	SanctionKind league.SanctionKind `json:"kind"`                       // warning, expulsion or points
	Round        int                 `json:"round" since:"2"`            // 0 is before the first
	During       bool                `json:"during" since:"2"`           // while games of the round were played
	Offense      string              `json:"offense" since:"2"`          // code of the ruleset's list; "" for none of it
	Points       *league.Frac        `json:"points,omitempty" since:"2"` // added in the standings, where it does not follow from the offense
	Confirmed    bool                `json:"confirmed" since:"2"`        // by the first referee
	AfterEnd     bool                `json:"afterEnd" since:"2"`         // given when the results had been processed
}

// Kind is sanction.given.
func (SanctionGiven) Kind() string { return "sanction.given" }

// SanctionConfirmed records that the first referee has confirmed an expulsion.
type SanctionConfirmed struct {
	Sanction uuid.UUID    `json:"sanction"` // id
	Entry    league.Entry `json:"entry"`
	Round    int          `json:"round" since:"2"`  // 0 is before the first
	During   bool         `json:"during" since:"2"` // while games of the round were played
}

// Kind is sanction.confirmed.
func (SanctionConfirmed) Kind() string { return "sanction.confirmed" }

// SanctionRevoked records that a penalty was taken back.
type SanctionRevoked struct {
	Sanction uuid.UUID    `json:"sanction"` // id
	Entry    league.Entry `json:"entry"`
}

// Kind is sanction.revoked.
func (SanctionRevoked) Kind() string { return "sanction.revoked" }

// WithdrawalRecorded records that an entry has left an event for good.
type WithdrawalRecorded struct {
	Withdrawal uuid.UUID    `json:"withdrawal"` // id
	Entry      league.Entry `json:"entry"`
	Round      int          `json:"round"`               // 0 is before the first
	During     bool         `json:"during" since:"2"`    // while games of the round were played
	Qualified  bool         `json:"qualified" since:"2"` // after the finalists had been named
	Unexcused  bool         `json:"unexcused" since:"2"` // without good reason
}

// Kind is withdrawal.recorded.
func (WithdrawalRecorded) Kind() string { return "withdrawal.recorded" }

// WithdrawalRevoked records that an entry has not left after all.
type WithdrawalRevoked struct {
	Withdrawal uuid.UUID    `json:"withdrawal"` // id
	Entry      league.Entry `json:"entry"`
}

// Kind is withdrawal.revoked.
func (WithdrawalRevoked) Kind() string { return "withdrawal.revoked" }

// RulingRecorded records that a referee has ruled on a question without
// penalty.
type RulingRecorded struct {
	Ruling    uuid.UUID `json:"ruling"`                    // id
	Round     *int      `json:"round,omitempty" since:"2"` // about which it is
	Table     *int      `json:"table,omitempty" since:"2"` // about which it is
	Paragraph string    `json:"paragraph" since:"2"`       // of the regulation, by which they ruled; "" for none
}

// Kind is ruling.recorded.
func (RulingRecorded) Kind() string { return "ruling.recorded" }

// RulingAppealed records that a player has appealed to the first referee.
type RulingAppealed struct {
	Ruling uuid.UUID    `json:"ruling"` // id
	Entry  league.Entry `json:"entry"`  // who appealed
}

// Kind is ruling.appealed.
func (RulingAppealed) Kind() string { return "ruling.appealed" }

// AppealDecided records that the first referee has decided about an appeal.
type AppealDecided struct {
	Ruling uuid.UUID `json:"ruling"` // id
	Upheld bool      `json:"upheld"` // the ruling stands
}

// Kind is ruling.decided.
func (AppealDecided) Kind() string { return "ruling.decided" }

// BanDecided records that something was decided about a ban.
type BanDecided struct {
	Ban league.BanID `json:"ban"`
}

// Kind is ban.decided.
func (BanDecided) Kind() string { return "ban.decided" }

// BanAppealed records that an appeal against a ban was received.
type BanAppealed struct {
	Ban league.BanID `json:"ban"`
}

// Kind is ban.appealed.
func (BanAppealed) Kind() string { return "ban.appealed" }

// ExclusionRecorded records that a person may not take part.
type ExclusionRecorded struct {
	Exclusion uuid.UUID `json:"exclusion"` // id
}

// Kind is exclusion.recorded.
func (ExclusionRecorded) Kind() string { return "exclusion.recorded" }

// ExclusionRevoked records that an exclusion was taken back.
type ExclusionRevoked struct {
	Exclusion uuid.UUID `json:"exclusion"` // id
}

// Kind is exclusion.revoked.
func (ExclusionRevoked) Kind() string { return "exclusion.revoked" }

// LapseDecided records whether a player had a good reason for not coming, or for taking
// their entry back too late.
type LapseDecided struct {
	Entry   league.Entry `json:"entry"`
	Number  int          `json:"number"`  // of the decisions about the entry, from 1
	Excused bool         `json:"excused"` // for a good reason
}

// Kind is entry.lapse-decided.
func (LapseDecided) Kind() string { return "entry.lapse-decided" }
