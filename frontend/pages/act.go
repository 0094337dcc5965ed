package pages

import (
	"maps"
	"slices"
	"strings"

	"referto/openapi"
)

// Sent is a form of a page that was sent and refused.
type Sent struct {
	// Act names the act of the form, and ID the thing that it concerns, as in its field "id".
	Act, ID string
	// Typed are the values of its fields.
	Typed   map[string]string
	Refused *Refusal
}

// actForm is a form that does one thing to one matter, without script.
type actForm struct {
	Action, Key, Act, ID string
	Hidden               []param
	Lead                 string
	Fields               []actField
	Buttons              []actButton
	// Opener labels the button that opens the form; "" if it is open from the start.
	Opener string
	Open   bool
	// File: a file is sent with the form.
	File bool
	// Fault is the reason why the form was refused, and Rule the paragraph behind it.
	Fault string
	Rule  ruleRef
}

// actField is a field of a form. A field with Options is a choice among them.
type actField struct {
	ID, Name, Label, Value, Fault string
	Kind                          string // type of the input; "area" has several lines
	Autocomplete                  string // kind of value that browsers may fill in; "" for none
	Inputmode                     string // keyboard of a phone; "" for the default of the kind
	Accept                        string // media types of a file
	Most                          int    // characters
	Required, Focus               bool
	Options                       []choice
	Rule                          ruleRef
}

// actButton sends a form, with a value where a form has several.
type actButton struct {
	Name, Value, Text string
	Primary           bool
}

// matter is one thing on which the reader can act.
type matter struct {
	Title, Link string
	// Also is a second person beside the first.
	Also, AlsoLink string
	Late           bool
	Picture        *photo
	Lines          []matterLine
	Bar            *progressBar // progress; nil if nothing is under way
	Forms          []actForm
}

// progressBar shows how much of a work is done. Its figures stand beside it in words.
type progressBar struct {
	Label       string
	Done, Total int
}

// matterLine is a sentence about a matter.
type matterLine struct {
	Text  string
	Muted bool
	Rule  ruleRef
	Links []choice
}

// matters is a section of a page: the things of one kind.
type matters struct {
	ID, Title, Lead string
	// Empty is the text for an empty list.
	Empty string
	Items []matter
	Forms []actForm
	// More links to the rest of the list, "" if there is none; MoreText is the text of the link if it is not "More".
	More, MoreText string
}

// acts makes the forms of a page, of which one may have been refused.
type acts struct {
	Reader
	action, key string
	sent        *Sent
	shown       bool // the refused form already shows the reason
}

// form completes a form with its target, and if it was refused with the reason and the typed values.
func (a *acts) form(f actForm) actForm {
	if f.Key = a.key; f.Action == "" {
		f.Action = a.action
	}
	for i := range f.Fields {
		f.Fields[i].ID = strings.Join(present(f.Act, f.ID, f.Fields[i].Name), "-")
	}
	if a.shown || a.sent == nil || a.sent.Act != f.Act || a.sent.ID != f.ID {
		return f
	}
	a.shown, f.Open = true, true
	refused := a.sent.Refused
	rest := present(refused.Text)
	faults := maps.Clone(refused.Fields)
	for i := range f.Fields {
		field := &f.Fields[i]
		if typed, ok := a.sent.Typed[field.Name]; ok {
			field.choose(typed)
		} else if field.Kind == "checkbox" { // one that is not ticked is not sent
			field.Value = ""
		}
		if field.Fault = faults[field.Name]; field.Fault != "" {
			field.Focus, field.Rule = true, a.cite(refused.Rule)
			delete(faults, field.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(faults)) {
		rest = append(rest, faults[name])
	}
	if f.Fault = strings.Join(rest, " "); f.Fault != "" {
		f.Rule = a.cite(refused.Rule)
	}
	return f
}

func (f *actField) choose(value string) {
	f.Value = value
	for i := range f.Options {
		f.Options[i].Current = f.Options[i].Code == value
	}
}

// unplaced returns why a form was refused that is not on the page any more; "" where every refused form is there.
func (a *acts) unplaced() (fault string, rule ruleRef) {
	if a.shown || a.sent == nil {
		return "", ruleRef{}
	}
	said := present(a.sent.Refused.Text)
	for _, name := range slices.Sorted(maps.Keys(a.sent.Refused.Fields)) {
		said = append(said, a.sent.Refused.Fields[name])
	}
	return strings.Join(said, " "), a.cite(a.sent.Refused.Rule)
}

// sentence makes a line of an explanation of the API, with its paragraph.
func (r Reader) sentence(e openapi.Explanation) matterLine {
	return matterLine{Text: e.Text, Rule: r.cite(e.Rule)}
}

// muted is a sentence that stands back; none for "".
func muted(text string) []matterLine {
	if text == "" {
		return nil
	}
	return []matterLine{{Text: text, Muted: true}}
}
