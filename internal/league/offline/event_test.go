package offline_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/offline"
)

// round is a round of one table of four by BG, with its seats and its result.
const round = `{"kind": "preliminary", "closed": true, "tables": [{"number": 1, "seats": [1,2,3,4], "result":
	{"ended": "declared", "declaredBy": 3, "seats": [{"entry":1,"vp":8},{"entry":2,"vp":10},{"entry":3,"vp":14},{"entry":4,"vp":5}]}}]}`

// eventOf returns a request for an event of four by BG with the given rounds.
func eventOf(t *testing.T, rounds ...string) string {
	t.Helper()
	return `{"ruleset": ` + stored(t, "catan-ranglista-bg", nil) + `, "facts": {"variant": "base", "formula": "two-rounds", "pairing": "by-lot", "entrants": [1,2,3,4],
		"lots": {"1":1,"2":2,"3":3,"4":4}, "firstRound": [1,2,3,4], "draws": [[4,3,2,1]], "rounds": [` + strings.Join(rounds, ",") + `]}}`
}

// state is the part of a derived event that these tests check.
type state struct {
	Rounds []struct {
		Complete, Closed bool
		Tables           []struct {
			Game struct {
				Winner int
				Total  string
				Seats  []struct {
					Entry, Counted, Place int
					Share, Points         string
				}
			}
		}
		Standings []ranked
	}
	Next *struct {
		Kind   string
		Number int
		Plan   struct {
			Tables  []struct{ Seats []int }
			Reasons []struct{ Paragraph, Reason string }
		}
	}
	Final []ranked
}

type ranked struct {
	Rank, Entry int
	Figures     []string
}

// BG 2.1.12, 2.2.1, 2.2.2: the winner's 14 points count as 13, out of 36. The places give five, three, two and
// one points. The next round is drawn.
func TestEventAfterARound(t *testing.T) {
	t.Parallel()
	s := answered[state](t, "event", eventOf(t, round))
	game := s.Rounds[0].Tables[0].Game
	if game.Winner != 3 || game.Total != "36" || !s.Rounds[0].Complete || !s.Rounds[0].Closed {
		t.Errorf("BG 2.1.12 got %+v", game)
	}
	type seat struct {
		entry, counted, place int
		share, points         string
	}
	var got []seat
	for _, x := range game.Seats {
		got = append(got, seat{x.Entry, x.Counted, x.Place, x.Share, x.Points})
	}
	want := []seat{{1, 8, 3, "22.22", "2"}, {2, 10, 2, "27.78", "3"}, {3, 13, 1, "36.11", "5"}, {4, 5, 4, "13.89", "1"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(seat{})); diff != "" {
		t.Errorf("BG 2.2.1, 2.2.2 %s", diff)
	}
	standings := []ranked{
		{1, 3, []string{"5", "13", "36.11", "1", "0", "0"}},
		{2, 2, []string{"3", "10", "27.78", "0", "1", "0"}},
		{3, 1, []string{"2", "8", "22.22", "0", "0", "1"}},
		{4, 4, []string{"1", "5", "13.89", "0", "0", "0"}},
	}
	if diff := cmp.Diff(standings, s.Rounds[0].Standings); diff != "" {
		t.Errorf("BG 2.2.2 %s", diff)
	}
	if s.Next == nil || s.Next.Number != 2 || s.Next.Kind != "preliminary" || !cmp.Equal(s.Next.Plan.Tables[0].Seats, []int{4, 3, 2, 1}) || s.Next.Plan.Reasons[1].Paragraph != "1.2.4" {
		t.Errorf("BG 1.2.4 the next round by lot: %+v", s.Next)
	}
	if s.Final != nil {
		t.Error("BG 1.2.3 a round is still to be played")
	}
}

// Before the first round the next round is the first; BG has no final, so after the last round the rounds
// decide.
func TestEventFromFirstToLast(t *testing.T) {
	t.Parallel()
	s := answered[state](t, "event", eventOf(t))
	if len(s.Rounds) != 0 || s.Next == nil || s.Next.Number != 1 || !cmp.Equal(s.Next.Plan.Tables[0].Seats, []int{1, 2, 3, 4}) {
		t.Errorf("BG 1.2.4 got %+v", s.Next)
	}
	second := strings.Replace(round, `"seats": [1,2,3,4]`, `"seats": [4,3,2,1]`, 1)
	s = answered[state](t, "event", eventOf(t, round, second))
	if s.Next != nil && s.Next.Number != 0 || len(s.Final) != 4 {
		t.Fatalf("BG 1.2.5 two rounds are all: %+v", s.Next)
	}
	if diff := cmp.Diff([]string{"10", "26", "72.22", "2", "0", "0"}, s.Final[0].Figures); diff != "" || s.Final[0].Entry != 3 {
		t.Errorf("BG 2.2.2 entry %d, %s", s.Final[0].Entry, diff)
	}
}

// Impossible facts are refused with the place of the fault.
func TestEventThatCannotBe(t *testing.T) {
	t.Parallel()
	for name, change := range map[string][2]string{
		"a stranger at the table":   {`"seats": [1,2,3,4]`, `"seats": [1,2,3,9]`},
		"somebody sits twice":       {`"seats": [1,2,3,4]`, `"seats": [1,2,3,3]`},
		"a result of somebody else": {`{"entry":4,"vp":5}`, `{"entry":7,"vp":5}`},
		"a result without one":      {`,{"entry":4,"vp":5}`, ``},
		"a winner who is not there": {`"declaredBy": 3`, `"declaredBy": 8`},
	} {
		bad := strings.Replace(round, change[0], change[1], 1)
		got := string(offline.Answer("event", []byte(eventOf(t, bad))))
		if bad == round || !strings.HasPrefix(got, `{"refused":{`) || !strings.Contains(got, `"message":"`) {
			t.Errorf("%s: %.200s", name, got)
		}
	}
}

// The document of a draw contains the values of its request, and is the same each time it is made.
func TestDrawOfARound(t *testing.T) {
	t.Parallel()
	request := strings.TrimSuffix(eventOf(t, round), "}") + `, "round": 1, "event": "7", "lots": {"algorithm": "referto-draw/1 (SHA-256)", "method": "by-hand", "reason": "out of a hat"}}`
	type document struct {
		Event, Hash string
		Round       int
		Tables      []struct{ Seats []int }
	}
	d := answered[document](t, "draw", request)
	if d.Event != "7" || d.Round != 1 || len(d.Hash) != 64 || len(d.Tables) != 1 {
		t.Errorf("got %+v", d)
	}
	again := answered[document](t, "draw", request)
	if diff := cmp.Diff(d, again); diff != "" {
		t.Errorf("asked again it is another: %s", diff)
	}
	other := answered[document](t, "draw", strings.Replace(request, `"event": "7"`, `"event": "8"`, 1))
	if other.Hash == d.Hash {
		t.Error("the draws of two events have one hash")
	}
	if got := string(offline.Answer("draw", []byte(strings.Replace(request, `"round": 1`, `"round": 2`, 1)))); got != `{"refused":{"message":"draw of round 2: not found"}}` {
		t.Errorf("got %.200s", got)
	}
}
