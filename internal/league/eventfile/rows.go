package eventfile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
)

// ErrEnough ends [Rows] without an error.
var ErrEnough = errors.New("eventfile: enough")

// Rows reads a table of one CSV file line by line, the header first, with the number of each line.
// Its cells are trimmed and unescaped: a text that was escaped because it looks like a formula is
// restored. They are valid until take returns. It returns [Faults], or the error of take.
//
// A table that ends in the middle of a character is refused as cut off, and so is one whose last
// line has no line break and fewer cells than the header and all lines between, of which there must
// be at least one.
func Rows(data []byte, limits Limits, take func(line int, cells []string) error) error {
	if len(data) > limits.File {
		return whole("file-too-large", "limit", itoa(limits.File))
	}
	if endsInLetter(data) {
		return Faults{at(Place{Line: 1 + bytes.Count(data, lineFeed)}, "file-cut-off")}
	}
	if encoding := encodingOf(data); encoding != "" {
		return Faults{at(undecodedLine(Place{}, data), "wrong-encoding", "encoding", encoding)}
	}
	data = bytes.TrimPrefix(data, utf8Mark)
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord, r.ReuseRecord, r.Comma = -1, true, commaOf(data)
	var cells []string
	least, open := 0, !bytes.HasSuffix(data, lineFeed) // the fewest cells of a line; whether the last line has no end
	for count := 0; ; count++ {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return Faults{at(Place{Line: brokenLine(err)}, "line-broken")}
		}
		line, _ := r.FieldPos(0)
		here := Place{Line: line}
		switch {
		case count >= limits.Rows:
			return Faults{at(here, "too-many-rows", "limit", itoa(limits.Rows-1))}
		case len(record) > limits.Columns:
			return Faults{at(here, "too-many-columns", "limit", itoa(limits.Columns))}
		case open && count > 1 && len(record) < least && r.InputOffset() == int64(len(data)):
			return Faults{at(here, "cells-cut-off", "cells", itoa(len(record)), "columns", itoa(least))}
		}
		if count == 0 || len(record) < least {
			least = len(record)
		}
		cells = cells[:0]
		for _, written := range record {
			if fault := badText(here, written, limits); fault != nil {
				return fault
			}
			cells = append(cells, strings.TrimSpace(unescapeFormula(clean(written))))
		}
		if err := take(line, cells); errors.Is(err, ErrEnough) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// brokenLine returns the line on which a table cannot be read, because of a quotation mark within a
// cell or an unclosed one: the first line of its row.
func brokenLine(err error) int {
	if broken, ok := errors.AsType[*csv.ParseError](err); ok {
		return broken.StartLine
	}
	return 0
}

var lineFeed = []byte("\n")

// commaOf returns the separator of a table's cells: comma, semicolon or tab, whichever is most
// frequent in the header.
func commaOf(data []byte) rune {
	header, _, _ := bytes.Cut(data, []byte("\n"))
	best, most := ',', bytes.Count(header, []byte(","))
	for _, c := range ";\t" {
		if n := strings.Count(string(header), string(c)); n > most {
			best, most = c, n
		}
	}
	return best
}
