package eventfile_test

import (
	"encoding/csv"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/rules/presets"
	"referto/internal/sampling"
)

// freeText are the columns, and the fields of the event, that may contain any text. The digest is
// one for the finder of rulesets, which in these tests goes by the keys.
var freeText = []string{
	"entries Name", "entries Club", "sanctions Reason", "withdrawals Reason", "event Title", "event Venue", "event City", "event Address", "event Notes", "event Ruleset digest",
}

// cellOf is a cell in the files of a workbook.
type cellOf struct {
	file      string
	line, row int // row 0 is the header; line is a spreadsheet's line number
	column    int
}

// parsed returns the rows of a workbook's files, and all their cells.
func parsed(t *testing.T, whole evening) (map[string][][]string, []cellOf) {
	t.Helper()
	rows, cells := map[string][][]string{}, []cellOf(nil)
	for _, file := range slices.Sorted(maps.Keys(whole)) {
		text := strings.TrimPrefix(whole[file], "\ufeff")
		r := csv.NewReader(strings.NewReader(text))
		for {
			record, err := r.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			for column := range record { // a text of several lines is on one line of a spreadsheet
				cells = append(cells, cellOf{file, len(rows[file]) + 1, len(rows[file]), column})
			}
			rows[file] = append(rows[file], record)
		}
	}
	return rows, cells
}

// garbled puts a meaningless word in a cell of a workbook: if the cell may contain any text the
// file is clean, otherwise a fault names sheet, line, column and the word.
func garbled(t *testing.T, what string, whole evening, rows map[string][][]string, c cellOf) {
	t.Helper()
	const word = "§§§"
	records := rows[c.file]
	was := records[c.row][c.column]
	records[c.row][c.column] = word
	var text strings.Builder
	if err := csv.NewWriter(&text).WriteAll(records); err != nil {
		t.Fatal(err)
	}
	records[c.row][c.column] = was
	changed := maps.Clone(whole)
	changed[c.file] = text.String()
	f := read(t, eventfile.CSV, changed.zip(t))
	name := strings.TrimSuffix(c.file, ".csv")
	sheet, column := strings.ToUpper(name[:1])+name[1:], records[0][c.column]
	about := name + " " + column
	if name == "event" && c.column == 1 {
		about = "event " + records[c.row][0]
	}
	named := slices.ContainsFunc(f.Faults, func(f eventfile.Fault) bool {
		return f.Sheet == sheet && f.Line == c.line && f.Value == word && (f.Column == column || c.row == 0)
	})
	// who has won a void game at once is checked only if others are scored
	void := about == "tables Won at once" && slices.Contains(records[0], "Void") && records[c.row][slices.Index(records[0], "Void")] == "yes"
	switch free := c.row > 0 && slices.Contains(freeText, about); {
	case void:
	case free && len(f.Faults) > 0:
		t.Errorf("%s: %s line %d, %s (%q): %q", what, sheet, c.line, column, was, described(f.Faults))
	case !free && !named:
		t.Errorf("%s: %s line %d, %s (%q) is not named: %q", what, sheet, c.line, column, was, described(f.Faults))
	}
}

// TestEveryCellGarbled: of the sample.
func TestEveryCellGarbled(t *testing.T) {
	t.Parallel()
	whole := sample(t)
	rows, cells := parsed(t, whole)
	for _, c := range cells {
		garbled(t, "the sample", whole, rows, c)
	}
	if len(cells) < 150 {
		t.Errorf("%d cells", len(cells))
	}
}

// TestEveryCellGarbledOfEveryRegulation: an event of each regulation, with all its columns and
// figures, also empty ones.
func TestEveryCellGarbledOfEveryRegulation(t *testing.T) {
	t.Parallel()
	for _, preset := range presets.IDs() {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			d, r := eventfiletest.Play(t, preset, 2)
			data, err := eventfile.Write(eventfile.CSV, d, r, "en")
			if err != nil {
				t.Fatal(err)
			}
			whole := unzip(t, data)
			rows, cells := parsed(t, whole)
			for _, c := range sampling.Of(preset, cells) {
				garbled(t, preset, whole, rows, c)
			}
		})
	}
}

