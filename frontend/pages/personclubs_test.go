package pages_test

import (
	"strings"
	"testing"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/pages"
	"referto/openapi"
)

// history reads "Orsi 2009-02-01–, Torre –2009-01-31", the latest membership first.
func history(t *testing.T, text string) (out []openapi.Membership) {
	t.Helper()
	if text == "" {
		return nil
	}
	day := func(text string) (d openapi_types.Date) {
		if text != "" {
			at, err := time.Parse(time.DateOnly, text)
			if err != nil {
				t.Fatal(err)
			}
			d.Time = at
		}
		return d
	}
	for _, one := range strings.Split(text, ", ") {
		club, days, _ := strings.Cut(one, " ")
		from, until, _ := strings.Cut(days, "–")
		out = append(out, openapi.Membership{Club: openapi.PlayerClubRef{Name: club}, From: day(from), Until: day(until)})
	}
	return out
}

// Without its latest change a history is what it was before: who came from another club on that day is there again,
// who left is still there, and who came from nowhere is nowhere.
func TestBeforeLastMove(t *testing.T) {
	t.Parallel()
	for before, want := range map[string]string{
		"":                            "",
		"Torre –":                     "",
		"Torre 2009-02-01–":           "",
		"Torre –2009-01-31":           "Torre –",
		"Torre 2008-01-01–2009-01-31": "Torre 2008-01-01–",
		"Orsi 2009-02-01–, Torre –2009-01-31":                             "Torre –",
		"Orsi 2009-03-01–, Torre 2008-01-01–2009-02-28":                   "Torre 2008-01-01–",
		"Orsi 2009-02-01–, Torre –2008-12-31":                             "Torre –2008-12-31",
		"Orsi 2009-02-01–2009-03-31, Torre –2009-01-31":                   "Orsi 2009-02-01–, Torre –2009-01-31",
		"Orsi 2009-02-01–, Torre 2009-01-01–2009-01-31, Orsi –2008-12-31": "Torre 2009-01-01–, Orsi –2008-12-31",
	} {
		was := history(t, before)
		got, expected := pages.BeforeLastMove(was), history(t, want)
		if len(got) != len(expected) {
			t.Errorf("%s: %v, want %s", before, got, want)
			continue
		}
		for i := range got {
			if got[i] != expected[i] {
				t.Errorf("%s: %v, want %s", before, got, want)
			}
		}
		for i, m := range history(t, before) {
			if was[i] != m {
				t.Errorf("%s was changed: %v", before, was)
			}
		}
	}
}
