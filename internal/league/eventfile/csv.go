package eventfile

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Separator returns the separator of the cells of a CSV file, which depends on the decimal sign of
// a language, as its spreadsheets expect.
func Separator(language string) rune {
	if decimalComma(language) {
		return ';'
	}
	return ','
}

// writeCSV writes a zip archive of one file for each sheet: UTF-8 with a mark, lines by RFC 4180,
// texts that look like formulas escaped.
func writeCSV(b book, language string) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, s := range b {
		w, err := z.Create(strings.ToLower(s.name) + ".csv")
		if err != nil {
			return nil, fmt.Errorf("eventfile: %w", err)
		}
		if err := writeSheet(w, s, Separator(language)); err != nil {
			return nil, fmt.Errorf("eventfile: %w", err)
		}
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("eventfile: %w", err)
	}
	return out.Bytes(), nil
}

func writeSheet(out io.Writer, s sheet, separator rune) error {
	if _, err := out.Write(utf8Mark); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	w.Comma, w.UseCRLF = separator, true
	if err := w.Write(s.columns); err != nil {
		return err
	}
	record := make([]string, len(s.columns))
	for _, row := range s.rows {
		clear(record)
		for i, c := range row.cells {
			record[i] = EscapeFormula(c.text)
		}
		if err := w.Write(record); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// readCSV reads the sheets of an archive.
func readCSV(data []byte, limits Limits) (book, error) {
	a, err := unpack(data, limits)
	if err != nil {
		return nil, err
	}
	var b book
	for _, name := range a.names {
		base, isCSV := strings.CutSuffix(strings.ToLower(name), ".csv")
		if !isCSV {
			return nil, whole("unknown-part", "part", Place{}.with(name).Value)
		}
		s, err := readSheet(base, a.parts[name], limits)
		if err != nil {
			return nil, err
		}
		b = append(b, s)
	}
	return b, nil
}

func readSheet(name string, data []byte, limits Limits) (sheet, error) {
	if known := sheetNamed(name); known != "" {
		name = known
	}
	here := Place{Sheet: name}
	if encoding := encodingOf(data); encoding != "" {
		return sheet{}, Faults{at(undecodedLine(here, data), "wrong-encoding", "encoding", encoding)}
	}
	data = bytes.TrimPrefix(data, utf8Mark)
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord, r.ReuseRecord = -1, true
	if header, _, _ := bytes.Cut(data, []byte("\n")); bytes.ContainsRune(header, ';') && !bytes.ContainsRune(header, ',') {
		r.Comma = ';'
	}
	s := sheet{name: name}
	within := 0 // line breaks within cells, which a spreadsheet does not count as lines
	for count := 0; ; count++ {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err != nil {
			here.Line = brokenLine(err) - within // an unclosed quote is found at the end of the file
			return s, Faults{at(here, "line-broken")}
		}
		line, _ := r.FieldPos(0)
		here.Line = line - within
		if err := s.take(here, record, count, limits); err != nil {
			return s, err
		}
		for _, written := range record {
			within += strings.Count(written, "\n")
		}
	}
}

// take adds a record to a sheet; the first one is its header.
func (s *sheet) take(here Place, record []string, count int, limits Limits) error {
	switch {
	case count >= limits.Rows:
		return Faults{at(here, "too-many-rows", "limit", itoa(limits.Rows))}
	case len(record) > limits.Columns:
		return Faults{at(here, "too-many-columns", "limit", itoa(limits.Columns))}
	}
	cells := make([]cell, len(record))
	for i, written := range record {
		if i < len(s.columns) {
			here.Column = s.columns[i]
		}
		if fault := badText(here, written, limits); fault != nil {
			return fault
		}
		cells[i] = text(unescapeFormula(written))
	}
	if count == 0 {
		for _, c := range cells {
			s.columns = append(s.columns, strings.TrimSpace(c.text))
		}
		return nil
	}
	s.rows = append(s.rows, row{line: here.Line, cells: cells})
	return nil
}

// badText refuses a text that is too long or not printable.
func badText(here Place, written string, limits Limits) error {
	switch {
	case utf8.RuneCountInString(written) > limits.Text:
		return Faults{at(here.with(written), "text-too-long", "most", itoa(limits.Text))}
	case unprintable(clean(written)):
		return Faults{at(here, "control-character")}
	}
	return nil
}

// undecodedLine returns the line of the first byte that is not UTF-8.
func undecodedLine(here Place, data []byte) Place {
	valid := 0
	for valid < len(data) {
		r, size := utf8.DecodeRune(data[valid:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		valid += size
	}
	here.Line = 1 + bytes.Count(data[:valid], []byte("\n"))
	return here
}
