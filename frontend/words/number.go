package words

import (
	"strconv"
	"strings"
)

// symbols are those with which a language writes numbers (CLDR).
type symbols struct {
	decimal string
	group   string
	// groupFrom is the number of digits from which they are grouped.
	groupFrom int
}

const (
	noBreakSpace = "\u00a0"
	minus        = "\u2212"
)

var symbolsOf = map[string]symbols{
	"en": {decimal: ".", group: ",", groupFrom: 4},
	"it": {decimal: ",", group: ".", groupFrom: 5},
	"bg": {decimal: ",", group: noBreakSpace, groupFrom: 5},
}

// Number writes a whole number: 12345 is "12,345", "12.345", "12 345".
func (w *Words) Number(n int) string { return w.Decimal(strconv.Itoa(n)) }

// Decimal writes an exact decimal in the reader's notation, digit by digit: "85.68" is "85,68" in Italian. Text that
// is no plain decimal is returned unchanged.
func (w *Words) Decimal(exact string) string { return w.decimal(exact, w.grouped) }

// Ungrouped writes an exact decimal with the reader's decimal sign and nothing between the
// other digits, for several numbers in one line: "2092.80" is "2092,80" in Italian.
func (w *Words) Ungrouped(exact string) string {
	return w.decimal(exact, func(digits string) string { return digits })
}

func (w *Words) decimal(exact string, whole func(digits string) string) string {
	digits, negative := strings.CutPrefix(exact, "-")
	front, fraction, hasFraction := strings.Cut(digits, ".")
	if !allDigits(front) || (hasFraction && !allDigits(fraction)) {
		return exact
	}
	var b strings.Builder
	if negative {
		b.WriteString(minus)
	}
	b.WriteString(whole(front))
	if hasFraction {
		b.WriteString(w.symbols.decimal + fraction)
	}
	return b.String()
}

// Euro writes an amount of euros: "5.00" is "€5.00" or "5,00 €".
func (w *Words) Euro(amount string) string {
	return w.Text("money.eur", map[string]any{"amount": amount})
}

func (w *Words) grouped(digits string) string {
	if len(digits) < w.symbols.groupFrom {
		return digits
	}
	var b strings.Builder
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(w.symbols.group)
		}
		b.WriteRune(digit)
	}
	return b.String()
}

func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
