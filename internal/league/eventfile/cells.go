package eventfile

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"referto/internal/league"
)

// table is a sheet being read.
type table struct {
	reading *reading
	name    string
	index   map[string]int // position of a column in a row
	figures []string       // columns of recorded figures, in the order of the sheet
	rows    []row
}

// line is a row that is being read.
type line struct {
	table *table
	row   row
}

// lines returns the rows of a sheet that are not empty; none if the sheet is missing.
func (r *reading) lines(name string) []*line {
	t := r.sheets[name]
	if t == nil {
		return nil
	}
	var out []*line
	for _, row := range t.rows {
		if !row.empty() {
			out = append(out, &line{t, row})
		}
	}
	return out
}

func (r row) empty() bool {
	for _, c := range r.cells {
		if strings.TrimSpace(c.text) != "" {
			return false
		}
	}
	return true
}

// used reports whether any cell of a column has a text.
func (t *table) used(column int) bool {
	for _, r := range t.rows {
		if column < len(r.cells) && strings.TrimSpace(r.cells[column].text) != "" {
			return true
		}
	}
	return false
}

// beyondColumns adds faults for cells behind the last column, which appear if a comma in a text or
// number has split a cell.
func (t *table) beyondColumns(columns int) {
	for _, r := range t.rows {
		for i := columns; i < len(r.cells); i++ {
			if text := strings.TrimSpace(r.cells[i].text); text != "" {
				t.reading.fault(at(Place{Sheet: t.name, Line: r.line}.with(text), "cell-without-column"))
				break
			}
		}
	}
}

func (l *line) cell(column string) cell {
	if i, ok := l.table.index[column]; ok && i < len(l.row.cells) {
		c := l.row.cells[i]
		c.text = clean(c.text)
		return c
	}
	return cell{}
}

func (l *line) has(column string) bool { return l.cell(column).text != "" }

func (l *line) text(column string) string { return l.cell(column).text }

func (l *line) place(column string) Place {
	return Place{Sheet: l.table.name, Line: l.row.line, Column: column}.with(l.text(column))
}

// stands records the cell of this line that holds a part of the document.
func (l *line) stands(pointer, column string) { l.table.reading.places[pointer] = l.place(column) }

func (l *line) fault(column, reason string, params ...string) {
	l.table.reading.fault(at(l.place(column), reason, params...))
}

// number reads a whole number; given is false if the cell is empty or has another content, which is
// a fault.
func (l *line) number(column string) (n int, given bool) {
	c := l.cell(column)
	if c.text == "" {
		return 0, false
	}
	written := c.text
	if c.number { // a spreadsheet may store 7 as 7.0
		written = strings.TrimSuffix(strings.TrimRight(written, "0"), ".")
		if !strings.Contains(c.text, ".") {
			written = c.text
		}
	}
	n, err := strconv.Atoi(written)
	if err != nil {
		l.fault(column, "not-a-whole-number")
		return 0, false
	}
	return n, true
}

// required reads a whole number that must not be missing.
func (l *line) required(column string) (int, bool) {
	if !l.has(column) {
		l.fault(column, "cell-missing")
		return 0, false
	}
	return l.number(column)
}

// whole reads a whole number of at least 1 that must not be missing.
func (l *line) whole(column string) (int, bool) {
	n, ok := l.required(column)
	if ok && n < 1 {
		l.fault(column, "not-a-whole-number")
		return 0, false
	}
	return n, ok
}

// key reads a number that other sheets refer to.
func (l *line) key(column string) (int, bool) {
	n, ok := l.whole(column)
	l.table.reading.broken = l.table.reading.broken || !ok
	return n, ok
}

// entry reads the start number of an entry.
func (l *line) entry(column string) (league.Entry, bool) {
	n, ok := l.whole(column)
	if ok && !l.table.reading.entered[league.Entry(n)] {
		l.fault(column, "not-entered", "entry", itoa(n))
		return 0, false
	}
	return league.Entry(n), ok
}

// round reads the number of a round that the sheet of rounds contains.
func (l *line) round(column string) (int, bool) {
	n, ok := l.whole(column)
	if ok && n > len(l.table.reading.doc.Facts.Rounds) {
		l.fault(column, "no-such-round", "round", itoa(n))
		return 0, false
	}
	return n, ok
}

