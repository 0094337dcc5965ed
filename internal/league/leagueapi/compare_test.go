package leagueapi_test

import (
	"fmt"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// TestCompareEverybody: of any two the comparison puts above who stands above,
// names the criterion of the row where they stand next to each other, and its sums
// are the sums of its terms; in the final order the places decide.
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

// TestCompareTheBestGames: terms that better games push out are marked, and the
// others make the sum.
func TestCompareTheBestGames(t *testing.T) {
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
