package words

import "strings"

// OptionStep is one step on the way to an option of a ruleset: a member of the
// document and, where that is a list, an element of it by its own name.
type OptionStep struct {
	Member  string // as in the document: "criteria"
	Element string // "vp"; "" for none
}

// Option returns the name of an option by its path: "Standings “preliminary” › Criteria “share” › Decimals". Every
// member has one name, "option." and its name in the document, at every place.
func (w *Words) Option(path []OptionStep) string {
	steps := make([]string, len(path))
	for i, s := range path {
		steps[i] = w.Text("option."+s.Member, nil)
		if s.Element != "" {
			steps[i] = w.Text("difference.element", map[string]any{"list": steps[i], "element": s.Element})
		}
	}
	return strings.Join(steps, " › ")
}

// Difference returns the sentence about the difference of an option between two rulesets. The kind is changed, added,
// removed or reordered; values are in the document's notation, "" for none.
func (w *Words) Difference(kind string, path []OptionStep, before, after string) string {
	return w.Text("difference."+kind, map[string]any{
		"option": w.Option(path), "before": w.optionValue(before), "after": w.optionValue(after),
	})
}

// optionValue writes a value for a reader: yes and no, nothing, or unchanged.
func (w *Words) optionValue(value string) string {
	switch value {
	case "":
		return w.Text("difference.nothing", nil)
	case "true":
		return w.Text("difference.yes", nil)
	case "false":
		return w.Text("difference.no", nil)
	}
	return value
}
