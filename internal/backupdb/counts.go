package backupdb

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Place names rows that are counted together: those of one tenant in one table.
type Place struct {
	Table  string // with its schema
	Tenant string // "" in a table whose rows belong to no tenant
}

// Counts are the numbers of rows by place, of places that have any.
type Counts struct {
	Rows map[Place]int64
	// Passing are the tables whose rows the server deletes in the course of its work: fewer rows there are normal.
	Passing map[string]bool
}

// Total is the number of all rows.
func (c Counts) Total() (n int64) {
	for _, rows := range c.Rows {
		n += rows
	}
	return n
}

// Tenants is the number of tenants that have rows.
func (c Counts) Tenants() int {
	seen := map[string]bool{}
	for place := range c.Rows {
		if place.Tenant != "" {
			seen[place.Tenant] = true
		}
	}
	return len(seen)
}

// places are the places in order.
func (c Counts) places() []Place {
	return slices.SortedFunc(maps.Keys(c.Rows), func(a, b Place) int {
		return cmp.Or(strings.Compare(a.Table, b.Table), strings.Compare(a.Tenant, b.Tenant))
	})
}

// table is the number of rows that a table has for all tenants.
func (c Counts) table(name string) (n int64) {
	for place, rows := range c.Rows {
		if place.Table == name {
			n += rows
		}
	}
	return n
}

// The words of a line of counts, and the placeholder for no tenant.
const (
	keptWord    = "kept"
	passingWord = "passing"
	noTenant    = "-"
)

// WriteTo writes a line for each place: whether rows are kept or passing, table, tenant, rows. The last line is the
// number of lines, so that a truncated file is not taken for a complete one.
func (c Counts) WriteTo(out io.Writer) (written int64, err error) {
	w := bufio.NewWriter(out)
	line := func(words ...any) {
		n, _ := fmt.Fprintln(w, words...) // Flush returns the error
		written += int64(n)
	}
	for _, place := range c.places() {
		word := keptWord
		if c.Passing[place.Table] {
			word = passingWord
		}
		line(word, place.Table, cmp.Or(place.Tenant, noTenant), c.Rows[place])
	}
	line("end", len(c.Rows))
	return written, w.Flush()
}

// Read reads the format of [Counts.WriteTo].
func Read(in io.Reader) (Counts, error) {
	c := Counts{Rows: map[Place]int64{}, Passing: map[string]bool{}}
	ended := false
	lines := bufio.NewScanner(in)
	for number := 1; lines.Scan(); number++ {
		words := strings.Fields(lines.Text())
		switch {
		case !ended && len(words) == 4 && (words[0] == keptWord || words[0] == passingWord):
			rows, err := strconv.ParseInt(words[3], 10, 64)
			if err != nil || rows < 1 {
				return c, fmt.Errorf("counts, line %d: %q is no number of rows", number, words[3])
			}
			place := Place{words[1], strings.TrimPrefix(words[2], noTenant)}
			c.Rows[place] = rows
			c.Passing[place.Table] = words[0] == passingWord
		case !ended && len(words) == 2 && words[0] == "end" && words[1] == strconv.Itoa(len(c.Rows)):
			ended = true
		default:
			return c, fmt.Errorf("counts, line %d: want what `api count-rows` prints", number)
		}
	}
	if err := lines.Err(); err != nil {
		return c, fmt.Errorf("counts: %w", err)
	}
	if !ended {
		return c, errors.New("counts: the last line is missing: they are not all there")
	}
	return c, nil
}

// queue is the schema of the job queue, whose rows are deleted once their job is done.
const queue = "jobs."

// Missing compares the counts of a source with those of a later copy, and returns a sentence for each place that
// lacks rows: fewer rows than before in a table that is kept, no row at all in a passing one. It returns none if
// everything is there.
func Missing(source, copied Counts) (missing []string) {
	for _, place := range source.places() {
		had, has := source.Rows[place], copied.Rows[place]
		switch passing := source.Passing[place.Table]; {
		case strings.HasPrefix(place.Table, queue):
		case passing && copied.table(place.Table) == 0, !passing && has < had:
			whose := ""
			if place.Tenant != "" {
				whose = " of tenant " + place.Tenant
			}
			missing = append(missing, fmt.Sprintf("%s%s: %d rows, there were %d", place.Table, whose, has, had))
		}
	}
	return missing
}
