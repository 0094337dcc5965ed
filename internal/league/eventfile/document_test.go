package eventfile_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
)

// TestFaultsOfADocumentPointAtTheMember: each change of the sample as JSON makes
// exactly these faults.
func TestFaultsOfADocumentPointAtTheMember(t *testing.T) {
	t.Parallel()
	text, err := eventfile.Encode(read(t, eventfile.CSV, sample(t).zip(t)).Document)
	if err != nil {
		t.Fatal(err)
	}
	compact := strings.NewReplacer("\n", "", "  ", "").Replace(string(text))
	_, rounds, _ := strings.Cut(compact, `"rounds"`)
	for name, c := range map[string]struct {
		before, after string
		want          []string
	}{
		"no JSON":                      {`"format"`, `format`, []string{` "" invalid-json`}},
		"a key twice":                  {`"title"`, `"title": "Other","title"`, []string{`/event/title "" duplicate-key`}},
		"an unknown member":            {`"title"`, `"titel"`, []string{` "titel" unknown-field`}},
		"another kind":                 {`"title": "Thursday evening"`, `"title": 7`, []string{`/event/title "number" wrong-kind (want=string)`}},
		"another version":              {`referto-event/1`, `referto-event/2`, []string{`/format "referto-event/2" unknown-format (want=referto-event/1)`}},
		"a ruleset there is not":       {`"catan-ranglista-bg"`, `"risiko"`, []string{`/ruleset/key "" unknown-ruleset (ruleset=risiko)`}},
		"a reading there is not":       {`"catan-ranglista-bg"`, `"catan-ranglista-bg","readings": {"A003-2": "both"}`, []string{`/ruleset/readings/A003-2 "" no-such-option (key=A003-2, value=both)`}},
		"an entry twice":               {`"number": 2,"name"`, `"number": 1,"name"`, []string{`/entries/1/number "" entry-twice (entry=1)`, `/facts/entrants/1 "" not-entered (entry=2)`}},
		"somebody of another table":    {`{"entry": 6,"vp": 13}`, `{"entry": 5,"vp": 13}`, []string{`/facts/rounds/0/tables/1/result/seats/0/entry "" not-at-this-table (entry=5)`, `/facts/rounds/0/tables/1/result/seats "" entry-missing (entry=6)`, `/facts/rounds/0/tables/1/result/declaredBy "" declarer-not-at-this-table (entry=6)`}},
		"an entrant who did not enter": {`"entrants": [1,`, `"entrants": [9,1,`, []string{`/facts/entrants/0 "" not-entered (entry=9)`}},
		"an entry missing who played":  {`"entrants": [1,`, `"entrants": [`, []string{`/facts/entrants "" entrant-missing (entry=1)`}},
		"a name of the recorder's own": {`"kind": "warning"`, `"kind": "warning","ref": "x"`, []string{`/facts/sanctions/0/ref "" unknown-field`}},
		"a moment there is not":        {`"at": {"round": 2,"during": true}`, `"at": {"round": 3,"during": true}`, []string{`/facts/sanctions/0/at/round "" no-such-round (round=3)`}},
		"a confirmation of nothing":    {`"reason": "fair-play"`, `"reason": "fair-play","confirmedAt": {"round": 2}`, []string{`/facts/sanctions/0/confirmedAt "" not-confirmed`}},
		"a lot below one":              {`"2": 1,`, `"2": 0,`, []string{`/facts/lots/2 "" not-a-whole-number`}},
		"late and absent":              {`"sanctions"`, `"absences": [{"entry": 1,"round": 3}],"arrivals": [{"entry": 1,"round": 3,"minutes": 4}],"sanctions"`, []string{`/facts/arrivals/0 "" attendance-twice (entry=1, round=3)`}},
		"left twice":                   {`"sanctions"`, `"withdrawals": [{"entry": 1,"at": {"round": 2}},{"entry": 1,"at": {"round": 2}}],"sanctions"`, []string{`/facts/withdrawals/1 "" withdrawal-twice (entry=1)`}},
		"kept apart twice":             {`"sanctions"`, `"apart": [{"pair":[1,2]},{"pair":[2,1]}],"sanctions"`, []string{`/facts/apart/1 "" apart-twice (entry=1, other=2)`}},
		"kept apart since before it":   {`"sanctions"`, `"apart": [{"pair":[1,2],"from":-1}],"sanctions"`, []string{`/facts/apart/0/until "" of-no-use`}},
		"faults of two rounds":         {rounds, strings.NewReplacer(`{"entry": 2,"vp": 9}`, `{"entry": 2,"vp": 99}`, `{"entry": 2,"vp": 10}`, `{"entry": 2,"vp": 98}`).Replace(rounds), []string{`/facts/rounds/0/tables/0/result/seats/0/vp "" points-out-of-range (max=30, min=0, vp=99)`, `/facts/rounds/1/tables/1/result/seats/0/vp "" points-out-of-range (max=30, min=0, vp=98)`}},
		"a void game there is not":     {`"ended": "declared","declaredBy": 4,`, `"ended": "declared","declaredBy": 4,"void": {"for": [2,4,1],"atFault": [5]},`, []string{`/facts/rounds/0/tables/0/result/void "" no-void-games (section=scoring.void)`}},
		"a kind of round too early":    {`"rounds": [{"kind": "preliminary"`, `"rounds": [{"kind": "final"`, []string{`/facts/rounds/0/kind "" unexpected-kind (got=final, want=preliminary)`}},
		"nothing played":               {`"rounds": [{`, `"rounds": [],"x": [{`, []string{` "x" unknown-field`}},
		"a name nobody can read":       {`"Boris Petrov"`, `"B\u0007oris"`, []string{`/entries/1/name "" control-character`}},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			if strings.Count(compact, c.before) != 1 {
				t.Fatalf("test is broken: %q does not stand once in %s", c.before, compact)
			}
			f := read(t, eventfile.JSON, []byte(strings.Replace(compact, c.before, c.after, 1)))
			if diff := cmp.Diff(c.want, describedWith(f.Faults)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestWhatThePaperDoesNotHold: lots follow the start numbers, the order of a round
// drawn by lot is that in which its seats were filled; both are said.
func TestWhatThePaperDoesNotHold(t *testing.T) {
	t.Parallel()
	silent := sample(t).with(t, "event.csv", "by-standings", "by-lot").with(t, "entries.csv", "Number,Name,Club,State,Lot", "Number,Name,Club,State,")
	for _, lot := range []string{",,3\n", ",,1\n", ",,7\n", ",,2\n", ",,5\n", ",,4\n", ",,6\n"} {
		silent = silent.with(t, "entries.csv", lot, ",,\n")
	}
	f := read(t, eventfile.CSV, silent.zip(t))
	if len(f.Faults) > 0 {
		t.Fatal(f.Faults)
	}
	if diff := cmp.Diff([]eventfile.Derived{eventfile.DerivedDraws}, f.Derived); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]league.Entry{{4, 6, 1, 3, 2, 7, 5}}, f.Facts.Draws); diff != "" {
		t.Error(diff)
	}
	d, r := eventfiletest.Play(t, "catan-nazionale-2009", 3)
	d.Facts.Lots = nil
	data, err := eventfile.Write(eventfile.XLSX, d, r, "en")
	if err != nil {
		t.Fatal(err)
	}
	f = read(t, eventfile.XLSX, data)
	if diff := cmp.Diff([]eventfile.Derived{eventfile.DerivedLots}, f.Derived); diff != "" || f.Facts.Lots[2] != 2 {
		t.Errorf("%s %v %v", diff, f.Facts.Lots, f.Faults)
	}
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	mark := "\xef\xbb\xbf"
	whole := sample(t)
	if f := read(t, eventfile.CSV, whole.with(t, "entries.csv", "Number,Name", mark+"Number,Name").zip(t)); len(f.Faults) > 0 {
		t.Errorf("UTF-8 with a mark: %v", f.Faults)
	}
	for name, c := range map[string]struct{ before, after, want string }{
		"Windows-1252": {"Elena Todorova", "Elena Todorov\xe0", `Entries 7 "" wrong-encoding`},
		"UTF-16":       {"Number,Name", "\xff\xfeN\x00u\x00", `Entries 1 "" wrong-encoding`},
		"a bell":       {"Elena Todorova", "Elena\x07", `Entries 7 Name "" control-character`},
	} {
		f := read(t, eventfile.CSV, whole.with(t, "entries.csv", c.before, c.after).zip(t))
		if diff := cmp.Diff([]string{c.want}, described(f.Faults)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	f := read(t, eventfile.JSON, []byte("{\"format\": \"\xe0\"}"))
	if diff := cmp.Diff([]string{` "" wrong-encoding`}, described(f.Faults)); diff != "" {
		t.Error(diff)
	}
}

// TestNumbersAndDatesOfALanguage: a decimal comma and the day first in languages that have them,
// and in no other.
func TestNumbersAndDatesOfALanguage(t *testing.T) {
	t.Parallel()
	italian := sample(t).with(t, "event.csv", "Kind,club", "Kind,club\nLanguage,it\nFee,\"5,50\"\nCurrency,EUR").
		with(t, "event.csv", "2026-10-15", "15/10/2026").
		with(t, "rounds.csv", "1,preliminary,yes", "1,preliminary,Sì")
	f := read(t, eventfile.CSV, italian.zip(t))
	if len(f.Faults) > 0 || f.Event.Fee.Amount.String() != "5.5" || f.Event.StartsAt.Format("2006-01-02 15:04") != "2026-10-15 16:30" {
		t.Errorf("%v: %+v", f.Faults, f.Event)
	}
	english := italian.with(t, "event.csv", "Language,it", "Language,en")
	want := []string{`Event 8 Value "15/10/2026" not-a-date`, `Event 6 Value "5,50" not-a-number`}
	if diff := cmp.Diff(want, described(read(t, eventfile.CSV, english.zip(t)).Faults)); diff != "" {
		t.Error(diff)
	}
	point := italian.with(t, "event.csv", `"5,50"`, "5.50")
	if diff := cmp.Diff([]string{`Event 6 Value "5.50" not-a-number`}, described(read(t, eventfile.CSV, point.zip(t)).Faults)); diff != "" {
		t.Error(diff)
	}
	semicolons := evening{}
	for name, text := range sample(t) {
		semicolons[name] = strings.ReplaceAll(text, ",", ";")
	}
	if f := read(t, eventfile.CSV, semicolons.zip(t)); len(f.Faults) > 0 {
		t.Errorf("semicolons: %v", f.Faults)
	}
}

// TestCellsOfASpreadsheet: stored numbers, dates and times of a spreadsheet are read as they are
// displayed.
func TestCellsOfASpreadsheet(t *testing.T) {
	t.Parallel()
	book := workbook(t)
	for cell, value := range map[string]any{"B6": 46310, "B7": 0.8125, "B14": 5.0999999999999996, "B15": "EUR"} {
		if err := book.SetCellValue("Event", cell, value); err != nil {
			t.Fatal(err)
		}
	}
	f := read(t, eventfile.XLSX, saved(t, book))
	if len(f.Faults) > 0 || f.Event.Fee.Amount.String() != "5.1" || f.Event.StartsAt.Format("2006-01-02 15:04") != "2026-10-15 16:30" {
		t.Errorf("%v: %+v", f.Faults, f.Event)
	}
}

// TestNothingCalculatesInAnExport: no cell of an export begins like a formula, and a text that does
// is read back unchanged.
func TestNothingCalculatesInAnExport(t *testing.T) {
	t.Parallel()
	d, r := eventfiletest.Play(t, "catan-nazionale-2009", 1)
	names := []string{"=1+1", "+1 Ada", "-1 Ada", "@Ada", "'=1+1", "''@x", "＝1+1", "'s-Hertogenbosch", "=cmd|' /C calc'!A0", `=HYPERLINK("x";"y")`}
	for i, name := range names {
		d.Entries[i].Name = name
	}
	data, err := eventfile.Write(eventfile.CSV, d, r, "en")
	if err != nil {
		t.Fatal(err)
	}
	for _, sheet := range unzipped(t, data) {
		for line := range bytes.Lines(bytes.TrimPrefix(sheet, []byte("\xef\xbb\xbf"))) {
			for cell := range bytes.SplitSeq(line, []byte(",")) {
				if cell = bytes.Trim(cell, "\"\r\n"); len(cell) > 0 && strings.ContainsRune("=+-@", rune(cell[0])) {
					t.Errorf("a cell calculates: %s", cell)
				}
			}
		}
	}
	for i, name := range names {
		if got := read(t, eventfile.CSV, data).Entries[i].Name; got != name {
			t.Errorf("%q came back as %q", name, got)
		}
	}
}

// A negative figure stays a figure for programs that calculate; text that only begins like one is
// escaped.
func TestFiguresAreNoFormulas(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"-2": "-2", "-0.5": "-0.5", "-128/3": "-128/3", "12": "12", "": "", "Ada": "Ada",
		"-2+3": "'-2+3", "+2": "'+2", "-": "'-", "-A1": "'-A1", "-2\n": "'-2\n", "-1/2/3": "'-1/2/3", "'-2": "''-2", "－2": "'－2", "=1": "'=1",
	} {
		if got := eventfile.EscapeCell(text); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
}
