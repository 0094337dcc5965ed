package rules

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"referto/internal/league"
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

// Preset decodes a ruleset that comes with the product; the caller owns it. It
// is league.ErrNotFound if there is none of this id.
func Preset(id string) (*Ruleset, error) {
	if !slices.Contains(Presets(), id) {
		return nil, fmt.Errorf("preset %q: %w", id, league.ErrNotFound)
	}
	// A preset is one document in up to three files: the options, the map where
	// the game has one, and the wording.
	var document bytes.Buffer
	for _, suffix := range []string{".yaml", ".board.yaml", ".texts.yaml"} {
		part, err := presets.ReadFile("presets/" + id + suffix)
		if suffix == ".board.yaml" && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("preset %q: %w", id, err)
		}
		document.Write(part)
	}
	r, err := Decode(document.Bytes())
	if err != nil {
		return nil, fmt.Errorf("preset %q: %w", id, err)
	}
	return r, nil
}