// TestEveryCellEmptied empties each cell of the sample, one at a time: a fault has a place in the
// file, and without a fault the document changes or the cell had no meaning.
func TestEveryCellEmptied(t *testing.T) {
	t.Parallel()
	whole := sample(t)
	mayBeEmpty := []string{"entries Club", "entries State", "sanctions During", "event Pairing", "tables Declared by", "rounds Closed", "entries Lot"}
	for _, file := range slices.Sorted(maps.Keys(whole)) {
		records, err := csv.NewReader(strings.NewReader(whole[file])).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(file, ".csv")
		for i, record := range records[1:] {
			for j, was := range record {
				if was == "" {
					continue
				}
				record[j] = ""
				var text strings.Builder
				if err := csv.NewWriter(&text).WriteAll(records); err != nil {
					t.Fatal(err)
				}
				changed := maps.Clone(whole)
				changed[file] = text.String()
				f := read(t, eventfile.CSV, changed.zip(t))
				about := name + " " + records[0][j]
				if name == "event" && j == 1 {
					about = "event " + record[0]
				}
				if len(f.Faults) == 0 && !slices.Contains(mayBeEmpty, about) {
					t.Errorf("%s line %d: without %q (%s) the file is clean", file, i+2, was, about)
				}
				for _, fault := range f.Faults {
					if fault.Sheet == "" {
						t.Errorf("%s line %d: without %q a fault has no place: %q", file, i+2, was, described(f.Faults))
					}
				}
				record[j] = was
			}
		}
	}
}

// TestFieldsLeftOut: the fault of a missing field of the event names the field.
func TestFieldsLeftOut(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Title,Thursday evening\n": `Event Title "" text-missing`, "Kind,club\n": `Event Kind "" unknown-kind`, "Time,19:30\n": `Event Time "" not-a-time`,
		"Date,2026-10-15\n": `Event Date "" not-a-date`, "Time zone,Europe/Sofia\n": `Event Time zone "" unknown-time-zone`, "Venue,Chitalishte\n": `Event Venue "" text-missing`,
		"City,Sofia\n": `Event City "" text-missing`, "Ruleset,catan-ranglista-bg\n": `Event Ruleset "" unknown-ruleset`, "Format,referto-event/1\n": `Event Format "" unknown-format`,
	} {
		f := read(t, eventfile.CSV, sample(t).with(t, "event.csv", row, "").zip(t))
		if diff := cmp.Diff([]string{want}, described(f.Faults)); diff != "" {
			t.Errorf("without %q: want -, got +\n%s", row, diff)
		}
	}
}

