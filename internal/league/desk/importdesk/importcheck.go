package importdesk

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/imports"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Incoming holds a file with the decisions about it.
type Incoming struct {
	Form eventfile.Form
	Data []byte
	// Fold writes a name so that different spellings become equal: two people whose names fold alike may be one.
	Fold      func(string) string
	Decisions Decisions
	// Reason is shown to readers of the event; it explains why nothing of it was drawn here.
	Reason string
	// Progress is called as the work goes on, with the phase that begins, the number of lines done and the number
	// of lines of the file. It may be nil.
	Progress func(phase string, done, lines int)
}

// Decisions supply facts that a file does not hold.
type Decisions struct {
	// People maps entries to their players; [uuid.Nil] stands for a new one.
	People map[int]league.PlayerID `json:"people,omitempty"`
	// Confirmed holds, by entry, the reason why the person is none of those whom they resemble and who may not
	// take part.
	Confirmed map[int]string `json:"confirmed,omitempty"`
	// Event is an event that has not started and takes the file in; the zero EventID stands for a new one.
	Event league.EventID `json:"event,omitzero"`
	// Region and Slug belong to a new event.
	Region league.RegionID `json:"region,omitzero"`
	Slug   string          `json:"slug,omitempty"`
}

// Person identifies an entry of a file, with the check that they need.
type Person struct {
	imports.Person
	// Check is nil for a person who resembles nobody that may not take part.
	Check *PersonCheck `json:"check,omitempty"`
}

// PersonCheck lists the people who may not take part in the event of a file, which is still to be held, and
// whom a person of the file resembles.
type PersonCheck struct {
	// Confirmed reports whether a reason was given why they are none of the people whom they resemble.
	Confirmed bool                 `json:"confirmed,omitempty"`
	Resembles []officiating.Double `json:"resembles"`
}

// Open reports whether it is still to be decided if the person is one of those whom they resemble.
func (p Person) Open() bool { return p.Check != nil && !p.Check.Confirmed }

// Imported holds the content of a file with all that was found out about it.
type Imported struct {
	*eventfile.File
	// People are parallel to the entries; nil while there are faults.
	People []Person
	// into is the event that takes the file in; nil for a new one.
	into *officiating.Situation
}

// Count counts the people of a match.
func (i *Imported) Count(m imports.Match) int {
	n := 0
	for _, p := range i.People {
		if p.Match == m {
			n++
		}
	}
	return n
}

// Unchecked reports whether the check of a person in the file is undecided.
func (i *Imported) Unchecked() bool { return slices.ContainsFunc(i.People, Person.Open) }

// CheckImport reads a file and finds its people, and everything else on which [Desk.StoreImport] depends. It
// lists the errors of the file as its faults.
func (d Desk) CheckImport(door tenantdb.Door, now time.Time, in Incoming) (*Imported, error) {
	in.report("reading", 0, 0)
	f, err := eventfile.Read(in.Form, in.Data, eventfile.Standard(), d.rulesetOf(door))
	if err != nil {
		return nil, err
	}
	out := &Imported{File: f}
	if len(f.Faults) > 0 {
		return out, nil
	}
	in.report("matching", f.Lines/2, f.Lines)
	if err := d.checkTarget(door, in, out); err != nil || len(f.Faults) > 0 {
		return out, err
	}
	if err := d.checkPoints(door, out); err != nil || len(f.Faults) > 0 {
		return out, err
	}
	if err := out.match(door, in); err != nil || len(f.Faults) > 0 {
		return out, err
	}
	return out, d.mayPlay(door, now, in.Decisions, out)
}

