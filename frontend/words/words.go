package words

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"
)

// Words speak one language. They are read-only and safe for concurrent use.
type Words struct {
	lang     string
	tag      language.Tag
	symbols  symbols
	messages map[string]message
	names    bool // all of them are shown in full
}

// Lang is the language as a BCP 47 tag, for the lang attribute of a page.
func (w *Words) Lang() string { return w.lang }

// Has reports whether there is a message of that key.
func (w *Words) Has(key string) bool {
	_, ok := w.messages[key]
	return ok
}

// Text returns the message of a key with its parameters filled in. An int is written as a number of the language,
// everything else unchanged; a parameter that the message does not name is ignored, and a missing one leaves its name
// in braces. A key without message is a bug, and is returned unchanged.
func (w *Words) Text(key string, params map[string]any) string {
	return w.text(key, params, nil)
}

func (w *Words) text(key string, params map[string]any, who func(entry int) string) string {
	m, ok := w.messages[key]
	if !ok {
		return key
	}
	t := w.form(m, params)
	if len(t) == 1 && t[0].name == "" {
		return t[0].text
	}
	var b strings.Builder
	for _, p := range t {
		if p.name == "" {
			text := p.text
			if strings.HasSuffix(b.String(), ".") { // "21 март 2026 г." ends its sentence too
				text = strings.TrimPrefix(text, ".")
			}
			b.WriteString(text)
			continue
		}
		value, ok := params[p.name]
		if !ok {
			b.WriteString("{" + p.name + "}")
			continue
		}
		b.WriteString(w.value(value, p.format, who))
	}
	return b.String()
}

// value writes one parameter in the format its placeholder names.
func (w *Words) value(value any, format string, who func(entry int) string) string {
	plain, ok := value.(string)
	if !ok {
		if n, isInt := value.(int); isInt && format == "" {
			return w.Number(n)
		}
		plain = fmt.Sprint(value)
	}
	switch format {
	case "":
		return plain
	case "decimal":
		return w.Decimal(plain)
	case "who":
		return w.who(plain, who)
	case "list":
		return w.List(elements(plain))
	case "tally":
		return w.tally(elements(plain))
	case "day":
		return whenOf(plain, time.DateOnly, w.Date)
	case "moment":
		return whenOf(plain, time.RFC3339, w.Moment)
	default:
		return w.word(format, plain)
	}
}

// word is the message "group.value"; where a ruleset brings a word of its own,
// which no catalog knows, it is that word.
func (w *Words) word(group, value string) string {
	if key := group + "." + value; w.Has(key) {
		return w.Text(key, nil)
	}
	return value
}

// who returns the name of a start number, or the number itself if there are no names.
func (w *Words) who(entry string, name func(entry int) string) string {
	if n, err := strconv.Atoi(entry); err == nil && name != nil {
		if found := name(n); found != "" {
			return found
		}
	}
	return w.Text("who.number", map[string]any{"number": entry})
}