func (l *line) moment(round, during string) league.Moment {
	n, _ := l.required(round)
	return league.Moment{Round: n, During: during != "" && l.yes(during)}
}

// drawnBy adds the number that an entry has drawn.
func (l *line) drawnBy(all map[league.Entry]int, entry league.Entry, pointer, column string) map[league.Entry]int {
	n, given := l.number(column)
	if !given {
		return all
	}
	if all == nil {
		all = map[league.Entry]int{}
		l.stands(pointer, column)
	}
	all[entry] = n
	l.stands(pointer+"/"+itoa(int(entry)), column)
	return all
}

// answers are the words for yes and no in all languages.
var answers = map[string]bool{
	"": false, "no": false, "не": false, "false": false, "0": false,
	"yes": true, "sì": true, "si": true, "да": true, "true": true, "1": true,
}

func (l *line) yes(column string) bool {
	yes, known := answers[strings.ToLower(l.text(column))]
	if !known {
		l.fault(column, "not-yes-or-no")
	}
	return yes
}

// instant reads a moment, like 2009-02-09T18:30:00Z; other texts are faults and give the zero time.
func (l *line) instant(column string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, l.text(column))
	if err != nil {
		l.fault(column, "not-an-instant")
	}
	return t
}

// frac reads an exact number; nil if the cell is empty or has another content, which is a fault.
func (l *line) frac(column string) *league.Frac {
	c := l.cell(column)
	if c.text == "" {
		return nil
	}
	f, ok := exact(c, l.table.reading.language)
	if !ok {
		l.fault(column, "not-a-number")
		return nil
	}
	return &f
}

// exact reads a number in a language: "0,9" or "0.9". Numbers stored by a spreadsheet have a point,
// and are rounded to the digits to which such numbers are exact.
func exact(c cell, language string) (league.Frac, bool) {
	written := c.text
	if !c.number && decimalComma(language) {
		if strings.Contains(written, ".") {
			return league.Frac{}, false
		}
		written = strings.Replace(written, ",", ".", 1)
	}
	f, err := league.ParseFrac(written)
	if err != nil {
		return league.Frac{}, false
	}
	if before, after, _ := strings.Cut(strings.TrimLeft(written, "-"), "."); c.number && len(before)+len(after) > exactDigits {
		f = f.HalfUp(max(0, exactDigits-len(before)))
	}
	return f, true
}

// exactDigits is the number of digits to which a spreadsheet's numbers are exact.
const exactDigits = 15

// dayFirst matches a date with the day first, which some languages use besides 2009-02-08.
var dayFirst = regexp.MustCompile(`^(\d{1,2})[./](\d{1,2})[./](\d{4})\.?$`)

// date reads a day: 2009-02-08 in all languages, 8/2/2009 and 8.2.2009 in those that write the day
// first, and the number by which a spreadsheet stores a date.
func date(c cell, language string) (time.Time, bool) {
	if days, err := strconv.Atoi(c.text); c.number && err == nil && days > 0 && days < 100_000 {
		return time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, days), true
	}
	written := c.text
	if m := dayFirst.FindStringSubmatch(written); m != nil && decimalComma(language) {
		written = m[3] + "-" + two(m[2]) + "-" + two(m[1])
	}
	day, err := time.Parse(time.DateOnly, written)
	return day, err == nil
}

func two(digits string) string {
	if len(digits) == 1 {
		return "0" + digits
	}
	return digits
}

// clock reads a time of day: 10:00, 10.00, 10:00:30, and the fraction of a day by which a
// spreadsheet stores it.
func clock(c cell) (time.Duration, bool) {
	if c.number {
		part, err := league.ParseFrac(c.text)
		if err != nil || part.Cmp(league.Int(0)) < 0 || part.Cmp(league.Int(1)) >= 0 {
			return 0, false
		}
		seconds, err := strconv.Atoi(part.Mul(league.Int(24 * 60 * 60)).HalfUp(0).Decimal(0))
		return time.Duration(seconds) * time.Second, err == nil
	}
	for _, form := range []string{"15:04", "15.04", time.TimeOnly} {
		if t, err := time.Parse(form, c.text); err == nil {
			return t.Sub(t.Truncate(24 * time.Hour)), true
		}
	}
	return 0, false
}
