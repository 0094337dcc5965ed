package presets

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

// valid has the presets that were found valid, by id: they are judged once.
var valid sync.Map

// preset is a ruleset to be copied: its wording, which is most of it, and the rest as JSON.
type preset struct {
	options []byte
	texts   []rules.Text
}

// Find decodes a ruleset that comes with the product; the caller owns it. It
// is league.ErrNotFound if there is none of this id.
func Find(id string) (*rules.Ruleset, error) {
	known, ok := valid.Load(id)
	if !ok {
		judged, err := judged(id)
		if err != nil {
			return nil, fmt.Errorf("preset %q: %w", id, err)
		}
		valid.Store(id, judged)
		known = judged
	}
	p := known.(preset)
	r, err := rules.DecodeAgain(p.options)
	if err != nil {
		return nil, fmt.Errorf("preset %q: %w", id, err)
	}
	r.Texts = slices.Clone(p.texts)
	return r, nil
}

// judged returns a preset found valid. It is one document in up to three files: the
// options, the map where the game has one, and the wording.
func judged(id string) (preset, error) {
	if !slices.Contains(IDs(), id) {
		return preset{}, league.ErrNotFound
	}
	var document bytes.Buffer
	for _, suffix := range []string{".yaml", ".board.yaml", ".texts.yaml"} {
		part, err := files.ReadFile(id + suffix)
		if suffix == ".board.yaml" && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return preset{}, err
		}
		document.Write(part)
	}
	asJSON, err := strictyaml.ToJSON(document.Bytes())
	if err != nil {
		return preset{}, err
	}
	r, err := rules.Decode(asJSON)
	if err != nil {
		return preset{}, err
	}
	texts := r.Texts
	r.Texts = nil
	options, err := json.Marshal(r)
	return preset{options, texts}, err
}
