package history_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/history"
	"referto/internal/league/ranking"
	"referto/internal/league/rules/presets"
	"referto/internal/likeness"
)

func keeper(t testing.TB) *ranking.Keeper {
	t.Helper()
	r, err := presets.Find("catan-ranglista-bg")
	if err != nil {
		t.Fatal(err)
	}
	return ranking.NewKeeper(r)
}

// read reads a table whose headings are the names of columns.
func read(t testing.TB, s history.Subject, table string) *history.File {
	t.Helper()
	k := keeper(t)
	headings, _, err := history.Headings([]byte(table), 1)
	if err != nil {
		t.Fatal(err)
	}
	return history.Read([]byte(table), history.Setting{
		Subject: s, Mapping: history.Suggest(headings, history.Columns(s, k.Columns())), Keeper: k, Today: "2026-01-01", Fold: likeness.Fold,
	})
}

func faults(f *history.File) string {
	var out []string
	for _, x := range f.Faults {
		out = append(out, fmt.Sprintf("%d %s", x.Line, x.Reason))
	}
	return strings.Join(out, ", ")
}

func id(n int) league.PlayerID { return league.PlayerID{UUID: uuid.UUID{15: byte(n)}} }

// register makes records from lines "Ada Rossi, Circolo, mail, member, born"; the first is player
// 1.
func register(lines ...string) []facts.HistoryRecord {
	var out []facts.HistoryRecord
	for n, line := range lines {
		p := append(strings.Split(line, ", "), "", "", "", "")
		r := facts.HistoryRecord{Player: id(n + 1), Name: p[0], Key: likeness.Fold(p[0]), Club: p[1], Clubs: strings.Split(p[1], "/"), Mail: p[2], Member: p[3]}
		_, _ = fmt.Sscan(p[4], &r.Born)
		out = append(out, r)
	}
	return out
}

func found(answers []history.Answer) string {
	var out []string
	for _, a := range answers {
		text := string(a.Match)
		switch a.Match {
		case history.Known:
			text = fmt.Sprint(a.Player.UUID[15])
		case history.Undone:
			text = fmt.Sprintf("?%d", len(a.Candidates))
		case history.Same:
			text = fmt.Sprintf("=%d", a.As)
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

// Nobody is identified with another person by the name alone.
func TestDecide(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		register []string
		table    string
		decide   history.Decisions
		want     string
	}{
		{"nobody of that name", []string{"Bea"}, "Ada,,,,", history.Decisions{}, "new"},
		{"the name alone is a question", []string{"Ada Rossi"}, "Ada Rossi,,,,", history.Decisions{}, "?1"},
		{"the name in another spelling too", []string{"Adà Rossi"}, "ADA ROSSI,,,,", history.Decisions{}, "?1"},
		{"name and club", []string{"Ada Rossi, Circolo"}, "Ada Rossi,circolo,,,", history.Decisions{}, "1"},
		{"name and a club of before", []string{"Ada Rossi, Rivali/Circolo"}, "Ada Rossi,circolo,,,", history.Decisions{}, "1"},
		{"name and mail", []string{"Ada Rossi, , a@x.it"}, "Ada Rossi,,A@X.it,,", history.Decisions{}, "1"},
		{"the mail alone is a question", []string{"Bea, , a@x.it"}, "Ada Rossi,,a@x.it,,", history.Decisions{}, "?1"},
		{"name and year", []string{"Ada Rossi, , , , 1980"}, "Ada Rossi,,,1980,", history.Decisions{}, "1"},
		{"born in another year", []string{"Ada Rossi, , , , 1980"}, "Ada Rossi,,,1981,", history.Decisions{}, "new"},
		{"name and number", []string{"Ada Rossi, , , 7"}, "Ada Rossi,,,,7", history.Decisions{}, "1"},
		{"another number", []string{"Ada Rossi, , , 7"}, "Ada Rossi,,,,8", history.Decisions{}, "new"},
		{"two of the club", []string{"Ada Rossi, Circolo", "Ada Rossi, Circolo"}, "Ada Rossi,Circolo,,,", history.Decisions{}, "?2"},
		{"two of a table", nil, "Ada Rossi,Circolo,,,\nAda Rossi,Rivali,,,", history.Decisions{}, "new ?1"},
		{"twice the same", nil, "Ada Rossi,Circolo,,,\nAda Rossi,Circolo,,,", history.Decisions{}, "new"},
		{"two by their numbers", nil, "Ada Rossi,,,,1\nAda Rossi,,,,2", history.Decisions{}, "new new"},
		{"decided: known", []string{"Ada Rossi"}, "Ada Rossi,,,,", history.Decisions{ByLine: map[int]history.Decision{2: {Player: id(1)}}}, "1"},
		{"decided: new", []string{"Ada Rossi"}, "Ada Rossi,,,,", history.Decisions{ByLine: map[int]history.Decision{2: {}}}, "new"},
		{"decided: as another line", nil, "Ada Rossi,Circolo,,,\nAda Rossi,Rivali,,,", history.Decisions{ByLine: map[int]history.Decision{3: {SameAs: 2}}}, "new =0"},
		{"all others known", []string{"Ada Rossi", "Bea", "Bea"}, "Ada Rossi,,,,\nBea,,,,", history.Decisions{Rest: history.TakeOne}, "1 ?2"},
		{"all others new", []string{"Ada Rossi", "Bea", "Bea"}, "Ada Rossi,,,,\nBea,,,,", history.Decisions{Rest: history.AddAsNew}, "new new"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := read(t, history.Players, "name,club,mail,birth year,member\n"+tt.table+"\n")
			if got := found(f.Decide(register(tt.register...), tt.decide)); got != tt.want || f.Faulty > 0 {
				t.Errorf("%s, want %s; %s", got, tt.want, faults(f))
			}
		})
	}
}

// A decision about a line that is no person's first, or for an impossible match, is a fault.
func TestWrongDecisions(t *testing.T) {
	t.Parallel()
	f := read(t, history.Players, "name\nAda\n")
	f.Decide(nil, history.Decisions{ByLine: map[int]history.Decision{9: {}, 2: {Player: id(3)}}})
	if got := faults(f); got != "9 decided-of-nobody, 2 not-a-candidate" {
		t.Error(got)
	}
}

// Events are ordered by places, or without places by totals; level people share a place.
func TestOrderOfEvents(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ table, want string }{
		{"event,day,place,name,points\nOpen,2008-03-08,2,Bea,1\nOpen,2008-03-08,1,Ada,0", "1 Ada, 2 Bea"},
		{"event,day,name,points\nOpen,8.3.2008,Bea,1\nOpen,08/03/2008,Ada,3\nOpen,2008-03-08,Cara,1", "1 Ada, 2 Bea, 2 Cara"},
		{"event,day,name,points,vp\nOpen,8.3.2008,Bea,1,7\nOpen,8.3.2008,Ada,1,8", "1 Ada, 2 Bea"},
	} {
		f := read(t, history.Results, tt.table)
		var out []string
		for _, l := range f.Events[0].Lines {
			out = append(out, fmt.Sprintf("%d %s", f.Lines[l].Place, f.People[f.Lines[l].Person].Name))
		}
		if got := strings.Join(out, ", "); got != tt.want || len(f.Events) != 1 {
			t.Errorf("%s, want %s; %s", got, tt.want, faults(f))
		}
	}
}

