package eventfile

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"referto/internal/league"
)

// TestExactNumbers: as its language writes it, or as a spreadsheet holds it.
func TestExactNumbers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		written  string
		number   bool
		language string
		want     string // "" is none
	}{
		{"5", false, "en", "5"},
		{"5.50", false, "en", "5.5"},
		{"-3.5", false, "en", "-3.5"},
		{"1/3", false, "en", "1/3"},
		{"-128/3", false, "en", "-128/3"},
		{"5,50", false, "en", ""},
		{"1,000.50", false, "en", ""},
		{"five", false, "en", ""},
		{"5.", false, "en", ""},
		{"1e3", false, "en", ""},
		{"0x10", false, "en", ""},
		{"5,50", false, "it", "5.5"},
		{"5,50", false, "bg", "5.5"},
		{"5.50", false, "it", ""},
		{"1.000,50", false, "it", ""},
		{"1,000,50", false, "it", ""},
		{"-3,5", false, "it", "-3.5"},
		{"1/3", false, "it", "1/3"},
		{"5.5", true, "it", "5.5"},
		{"5.5", true, "en", "5.5"},
		{"-2", true, "bg", "-2"},
		{"5.0999999999999996", true, "it", "5.1"}, // a spreadsheet's form of 5.1
		{"5.0999999999999996", false, "en", "12749999999999999/2500000000000000"},
		{"-5.0999999999999996", true, "it", "-5.1"},
		{"123456789012.345", true, "en", "123456789012.345"}, // fifteen digits are exact
		{"123456789012.3456", true, "en", "123456789012.346"},
		{"", true, "en", ""},
	} {
		f, ok := exact(cell{text: tt.written, number: tt.number}, tt.language)
		if ok != (tt.want != "") || ok && f.String() != tt.want {
			want, err := league.ParseFrac(tt.want)
			if err != nil || !f.Equal(want) {
				t.Errorf("%q, a number: %v, in %s: got %s %v, want %q", tt.written, tt.number, tt.language, f, ok, tt.want)
			}
		}
	}
}

// TestDays: the year first in all languages, the day first in some, and the day numbers of a
// spreadsheet.
func TestDays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		written  string
		number   bool
		language string
		want     string
	}{
		{"2009-02-08", false, "en", "2009-02-08"},
		{"2009-02-08", false, "it", "2009-02-08"},
		{"2009-2-8", false, "en", ""},
		{"8/2/2009", false, "it", "2009-02-08"},
		{"08.02.2009", false, "bg", "2009-02-08"},
		{"8.2.2009.", false, "bg", "2009-02-08"},
		{"28/2/2009", false, "it", "2009-02-28"},
		{"8/2/2009", false, "en", ""},
		{"2/28/2009", false, "it", ""},
		{"29/2/2009", false, "it", ""},
		{"29/2/2008", false, "it", "2008-02-29"},
		{"8/2/09", false, "it", ""},
		{"008/2/2009", false, "it", ""},
		{"39852", true, "en", "2009-02-08"},
		{"39852", true, "it", "2009-02-08"},
		{"1", true, "en", "1899-12-31"},
		{"99999", true, "en", "2173-10-13"},
		{"0", true, "en", ""},
		{"-1", true, "en", ""},
		{"100000", true, "en", ""},
		{"39852.5", true, "en", ""},
		{"39852", false, "en", ""}, // text that only looks like one
		{"", false, "en", ""},
		{"8 febbraio", false, "it", ""},
	} {
		day, ok := date(cell{text: tt.written, number: tt.number}, tt.language)
		if ok != (tt.want != "") || ok && day.Format(time.DateOnly) != tt.want {
			t.Errorf("%q, a number: %v, in %s: got %s %v, want %q", tt.written, tt.number, tt.language, day.Format(time.DateOnly), ok, tt.want)
		}
	}
}

