package eventfile

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestLimitsAreDocumented: docs/import.md contains the limits of a file.
func TestLimitsAreDocumented(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile("../../../docs/import.md")
	if err != nil {
		t.Fatal(err)
	}
	thousands := func(n int) string { return fmt.Sprintf("%d,%03d", n/1000, n%1000) }
	l := Standard()
	want := fmt.Sprintf("At most %d MB, %d MB unpacked, %s rows and %d columns a sheet, %s characters a cell.", l.File>>20, l.Unpacked>>20, thousands(l.Rows), l.Columns, thousands(l.Text))
	if !strings.Contains(string(document), want) {
		t.Errorf("the document does not say: %s", want)
	}
}

// TestWhatALimitTells: the refusal for a limit contains it, in every kind of file.
func TestWhatALimitTells(t *testing.T) {
	t.Parallel()
	limits := Limits{Rows: 3, Columns: 2, Text: 4, Parts: 2, Unpacked: 10, Ratio: 100, File: 1000, Depth: 3}
	unpacking := func(pairs ...string) error { _, err := unpack(zipped(t, pairs...), limits); return err }
	reading := func(text string) error { _, err := readSheet("rounds", []byte(text), limits); return err }
	cells := func(xml string) error { return (&part{numbers: map[string]bool{}}).cells([]byte(xml), limits) }
	for _, tt := range []struct {
		err  error
		want string
	}{
		{unpacking("a", "", "b", "", "c", ""), "too-many-parts (limit=2)"},
		{unpacking("a", "12345678901"), "unpacks-too-large (limit=10)"},
		{unpacking("../a", ""), "part-misnamed (part=../a)"},
		{unpacking(strings.Repeat("x/", 40)+"/", ""), "<nil>"},
		{unpacking("/"+strings.Repeat("x", 70), ""), "part-misnamed (part=/" + strings.Repeat("x", 59) + "…)"},
		{reading("a\n1\n2\n3"), "too-many-rows (limit=3)"},
		{reading("a,b,c"), "too-many-columns (limit=2)"},
		{reading("a\n12345"), "text-too-long (most=4)"},
		{reading("a\n\x07"), "control-character"},
		{reading("a\n\xe0"), "wrong-encoding (encoding=Windows-1252)"},
		{reading("\xff\xfea"), "wrong-encoding (encoding=UTF-16)"},
		{cells("<row/><row/><row/><row/>"), "too-many-rows (limit=3)"},
		{cells(`<row r="1"><c r="C1"/></row>`), "too-many-columns (limit=2)"},
		{wellFormed([]byte("<a><b><c><d/></c></b></a>"), limits), "too-deep"},
		{wellFormed([]byte("<!DOCTYPE a><a/>"), limits), "workbook-does-something (part=DOCTYPE)"},
	} {
		got := fmt.Sprint(tt.err)
		if faults, ok := tt.err.(Faults); ok && len(faults) == 1 { //nolint:errorlint // as it is returned
			got = faults[0].String()
		}
		if got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// TestWholeFilesThatAreRefused: a file that is larger than it may be, or of no form, is not
// looked into.
func TestWholeFilesThatAreRefused(t *testing.T) {
	t.Parallel()
	limits := Limits{File: 4}
	for _, tt := range []struct {
		form Form
		data string
		want string
	}{
		{JSON, "12345", "file-too-large (limit=4)"},
		{XLSX, "12345", "file-too-large (limit=4)"},
		{CSV, "12345", "file-too-large (limit=4)"},
		{"pdf", "1234", "unknown-form (form=pdf)"},
		{"", "1234", "unknown-form (form=)"},
		{XLSX, "1234", "not-an-archive"},
		{CSV, "1234", "not-an-archive"},
	} {
		f, err := Read(tt.form, []byte(tt.data), limits, nil)
		if err != nil || len(f.Faults) != 1 || f.Faults[0].String() != tt.want || f.Faults[0].Place != (Place{}) {
			t.Errorf("%q as %s: %+v, %v, want %s", tt.data, tt.form, f, err, tt.want)
		}
	}
}
