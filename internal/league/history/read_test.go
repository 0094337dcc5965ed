package history_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/history"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/likeness"
)

// told writes the faults of a table: line heading "value": reason (parameters).
func told(f *history.File) string {
	var out []string
	for _, x := range f.Faults {
		out = append(out, fmt.Sprintf("%d %s %q: %s", x.Line, x.Column, x.Value, x.Grounds))
	}
	return strings.Join(out, "; ")
}

// Every subject has the columns of people and, except for people alone, the figures of the ranking.
func TestColumns(t *testing.T) {
	t.Parallel()
	figures := []rules.Criterion{{Figure: "points"}, {Figure: "vp"}}
	for subject, want := range map[history.Subject]string{
		history.Players:  "name club city birth-year mail member",
		history.Openings: "name club city birth-year mail member national-points figure-points figure-vp",
		history.Results:  "name club city birth-year mail member event day place venue-city figure-points figure-vp",
	} {
		if got := strings.Trim(fmt.Sprint(history.Columns(subject, figures)), "[]"); got != want {
			t.Errorf("%s: %s, want %s", subject, got, want)
		}
	}
}

// Headings are recognized in the languages of the federations, by names of columns and of figures;
// each is used for one column, and each column gets the first matching heading.
func TestSuggest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		subject  history.Subject
		headings string
		want     string
	}{
		{history.Players, "Giocatore,Circolo,Città,Anno di nascita,E-mail,Tessera", "birth-year=Anno di nascita club=Circolo mail=E-mail member=Tessera name=Giocatore city=Città"},
		{history.Players, "Играч,Клуб,Град,Роден,Имейл,Номер", "birth-year=Роден city=Град club=Клуб mail=Имейл member=Номер name=Играч"},
		{history.Players, "PLAYER,Points,Day", "name=PLAYER"},
		{history.Openings, "name,points,VP,National points,tournaments,Thirds", "figure-points=points figure-thirds=Thirds figure-tournaments=tournaments figure-vp=VP name=name national-points=National points"},
		{history.Openings, "име,точки,турнири,национални точки,figure-share", "figure-points=точки figure-share=figure-share figure-tournaments=турнири name=име national-points=национални точки"},
		{history.Results, "Nome,Torneo,Data,Posto,Sede,Punti,share", "day=Data event=Torneo figure-points=Punti figure-share=share name=Nome place=Posto venue-city=Sede"},
		{history.Results, "турнир,дата,място,място на провеждане,състезател", "day=дата event=турнир name=състезател place=място venue-city=място на провеждане"},
		{history.Players, "player,name", "name=player"},
		{history.Players, "name,name", "name=name"},
		{history.Players, "club,squadra", "club=club"},
		{history.Players, "birth-year,venue-city", "birth-year=birth-year"},
		{history.Players, "", ""},
	} {
		m := history.Suggest(strings.Split(tt.headings, ","), history.Columns(tt.subject, keeper(t).Columns()))
		var got []string
		for c, heading := range m {
			got = append(got, string(c)+"="+heading)
		}
		want := strings.Split(tt.want, " ")
		slices.Sort(got)
		if joined := strings.Join(want, " "); joined != "" {
			want = parts(joined)
		} else {
			want = nil
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", tt.headings, got, want)
		}
	}
}

// parts splits a text into its "column=heading" items, in the order of the columns; headings may
// contain spaces.
func parts(text string) (out []string) {
	for _, word := range strings.Split(text, " ") {
		if strings.Contains(word, "=") {
			out = append(out, word)
		} else {
			out[len(out)-1] += " " + word
		}
	}
	slices.Sort(out)
	return out
}

// A heading that fits two columns is used for the first, and the second gets none.
func TestSuggestOneColumnForAHeading(t *testing.T) {
	t.Parallel()
	m := history.Suggest([]string{"points"}, []history.Column{history.FigureColumn("points"), history.FigureColumn("Points")})
	if len(m) != 1 || m[history.FigureColumn("points")] != "points" {
		t.Error(m)
	}
}