// TestWorkbooksOfOtherPrograms: other programs' workbooks mean the same: inline cells, shared or
// rich texts, yes as a truth value, numbers with a point; sheets in another order; formatted,
// merged or hidden cells.
func TestWorkbooksOfOtherPrograms(t *testing.T) {
	t.Parallel()
	clean := read(t, eventfile.CSV, sample(t).zip(t))
	for what, change := range map[string]func(*excelize.File) error{
		"as we write it": func(*excelize.File) error { return nil },
		"a rich text": func(f *excelize.File) error {
			return f.SetCellRichText("Entries", "B3", []excelize.RichTextRun{{Text: "Boris ", Font: &excelize.Font{Bold: true}}, {Text: "Petrov"}})
		},
		"a number with a point": func(f *excelize.File) error { return f.SetCellFloat("Results", "E2", 9, 1, 64) },
		"a number as text":      func(f *excelize.File) error { return f.SetCellStr("Results", "E2", "9") },
		"a truth value":         func(f *excelize.File) error { return f.SetCellBool("Rounds", "C2", true) },
		"a number that is yes":  func(f *excelize.File) error { return f.SetCellInt("Rounds", "C2", 1) },
		"spaces around":         func(f *excelize.File) error { return f.SetCellStr("Entries", "B3", "  Boris Petrov\n") },
		"a format": func(f *excelize.File) error {
			style, err := f.NewStyle(&excelize.Style{NumFmt: 2, Font: &excelize.Font{Italic: true}})
			if err != nil {
				return err
			}
			return f.SetCellStyle("Results", "A1", "E15", style)
		},
		"a column that is hidden":    func(f *excelize.File) error { return f.SetColVisible("Entries", "C", false) },
		"a sheet that is hidden":     func(f *excelize.File) error { return f.SetSheetVisible("Reports", false) },
		"sheets in another order":    func(f *excelize.File) error { return f.MoveSheet("Results", "Event") },
		"a name in other letters":    func(f *excelize.File) error { return f.SetSheetName("Results", "results ") },
		"without a sheet of no rows": func(f *excelize.File) error { return f.DeleteSheet("Apart") },
		"a note":                     func(f *excelize.File) error { return f.SetColWidth("Entries", "A", "C", 30) },
	} {
		t.Run(strings.ReplaceAll(what, " ", "_"), func(t *testing.T) {
			t.Parallel()
			book := workbook(t)
			if err := change(book); err != nil {
				t.Fatal(err)
			}
			f := read(t, eventfile.XLSX, saved(t, book))
			if len(f.Faults) > 0 {
				t.Fatal(described(f.Faults))
			}
			if diff := cmp.Diff(clean.Document, f.Document); diff != "" {
				t.Errorf("-as CSV +as XLSX\n%s", diff)
			}
		})
	}
}

