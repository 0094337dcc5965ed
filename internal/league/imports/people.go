package imports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/likeness"
)

// Match is the result of matching an entry of a file with the register.
type Match string

// The results of matching.
const (
	Matched   Match = "matched"
	NewPlayer Match = "new"
	Ambiguous Match = "ambiguous" // a person has to decide
)

// Person is an entry of a file with its match.
type Person struct {
	Entry  int             `json:"entry"`
	Name   string          `json:"name"`
	Match  Match           `json:"match"`
	Player league.PlayerID `json:"player,omitzero"` // if matched
	// Candidates are the players with similar names.
	Candidates []Candidate `json:"candidates,omitempty"`
}

// Candidate is a player in the register.
type Candidate struct {
	Player league.PlayerID `json:"player"`
	Name   string          `json:"name"`
	Club   string          `json:"club,omitempty"`
}

// Register is the part of the register that a file is compared with.
type Register struct {
	// Players are the players whose names are similar to a name in the file.
	Players []facts.Player
	// Fold turns a name into a key that is the same for all its spellings: two people with the same
	// key may be one. The name keys of Players use the same function.
	Fold func(string) string
	// Decided holds the chosen player for each decided entry; [uuid.Nil] means a new player.
	Decided map[int]league.PlayerID
	// Entered are the entries of the event that takes the file; nil for a new event.
	Entered []facts.Entry
}

// People matches the people of a file with the register by name and, if both sides have one, by
// club. The result is parallel to the entries.
func People(f *eventfile.File, r Register) ([]Person, league.Faults) {
	namesakes := map[string][]facts.Player{}
	for _, p := range r.Players {
		namesakes[p.NameKey] = append(namesakes[p.NameKey], p)
	}
	claimed := r.claimed(f.Entries, namesakes)
	people := make([]Person, len(f.Entries))
	var faults league.Faults
	for n, e := range f.Entries {
		people[n] = r.identify(e, namesakes[r.Fold(e.Name)], claimed)
		faults = append(faults, people[n].decide(n, r.Decided)...)
	}
	faults = append(faults, r.entered(f, people)...)
	return people, append(faults, twice(f, people)...)
}

// claimed returns the players whose exact names are in the file. No other entry matches them, even
// if its name is similar.
func (r Register) claimed(entries []eventfile.Entry, namesakes map[string][]facts.Player) map[league.PlayerID]string {
	out := map[league.PlayerID]string{}
	for _, e := range entries {
		name := likeness.Of(e.Name)
		for _, p := range namesakes[r.Fold(e.Name)] {
			if name.To(likeness.Of(p.Name)) == likeness.Identical {
				out[p.ID] = e.Name
			}
		}
	}
	return out
}

// identify matches an entry with the players of similar names. The closest names are preferred. If
// a name is only similar, as Doychev to Dojčev, a person has to decide.
func (r Register) identify(e eventfile.Entry, namesakes []facts.Player, claimed map[league.PlayerID]string) Person {
	p := Person{Entry: int(e.Number), Name: e.Name, Match: NewPlayer}
	name, closeness := likeness.Of(e.Name), likeness.Alike
	var near []facts.Player
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
	switch {
	case len(p.Candidates) == 0:
	case closeness == likeness.Alike:
		p.Match = Ambiguous
	default:
		p.Match, p.Player = r.matchByClub(e, near)
	}
	return p
}

// matchByClub chooses among several players with the entry's name by club, if both sides have one.
func (r Register) matchByClub(e eventfile.Entry, near []facts.Player) (Match, league.PlayerID) {
	ofClub := slices.DeleteFunc(slices.Clone(near), func(p facts.Player) bool { return e.Club == "" || r.Fold(p.Club) != r.Fold(e.Club) })
	switch {
	case len(ofClub) == 1:
		return Matched, ofClub[0].ID
	case len(near) == 1 && (e.Club == "" || near[0].Club == ""):
		return Matched, near[0].ID
	}
	return Ambiguous, league.PlayerID{}
}

// decide applies the decision about the entry at index n.
func (p *Person) decide(n int, decided map[int]league.PlayerID) league.Faults {
	player, is := decided[p.Entry]
	switch {
	case !is:
		return nil
	case player.UUID == uuid.Nil:
		p.Match, p.Player = NewPlayer, player
	case slices.ContainsFunc(p.Candidates, func(c Candidate) bool { return c.Player == player }):
		p.Match, p.Player = Matched, player
	default:
		return league.Faults{{Field: fmt.Sprintf("/entries/%d", n), Grounds: league.Grounds{
			Reason: "not-a-candidate", Params: map[string]string{"entry": strconv.Itoa(p.Entry)},
		}}}
	}
	return nil
}

// entered matches the people of the file with the entries of the event that takes it: a player who
// has entered must have the same number and name in the file.
func (r Register) entered(f *eventfile.File, people []Person) league.Faults {
	var faults league.Faults
	index := map[int]int{}
	for n, e := range f.Entries {
		index[int(e.Number)] = n
	}
	for _, e := range r.Entered {
		n, ok := index[e.Number]
		switch {
		case !ok:
			faults = append(faults, league.Fault{Field: "/entries", Grounds: f.Rules.Grounds("", "entry-not-in-file", "entry", strconv.Itoa(e.Number))})
		case r.Fold(f.Entries[n].Name) != r.Fold(e.PlayerName) || r.isAnother(f.Entries[n].Name, e):
			faults = append(faults, nameFault(f, n, "entry-of-another", "entry", strconv.Itoa(e.Number), "name", e.PlayerName))
		default:
			people[n].Match, people[n].Player = Matched, e.PlayerID
		}
	}
	return faults
}

// isAnother reports whether a name in the file differs from the entrant with its number and is
// exactly the name of another entrant.
func (r Register) isAnother(name string, entered facts.Entry) bool {
	is := func(e facts.Entry) bool { return likeness.Of(name).To(likeness.Of(e.PlayerName)) == likeness.Identical }
	return !is(entered) && slices.ContainsFunc(r.Entered, is)
}

// twice returns a fault for each person who would enter twice.
func twice(f *eventfile.File, people []Person) league.Faults {
	var faults league.Faults
	as := map[league.PlayerID]int{}
	for n, p := range people {
		if p.Match != Matched || f.Entries[n].State == eventfile.Cancelled {
			continue
		}
		if other := as[p.Player]; other != 0 {
			faults = append(faults, nameFault(f, n, "player-entered-twice", "entry", strconv.Itoa(p.Entry), "other", strconv.Itoa(other)))
		}
		as[p.Player] = p.Entry
	}
	return faults
}

// nameFault returns a fault of the name of the entry at index n.
func nameFault(f *eventfile.File, n int, reason string, params ...string) league.Fault {
	return league.Fault{Field: fmt.Sprintf("/entries/%d/name", n), Grounds: f.Rules.Grounds("", reason, params...)}
}

// RequireNames refuses names without letters and digits, because they cannot be told apart.
func RequireNames(entries []eventfile.Entry) league.Faults {
	var faults league.Faults
	for n, e := range entries {
		if likeness.Of(e.Name).Empty() {
			faults = append(faults, league.Fault{Field: fmt.Sprintf("/entries/%d/name", n), Grounds: league.Grounds{
				Reason: "name-without-letters", Params: map[string]string{"name": strings.TrimSpace(e.Name)},
			}})
		}
	}
	return faults
}
