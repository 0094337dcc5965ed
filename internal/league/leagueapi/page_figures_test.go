package leagueapi_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/openapi"
)

// event is the event as anybody reads it.
func (s *stage) event() openapi.Event {
	s.t.Helper()
	var e openapi.Event
	s.server.Anonymous().Get(s.path).Want(200).Into(&e)
	return e
}

// JP22 2 and 4: of nine entrants eight have a seat, and three more make twelve.
func TestFieldOfFixedSizes(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "just-play-2022", nil)
	s.open()
	s.enter(9)
	field := s.event().Field
	if diff := cmp.Diff([]int{8, 12, 16}, field.Sizes); diff != "" || field.Seats != 8 || field.StandingBy != 1 || field.Missing != 3 || field.Next != 12 {
		t.Errorf("JP22 4: %+v", field)
	}
	if field.Explanation.Reason != "reserves-in-order-of-entry" || field.Explanation.Rule.Paragraph != "4" {
		t.Errorf("JP22 4: %+v", field.Explanation)
	}
	s.checkIn(upTo(9)...)
	s.begin(upTo(8)...).Want(200)
	if after := s.event(); after.Field.Min != 0 || after.FormulaName != "One game and a final" {
		t.Errorf("the field is fixed: %+v", after.Field)
	}
}

// FG14 2: the deadline is a time of the day of the event at its venue.
func TestDeadlineAtTheVenue(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "firenzegioca-2014", nil)
	s.open()
	field := s.event().Field
	if want := time.Date(2009, 2, 8, 9, 20, 0, 0, time.UTC); !field.Deadline.Equal(want) || field.DeadlineRule.Paragraph != "2" || field.Max != 20 {
		t.Errorf("FG14 2: %+v, want %v", field, want)
	}
}

// SQ00 base 1 and penalties: late arrivals and the points of penalties are shown with the round and the
// standings.
func TestLateArrivalsAndPenaltiesAreShown(t *testing.T) {
	t.Parallel()
	s := newClub(t, 10, nil)
	s.organizer.Post(s.path+"/attendance", apitest.JSON{"entry": 2, "round": 1, "minutesLate": 6}).Want(201)
	round := s.draw()
	if len(round.Late) != 1 || round.Late[0].Entry.Number != 2 || round.Late[0].Minutes != 6 || round.Late[0].CardsForgone != 3 || !round.Late[0].Plays || round.Late[0].Explanation.Rule.Paragraph != "base 1" {
		t.Errorf("SQ00 base 1: %+v", round.Late)
	}
	s.record(round.Tables[0], teams)
	s.record(round.Tables[1], "completed 15.5 40.4 36.2 20")
	s.referee.Post(s.path+"/sanctions", apitest.JSON{"entry": 3, "kind": "points", "moment": "during-game", "offense": "disturbance", "reason": "disturbo"}).Want(201)
	s.close(1)
	after := s.rank("", "en")
	for _, row := range after.Rows {
		if want := map[int]string{3: "-7"}[row.Entry.Number]; row.Penalty != want {
			t.Errorf("SQ00 penalties: %q for %d", row.Penalty, row.Entry.Number)
		}
	}
}

// Figures that the ruleset adds up are named with the form of the result.
func TestComputedFiguresAreNamed(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "just-play-2022", nil)
	s.open()
	var names []string
	for _, f := range s.form(4).Computed {
		names = append(names, f.Id+": "+f.Name+" "+f.Rule.Paragraph)
	}
	want := []string{"net-vp: Points without longest road and largest army 3", "settlements-cities: Settlements + cities 3"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("JP22 3: %s", diff)
	}
}

// The page shows the standings that its address asks for, the final order explains
// its rows, and the draw's page leads to the document of every round.
func TestPagesOfAnotherRegulation(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 12, "firenzegioca-2014", 70, nil)
	for range 2 {
		for _, table := range s.draw().Tables {
			s.record(table, "declared 10! 8 7 5")
		}
		s.close(len(s.rounds()))
	}
	base := s.server.Address + "/t/" + s.federation.Slug + "/e/" + s.event().Slug
	page := func(rest string, status int) string {
		t.Helper()
		response, err := http.Get(base + rest)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != status {
			t.Fatalf("%s: %d, %v", rest, response.StatusCode, err)
		}
		return string(text)
	}
	for rest, want := range map[string]string{
		"?lang=en":                              `id="finalists"`,
		"?lang=en&standings=class_points_first": `>Tournament points</h2>`,
		"/draw?lang=en":                         "/rounds/2/draw",
		"?lang=en&round=1":                      "Figures of the result",
	} {
		if got := page(rest, 200); !strings.Contains(got, want) {
			t.Errorf("%s lacks %q", rest, want)
		}
	}
	page("?standings=nothing", 404)
}

func (s *stage) rounds() []openapi.Round {
	s.t.Helper()
	var list openapi.RoundList
	s.server.Anonymous().Get(s.path + "/rounds").Want(200).Into(&list)
	return list.Items
}
