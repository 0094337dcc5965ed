package strictyaml

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Position is a place in a text, from 1; the column counts characters.
type Position struct{ Line, Column int }

// Positions finds where in a text, JSON or YAML as [ToJSON] reads it, the values at
// JSON pointers stand: members by their names, items by their first character. Of a
// value that is not there it is the place of the object or list that lacks it. The pointer
// to the whole, one that leads nowhere, and any into a text that cannot be read, have no
// place: 0, 0.
func Positions(text []byte, pointers []string) []Position {
	top := &wanted{}
	ends := make([]*wanted, len(pointers))
	for i, pointer := range pointers {
		ends[i] = top.at(pointer)
	}
	find := yamlPositions
	if isJSON(text) {
		find = jsonPositions
	}
	out := make([]Position, len(pointers))
	if find(text, top) != nil {
		return out
	}
	for i, end := range ends {
		switch {
		case end == top:
		case end.place != (Position{}):
			out[i] = end.place
		default:
			out[i] = end.around.place
		}
	}
	return out
}

// wanted is a value whose place is to be found, or a container of such a value.
type wanted struct {
	place  Position
	around *wanted
	inner  map[string]*wanted // by name or index
}

var pointerNames = strings.NewReplacer("~1", "/", "~0", "~")

// at is the value at a pointer; the value itself if that is none.
func (w *wanted) at(pointer string) *wanted {
	inside, is := strings.CutPrefix(pointer, "/")
	if !is {
		return w
	}
	for step := range strings.SplitSeq(inside, "/") {
		name := pointerNames.Replace(step)
		if w.inner == nil {
			w.inner = make(map[string]*wanted)
		}
		if w.inner[name] == nil {
			w.inner[name] = &wanted{around: w}
		}
		w = w.inner[name]
	}
	return w
}

func yamlPositions(text []byte, top *wanted) error {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return err
	}
	if len(document.Content) == 0 {
		return errNothing
	}
	top.place = placeOf(document.Content[0])
	top.inYAML(document.Content[0])
	return nil
}

var errNothing = errors.New("strictyaml: nothing is written")

func placeOf(n *yaml.Node) Position { return Position{n.Line, n.Column} }

func (w *wanted) inYAML(n *yaml.Node) {
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if inner := w.inner[n.Content[i].Value]; inner != nil {
				inner.place = placeOf(n.Content[i])
				inner.inYAML(n.Content[i+1])
			}
		}
	case yaml.SequenceNode:
		for i, item := range n.Content {
			if inner := w.inner[strconv.Itoa(i)]; inner != nil {
				inner.place = placeOf(item)
				inner.inYAML(item)
			}
		}
	}
}

func jsonPositions(text []byte, top *wanted) error {
	r := positionReader{text: text, decoder: json.NewDecoder(bytes.NewReader(text))}
	top.place = r.next()
	return r.value(top)
}

type positionReader struct {
	text    []byte
	decoder *json.Decoder
	// lines and start are the lines before the last place and where its line begins, so
	// that a text is counted once.
	lines, start, counted int
}

// next is the place of the next token.
func (r *positionReader) next() Position {
	offset := blank(r.text, int(r.decoder.InputOffset()))
	for ; r.counted < offset; r.counted++ {
		if r.text[r.counted] == '\n' {
			r.lines, r.start = r.lines+1, r.counted+1
		}
	}
	return Position{r.lines + 1, utf8.RuneCount(r.text[r.start:offset]) + 1}
}

// value reads a value and notes the places in it that are wanted; the rest is skipped.
func (r *positionReader) value(w *wanted) error {
	if w == nil || len(w.inner) == 0 {
		return r.decoder.Decode(new(json.RawMessage))
	}
	opening, err := r.decoder.Token()
	if err != nil {
		return err
	}
	if _, nests := opening.(json.Delim); !nests {
		return nil
	}
	for i := 0; r.decoder.More(); i++ {
		place, name := r.next(), strconv.Itoa(i)
		if opening == json.Delim('{') {
			token, err := r.decoder.Token()
			if err != nil {
				return err
			}
			name, _ = token.(string) // keys of objects are texts
		}
		inner := w.inner[name]
		if inner != nil {
			inner.place = place
		}
		if err := r.value(inner); err != nil {
			return err
		}
	}
	_, err = r.decoder.Token()
	return err
}

// blank is the place of the first byte from a place on that is no white space and does not
// part values.
func blank(text []byte, from int) int {
	for from < len(text) && strings.IndexByte(" \t\r\n,:", text[from]) >= 0 {
		from++
	}
	return from
}