// Of a table the headings are shown with the first lines, as many as are asked for.
func TestHeadings(t *testing.T) {
	t.Parallel()
	const table = "name;club\nAda ; Uno\nBea;Due\nCara;Tre\n"
	for lines, want := range map[int][][]string{0: nil, 1: {{"Ada", "Uno"}}, 2: {{"Ada", "Uno"}, {"Bea", "Due"}}, 9: {{"Ada", "Uno"}, {"Bea", "Due"}, {"Cara", "Tre"}}} {
		headings, sample, err := history.Headings([]byte(table), lines)
		if err != nil || !slices.Equal(headings, []string{"name", "club"}) || !cmp.Equal(sample, want) {
			t.Errorf("%d lines: %q, %q, %v", lines, headings, sample, err)
		}
	}
	if _, _, err := history.Headings([]byte("name\n\"Ada"), 3); err == nil {
		t.Error("a broken line is no error")
	}
	// Lines after the sample are not read.
	if _, _, err := history.Headings([]byte("name\nAda\nBea\n\"Cara"), 1); err != nil {
		t.Error(err)
	}
}

// A mapping that does not fit its table, and a table without required columns, are refused before a
// line is read.
func TestMappings(t *testing.T) {
	t.Parallel()
	name := history.Mapping{history.Name: "name"}
	with := func(pairs ...string) history.Mapping {
		m := history.Mapping{history.Name: "name"}
		for i := 0; i < len(pairs); i += 2 {
			m[history.Column(pairs[i])] = pairs[i+1]
		}
		return m
	}
	for _, tt := range []struct {
		says    string
		subject history.Subject
		mapping history.Mapping
		table   string
		want    string
	}{
		{"all fits", history.Players, name, "name\nAda", ""},
		{"no name", history.Players, history.Mapping{}, "name\nAda", `1  "": column-required (column=name)`},
		{
			"results need name, event and day", history.Results,
			history.Mapping{history.Place: "place"},
			"place\n1",
			`1  "": column-required (column=name); 1  "": column-required (column=event); 1  "": column-required (column=day)`,
		},
		{"an opening needs a figure", history.Openings, name, "name\nAda", `1  "": column-required (column=figure-points)`},
		{"any figure is one", history.Openings, with("figure-thirds", "t"), "name,t\nAda,1", ""},
		{"results need a place or a figure", history.Results, with("event", "e", "day", "d"), "name,e,d\nAda,Open,1.2.2008", `1  "": column-required (column=figure-points)`},
		{"a place suffices", history.Results, with("event", "e", "day", "d", "place", "p"), "name,e,d,p\nAda,Open,1.2.2008,1", ""},
		{"a figure suffices", history.Results, with("event", "e", "day", "d", "figure-vp", "p"), "name,e,d,p\nAda,Open,1.2.2008,1", ""},
		{"people have no figures", history.Players, with("figure-points", "p"), "name,p\nAda,1", `0 p "figure-points": no-such-column (column=figure-points)`},
		{
			"no ranking has that figure", history.Openings, with("figure-luck", "p"), "name,p\nAda,1",
			`0 p "figure-luck": no-such-column (column=figure-luck); 1  "": column-required (column=figure-points)`,
		},
		{"a heading that the table lacks", history.Players, with("club", "circolo"), "name\nAda", `1 circolo "": heading-not-there (column=club)`},
		{"one heading for two columns", history.Players, with("club", "name"), "name\nAda", `1 name "": heading-mapped-twice (column=name, other=club)`},
		{"two columns of one heading", history.Players, name, "name,name\nAda,Bea", `1 name "": heading-twice`},
		{"two others of one heading are nobody's concern", history.Players, name, "club,name,club\nX,Ada,Y", ""},
		{"the heading after another", history.Players, name, "club,name\nX,Ada", ""},
		{"no line but the headings", history.Players, name, "name\n", `2  "": table-empty`},
		{"empty lines only", history.Players, with("club", "club"), "name,club\n,\n", `2  "": table-empty`},
		{"no headings", history.Players, name, "", `1  "": table-empty`},
		{"a broken line", history.Players, name, "name\n\"Ada", `2  "": line-broken`},
	} {
		f := history.Read([]byte(tt.table), history.Setting{Subject: tt.subject, Mapping: tt.mapping, Keeper: keeper(t), Today: "2026-01-01", Fold: likeness.Fold})
		if got := told(f); got != tt.want || f.Faulty != len(f.Faults) {
			t.Errorf("%s: %s, want %s (%d)", tt.says, got, tt.want, f.Faulty)
		}
	}
}