// mayPlay finds the people who may not play in the event of the file, and those who resemble such people, as
// [Desk.StoreImport] will. It checks nothing for an event that was played before, which is history.
func (d Desk) mayPlay(door tenantdb.Door, now time.Time, decided Decisions, out *Imported) error {
	if imports.History(out.File, out.into, now) {
		return nil
	}
	s := &officiating.Situation{Rules: out.Rules}
	if out.into != nil {
		into := *out.into
		s = &into
	} else {
		imports.Announcement(out.File).Apply(&s.Event, out.Rules)
		s.Event.Kind = out.Event.Kind
	}
	added := map[league.PlayerID]leaguedb.Face{}
	as := *out
	as.People = slices.Clone(out.People)
	for n := range as.People {
		if p := &as.People[n]; p.Match != imports.Matched {
			p.Player = desk.MakeID[league.PlayerID]()
			added[p.Player] = leaguedb.Face{PlayerID: p.Player, Name: p.Name, Club: out.Entries[n].Club}
		}
	}
	s.Entries = entryRows(s, &as)
	playing := s.InPlay()
	known, err := d.LoadBackground(door, s, desk.PlayersOf(playing))
	if err != nil {
		return err
	}
	checks, err := entrydesk.At(d.Desk).ChecksWith(door, s, playing, added)
	if err != nil {
		return err
	}
	var faults league.Faults
	for n, e := range s.Entries {
		if e.State != facts.Playing {
			continue
		}
		for _, g := range s.Excluded(known, e) {
			faults = append(faults, league.Fault{Field: fmt.Sprintf("/entries/%d", n), Grounds: g})
		}
		if check := checks[e.Number]; check.Open() {
			out.People[n].Check = &PersonCheck{Confirmed: decided.Confirmed[e.Number] != "", Resembles: check.Resembles}
		}
	}
	if len(faults) > 0 {
		out.Refuse(faults)
		out.People = nil
	}
	return nil
}

func (in Incoming) report(phase string, done, lines int) {
	if in.Progress != nil {
		in.Progress(phase, done, lines)
	}
}

// rulesetOf returns a function that finds the ruleset that a file names: the named version, or the one
// published last. A digest must be that of its document, because the same key may once have named another
// regulation.
func (d Desk) rulesetOf(door tenantdb.Door) func(eventfile.Ruleset) (*rules.Ruleset, error) {
	return func(wanted eventfile.Ruleset) (*rules.Ruleset, error) {
		r, stored, err := rulesetdesk.At(d.Desk).Published(door, wanted.Key, wanted.Version)
		if errors.Is(err, tenantdb.ErrNotFound) {
			return nil, fmt.Errorf("ruleset %q version %d: %w", wanted.Key, wanted.Version, league.ErrNotFound)
		}
		if err != nil {
			return nil, err
		}
		if wanted.Digest != "" && wanted.Digest != stored.Digest {
			return nil, league.Faults{{Field: "/digest", Grounds: r.Grounds("", "ruleset-differs", "ruleset", wanted.Key)}}
		}
		return desk.WithReadings(r, wanted.Readings)
	}
}

// checkTarget checks the announcement of a new event, or whether an existing event can take the file in.
func (d Desk) checkTarget(door tenantdb.Door, in Incoming, out *Imported) error {
	if in.Decisions.Event.UUID == uuid.Nil {
		var e facts.Event
		n := imports.Announcement(out.File)
		n.Apply(&e, out.Rules)
		for _, f := range n.Check(out.Rules, e) {
			f.Field = inFile(f.Field)
			out.Refuse(league.Faults{f})
		}
		return nil
	}
	s, err := d.View(door, in.Decisions.Event)
	if err != nil {
		return err
	}
	if err := imports.MayTakeIn(out.File, s); err != nil {
		return err
	}
	out.into = s
	stored, err := desk.Store(out.Rules, s.Ruleset.Version)
	if err != nil {
		return err
	}
	own, err := desk.Store(s.Rules, s.Ruleset.Version)
	if err != nil {
		return err
	}
	if stored.Digest != own.Digest {
		out.Refuse(league.Faults{{Field: "/ruleset/key", Grounds: s.Rules.Grounds("", "ruleset-differs", "ruleset", s.Ruleset.Key)}})
	}
	return nil
}

// inFile translates the place of a fault in an announcement to its place in a document.
func inFile(field string) string {
	switch field {
	case "/formula", "/variant", "/target", "/pairing":
		return "/facts" + field
	default:
		return "/event" + field
	}
}

// match finds the people of the file in the register.
func (i *Imported) match(door tenantdb.Door, in Incoming) error {
	if faults := imports.RequireNames(i.Entries); len(faults) > 0 {
		i.Refuse(faults)
		return nil
	}
	keys := make([]string, len(i.Entries))
	for n, e := range i.Entries {
		keys[n] = in.Fold(e.Name)
	}
	known := imports.Register{Fold: in.Fold, Decided: in.Decisions.People}
	if i.into != nil {
		known.Entered = i.into.Entries
	}
	b := &tenantdb.Batch{}
	leaguedb.LoadPeople(b, &known.Players, keys)
	if err := door.Send(b); err != nil {
		return err
	}
	people, faults := imports.People(i.File, known)
	if len(faults) > 0 {
		i.Refuse(faults)
		return nil
	}
	for _, p := range people {
		i.People = append(i.People, Person{Person: p})
	}
	return nil
}
