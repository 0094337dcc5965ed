package people

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// Refusals of merging and of parting what was merged.
var (
	ErrItself      = league.Faults{{Field: "/into", Grounds: league.Grounds{Reason: "merge-itself"}}}
	ErrTwoAccounts = league.NotNow("merge-two-accounts") // of two people, as far as anybody knows
	ErrNotMerged   = league.NotNow("record-not-merged")
)

// ErrMerged refuses what cannot be done with an alias; into names the record that is kept.
func ErrMerged(into facts.Player) error {
	return &league.StateError{
		Grounds: league.Grounds{Reason: "record-merged", Params: map[string]string{"into": into.Name}},
		Current: map[string]any{"player": into.ID, "name": into.Name},
	}
}

// Pair holds two records of which somebody says that they are of one person: the alias and the
// one that is kept.
type Pair struct {
	Alias, Kept facts.Player
	// Into are the records that are kept for the two, where one is an alias already.
	Into []facts.Player
	// Others are the aliases of the one that is to be an alias.
	Others []facts.Player
	// Shared are the events that both have entered.
	Shared []facts.Event
	// Claimed are the seasons in which a refund is claimed for both, or was paid.
	Claimed []facts.Season
	// Distinct are the distinctions that stand between a record of the one and one of the other.
	Distinct []facts.Distinction
}

// MayMerge refuses to make the one an alias of the other. An alias leads to a record that is
// kept, never to another alias: one that is an alias already is parted first, and so are those
// of one that is to be an alias itself. Nobody has entered an event twice, so that two who have
// entered the same one are two; so are those whose journeys to a final are paid for both, and the
// owners of two accounts, until one is parted from their record, and two of whom somebody has said
// that they are two people, until that is taken back.
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

// refuseAliases refuses records that are aliases; into are the records that are kept for them.
func refuseAliases(into []facts.Player, records ...facts.Player) error {
	for _, record := range records {
		at := slices.IndexFunc(into, func(o facts.Player) bool { return record.KeptAs != nil && o.ID == *record.KeptAs })
		if at >= 0 {
			return ErrMerged(into[at])
		}
	}
	return nil
}

// Merge makes the fact that one is the alias of the other. Last is the one before about the
// alias; nil without one.
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

// AccountGoes names what becomes of the account of a person whose records are merged or parted.
type AccountGoes string

// What becomes of an account.
const (
	NoAccount     AccountGoes = "none"
	AccountStays  AccountGoes = "stays"   // the record that is kept has it, as before
	AccountComes  AccountGoes = "comes"   // the alias had it: from now on the record that is kept
	AccountIsBack AccountGoes = "returns" // it goes back with the record that is an alias no more
)

// Account returns what becomes of the account by merging two records.
func (p Pair) Account() AccountGoes {
	switch {
	case p.Kept.AccountID != nil:
		return AccountStays
	case p.Alias.AccountID != nil:
		return AccountComes
	}
	return NoAccount
}

// Likeness compares two records of the register: how far their names are the same, and whether
// they have the same mail address and year of birth.
func Likeness(a, b facts.Player) Resemblance {
	out := Resemble(a.Name, a.Email, b)
	if a.BirthYear != 0 && b.BirthYear != 0 {
		out.SameYear, out.OtherYear = a.BirthYear == b.BirthYear, a.BirthYear != b.BirthYear
	}
	return out
}

// Nearer compares two resemblances for sorting: what is more likely one person comes first. Another year of birth weighs more than all
// that agrees, since members of a family share names and addresses; then the year, the address and the name count, in this order.
func Nearer(a, b Resemblance) int {
	return cmp.Or(weigh(b.OtherYear, a.OtherYear), weigh(a.SameYear, b.SameYear), weigh(a.Mail, b.Mail), cmp.Compare(b.Name, a.Name))
}

// weigh puts what holds for the first before what holds for the second alone.
func weigh(first, second bool) int {
	switch {
	case first == second:
		return 0
	case first:
		return -1
	}
	return 1
}
