package views

import (
	"bytes"
	"encoding/csv"

	"referto/internal/league/eventfile"
)

// AsCSV is a table, its header first, for a spreadsheet of a language. Text that would be
// a formula there is escaped, figures below zero are not.
func AsCSV(language string, rows [][]string) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.UseCRLF, w.Comma = true, eventfile.Separator(language)
	for _, row := range rows {
		for i := range row {
			row[i] = eventfile.EscapeCell(row[i])
		}
	}
	err := w.WriteAll(rows)
	return out.Bytes(), err
}
