package draws_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/draws"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// TestWhatHasToBeBelieved: for each kind of draw the checker lists the parts that it believes.
func TestWhatHasToBeBelieved(t *testing.T) {
	t.Parallel()
	const (
		before  = "the tables of the rounds before; each has a document of its own"
		figures = "the figures but the lots; they follow from the results, as the comparison of two entrants shows"
	)
	thirteen := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
	for _, tt := range []struct {
		par, preset string
		n           int
		places      []int
		play        func(*stage)
		round       int
		want        []string
	}{
		{"CN09 3.2a by lot: nothing", "catan-nazionale-2009", 12, nil, func(s *stage) { s.drawn("") }, 1, nil},
		{"CN09 3.2a who did not come: why", "catan-nazionale-2009", 12, nil, func(s *stage) {
			s.facts.Absences = []tournament.Absence{away(5, 1)}
			s.drawn("")
		}, 1, []string{"why those are out who are"}},
		{"CN09 3.2b by standings: the results before", "catan-nazionale-2009", 12, nil, func(s *stage) { s.rounds(1).drawn("") }, 2, []string{before, figures}},
		{"CN09 3.2d the final", "catan-nazionale-2009", 12, nil, func(s *stage) { s.rounds(2).drawn("") }, 3, []string{before, figures}},
		{"CN09 3.3 that the schedule is the printed one", "catan-nazionale-2009", 13, thirteen, func(s *stage) {
			s.facts.Pairing = rules.FixedSchedule
			s.drawn("")
		}, 1, []string{"that the schedule is that of the ruleset"}},
		{"JP22 2 who has qualified", "just-play-2022", 8, nil, func(s *stage) { s.rounds(1).drawn("") }, 2, []string{before, "why those are out who are", "who qualified; it follows from the results of the round before"}},
		{"SQ00 4 the event before", "risiko-squadre-2000", 12, nil, func(s *stage) {
			s.facts.Previous, s.facts.FirstRound = s.facts.Entrants, nil
			s.drawn("")
		}, 1, []string{"the standings of the event before"}},
		{"BG 1.1.5 who did not come once the tables were drawn", "catan-ranglista-bg", 8, nil, func(s *stage) {
			s.drawn("")
			seats := s.facts.Rounds[0].Tables[0].Seats
			s.facts.Absences = []tournament.Absence{missed(seats[3], 1)}
			s.facts.Rounds[0].Tables[0].Seats = seats[:3]
		}, 1, []string{"who did not come once the tables were drawn"}},
		{"CN09 1.3 what was changed by hand", "catan-nazionale-2009", 12, nil, func(s *stage) {
			s.drawn("")
			seats := s.facts.Rounds[0].Tables[0].Seats
			seats[0], seats[1] = seats[1], seats[0]
		}, 1, []string{"why the tables were changed by hand, and by whom"}},
	} {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			s := begun(t, tt.preset, tt.n)
			lots := s.drawnFrom(hat, tt.places)
			if s.r.Seating.Pairings[0].System != rules.ByLot {
				s.facts.Draws = nil
			}
			tt.play(s)
			d := s.document(tt.round)
			d.Event, d.Draw = "019332c4-0000-7000-8000-000000000000", lots
			if d.Change != nil {
				d.Change.Reason, d.Change.By, d.Change.AcceptedBy = "vista", "Fabio", "Olga"
			}
			report, err := draws.Verify(hashed(t, d))
			if err != nil || report.Difference != "" {
				t.Fatalf("%v %s", err, report.Difference)
			}
			if diff := cmp.Diff(tt.want, report.Believed); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
			if !slices.ContainsFunc(report.Checked, func(one string) bool {
				return strings.HasSuffix(one, "of the plan and their sizes follow from the order")
			}) {
				t.Errorf("checked %q", report.Checked)
			}
		})
	}
}

// TestLotsOutOfAHat: numbers that were drawn by hand and why are believed, and the order
// of the first round is theirs.
func TestLotsOutOfAHat(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-nazionale-2009", 12)
	lots := s.drawnFrom(hat, nil)
	lots.Method, lots.Reason, lots.FirstRound, s.facts.FirstRound = draws.ByHand, "con i bussolotti", nil, nil
	for i := range lots.Lots {
		lots.Lots[i].Number = 12 - i
		s.facts.Lots[lots.Lots[i].Entry] = 12 - i
	}
	d := s.drawn("").document(1)
	d.Event, d.Draw = "019332c4-0000-7000-8000-000000000000", lots
	report, err := draws.Verify(hashed(t, d))
	if err != nil || report.Difference != "" || !slices.Contains(report.Believed, "the numbers drawn by hand, and why") {
		t.Errorf("%v %+v", err, report)
	}
	if got, want := seatsAt(d.Tables), "12 11 10 9 | 8 7 6 5 | 4 3 2 1"; got != want {
		t.Errorf("tables %s, want %s", got, want)
	}
	d.Draw.FirstRound = []league.Entry{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	if report, err := draws.Verify(hashed(t, d)); err != nil || report.Difference != "firstRound: the order drawn is [12 11 10 9 8 7 6 5 4 3 2 1]" {
		t.Errorf("%v %s", err, report.Difference)
	}
}
