package words

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
)

// message is one entry of a catalog, ready to be written out.
type message struct {
	// by is the parameter that chooses the plural form; "" has one form only.
	by    string
	forms map[plural.Form]template
}

// template is a text cut at its placeholders.
type template []piece

// piece is a literal text, or a placeholder when name is not empty.
type piece struct {
	text   string
	name   string
	format string
}

// formNames are the plural forms of the languages spoken here.
var formNames = map[string]plural.Form{"one": plural.One, "other": plural.Other}

func parseMessage(raw json.RawMessage) (message, error) {
	if bytes.HasPrefix(raw, []byte(`"`)) {
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return message{}, err
		}
		t, err := parseTemplate(text)
		return message{forms: map[plural.Form]template{plural.Other: t}}, err
	}
	var forms map[string]string
	if err := json.Unmarshal(raw, &forms); err != nil {
		return message{}, err
	}
	m := message{by: forms["by"], forms: make(map[plural.Form]template)}
	for name, text := range forms {
		if name == "by" {
			continue
		}
		form, ok := formNames[name]
		if !ok {
			return message{}, fmt.Errorf("unknown plural form %q", name)
		}
		t, err := parseTemplate(text)
		if err != nil {
			return message{}, err
		}
		m.forms[form] = t
	}
	if m.by == "" || len(m.forms) != len(formNames) {
		return message{}, errors.New("a message of several forms has by, one and other")
	}
	return m, nil
}

func parseTemplate(text string) (template, error) {
	var t template
	for text != "" {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			return append(t, piece{text: text}), nil
		}
		if open > 0 {
			t = append(t, piece{text: text[:open]})
		}
		length := strings.IndexByte(text[open:], '}')
		if length < 0 {
			return nil, fmt.Errorf("%q: a brace is not closed", text)
		}
		name, format, _ := strings.Cut(text[open+1:open+length], ",")
		t = append(t, piece{name: strings.TrimSpace(name), format: strings.TrimSpace(format)})
		text = text[open+length+1:]
	}
	return t, nil
}

// form is the template that the count among params asks for.
func (w *Words) form(m message, params map[string]any) template {
	if m.by == "" {
		return m.forms[plural.Other]
	}
	count, ok := wholeNumber(params[m.by])
	if !ok {
		return m.forms[plural.Other]
	}
	if t, ok := m.forms[plural.Cardinal.MatchPlural(w.tag, count, 0, 0, 0, 0)]; ok {
		return t
	}
	return m.forms[plural.Other]
}

func wholeNumber(value any) (int, bool) {
	switch v := value.(type) {
	case int:
		return v, true
	case string:
		n, err := strconv.Atoi(v)
		return n, err == nil
	default:
		return 0, false
	}
}
