package officiating

import (
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
)

// Check states that an entrant resembles people who may not take part, so that somebody has to
// decide whether they are the same person. It is derived from the present names and the facts about
// the others; decisions about it are facts.
type Check struct {
	// Resembles are the people about whom there is no decision yet; none if all are decided.
	Resembles []Double
	// Decided is the last decision about the entry; nil without one.
	Decided *facts.EntryCheck
}

// Open reports whether a decision is needed.
func (c Check) Open() bool { return len(c.Resembles) > 0 }

// Double is a person whom an entrant resembles and who may not take part.
type Double struct {
	ID        uuid.UUID // of the player, or of the staff record if not in the register
	Player    bool      // in the register
	Name      string
	Club      string
	AccountID *uuid.UUID
	Why       []league.Grounds // why they may not take part
}

// InRegister returns the player, and false for a person who is not in the register.
func (d Double) InRegister() (league.PlayerID, bool) {
	if !d.Player {
		return league.PlayerID{}, false
	}
	return league.PlayerID{UUID: d.ID}, true
}

// NewCheck is a decision about an entry's check.
type NewCheck struct {
	Outcome facts.CheckOutcome
	Reason  string
	// Everywhere reports whether the decider's office covers the whole tenant, so that a
	// confirmation holds for all its events.
	Everywhere bool
}

// CheckOf returns the check of an entry of an event whose player resembles some people, after the
// decisions about the player: people from whom the player was once distinguished are left out, and
// so are records that were declared to be two people.
func CheckOf(event league.EventID, e facts.Entry, doubles []Double, decided []facts.EntryCheck, two facts.TwoPeople) Check {
	c := Check{}
	var cleared []uuid.UUID
	for i, one := range decided {
		if one.PlayerID != e.PlayerID {
			continue
		}
		if one.EventID == event && one.Entry == e.Number {
			c.Decided = &decided[i]
		}
		if one.Outcome == facts.CheckConfirmed {
			cleared = append(cleared, one.About...)
		}
	}
	for _, double := range doubles {
		player, registered := double.InRegister()
		if !slices.Contains(cleared, double.ID) && (!registered || !two.Are(e.PlayerID, player)) {
			c.Resembles = append(c.Resembles, double)
		}
	}
	return c
}

// KeptOut lists the reasons for which a person whom an entrant resembles may not take part. Staff
// outside the register count only if they referee (CN09 1.5).
func (s *Situation) KeptOut(p *Background, other Double) []league.Grounds {
	if player, registered := other.InRegister(); registered {
		return s.Excludes(p, player, other.AccountID)
	}
	return qualify.Exclusions(s.Rules, []rules.ExclusionReason{rules.RefereeOfEvent})
}

// SeasonsThatQualify lists the seasons in which being qualified for a final excludes from the
// event: its own season, if the event leads to its finals (CN09 1.5).
func (s *Situation) SeasonsThatQualify() []league.SeasonID {
	e := s.Event
	if e.SeasonID == nil || e.Circuit == "" || e.IsFinal() {
		return []league.SeasonID{}
	}
	return []league.SeasonID{*e.SeasonID}
}

// ToBeChecked lists the entries that may need a check: those waiting for the start or on the
// waiting list, of an event that is not over.
func (s *Situation) ToBeChecked() []facts.Entry {
	if s.Over() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.Entries), func(e facts.Entry) bool { return !e.Waits() })
}

// toBeChecked is the reason of an entry whose check is undecided.
const toBeChecked = "entry-to-be-checked"

// RequireChecked refuses entries with an undecided check; checks are by start number. The refusal
// gives no reason: entrants must not learn whom they resemble.
func RequireChecked(checks map[int]Check, entries []facts.Entry) error {
	for _, e := range entries {
		if checks[e.Number].Open() {
			return league.NotNow(toBeChecked, "entry", strconv.Itoa(e.Number))
		}
	}
	return nil
}

// Unchecked is the fault of an entry whose check is undecided.
func Unchecked(number int) league.Fault {
	return league.Fault{Field: EntryField(number), Grounds: league.Grounds{Reason: toBeChecked, Params: map[string]string{"entry": strconv.Itoa(number)}}}
}

// MayCheck refuses to decide about an entry that no longer waits, or whose check is not open.
func MayCheck(e facts.Entry, c Check) error {
	switch {
	case !e.Waits():
		return league.NotNow("entry-state", "state", string(e.State))
	case !c.Open():
		return league.NotNow("entry-not-to-be-checked", "entry", strconv.Itoa(e.Number))
	}
	return nil
}

// Involves reports whether an account belongs to the entrant or to a person whom they resemble:
// nobody decides about themselves.
func (c Check) Involves(account uuid.UUID, e facts.Entry) bool {
	own := func(of *uuid.UUID) bool { return of != nil && *of == account }
	return own(e.AccountID) || slices.ContainsFunc(c.Resembles, func(o Double) bool { return own(o.AccountID) })
}

// DecideCheck makes the decision about the check of an entry, without its id: the entrant is
// confirmed to be another person than those they resemble, or refused. An entry in a final is not
// refused: it follows from the place there.
func (s *Situation) DecideCheck(c Check, e facts.Entry, n NewCheck, now time.Time) (facts.EntryCheck, error) {
	if n.Outcome == facts.CheckRefused && s.Event.IsFinal() {
		return facts.EntryCheck{}, &league.StateError{Grounds: s.FinalGrounds("entry-of-final")}
	}
	out := facts.EntryCheck{
		EventID: s.Event.ID, Entry: e.Number, PlayerID: e.PlayerID, Outcome: n.Outcome,
		Everywhere: n.Everywhere && n.Outcome == facts.CheckConfirmed, Reason: n.Reason, DecidedAt: now,
	}
	for _, double := range c.Resembles {
		out.About = append(out.About, double.ID)
	}
	return out, nil
}

// FirstWhoMayPlay returns the first of some reserves who may take part (CN09 1.5). It passes over
// reserves who have been barred since the start, or have an open check. If nobody may play, the
// error is the refusal of the first.
func (s *Situation) FirstWhoMayPlay(p *Background, checks map[int]Check, reserves []facts.Entry) (facts.Entry, error) {
	for _, e := range reserves {
		if len(s.Excluded(p, e)) == 0 && !checks[e.Number].Open() {
			return e, nil
		}
	}
	first := reserves[:1]
	if err := s.RefuseExcluded(p, first); err != nil {
		return facts.Entry{}, err
	}
	return facts.Entry{}, RequireChecked(checks, first)
}
