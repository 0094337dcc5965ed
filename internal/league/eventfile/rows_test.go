package eventfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// rowLimits are small limits for a table of the past.
var rowLimits = Limits{File: 60, Rows: 4, Columns: 3, Text: 6}

// rowsOf writes the lines that are taken of a table, each "line: cell|cell", and the refusal
// behind them.
func rowsOf(data string, limits Limits) string {
	var taken []string
	err := Rows([]byte(data), limits, func(line int, cells []string) error {
		taken = append(taken, fmt.Sprintf("%d: %s", line, strings.Join(cells, "|")))
		return nil
	})
	if err != nil {
		taken = append(taken, refused(err))
	}
	return strings.Join(taken, "; ")
}

// TestRowsOfATable: a table is read line by line, whichever program has written it.
func TestRowsOfATable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, data, want string }{
		{"nothing", "", ""},
		{"a mark alone", "\ufeff", ""},
		{"a header alone", "Name,Club", "1: Name|Club"},
		{"commas", "Name,Club\nAda,Sofia\n", "1: Name|Club; 2: Ada|Sofia"},
		{"semicolons", "Name;Club\nAda;So,fia", "1: Name|Club; 2: Ada|So,fia"},
		{"tabs", "Name\tClub\nAda\tSo;f,a", "1: Name|Club; 2: Ada|So;f,a"},
		{"as many commas as semicolons", "a,b;c\n1,2;3", "1: a|b;c; 2: 1|2;3"},
		{"more semicolons than commas", "a,b;c;d\n1", "1: a,b|c|d; 2: 1"},
		{"more tabs than semicolons", "a;b\tc\td\n1", "1: a;b|c|d; 2: 1"},
		{"as many tabs as semicolons", "a;b\tc\n1", "1: a|b\tc; 2: 1"},
		{"what separates is counted in the header alone", "a,b\n1;2;3", "1: a|b; 2: 1;2;3"},
		{"a mark before the header", "\ufeffName;Club\nAda;Aa", "1: Name|Club; 2: Ada|Aa"},
		{"lines of another program", "a,b\r\n1,2\r\n", "1: a|b; 2: 1|2"},
		{"spaces around", " a , b\n 1 ,2 ", "1: a|b; 2: 1|2"},
		{"empty lines are no rows, and are counted", "\n\na\n\n1\n", "3: a; 5: 1"},
		{"a cell of two lines", "a,b\n\"1\n2\",3\n4,5", "1: a|b; 2: 1\n2|3; 4: 4|5"},
		{"a line break within a cell of another program", "a\n\"1\r\n2\"", "1: a; 2: 1\n2"},
		{"quotes within quotes", "a\n\"1\"\"2\"", "1: a; 2: 1\"2"},
		{"shorter and longer lines", "a,b\n1\n1,2,3", "1: a|b; 2: 1; 3: 1|2|3"},
		{"no formula", "a\n'=1+1", "1: a; 2: =1+1"},
		{"nor one within spaces", "a\n '-5 ", "1: a; 2: -5"},
		{"an apostrophe of a name", "a\n'Aa", "1: a; 2: 'Aa"},
		{"other alphabets", "a\nАда", "1: a; 2: Ада"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := rowsOf(tt.data, rowLimits); got != tt.want {
				t.Errorf("%q: got %q, want %q", tt.data, got, tt.want)
			}
		})
	}
}

// TestRowsThatAreRefused: each limit, with the last accepted value and the first refused one, and
// invalid texts. The rows before are still passed to take.
func TestRowsThatAreRefused(t *testing.T) {
	t.Parallel()
	file := "a\n" + strings.Repeat("1234 \n", 3)
	for _, tt := range []struct {
		name, data string
		limits     Limits
		want       string
	}{
		{"as long as may be", file, Limits{File: len(file), Rows: 9, Columns: 1, Text: 9}, "1: a; 2: 1234; 3: 1234; 4: 1234"},
		{"a byte more", file, Limits{File: len(file) - 1, Rows: 9, Columns: 1, Text: 9}, "0  file-too-large"},
		{"as many rows as may be, the header one of them", "a\n1\n2\n3", rowLimits, "1: a; 2: 1; 3: 2; 4: 3"},
		{"one more", "a\n1\n2\n\n3\n4", rowLimits, "1: a; 2: 1; 3: 2; 5: 3; 6  too-many-rows"},
		{"as many columns as may be", "a,b,c\n1,2,3", rowLimits, "1: a|b|c; 2: 1|2|3"},
		{"one more in the header", "a,b,c,d", rowLimits, "1  too-many-columns"},
		{"one more in a line", "a\n1,2,3,4", rowLimits, "1: a; 2  too-many-columns"},
		{"as long a text as may be", "a\nдддддд", rowLimits, "1: a; 2: дддддд"},
		{"a letter more", "a\nддддддд", rowLimits, "1: a; 2  text-too-long"},
		{"a header too long", "abcdefg", rowLimits, "1  text-too-long"},
		{"a bell", "a\n1,\a", rowLimits, "1: a; 2  control-character"},
		{"a quote that nothing ends", "a\n1\n\"2\n3", rowLimits, "1: a; 2: 1; 3  line-broken"},
		{"a quote in the middle", "a\n1\"2", rowLimits, "1: a; 2  line-broken"},
		{"a text of another encoding", "a\n1\n\xe0", rowLimits, "3  wrong-encoding"},
		{"of another encoding behind what was typed so", "a\n\ufffd\n\n\xe0", rowLimits, "4  wrong-encoding"},
		{"cut off within a letter", "име\nДима\nЖив\xd0", rowLimits, "3  file-cut-off"},
		{"cut off within a letter of three bytes", "име\n\xe2\x82", rowLimits, "2  file-cut-off"},
		{"cut off within a line", "a,b,c\n1,2,3\n4,5", rowLimits, "1: a|b|c; 2: 1|2|3; 3  cells-cut-off"},
		{"cut off within a cell of several lines", "a,b\n1,2\n\"4\n5\"", rowLimits, "1: a|b; 2: 1|2; 3  cells-cut-off"},
		{"short, and ended", "a,b,c\n1,2,3\n4,5\n", rowLimits, "1: a|b|c; 2: 1|2|3; 3: 4|5"},
		{"no shorter than one before", "a,b,c\n1,2\n3,4", rowLimits, "1: a|b|c; 2: 1|2; 3: 3|4"},
		{"nothing to compare it with", "a,b\n1", rowLimits, "1: a|b; 2: 1"},
		{"not ended, and whole", "a,b\n1,2\n3,4", rowLimits, "1: a|b; 2: 1|2; 3: 3|4"},
		{"of two bytes a letter", "\xff\xfea\x00", rowLimits, "1  wrong-encoding"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := rowsOf(tt.data, tt.limits); got != tt.want {
				t.Errorf("%q: got %q, want %q", tt.data, got, tt.want)
			}
		})
	}
}

