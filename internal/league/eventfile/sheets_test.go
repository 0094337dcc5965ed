package eventfile

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
)

// hostile are texts that some program reading a sheet might misinterpret.
var hostile = []string{
	`=HYPERLINK("http://example.org","x")`, "=1+1", "+39 0165 000000", "-1", "@SUM(A1)", "＝1+1", "'=1", "''", "'Ada",
	`"`, `""`, `"Ada" Lovelace`, ",", ";", ",;,", "a\nb", "a\n\n=b", "\\", "\\n", "%s", "${x}", "<b>", "&amp;", "]]>", "_x000D_", "_x0041_",
	"0", "007", "1e9", "1,5", "1.5", "0x10", "TRUE", "#REF!", "NULL", "2009-02-08", "8/2", "10:00",
	"Дойчев", "è̀", "🎲🎲", "\u202eevil", "\u200b", "a\u00a0b", "ﬁ", "İ", "\U0010ffff", strings.Repeat("é", 2000),
}

// anyText draws a hostile text, or one of characters that might end a cell early.
func anyText() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom(hostile), rapid.StringMatching(`[a-zé",;'=\n 0-9]{0,12}`), rapid.String())
}

// drawnBook returns a random book of one sheet with valid texts.
func drawnBook(t *rapid.T) book {
	s := sheet{name: sheetEntries}
	for i := range rapid.IntRange(2, 5).Draw(t, "columns") {
		s.columns = append(s.columns, fmt.Sprint("Column", i))
	}
	for i := range rapid.IntRange(0, 6).Draw(t, "rows") {
		r := row{line: i + 2}
		for range s.columns {
			written := anyText().Draw(t, "text")
			if written = clean(written); unprintable(written) || utf8.RuneCountInString(written) > Standard().Text {
				written = "x"
			}
			r.cells = append(r.cells, text(written))
		}
		s.rows = append(s.rows, r)
	}
	return book{s}
}

// grid returns the texts of a sheet, without empty rows and trailing empty cells.
func grid(s sheet) (out [][]string) {
	for _, r := range s.rows {
		if r.empty() {
			continue
		}
		var texts []string
		for i := range s.columns {
			if i < len(r.cells) {
				texts = append(texts, clean(r.cells[i].text))
			} else {
				texts = append(texts, "")
			}
		}
		out = append(out, texts)
	}
	return out
}

// TestAnySheetIsReadBack: any cells of a sheet are read back as written, as a workbook and as CSV
// with either separator.
func TestAnySheetIsReadBack(t *testing.T) {
	t.Parallel()
	limits := Standard()
	limits.Ratio = 10_000
	for _, language := range Languages() {
		rapid.Check(t, func(t *rapid.T) {
			b := drawnBook(t)
			packed, err := writeCSV(b, language)
			if err != nil {
				t.Fatal(err)
			}
			read, err := readCSV(packed, limits)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(grid(b[0]), grid(read[0])); diff != "" || read[0].name != sheetEntries {
				t.Fatalf("CSV of %s %s (-written +read)\n%s", language, read[0].name, diff)
			}
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		b := drawnBook(t)
		packed, err := writeXLSX(b)
		if err != nil {
			t.Fatal(err)
		}
		read, err := readXLSX(packed, limits)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(grid(b[0]), grid(read[0])); diff != "" {
			t.Fatalf("XLSX (-written +read)\n%s", diff)
		}
	})
}

// TestHostileTextsAreReadBack: each hostile text, alone, in each form.
func TestHostileTextsAreReadBack(t *testing.T) {
	t.Parallel()
	limits := Standard()
	limits.Ratio = 10_000
	for _, written := range hostile {
		b := book{{name: sheetEntries, columns: []string{"Number", "Name"}, rows: []row{{line: 2, cells: []cell{text("1"), text(written)}}}}}
		want := [][]string{{"1", written}}
		for form, back := range map[Form]func() (book, error){
			CSV: func() (book, error) {
				packed, err := writeCSV(b, "it")
				if err != nil {
					return nil, err
				}
				return readCSV(packed, limits)
			},
			XLSX: func() (book, error) {
				packed, err := writeXLSX(b)
				if err != nil {
					return nil, err
				}
				return readXLSX(packed, limits)
			},
		} {
			read, err := back()
			if err != nil {
				t.Errorf("%s: %.40q is refused: %v", form, written, err)
				continue
			}
			if diff := cmp.Diff(want, grid(read[0])); diff != "" {
				t.Errorf("%s: %.40q (-written +read)\n%s", form, written, diff)
			}
		}
	}
}

// TestLineEndsOfOtherPrograms: a sheet means the same with any line ends and with or without a
// mark, and its faults have the same lines.
func TestLineEndsOfOtherPrograms(t *testing.T) {
	t.Parallel()
	const unix = "Number,Name\n1,Ada\n2,\"B\nC\"\n\n4,D\n"
	want, err := readSheet("entries", []byte(unix), Standard())
	if err != nil {
		t.Fatal(err)
	}
	for name, same := range map[string]string{
		"CRLF":             strings.ReplaceAll(unix, "\n", "\r\n"),
		"a mark":           "\xef\xbb\xbf" + unix,
		"no end":           strings.TrimSuffix(unix, "\n"),
		"further ends":     unix + "\n\n",
		"semicolons":       strings.ReplaceAll(unix, ",", ";"),
		"all of it quoted": strings.NewReplacer("Ada", `"Ada"`, "Number", `"Number"`, "4,", `"4",`).Replace(unix),
	} {
		got, err := readSheet("Entries", []byte(same), Standard())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(grid(want), grid(got)); diff != "" {
			t.Errorf("%s\n%s", name, diff)
		}
		for i, r := range got.rows {
			if r.line != want.rows[i].line {
				t.Errorf("%s: row %d is at line %d, not %d", name, i, r.line, want.rows[i].line)
			}
		}
	}
}

// TestNumbersOfEveryLanguage: a number is read as its language writes it, exactly, and with
// the sign of another language it is none.
func TestNumbersOfEveryLanguage(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		language := rapid.SampledFrom(Languages()).Draw(t, "language")
		whole, digits := rapid.Int64Range(-1e9, 1e9).Draw(t, "number"), rapid.IntRange(0, 6).Draw(t, "digits")
		want := big.NewRat(whole, 1)
		for range digits {
			want.Quo(want, big.NewRat(10, 1))
		}
		written := want.FloatString(digits)
		sign, other := ".", ","
		if decimalComma(language) {
			sign, other = ",", "."
		}
		got, ok := exact(text(strings.Replace(written, ".", sign, 1)), language)
		if exactly, _ := new(big.Rat).SetString(got.String()); !ok || exactly.Cmp(want) != 0 {
			t.Fatalf("%s of %s is read as %v, %t", written, language, got, ok)
		}
		if digits == 0 {
			return
		}
		if got, ok := exact(text(strings.Replace(written, ".", other, 1)), language); ok {
			t.Fatalf("%s written with %q is read as %v in %s", written, other, got, language)
		}
		if got, ok := exact(cell{text: written, number: true}, language); !ok || got.String() != league.NewFrac(whole, power(digits)).String() {
			t.Fatalf("the cell %s is read as %v, %t in %s", written, got, ok, language)
		}
	})
}

