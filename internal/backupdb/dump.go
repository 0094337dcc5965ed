package backupdb

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Errors of a dump that cannot be counted.
var (
	// ErrArchive: a dump is in a format of pg_dump that is not text.
	ErrArchive = errors.New("this is an archive of pg_dump, not its text: want what `pg_restore -f - FILE` writes")
	// ErrCut: the end of a dump is missing.
	ErrCut = errors.New("the end of the dump is missing: pg_dump did not finish")
)

const (
	// mostRow bounds a line of a dump: PostgreSQL has no value above a gigabyte.
	mostRow = 2 << 30

	// complete begins the line that pg_dump and pg_restore write last.
	complete = "-- PostgreSQL database dump complete"

	// copyEnd is the line after the rows of a table.
	copyEnd = `\.`
)

// copyLine is the line before the rows of a table.
var copyLine = regexp.MustCompile(`^COPY ("?\w+"?)\.("?\w+"?) \((.*)\) FROM stdin;$`)

// CountDump counts the rows in the text of a dump: a line each, between COPY and its end.
func CountDump(in io.Reader) (Counts, error) {
	c := Counts{Rows: map[Place]int64{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<20), mostRow)
	first, ended := true, false
	for lines.Scan() {
		if first && bytes.HasPrefix(lines.Bytes(), []byte("PGDMP")) {
			return c, ErrArchive
		}
		first = false
		if table := copyLine.FindStringSubmatch(lines.Text()); table != nil {
			columns := strings.Split(strings.ReplaceAll(table[3], `"`, ""), ", ")
			if err := c.countCopy(lines, strings.ReplaceAll(table[1]+"."+table[2], `"`, ""), slices.Index(columns, "tenant_id")); err != nil {
				return c, err
			}
		}
		ended = ended || bytes.HasPrefix(lines.Bytes(), []byte(complete))
	}
	if err := lines.Err(); err != nil {
		return c, fmt.Errorf("dump: %w", err)
	}
	if !ended {
		return c, ErrCut
	}
	return c, nil
}

// countCopy counts the rows of a table up to their end. The tenant stands in the column of that
// number, in none if it is below zero.
func (c Counts) countCopy(lines *bufio.Scanner, table string, tenantAt int) error {
	for lines.Scan() {
		row := lines.Bytes()
		if string(row) == copyEnd {
			return nil
		}
		tenant := ""
		if tenantAt >= 0 {
			values := bytes.SplitN(row, []byte("\t"), tenantAt+2)
			if len(values) <= tenantAt {
				return fmt.Errorf("dump: a row of %s has %d columns", table, len(values))
			}
			tenant = string(values[tenantAt])
		}
		c.Rows[Place{table, tenant}]++
	}
	return errors.Join(lines.Err(), ErrCut)
}
