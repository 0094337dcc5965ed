package leagueapi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/internal/league/eventfile"
	"referto/openapi"
)

// golf is a result of a table in which every seat has strokes, a handicap and strokes
// at the last hole: "70/6/3 71/0/2".
func golf(t *testing.T, table openapi.Table, scores string) apitest.JSON {
	t.Helper()
	seats := []apitest.JSON{}
	for i, score := range strings.Fields(scores) {
		var strokes, handicap, last int
		if _, err := fmt.Sscanf(score, "%d/%d/%d", &strokes, &handicap, &last); err != nil {
			t.Fatal(err)
		}
		seats = append(seats, apitest.JSON{
			"entry": table.Seats[i].Number, "vp": strokes, "figures": apitest.JSON{"handicap": handicap, "last-hole": last},
		})
	}
	return apitest.JSON{"ended": "completed", "seats": seats}
}

// playCourse plays a round with one result for tables of four and another for tables of three.
func (s *stage) playCourse(round openapi.Round, ofFour, ofThree string) {
	s.t.Helper()
	for _, table := range round.Tables {
		scores := ofFour
		if len(table.Seats) == 3 {
			scores = ofThree
		}
		s.put(table, golf(s.t, table, scores))
	}
	s.close(round.Number)
}

// A game in which the fewest strokes win, by a formula and then by a figure, is played to its final by a
// ruleset with unforeseen rules.
func TestFewestStrokesWin(t *testing.T) {
	t.Parallel()
	s := newOwn(t, madeUp(t, "fewest-strokes"))
	s.start(7)

	asked := s.form(4).PlaceBy
	if got := fmt.Sprintf("%s %s %s, %s %s %s", asked[0].Label, asked[0].Best, asked[0].Rule.Paragraph, asked[1].Label, asked[1].Best, asked[1].Rule.Paragraph); got != "Net strokes fewest 2, Last hole fewest 2a" {
		t.Errorf("the form: %s", got)
	}

	round := s.draw()
	first, second := round.Tables[0], round.Tables[1]
	// 70 - 6/3 = 68, 68 - 0 = 68 with a better last hole, 75 - 30/3 = 65, 66 - 1/3.
	result := s.put(first, golf(t, first, "70/6/3 68/0/2 75/30/4 66/1/5"))
	if got := each(result, place); got != "4 3 1 2" {
		t.Errorf("places %s", got)
	}
	if got := each(result, points); got != "1 2 5 3" {
		t.Errorf("points %s", got)
	}
	if by := result.WinnerDecidedBy; result.Winner != first.Seats[2].Number || by.Reason != "first-by-fewest" || by.Rule.Paragraph != "2" ||
		!strings.Contains(by.Text, "Net strokes") || !strings.Contains(by.Text, "65") {
		t.Errorf("won by %d: %+v", result.Winner, by)
	}
	placing := func(r openapi.SeatResult) any {
		text := r.PlaceBy
		for _, figure := range r.Placing {
			text += ":" + figure.Value
		}
		return text
	}
	if got := each(result, placing); got != "last-hole:68.0:3 net-strokes:68.0:2 :65.0:4 net-strokes:65.7:5" {
		t.Errorf("placing %s", got)
	}
	// Level on both: they share the place, its points and the win.
	shared := s.put(second, golf(t, second, "60/0/2 61/3/2 60/0/3"))
	if got := each(shared, place) + " " + each(shared, points) + " " + fmt.Sprint(len(shared.Winners)); got != "1 1 3 3.75 3.75 1 2" {
		t.Errorf("shared: %s", got)
	}
	s.close(1)
	page := fetch(t, s.server.Address+"/t/"+s.federation.Slug+"/e/"+s.event().Slug+"?lang=en&round=1", "").text
	for _, want := range []string{"Net strokes 65.7", "Last hole 3", "First by Net strokes"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}

	s.playCourse(s.draw(), "70/6/3 68/0/2 75/30/4 66/1/5", "60/0/2 61/3/2 60/0/3")
	final := s.draw()
	if final.Kind != openapi.RoundKindFinal || len(final.Tables) != 1 {
		t.Fatalf("the final: %+v", final)
	}
	s.playCourse(final, "70/0/2 69/0/2 69/0/2 80/0/1", "")
	final = s.rounds()[2]
	s.organizer.Post(s.path+"/completion", nil)
	standings := s.standings()
	seated := final.Tables[0].Seats
	// Those level at 69 are in the order of the standings that brought them there.
	if got := ranking(standings)[:4]; fmt.Sprint(got) != fmt.Sprint([]int{seated[1].Number, seated[2].Number, seated[0].Number, seated[3].Number}) &&
		fmt.Sprint(got) != fmt.Sprint([]int{seated[2].Number, seated[1].Number, seated[0].Number, seated[3].Number}) {
		t.Errorf("the final order %v of the seats %+v", got, seated)
	}

	// The whole event goes out as a file and in again.
	for _, format := range []string{"json", "csv", "xlsx"} {
		s.comesBack(format)
	}
}