// BG 1: a player who reaches 300 with the lines of a table arrives, and one who is in the hall does
// not arrive again.
func TestArrivals(t *testing.T) {
	t.Parallel()
	k := keeper(t)
	f := read(t, history.Openings, "name,points\nAda,299\nBea,300\nCara,1\nDora,300\n")
	ids := []league.PlayerID{id(1), id(2), id(3), id(4)}
	at := func(points int) ranking.Career {
		return k.CareerOf(&ranking.Opening{Figures: append([]league.Frac{league.Int(points)}, make([]league.Frac, len(k.Columns())-1)...)}, nil)
	}
	got := f.Arrivals(k, ids, map[league.PlayerID]ranking.Career{id(3): at(299), id(4): at(301)}, nil, nil)
	if !slices.Equal(got, []int{1, 2}) {
		t.Errorf("BG 1: %v arrive", got)
	}
}

// A table of one name many times is one person, and one of many people of one name is refused at a
// bound, in time.
func TestManyOfOneName(t *testing.T) {
	t.Parallel()
	const n = 100_000
	f := read(t, history.Players, "name\n"+strings.Repeat("Ada Rossi\n", n))
	if answers := f.Decide(nil, history.Decisions{}); len(answers) != 1 || f.Repeated != n-1 {
		t.Errorf("%d people, %d repeated", len(answers), f.Repeated)
	}
	var b strings.Builder
	b.WriteString("name,member\n")
	for i := range n {
		fmt.Fprintf(&b, "Ada Rossi,%d\n", i+1)
	}
	f = read(t, history.Players, b.String())
	if f.Decide(nil, history.Decisions{}); faults(f) != fmt.Sprintf("%d too-many-namesakes", history.MostAlike+2) {
		t.Error(faults(f))
	}
	if f := read(t, history.Players, "name\n"+strings.Repeat("Ada Rossi\n", history.MostLines+1)); faults(f) != fmt.Sprintf("%d too-many-rows", history.MostLines+2) {
		t.Error(faults(f))
	}
}

// Any table is read without a panic, each line has a person, each line of an event is in it once,
// and everybody is identified in one way.
func TestAnyTable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		cell := rapid.SampledFrom([]string{"Ada", "ADA", "Bea", "=1+1", "", "1", "2", "-1", "0,5", "2008-01-02", "1.2.2008", "x@y.z", "a b", "Откр"})
		var lines []string
		for range rapid.IntRange(0, 12).Draw(rt, "lines") {
			lines = append(lines, strings.Join(rapid.SliceOfN(cell, 0, 7).Draw(rt, "cells"), ","))
		}
		f := read(t, rapid.SampledFrom([]history.Subject{history.Players, history.Openings, history.Results}).Draw(rt, "subject"),
			"name,club,event,day,place,points,member\n"+strings.Join(lines, "\n")+"\n")
		seen := map[int]bool{}
		for _, e := range f.Events {
			for _, l := range e.Lines {
				if seen[l] || f.Lines[l].Person < 0 {
					rt.Fatalf("line %d", l)
				}
				seen[l] = true
			}
		}
		if answers := f.Decide(register("Ada, 1", "Bea"), history.Decisions{}); f.Faulty == 0 && len(answers) != len(f.People) {
			rt.Fatalf("%d answers for %d", len(answers), len(f.People))
		}
	})
}
