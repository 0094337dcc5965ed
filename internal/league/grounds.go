package league

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The errors of the packages that store and load the things of a league. Test
// for them with errors.Is.
var (
	// ErrNotFound means that there is no such thing, or none that the caller may see.
	ErrNotFound = errors.New("not found")
	// ErrConflict means that the thing has changed meanwhile or exists already.
	ErrConflict = errors.New("conflict")
	// ErrFrozen means that the thing can no longer be changed: a ruleset in use, a closed round.
	ErrFrozen = errors.New("frozen")
)

// Grounds explain a decision to people and programs: the regulation, its paragraph, and a reason
// that can be translated.
type Grounds struct {
	// Code is the short name of the regulation, "CN09".
	Code string `json:"code,omitempty"`
	// Par is its paragraph, "3.2a"; "" where the regulation is silent.
	Par string `json:"paragraph,omitempty"`
	// Reason is a stable lower-kebab code, the key of a message.
	Reason string `json:"reason"`
	// Params are the named values of that message. Entries are start numbers in
	// decimal.
	Params map[string]string `json:"params,omitempty"`
}

// Cite returns the regulation with the paragraph, "CN09 3.2a".
func (g Grounds) Cite() string {
	return strings.TrimSpace(g.Code + " " + g.Par)
}

// String returns the grounds on one line, parameters in alphabetical order, for logs and tests:
// "CN09 3.2a: no-partition (players=5)".
func (g Grounds) String() string {
	var b strings.Builder
	if cite := g.Cite(); cite != "" {
		b.WriteString(cite + ": ")
	}
	b.WriteString(g.Reason)
	for i, name := range slices.Sorted(maps.Keys(g.Params)) {
		b.WriteString(map[bool]string{true: " (", false: ", "}[i == 0])
		b.WriteString(name + "=" + g.Params[name])
	}
	if len(g.Params) > 0 {
		b.WriteString(")")
	}
	return b.String()
}

// RuleError is the refusal of a request that a regulation forbids or does not foresee. Test for it
// with errors.As.
type RuleError struct {
	Grounds
}

// Error returns the grounds on one line.
func (e *RuleError) Error() string { return e.String() }

// Numbers writes whole numbers for a message: "1, 4, 5".
func Numbers(ns []int) string {
	texts := make([]string, len(ns))
	for i, n := range ns {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, ", ")
}

// Fault is one thing wrong with a document or a set of facts.
type Fault struct {
	// Field is the path to the fault through the fields of the checked value and the positions in
	// its lists, each behind a slash: "/rounds/0/tables/2/result"; "" means the whole value. For a
	// document it is a JSON pointer (RFC 6901); a request handler whose fields have other names
	// translates it.
	Field string `json:"pointer"`
	Grounds
}

// Faults are all faults found in one check, in the order of the document.
type Faults []Fault

// Error lists the faults on one line.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.Field + ": " + fault.String()
	}
	return strings.Join(lines, "; ")
}

// OrNil returns f as an error: nil if there are no faults.
func (f Faults) OrNil() error {
	if len(f) == 0 {
		return nil
	}
	return f
}

// Refusal returns an error of the engines as a [RuleError]; nil for nil. The engines return no
// other kind of error, so any other is a bug and makes it panic.
func Refusal(err error) *RuleError {
	if err == nil {
		return nil
	}
	var no *RuleError
	if !errors.As(err, &no) {
		panic(err)
	}
	return no
}
