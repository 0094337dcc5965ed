package payment

import (
	"bytes"
	"encoding/csv"
	"fmt"

	"referto/internal/league/eventfile"
)

// CSV writes the order for people: UTF-8 with a mark, lines by RFC 4180, a decimal point whatever the language, text
// that looks like a formula escaped, the sum in the last line. It returns [ErrOrder].
func (o Order) CSV() ([]byte, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	lines := [][]string{{"reference", "name", "iban", "amount", "currency", "text"}}
	for _, t := range o.Transfers {
		lines = append(lines, []string{t.EndToEnd, t.To.Name, t.To.IBAN, Amount(t.Cents), "EUR", t.Text})
	}
	lines = append(lines, []string{o.ID, o.From.Name, o.From.IBAN, Amount(o.Total()), "EUR", o.ExecuteOn})
	out := bytes.NewBufferString("\ufeff")
	w := csv.NewWriter(out)
	w.UseCRLF = true
	for _, line := range lines {
		for i := range line {
			line[i] = eventfile.EscapeFormula(line[i])
		}
		if err := w.Write(line); err != nil {
			return nil, fmt.Errorf("payment: %w", err)
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}
