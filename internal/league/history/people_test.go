package history_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"referto/internal/league/facts"
	"referto/internal/league/history"
	"referto/internal/likeness"
)

// answered writes the answers with their bases and candidates.
func answered(answers []history.Answer) string {
	var out []string
	for _, a := range answers {
		text := string(a.Match)
		switch a.Match {
		case history.Known:
			text += fmt.Sprintf(" %d", a.Player.UUID[15])
		case history.Same:
			text += fmt.Sprintf(" as %d", a.As)
		}
		if len(a.By) > 0 {
			text += fmt.Sprintf(" by %v", a.By)
		}
		for _, c := range a.Candidates {
			text += fmt.Sprintf(" (%d line %d %s, %s, %d %v)", c.Player.UUID[15], c.Line, c.Name, c.Club, c.Born, c.By)
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

const people = "name,club,mail,birth year,member\n"

// A question names all possible matches, of the register and of earlier lines, with the properties
// in common.
func TestCandidates(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		says     string
		register []string
		table    string
		want     string
	}{
		{"known by the name and all else", []string{"Ada Rossi, Circolo, a@x.it, 7, 1980"}, "Ada Rossi,Circolo,a@x.it,1980,7", "known 1 by [name mail member birth-year club]"},
		{"a record is shown as the register has it", []string{"Adà Rossi, Circolo, , , 1980"}, "Ada Rossi,,,,", "undone (1 line 0 Adà Rossi, Circolo, 1980 [name])"},
		{"a line is shown as the table has it", nil, "Ada Rossi,Circolo,,1980,\nADA ROSSI,Rivali,,,", "new; undone (0 line 2 Ada Rossi, Circolo, 1980 [name])"},
		{"a line of the same address", nil, "Ada Rossi,,a@x.it,,\nBea,,a@x.it,,", "new; undone (0 line 2 Ada Rossi, , 0 [mail])"},
		{"a line of the same year and club", nil, "Ada Rossi,Circolo,a@x.it,1980,\nAda Rossi,Circolo,,1980,", "new; undone (0 line 2 Ada Rossi, Circolo, 1980 [name birth-year club])"},
		{"a line of another year is of another", nil, "Ada Rossi,,,1980,\nAda Rossi,,,1981,", "new; new"},
		{"a line with a number, and one without", nil, "Ada Rossi,,,,7\nAda Rossi,,,,", "new; undone (0 line 2 Ada Rossi, , 0 [name])"},
		{"a line without a number, and one with", nil, "Ada Rossi,,,,\nAda Rossi,,,,7", "new; undone (0 line 2 Ada Rossi, , 0 [name])"},
		{
			"all lines before", nil, "Ada Rossi,A,,,\nAda Rossi,B,,,\nAda Rossi,C,,,",
			"new; undone (0 line 2 Ada Rossi, A, 0 [name]); undone (0 line 2 Ada Rossi, A, 0 [name]) (0 line 3 Ada Rossi, B, 0 [name])",
		},
		{"the number alone is a question", []string{"Bea, , , 7"}, "Ada Rossi,,,,7", "undone (1 line 0 Bea, , 0 [member])"},
		{"number and mail without the name are one too", []string{"Bea, , a@x.it, 7"}, "Ada Rossi,,a@x.it,,7", "undone (1 line 0 Bea, , 0 [mail member])"},
		{"a club alone is nothing", []string{"Bea, Circolo, , , 1980"}, "Ada Rossi,Circolo,,1980,", "new"},
		{"no address is not the same address", []string{"Bea", "Cara"}, "Ada Rossi,,,,", "new"},
		{"another club leaves a question", []string{"Ada Rossi, Circolo"}, "Ada Rossi,Rivali,,,", "undone (1 line 0 Ada Rossi, Circolo, 0 [name])"},
		{"another address leaves a question", []string{"Ada Rossi, , a@x.it"}, "Ada Rossi,,b@x.it,,", "undone (1 line 0 Ada Rossi, , 0 [name])"},
		{"a year that one of them has", []string{"Ada Rossi, , , , 1980"}, "Ada Rossi,,,,", "undone (1 line 0 Ada Rossi, , 1980 [name])"},
		{"a year that the table has", []string{"Ada Rossi"}, "Ada Rossi,,,1980,", "undone (1 line 0 Ada Rossi, , 0 [name])"},
		{"a number that one of them has", []string{"Ada Rossi, , , 7"}, "Ada Rossi,,,,", "undone (1 line 0 Ada Rossi, , 0 [name])"},
		{"a number that the table has", []string{"Ada Rossi"}, "Ada Rossi,,,,7", "undone (1 line 0 Ada Rossi, , 0 [name])"},
		{"in the order of the register", []string{"Bea, , a@x.it", "Ada Rossi"}, "Ada Rossi,,a@x.it,,", "undone (1 line 0 Bea, , 0 [mail]) (2 line 0 Ada Rossi, , 0 [name])"},
		{"one is sure among others", []string{"Ada Rossi", "Ada Rossi, Circolo", "Bea, , a@x.it"}, "Ada Rossi,Circolo,a@x.it,,", "known 2 by [name club]"},
		{"sure, whatever a line before says", []string{"Ada Rossi, Circolo"}, "Ada Rossi,Rivali,,,\nAda Rossi,Circolo,,,", "undone (1 line 0 Ada Rossi, Circolo, 0 [name]); known 1 by [name club]"},
	} {
		t.Run(tt.says, func(t *testing.T) {
			t.Parallel()
			f := read(t, history.Players, people+tt.table+"\n")
			if got := answered(f.Decide(register(tt.register...), history.Decisions{})); got != tt.want || f.Faulty > 0 {
				t.Errorf("%s, want %s; %s", got, tt.want, told(f))
			}
		})
	}
}

// Somebody with several records is one candidate, by whichever record has most in common, and by a sure one before all.
func TestRecordsOfOnePerson(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		says     string
		register []string
		table    string
		want     string
	}{
		{"two records of the name", []string{"Ada Rossi, A", "Ada Rossi, B"}, "Ada Rossi,,,,", "undone (1 line 0 Ada Rossi, A, 0 [name])"},
		{"the second is sure", []string{"Ada Rossi, A", "Ada Rossi, B"}, "Ada Rossi,B,,,", "known 1 by [name club]"},
		{"the first is sure", []string{"Ada Rossi, B", "Ada Rossi, A"}, "Ada Rossi,B,,,", "known 1 by [name club]"},
		{"a sure one before one with as much", []string{"Bea, , a@x.it, 7", "Ada Rossi, B"}, "Ada Rossi,B,a@x.it,,7", "known 1 by [name club]"},
		{"as much leaves the first", []string{"Ada Rossi, A, , , 1980", "Ada Rossi, B, , , 1980"}, "Ada Rossi,,,1980,", "known 1 by [name birth-year]"},
		{"more before less", []string{"Ada Rossi, B", "Ada Rossi, B, , , 1980"}, "Ada Rossi,B,,1980,", "known 1 by [name birth-year club]"},
		{"less after more", []string{"Ada Rossi, B, , , 1980", "Ada Rossi, B"}, "Ada Rossi,B,,1980,", "known 1 by [name birth-year club]"},
		{"what is not sure never hides what is", []string{"Ada Rossi, B", "Bea, , a@x.it, 7"}, "Ada Rossi,B,a@x.it,,7", "known 1 by [name club]"},
	} {
		t.Run(tt.says, func(t *testing.T) {
			t.Parallel()
			records := register(tt.register...)
			for i := range records {
				records[i].Player = id(1)
			}
			f := read(t, history.Players, people+tt.table+"\n")
			if got := answered(f.Decide(records, history.Decisions{})); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// A decision about a line applies if it is possible, also to later lines of the same person.
func TestDecided(t *testing.T) {
	t.Parallel()
	type decisions = map[int]history.Decision
	for _, tt := range []struct {
		says     string
		register []string
		table    string
		decide   history.Decisions
		want     string
		faults   string
	}{
		{"one of the candidates", []string{"Ada Rossi", "Ada Rossi"}, "Ada Rossi,,,,", history.Decisions{ByLine: decisions{2: {Player: id(2)}}}, "known 2 by [decision]", ""},
		{"somebody new after all", []string{"Ada Rossi, A"}, "Ada Rossi,A,,,", history.Decisions{ByLine: decisions{2: {}}}, "new by [decision]", ""},
		{"somebody else than who is sure", []string{"Ada Rossi, A", "Ada Rossi"}, "Ada Rossi,A,,,", history.Decisions{ByLine: decisions{2: {Player: id(2)}}}, "known 2 by [decision]", ""},
		{
			"nobody who it may be",
			[]string{"Ada Rossi", "Bea"},
			"Ada Rossi,,,,",
			history.Decisions{ByLine: decisions{2: {Player: id(2)}}},
			"undone (1 line 0 Ada Rossi, , 0 [name])", `2  "Ada Rossi": not-a-candidate (entry=2)`,
		},
		{"the same as a line before", nil, "Bea,,,,\nAda Rossi,A,,,\nAda Rossi,B,,,", history.Decisions{ByLine: decisions{4: {SameAs: 3}}}, "new; new; same as 1 by [decision]", ""},
		{
			"the same as a line that is known",
			[]string{"Ada Rossi, A"},
			"Ada Rossi,A,,,\nAda Rossi,B,,,",
			history.Decisions{ByLine: decisions{3: {SameAs: 2}}},
			"known 1 by [name club]; known 1 by [decision]", "",
		},
		{
			"a third is compared with the first only", nil, "Ada Rossi,A,,,\nAda Rossi,B,,,\nAda Rossi,C,,,",
			history.Decisions{ByLine: decisions{3: {SameAs: 2}}},
			"new; same as 0 by [decision]; undone (0 line 2 Ada Rossi, A, 0 [name])", "",
		},
		{
			"the same as a line of somebody else", nil, "Bea,,,,\nAda Rossi,A,,,\nAda Rossi,B,,,",
			history.Decisions{ByLine: decisions{4: {SameAs: 2}}},
			"new; new; undone (0 line 3 Ada Rossi, A, 0 [name])", `4  "Ada Rossi": not-a-candidate (entry=4)`,
		},
		{
			"the same as a line to come", nil, "Ada Rossi,A,,,\nAda Rossi,B,,,",
			history.Decisions{ByLine: decisions{2: {SameAs: 3}}},
			"undone; undone (0 line 2 Ada Rossi, A, 0 [name])", `2  "Ada Rossi": not-a-candidate (entry=2)`,
		},
		{
			"a player and a line at once",
			[]string{"Ada Rossi"},
			"Ada Rossi,A,,,\nAda Rossi,B,,,",
			history.Decisions{ByLine: decisions{2: {}, 3: {Player: id(1), SameAs: 2}}},
			"new by [decision]; undone (1 line 0 Ada Rossi, , 0 [name]) (0 line 2 Ada Rossi, A, 0 [name])", `3  "Ada Rossi": not-a-candidate (entry=3)`,
		},
		{
			"lines that have nobody first", nil, "Ada Rossi,,,,\nAda Rossi,,,,",
			history.Decisions{ByLine: decisions{7: {}, 3: {}, 1: {}, 9: {}}},
			"new", `1  "": decided-of-nobody (line=1); 3  "": decided-of-nobody (line=3); 7  "": decided-of-nobody (line=7); 9  "": decided-of-nobody (line=9)`,
		},
		{"all the rest is one of the register", []string{"Ada Rossi", "Bea"}, "Ada Rossi,A,,,\nBea,,,,", history.Decisions{Rest: history.TakeOne}, "known 1 by [decision]; known 2 by [decision]", ""},
		{"all the rest is the line before", nil, "Ada Rossi,A,,,\nAda Rossi,B,,,", history.Decisions{Rest: history.TakeOne}, "new; same as 0 by [decision]", ""},
		{
			"a third is known as the first is", nil, "Ada Rossi,A,,,\nAda Rossi,B,,,\nAda Rossi,C,,,",
			history.Decisions{Rest: history.TakeOne},
			"new; same as 0 by [decision]; same as 0 by [decision]", "",
		},
		{
			"who can be two is a question all the same",
			[]string{"Ada Rossi", "Ada Rossi"},
			"Ada Rossi,,,,",
			history.Decisions{Rest: history.TakeOne},
			"undone (1 line 0 Ada Rossi, , 0 [name]) (2 line 0 Ada Rossi, , 0 [name])", "",
		},
		{"all the rest is new", []string{"Ada Rossi"}, "Ada Rossi,,,,", history.Decisions{Rest: history.AddAsNew}, "new by [decision]", ""},
		{"but for who is sure", []string{"Ada Rossi, A"}, "Ada Rossi,A,,,", history.Decisions{Rest: history.AddAsNew}, "known 1 by [name club]", ""},
		{
			"one by one before the rest",
			[]string{"Ada Rossi", "Bea"},
			"Ada Rossi,,,,\nBea,,,,",
			history.Decisions{ByLine: decisions{3: {Player: id(2)}}, Rest: history.AddAsNew},
			"new by [decision]; known 2 by [decision]", "",
		},
	} {
		t.Run(tt.says, func(t *testing.T) {
			t.Parallel()
			f := read(t, history.Players, people+tt.table+"\n")
			if got := answered(f.Decide(register(tt.register...), tt.decide)); got != tt.want || told(f) != tt.faults {
				t.Errorf("%s, want %s; %s, want %s", got, tt.want, told(f), tt.faults)
			}
		})
	}
}

// The people of a table with faults are not identified.
func TestNoAnswersOfAFaultyTable(t *testing.T) {
	t.Parallel()
	f := read(t, history.Players, "name\nAda\nB\n")
	if got := f.Decide(nil, history.Decisions{}); got != nil {
		t.Error(answered(got))
	}
}

func TestQuestions(t *testing.T) {
	t.Parallel()
	for want, list := range map[int][]history.Match{
		0: {history.Known, history.Added, history.Same}, 1: {history.Undone}, 2: {history.Undone, history.Known, history.Undone},
	} {
		var answers []history.Answer
		for _, m := range list {
			answers = append(answers, history.Answer{Match: m})
		}
		if got := history.Questions(answers); got != want {
			t.Errorf("%d questions in %v, want %d", got, list, want)
		}
	}
}

// Namesakes of the register and of the table are counted together; below the limit they are
// questions, above it one fault for the name.
func TestMostAlike(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		registered, lines int
		want              string
	}{
		{history.MostAlike - 1, 1, ""},
		{history.MostAlike, 1, `2  "Ada Rossi": too-many-namesakes (limit=50, name=Ada Rossi)`},
		{history.MostAlike - 2, 2, ""},
		{history.MostAlike - 2, 4, `4  "Ada Rossi": too-many-namesakes (limit=50, name=Ada Rossi)`},
	} {
		records := make([]facts.HistoryRecord, tt.registered)
		for i := range records {
			records[i] = facts.HistoryRecord{Player: id(i + 1), Name: "Ada Rossi", Key: likeness.Fold("Ada Rossi")}
		}
		var b strings.Builder
		for i := range tt.lines {
			fmt.Fprintf(&b, "Ada Rossi,%d\n", i+1)
		}
		f := read(t, history.Players, "name,member\n"+b.String())
		answers := f.Decide(records, history.Decisions{})
		if got := told(f); got != tt.want || len(answers) != tt.lines {
			t.Errorf("%d of the register, %d of the table: %s, want %s", tt.registered, tt.lines, got, tt.want)
		}
		if tt.want == "" && len(answers[0].Candidates) != tt.registered {
			t.Errorf("%d candidates of %d", len(answers[0].Candidates), tt.registered)
		}
	}
}

// Reading and deciding leave no state behind: the same table gives the same result.
func TestDecideTwice(t *testing.T) {
	t.Parallel()
	const table = "Ada Rossi,A,,,\nAda Rossi,B,,,\nBea,,b@x.it,1980,\n"
	records := register("Ada Rossi, A", "Bea, , b@x.it")
	f := read(t, history.Players, people+table)
	first, second := f.Decide(records, history.Decisions{}), f.Decide(records, history.Decisions{})
	if d := cmp.Diff(first, second, cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
}
