package strictyaml

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"referto/internal/strictjson"
)

// maxYAMLValues bounds the values of a YAML text, of which the reader makes a tree
// some hundred times as long as the shortest ones are written.
const maxYAMLValues = 100_000

// Error is the reason for which a text is refused as YAML, with its line.
type Error struct {
	Line    int    // from 1
	Pointer string // JSON pointer of the value around the fault, "" for the whole
	Reason  string // stable code: yaml-alias, yaml-tag, yaml-number …
	// Params are the parameters of the reason's message: the line, and the text there.
	Params map[string]string
}

// Error is the reason with its place.
func (e *Error) Error() string {
	return fmt.Sprintf("strictyaml: line %d: %s %v", e.Line, e.Reason, e.Params)
}

func yamlFault(line int, pointer, reason, got string) *Error {
	return &Error{line, pointer, reason, map[string]string{"line": strconv.Itoa(line), "got": shortened(got)}}
}

// ToJSON is the JSON that a YAML text stands for; JSON is YAML too, and is read
// as package strictjson reads it. YAML is that part of 1.2 which every reader takes alike: one
// document, no anchors, aliases, merge keys, tags and directives, and the types of
// the core schema. A number of leading zeros, which is another number to readers
// of YAML 1.1, is refused; yes and no are texts. Keys are texts, none twice, letter
// case aside; values nest at most [strictjson.MaxDepth] deep. Nothing is made of the text but
// a tree of the values that are written in it, which are counted first: no short
// text stands for a long one. Faults are an [Error], of the whole a [strictjson.Error].
func ToJSON(text []byte) ([]byte, error) {
	if isJSON(text) {
		return text, strictjson.Check(text)
	}
	r := yamlReader{}
	if err := r.characters(text); err != nil {
		return nil, err
	}
	if err := r.values(text); err != nil {
		return nil, err
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var document yaml.Node
	if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
		return []byte("null"), nil
	} else if err != nil {
		return nil, r.syntax(err)
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, &strictjson.Error{Reason: "trailing-data"}
	}
	if err := r.value("", document.Content[0], 1); err != nil {
		return nil, err
	}
	return r.out.Bytes(), nil
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// isJSON reports whether a text is JSON, and not a single word or number, which are YAML
// too.
func isJSON(text []byte) bool {
	start := bytes.TrimLeft(text, " \t\r\n")
	return len(start) > 0 && strings.IndexByte(`{["`, start[0]) >= 0 && json.Valid(text)
}

// yamlReader writes the JSON of a tree of YAML.
type yamlReader struct {
	lines [][]rune // of the text, without their ends
	out   bytes.Buffer
}

// characters refuses, before anything is parsed, text that parsers read differently: bytes that are no UTF-8, control
// characters, line ends of YAML 1.1 only, and directives, which stand before the document. It fills in the lines.
func (r *yamlReader) characters(text []byte) error {
	if strings.ToValidUTF8(string(text), "") != string(text) {
		return &strictjson.Error{Reason: "invalid-utf8"}
	}
	plain := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(text))
	before := true
	for i, line := range strings.Split(plain, "\n") {
		for _, c := range line {
			if c < 0x20 && c != '\t' || c >= 0x7f && c < 0xa0 || c == '\u2028' || c == '\u2029' || c == '\ufeff' {
				return yamlFault(i+1, "", "yaml-character", fmt.Sprintf("U+%04X", c))
			}
		}
		if before && strings.HasPrefix(line, "%") {
			return yamlFault(i+1, "", "yaml-directive", line)
		}
		begun := strings.TrimSpace(line)
		before = before && (begun == "" || strings.HasPrefix(begun, "#"))
		r.lines = append(r.lines, []rune(line))
	}
	return nil
}

// values counts the characters that can begin a value, which bounds the work of the parser.
func (r *yamlReader) values(text []byte) error {
	line, count := 1, 0
	for _, b := range text {
		switch b {
		case '\n':
			line++
			count++
		case ',', ':', '-', '?', '[', '{':
			count++
		}
		if count > maxYAMLValues {
			return yamlFault(line, "", "yaml-too-many-values", strconv.Itoa(maxYAMLValues))
		}
	}
	return nil
}

var (
	linePattern   = regexp.MustCompile(`^line (\d+): `)
	anchorPattern = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)
)

// syntax makes a fault of an error of the parser, with the line where it names one.
func (r *yamlReader) syntax(err error) error {
	said := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if found := linePattern.FindStringSubmatch(said); found != nil {
		line, _ = strconv.Atoi(found[1])
		said = strings.TrimPrefix(said, found[0])
	}
	if found := anchorPattern.FindStringSubmatch(said); found != nil {
		for i, text := range r.lines {
			if strings.Contains(string(text), "*"+found[1]) {
				return yamlFault(i+1, "", "yaml-alias", "*"+found[1])
			}
		}
	}
	return yamlFault(line, "", "yaml-syntax", said)
}

