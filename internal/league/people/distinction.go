package people

import (
	"bytes"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// The refusals of a distinction between two records, and of its revocation.
var (
	ErrNotTwo      = league.Faults{{Field: "/other", Grounds: league.Grounds{Reason: "distinction-itself"}}}
	ErrDistinct    = league.NotNow("records-distinct")
	ErrNotDistinct = league.NotNow("records-not-distinct")
)

// errTwoPeople refuses to merge two people who were declared to be two. It names the records of
// that distinction: one of them may be an alias.
func errTwoPeople(p Pair) error {
	said := p.Distinct[0]
	return &league.StateError{
		Grounds: league.Grounds{Reason: "merge-two-people", Params: map[string]string{"name": p.Alias.Name, "other": p.Kept.Name}},
		Current: map[string]any{"player": said.OneID, "other": said.OtherID},
	}
}

// Namesakes holds two records of the register that are to be declared two people.
type Namesakes struct {
	One, Other facts.Player
	// Into are the kept records of the two, if one is an alias.
	Into []facts.Player
	// Last is the last distinction of the two; nil without one.
	Last *facts.Distinction
}

// Distinguish makes the fact that the two records belong to two people. It refuses aliases: the
// distinction has to be made for the kept record.
func (n Namesakes) Distinguish(reason string, now time.Time) (facts.Distinction, error) {
	switch {
	case n.One.ID == n.Other.ID:
		return facts.Distinction{}, ErrNotTwo
	case n.stands():
		return facts.Distinction{}, ErrDistinct
	}
	if err := refuseAliases(n.Into, n.One, n.Other); err != nil {
		return facts.Distinction{}, err
	}
	return n.next(true, reason, now), nil
}

// TakeBack makes the fact that revokes the distinction. It accepts an alias, as a record may have
// become one since.
func (n Namesakes) TakeBack(reason string, now time.Time) (facts.Distinction, error) {
	if !n.stands() {
		return facts.Distinction{}, ErrNotDistinct
	}
	return n.next(false, reason, now), nil
}

func (n Namesakes) stands() bool { return n.Last != nil && n.Last.TwoPeople }

func (n Namesakes) next(two bool, reason string, now time.Time) facts.Distinction {
	one, other := InOrder(n.One.ID, n.Other.ID)
	d := facts.Distinction{OneID: one, OtherID: other, Number: 1, TwoPeople: two, Reason: reason, DecidedAt: now}
	if n.Last != nil {
		d.Number = n.Last.Number + 1
	}
	return d
}

// InOrder puts the ids of two records in the order in which a distinction names them.
func InOrder(one, other league.PlayerID) (lower, higher league.PlayerID) {
	if bytes.Compare(one.UUID[:], other.UUID[:]) > 0 {
		return other, one
	}
	return one, other
}