// People alone are read without a ranking.
func TestPeopleNeedNoRanking(t *testing.T) {
	t.Parallel()
	f := history.Read([]byte("name\nAda"), history.Setting{Subject: history.Players, Mapping: history.Mapping{history.Name: "name"}, Today: "2026-01-01", Fold: likeness.Fold})
	if len(f.People) != 1 || f.Faulty != 0 {
		t.Errorf("%+v", f)
	}
}

// A fault of a line has its line, heading and cell.
func TestFaultsOfLines(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return strings.Repeat("я", n) }
	for _, tt := range []struct {
		subject history.Subject
		table   string
		want    string
	}{
		{history.Players, "name\nA", `2 name "": name-required`},
		{history.Players, "name,club\nAl,\n,X", `3 name "": name-required`},
		{history.Players, "name\n!!!", `2 name "!!!": name-without-letters (name=!!!)`},
		{history.Players, "name\n" + long(80), ""},
		{history.Players, "name\n" + long(81), `2 name "": text-too-long (most=80)`},
		{history.Players, "name,club,city\nAda," + long(80) + "," + long(80), ""},
		{history.Players, "name,club\nAda," + long(81), `2 club "": text-too-long (most=80)`},
		{history.Players, "name,city\nAda," + long(81), `2 city "": text-too-long (most=80)`},
		{history.Players, "name,member\nAda," + strings.Repeat("7", 60), ""},
		{history.Players, "name,member\nAda," + strings.Repeat("7", 61), `2 member "` + strings.Repeat("7", 61) + `": text-too-long (most=60)`},
		{history.Players, "name,birth year\nAda,1899", `2 birth year "1899": birth-year-no-number (max=2026, min=1900)`},
		{history.Players, "name,birth year\nAda,1900\nBea,2026", ""},
		{history.Players, "name,birth year\nAda,2027", `2 birth year "2027": birth-year-no-number (max=2026, min=1900)`},
		{history.Players, "name,birth year\nAda,MCM", `2 birth year "MCM": birth-year-no-number (max=2026, min=1900)`},
		{history.Players, "name,mail\nAda,a@b.c\nBea,\nCara,A.B+c@d.e.f", ""},
		{history.Players, "name,mail\nAda,ab.c", `2 mail "ab.c": mail-address`},
		{history.Players, "name,mail\nAda,@b.c", `2 mail "@b.c": mail-address`},
		{history.Players, "name,mail\nAda,a@b", `2 mail "a@b": mail-address`},
		{history.Players, "name,mail\nAda,a b@c.d", `2 mail "a b@c.d": mail-address`},
		{history.Players, "name,mail\nAda,a@b@c.d", `2 mail "a@b@c.d": mail-address`},
		{history.Players, "name,mail\nAda,a@b.c;d@e.f", `2 mail "a@b.c;d@e.f": mail-address`},
		{history.Players, "name,member\nAda,7\nBea,7", `3 member "7": member-of-another (line=2, name=Ada)`},
		{history.Players, "name,member\nAda,7\nADA,7", ""},
		{history.Openings, "name,points\nAda,x", `2 points "x": not-a-number`},
		{history.Openings, "name,points,share\nAda,\"1,5\",50.25%", ""},
		{history.Openings, "name,points,share\nAda,2.5, 50.25 %", ""},
		{history.Openings, "name,points\nAda,\"1,000.5\"", `2 points "1,000.5": not-a-number`},
		{history.Openings, "name,points\nAda,\"1,000,5\"", `2 points "1,000,5": not-a-number`},
		{history.Openings, "name,points\nAda,-1", `2 points "-1": BG 1: outside-range (max=1000000, min=0)`},
		{history.Openings, "name,points\nAda,1000000", ""},
		{history.Openings, "name,points\nAda,1000001", `2 points "1000001": BG 1: outside-range (max=1000000, min=0)`},
		{history.Openings, "name,vp\nAda,1.5", `2 vp "1.5": BG 1: too-many-digits (digits=0)`},
		{history.Openings, "name,points,national points\nAda,1,-2", `2 national points "-2": BG 1: outside-range (max=1000000, min=0)`},
		{history.Openings, "name,points,vp\nAda,-1,1.5", `2 points "-1": BG 1: outside-range (max=1000000, min=0); 2 vp "1.5": BG 1: too-many-digits (digits=0)`},
		{history.Results, "name,event,day,place\nAda,Op,1.2.2008,1", `2 event "Op": event-required`},
		{history.Results, "name,event,day,place\nAda,Ope,1.2.2008,1", ""},
		{history.Results, "name,event,day,place\nAda,,1.2.2008,1", `2 event "": event-required`},
		{history.Results, "name,event,day,place\nAda," + long(120) + ",1.2.2008,1", ""},
		{history.Results, "name,event,day,place\nAda," + long(121) + ",1.2.2008,1", `2 event "": text-too-long (most=120)`},
		{history.Results, "name,event,day,place,venue\nAda,Open,1.2.2008,1," + long(81), `2 venue "": text-too-long (most=80)`},
		{history.Results, "name,event,day,place\nAda,Open,,1", `2 day "": day-no-date`},
		{history.Results, "name,event,day,place\nAda,Open,31.2.2008,1", `2 day "31.2.2008": day-no-date`},
		{history.Results, "name,event,day,place\nAda,Open,2026-01-01,1", ""},
		{history.Results, "name,event,day,place\nAda,Open,2026-01-02,1", `2 day "2026-01-02": day-not-past (first=1900)`},
		{history.Results, "name,event,day,place\nAda,Open,1900-01-01,1", ""},
		{history.Results, "name,event,day,place\nAda,Open,1899-12-31,1", `2 day "1899-12-31": day-not-past (first=1900)`},
		{history.Results, "name,event,day,place\nAda,Open,1.2.2008,0", `2 place "0": place-no-number (max=2000, min=1)`},
		{history.Results, "name,event,day,place\nAda,Open,1.2.2008,2000", ""},
		{history.Results, "name,event,day,place\nAda,Open,1.2.2008,2001", `2 place "2001": place-no-number (max=2000, min=1)`},
		{history.Results, "name,event,day,place\nAda,Open,1.2.2008,1st", `2 place "1st": place-no-number (max=2000, min=1)`},
		{history.Results, "name,event,day,place\nAda,Open,1.2.2008,1.", ""},
		{history.Results, "name,event,day,place\nAda,Open,1.2.2008,1\nBea,Open,1.2.2008,", `2 place "Open": places-of-some (event=Open)`},
		{history.Results, "name,event,day,place,points\nAda,Open,1.2.2008,1,\nBea,Other,1.2.2008,,3", ""},
	} {
		f := read(t, tt.subject, tt.table)
		if got := told(f); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.table, got, tt.want)
		}
	}
}

