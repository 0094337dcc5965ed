package history_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"referto/internal/league"
	"referto/internal/league/history"
	"referto/internal/league/ranking"
)

func figures(list ...int) []league.Frac {
	out := make([]league.Frac, 7)
	for i, n := range list {
		out[i] = league.Int(n)
	}
	return out
}

// Two openings are the same when all their figures are.
func TestSameOpening(t *testing.T) {
	t.Parallel()
	one := history.Brought{Figures: figures(5, 13), National: league.Int(2)}
	for _, tt := range []struct {
		says  string
		other history.Brought
		want  bool
	}{
		{"the same", history.Brought{Figures: figures(5, 13), National: league.Int(2)}, true},
		{"another figure", history.Brought{Figures: figures(5, 12), National: league.Int(2)}, false},
		{"other national points", history.Brought{Figures: figures(5, 13), National: league.Int(3)}, false},
		{"fewer figures", history.Brought{Figures: figures(5, 13)[:6], National: league.Int(2)}, false},
	} {
		if one.Same(tt.other) != tt.want || tt.other.Same(one) != tt.want {
			t.Errorf("%s: want %t", tt.says, tt.want)
		}
	}
}

// Once all people are identified, nobody has two openings, a standing opening does not change,
// nobody is twice at one event, and no event is brought in twice.
func TestSettle(t *testing.T) {
	t.Parallel()
	none := func(history.Happening) bool { return false }
	for _, tt := range []struct {
		says      string
		subject   history.Subject
		table     string
		people    []int // of the register, for each person of the table
		standing  map[league.PlayerID]history.Brought
		taken     func(history.Happening) bool
		unchanged []int
		want      string
	}{
		{says: "openings of two", subject: history.Openings, table: "name,points\nAda,5\nBea,6\n", people: []int{1, 2}},
		{
			says: "two of one", subject: history.Openings, table: "name,points\nAda,5\nBea,6\nCara,5\nDora,5\n", people: []int{1, 2, 1, 1},
			want: `4  "Cara": opening-twice (line=2); 5  "Dora": opening-twice (line=2)`,
		},
		{
			says: "one that stands as it is told", subject: history.Openings, table: "name,points,vp\nAda,5,13\nBea,5,13\n", people: []int{1, 2},
			standing: map[league.PlayerID]history.Brought{id(2): {Figures: figures(5, 13)}}, unchanged: []int{1},
		},
		{
			says: "one that stands as another", subject: history.Openings, table: "name,points,vp\nAda,5,13\nBea,5,13\n", people: []int{1, 2},
			standing: map[league.PlayerID]history.Brought{id(2): {Figures: figures(5, 12)}}, want: `3  "Bea": opening-stands`,
		},
		{
			says: "one of nothing is new where none stands", subject: history.Openings, table: "name,points\nAda,0\n", people: []int{1},
			standing: map[league.PlayerID]history.Brought{id(2): {Figures: figures()}},
		},
		{
			says: "an event", subject: history.Results, table: "event,day,name,place\nOpen,1.2.2008,Ada,1\nOpen,1.2.2008,Bea,2\nAltro,1.2.2008,Ada,1\n", people: []int{1, 2},
			standing: map[league.PlayerID]history.Brought{id(1): {Figures: figures(5, 12)}},
		},
		{
			says: "somebody twice at one", subject: history.Results, people: []int{1, 2, 1},
			table: "event,day,name,place\nOpen,1.2.2008,Ada,3\nOpen,1.2.2008,Bea,2\nOpen,1.2.2008,Cara,1\nAltro,1.2.2008,Bea,1\n",
			want:  `4  "Cara": person-twice (line=2)`,
		},
		{
			says: "three times, each told of the one before", subject: history.Results, people: []int{1, 1, 1},
			table: "event,day,name,place\nOpen,1.2.2008,Ada,1\nOpen,1.2.2008,Bea,2\nOpen,1.2.2008,Cara,3\n",
			want:  `3  "Bea": person-twice (line=2); 4  "Cara": person-twice (line=3)`,
		},
		{
			says: "events that are there", subject: history.Results, people: []int{1, 2}, taken: func(e history.Happening) bool { return e.Day == "2008-02-01" && e.Title != "Altro" },
			table: "event,day,name,place\nOpen,1.2.2008,Ada,1\nAltro,1.2.2008,Ada,1\nUltimo,1.2.2008,Ada,1\nOpen,2.2.2008,Ada,1\n",
			want:  `2  "Open": event-there (day=2008-02-01, event=Open); 4  "Ultimo": event-there (day=2008-02-01, event=Ultimo)`,
		},
	} {
		t.Run(tt.says, func(t *testing.T) {
			t.Parallel()
			f := read(t, tt.subject, tt.table)
			if f.Faulty > 0 {
				t.Fatal(told(f))
			}
			var ids []league.PlayerID
			for _, n := range tt.people {
				ids = append(ids, id(n))
			}
			if tt.taken == nil {
				tt.taken = none
			}
			unchanged := f.Settle(ids, tt.standing, tt.taken)
			if got := told(f); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			if got := slices.Sorted(maps.Keys(unchanged)); unchanged == nil || !slices.Equal(got, tt.unchanged) {
				t.Errorf("%v are unchanged, want %v", got, tt.unchanged)
			}
		})
	}
}