// TestWorkbooksThatAreWrong: the same places as in CSV, and faults that only workbooks have.
func TestWorkbooksThatAreWrong(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		change func(*excelize.File) error
		want   []string
	}{
		"a word for a number":  {func(f *excelize.File) error { return f.SetCellStr("Results", "E2", "nine") }, []string{`Results 2 VP "nine" not-a-whole-number`}},
		"half a point":         {func(f *excelize.File) error { return f.SetCellFloat("Results", "E2", 9.5, 1, 64) }, []string{`Results 2 VP "9.5" not-a-whole-number`}},
		"a formula":            {func(f *excelize.File) error { return f.SetCellFormula("Results", "E2", "4+5") }, []string{`Results 2 E2 "" formula-cell`}},
		"a formula far away":   {func(f *excelize.File) error { return f.SetCellFormula("Reports", "D9", "NOW()") }, []string{`Reports 9 D9 "" formula-cell`}},
		"a sheet of one's own": {func(f *excelize.File) error { _, err := f.NewSheet("Prizes"); return err }, []string{`Prizes "" unknown-sheet`}},
		"a cell in no column":  {func(f *excelize.File) error { return f.SetCellStr("Rounds", "F2", "x") }, []string{`Rounds 2 "x" cell-without-column`}},
		"a name of no column":  {func(f *excelize.File) error { return f.SetCellStr("Rounds", "D1", "Weather") }, []string{`Rounds 1 "Weather" unknown-column`}},
		"no sheet of entries":  {func(f *excelize.File) error { return f.DeleteSheet("Entries") }, []string{`Entries "" sheet-missing`}},
		"a bell":               {func(f *excelize.File) error { return f.SetCellStr("Entries", "B3", "B\u0085oris") }, []string{`Entries 3 Name "" control-character`}},
		"a long text":          {func(f *excelize.File) error { return f.SetCellStr("Entries", "C3", random(3000)) }, []string{`Entries 3 Club "` + random(3000)[:60] + `…" text-too-long`}},
		"a column too many":    {func(f *excelize.File) error { return f.SetCellStr("Entries", "BI3", "x") }, []string{`Entries 3 BI3 "" too-many-columns`}},
		"a row too many":       {func(f *excelize.File) error { return f.SetCellStr("Entries", "A20001", "x") }, []string{`Entries 20001 "" too-many-rows`}},
		"a link to elsewhere": {
			func(f *excelize.File) error {
				return f.SetCellHyperLink("Entries", "B3", "https://example.org", "External")
			}, nil,
		},
	} {
		t.Run(strings.ReplaceAll(what, " ", "_"), func(t *testing.T) {
			t.Parallel()
			book := workbook(t)
			if err := c.change(book); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, described(read(t, eventfile.XLSX, saved(t, book)).Faults)); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

// TestDocumentsThatAreWrong: faulty JSON names the member.
func TestDocumentsThatAreWrong(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		``:                            ` "" invalid-json`,
		`null`:                        `/format "<nil>" unknown-format`,
		`[]`:                          `/format "<nil>" unknown-format`,
		`{}`:                          `/format "<nil>" unknown-format`,
		`{"format": 7}`:               `/format "7" unknown-format`,
		`{"format": "referto-event"}`: `/format "referto-event" unknown-format`,
		`{"format": "referto-event/1", "event": 7}`:                              `/event "number" wrong-kind`,
		`{"format": "referto-event/1", "event": {"capacity": 1.5}}`:              `/event/capacity "number 1.5" wrong-kind`,
		`{"format": "referto-event/1", "entries": [{"number": "1"}]}`:            `/entries/number "string" wrong-kind`,
		`{"format": "referto-event/1", "facts": {"rounds": {}}}`:                 `/facts/rounds "object" wrong-kind`,
		`{"format": "referto-event/1", "facts": {"round": []}}`:                  ` "round" unknown-field`,
		`{"format": "referto-event/1", "event": {"startsAt": "tomorrow"}}`:       ` "" unreadable`,
		`{"format": "referto-event/1", "event": {"fee": {"amount": "a third"}}}`: ` "" unreadable`,
		`{"format": "referto-event/1"} {}`:                                       ` "" trailing-data`,
		"\xff\xfe{\x00":                                                          ` "" wrong-encoding`,
		"\xef\xbb\xbf{}":                                                         `/format "<nil>" unknown-format`,
	} {
		if diff := cmp.Diff([]string{want}, described(read(t, eventfile.JSON, []byte(text)).Faults)); diff != "" {
			t.Errorf("%s: want -, got +\n%s", text, diff)
		}
	}
}

// TestLanguagesOfAnExport: an export in each language has its numbers, and separators
// that its spreadsheets expect.
func TestLanguagesOfAnExport(t *testing.T) {
	t.Parallel()
	d, r := eventfiletest.Play(t, "catan-nazionale-2009", 1)
	for language, want := range map[string][2]string{
		"en": {"Fee,5.5\r\n", "Number,Name,Club"}, "it": {"Fee;5,5\r\n", "Number;Name;Club"}, "bg": {"Fee;5,5\r\n", "Number;Name;Club"}, "tlh": {"Language,en\r\n", "Number,Name,Club"},
	} {
		data, err := eventfile.Write(eventfile.CSV, d, r, language)
		if err != nil {
			t.Fatal(err)
		}
		files := unzip(t, data)
		if !strings.Contains(files["event.csv"], want[0]) || !strings.HasPrefix(files["entries.csv"], "\ufeff"+want[1]) || len(files) != 12 {
			t.Errorf("%s: %d files, %.200q", language, len(files), files["event.csv"])
		}
	}
}

// TestLinesOfAFile: the rows of a workbook's sheets, whatever they contain; for a document the
// entries, tables and seats.
func TestLinesOfAFile(t *testing.T) {
	t.Parallel()
	f := read(t, eventfile.CSV, sample(t).zip(t))
	if f.Lines != 10+8+14+2+1+4 {
		t.Errorf("%d lines of a workbook", f.Lines)
	}
	text, err := eventfile.Encode(f.Document)
	if err != nil {
		t.Fatal(err)
	}
	if f := read(t, eventfile.JSON, text); f.Lines != 8+4+14 {
		t.Errorf("%d lines of a document", f.Lines)
	}
}