// TestRefusalsOfRowsAreExplained: the params of a refusal: the limit without the header, the
// presumed encoding.
func TestRefusalsOfRowsAreExplained(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		"a\n1\n2\n3\n4":           "too-many-rows (limit=3)",
		"a,b,c,d":                 "too-many-columns (limit=3)",
		"1234567":                 "text-too-long (most=6)",
		"\xe0":                    "wrong-encoding (encoding=Windows-1252)",
		"\xfe\xff\x00a":           "wrong-encoding (encoding=UTF-16)",
		"\"":                      "line-broken",
		strings.Repeat("a\n", 31): "file-too-large (limit=60)",
	} {
		err := Rows([]byte(data), rowLimits, func(int, []string) error { return nil })
		var faults Faults
		if !errors.As(err, &faults) || len(faults) != 1 || faults[0].String() != want {
			t.Errorf("%q: got %v, want %s", data, err, want)
		}
	}
}

// TestRowsStop: reading ends without an error when take has enough, or with take's error when it
// refuses a row.
func TestRowsStop(t *testing.T) {
	t.Parallel()
	mine := errors.New("not this one")
	for _, tt := range []struct {
		name      string
		says      error
		want      error
		wantTaken int
	}{
		{"goes on", nil, nil, 3},
		{"has enough", ErrEnough, nil, 2},
		{"has enough, for a reason", fmt.Errorf("found: %w", ErrEnough), nil, 2},
		{"refuses it", mine, mine, 2},
	} {
		taken := 0
		err := Rows([]byte("a\n1\n2"), rowLimits, func(line int, _ []string) error {
			taken++
			if line == 2 {
				return tt.says
			}
			return nil
		})
		if !errors.Is(err, tt.want) || taken != tt.wantTaken {
			t.Errorf("%s: %d rows, %v", tt.name, taken, err)
		}
	}
	broken := 0 // a line that is behind what was enough is not looked at
	if err := Rows([]byte("a\n1\n\"2"), rowLimits, func(int, []string) error { broken++; return ErrEnough }); err != nil || broken != 1 {
		t.Errorf("%d rows, %v", broken, err)
	}
}

// TestAnyTableIsReadBack: the rows of any exported texts are read back as the same texts, trimmed.
func TestAnyTableIsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		separator := rapid.SampledFrom([]string{",", ";", "\t"}).Draw(t, "separator")
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab0-=+@'\" ,;\n\tè＝")), 0, 8, -1)
		width := rapid.IntRange(2, 4).Draw(t, "columns")
		header := make([]string, width)
		for i := range header {
			header[i] = "c" + itoa(i)
		}
		want, data := [][]string{header}, strings.Join(header, separator)
		for range rapid.IntRange(0, 5).Draw(t, "rows") {
			row, cells := make([]string, width), make([]string, width)
			for i := range row {
				written := text.Draw(t, "cell")
				row[i] = strings.TrimSpace(written)
				cells[i] = `"` + strings.ReplaceAll(EscapeFormula(row[i]), `"`, `""`) + `"`
			}
			want, data = append(want, row), data+"\n"+strings.Join(cells, separator)
		}
		var got [][]string
		if err := Rows([]byte(data), Standard(), func(_ int, cells []string) error { got = append(got, slices.Clone(cells)); return nil }); err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		if !slices.EqualFunc(want, got, slices.Equal[[]string]) {
			t.Fatalf("%q is read as %q, want %q", data, got, want)
		}
	})
}
