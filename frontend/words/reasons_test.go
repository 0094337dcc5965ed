package words

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// exceptions are the places where a code is put together, with the codes that
// can come of it.
var exceptions = map[string][]string{
	// One for each figure that the standings compute; a figure of a ruleset's own
	// is named by the ruleset and explained by [Words.Lead].
	`internal/league/leagueapi/standings_view.go: "criterion-" + c.Figure`: {
		"criterion-wins", "criterion-vp", "criterion-share", "criterion-warnings", "criterion-lot",
	},
	// The help page of a code that somebody asks for; without words it is not there.
	`internal/serve/pages.go: c.Param("reason")`: nil,
}

// inSource are the reason codes of everything that answers the API.
func inSource(t *testing.T) *codes {
	t.Helper()
	s := newSources()
	s.loadUnder(t, "internal")
	return findCodes(s, exceptions)
}

func TestEveryReasonHasWords(t *testing.T) {
	t.Parallel()
	c := inSource(t)
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
// the catalogue.
func TestEveryReasonWithWordsIsGiven(t *testing.T) {
	t.Parallel()
	given := map[string]bool{"unknown": true} // what [Words.Reason] says of a code it does not know
	for _, u := range inSource(t).usages {
		given[u.code] = true
	}
	for _, key := range slices.Sorted(maps.Keys(For("en").messages)) {
		if code, ok := strings.CutPrefix(key, "reason."); ok && !given[code] {
			t.Errorf("nobody gives the reason %s", code)
		}
	}
}
