package strictjson

import (
	"bytes"
	"errors"
	"io"

	"sigs.k8s.io/yaml"
	goyaml "sigs.k8s.io/yaml/goyaml.v2"
)

// FromYAML is the JSON that a YAML text stands for; JSON is YAML too. What
// [Check] refuses in JSON as far as YAML has it is an error here: a key given
// twice, and a second document, which the reader of YAML would leave unread.
func FromYAML(text []byte) ([]byte, error) {
	asJSON, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return nil, err
	}
	documents := goyaml.NewDecoder(bytes.NewReader(text))
	var unread ignored
	for range 2 {
		if err = documents.Decode(&unread); err != nil {
			break
		}
	}
	if !errors.Is(err, io.EOF) {
		return nil, &Error{Reason: "trailing-data"}
	}
	return asJSON, nil
}

// ignored is a document whose content nobody asks for.
type ignored struct{}

// UnmarshalYAML implements the reader's interface and reads nothing.
func (*ignored) UnmarshalYAML(func(any) error) error { return nil }