// comesBack exports the event and checks that its file can be imported as a new one.
func (s *stage) comesBack(format string) {
	s.t.Helper()
	exported := s.federation.Manager.Get(s.path + "/export?format=" + format).Want(200)
	if got := importFile(s.federation, eventfile.Form(format), exported.Body, "true"); got.State != "clean" || len(got.Faults) > 0 {
		s.t.Errorf("%s: %+v", format, got)
	}
}

// A game with points below 0 of which the fewest win, and in which a player with few enough may declare it: 0
// is never taken for the least number.
func TestFewestPointsWinBelowZero(t *testing.T) {
	t.Parallel()
	s := newOwn(t, madeUp(t, "down-to"))
	s.start(7)
	round := s.draw()
	body := func(table openapi.Table, ended string, declared int, vp ...int) apitest.JSON {
		seats := []apitest.JSON{}
		for i, points := range vp {
			seats = append(seats, apitest.JSON{"entry": table.Seats[i].Number, "vp": points})
		}
		out := apitest.JSON{"ended": ended, "seats": seats}
		if declared > 0 {
			out["declaredBy"] = table.Seats[declared-1].Number
		}
		return out
	}
	first, second := round.Tables[0], round.Tables[1]
	refused := s.referee.Post(s.table(1, 1)+"/result", body(first, "declared", 2, 40, -99, -30, 0)).Refused(422, "invalid")
	if refused.Text("errors.0.reason") != "declarer-above-target" || refused.Text("errors.0.text") == "" {
		t.Errorf("got %s", refused.Body)
	}
	refused = s.referee.Post(s.table(1, 1)+"/result", body(first, "completed", 0, 40, -251, -30, 0)).Refused(422, "invalid")
	if refused.Text("errors.0.reason") != "points-out-of-range" {
		t.Errorf("got %s", refused.Body)
	}
	result := s.put(first, body(first, "declared", 2, 40, -100, -30, 0))
	if got := each(result, place); got != "4 1 2 3" || result.Winner != first.Seats[1].Number {
		t.Errorf("places %s, won by %d", got, result.Winner)
	}
	// -10 and 10 and 0: a total of 0 has no shares.
	result = s.put(second, body(second, "completed", 0, -10, 10, 0))
	if got := each(result, place); got != "1 3 2" || result.WinnerDecidedBy.Reason != "first-by-fewest" {
		t.Errorf("places %s: %+v", got, result.WinnerDecidedBy)
	}
	s.close(1)
	s.organizer.Post(s.path+"/completion", nil)
	want := fmt.Sprint([]int{first.Seats[1].Number, second.Seats[0].Number, first.Seats[2].Number})
	if got := fmt.Sprint(ranking(s.standings())[:3]); got != want {
		t.Errorf("standings %s, want %s", got, want)
	}
	if figures := s.figuresOnPage()[0]; figures[0] != "1.0" || figures[1] != "-100" {
		t.Errorf("the page shows %v", figures)
	}
	s.comesBack("csv")
}

// A ruleset that derives places from figures which follow from places, or cuts off games in which the fewest
// win, is refused with the field and the reason.
func TestPlacesThatNeedPlacesAreRefused(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	tenant := server.Federation("Federazione")
	document := func(name, old, with string) apitest.JSON {
		text, err := json.Marshal(madeUp(t, name))
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(string(text), old, with, 1)
		if changed == string(text) {
			t.Fatalf("%s has no %s", name, old)
		}
		var out apitest.JSON
		if err := json.Unmarshal([]byte(changed), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, tt := range []struct{ name, old, with, pointer, reason string }{
		{"fewest-strokes", "vp - handicap / 3", "vp - 3 * win", "/scoring/placeBy/0/figure", "known-after-places"},
		{"fewest-strokes", `"figure":"net-strokes","paragraph":"2"`, `"figure":"share","paragraph":"2"`, "/scoring/placeBy/0/figure", "known-after-places"},
		{"fewest-strokes", `"figure":"last-hole","paragraph":"2a"`, `"figure":"first-hole","paragraph":"2a"`, "/scoring/placeBy/1/figure", "no-such-figure"},
		{"fewest-strokes", `"figure":"last-hole","paragraph":"2a"`, `"figure":"net-strokes","paragraph":"2a"`, "/scoring/placeBy/1/figure", "repeated"},
		{"fewest-strokes", `"figure":"last-hole","paragraph":"2a"`, `"figure":"last-hole","paragraph":"9"`, "/scoring/placeBy/1/paragraph", "no-such-paragraph"},
		{"down-to", `"rule":"cap_nobody"`, `"rule":"cap_all"`, "/scoring/cap/rule", "cap-where-fewest-win"},
		{"down-to", `"target":-100`, `"target":150`, "/game/variants/0/target", "outside-range"},
	} {
		refused := tenant.Manager.Post(tenant.Path+"/ruleset-validation", document(tt.name, tt.old, tt.with)).Refused(422, "invalid")
		if refused.Text("errors.0.pointer") != tt.pointer || refused.Text("errors.0.reason") != tt.reason || refused.Text("errors.0.text") == "" {
			t.Errorf("%s: %s", tt.with, refused.Body)
		}
	}
}
