package eventfile

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// refused returns the place and the reason of an error's only fault; "" for none.
func refused(err error) string {
	faults, ok := err.(Faults) //nolint:errorlint // as it is returned
	switch {
	case err == nil:
		return ""
	case !ok || len(faults) != 1:
		return err.Error()
	}
	return strings.TrimSpace(strings.Join([]string{faults[0].Sheet, itoa(faults[0].Line), faults[0].Column, faults[0].Reason}, " "))
}

// TestCellsOfAPart: rows and cells are counted and named within the limits of a sheet; number cells
// are found.
func TestCellsOfAPart(t *testing.T) {
	t.Parallel()
	limits := Limits{Rows: 3, Columns: 2}
	for written, want := range map[string]string{
		``:                         "",
		`<row/><row/><row/>`:       "",
		`<row/><row/><row/><row/>`: "Rounds 4  too-many-rows",
		`<row r="3"/>`:             "",
		`<row r="4"/>`:             "Rounds 4  too-many-rows",
		`<row r="1"/><row r="1"/><row r="1"/><row r="1"/>`:                    "Rounds 1  too-many-rows",
		`<row r="1"><c r="A1"/><c r="B1" t="s"/></row>`:                       "",
		`<row r="1"><c r="C1"/></row>`:                                        "Rounds 1 C1 too-many-columns",
		`<row r="1"><c r="A1"/><c r="B1"/><c r="A1"/></row>`:                  "Rounds 1 A1 too-many-columns",
		`<row r="1"><c r="A1"/><c r="B1"/></row><row r="2"><c r="A2"/></row>`: "",
		`<row><c r="A1"/></row><row><c r="A2"/></row>`:                        "",
		`<row r="2"><c r="A1"/></row>`:                                        "0  not-a-workbook",
		`<row r="1"><c r="1A"/></row>`:                                        "0  not-a-workbook",
		`<row r="1"><c/></row>`:                                               "0  not-a-workbook",
		`<row r="1"><c r="B1" t="e"/></row>`:                                  "Rounds 1 B1 error-cell",
		`<row r="1"><c r="B1"><f>1+1</f></c></row>`:                           "Rounds 1 B1 formula-cell",
		`<row r="1">`: "0  not-a-workbook",
	} {
		p := part{numbers: map[string]bool{}}
		p.name = sheetRounds
		if got := refused(p.cells([]byte("<sheetData>"+written+"</sheetData>"), limits)); got != want {
			t.Errorf("%s: %q, want %q", written, got, want)
		}
	}
	p := part{numbers: map[string]bool{}}
	if err := p.cells([]byte(`<row r="1"><c r="A1"/><c r="B1" t="n"/></row><row r="2"><c r="A2" t="s"/><c r="B2" t="inlineStr"/></row>`), limits); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(slices.Sorted(maps.Keys(p.numbers)), " "); got != "A1 B1" {
		t.Errorf("numbers are %s", got)
	}
}

// TestPartsAreWellFormed: as deep as may be and one deeper, and nothing by which a part does
// something.
func TestPartsAreWellFormed(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		`<a><b><c/></b><b/></a>`:                      "",
		`<a><b><c><d/></c></b></a>`:                   "0  too-deep",
		`<a></a><a></a><a></a><a></a>`:                "",
		`<?xml version="1.0" encoding="UTF-8"?><a/>`:  "",
		`<?xml version="1.0" encoding="UTF-16"?><a/>`: "0  not-a-workbook",
		`<!DOCTYPE a><a/>`:                            "0  workbook-does-something",
		`<a`:                                          "0  not-a-workbook",
	} {
		if got := refused(wellFormed([]byte(written), Limits{Depth: 3})); got != want {
			t.Errorf("%s: %q, want %q", written, got, want)
		}
	}
}
