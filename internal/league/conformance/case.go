package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// Schema is the form of case files that this package reads.
const Schema = "league-case/1"

// Case is one case file.
type Case struct {
	Schema     string            `json:"schema"`
	ID         string            `json:"case_id"`
	Regulation string            `json:"regulation"` // "002"
	Kind       string            `json:"kind"`       // "tournament", "vectors", …
	Profile    string            `json:"profile"`
	Readings   map[string]string `json:"readings"` // in force, by key
	// Input holds the facts, in a form of their own for each regulation and
	// kind.
	Input json.RawMessage `json:"input"`
	// Expected is the outcome as plain JSON values, numbers as json.Number.
	Expected     any           `json:"-"`
	Alternatives []Alternative `json:"alternatives"`
}

// Alternative is another reading of one open paragraph, with its differences.
type Alternative struct {
	Key     string  `json:"ambiguity"`
	Reading string  `json:"reading"`
	Patch   []Patch `json:"patch"`
}

// Patch replaces one value of the outcome.
type Patch struct {
	Path  string          `json:"path"` // JSON pointer
	Value json.RawMessage `json:"value"`
}

// Load reads all case files below the root of a file system, in order of their
// names.
func Load(files fs.FS) ([]Case, error) {
	var cases []Case
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".json" {
			return err
		}
		document, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		c, err := Parse(document)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		cases = append(cases, c)
		return nil
	})
	return cases, err
}

// Parse reads one case file.
func Parse(document []byte) (Case, error) {
	var c struct {
		Case
		Expected json.RawMessage `json:"expected"`
	}
	if err := json.Unmarshal(document, &c); err != nil {
		return Case{}, err
	}
	if c.Schema != Schema {
		return Case{}, fmt.Errorf("schema %q, want %q", c.Schema, Schema)
	}
	expected, err := plain(c.Expected)
	if err != nil {
		return Case{}, fmt.Errorf("expected: %w", err)
	}
	c.Case.Expected = expected
	return c.Case, nil
}

// under returns the case under an alternative: with the other reading in force and the patched outcome.
func (c Case) under(a Alternative) (Case, error) {
	patched, err := copyOf(c.Expected)
	if err != nil {
		return Case{}, err
	}
	for _, p := range a.Patch {
		value, err := plain(p.Value)
		if err != nil {
			return Case{}, fmt.Errorf("patch %s: %w", p.Path, err)
		}
		if patched, err = replace(patched, p.Path, value); err != nil {
			return Case{}, err
		}
	}
	c.Expected = patched
	c.Readings = maps.Clone(c.Readings)
	if c.Readings == nil {
		c.Readings = make(map[string]string)
	}
	c.Readings[a.Key] = a.Reading
	return c, nil
}

// plain decodes JSON into plain values, numbers as they are written.
func plain(document []byte) (value any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	err = decoder.Decode(&value)
	return value, err
}

// copyOf is any value that JSON can write as plain values of its own.
func copyOf(value any) (any, error) {
	document, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return plain(document)
}

// replace puts a value at a JSON pointer. A list may grow by one, an object by
// a member.
func replace(tree any, pointer string, value any) (any, error) {
	if pointer == "" {
		return value, nil
	}
	head, rest, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	if rest != "" || strings.HasSuffix(pointer, "/") && len(pointer) > 1 {
		rest = "/" + rest
	}
	head = strings.NewReplacer("~1", "/", "~0", "~").Replace(head)
	switch node := tree.(type) {
	case map[string]any:
		inner, err := replace(node[head], rest, value)
		node[head] = inner
		return node, err
	case []any:
		i, err := index(head, len(node))
		if err != nil {
			return nil, fmt.Errorf("patch: %w", err)
		}
		if i == len(node) {
			node = append(slices.Clip(node), nil)
		}
		node[i], err = replace(node[i], rest, value)
		return node, err
	default:
		return nil, fmt.Errorf("patch: %q leads into a plain value", pointer)
	}
}

func index(text string, length int) (int, error) {
	if text == "-" {
		return length, nil
	}
	var i int
	if _, err := fmt.Sscanf(text, "%d", &i); err != nil || i < 0 || i > length {
		return 0, fmt.Errorf("no element %q in a list of %d", text, length)
	}
	return i, nil
}
