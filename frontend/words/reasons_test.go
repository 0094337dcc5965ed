package words

import (
	"cmp"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
)

// exceptions are the places where a code is put together, with the codes that
// can come of it.
var exceptions = map[string][]string{
	// One for each figure that the standings compute; a figure of a ruleset's own
	// is named by the ruleset and explained by [Words.Lead].
	`internal/league/views/standings.go: "criterion-" + c.Figure`: {
		"criterion-wins", "criterion-vp", "criterion-share", "criterion-warnings", "criterion-lot",
		"criterion-points", "criterion-firsts", "criterion-seconds", "criterion-thirds", "criterion-start",
		"criterion-lowest_table", "criterion-all_tables", "criterion-earlier-rank",
	},
}

// inSource are the reason codes of all code that answers the API.
var inSource = sync.OnceValues(func() (*codes, error) {
	s := newSources()
	if err := s.loadUnder("internal"); err != nil {
		return nil, err
	}
	return findCodes(s, exceptions), nil
})

func TestEveryReasonHasWords(t *testing.T) {
	t.Parallel()
	c, err := inSource()
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range c.faults {
		t.Error(fault)
	}
	for place := range exceptions {
		if !c.excepted[place] {
			t.Errorf("nothing stands any more at %s", place)
		}
	}
	for _, u := range c.usages {
		m, ok := For("en").messages["reason."+u.code]
		if !ok {
			t.Errorf("%s: %s %v has no words", u.at, u.code, u.params)
			continue
		}
		for name := range placeholders(m) {
			if !slices.Contains(u.params, name) {
				t.Errorf("%s: the words of %s name {%s}; given are %v", u.at, u.code, name, u.params)
			}
		}
	}
}

// That the languages have the same keys and placeholders is for the tests of
// the catalog.
func TestEveryReasonWithWordsIsGiven(t *testing.T) {
	t.Parallel()
	given := map[string]bool{"unknown": true} // the text of [Words.Reason] for an unknown code
	c, err := inSource()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range c.usages {
		given[u.code] = true
	}
	for _, key := range slices.Sorted(maps.Keys(For("en").messages)) {
		if code, ok := strings.CutPrefix(key, "reason."); ok && !given[code] {
			t.Errorf("nobody gives the reason %s", code)
		}
	}
}

// States, phases and figures go into sentences as words of the language; a new
// one would show as the program writes it.
func TestWhatSentencesNameHasWords(t *testing.T) {
	t.Parallel()
	s := newSources()
	constants := func(pkg string, wanted func(k *types.Const) bool) (values []string) {
		p, err := s.Import(module + "/internal/league/" + pkg)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range p.Scope().Names() {
			if k, ok := p.Scope().Lookup(name).(*types.Const); ok && wanted(k) {
				values = append(values, constant.StringVal(k.Val()))
			}
		}
		return values
	}
	ofType := func(name string) func(*types.Const) bool {
		return func(k *types.Const) bool { return strings.HasSuffix(k.Type().String(), "."+name) }
	}
	called := func(prefix string) func(*types.Const) bool {
		return func(k *types.Const) bool { return strings.HasPrefix(k.Name(), prefix) }
	}
	for prefix, values := range map[string][]string{
		"event-is.":         constants("facts", ofType("EventState")),
		"event-state.":      constants("facts", ofType("EventState")),
		"entry-is.":         constants("facts", ofType("EntryState")),
		"clock-is.":         slices.Concat(constants("desk", called("Clock")), constants("rules", ofType("ClockPhase"))),
		"clock.":            constants("rules", ofType("ClockPhase")),
		"criterion.":        constants("rules", called("Figure")),
		"reason.criterion-": constants("rules", called("Figure")),
	} {
		if len(values) < 5 {
			t.Errorf("%s: only %v are known", prefix, values)
		}
		for _, value := range values {
			value = cmp.Or(value, "ready") // a clock that was never started
			if !For("en").Has(prefix + value) {
				t.Errorf("no words for %s%s", prefix, value)
			}
		}
	}
}
