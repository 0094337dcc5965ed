package eventfile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
)

// ErrEnough ends the reading of [Rows] without an error.
var ErrEnough = errors.New("eventfile: enough")

// Rows reads a table of one CSV file line by line, the header first, with the number of each line.
// Its cells are as they are kept: nothing around them, and what a spreadsheet would take for a
// formula is the text it is. They are valid until take returns. The error is [Faults], or that of take.
//
// A table that ends in the middle of a letter was cut off, and so was one whose last line has no line break behind it and fewer
// cells than the header and every line between, of which there is one at least.
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
	least, open := 0, !bytes.HasSuffix(data, lineFeed) // the fewest cells of a line so far; nothing ends the last line
	for count := 0; ; count++ {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		var broken *csv.ParseError
		if errors.As(err, &broken) {
			return Faults{at(Place{Line: broken.StartLine}, "line-broken", "detail", broken.Err.Error())}
		}
		if err != nil {
			return Faults{at(Place{}, "line-broken", "detail", err.Error())}
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

var lineFeed = []byte("\n")

// commaOf returns the separator of a table's cells: whichever of comma, semicolon and tab is most frequent in the header.
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
