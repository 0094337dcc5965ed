package rules

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"referto/internal/league"
	"referto/internal/strictjson"
)

//go:embed presets/*.yaml
var presets embed.FS

// Presets are the ids of the rulesets that come with the product, in
// alphabetical order.
func Presets() []string {
	files, err := fs.Glob(presets, "presets/*.yaml")
	if err != nil {
		panic(err) // the pattern is constant
	}
	var ids []string
	for _, file := range files {
		id := strings.TrimSuffix(strings.TrimPrefix(file, "presets/"), ".yaml")
		if !strings.Contains(id, ".") {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// validPresets has the JSON of presets that were found valid: they are judged once.
var validPresets sync.Map

// Preset decodes a ruleset that comes with the product; the caller owns it. It
// is league.ErrNotFound if there is none of this id.
func Preset(id string) (*Ruleset, error) {
	document, known := validPresets.Load(id)
	if !known {
		made, err := validPreset(id)
		if err != nil {
			return nil, fmt.Errorf("preset %q: %w", id, err)
		}
		validPresets.Store(id, made)
		document = made
	}
	r := new(Ruleset)
	if err := json.Unmarshal(document.([]byte), r); err != nil {
		return nil, fmt.Errorf("preset %q: %w", id, err)
	}
	return r, r.compile()
}

// validPreset returns a preset as JSON. It is one document in up to three files: the
// options, the map where the game has one, and the wording.
func validPreset(id string) ([]byte, error) {
	if !slices.Contains(Presets(), id) {
		return nil, league.ErrNotFound
	}
	var document bytes.Buffer
	for _, suffix := range []string{".yaml", ".board.yaml", ".texts.yaml"} {
		part, err := presets.ReadFile("presets/" + id + suffix)
		if suffix == ".board.yaml" && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		document.Write(part)
	}
	if _, err := Decode(document.Bytes()); err != nil {
		return nil, err
	}
	return strictjson.FromYAML(document.Bytes())
}
