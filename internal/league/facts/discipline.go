package facts

import (
	"cmp"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// Sanction is a warning, an expulsion or a penalty in points as recorded.
type Sanction struct {
	ID              uuid.UUID
	Ordinal         int // in the order given, from 1
	Entry           int
	Kind            league.SanctionKind
	Round           int
	During          bool
	Reason          string
	Paragraph       string
	Offense         string  // code of the ruleset's list; "" for none of it
	Points          *string // added in the standings, a decimal; nil: those of the offense
	AfterEnd        bool    // given after the results were processed
	GivenBy         string  // name
	GivenAt         time.Time
	ConfirmedBy     *string
	ConfirmedAt     *time.Time
	ConfirmedRound  *int
	ConfirmedDuring *bool
	RevokedAt       *time.Time
	RevokedReason   string
}

// League returns the sanction in the engines' form.
func (s Sanction) League() league.Sanction {
	out := league.Sanction{
		Ref: s.ID.String(), Entry: league.Entry(s.Entry), Kind: s.Kind,
		At: league.Moment{Round: s.Round, During: s.During}, Reason: cmp.Or(s.Offense, s.Reason), Confirmed: s.ConfirmedAt != nil, AfterEnd: s.AfterEnd,
	}
	if s.Points != nil {
		if points, err := league.ParseFrac(*s.Points); err == nil { // the desk stores only valid ones
			out.Points = &points
		}
	}
	if s.ConfirmedRound != nil && s.ConfirmedDuring != nil {
		if at := (league.Moment{Round: *s.ConfirmedRound, During: *s.ConfirmedDuring}); at != out.At {
			out.ConfirmedAt = &at
		}
	}
	return out
}

// Confirm records that a sanction is confirmed now, at a moment of the event.
func (s *Sanction) Confirm(at league.Moment, now time.Time) {
	s.ConfirmedAt, s.ConfirmedRound, s.ConfirmedDuring = &now, &at.Round, &at.During
}

// ConfirmedMoment returns the moment of the event at which a confirmed sanction was confirmed,
// which may be that of the sanction itself.
func (s Sanction) ConfirmedMoment() league.Moment {
	if s.ConfirmedRound == nil || s.ConfirmedDuring == nil {
		return league.Moment{Round: s.Round, During: s.During}
	}
	return league.Moment{Round: *s.ConfirmedRound, During: *s.ConfirmedDuring}
}

// Withdrawal is an entry's leaving of the event as recorded.
type Withdrawal struct {
	ID            uuid.UUID
	Ordinal       int
	Entry         int
	Round         int
	During        bool
	Reason        string
	Unexcused     bool   // without good reason
	Qualified     bool   // had been named a finalist
	GivenBy       string // name
	GivenAt       time.Time
	RevokedAt     *time.Time
	RevokedReason string
}

// League returns the withdrawal in the engines' form.
func (w Withdrawal) League() league.Withdrawal {
	return league.Withdrawal{
		Ref: w.ID.String(), Entry: league.Entry(w.Entry), At: league.Moment{Round: w.Round, During: w.During}, Reason: w.Reason,
		Qualified: w.Qualified, Unexcused: w.Unexcused,
	}
}

// Ruling is a referee's decision without penalty, perhaps appealed.
type Ruling struct {
	ID            uuid.UUID
	Round         *int
	TableNumber   *int
	Question      string
	Decision      string
	Paragraph     string
	GivenBy       string // name
	GivenAt       time.Time
	AppealEntry   *int
	AppealReason  string
	AppealedAt    *time.Time
	Upheld        *bool
	FinalDecision string
	FinalBy       *string // name
	FinalAt       *time.Time
}
