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

// Check says that an entrant resembles others who may not take part, so that somebody has
// to say whether they are one of them. It follows from the names as they are and from what
// is known of the others; decisions about it are facts.
type Check struct {
	// Resembles are those about whom is not decided; none where it is.
	Resembles []Double
	// Decided is the last decision about the entry; nil without one.
	Decided *facts.EntryCheck
}

// Open reports whether somebody has to decide.
func (c Check) Open() bool { return len(c.Resembles) > 0 }

// Double is somebody whom an entrant resembles and who may not take part.
type Double struct {
	ID        uuid.UUID // of the player, or of the line of the staff who is none
	Player    bool      // in the register
	Name      string
	Club      string
	AccountID *uuid.UUID
	Why       []league.Grounds // they may not take part
}

// NewCheck decides about an entry that is to be checked.
type NewCheck struct {
	Outcome facts.CheckOutcome
	Reason  string
	// Everywhere: who decides has the office over the tenant, so that what they confirm
	// holds for all its events.
	Everywhere bool
}

// CheckOf returns the check of an entry of an event whose player resembles some people,
// after what was decided about the player: whoever was once found to be nobody else is not
// asked about again, nor are two records of which was said that they are two people.
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
		if !slices.Contains(cleared, double.ID) && (!double.Player || !two.Are(e.PlayerID, league.PlayerID{UUID: double.ID})) {
			c.Resembles = append(c.Resembles, double)
		}
	}
	return c
}

// KeptOut lists the reasons for which a person whom an entrant resembles may not take part.
// Of the staff who are no players only those who referee are asked about (CN09 1.5).
func (s *Situation) KeptOut(p *Background, other Double) []league.Grounds {
	if other.Player {
		return s.Excludes(p, league.PlayerID{UUID: other.ID}, other.AccountID)
	}
	return qualify.Exclusions(s.Rules, []rules.ExclusionReason{rules.RefereeOfEvent})
}

// SeasonsThatQualify lists the seasons for whose finals somebody may be qualified so that
// they may not enter the event: its own, where it leads to them (CN09 1.5).
func (s *Situation) SeasonsThatQualify() []league.SeasonID {
	e := s.Event
	if e.SeasonID == nil || e.Circuit == "" || e.IsFinal() {
		return []league.SeasonID{}
	}
	return []league.SeasonID{*e.SeasonID}
}

// ToBeChecked lists the entries that may need a check: those that wait for the start or
// stand by, of an event that is not over.
func (s *Situation) ToBeChecked() []facts.Entry {
	if s.Over() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.Entries), func(e facts.Entry) bool { return !e.Waits() })
}

// toBeChecked is the reason of an entry that waits for a decision about its check.
const toBeChecked = "entry-to-be-checked"

// RequireChecked refuses entries whose check is undecided, by start number. The refusal does
// not say why they are checked: entrants are not to know whom they resemble.
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

// MayCheck refuses to decide about an entry that waits for nothing, or resembles nobody.
func MayCheck(e facts.Entry, c Check) error {
	switch {
	case !e.Waits():
		return league.NotNow("entry-state", "state", string(e.State))
	case !c.Open():
		return league.NotNow("entry-not-to-be-checked", "entry", strconv.Itoa(e.Number))
	}
	return nil
}

// Involves reports whether an account is the entrant's or that of one of those whom they
// resemble: nobody decides about themselves.
func (c Check) Involves(account uuid.UUID, e facts.Entry) bool {
	own := func(of *uuid.UUID) bool { return of != nil && *of == account }
	return own(e.AccountID) || slices.ContainsFunc(c.Resembles, func(o Double) bool { return own(o.AccountID) })
}

// DecideCheck makes the decision about the check of an entry, without its id: the entrant is
// confirmed to be none of those whom they resemble, or refused as one. An entry in a final
// is not refused: it follows from the place there.
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

// FirstWhoMayPlay returns the first of some reserves who may take part (CN09 1.5): passed
// over is whoever has been barred since the start, or resembles somebody who is. Where nobody
// may, the error says why the first may not.
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
