package words

import (
	"strings"
	"unicode"
)

// Act returns the name of an operation of the contract (RecordResult) for the audit; the id of the operation if there
// are no words for it, as for one of a later release.
func (w *Words) Act(operation string) string {
	if key := ActKey(operation); w.Has(key) {
		return w.Text(key, nil)
	}
	return operation
}

// ActKey is the key of the words for an operation: "act.record-result" for RecordResult.
func ActKey(operation string) string {
	var out strings.Builder
	out.WriteString("act.")
	for i, r := range operation {
		if unicode.IsUpper(r) && i > 0 {
			out.WriteByte('-')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}
