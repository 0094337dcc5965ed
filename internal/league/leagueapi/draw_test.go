package leagueapi_test

import (
	"slices"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/internal/league/draws"
	"referto/openapi"
)

// verified checks a document as a stranger does, with nothing but its bytes.
func (s *stage) verified(path string) draws.Report {
	s.t.Helper()
	report, err := draws.Verify(s.server.Anonymous().Get(path).Want(200).Body)
	if err != nil || report.Difference != "" {
		s.t.Fatalf("%s: %v %s", path, err, report.Difference)
	}
	return report
}

// TestDrawsAreRight: the documents of the draw and of every round, from the sealed
// draw to the final, are found right by the checker, in every language the same.
func TestDrawsAreRight(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"formula": "convention"})
	s.open()
	s.verified(s.path + "/draw")
	s.enter(26)
	s.checkIn(upTo(26)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	drawn := s.verified(s.path + "/draw")
	if !slices.ContainsFunc(drawn.Checked, func(c string) bool { return strings.Contains(c, "lots follow from the seed") }) {
		t.Errorf("the lots were not checked: %q", drawn.Checked)
	}
	s.server.Anonymous().Get(s.round(1) + "/draw").Want(404)
	s.referee.Post(s.path+"/withdrawals", apitest.JSON{"entry": 5, "reason": "malato"}).Want(201)
	var kinds []string
	for round := 1; round <= 4; round++ {
		now := s.draw()
		kinds = append(kinds, string(now.Kind))
		s.verified(s.round(round) + "/draw")
		s.play(now)
		s.referee.Post(s.path+"/sanctions", apitest.JSON{"entry": now.Tables[0].Seats[0].Number, "kind": "warning", "moment": "after-round", "reason": "gioco lento"})
		s.close(round)
		if round == 2 {
			s.referee.Post(s.path+"/withdrawals", apitest.JSON{"entry": now.Tables[0].Seats[1].Number, "reason": "un treno da prendere"}).Want(201)
		}
	}
	if !slices.Equal(kinds, []string{"preliminary", "preliminary", "semifinal", "final"}) {
		t.Errorf("played were %v", kinds)
	}
	for round := 1; round <= 4; round++ { // later changes do not show
		s.verified(s.round(round) + "/draw")
	}
	if it, bg := s.server.Anonymous().Get(s.round(3)+"/draw", apitest.Header("Accept-Language", "it")), s.server.Anonymous().Get(s.round(3)+"/draw", apitest.Header("Accept-Language", "bg")); string(it.Body) != string(bg.Body) {
		t.Error("the document depends on the language")
	}
}

// TestDrawByHandDistinguishesTwoNames: the document has the person who made the tables, the one who accepted
// them, the reason, and the players who sit elsewhere.
func TestDrawByHandDistinguishesTwoNames(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	tables := []apitest.JSON{{"table": 1, "entries": []int{5, 2, 3, 4}}, {"table": 2, "entries": []int{1, 6, 7, 8}}, {"table": 3, "entries": []int{9, 10, 11, 12}}}
	s.referee.Post(s.path+"/rounds", apitest.JSON{"tables": tables, "reason": "fratelli divisi", "acceptedBy": "Olga Organizzatrice"}).Want(201)
	s.verified(s.round(1) + "/draw")
	var d openapi.RoundDraw
	s.server.Anonymous().Get(s.round(1) + "/draw").Want(200).Into(&d)
	want := openapi.DrawChange{
		Reason: "fratelli divisi", By: "Fabio Primo Arbitro", AcceptedBy: "Olga Organizzatrice",
		Moved: []openapi.DrawMoved{{Entry: 1, From: 1, To: 2}, {Entry: 5, From: 2, To: 1}},
	}
	if got := d.Change; got.Reason != want.Reason || got.By != want.By || got.AcceptedBy != want.AcceptedBy || !slices.Equal(got.Moved, want.Moved) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if d.Draw.Method != openapi.DrawnLotsMethodByHand || d.Draw.Reason != "sorteggio con i bussolotti" {
		t.Errorf("the lots came out of a hat: %+v", d.Draw)
	}
}

// TestDrawOfSchedule: CN09 3.3, the printed schedule.
func TestDrawOfSchedule(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"pairing": "fixed-schedule"})
	s.open()
	s.enter(15)
	s.checkIn(upTo(15)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	s.verified(s.path + "/draw")
	s.play(s.draw())
	s.close(1)
	s.draw()
	var d openapi.RoundDraw
	s.server.Anonymous().Get(s.round(2) + "/draw").Want(200).Into(&d)
	if d.Seating.Basis != openapi.DrawSeatingBasisSchedule || len(d.Seating.Schedule) != 4 || d.Repeats != 0 {
		t.Errorf("got %+v, %d repeats", d.Seating, d.Repeats)
	}
	s.verified(s.round(2) + "/draw")
}
