package leagueapi_test

import (
	"fmt"
	"testing"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/openapi"
)

// TestCompareEverybody: for any two entries the comparison puts the one above who stands above, names the
// criterion of the row if they are neighbors, and its sums are the sums of its terms; in the final order the
// places decide.
func TestCompareEverybody(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"formula": "convention"})
	s.start(12)
	s.server.Anonymous().Get(s.path + "/standings/compare?a=1&b=2&standings=final").Want(404)
	for round := 1; round <= 2; round++ {
		s.play(s.draw())
		s.close(round)
	}
	s.referee.Post(s.path+"/withdrawals", apitest.JSON{"entry": 12, "reason": "un treno da prendere"}).Want(201)
	s.compareAll("")
	s.compareAll("preliminary")
	s.play(s.draw())
	s.close(3)
	s.compareAll("final")
	s.server.Anonymous().Get(s.path + "/standings/compare?a=1&b=2&standings=nothing").Want(404)
	s.server.Anonymous().Get(s.path + "/standings/compare?a=1&b=99&standings=final").Want(404)
}

func (s *stage) compareAll(standings string) {
	s.t.Helper()
	rows := s.standings().Rows
	for i, above := range rows {
		for j, below := range rows[i+1:] {
			path := fmt.Sprintf("%s/standings/compare?a=%d&b=%d", s.path, below.Entry.Number, above.Entry.Number)
			if standings != "" {
				path += "&standings=" + standings
			}
			var c openapi.Comparison
			s.server.Anonymous().Get(path).Want(200).Into(&c)
			if c.Above != above.Entry.Number || c.Text == "" || c.Rule.Paragraph == "" {
				s.t.Errorf("%s: above is %d, want %d: %q %v", path, c.Above, above.Entry.Number, c.Text, c.Rule)
			}
			if j == 0 && below.DecidedBy.Criterion != "" && decides(c) != below.DecidedBy.Criterion {
				s.t.Errorf("%s: %q decides, in the standings %q", path, decides(c), below.DecidedBy.Criterion)
			}
			if standings == "final" && (len(c.Places) != 2 || c.Places[1].Place != above.Rank || c.Places[0].Explanation.Text == "") {
				s.t.Errorf("%s: places %+v, want %d above", path, c.Places, above.Rank)
			}
		}
	}
}

// TestGamesThatDoNotCountAreMarked: terms that better games push out are marked, and the
// others make the sum.
func TestGamesThatDoNotCountAreMarked(t *testing.T) {
	t.Parallel()
	server, tenant := federation(t)
	path := tenant.Path + "/rulesets/club-evening"
	best := exampleWith(t, "{figure: points, best: most, digits: 1,", "{figure: points, best: most, digits: 1, combine: {rule: best, games: 1},")
	tenant.Manager.Do("PUT", path+"/draft", best, apitest.Match(`"1"`)).Want(200)
	tenant.Manager.Post(path+"/versions", apitest.JSON{"draft": 2, "notes": "Conta la migliore"}).Want(201)
	s := own(t, server, tenant, nil)
	s.start(8)
	for round := 1; round <= 2; round++ {
		s.play(s.draw())
		s.close(round)
	}
	var c openapi.Comparison
	server.Anonymous().Get(s.path + "/standings/compare?a=1&b=5").Want(200).Into(&c)
	for _, side := range []openapi.ComparisonSide{c.Lines[0].A, c.Lines[0].B} {
		if len(side.Terms) != 2 || side.Terms[0].Dropped == side.Terms[1].Dropped {
			t.Fatalf("got %+v, want one game of two to count", side)
		}
		for _, term := range side.Terms {
			if !term.Dropped && term.Value != side.Sum {
				t.Errorf("%s counts, and the sum is %s", term.Value, side.Sum)
			}
		}
	}
	if c.Lines[0].Combined != openapi.ComparisonLineCombinedBest || c.Lines[1].Combined != "" {
		t.Errorf("combined: %q, %q", c.Lines[0].Combined, c.Lines[1].Combined)
	}
}

// decides is the criterion of the line that decides; "" for none.
func decides(c openapi.Comparison) string {
	for _, line := range c.Lines {
		if line.Decides {
			return line.Criterion
		}
	}
	return ""
}

// TestShownTermsComeToTheShownSum: a third of the points is rounded half up, and if the shown terms would not
// add up to the shown sum, the comparison states that. With terms of eighths the sum is shown with the digits
// that it needs.
func TestShownTermsComeToTheShownSum(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		formula   string
		unrounded bool
		want      map[string]bool // figures that have to be shown
	}{
		"thirds below 0": {"(vp - 12) / 3", true, map[string]bool{"-0.67": true}},
		"eighths":        {"vp / 8", false, map[string]bool{"1.250": true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, tenant := federation(t)
			path := tenant.Path + "/rulesets/club-evening"
			document := exampleWith(t, "{figure: points, best: most, digits: 1,", "{figure: parts, best: most, digits: 2,")
			document["calculations"] = []apitest.JSON{{"id": "parts", "name": "Parts", "of": "seat", "formula": tt.formula, "paragraph": "3"}}
			tenant.Manager.Do("PUT", path+"/draft", document, apitest.Match(`"1"`)).Want(200)
			tenant.Manager.Post(path+"/versions", apitest.JSON{"draft": 2, "notes": "Terzi"}).Want(201)
			s := own(t, server, tenant, nil)
			s.start(8)
			for round := 1; round <= 2; round++ {
				for _, table := range s.draw().Tables {
					s.put(table, s.filled(table, "declared 10! 8 7 5"))
				}
				s.close(round)
			}
			unrounded, seen := false, map[string]bool{}
			for a := 1; a <= 8; a++ {
				var c openapi.Comparison
				server.Anonymous().Get(fmt.Sprintf("%s/standings/compare?a=%d&b=%d", s.path, a, a%8+1)).Want(200).Into(&c)
				for _, side := range []openapi.ComparisonSide{c.Lines[0].A, c.Lines[0].B} {
					sum := league.Frac{}
					for _, term := range side.Terms {
						value, err := league.ParseFrac(term.Value)
						if err != nil {
							t.Fatal(err)
						}
						sum, seen[term.Value] = sum.Add(value), true
					}
					shown, err := league.ParseFrac(side.Sum)
					if err != nil {
						t.Fatal(err)
					}
					if sum.Equal(shown) == side.Unrounded {
						t.Errorf("terms %+v, sum %s, unrounded %v", side.Terms, side.Sum, side.Unrounded)
					}
					unrounded = unrounded || side.Unrounded
				}
			}
			if unrounded != tt.unrounded {
				t.Errorf("unrounded: %v, want %v", unrounded, tt.unrounded)
			}
			for figure := range tt.want {
				if !seen[figure] {
					t.Errorf("%s is not among %v", figure, seen)
				}
			}
		})
	}
}
