package browser_test

import (
	"fmt"
	"slices"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// round returns a round as the API has it.
func (s *stage) round(number int) (round openapi.Round) {
	s.referee.Get(fmt.Sprintf("%s/rounds/%d", s.path, number)).Want(200).Into(&round)
	return round
}

// plays records the results of a round, in which whoever sits first wins, and closes it.
func (s *stage) plays(number int) {
	for _, table := range s.round(number).Tables {
		s.resultOf(number, table.Number, []int{10, 8, 7, 5}[:len(table.Seats)]...)
	}
	s.referee.Post(fmt.Sprintf("%s/rounds/%d/closing", s.path, number), nil).Want(200)
}

// seated lists who the screen of the next round would seat at each table.
func (h *hand) seated() [][]string {
	h.t.Helper()
	h.shows(".seating")
	return evaluate[[][]string](h.tab, `[...document.querySelectorAll(".seating")].map((one) => [...one.textContent.matchAll(/Giocatore \d{3}/g)].map((name) => name[0]))`)
}

// J19, J20: by Convention 26 people play a semifinal after two rounds. Before it is drawn the screen seats the first sixteen of the standings as the
// regulation does (CN09 3.2d), and says why. When the winner of the second semifinal leaves, the best of the others of that semifinal is
// in the final, with the reason (CN09 3.5).
func TestTheConsoleSeatsSemifinalsAndTheFinal(t *testing.T) {
	t.Parallel()
	by := stageBy(26)
	by["formula"] = "convention"
	s := newEventBy(t, apitest.Start(t), 26, by)
	s.plays(1)
	s.referee.Post(s.path+"/rounds", apitest.JSON{}).Want(201)
	s.plays(2)
	var standings openapi.Standings
	s.referee.Get(s.path + "/standings").Want(200).Into(&standings)

	h := s.atTables(t, "/next")
	seated := h.seated()
	for table, ranks := range [][]int{{1, 8, 9, 16}, {2, 7, 10, 15}, {3, 6, 11, 14}, {4, 5, 12, 13}} {
		var want []string
		for _, rank := range ranks {
			want = append(want, standings.Rows[rank-1].Entry.Player.Name)
		}
		got := slices.Clone(seated[table])
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("CN09 3.2d table %d: %q, want ranks %v, %q", table+1, got, ranks, want)
		}
	}
	h.says(".reasons", "CN09 3.2")
	h.sound("semifinal")
	h.acts = 0
	h.tap("#draw")
	eventually(t, "the semifinals are drawn", func() bool { return s.count("/rounds") == 3 })
	if h.acts != 1 {
		t.Errorf("%d taps", h.acts)
	}

	s.plays(3)
	semifinals := s.round(3).Tables
	first, next := semifinals[1].Seats[0], semifinals[1].Seats[1]
	h.tap(`.tabs a[href$="/run/players"]`)
	h.tap(fmt.Sprintf(`[data-entry="%d"]`, first.Number))
	h.write("#reason", "has to catch a train")
	h.tap("#give")
	eventually(t, "they have left", func() bool { return s.entryState(first.Number) == "withdrawn" })
	h.tap(`.tabs a[href$="/run/next"]`)
	eventually(t, "the next of the same semifinal is in the final", func() bool {
		final := h.seated()
		return len(final) == 1 && slices.Contains(final[0], next.Player.Name) && !slices.Contains(final[0], first.Player.Name)
	})
	h.says("#finalists", "Called up from the same semifinal, table 2, in place of "+first.Player.Name)
	h.says("#finalists", "CN09 3.5")
	h.sound("final-seated")
	h.tap("#draw")
	eventually(t, "the final is drawn", func() bool { return s.count("/rounds") == 4 })
}

// J21: seventeen people by the Club formula: before it starts, and before it is announced, the screens say two tables of four and three of
// three (CN09 3.2a).
func TestTheConsoleSaysHowSeventeenPlay(t *testing.T) {
	t.Parallel()
	var names []string
	for n := range 17 {
		names = append(names, fmt.Sprintf("Giocatore %c", 'A'+n))
	}
	s := newGatheringBy(t, apitest.JSON{"kind": "stage", "ruleset": "catan-nazionale-2009", "timeLimitMinutes": 80, "formula": "club", "capacity": 17}, names...)
	for n := range names {
		s.referee.Post(fmt.Sprintf("%s/entries/%d/check-in", s.path, n+1), nil).Want(200)
	}
	h := atDesk(t, s.server, s.referee, s.desk("checkin"))
	h.says("#plan", "With 17: 2 tables of 4 and 3 tables of 3.")
	m := atDesk(t, s.server, s.keeper, s.desk("setup"))
	m.says("main", "2 tables of 4 and 3 tables of 3")
}