func power(digits int) int64 {
	n := int64(1)
	for range digits {
		n *= 10
	}
	return n
}

// TestEveryDay: a day is the same as text, in the order of its language, and as a spreadsheet's
// number; the month first is not accepted.
func TestEveryDay(t *testing.T) {
	t.Parallel()
	began := time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		days := rapid.IntRange(1, 99_999).Draw(t, "days")
		day := began.AddDate(0, 0, days)
		language := rapid.SampledFrom(Languages()).Draw(t, "language")
		for _, c := range []cell{{text: fmt.Sprint(days), number: true}, text(day.Format(time.DateOnly))} {
			if got, ok := date(c, language); !ok || !got.Equal(day) {
				t.Fatalf("%+v is %v, %t", c, got, ok)
			}
		}
		for _, form := range []string{"2/1/2006", "02/01/2006", "2.1.2006", "02.01.2006."} {
			got, ok := date(text(day.Format(form)), language)
			if ok != decimalComma(language) || ok && !got.Equal(day) {
				t.Fatalf("%s of %s is %v, %t", day.Format(form), language, got, ok)
			}
		}
		if got, ok := date(text(fmt.Sprint(days)), language); ok {
			t.Fatalf("the text %d is the day %v", days, got)
		}
	})
}

// TestEverySecond: a time of day is the same as text and as the fraction of a day, with a
// spreadsheet's precision.
func TestEverySecond(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seconds := rapid.IntRange(0, 24*60*60-1).Draw(t, "seconds")
		want := time.Duration(seconds) * time.Second
		part := big.NewRat(int64(seconds), 24*60*60).FloatString(15)
		if got, ok := clock(cell{text: part, number: true}); !ok || got != want {
			t.Fatalf("%s of a day is %v, %t; want %v", part, got, ok, want)
		}
		written := time.Time{}.Add(want).Format(time.TimeOnly)
		if got, ok := clock(text(written)); !ok || got != want {
			t.Fatalf("%s is %v, %t", written, got, ok)
		}
		minute := want.Truncate(time.Minute)
		for _, form := range []string{"15:04", "15.04"} {
			if got, ok := clock(text(time.Time{}.Add(want).Format(form))); !ok || got != minute {
				t.Fatalf("%s of %v is %v, %t", form, want, got, ok)
			}
		}
	})
	for _, c := range []cell{{text: "1", number: true}, {text: "-0.1", number: true}, text("24:00"), text("10:60"), text("0.5 h"), text("")} {
		if got, ok := clock(c); ok {
			t.Errorf("%+v is %v", c, got)
		}
	}
}