// A line with a fault is counted and adds no line.
func TestFaultyLinesAddNothing(t *testing.T) {
	t.Parallel()
	f := read(t, history.Openings, "name,points\nAda,x\nB,1\n,\nCara,3\n")
	if f.Total != 3 || f.Faulty != 2 || len(f.Lines) != 1 || f.Lines[0].Line != 5 || f.People[f.Lines[0].Person].Name != "Cara" {
		t.Errorf("%+v", f)
	}
}

// A table that was cut off between two lines looks whole: it is said which line is the last one, and whether anything ends it.
func TestWhereATableEnds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		table string
		last  int
		open  bool
	}{
		{"name,city\nAda,Roma\nBea,Bari\n", 3, false},
		{"name,city\nAda,Roma\nBea,Bari", 3, true},
		{"name,city\nAda,Roma\nBea,Ba", 3, true},
		{"name,city\nAda,Roma\n", 2, false},
		{"name,city\nAda,Roma\n,\n\nBea,Bari\n,\n\n", 5, false},
		{"name,city\r\nAda,Roma\r\n", 2, false},
		{"name,city\n", 0, false},
	} {
		if f := read(t, history.Players, tt.table); f.Last != tt.last || f.Open != tt.open {
			t.Errorf("%q ends with line %d, open %t, want %d, %t", tt.table, f.Last, f.Open, tt.last, tt.open)
		}
	}
}

