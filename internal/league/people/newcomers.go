package people

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/likeness"
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

// PlaceOnList names the field of a person on a list of entrants, who are counted from 0.
func PlaceOnList(i int) string { return "/entrants/" + strconv.Itoa(i) }

// MayBeNamed refuses a name without letters and digits, because it distinguishes nobody. Field is the name's.
func MayBeNamed(field, name string) error {
	if !likeness.Of(name).Empty() {
		return nil
	}
	return league.Faults{nameless(field, name)}
}

func nameless(field, name string) league.Fault {
	return league.Fault{Field: field, Grounds: league.Grounds{Reason: "name-without-letters", Params: map[string]string{"name": strings.TrimSpace(name)}}}
}

// MayBeListed refuses the new people of a list without a name, and those named like another one before them on it
// who are not confirmed as somebody else, each at their place.
func MayBeListed(list []Listed) error {
	var faults league.Faults
	seen := map[string]bool{}
	for i, one := range list {
		if one.Person == nil {
			continue
		}
		field := PlaceOnList(i) + "/person/name"
		switch key := one.Person.NameKey; {
		case likeness.Of(one.Person.Name).Empty():
			faults = append(faults, nameless(field, one.Person.Name))
		case seen[key] && !one.SameName:
			faults = append(faults, league.Fault{Field: field, Grounds: league.Grounds{Reason: "player-twice"}})
		default:
			seen[key] = true
		}
	}
	return faults.OrNil()
}

// UnconfirmedNames returns the folded names of the new people on a list who are not confirmed as others than those
// of their name.
func UnconfirmedNames(list []Listed) []string {
	var keys []string
	for _, one := range list {
		if one.unconfirmed() {
			keys = append(keys, one.Person.NameKey)
		}
	}
	return keys
}

func (l Listed) unconfirmed() bool { return l.Person != nil && !l.SameName }

// NamesakesOf returns, for each new person on a list who is not confirmed as another one, the closest of the players
// of the register with their folded name.
func NamesakesOf(list []Listed, register []facts.Player) []Namesake {
	called := map[string][]facts.Player{}
	for _, p := range register {
		called[p.NameKey] = append(called[p.NameKey], p)
	}
	var out []Namesake
	for i, one := range list {
		if !one.unconfirmed() || len(called[one.Person.NameKey]) == 0 {
			continue
		}
		closest := Closest(one.Person.Name, called[one.Person.NameKey])
		out = append(out, Namesake{Pointer: PlaceOnList(i) + "/person", Player: closest.ID, Name: closest.Name, Club: closest.Club})
	}
	return out
}

// Closest returns the namesake whose name is the closest to a name, the first of several.
func Closest(name string, namesakes []facts.Player) facts.Player {
	wanted := likeness.Of(name)
	return slices.MaxFunc(namesakes, func(a, b facts.Player) int {
		return cmp.Compare(wanted.To(likeness.Of(a.Name)), wanted.To(likeness.Of(b.Name)))
	})
}
