package draws_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referto/internal/league/draws"
	"referto/internal/sampling"
)

// believed are the members that cannot be derived from others in a document: a change of one with a
// new hash is noticed only by somebody who has noted the hash or knows better. docs/draws.md lists
// them. Those with a kind are believed in samples of that kind only.
var believed = []struct{ path, kind string }{
	{path: "event"},
	{path: "seating/order/#/figures/#"},
	{path: "seating/criteria/#/figure"},
	{path: "seating/criteria/#/paragraph"},
	{path: "seating/out/#/reason"},
	{path: "seating/out/#/paragraph"},
	{path: "seating/tables/allowed/#"},
	{path: "seating/tables/allowed"},
	{path: "seating/tables/exceptions"},
	{path: "seating/tables/exceptions/#"},
	{path: "seating/tables/exceptions/#/paragraph"},
	{path: "seating/tables/exceptions/#/sizes"},
	{"seating/tables/paragraph", "schedule"},
	{"draw/places", "seeds"},
	{"draw/places/#/number", "seeds"},
	{path: "seating/apart/exchange"},
	{path: "seating/apart/paragraph"},
	{path: "seating/apart/pairs"},
	{path: "seating/apart/pairs/#"},
	{path: "seating/apart/pairs/#/#"},
	{path: "seating/byHand"},
	{path: "seating/rematches/within"},
	{path: "absent/#/missed"},
	{path: "absent/#/reason"},
	{path: "change/reason"},
	{path: "change/by"},
	{path: "change/acceptedBy"},
	{"tables/#/entries", "changed"},
	{path: "earlier/#/tables"},
	{path: "earlier/#/tables/#"},
	{path: "earlier/#/tables/#/entries"},
	{path: "earlier/#/tables/#/entries/#"},
}

func isBelieved(path, kind string) bool {
	for _, b := range believed {
		if b.path == path && strings.Contains(kind, b.kind) {
			return true
		}
	}
	return false
}

// mutant is a document with one change.
type mutant struct {
	path string // /seating/order/3/figures/0
	what string
	root map[string]any
}

// TestEveryChangeIsNoticed changes each member and element of documents of every kind, one at a
// time, in each possible way. With the old hash every change is noticed; with a new hash every
// change except of believed members.
func TestEveryChangeIsNoticed(t *testing.T) {
	t.Parallel()
	let := map[string]int{}
	kinds := map[string]bool{}
	for name, document := range samples(t) {
		all := mutants(t, document)
		for _, m := range all {
			kinds[general(m.path)] = true
		}
		for _, m := range sampling.Of(name, all) {
			raw, err := json.Marshal(m.root)
			if err != nil {
				t.Fatal(err)
			}
			if right(raw) {
				t.Errorf("%s: %s %s is not noticed", name, m.path, m.what)
			}
			if general(m.path) == "hash" {
				continue
			}
			if right(hashed(t, m.root)) {
				let[general(m.path)]++
				if !isBelieved(general(m.path), name) {
					t.Errorf("%s: %s %s is not noticed once the hash is computed anew", name, m.path, m.what)
				}
			}
		}
	}
	for _, path := range []string{
		"draw/lots/#/number", "draw/secret", "plan/#/entries/#", "moves/#/with", "change/moved/#/to", "repeats", "draw/places/#/number",
		"replacements/#/replaces", "absent/#/entry", "seating/byHand", "seating/algorithm", "seating/rematches/within",
	} {
		if !kinds[path] {
			t.Errorf("no sample has %s", path)
		}
	}
	for _, b := range believed {
		if let[b.path] == 0 && !testing.Short() { // a tenth of the damages need not have it
			t.Errorf("%s is found out and need not be believed", b.path)
		}
	}
}

func right(document []byte) bool {
	report, err := draws.Verify(document)
	return err == nil && report.Difference == ""
}