// TestTimesOfDay: with a colon or a point, with seconds, or as part of a day.
func TestTimesOfDay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		written string
		number  bool
		want    time.Duration
		ok      bool
	}{
		{"10:00", false, 10 * time.Hour, true},
		{"10.30", false, 10*time.Hour + 30*time.Minute, true},
		{"9:05", false, 9*time.Hour + 5*time.Minute, true},
		{"10:00:30", false, 10*time.Hour + 30*time.Second, true},
		{"00:00", false, 0, true},
		{"23:59", false, 23*time.Hour + 59*time.Minute, true},
		{"24:00", false, 0, false},
		{"10:60", false, 0, false},
		{"10", false, 0, false},
		{"", false, 0, false},
		{"ten", false, 0, false},
		{"10:00 pm", false, 0, false},
		{"0.4166666666666667", true, 10 * time.Hour, true},
		{"0", true, 0, true},
		{"0.8125", true, 19*time.Hour + 30*time.Minute, true},
		{"0.5", true, 12 * time.Hour, true},
		{"0.00001157407", true, time.Second, true},
		{"1", true, 0, false},
		{"-0.5", true, 0, false},
		{"1.5", true, 0, false},
		{"half", true, 0, false},
	} {
		if got, ok := clock(cell{text: tt.written, number: tt.number}); ok != tt.ok || got != tt.want {
			t.Errorf("%q, a number: %v: got %s %v, want %s %v", tt.written, tt.number, got, ok, tt.want, tt.ok)
		}
	}
}

// typedLine returns a row with one cell.
func typedLine(written string, isNumber bool) (*line, *reading) {
	r := &reading{places: map[string]Place{}, entered: map[league.Entry]bool{3: true}, language: "it"}
	t := &table{reading: r, name: sheetResults, index: map[string]int{colVP: 0}}
	return &line{t, row{line: 7, cells: []cell{{text: written, number: isNumber}}}}, r
}

// TestWholeNumbers: whole numbers in text and number cells, and the further conditions of each
// reader.
func TestWholeNumbers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		written string
		number  bool
		n       int
		given   bool
		fault   string
	}{
		{"7", false, 7, true, ""},
		{" 7 ", false, 7, true, ""},
		{"-2", false, -2, true, ""},
		{"", false, 0, false, ""},
		{"007", false, 7, true, ""},
		{"7", true, 7, true, ""},
		{"7.0", true, 7, true, ""},
		{"70", true, 70, true, ""},
		{"70.00", true, 70, true, ""},
		{"100", true, 100, true, ""},
		{"7.0", false, 0, false, "not-a-whole-number"},
		{"7.5", true, 0, false, "not-a-whole-number"},
		{"7,0", false, 0, false, "not-a-whole-number"},
		{"seven", false, 0, false, "not-a-whole-number"},
		{"1e3", true, 0, false, "not-a-whole-number"},
		{"99999999999999999999", false, 0, false, "not-a-whole-number"},
	} {
		l, r := typedLine(tt.written, tt.number)
		n, given := l.number(colVP)
		if n != tt.n || given != tt.given || reasons(r) != tt.fault {
			t.Errorf("%q, a number: %v: got %d %v %s", tt.written, tt.number, n, given, reasons(r))
		}
	}
	for _, tt := range []struct {
		written, read string
		ok            bool
		fault         string
	}{
		{"", "required", false, "cell-missing"},
		{"-1", "required", true, ""},
		{"x", "required", false, "not-a-whole-number"},
		{"", "whole", false, "cell-missing"},
		{"0", "whole", false, "not-a-whole-number"},
		{"-1", "whole", false, "not-a-whole-number"},
		{"1", "whole", true, ""},
		{"3", "entry", true, ""},
		{"4", "entry", false, "not-entered"},
		{"", "entry", false, "cell-missing"},
		{"1", "round", false, "no-such-round"},
	} {
		l, r := typedLine(tt.written, false)
		var ok bool
		switch tt.read {
		case "required":
			_, ok = l.required(colVP)
		case "whole":
			_, ok = l.whole(colVP)
		case "entry":
			_, ok = l.entry(colVP)
		case "round":
			_, ok = l.round(colVP)
		}
		if ok != tt.ok || reasons(r) != tt.fault {
			t.Errorf("%q read as %s: %v %s", tt.written, tt.read, ok, reasons(r))
		}
		for _, f := range r.faults {
			if want := (Place{Sheet: "Results", Line: 7, Column: "VP", Value: tt.written}); f.Place != want {
				t.Errorf("%q: at %+v", tt.written, f.Place)
			}
		}
	}
}