// Only the first faults are listed, and all are counted.
func TestManyFaults(t *testing.T) {
	t.Parallel()
	for _, n := range []int{history.MostShown - 1, history.MostShown, history.MostShown + 1} {
		f := read(t, history.Players, "name\n"+strings.Repeat("A\n", n))
		if f.Faulty != n || len(f.Faults) != min(n, history.MostShown) {
			t.Errorf("%d of %d are listed, want all of %d up to %d", len(f.Faults), f.Faulty, n, history.MostShown)
		}
	}
}

// People are kept with single spaces and addresses in small letters; a repeated person is one.
func TestPeopleOfATable(t *testing.T) {
	t.Parallel()
	f := read(t, history.Players, "name,club,city,birth year,mail,member\n"+
		"Ada   Rossi,Il  Circolo,San  Remo,1980,Ada@X.it,\n"+ // 2
		"ada rossi,IL CIRCOLO,Roma,1980,ada@x.it,\n"+ // 3: the same, in another town
		"Ada Rossi,Il Circolo,,1981,ada@x.it,\n"+ // 4: born in another year
		"Ada Rossi,Il Circolo,,1980,,\n"+ // 5: without an address
		"Ada Rossi,Rivali,,1980,ada@x.it,\n"+ // 6: of another club
		"Bea,,,,,7\n"+ // 7
		"BEA,Rivali,,,,7\n"+ // 8: the same by the number
		"Bea,,,,,8\n") // 9
	want := []history.Someone{
		{Line: 2, Name: "Ada Rossi", Key: likeness.Fold("ada rossi"), Club: "Il Circolo", City: "San Remo", Mail: "ada@x.it", Born: 1980},
		{Line: 4, Name: "Ada Rossi", Key: likeness.Fold("ada rossi"), Club: "Il Circolo", Mail: "ada@x.it", Born: 1981},
		{Line: 5, Name: "Ada Rossi", Key: likeness.Fold("ada rossi"), Club: "Il Circolo", Born: 1980},
		{Line: 6, Name: "Ada Rossi", Key: likeness.Fold("ada rossi"), Club: "Rivali", Mail: "ada@x.it", Born: 1980},
		{Line: 7, Name: "Bea", Key: likeness.Fold("bea"), Member: "7"},
		{Line: 9, Name: "Bea", Key: likeness.Fold("bea"), Member: "8"},
	}
	if d := cmp.Diff(want, f.People); d != "" {
		t.Error(d)
	}
	if f.Total != 8 || f.Repeated != 2 || len(f.Lines) != 0 {
		t.Errorf("%d lines, %d repeated, %d kept", f.Total, f.Repeated, len(f.Lines))
	}
}