// samples returns documents of every basis, some with a change by hand.
func samples(t *testing.T) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	add := func(p *playing) {
		for round := 1; round <= len(p.facts.Rounds); round++ {
			d, err := draws.Of(p.r, p.facts, round)
			if err != nil {
				t.Fatal(err)
			}
			kind := string(d.Seating.Basis)
			for _, about := range []struct {
				word string
				is   bool
			}{
				{" changed", d.Change != nil},
				{" moved", len(d.Moves) > 0},
				{" replaced", p.replacements != nil},
				{" missing", d.Absent != nil},
				{" by hat", p.hats && round > 1},
				{" made", d.Seating.Algorithm != ""},
				{" unmet", d.Seating.Rematches != nil},
			} {
				if about.is {
					kind += about.word
				}
			}
			if out[kind] == nil {
				out[kind] = p.document(round)
			}
		}
	}
	add(play(t, "catan-nazionale-2009", 2, scheduled))
	add(play(t, "catan-nazionale-2009", 2, made))
	add(play(t, "catan-nazionale-2009", 2, unmet))
	for seed := range uint64(2) {
		add(play(t, "catan-ranglista-bg", seed, func(p *playing) { p.hats = seed == 1 }))
	}
	for seed := range uint64(2) {
		for _, preset := range []string{"catan-nazionale-2009", "risiko-squadre-2000", "just-play-2022"} {
			add(play(t, preset, seed, func(p *playing) {
				p.byHand = seed%2 == 1
				if preset == "catan-nazionale-2009" {
					p.facts.Formula = "convention"
				}
				p.facts.Entrants = p.facts.Entrants[:p.r.Field.Largest(min(18, len(p.facts.Entrants)))]
			}))
		}
	}
	return out
}

// mutants returns a document with each of its members and elements changed.
func mutants(t *testing.T, document []byte) []mutant {
	t.Helper()
	var whole map[string]any
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	if err := decoder.Decode(&whole); err != nil {
		t.Fatal(err)
	}
	var out []mutant
	var walk func(path []string, value any)
	change := func(path []string, what string, to func(old any) (any, bool)) {
		root := copied(whole).(map[string]any)
		if set(root, path, to) {
			out = append(out, mutant{strings.Join(path, "/"), what, root})
		}
	}
	walk = func(path []string, value any) {
		if len(path) > 0 {
			change(path, "removed", func(any) (any, bool) { return nil, false })
		}
		switch v := value.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				walk(append(slices.Clone(path), name), v[name])
			}
		case []any:
			change(path, "grown", func(any) (any, bool) { return append(slices.Clone(v), v[len(v)-1]), true })
			if len(v) > 1 {
				change(path, "turned round", func(any) (any, bool) {
					w := slices.Clone(v)
					slices.Reverse(w)
					return w, !equal(v, w)
				})
			}
			for i := range v {
				if i == 0 || i == len(v)-1 { // the others are similar
					walk(append(slices.Clone(path), fmt.Sprint(i)), v[i])
				}
			}
		case json.Number:
			n := index(v.String())
			change(path, "one more", func(any) (any, bool) { return n + 1, true })
			change(path, "one less", func(any) (any, bool) { return n - 1, true })
		case string:
			change(path, "another", func(any) (any, bool) { return another(v), true })
		}
	}
	walk(nil, whole)
	return out
}

// copied returns a deep copy of a value.
func copied(value any) any {
	switch v := value.(type) {
	case map[string]any:
		to := make(map[string]any, len(v))
		for name, inner := range v {
			to[name] = copied(inner)
		}
		return to
	case []any:
		to := make([]any, len(v))
		for i, inner := range v {
			to[i] = copied(inner)
		}
		return to
	}
	return value
}

func equal(a, b any) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

// another returns a text that differs in one digit or letter.
func another(s string) string {
	last := s[len(s)-1]
	other := byte('7')
	if last == '7' {
		other = '3'
	}
	return s[:len(s)-1] + string(other)
}

// set replaces the value at a path by the result of to; with false, the value is removed (nil) or
// kept.
func set(root map[string]any, path []string, to func(old any) (any, bool)) bool {
	var at any = root
	for _, step := range path[:len(path)-1] {
		at = child(at, step)
	}
	last := path[len(path)-1]
	value, stays := to(child(at, last))
	if !stays && value != nil {
		return false
	}
	switch parent := at.(type) {
	case map[string]any:
		parent[last] = value
		if !stays {
			delete(parent, last)
		}
		return true
	case []any:
		i := index(last)
		if stays {
			parent[i] = value
			return true
		}
		return set(root, path[:len(path)-1], func(any) (any, bool) { return slices.Delete(slices.Clone(parent), i, i+1), true })
	}
	return false
}

func child(at any, step string) any {
	if list, ok := at.([]any); ok {
		return list[index(step)]
	}
	return at.(map[string]any)[step]
}

// index returns a step of a path as a list index.
func index(step string) int {
	i, err := strconv.Atoi(step)
	if err != nil {
		panic(err) // a list has no other steps
	}
	return i
}

var number = regexp.MustCompile(`/\d+`)

// general returns a path with # for every index.
func general(path string) string { return number.ReplaceAllString(path, "/#") }
