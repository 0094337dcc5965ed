package people

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// The refusals of merging and of parting.
var (
	ErrItself      = league.Faults{{Field: "/into", Grounds: league.Grounds{Reason: "merge-itself"}}}
	ErrTwoAccounts = league.NotNow("merge-two-accounts") // belonging to two people, as far as known
	ErrNotMerged   = league.NotNow("record-not-merged")
)

// ErrMerged refuses an act that is impossible with an alias; into is the kept record.
func ErrMerged(into facts.Player) error {
	return &league.StateError{
		Grounds: league.Grounds{Reason: "record-merged", Params: map[string]string{"into": into.Name}},
		Current: map[string]any{"player": into.ID, "name": into.Name},
	}
}

// Pair holds two records that are to be merged: the alias and the one to keep.
type Pair struct {
	Alias, Kept facts.Player
	// Into are the kept records of the two, if one is an alias already.
	Into []facts.Player
	// Others are the present aliases of the record that is to become an alias.
	Others []facts.Player
	// Shared are the events with entries of both.
	Shared []facts.Event
	// Claimed are the seasons with a claimed or paid refund for both.
	Claimed []facts.Season
	// Distinct are the standing distinctions between records of the two.
	Distinct []facts.Distinction
}

// MayMerge refuses to make one record an alias of the other. An alias leads to a kept record, never
// to another alias: a record that is an alias already has to be parted first, and so do the aliases
// of a record that is to become one. Nobody enters an event twice, so two records with entries in
// one event belong to two people; so do two with refunds of journeys to the same final, two with
// different accounts, until one is unlinked, and two that were declared to be two people, until
// that is revoked.
func (p Pair) MayMerge() error {
	if p.Alias.ID == p.Kept.ID {
		return ErrItself
	}
	if err := refuseAliases(p.Into, p.Alias, p.Kept); err != nil {
		return err
	}
	switch {
	case len(p.Distinct) > 0:
		return errTwoPeople(p)
	case len(p.Others) > 0:
		return league.NotNow("record-keeps-others", "name", p.Others[0].Name)
	case len(p.Shared) > 0:
		return league.NotNow("merge-same-event", "event", p.Shared[0].Title)
	case len(p.Claimed) > 0: // nobody travels to a final twice
		return league.NotNow("merge-two-refunds", "season", p.Claimed[0].Title)
	case p.Alias.AccountID != nil && p.Kept.AccountID != nil && *p.Alias.AccountID != *p.Kept.AccountID:
		return ErrTwoAccounts
	}
	return nil
}

// refuseAliases refuses records that are aliases; into are their kept records.
func refuseAliases(into []facts.Player, records ...facts.Player) error {
	for _, record := range records {
		at := slices.IndexFunc(into, func(o facts.Player) bool { return record.KeptAs != nil && o.ID == *record.KeptAs })
		if at >= 0 {
			return ErrMerged(into[at])
		}
	}
	return nil
}

// Merge makes the fact that one record is an alias of the other. Last is the previous fact about
// the alias; nil without one.
func (p Pair) Merge(last *facts.Merge, reason string, now time.Time) facts.Merge {
	return next(p.Alias.ID, last, &p.Kept.ID, reason, now)
}

// Part makes the fact that an alias is a record of its own again.
func Part(alias facts.Player, last *facts.Merge, reason string, now time.Time) (facts.Merge, error) {
	if alias.KeptAs == nil {
		return facts.Merge{}, ErrNotMerged
	}
	return next(alias.ID, last, nil, reason, now), nil
}

func next(alias league.PlayerID, last *facts.Merge, kept *league.PlayerID, reason string, now time.Time) facts.Merge {
	m := facts.Merge{AliasID: alias, Number: 1, KeptID: kept, Reason: reason, DecidedAt: now}
	if last != nil {
		m.Number = last.Number + 1
	}
	return m
}

// AccountGoes is the effect on a person's account when records are merged or parted.
type AccountGoes string

// The effects on an account.
const (
	NoAccount     AccountGoes = "none"
	AccountStays  AccountGoes = "stays"   // the kept record has it, as before
	AccountComes  AccountGoes = "comes"   // it moves from the alias to the kept record
	AccountIsBack AccountGoes = "returns" // it goes back to the record that is no longer an alias
)

// Account returns the effect of the merger on the account.
func (p Pair) Account() AccountGoes {
	switch {
	case p.Kept.AccountID != nil:
		return AccountStays
	case p.Alias.AccountID != nil:
		return AccountComes
	}
	return NoAccount
}

// Likeness compares two records of the register by name, mail address and year of birth.
func Likeness(a, b facts.Player) Resemblance {
	out := Resemble(a.Name, a.Email, b)
	if a.BirthYear != 0 && b.BirthYear != 0 {
		out.SameYear, out.OtherYear = a.BirthYear == b.BirthYear, a.BirthYear != b.BirthYear
	}
	return out
}

// Nearer compares two resemblances for sorting: the more likely one person comes first. A different
// year of birth outweighs all similarities, since members of a family share names and addresses;
// otherwise the same year, the address and the name count, in this order.
func Nearer(a, b Resemblance) int {
	return cmp.Or(weigh(b.OtherYear, a.OtherYear), weigh(a.SameYear, b.SameYear), weigh(a.Mail, b.Mail), cmp.Compare(b.Name, a.Name))
}

// weigh returns a negative number if a property holds only for the first, a positive one if only
// for the second.
func weigh(first, second bool) int {
	switch {
	case first == second:
		return 0
	case first:
		return -1
	}
	return 1
}
