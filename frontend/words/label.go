package words

import "strings"

// Label names a figure, standings, a prize or a formula of a ruleset, in the reader's
// language where the catalog has that very thing: where it knows the id, and calls
// it in the language of the ruleset as the ruleset does. Otherwise it is the ruleset's name.
func (w *Words) Label(lang, id, name string) string {
	key := "label." + id
	if lang == w.lang || !w.Has(key) || !strings.EqualFold(For(lang).Text(key, nil), name) {
		return name
	}
	return w.Text(key, nil)
}

// Column returns the head over the figures of a criterion of that key and label: a short word where
// there is one for that very criterion, else the label.
func (w *Words) Column(key, label string) string {
	short, known := "criterion-short."+key, "label."+key
	if !w.Has(short) || w.Has(known) && !strings.EqualFold(w.Text(known, nil), label) {
		return label
	}
	return w.Text(short, nil)
}