// reasons writes the reasons of the faults.
func reasons(r *reading) string {
	var out []string
	for _, f := range r.faults {
		out = append(out, f.Reason)
	}
	return strings.Join(out, " ")
}

// TestAnswers: yes and no in three languages, whatever the case.
func TestAnswers(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]bool{
		"yes": true, "YES": true, "Sì": true, "si": true, "да": true, "ДА": true, "TRUE": true, "1": true,
		"": false, "no": false, "No": false, "не": false, "False": false, "0": false,
	} {
		l, r := typedLine(written, false)
		if got := l.yes(colVP); got != want || len(r.faults) > 0 {
			t.Errorf("%q is read as %v %v", written, got, r.faults)
		}
	}
	for _, written := range []string{"y", "n", "ja", "2", "x", "-"} {
		l, r := typedLine(written, false)
		if got := l.yes(colVP); got || reasons(r) != "not-yes-or-no" {
			t.Errorf("%q is read as %v %s", written, got, reasons(r))
		}
	}
}

// TestInstants: RFC 3339, to the nanosecond, and nothing else.
func TestInstants(t *testing.T) {
	t.Parallel()
	l, r := typedLine("2009-02-09T18:30:00.5+01:00", false)
	if got := l.instant(colVP); !got.Equal(time.Date(2009, 2, 9, 17, 30, 0, 500_000_000, time.UTC)) || len(r.faults) > 0 {
		t.Errorf("got %s %v", got, r.faults)
	}
	for _, written := range []string{"", "2009-02-09", "2009-02-09 18:30", "9/2/2009"} {
		l, r := typedLine(written, false)
		if got := l.instant(colVP); !got.IsZero() || reasons(r) != "not-an-instant" {
			t.Errorf("%q: got %s %s", written, got, reasons(r))
		}
	}
}

// TestPoints: an exact number or nothing.
func TestPoints(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{"": "", "-7": "-7", "0,5": "0.5", "x": "not-a-number", "0.5": "not-a-number"} {
		l, r := typedLine(written, false)
		var got string
		if f := l.frac(colVP); f != nil {
			got = f.String()
		} else {
			got = reasons(r)
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", written, got, want)
		}
	}
}

// TestTexts: the stored form of a text, and the characters that no cell may contain.
func TestTexts(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{"Ada \t": "Ada", "a\r\nb\rc\nd": "a\nb\nc\nd", "\t": "", "\r\n": "", "\u00a0x": "x"} {
		if got := clean(written); got != want {
			t.Errorf("%q is kept as %q, want %q", written, got, want)
		}
	}
	for _, written := range []string{"\x00", "a\x07b", "\x7f", "\u0085x", "\ufffe", "\uffff", "\xff"} {
		if !unprintable(written) {
			t.Errorf("%q may stand in a cell", written)
		}
	}
	for _, written := range []string{"", "Ada", "a\tb\nc", "Дойчев", "🎲", "\u202e"} {
		if unprintable(written) {
			t.Errorf("%q may not stand in a cell", written)
		}
	}
	for text, want := range map[string]string{"Ada": "", "\xef\xbb\xbfAda": "", "\xff\xfeA\x00": "UTF-16", "\xfe\xff\x00A": "UTF-16", "Elena \xe0": "Windows-1252"} {
		if got := encodingOf([]byte(text)); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestEscapes: any text is read back unchanged, and is written without a beginning that a
// spreadsheet would evaluate.
func TestEscapes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Ada": "Ada", "": "", "=1": "'=1", "+1": "'+1", "-1": "'-1", "@x": "'@x", "\tx": "'\tx", "\rx": "'\rx", "＝1": "'＝1", "＠": "'＠",
		"'Ada": "'Ada", "'=1": "''=1", "''=1": "'''=1", "'": "'", "''": "''", "a=1": "a=1",
	} {
		if got := EscapeFormula(text); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`['=+\-@＝a0 ]{0,6}`).Draw(t, "text")
		written := EscapeFormula(text)
		if back := unescapeFormula(written); back != text {
			t.Errorf("%q came back as %q", text, back)
		}
		if written != "" && strings.ContainsAny(written[:1], "=+-@") {
			t.Errorf("%q calculates", written)
		}
	})
}

