package leagueapi_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"testing"

	"referto/internal/league"
	"referto/internal/league/formula"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/openapi"
)

// withPace is an event by CN09 whose standings ask first for the best two games by a
// formula that has no value for seven victory points.
func withPace(t *testing.T) *stage {
	t.Helper()
	s := newStage(t, nil)
	preset, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	r := *preset
	r.Readings = nil // they point at criteria by their numbers
	r.Calculations = []rules.Calculation{{ID: "pace", Name: "Passo", Of: rules.OfSeat, Formula: formula.New("60 / (vp - 7)"), Paragraph: "3.2b"}}
	list := r.Standings[0]
	list.Criteria = append([]rules.Criterion{{
		Figure: "pace", Best: rules.Most, Digits: 2, Paragraph: "3.2b", Combine: &rules.Combination{Rule: rules.CombineBest, Games: 2},
	}}, list.Criteria...)
	r.Standings = append([]rules.Standings{list}, r.Standings[1:]...)
	document, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(document)
	s.server.Database.Alter(t, `update league.ruleset_versions v set document = $2, digest = $3 from league.events e where e.ruleset_version_id = v.id and e.id = $1`,
		s.id, document, hex.EncodeToString(sum[:]))
	return s
}

// A formula without a value is a fault of the result that was sent, at its seat.
func TestFormulaWithoutValue(t *testing.T) {
	t.Parallel()
	s := withPace(t)
	s.start(12)
	table := s.draw().Tables[0]
	body := s.filled(table, "declared 10! 8 7 5")
	refused := s.referee.Post(s.table(1, 1)+"/result", body).Refused(422, "invalid")
	if refused.Text("errors.0.pointer") != "/seats/2" || refused.Len("errors") != 1 || refused.Text("errors.0.text") == "" {
		t.Errorf("got %s", refused.Body)
	}
	if got := s.standings().TablesReported; got != 0 {
		t.Errorf("%d results were stored", got)
	}
	s.put(table, s.filled(table, "declared 10! 8 6 5"))
	again := s.correct(s.firstTable(1), body).Refused(422, "invalid")
	if again.Text("errors.0.pointer") != "/seats/2" {
		t.Errorf("got %s", again.Body)
	}
}

// Of the best games those that do not count are marked, so that the sums add up.
func TestCompareTheBestGames(t *testing.T) {
	t.Parallel()
	s := withPace(t)
	s.start(17)
	for round := 1; round <= 3; round++ {
		for _, table := range s.draw().Tables {
			s.put(table, s.filled(table, "declared 10! 8 6 5"[:len("declared 10! 8 6")+2*(len(table.Seats)-3)]))
		}
		s.close(round)
	}
	dropped := 0
	rows := s.rank("", "it").Rows
	for i := range rows[1:] {
		a, b := rows[i].Entry.Number, rows[i+1].Entry.Number
		var c openapi.Comparison
		s.server.Anonymous().Get(fmt.Sprintf("%s/standings/compare?a=%d&b=%d&standings=%s", s.path, a, b, s.rank("", "it").Id)).Want(200).Into(&c)
		for _, side := range []openapi.ComparisonSide{c.Lines[0].A, c.Lines[0].B} {
			sum := league.Frac{}
			for _, term := range side.Terms {
				value, err := league.ParseFrac(term.Value)
				if err != nil {
					t.Fatal(err)
				}
				if term.Dropped {
					dropped++
					continue
				}
				sum = sum.Add(value)
			}
			if sum.Decimal(2) != side.Sum {
				t.Errorf("%d and %d: the terms that count make %s: %+v", a, b, sum.Decimal(2), side)
			}
		}
	}
	if dropped == 0 {
		t.Error("no game was dropped")
	}
}
