package importdesk

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/likeness"
	"referto/internal/tenant/tenantdb"
)

// Incoming is a file with what was decided about it.
type Incoming struct {
	Form eventfile.Form
	Data []byte
	// Fold writes a name so that its spellings meet: two people whose names fold
	// the same may be one.
	Fold      func(string) string
	Decisions Decisions
	// Reason tells those who look at the event why nothing of it was drawn here.
	Reason string
	// Progress is told how far it is: the phase that begins, the lines behind it and
	// those of the file. It may be nil.
	Progress func(phase string, done, lines int)
}

// Decisions add to a file what it does not tell.
type Decisions struct {
	// People say for entries which player each is; [uuid.Nil] is a new one.
	People map[int]league.PlayerID `json:"people,omitempty"`
	// Confirmed say for entries why they are none of those whom they resemble and who may
	// not take part.
	Confirmed map[int]string `json:"confirmed,omitempty"`
	// Event is one that has not started and takes the file in; the zero EventID is a
	// new one.
	Event league.EventID `json:"event,omitzero"`
	// Region and Slug are those of a new event.
	Region uuid.UUID `json:"region,omitzero"`
	Slug   string    `json:"slug,omitempty"`
}

// Match says how an entry of a file was found in the register.
type Match string

// The matches.
const (
	Matched   Match = "matched"
	NewPlayer Match = "new"
	Ambiguous Match = "ambiguous" // somebody has to decide
)

// Person identifies an entry of a file.
type Person struct {
	Entry  int             `json:"entry"`
	Name   string          `json:"name"`
	Match  Match           `json:"match"`
	Player league.PlayerID `json:"player,omitzero"` // where matched
	// Candidates are those whose names read alike.
	Candidates []Candidate `json:"candidates,omitempty"`
	// Check is nil for who resembles nobody that may not take part.
	Check *PersonCheck `json:"check,omitempty"`
}

// PersonCheck is that a person of a file resembles others who may not take part in its
// event, which is still to be held.
type PersonCheck struct {
	// Confirmed tells that it has been said why he is none of them.
	Confirmed bool               `json:"confirmed,omitempty"`
	Resembles []entrydesk.Double `json:"resembles"`
}

// Open tells whether somebody has to say whether the person is one of those whom he
// resembles.
func (p Person) Open() bool { return p.Check != nil && !p.Check.Confirmed }

// Candidate is a player of the register.
type Candidate struct {
	Player league.PlayerID `json:"player"`
	Name   string          `json:"name"`
	Club   string          `json:"club,omitempty"`
}

// Imported holds the content of a file with all that was found out about it.
type Imported struct {
	*eventfile.File
	// People are parallel to the entries; nil while there are faults.
	People []Person
	// into is the event that takes the file in; nil where it is a new one.
	into *officiating.Situation
}

// Count counts the people of a match.
func (i *Imported) Count(m Match) int {
	n := 0
	for _, p := range i.People {
		if p.Match == m {
			n++
		}
	}
	return n
}

// Unchecked tells whether there are people about whose check nobody has decided.
func (i *Imported) Unchecked() bool { return slices.ContainsFunc(i.People, Person.Open) }

// CheckImport reads a file and finds its people: all that [Desk.StoreImport]
// decides by. What is wrong with the file stands in its faults.
func (d Desk) CheckImport(door tenantdb.Door, now time.Time, in Incoming) (*Imported, error) {
	in.tell("reading", 0, 0)
	f, err := eventfile.Read(in.Form, in.Data, eventfile.Standard(), d.rulesetOf(door))
	if err != nil {
		return nil, err
	}
	out := &Imported{File: f}
	if len(f.Faults) > 0 {
		return out, nil
	}
	in.tell("matching", f.Lines/2, f.Lines)
	if err := d.checkTarget(door, in, out); err != nil || len(f.Faults) > 0 {
		return out, err
	}
	if err := out.match(door, in); err != nil || len(f.Faults) > 0 {
		return out, err
	}
	return out, d.mayPlay(door, now, in.Decisions, out)
}