// TestSeparators: a semicolon in languages with a decimal comma.
func TestSeparators(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]rune{"en": ',', "it": ';', "bg": ';', "": ','} {
		if got := Separator(language); got != want {
			t.Errorf("%s: %c", language, got)
		}
	}
	limits := Standard()
	for text, want := range map[string][]string{
		"a,b\n1,2":               {"a", "b"},
		"a;b\n1;2":               {"a", "b"},
		"a;b,c\n1,2":             {"a;b", "c"}, // a comma in the header decides
		"\xef\xbb\xbfa;b\r\n1;2": {"a", "b"},
		"\ta , b\t\n1,2":         {"a", "b"},
		"a\n1;2":                 {"a"},
		"":                       nil,
	} {
		s, err := readSheet("rounds", []byte(text), limits)
		if err != nil || strings.Join(s.columns, "|") != strings.Join(want, "|") || s.name != sheetRounds {
			t.Errorf("%q: %+v %v", text, s, err)
		}
	}
}

// TestLinesOfASheet: a row has a spreadsheet's line number, for which a cell of several lines
// counts as one line and an empty line counts too.
func TestLinesOfASheet(t *testing.T) {
	t.Parallel()
	s, err := readSheet("other", []byte("Number,Name\n1,\"Ada\nB\"\n\n3,C\n"), Standard())
	if err != nil || len(s.rows) != 2 || s.name != "other" {
		t.Fatalf("%+v %v", s, err)
	}
	for i, want := range []row{{2, []cell{text("1"), text("Ada\nB")}}, {4, []cell{text("3"), text("C")}}} {
		if got := s.rows[i]; got.line != want.line || fmt.Sprint(got.cells) != fmt.Sprint(want.cells) {
			t.Errorf("row %d: %+v, want %+v", i, got, want)
		}
	}
}

// TestSheetsOfOneColumn: a semicolon in a text of the only column is one.
func TestSheetsOfOneColumn(t *testing.T) {
	t.Parallel()
	s, err := readSheet("other", []byte("Name\nAda; Bruno\n"), Standard())
	if err != nil || len(s.rows) != 1 || fmt.Sprint(s.rows[0].cells) != fmt.Sprint([]cell{text("Ada; Bruno")}) {
		t.Errorf("%+v %v", s, err)
	}
}

