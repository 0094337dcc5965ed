package presets

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/strictyaml"
)

//go:embed *.yaml
var files embed.FS

// IDs are the ids of the rulesets that come with the product, in alphabetical order.
func IDs() []string {
	names, err := fs.Glob(files, "*.yaml")
	if err != nil {
		panic(err) // the pattern is constant
	}
	var ids []string
	for _, name := range names {
		if id := strings.TrimSuffix(name, ".yaml"); !strings.Contains(id, ".") {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// valid has the JSON of presets that were found valid: they are judged once.
var valid sync.Map

// Find decodes a ruleset that comes with the product; the caller owns it. It
// is league.ErrNotFound if there is none of this id.
func Find(id string) (*rules.Ruleset, error) {
	document, known := valid.Load(id)
	if !known {
		made, err := judged(id)
		if err != nil {
			return nil, fmt.Errorf("preset %q: %w", id, err)
		}
		valid.Store(id, made)
		document = made
	}
	r, err := rules.DecodeAgain(document.([]byte))
	if err != nil {
		return nil, fmt.Errorf("preset %q: %w", id, err)
	}
	return r, nil
}

// judged returns a preset as JSON, found valid. It is one document in up to three files:
// the options, the map where the game has one, and the wording.
func judged(id string) ([]byte, error) {
	if !slices.Contains(IDs(), id) {
		return nil, league.ErrNotFound
	}
	var document bytes.Buffer
	for _, suffix := range []string{".yaml", ".board.yaml", ".texts.yaml"} {
		part, err := files.ReadFile(id + suffix)
		if suffix == ".board.yaml" && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		document.Write(part)
	}
	asJSON, err := strictyaml.ToJSON(document.Bytes())
	if err != nil {
		return nil, err
	}
	_, err = rules.Decode(asJSON)
	return asJSON, err
}
