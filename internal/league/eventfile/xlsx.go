package eventfile

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/xuri/excelize/v2"
)

// writeXLSX writes a workbook. Cells are typed: numbers, or text that no spreadsheet evaluates.
func writeXLSX(b book) ([]byte, error) {
	f := excelize.NewFile()
	defer f.Close()
	for i, s := range b {
		var err error
		if i == 0 {
			err = f.SetSheetName("Sheet1", s.name)
		} else {
			_, err = f.NewSheet(s.name)
		}
		if err = errors.Join(err, writeRows(f, s)); err != nil {
			return nil, fmt.Errorf("eventfile: sheet %s: %w", s.name, err)
		}
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		return nil, fmt.Errorf("eventfile: %w", err)
	}
	return out.Bytes(), nil
}

func writeRows(f *excelize.File, s sheet) error {
	w, err := f.NewStreamWriter(s.name)
	if err != nil {
		return err
	}
	values := make([]any, len(s.columns))
	for i, column := range s.columns {
		values[i] = column
	}
	if err := w.SetRow("A1", values); err != nil {
		return err
	}
	for _, row := range s.rows {
		values := make([]any, len(row.cells))
		for i, c := range row.cells {
			values[i] = typed(c)
		}
		if err := w.SetRow("A"+itoa(row.line), values); err != nil {
			return err
		}
	}
	return w.Flush()
}

// typed returns a cell's value in the library's type; nil for an empty cell.
func typed(c cell) any {
	if n, err := strconv.Atoi(c.text); c.number && err == nil {
		return n
	}
	if c.text == "" {
		return nil
	}
	return c.text
}
