package words

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Example returns the sentence of a reason code with example values in place of a case's; madeUp reports whether
// there are any. It is for pages that explain a code to readers without a case at hand. It returns false if there are
// no words for the code.
func (w *Words) Example(code string) (sentence string, madeUp, ok bool) {
	m, ok := w.messages["reason."+code]
	if !ok {
		return "", false, false
	}
	params := map[string]any{}
	for _, form := range m.forms {
		for _, p := range form {
			if p.name != "" {
				params[p.name] = w.example(code, p.name, p.format)
			}
		}
	}
	return capital(w.text("reason."+code, params, exampleName)), len(params) > 0, true
}

// exampleName names the player behind a start number of an example.
func exampleName(entry int) string {
	return [...]string{"Anna Rossi", "Berto Bruni", "Carla Neri"}[entry%3]
}

// example returns a value for a placeholder. Lists, days and the like have the form in which real parameters come.
func (w *Words) example(code, name, format string) string {
	if value, ok := exampleOf[code+" "+name]; ok {
		return value
	}
	switch format {
	case "":
		if text, ok := exampleTexts[name]; ok {
			return text
		}
		return exampleNumber(name)
	case "decimal":
		return exampleNumber(name)
	case "who":
		if name == "entry" {
			return "0"
		}
		return strconv.Itoa(1 + len(name)%2)
	case "list":
		return "3 4 5"
	case "tally":
		return "4 4 3"
	case "day":
		return cmp.Or(map[string]string{"from": "2009-02-01", "to": "2009-12-31"}[name], "2009-06-14")
	case "criterion":
		return "vp"
	case "role":
		return "regional-contact"
	case "moment":
		return "2009-06-14T18:00:00Z"
	}
	var values []string
	for key := range w.messages {
		if value, of := strings.CutPrefix(key, format+"."); of {
			values = append(values, value)
		}
	}
	if len(values) == 0 { // a word that only rulesets bring
		return format
	}
	return slices.Min(values)
}

// exampleNumber is a number for a placeholder, the same for the same name and mostly
// another for another, so that a sentence does not say the same of all its figures.
func exampleNumber(name string) string {
	if number, ok := exampleNumbers[name]; ok {
		return number
	}
	return strconv.Itoa(3 + len(name)%4)
}

// exampleNumbers holds the values of names for which a small number would be no good example.
var exampleNumbers = map[string]string{
	"entrants": "14", "players": "14", "limit": "20", "least": "12", "min": "12", "max": "40", "most": "20", "capacity": "48", "entered": "52",
	"bytes": "20480", "pixels": "40", "side": "12000", "offset": "4096", "minutes": "80", "vp": "9", "target": "10", "points": "18", "sum": "45",
	"needed": "8", "position": "2", "line": "12", "column": "7", "rank": "2", "megabytes": "5", "excess": "10", "remove": "20",
}

// exampleTexts are values of placeholders that hold no number.
var exampleTexts = map[string]string{
	"by": "2009-06-07", "day": "2009-06-14", "from": "2009-02-01", "to": "2009-12-31", "deadline": "09:30", "until": "2009-06-14",
	"figure": "VP", "ruleset": "catan-nazionale-2009", "value": "abc", "got": "abc", "want": "13", "event": "Tappa di Aosta", "team": "A",
	"territory": "Siam", "name": "Anna Rossi", "region": "Piemonte", "regions": "Piemonte, Toscana", "part": "xl/macros.bin", "amount": "39.00 €",
	"tier": "Grande Torneo", "id": "preliminary", "objective": "asia", "paragraph": "3.2b", "variant": "base", "at": "/scoring/points", "prize": "I Coloni di Catan",
	"usage": "min(a, b)", "function": "average", "operator": "%", "state": "open", "algorithm": "schedule-1", "why": "…", "key": "A002-13", "format": "GIF",
	"currency": "EUR", "currencies": "EUR", "ended": "abandoned", "states": "cancelled, no-show, waiting", "form": "pdf", "kinds": "stage, open, online",
	"languages": "en, it, bg", "offense": "lateness", "pairing": "by-standings", "kind": "fine", "zone": "Europe/Roma", "encoding": "Windows-1252",
	"code": "example", "standings": "fair-play", "detail": "…", "other": "A002-13",
}

// exampleOf are the values of single codes, where the name stands for something else than
// in the others, by code and name.
var exampleOf = map[string]string{
	"borders-one-way from": "Siam", "borders-one-way to": "Cina", "moved-to-short-table from": "3", "field-twice field": "title",
	"unknown-format want": "referto-event/1", "won-at-once-by-sum target": "45", "won-at-once-by-sum sum": "46", "receipt-stated by": "Anna Rossi",
	"formula-wrong-kind got": "number", "structure-played played": "3", "tier-by-entered number": "14", "tier-by-played number": "14",
	"ranking-complete ranked": "12", "document-too-long most": "131072", "unpacks-too-large limit": "100000000", "file-too-large limit": "5000000",
	"expulsions-reported expelled": "4", "another-id got": "catan-nazionale-2010",
}

// capital begins a sentence: some reasons are parts of one, after a name.
func capital(sentence string) string {
	for i, r := range sentence {
		if i == 0 {
			return strings.ToUpper(string(r)) + sentence[len(string(r)):]
		}
	}
	return sentence
}