// BG 1: a player who reaches 300 points with all lines of a table together arrives, national points
// apart; lines that change nothing and events that the ranking does not take add nothing.
func TestArrivalsAtEvents(t *testing.T) {
	t.Parallel()
	k := keeper(t)
	f := read(t, history.Results, "event,day,name,points,member\n"+
		"Open,1.2.2008,Bea,150,2\n"+ // person 0
		"Open,1.2.2008,Ada,100,1\n"+ // 1
		"Altro,2.2.2008,Bea,149,2\n"+
		"Altro,2.2.2008,Ada,200,1\n"+
		"Nazionale,3.2.2008,Bea,1,2\n"+
		"Fuori,4.2.2008,Bea,500,2\n")
	takes := func(e history.Happening) (national, takes bool) { return e.Title == "Nazionale", e.Title != "Fuori" }
	ids := []league.PlayerID{id(2), id(1)}
	career := func(points, national int) ranking.Career {
		return k.CareerOf(&ranking.Opening{Figures: figures(points), National: league.Int(national)}, nil)
	}
	for _, tt := range []struct {
		says      string
		careers   map[league.PlayerID]ranking.Career
		unchanged map[int]bool
		ids       []league.PlayerID
		want      []int
	}{
		{"two events together", nil, nil, ids, []int{1}},
		{"on top of what there is", map[league.PlayerID]ranking.Career{id(2): career(1, 0)}, nil, ids, []int{0, 1}},
		{"national points are none of them", map[league.PlayerID]ranking.Career{id(2): career(0, 300)}, nil, ids, []int{1}},
		{"who has arrived before does not again", map[league.PlayerID]ranking.Career{id(1): career(300, 0)}, nil, ids, nil},
		{"without the lines that change nothing", nil, map[int]bool{1: true}, ids, nil},
		{"two people of the table who are one", nil, nil, []league.PlayerID{id(1), id(1)}, []int{0}},
	} {
		if got := f.Arrivals(k, tt.ids, tt.careers, tt.unchanged, takes); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v arrive, want %v", tt.says, got, tt.want)
		}
	}
}

// An event that the ranking does not take adds nothing, even if it is the first; arrivals are in
// the order of the table.
func TestArrivalsInTheOrderOfTheTable(t *testing.T) {
	t.Parallel()
	k := keeper(t)
	f := &history.File{Events: []history.Happening{{Title: "Fuori"}, {Title: "Open"}}}
	var ids []league.PlayerID
	want := "["
	for i := range 20 {
		ids = append(ids, id(50-i))
		f.Lines = append(f.Lines, history.Line{Person: i, Event: i % 2, Figures: figures(300)})
		if i%2 == 1 {
			want += fmt.Sprint(i, " ")
		}
	}
	got := f.Arrivals(k, ids, nil, nil, func(e history.Happening) (bool, bool) { return false, e.Title == "Open" })
	if fmt.Sprint(got) != want[:len(want)-1]+"]" {
		t.Errorf("%v arrive, want %s", got, want)
	}
}

// A person with several lines is listed as the first person of the table, whichever line comes
// first.
func TestArrivalIsOfTheFirstPerson(t *testing.T) {
	t.Parallel()
	k := keeper(t)
	for _, people := range [][]int{{1, 0}, {0, 1}} {
		f := &history.File{People: []history.Someone{{Name: "Ada"}, {Name: "Bea"}}}
		for i, person := range people {
			f.Lines = append(f.Lines, history.Line{Person: person, Event: -1, Figures: figures(200 - 100*i)})
		}
		if got := fmt.Sprint(f.Arrivals(k, []league.PlayerID{id(1), id(1)}, nil, nil, nil)); got != "[0]" {
			t.Errorf("%v: %s", people, got)
		}
	}
}
