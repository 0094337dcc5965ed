package eventfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"referto/internal/strictjson"
)

// Encode writes a document as JSON, indented, in its normal form.
func Encode(d Document) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(d.Normal()); err != nil {
		return nil, fmt.Errorf("eventfile: encode: %w", err)
	}
	return out.Bytes(), nil
}

// Decode reads a document from JSON. It returns Faults for a text that is no JSON, a duplicate key,
// an unknown member and a value of a wrong kind.
func Decode(text []byte) (Document, error) {
	if encoded := encodingOf(text); encoded != "" {
		return Document{}, whole("wrong-encoding", "encoding", encoded)
	}
	text = bytes.TrimPrefix(text, utf8Mark)
	var strict *strictjson.Error
	if err := strictjson.Check(text); errors.As(err, &strict) {
		f := at(Place{}, strict.Reason)
		f.Field = strict.Pointer
		return Document{}, Faults{f}
	}
	var format struct {
		Format any `json:"format"`
	}
	if err := json.Unmarshal(text, &format); err != nil || format.Format != FormatName {
		f := at(Place{}.with(fmt.Sprint(format.Format)), "unknown-format", "want", FormatName)
		f.Field = "/format"
		return Document{}, Faults{f}
	}
	var d Document
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return Document{}, Faults{undecodable(err)}
	}
	return d, nil
}

// undecodable returns the fault of a decoding error, with its member.
func undecodable(err error) Fault {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		f := at(Place{}.with(kind.Value), "wrong-kind", "want", kind.Type.String())
		f.Field = "/" + strings.ReplaceAll(kind.Field, ".", "/")
		return f
	}
	if name, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
		return at(Place{}.with(strings.Trim(name, `"`)), "unknown-field")
	}
	return at(Place{}, "unreadable", "detail", err.Error())
}
