package people_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/people"
)

// listOf reads a list of entrants: "." is a player of the register, "Anna" a new person, and "Anna!" one who is
// confirmed as another than those of that name.
func listOf(text string) []people.Listed {
	var list []people.Listed
	for one := range strings.SplitSeq(text, ", ") {
		if one == "." {
			list = append(list, people.Listed{Player: player(1)})
			continue
		}
		name, confirmed := strings.CutSuffix(one, "!")
		list = append(list, people.Listed{Person: &facts.Player{Name: name, NameKey: strings.ToLower(name)}, SameName: confirmed})
	}
	return list
}

func TestMayBeListed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, list, want string }{
		{"different people", "., Anna, Ida", ""},
		{"one name twice", "Anna, ., anna", "/entrants/2/person/name player-twice"},
		{"somebody else of that name", "Anna, anna!", ""},
		{"a third one who is not confirmed", "Anna, anna!, ANNA", "/entrants/2/person/name player-twice"},
		{"confirmed first, then not", "Anna!, Anna", "/entrants/1/person/name player-twice"},
		{"names without letters are no names", "—, …!", "/entrants/0/person/name name-without-letters, /entrants/1/person/name name-without-letters"},
	} {
		if got := faultsOf(people.MayBeListed(listOf(tt.list))); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// faultsOf writes the faults of a refusal, "" if there is none.
func faultsOf(err error) string {
	var faults league.Faults
	if err != nil && !errors.As(err, &faults) {
		return err.Error()
	}
	var out []string
	for _, f := range faults {
		out = append(out, f.Field+" "+f.Reason)
	}
	return strings.Join(out, ", ")
}

func TestMayBeNamed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, want string }{
		{"Anna", ""}, {"Ж", ""}, {"7", ""}, {" — ", "/name name-without-letters"}, {"", "/name name-without-letters"},
	} {
		if got := faultsOf(people.MayBeNamed("/name", tt.name)); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Of several players with the folded name of a new person, the one is shown whose name is the closest.
func TestNamesakesOf(t *testing.T) {
	t.Parallel()
	register := []facts.Player{
		{ID: player(1), Name: "Annah", NameKey: "anna", Club: "Corvi"},
		{ID: player(2), Name: "Anna", NameKey: "anna", Club: "Lupi"},
		{ID: player(3), Name: "Ugo", NameKey: "ugo"},
	}
	for _, tt := range []struct{ name, list, unconfirmed, want string }{
		{"nobody of that name", "Ida, .", "ida", ""},
		{"the closest of two", "., Anna, Ida", "anna ida", "/entrants/1/person Anna Lupi"},
		{"not of those confirmed as others", "Anna!, Ugo", "ugo", "/entrants/1/person Ugo "},
		{"players of the register alone", ".", "", ""},
	} {
		list := listOf(tt.list)
		var got []string
		for _, n := range people.NamesakesOf(list, register) {
			got = append(got, fmt.Sprintf("%s %s %s", n.Pointer, n.Name, n.Club))
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.name, diff)
		}
		if keys := strings.Join(people.UnconfirmedNames(list), " "); keys != tt.unconfirmed {
			t.Errorf("%s: the register is asked for %q, want %q", tt.name, keys, tt.unconfirmed)
		}
	}
}