// BG 1: an opening has a figure for each column of the score; missing figures are 0, and a number
// may have a comma and a percent sign.
func TestOpeningsOfATable(t *testing.T) {
	t.Parallel()
	f := read(t, history.Openings, "name,points,vp,share,firsts,tournaments,national points\nAda,5,13,\"40,63%\",1,7,2\nBea,1,,,,,\nADA,3,,,,,\nBEA,4,,,,,\n")
	var got []string
	for _, l := range f.Lines {
		got = append(got, fmt.Sprintf("%d: person %d, event %d, place %d, %v, %v", l.Line, l.Person, l.Event, l.Place, l.Figures, l.National))
	}
	want := []string{
		"2: person 0, event -1, place 0, [5 13 40.63 1 0 0 7], 2",
		"3: person 1, event -1, place 0, [1 0 0 0 0 0 0], 0",
		"4: person 0, event -1, place 0, [3 0 0 0 0 0 0], 0",
		"5: person 1, event -1, place 0, [4 0 0 0 0 0 0], 0",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// Events are distinguished by day and folded title, and have their lines; each person at an event
// has one tournament, unless the table gives another number.
func TestEventsOfATable(t *testing.T) {
	t.Parallel()
	f := read(t, history.Results, "name,event,day,place,venue,points\n"+
		"Ada,Open  di Roma,8.2.2009,1,Roma,5\n"+
		"Bea,OPEN DI ROMA,2009-02-08,2,,3\n"+
		"Ada,Open di Roma,9.2.2009 г.,1,R,5\n"+
		"Ada,Altro,8/2/2009,1,Rn,1\n"+
		"Cara,Open di Roma,08.02.2009,3,,2\n")
	want := []history.Happening{
		{Line: 2, Title: "Open di Roma", Day: "2009-02-08", City: "Roma", Lines: []int{0, 1, 4}},
		{Line: 4, Title: "Open di Roma", Day: "2009-02-09", Lines: []int{2}},
		{Line: 5, Title: "Altro", Day: "2009-02-08", City: "Rn", Lines: []int{3}},
	}
	if d := cmp.Diff(want, f.Events); d != "" || f.Faulty > 0 {
		t.Error(d, told(f))
	}
	for i, event := range []int{0, 0, 1, 2, 0} {
		if l := f.Lines[i]; l.Event != event || l.Line != i+2 || fmt.Sprint(l.Figures[1:]) != "[0 0 0 0 0 1]" || !l.National.Equal(league.Frac{}) {
			t.Errorf("line %d: %+v, want event %d", i+2, l, event)
		}
	}
	f = read(t, history.Results, "name,event,day,points,tournaments\nAda,Open,8.2.2009,5,3\n")
	if l := f.Lines[0]; fmt.Sprint(l.Figures) != "[5 0 0 0 0 0 3]" {
		t.Errorf("%+v", l)
	}
}

// An opening that does not count tournaments has none: only at an event everybody has been at one.
func TestTournamentsOfAnOpening(t *testing.T) {
	t.Parallel()
	if l := read(t, history.Openings, "name,points\nAda,5\n").Lines[0]; !l.Figures[6].Equal(league.Frac{}) {
		t.Errorf("%+v", l)
	}
}

// An event has at most as many people as can be seated; one too many is refused, and none is kept
// in its place.
func TestMostAtEvent(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("name,event,day,points,member\n")
	for i := range history.MostAtEvent + 1 {
		fmt.Fprintf(&b, "Ada,Open,8.2.2009,1,%d\n", i+1)
	}
	f := read(t, history.Results, b.String())
	want := fmt.Sprintf(`%d event "Open": too-many-at-event (limit=2000)`, history.MostAtEvent+2)
	if got := told(f); got != want || len(f.Events[0].Lines) != history.MostAtEvent || len(f.Lines) != history.MostAtEvent {
		t.Errorf("%s, want %s; %d at the event, %d lines", got, want, len(f.Events[0].Lines), len(f.Lines))
	}
}

// BG 2.2.2: without places, people at an event are ranked by points, victory points, percentage,
// firsts, seconds, thirds; a figure whose fewest are best ranks the other way round.
func TestPlacesByTotals(t *testing.T) {
	t.Parallel()
	ranked := func(k *ranking.Keeper, table string) string {
		headings, _, err := history.Headings([]byte(table), 0)
		if err != nil {
			t.Fatal(err)
		}
		f := history.Read([]byte(table), history.Setting{Subject: history.Results, Mapping: history.Suggest(headings, history.Columns(history.Results, k.Columns())), Keeper: k, Today: "2026-01-01", Fold: likeness.Fold})
		var out []string
		for _, e := range f.Events {
			for _, l := range e.Lines {
				out = append(out, fmt.Sprintf("%d %s", f.Lines[l].Place, f.People[f.Lines[l].Person].Name))
			}
		}
		return strings.Join(out, ", ")
	}
	r, err := presets.Find("catan-ranglista-bg")
	if err != nil {
		t.Fatal(err)
	}
	fewest := *r
	fewest.Standings = slices.Clone(r.Standings)
	fewest.Standings[0].Criteria = slices.Clone(r.Standings[0].Criteria)
	fewest.Standings[0].Criteria[1].Best = rules.Fewest
	const head = "event,day,name,points,vp,share,firsts,seconds,thirds\n"
	line := func(name, figures string) string { return "Open,1.2.2008," + name + "," + figures + "\n" }
	for _, tt := range []struct {
		says, table, want string
		keeper            *ranking.Keeper
	}{
		{"points before victory points", head + line("Ada", "1,9,9,9,9,9") + line("Bea", "2,0,0,0,0,0"), "1 Bea, 2 Ada", keeper(t)},
		{"victory points", head + line("Ada", "1,8,9,9,9,9") + line("Bea", "1,9,0,0,0,0"), "1 Bea, 2 Ada", keeper(t)},
		{"percentage", head + line("Ada", "1,8,9.01,9,9,9") + line("Bea", "1,8,9.1,0,0,0"), "1 Bea, 2 Ada", keeper(t)},
		{"firsts", head + line("Ada", "1,8,9,1,9,9") + line("Bea", "1,8,9,2,0,0"), "1 Bea, 2 Ada", keeper(t)},
		{"seconds", head + line("Ada", "1,8,9,1,1,9") + line("Bea", "1,8,9,1,2,0"), "1 Bea, 2 Ada", keeper(t)},
		{"thirds", head + line("Ada", "1,8,9,1,1,1") + line("Bea", "1,8,9,1,1,2"), "1 Bea, 2 Ada", keeper(t)},
		{"all the same", head + line("Ada", "1,8,9,1,1,1") + line("Bea", "1,8,9,1,1,1") + line("Cara", "0,8,9,1,1,1"), "1 Ada, 1 Bea, 3 Cara", keeper(t)},
		{"level among the last", head + line("Ada", "0,1,0,0,0,0") + line("Bea", "1,0,0,0,0,0") + line("Cara", "0,1,0,0,0,0"), "1 Bea, 2 Ada, 2 Cara", keeper(t)},
		{"fewest victory points", head + line("Ada", "1,9,9,9,9,9") + line("Bea", "1,8,0,0,0,0"), "1 Bea, 2 Ada", ranking.NewKeeper(&fewest)},
		{
			"each event by itself",
			head + line("Ada", "1,0,0,0,0,0") + "Other,2.2.2008,Bea,0,0,0,0,0,0\n" + line("Cara", "2,0,0,0,0,0") + "Other,2.2.2008,Dora,1,0,0,0,0,0\n",
			"1 Cara, 2 Ada, 1 Dora, 2 Bea", keeper(t),
		},
		{"the place of the only one too", "event,day,name,place\nOpen,1.2.2008,Ada,5\n", "5 Ada", keeper(t)},
		{"places stand as they are told", "event,day,name,place,points\nOpen,1.2.2008,Ada,3,9\nOpen,1.2.2008,Bea,1,1\nOpen,1.2.2008,Cara,3,5\n", "1 Bea, 3 Ada, 3 Cara", keeper(t)},
	} {
		if got := ranked(tt.keeper, tt.table); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.says, got, tt.want)
		}
	}
}