// TestLimitsOfASheet: the last that is let in and the first that is not.
func TestLimitsOfASheet(t *testing.T) {
	t.Parallel()
	limits := Limits{Rows: 3, Columns: 2, Text: 4, Parts: 2, Unpacked: 100, Ratio: 100, File: 1000, Depth: 3}
	for text, want := range map[string]string{
		"a,b\n1,2\n3,4":        "",
		"a,b\n1,2\n3,4\n5,6":   "Rounds 4  too-many-rows",
		"a,b,c":                "Rounds 1  too-many-columns",
		"a,b\n1,2,3":           "Rounds 2  too-many-columns",
		"a,b\n1234,дддд":       "",
		"a,b\n1,12345":         "Rounds 2 b text-too-long",
		"a,b\n1,\x07":          "Rounds 2 b control-character",
		"abcde,b":              "Rounds 1  text-too-long",
		"a,b\n\"1":             "Rounds 2  line-broken",
		"a,b\n1\"2,3":          "Rounds 2  line-broken",
		"a,b\n\"1\n2\",3\n\"4": "Rounds 3  line-broken",
		"a,\"b\n\"\n1,\x07":    "Rounds 2 b control-character",
		"a,b\n1,\xe0":          "Rounds 2  wrong-encoding",
		"a,b\n\ufffd\n1,\xe0":  "Rounds 3  wrong-encoding", // an actual replacement character comes first
	} {
		_, err := readSheet("rounds", []byte(text), limits)
		got := ""
		if faults, ok := err.(Faults); ok && len(faults) == 1 { //nolint:errorlint // as it is returned
			f := faults[0]
			got = fmt.Sprint(f.Sheet, " ", f.Line, " ", f.Column, " ", f.Reason)
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestShownValues: a wrong value is shown up to sixty characters.
func TestShownValues(t *testing.T) {
	t.Parallel()
	sixty := strings.Repeat("è", 60)
	for value, want := range map[string]string{"": "", "x": "x", sixty: sixty, sixty + "x": sixty + "…"} {
		if got := (Place{Sheet: sheetRounds}).with(value); got != (Place{Sheet: sheetRounds, Value: want}) {
			t.Errorf("%q is shown as %+v", value, got)
		}
	}
}

// zipped packs texts by name, in turn.
func zipped(t testing.TB, pairs ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := 0; i < len(pairs); i += 2 {
		w, err := z.Create(pairs[i])
		if err == nil {
			_, err = w.Write([]byte(pairs[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestArchives: parts by name, in the order of the file, folders left aside; a name that
// climbs, is absolute, twice or written in another way is refused.
func TestArchives(t *testing.T) {
	t.Parallel()
	limits := Limits{Parts: 3, Unpacked: 10, Ratio: 100}
	for _, tt := range []struct {
		name, want string
		data       []byte
	}{
		{"two parts", "b a", zipped(t, "b", "1", "a", "2")},
		{"in a folder", "a/b", zipped(t, "a/", "", "a/b", "1")},
		{"as much as may be", "a b", zipped(t, "a", "12345", "b", "12345")},
		{"a byte more", "unpacks-too-large", zipped(t, "a", "12345", "b", "123456")},
		{"as many as may be", "a b c", zipped(t, "a", "", "b", "", "c", "")},
		{"one more", "too-many-parts", zipped(t, "a", "", "b", "", "c", "", "d", "")},
		{"twice", "part-misnamed", zipped(t, "a", "1", "a", "2")},
		{"climbing", "part-misnamed", zipped(t, "../a", "1")},
		{"climbing within", "part-misnamed", zipped(t, "a/../../b", "1")},
		{"absolute", "part-misnamed", zipped(t, "/a", "1")},
		{"with a dot", "part-misnamed", zipped(t, "./a", "1")},
		{"with backslashes", "part-misnamed", zipped(t, `a\b`, "1")},
		{"no archive", "not-an-archive", []byte("Number,Name")},
		{"cut off", "not-an-archive", zipped(t, "a", "12345")[:40]},
		{"empty", "", zipped(t)},
	} {
		a, err := unpack(tt.data, limits)
		got := strings.Join(a.names, " ")
		if faults, ok := err.(Faults); ok { //nolint:errorlint // as it is returned
			got = faults[0].Reason
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	damaged := zipped(t, "a", "12345")
	copy(damaged[30:], "zzzzz") // the packed bytes, behind the head of the part
	if _, err := unpack(damaged, limits); err == nil {
		t.Error("a damaged part is unpacked")
	}
}
