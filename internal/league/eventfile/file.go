package eventfile

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// Form is one of the forms of a file.
type Form string

// The forms of a file.
const (
	JSON Form = "json"
	XLSX Form = "xlsx"
	CSV  Form = "csv" // a zip archive with a file for each sheet
)

// Rulesets finds a ruleset with its readings set. It returns league.ErrNotFound if there is none of
// its key, version and digest, and league.Faults with pointers below /readings for unknown
// readings.
type Rulesets func(Ruleset) (*rules.Ruleset, error)

// File is a file with everything that could be read from it.
type File struct {
	Document
	// Rules are the rules of the event; nil while unknown.
	Rules *rules.Ruleset
	// State is derived from the facts; it is zero while there are faults.
	State tournament.State
	// Faults are all faults found.
	Faults Faults
	// Derived lists the facts that the file does not contain and that were derived from its order.
	Derived []Derived
	// Lines is the number of rows read; for JSON the number of entries, tables and seats.
	Lines int

	places  map[string]Place
	written []int // where each entry was written, by normal order
}

// Read reads a file of any form within limits and checks it. The result contains the faults of the
// file; an error has another cause.
func Read(form Form, data []byte, limits Limits, rulesets Rulesets) (*File, error) {
	f, err := read(form, data, limits, rulesets)
	var faults Faults
	switch {
	case errors.As(err, &faults):
		return &File{Faults: faults}, nil
	case err != nil:
		return nil, err
	}
	if len(f.Faults) == 0 {
		f.check()
	}
	f.Faults = f.Faults[:min(len(f.Faults), mostFaults)]
	return f, nil
}

func read(form Form, data []byte, limits Limits, rulesets Rulesets) (*File, error) {
	if len(data) > limits.File {
		return nil, whole("file-too-large", "limit", itoa(limits.File))
	}
	var b book
	var err error
	switch form {
	case JSON:
		return readDocument(data, rulesets)
	case XLSX:
		b, err = readXLSX(data, limits)
	case CSV:
		b, err = readCSV(data, limits)
	default:
		return nil, whole("unknown-form", "form", string(form))
	}
	if err != nil {
		return nil, err
	}
	return readBook(b, rulesets), nil
}

func readDocument(data []byte, rulesets Rulesets) (*File, error) {
	d, err := Decode(data)
	if err != nil {
		return nil, err
	}
	f := &File{Document: d, Lines: len(d.Entries)}
	for _, round := range d.Facts.Rounds {
		for _, t := range round.Tables {
			f.Lines += 1 + len(t.Seats)
		}
	}
	if f.Rules, err = rulesets(d.Ruleset); err != nil {
		f.Faults = placed(nil, rulesetFaults(d.Ruleset, err))
	}
	return f, nil
}

// rulesetFaults returns the fault of a ruleset that was not found, or with unknown readings.
func rulesetFaults(r Ruleset, err error) league.Faults {
	if faults, ok := faultsOf(err, "/ruleset"); ok {
		return faults
	}
	if errors.Is(err, league.ErrNotFound) {
		return league.Faults{{Field: "/ruleset/key", Grounds: grounds("unknown-ruleset", "ruleset", r.Key)}}
	}
	return league.Faults{{Field: "/ruleset/key", Grounds: grounds("unreadable", "detail", err.Error())}}
}

// Refuse adds faults that point into the document, with their places in the file.
func (f *File) Refuse(faults league.Faults) {
	faults = slices.Clone(faults)
	for i := range faults {
		faults[i].Field = f.inFile(faults[i].Field)
	}
	f.Faults = append(f.Faults, placed(f.places, faults)...)
	f.Faults = f.Faults[:min(len(f.Faults), mostFaults)]
}

// inFile translates a pointer to an entry of the normal form into a pointer to its position in the
// file.
func (f *File) inFile(pointer string) string {
	rest, ok := strings.CutPrefix(pointer, "/entries/")
	index, _, _ := strings.Cut(rest, "/")
	n, err := strconv.Atoi(index)
	if !ok || err != nil || n < 0 || n >= len(f.written) {
		return pointer
	}
	return "/entries/" + itoa(f.written[n]) + rest[len(index):]
}

// placed adds to the faults of a document their place in the file: the cell of the pointer, or of
// its nearest parent.
func placed(places map[string]Place, faults league.Faults) Faults {
	out := make(Faults, len(faults))
	for i, f := range faults {
		out[i].Fault = f
		for pointer := f.Field; pointer != ""; pointer = pointer[:max(0, strings.LastIndexByte(pointer, '/'))] {
			if place, ok := places[pointer]; ok {
				out[i].Place = place
				break
			}
		}
	}
	return out
}

// Write writes a document in a form, a workbook with the numbers and dates of a
// language. The rules are those of its ruleset.
func Write(form Form, d Document, r *rules.Ruleset, language string) ([]byte, error) {
	if !slices.Contains(Languages(), language) {
		language = "en"
	}
	d = d.resolved(r).Normal()
	switch form {
	case XLSX:
		return writeXLSX(bookOf(d, r, language))
	case CSV:
		return writeCSV(bookOf(d, r, language), language)
	default:
		return Encode(d)
	}
}

// FormOf recognizes the form of a file by its first bytes and the parts of an
// archive.
func FormOf(data []byte) Form {
	switch {
	case !bytes.HasPrefix(data, []byte("PK")):
		return JSON
	case bytes.Contains(data, []byte("[Content_Types].xml")):
		return XLSX
	default:
		return CSV
	}
}
