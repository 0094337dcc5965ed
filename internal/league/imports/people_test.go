package imports_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/imports"
	"referto/internal/league/rules/presets"
	"referto/internal/likeness"
)

func player(n int) league.PlayerID { return league.PlayerID{UUID: uuid.UUID{15: byte(n)}} }

// register returns players from lines of a name and optionally a club, "Ada Rossi, Circolo"; the first line is
// player 1.
func register(lines ...string) []facts.Player {
	var out []facts.Player
	for n, line := range lines {
		name, club, _ := strings.Cut(line, ", ")
		out = append(out, facts.Player{ID: player(n + 1), Name: name, NameKey: likeness.Fold(name), Club: club})
	}
	return out
}

// file returns a file of CN09 with entries in the form that [register] reads, numbered from 1. A line that ends
// with a dagger is a cancelled entry.
func file(t testing.TB, lines ...string) *eventfile.File {
	t.Helper()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	f := &eventfile.File{Rules: r}
	f.Entries = entries(lines...)
	return f
}

// entries returns the entries of [file].
func entries(lines ...string) (out []eventfile.Entry) {
	for n, line := range lines {
		line, cancelled := strings.CutSuffix(line, "†")
		name, club, _ := strings.Cut(line, ", ")
		e := eventfile.Entry{Number: league.Entry(n + 1), Name: name, Club: club}
		if cancelled {
			e.State = eventfile.Cancelled
		}
		out = append(out, e)
	}
	return out
}

// found writes the matches of the people of a file: in "1 new ambiguous/2" the first is player 1, the second is
// new, and the third is one of two candidates. It writes the faults instead if there are any.
func found(people []imports.Person, faults league.Faults) string {
	if len(faults) > 0 {
		return faults.Error()
	}
	var out []string
	for _, p := range people {
		switch p.Match {
		case imports.Matched:
			out = append(out, fmt.Sprint(p.Player.UUID[15]))
		case imports.Ambiguous:
			out = append(out, fmt.Sprintf("ambiguous/%d", len(p.Candidates)))
		default:
			out = append(out, string(p.Match))
		}
	}
	return strings.Join(out, " ")
}

