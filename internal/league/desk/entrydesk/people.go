package entrydesk

import (
	"strconv"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/likeness"
	"referto/internal/tenant/tenantdb"
)

// Listed is a person on a list of entrants: a player of the register, or a new person, whose name is clean.
type Listed struct {
	Player league.PlayerID // of the register, if Person is nil
	Person *facts.Player   // new: name, folded name, club, town, address and year of birth
	// SameName confirms that a new person is another one than those of that name, in the register and before
	// them on the list.
	SameName bool
}

// Namesake is a player of the register with the name of a new person on a list.
type Namesake struct {
	Pointer string          `json:"pointer"` // place of the new person on the list
	Player  league.PlayerID `json:"player"`
	Name    string          `json:"name"`
	Club    string          `json:"club"`
}

// PlaceOnList is the JSON pointer to a person on a list of entrants, who are counted from 0.
func PlaceOnList(i int) string { return "/entrants/" + strconv.Itoa(i) }

// EnterPeople is [Desk.EnterPlayers] for a list on which some are new to the register. They come into it, all
// or none. Beside the refusals of [officiating.Situation.MayEnterTogether] it refuses names without letters and new
// people who are named twice, and after these, with a [league.StateError] that contains each [Namesake], names
// that the register has.
func (d Desk) EnterPeople(tx tenantdb.Tx, act desk.Act, id league.EventID, people []Listed) ([]facts.Entry, *officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return nil, nil, err
	}
	if closed := s.ClosedTo(); len(closed) > 0 {
		return nil, nil, officiating.Refusal(closed)
	}
	if err := namedTwice(people); err != nil {
		return nil, nil, err
	}
	namesakes, err := namesakesOf(tx, people)
	if err != nil {
		return nil, nil, err
	}
	ids, err := intoRegister(tx, act, people)
	if err != nil {
		return nil, nil, err
	}
	list, err := d.LoadCandidates(tx, s, ids...)
	if err != nil {
		return nil, nil, err
	}
	if err := s.MayEnterTogether(&list[0].Known, "/entrants", playersOf(list)); err != nil {
		return nil, nil, err
	}
	if len(namesakes) > 0 {
		return nil, nil, &league.StateError{
			Grounds: league.Grounds{Reason: "same-name", Params: map[string]string{"name": namesakes[0].Name}},
			Current: map[string]any{"namesakes": namesakes},
		}
	}
	return desk.AddEntries(tx, act, s, list), s, nil
}

// namedTwice refuses new people without a name, and those named like another one before them on the list.
func namedTwice(people []Listed) error {
	var faults league.Faults
	seen := map[string]bool{}
	for i, one := range people {
		if one.Person == nil {
			continue
		}
		fault := league.Fault{Field: PlaceOnList(i) + "/person/name"}
		switch key := one.Person.NameKey; {
		case likeness.Of(one.Person.Name).Empty():
			fault.Grounds = league.Grounds{Reason: "name-without-letters", Params: map[string]string{"name": one.Person.Name}}
			faults = append(faults, fault)
		case seen[key] && !one.SameName:
			fault.Grounds = league.Grounds{Reason: "player-twice"}
			faults = append(faults, fault)
		default:
			seen[key] = true
		}
	}
	return faults.OrNil()
}

// namesakesOf returns, for each new person who is not confirmed as another one, the closest player of that name.
func namesakesOf(tx tenantdb.Tx, people []Listed) ([]Namesake, error) {
	var keys []string
	for _, one := range people {
		if one.Person != nil && !one.SameName {
			keys = append(keys, one.Person.NameKey)
		}
	}
	if len(keys) == 0 {
		return nil, nil
	}
	var there []facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPeople(b, &there, keys)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	called := map[string][]facts.Player{}
	for _, p := range there {
		called[p.NameKey] = append(called[p.NameKey], p)
	}
	var out []Namesake
	for i, one := range people {
		if one.Person == nil || one.SameName || len(called[one.Person.NameKey]) == 0 {
			continue
		}
		closest := desk.Closest(one.Person.Name, called[one.Person.NameKey])
		out = append(out, Namesake{Pointer: PlaceOnList(i) + "/person", Player: closest.ID, Name: closest.Name, Club: closest.Club})
	}
	return out, nil
}

// intoRegister adds the new people of a list to the register, and returns the players of the whole list.
func intoRegister(tx tenantdb.Tx, act desk.Act, people []Listed) ([]league.PlayerID, error) {
	var added []facts.Player
	for _, one := range people {
		if one.Person != nil {
			added = append(added, *one.Person)
		}
	}
	if err := desk.AddPlayers(tx, act, added); err != nil {
		return nil, err
	}
	ids := make([]league.PlayerID, len(people))
	for i, one := range people {
		ids[i] = one.Player
		if one.Person != nil {
			ids[i], added = added[0].ID, added[1:]
		}
	}
	return ids, nil
}

func playersOf(list []desk.Candidate) []facts.Player {
	out := make([]facts.Player, len(list))
	for i, c := range list {
		out[i] = c.Player
	}
	return out
}
