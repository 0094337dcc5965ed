package words

// Reason returns the sentence of a stable reason code, of the core (league.Grounds) or of the API, with the code's
// parameters filled in. Parameters that are start numbers become names by who, which returns "" for a number it does
// not know; if who is nil, the numbers stay. A code without words, which a newer core may send to an older catalog,
// gets a general sentence that names the code.
func (w *Words) Reason(code string, params map[string]string, who func(entry int) string) string {
	values := make(map[string]any, len(params)+1)
	for name, value := range params {
		values[name] = value
	}
	key := "reason." + code
	if !w.Has(key) {
		key, values["code"] = "reason.unknown", code
	}
	return w.text(key, values, who)
}

// Lead is the comparison of two entrants of whom one stands above the other.
type Lead struct {
	Above, Below string // names
	// Criterion is the key of the criterion that decides; "" when both are
	// level on all of them, which no lot has resolved.
	Criterion string
	// Label is the criterion in the reader's language, for those that a ruleset
	// brings along and no catalog knows.
	Label string
	// FigureAbove and FigureBelow are the two figures, exact decimals.
	FigureAbove, FigureBelow string
}

// Lead returns the sentence that explains why one entrant stands above another, as standings and their explanations
// show it: "Federica Lodi is ahead of Riccardo Fabbri on the share of victory points: 62.03 to 61.27".
func (w *Words) Lead(l Lead) string {
	key := "comparison." + l.Criterion
	switch {
	case l.Criterion == "":
		key = "comparison.level"
	case !w.Has(key):
		key = "comparison.figure"
	}
	return w.Text(key, map[string]any{
		"above": l.Above, "below": l.Below, "label": l.Label, "a": l.FigureAbove, "b": l.FigureBelow,
	})
}