// People are matched by name and, if both sides give one, by club. Ambiguous matches are left for a person to
// decide.
func TestPeople(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		register []string
		file     []string
		want     string
	}{
		{"nobody of that name", []string{"Bea Bianchi"}, []string{"Ada Rossi"}, "new"},
		{"of the same club", []string{"Ada Rossi, Circolo"}, []string{"Ada Rossi, circolo"}, "1"},
		{"of no club in the register", []string{"Ada Rossi"}, []string{"Ada Rossi, Circolo"}, "1"},
		{"of no club in the file", []string{"Ada Rossi, Circolo"}, []string{"Ada Rossi"}, "1"},
		{"of another club", []string{"Ada Rossi, Rivali"}, []string{"Ada Rossi, Circolo"}, "ambiguous/1"},
		{"two, one of the club", []string{"Ada Rossi, Rivali", "Ada Rossi, Circolo"}, []string{"Ada Rossi, Circolo"}, "2"},
		{"two, one of no club", []string{"Ada Rossi, Rivali", "Ada Rossi"}, []string{"Ada Rossi, Circolo"}, "ambiguous/2"},
		{"two of the club", []string{"Ada Rossi, Circolo", "Ada Rossi, Circolo"}, []string{"Ada Rossi, Circolo"}, "ambiguous/2"},
		{"two, and the file tells no club", []string{"Ada Rossi, Rivali", "Ada Rossi, Circolo"}, []string{"Ada Rossi"}, "ambiguous/2"},
		{"but for case and spaces", []string{"Ada Rossi"}, []string{"ADA  ROSSI"}, "1"},
		{"but for accents", []string{"Dojčev Stefan"}, []string{"Dojcev Stefan"}, "1"},
		{"who merely reads alike", []string{"Dojčev Stefan"}, []string{"Doychev Stefan"}, "ambiguous/1"},
		{"in another script", []string{"Дойчев Стефан"}, []string{"Doychev Stefan"}, "ambiguous/1"},
		{"the closest goes before who reads alike", []string{"Doychev Stefan", "Dojčev Stefan"}, []string{"Dojčev Stefan"}, "2"},
		{"who stands there just so is nobody else of the file", []string{"Dojčev Stefan"}, []string{"Doychev Stefan", "Dojčev Stefan"}, "new 1"},
		{"several", []string{"Ada Rossi", "Bea Bianchi"}, []string{"Bea Bianchi", "Carla Verdi", "Ada Rossi"}, "2 new 1"},
		{"one player twice", []string{"Ada Rossi"}, []string{"Ada Rossi", "ada rossi"}, "/entries/1/name: CN09: player-entered-twice (entry=2, other=1)"},
		{"one player who entered again", []string{"Ada Rossi"}, []string{"Ada Rossi†", "Ada Rossi"}, "1 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			people, faults := imports.People(file(t, tt.file...), imports.Register{Players: register(tt.register...), Fold: likeness.Fold})
			if got := found(people, faults); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A decision about an entry, for one of the candidates or for a new player, takes precedence over its name.
func TestPeopleWhoWereDecidedAbout(t *testing.T) {
	t.Parallel()
	known := register("Ada Rossi, Rivali", "Ada Rossi, Circolo", "Bea Bianchi")
	for _, tt := range []struct {
		name    string
		decided map[int]league.PlayerID
		want    string
	}{
		{"nothing", nil, "ambiguous/2 3"},
		{"one of the candidates", map[int]league.PlayerID{1: player(2)}, "2 3"},
		{"nobody of the register", map[int]league.PlayerID{1: {}}, "new 3"},
		{"nobody of the register, whatever the name says", map[int]league.PlayerID{2: {}}, "ambiguous/2 new"},
		{"somebody of another name", map[int]league.PlayerID{1: player(3)}, "/entries/0: not-a-candidate (entry=1)"},
		{"somebody there is not", map[int]league.PlayerID{1: player(99)}, "/entries/0: not-a-candidate (entry=1)"},
		{"an entry there is not", map[int]league.PlayerID{7: player(3)}, "ambiguous/2 3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := imports.Register{Players: known, Fold: likeness.Fold, Decided: tt.decided}
			if got := found(imports.People(file(t, "Ada Rossi", "Bea Bianchi"), r)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Players who have already entered the importing event must have the same number and name in the file; the
// other people of the file are looked up in the register.
func TestPeopleWhoHaveEntered(t *testing.T) {
	t.Parallel()
	known := register("Ada Rossi", "Ada Rossi", "Bea Bianchi", "Carla Verdi")
	entered := func(numbers ...int) (out []facts.Entry) { // players 2, 3 and 4 by numbers
		for n, number := range numbers {
			out = append(out, facts.Entry{Number: number, PlayerID: player(n + 2), PlayerName: known[n+1].Name})
		}
		return out
	}
	for _, tt := range []struct {
		name    string
		entered []facts.Entry
		file    []string
		want    string
	}{
		{"all in their places", entered(1, 2), []string{"Ada Rossi", "Bea Bianchi"}, "2 3"},
		{"spelled otherwise", entered(1, 2), []string{"ada rossi", "Bea Bianchí"}, "2 3"},
		{"with one who has not entered", entered(1, 2), []string{"Ada Rossi", "Bea Bianchi", "Carla Verdi"}, "2 3 4"},
		{"without one", entered(1, 3), []string{"Ada Rossi", "Bea Bianchi"}, "/entries: CN09: entry-not-in-file (entry=3)"},
		{
			"by the number of another", entered(2, 1),
			[]string{"Ada Rossi", "Bea Bianchi"},
			"/entries/1/name: CN09: entry-of-another (entry=2, name=Ada Rossi); /entries/0/name: CN09: entry-of-another (entry=1, name=Bea Bianchi)",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := imports.Register{Players: known, Fold: likeness.Fold, Entered: tt.entered}
			if got := found(imports.People(file(t, tt.file...), r)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	brothers := []facts.Entry{{Number: 1, PlayerID: player(5), PlayerName: "Doychev Stefan"}, {Number: 2, PlayerID: player(6), PlayerName: "Dojčev Stefan"}}
	swapped := imports.Register{Fold: likeness.Fold, Entered: brothers}
	want := "/entries/0/name: CN09: entry-of-another (entry=1, name=Doychev Stefan); /entries/1/name: CN09: entry-of-another (entry=2, name=Dojčev Stefan)"
	if got := found(imports.People(file(t, "Dojčev Stefan", "Doychev Stefan"), swapped)); got != want {
		t.Errorf("two who read alike, swapped: %q, want %q", got, want)
	}
}

// Names without letters and digits match nobody.
func TestNamesThatDistinguishNobody(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, want string }{
		{"Ada", ""}, {"9", ""}, {" ... ", "/entries/0/name: name-without-letters (name=...)"},
	} {
		got := ""
		if faults := imports.RequireNames(file(t, tt.name).Entries); len(faults) > 0 {
			got = faults.Error()
		}
		if got != tt.want {
			t.Errorf("%q: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Every entry of a file gets a match, nobody is matched to a player whose name reads differently, and no two
// entries are matched to the same player.
func TestEverybodyIsSomebody(t *testing.T) {
	t.Parallel()
	names := []string{"Ada Rossi", "Ada Rossi, Circolo", "ada rossi, Rivali", "Dojčev Stefan", "Doychev Stefan", "Дойчев Стефан", "Bea Bianchi"}
	rapid.Check(t, func(rt *rapid.T) {
		known := register(rapid.SliceOfN(rapid.SampledFrom(names), 0, 6).Draw(rt, "register")...)
		f := file(t, rapid.SliceOfN(rapid.SampledFrom(names), 1, 6).Draw(rt, "file")...)
		people, faults := imports.People(f, imports.Register{Players: known, Fold: likeness.Fold})
		as := map[league.PlayerID]bool{}
		for n, p := range people {
			switch p.Match {
			case imports.Matched:
				is := known[p.Player.UUID[15]-1]
				if likeness.Fold(is.Name) != likeness.Fold(f.Entries[n].Name) || as[p.Player] && len(faults) == 0 {
					rt.Fatalf("%q is taken for %q", f.Entries[n].Name, is.Name)
				}
				as[p.Player] = true
			case imports.Ambiguous:
				if len(p.Candidates) == 0 {
					rt.Fatalf("%q is one of nobody", p.Name)
				}
			case imports.NewPlayer:
			default:
				rt.Fatalf("%q is %q", p.Name, p.Match)
			}
		}
	})
}