// mayPlay finds who may not play in the event of the file, and who resembles somebody that
// may not, as [Desk.StoreImport] will. What was played before is history.
func (d Desk) mayPlay(door tenantdb.Door, now time.Time, decided Decisions, out *Imported) error {
	s := &officiating.Situation{Rules: out.Rules}
	if out.into != nil {
		into := *out.into
		s = &into
	} else {
		n := out.announcement()
		n.Apply(&s.Event, out.Rules)
		s.Event.Kind = out.Event.Kind
		if !s.Event.StartsAt.After(now) {
			return nil
		}
	}
	added := map[league.PlayerID]leaguedb.Face{}
	as := *out
	as.People = slices.Clone(out.People)
	for n := range as.People {
		if p := &as.People[n]; p.Match != Matched {
			p.Player = league.PlayerID{UUID: desk.NewID()}
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

func (in Incoming) tell(phase string, done, lines int) {
	if in.Progress != nil {
		in.Progress(phase, done, lines)
	}
}

// rulesetOf finds the ruleset that a file names: the version it names, or the one
// published last. A digest must be that of its document: the same key may once have
// been another regulation.
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

// checkTarget checks the announcement of a new event, or that the event that
// takes the file in can.
func (d Desk) checkTarget(door tenantdb.Door, in Incoming, out *Imported) error {
	if in.Decisions.Event.UUID == uuid.Nil {
		var e facts.Event
		n := out.announcement()
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
	if out.Outcome != nil || len(out.Reports) > 0 { // of an event that is here they are recorded and sent
		return league.NotNow("outcome-into-new-event")
	}
	switch s.Event.State {
	case facts.Draft, facts.Announced, facts.Open, facts.Closed:
	default:
		return league.NotNow("event-state", "state", string(s.Event.State), "wanted", "import")
	}
	if s.Structure != nil || len(s.Apart) > 0 || len(s.Attendance) > 0 {
		return league.NotNow("event-prepared")
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
func inFile(pointer string) string {
	switch pointer {
	case "/formula", "/variant", "/target", "/pairing":
		return "/facts" + pointer
	default:
		return "/event" + pointer
	}
}

// announcement is that of the file's event.
func (i *Imported) announcement() planning.Announcement {
	e, f := i.Event, i.Facts
	a := planning.Announcement{
		Title: e.Title, StartsAt: e.StartsAt, TimeZone: e.TimeZone, VenueName: e.Venue.Name, VenueAddress: e.Venue.Address, VenueCity: e.Venue.City,
		Formula: f.Formula, Variant: f.Variant, Target: f.Target, Pairing: string(f.Pairing), Capacity: e.Capacity, TimeLimitMinutes: e.TimeLimitMinutes, Notes: e.Notes,
	}
	if e.Venue.Latitude != nil {
		a.VenueAt = &planning.Position{Latitude: millionths(*e.Venue.Latitude), Longitude: millionths(*e.Venue.Longitude)}
	}
	if e.Fee != nil {
		cents, _, _ := e.Fee.Amount.Mul(league.Int(100)).Trunc(0).Ratio() // the file has been checked
		amount := int(cents)
		a.FeeCents, a.FeeCurrency = &amount, &e.Fee.Currency
	}
	if a.Capacity == 0 && i.Rules.Field.Max == 0 {
		a.Capacity = max(planning.DefaultCapacity, len(f.Entrants))
	}
	return a
}

// millionths are degrees as they are kept; the file has been checked.
func millionths(degrees league.Frac) int {
	n, _, _ := degrees.Mul(league.Int(1_000_000)).Trunc(0).Ratio()
	return int(n)
}

// match finds the people of the file in the register: by the name and, where both
// sides tell it, the club.
func (i *Imported) match(door tenantdb.Door, in Incoming) error {
	keys := make([]string, len(i.Entries))
	var faults league.Faults
	for n, e := range i.Entries {
		keys[n] = in.Fold(e.Name)
		var unnamed league.Faults
		if errors.As(desk.RequireNamed(fmt.Sprintf("/entries/%d/name", n), e.Name), &unnamed) {
			faults = append(faults, unnamed...)
		}
	}
	if len(faults) > 0 {
		i.Refuse(faults)
		return nil
	}
	var known []facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPeople(b, &known, keys)
	if err := door.Send(b); err != nil {
		return err
	}
	namesakes := map[string][]facts.Player{}
	for _, p := range known {
		namesakes[p.NameKey] = append(namesakes[p.NameKey], p)
	}
	claimed := i.claimed(keys, namesakes)
	for n, e := range i.Entries {
		p := person(e, namesakes[keys[n]], claimed, in.Fold)
		faults = append(faults, p.decide(n, in.Decisions)...)
		i.People = append(i.People, p)
	}
	faults = append(faults, i.entered(in.Fold)...)
	faults = append(faults, i.twice()...)
	if len(faults) > 0 {
		i.Refuse(faults)
		i.People = nil
	}
	return nil
}

// claimed are the players whose names stand in the file just so: nobody else of it is one
// of them, however much his name reads like theirs.
func (i *Imported) claimed(keys []string, namesakes map[string][]facts.Player) map[league.PlayerID]string {
	out := map[league.PlayerID]string{}
	for n, e := range i.Entries {
		name := likeness.Of(e.Name)
		for _, p := range namesakes[keys[n]] {
			if name.To(likeness.Of(p.Name)) == likeness.Identical {
				out[p.ID] = e.Name
			}
		}
	}
	return out
}

// person identifies an entry among those whose names read alike. The closest names go
// before others; one that merely reads alike, as Doychev does like Dojčev, somebody has to
// decide about.
func person(e eventfile.Entry, namesakes []facts.Player, claimed map[league.PlayerID]string, fold func(string) string) Person {
	p := Person{Entry: int(e.Number), Name: e.Name, Match: NewPlayer}
	name, closeness := likeness.Of(e.Name), likeness.Alike
	var near, ofClub, may []facts.Player
	for _, one := range namesakes {
		to := name.To(likeness.Of(one.Name))
		if by, is := claimed[one.ID]; is && name.To(likeness.Of(by)) != likeness.Identical {
			continue
		}
		p.Candidates = append(p.Candidates, Candidate{one.ID, one.Name, one.Club})
		if to > closeness {
			near, closeness = nil, to
		}
		if to >= closeness {
			near = append(near, one)
		}
	}
	for _, one := range near {
		if e.Club != "" && fold(one.Club) == fold(e.Club) {
			ofClub = append(ofClub, one)
		}
		if e.Club == "" || one.Club == "" {
			may = append(may, one)
		}
	}
	switch {
	case len(p.Candidates) == 0:
	case closeness == likeness.Alike:
		p.Match = Ambiguous
	case len(ofClub) == 1:
		p.Match, p.Player = Matched, ofClub[0].ID
	case len(near) == 1 && len(may) == 1:
		p.Match, p.Player = Matched, may[0].ID
	default:
		p.Match = Ambiguous
	}
	return p
}

// decide takes what was decided about the entry of an index.
func (p *Person) decide(n int, d Decisions) league.Faults {
	player, decided := d.People[p.Entry]
	if !decided {
		return nil
	}
	if player.UUID == uuid.Nil {
		p.Match, p.Player = NewPlayer, player
		return nil
	}
	for _, c := range p.Candidates {
		if c.Player == player {
			p.Match, p.Player = Matched, player
			return nil
		}
	}
	return league.Faults{{Field: fmt.Sprintf("/entries/%d", n), Grounds: league.Grounds{
		Reason: "not-a-candidate", Params: map[string]string{"entry": strconv.Itoa(p.Entry)},
	}}}
}

// entered takes the people of the event that takes the file in: who has entered
// there has the same number and name in the file.
func (i *Imported) entered(fold func(string) string) league.Faults {
	if i.into == nil {
		return nil
	}
	var faults league.Faults
	index := map[int]int{}
	for n, e := range i.Entries {
		index[int(e.Number)] = n
	}
	for _, e := range i.into.Entries {
		n, ok := index[e.Number]
		switch {
		case !ok:
			faults = append(faults, league.Fault{Field: "/entries", Grounds: i.Rules.Grounds("", "entry-not-in-file", "entry", strconv.Itoa(e.Number))})
		case fold(i.Entries[n].Name) != fold(e.PlayerName) || i.isAnother(n, e):
			faults = append(faults, league.Fault{
				Field: fmt.Sprintf("/entries/%d/name", n), Grounds: i.Rules.Grounds("", "entry-of-another", "entry", strconv.Itoa(e.Number), "name", e.PlayerName),
			})
		default:
			i.People[n].Match, i.People[n].Player = Matched, e.PlayerID
		}
	}
	return faults
}

// isAnother tells whether the name of an entry of the file is not that of who has entered
// the event by its number, and is just that of somebody else who has.
func (i *Imported) isAnother(n int, entered facts.Entry) bool {
	name := likeness.Of(i.Entries[n].Name)
	is := func(e facts.Entry) bool { return name.To(likeness.Of(e.PlayerName)) == likeness.Identical }
	return !is(entered) && slices.ContainsFunc(i.into.Entries, is)
}

// twice finds people who would enter twice.
func (i *Imported) twice() league.Faults {
	var faults league.Faults
	as := map[league.PlayerID]int{}
	for n, p := range i.People {
		if p.Match != Matched || i.Entries[n].State == eventfile.Cancelled {
			continue
		}
		if other := as[p.Player]; other != 0 {
			faults = append(faults, league.Fault{
				Field: fmt.Sprintf("/entries/%d/name", n), Grounds: i.Rules.Grounds("", "player-entered-twice", "entry", strconv.Itoa(p.Entry), "other", strconv.Itoa(other)),
			})
		}
		as[p.Player] = p.Entry
	}
	return faults
}
