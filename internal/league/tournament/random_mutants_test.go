package tournament_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/tournament"
)

// mutants makes artificial rulesets: presets with values, elements and whole sections replaced by
// those of other presets.
type mutants struct {
	random *rand.Rand
	trees  []map[string]any // of the presets
	// values are all values of a name anywhere in the presets.
	values map[string][]any
}

// presetTrees are the presets as plain values.
var presetTrees = sync.OnceValue(func() (trees []map[string]any) {
	for _, id := range presets.IDs() {
		r, err := presets.Find(id)
		if err != nil {
			panic(err)
		}
		trees = append(trees, plain[map[string]any](r))
	}
	return trees
})

func plain[T any](value any) (out T) {
	document, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	if err := decoder.Decode(&out); err != nil {
		panic(err)
	}
	return out
}

func newMutants(seed uint64) *mutants {
	m := &mutants{random: rand.New(rand.NewPCG(seed, 17)), values: make(map[string][]any)}
	for _, tree := range presetTrees() {
		m.trees = append(m.trees, plain[map[string]any](tree))
		m.learn("", tree)
	}
	m.values["counts"] = append(m.values["counts"], "1/3", "0.95")
	return m
}

func (m *mutants) learn(name string, node any) {
	switch node := node.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(node)) {
			m.learn(key, node[key])
		}
	case []any:
		for _, element := range node {
			m.learn(name, element)
		}
	}
	m.values[name] = append(m.values[name], node)
}

// next returns a ruleset that Validate accepts, from a number of tries; nil if there is none.
func (m *mutants) next(tries int) *rules.Ruleset {
	for range tries {
		tree := plain[map[string]any](pick(m.random, m.trees...))
		if m.random.IntN(4) > 0 {
			delete(tree, "readings")
		}
		for range 1 + m.random.IntN(9) {
			m.mutate(tree)
		}
		texts, _ := tree["texts"].([]any)
		cited, _ := texts[0].(map[string]any)
		cite(tree, cited["paragraph"])
		tree["texts"] = texts[:1]
		document, err := json.Marshal(tree)
		if err != nil {
			panic(err)
		}
		if r, err := rules.Decode(document); err == nil {
			return r
		}
	}
	return nil
}

// sections lists the parts that another preset may lend, and in which single values change.
var sections = []string{
	"game", "field", "tables", "format", "seating", "scoring", "standings", "elimination", "time", "discipline", "leaving",
	"attendance", "awards", "readings",
}

func (m *mutants) mutate(tree map[string]any) {
	section := pick(m.random, sections...)
	if m.random.IntN(5) == 0 {
		if other, ok := pick(m.random, m.trees...)[section]; ok {
			tree[section] = plain[any](other)
		}
		return
	}
	var holder any = tree
	key := section
	for range 8 {
		node, ok := holder.(map[string]any)
		if !ok {
			return
		}
		switch inner := node[key].(type) {
		case map[string]any:
			if len(inner) == 0 {
				return
			}
			holder, key = inner, pick(m.random, slices.Sorted(maps.Keys(inner))...)
		case []any:
			if len(inner) == 0 || m.random.IntN(3) == 0 {
				node[key] = m.list(inner)
				return
			}
			at := m.random.IntN(len(inner))
			element, ok := inner[at].(map[string]any)
			if !ok || len(element) == 0 {
				node[key] = m.list(inner)
				return
			}
			holder, key = element, pick(m.random, slices.Sorted(maps.Keys(element))...)
		default:
			m.leaf(node, key)
			return
		}
	}
}

// list returns a list with one element removed, added or changed.
func (m *mutants) list(list []any) []any {
	if len(list) == 0 {
		return list
	}
	at := m.random.IntN(len(list))
	switch m.random.IntN(3) {
	case 0:
		return slices.Delete(slices.Clone(list), at, at+1)
	case 1:
		return append(slices.Clone(list), plain[any](list[at]))
	default:
		changed := slices.Clone(list)
		if n, ok := changed[at].(json.Number); ok {
			changed[at] = json.Number(strconv.Itoa(whole(n) + m.random.IntN(5) - 2))
		}
		return changed
	}
}

func whole(n json.Number) int {
	value, err := strconv.Atoi(n.String())
	if err != nil {
		panic(err) // a document of ours has no other numbers
	}
	return value
}

func (m *mutants) leaf(node map[string]any, key string) {
	switch value := node[key].(type) {
	case json.Number:
		n := whole(value)
		node[key] = json.Number(strconv.Itoa(pick(m.random, 0, 1, 2, 3, 4, n+1, n-1, n*2, 50)))
	case bool:
		node[key] = !value
	default:
		if m.random.IntN(6) == 0 {
			delete(node, key)
			return
		}
		node[key] = plain[any](pick(m.random, m.values[key]...))
	}
}

// cite makes every paragraph of a document one that it has.
func cite(node, paragraph any) {
	switch node := node.(type) {
	case map[string]any:
		for key, value := range node {
			text, cited := value.(string)
			switch {
			case cited && text != "" && slices.Contains([]string{"paragraph", "firstRound", "minGamesParagraph", "reportParagraph", "moveToShort"}, key):
				node[key] = paragraph
			default:
				cite(value, paragraph)
			}
		}
	case []any:
		for _, element := range node {
			cite(element, paragraph)
		}
	}
}

// TestWhatValidatesCanBePlayed: with a ruleset that Validate accepts, any event can be played to
// its end or to a refusal, without a panic or a contradiction.
func TestWhatValidatesCanBePlayed(t *testing.T) {
	t.Parallel()
	played, made, tried := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		tried++
		seed := rapid.Uint64().Draw(t, "seed")
		m := newMutants(seed)
		r := m.next(40)
		if r == nil {
			return
		}
		made++
		p := newRandomEvent(m.random, &event{t: t, r: r})
		p.enterField(seed, p.r.Field.Largest(max(p.r.Field.Min, p.random.IntN(25))))
		p.facts.Formula = pick(p.random, r.Format.Formulas...).ID
		p.facts.Variant = pick(p.random, r.Game.Variants...).ID
		p.facts.Pairing = pick(p.random, r.Seating.Pairings...).System
		if p.facts.Pairing == rules.FixedSchedule {
			p.placeAll()
		}
		p.playToTheEnd(seed)
		if len(p.facts.Rounds) > 0 {
			played++
		}
	})
	if played*2 < made || made*5 < tried {
		t.Errorf("%d rulesets of %d tries, %d played: the test has lost its teeth", made, tried, played)
	}
}

// placeAll gives every entrant a place of a schedule of the ruleset, if there is one.
func (p *randomEvent) placeAll() {
	pairing, _ := p.r.Pairing(rules.FixedSchedule)
	p.facts.Places = make(map[league.Entry]int)
	for _, s := range pairing.Schedules {
		for i, place := range s.Places(len(p.facts.Entrants)) {
			p.facts.Places[p.facts.Entrants[i]] = place
		}
	}
	for i, entry := range p.facts.Entrants {
		p.facts.Places[entry] = cmp.Or(p.facts.Places[entry], 1000+i)
	}
}

// contradictions reports whether an error consists of faults, as facts drawn at random may have
// them.
func contradictions(err error) bool {
	var faults league.Faults
	return errors.As(err, &faults)
}

// tryState returns the state of facts that may contradict each other; false if they do.
func (p *randomEvent) tryState() (tournament.State, bool) {
	state, err := tournament.Replay(p.r, p.facts)
	if err != nil && !contradictions(err) {
		p.t.Fatal(err)
	}
	return state, err == nil
}
