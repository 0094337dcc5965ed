package words

import "strings"

// OptionStep is one step on the way to an option of a ruleset: a member of the
// document and, where that is a list, an element of it by its own name.
type OptionStep struct {
	Member  string // as in the document: "criteria"
	Element string // "vp"; "" for none
}

// Option names an option by the way to it: "Standings “preliminary” › Criteria
// “share” › Decimals". Every member has one name, "option." and what the document
// calls it, wherever it stands.
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

// Difference is the sentence that says how an option differs between two
// rulesets. The kind is changed, added, removed or reordered; values are as the
// document writes them, "" for none.
func (w *Words) Difference(kind string, path []OptionStep, before, after string) string {
	return w.Text("difference."+kind, map[string]any{
		"option": w.Option(path), "before": w.optionValue(before), "after": w.optionValue(after),
	})
}

// optionValue is a value as a reader takes it: yes and no, nothing, or as it is.
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