// at is the character with which a node begins, its properties included.
func (r *yamlReader) at(n *yaml.Node) rune {
	if n.Line < 1 || n.Line > len(r.lines) || n.Column < 1 || n.Column > len(r.lines[n.Line-1]) {
		return 0
	}
	return r.lines[n.Line-1][n.Column-1]
}

func (r *yamlReader) value(at string, n *yaml.Node, depth int) error {
	if err := r.plainNode(at, n); err != nil {
		return err
	}
	if n.Kind == yaml.ScalarNode {
		return r.scalar(at, n)
	}
	if depth > strictjson.MaxDepth {
		return yamlFault(n.Line, at, "yaml-too-deep", strconv.Itoa(strictjson.MaxDepth))
	}
	if n.Kind == yaml.MappingNode {
		return r.mapping(at, n, depth)
	}
	r.out.WriteByte('[')
	for i, element := range n.Content {
		if i > 0 {
			r.out.WriteByte(',')
		}
		if err := r.value(at+"/"+strconv.Itoa(i), element, depth+1); err != nil {
			return err
		}
	}
	r.out.WriteByte(']')
	return nil
}

// plainNode refuses aliases, anchors and tags. The tag for "not the type it looks like", a bare !, is visible only by
// its character.
func (r *yamlReader) plainNode(at string, n *yaml.Node) error {
	switch {
	case n.Kind == yaml.AliasNode:
		return yamlFault(n.Line, at, "yaml-alias", "*"+n.Value)
	case n.Anchor != "":
		return yamlFault(n.Line, at, "yaml-alias", "&"+n.Anchor)
	case n.Style&yaml.TaggedStyle != 0:
		return yamlFault(n.Line, at, "yaml-tag", n.Tag)
	case r.at(n) == '!':
		return yamlFault(n.Line, at, "yaml-tag", "!")
	}
	return nil
}

func (r *yamlReader) mapping(at string, n *yaml.Node, depth int) error {
	seen := make(map[string]bool, len(n.Content)/2)
	r.out.WriteByte('{')
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		if err := r.plainNode(at, key); err != nil {
			return err
		}
		quoted := key.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0
		switch {
		case key.Kind != yaml.ScalarNode:
			return yamlFault(key.Line, at, "yaml-key", "")
		case key.Value == "<<" && !quoted:
			return yamlFault(key.Line, at, "yaml-merge", key.Value)
		case !quoted && coreType(key.Value) != coreText:
			return yamlFault(key.Line, at, "yaml-key", key.Value)
		}
		place := at + "/" + pointerEscapes.Replace(key.Value)
		if folded := strings.ToLower(key.Value); seen[folded] {
			return yamlFault(key.Line, place, "yaml-duplicate-key", key.Value)
		} else {
			seen[folded] = true
		}
		if i > 0 {
			r.out.WriteByte(',')
		}
		if err := r.text(place, key); err != nil {
			return err
		}
		r.out.WriteByte(':')
		if err := r.value(place, n.Content[i+1], depth+1); err != nil {
			return err
		}
	}
	r.out.WriteByte('}')
	return nil
}

// text writes a text, which holds no control characters but tabs and line ends, as
// in JSON.
func (r *yamlReader) text(at string, n *yaml.Node) error {
	for _, c := range n.Value {
		if c < 0x20 && c != '\t' && c != '\n' && c != '\r' || c == 0x7f {
			return yamlFault(n.Line, at, "yaml-character", fmt.Sprintf("U+%04X", c))
		}
	}
	encoder := json.NewEncoder(&r.out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(n.Value); err != nil {
		return err
	}
	r.out.Truncate(r.out.Len() - 1) // the encoder ends its line
	return nil
}

// scalar writes a value by the core schema of YAML 1.2 (10.3.2): a quoted value or a block is a text, any other value
// has the type it looks like.
func (r *yamlReader) scalar(at string, n *yaml.Node) error {
	const quoted = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	if n.Style&quoted != 0 {
		return r.text(at, n)
	}
	switch coreType(n.Value) {
	case coreNull:
		r.out.WriteString("null")
	case coreTruth:
		r.out.WriteString(strings.ToLower(n.Value))
	case coreNumber:
		number, ok := jsonNumber(n.Value)
		if !ok {
			return yamlFault(n.Line, at, "yaml-number", n.Value)
		}
		r.out.WriteString(number)
	default:
		return r.text(at, n)
	}
	return nil
}

// shortened cuts a text to the length that a message quotes.
func shortened(text string) string {
	const most = 60
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
