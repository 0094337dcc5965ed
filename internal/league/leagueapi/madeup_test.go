package leagueapi_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/strictyaml"
)

// madeUp is a ruleset of testdata, none of any federation, as JSON.
func madeUp(t *testing.T, name string) apitest.JSON {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	asJSON, err := strictyaml.ToJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	var document apitest.JSON
	if err := json.Unmarshal(asJSON, &document); err != nil {
		t.Fatal(err)
	}
	return document
}

// newOwn is a draft of an event by a ruleset that the federation has published.
func newOwn(t *testing.T, document apitest.JSON) *stage {
	t.Helper()
	server := apitest.Start(t)
	tenant := server.Federation("Federazione")
	tenant.Manager.Post(tenant.Path+"/rulesets", apitest.JSON{"document": document}).Want(201)
	id := document["id"].(string)
	tenant.Manager.Post(tenant.Path+"/rulesets/"+id+"/versions", apitest.JSON{"draft": 1}).Want(201)
	return own(t, server, tenant, apitest.JSON{"ruleset": id})
}

// figuresOnPage are the figures of the standings as the stage's page shows them, in
// English, by row.
func (s *stage) figuresOnPage() (rows [][]string) {
	s.t.Helper()
	page := fetch(s.t, s.server.Address+"/t/"+s.federation.Slug+"/e/"+s.event().Slug+"?lang=en", "")
	root, err := html.Parse(strings.NewReader(page.text))
	if err != nil {
		s.t.Fatal(err)
	}
	classes := func(n *html.Node) []string {
		for _, a := range n.Attr {
			if a.Key == "class" {
				return strings.Fields(a.Val)
			}
		}
		return nil
	}
	for tr := range root.Descendants() {
		if tr.Data != "tr" {
			continue
		}
		var row []string
		for td := range tr.ChildNodes() {
			class := " " + strings.Join(classes(td), " ") + " "
			if td.Data != "td" || !strings.Contains(class, " num ") || strings.Contains(class, " gm ") {
				continue
			}
			text := ""
			for n := range td.Descendants() {
				if n.Type == html.TextNode {
					text += n.Data
				}
			}
			row = append(row, strings.ReplaceAll(text, "\u2212", "-"))
		}
		if row != nil {
			rows = append(rows, row)
		}
	}
	return rows
}

// Two rows never show the same figure although they differ, in the standings and on
// the page: means of two games are distinguished by more digits than the ruleset
// has.
func TestFiguresThatDifferAreShownApart(t *testing.T) {
	t.Parallel()
	document := exampleWith(t, `- {figure: points, best: most, digits: 1, paragraph: "3"}`, `- {figure: points, best: most, paragraph: "3", combine: {rule: mean}}`)
	s := newOwn(t, document)
	s.start(7)
	for round := 1; round <= 2; round++ {
		s.play(s.draw())
		s.close(round)
	}
	standings := s.standings()
	exact, shown := map[string]string{}, map[string]string{}
	for _, row := range standings.Rows {
		var sum league.Frac
		for _, game := range row.Games {
			points, err := league.ParseFrac(game.Points)
			if err != nil {
				t.Fatal(err)
			}
			sum = sum.Add(points)
		}
		mean, text := sum.Div(league.Int(len(row.Games))).String(), row.Figures[0]
		if other, taken := exact[text]; taken && other != mean {
			t.Errorf("%s and %s are both shown as %s", other, mean, text)
		}
		if other, taken := shown[mean]; taken && other != text {
			t.Errorf("%s is shown as %s and as %s", mean, other, text)
		}
		exact[text], shown[mean] = mean, text
		if row.Alike != nil {
			t.Errorf("%s: %v", text, row.Alike)
		}
	}
	if len(shown) < 5 {
		t.Fatalf("only %d different means: %v", len(shown), shown)
	}
	apart := 0
	for i, row := range s.figuresOnPage() {
		if want := standings.Rows[i].Figures[0]; row[0] != want {
			t.Errorf("the page shows %s in row %d, the API %s", row[0], i+1, want)
		}
		if strings.Contains(row[0], ".") {
			apart++
		}
	}
	if apart == 0 {
		t.Error("no figure has more digits than the ruleset says")
	}
	for i, row := range standings.Rows[1:] {
		if row.DecidedBy.Criterion == "points" && !strings.Contains(row.DecidedBy.Text, standings.Rows[i].Figures[0]+" to "+row.Figures[0]) {
			t.Errorf("the explanation has other figures than the row: %s", row.DecidedBy.Text)
		}
	}
}
