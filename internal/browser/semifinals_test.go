package browser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/openapi"
)

// round returns a round as the API has it.
func (s *stage) round(number int) (round openapi.Round) {
	s.referee.Get(fmt.Sprintf("%s/rounds/%d", s.path, number)).Want(200).Into(&round)
	return round
}

// plays records the results of a round, in which the first seat wins, and closes it.
func (s *stage) plays(number int) {
	for _, table := range s.round(number).Tables {
		s.resultOf(number, table.Number, []int{10, 8, 7, 5}[:len(table.Seats)]...)
	}
	s.referee.Post(fmt.Sprintf("%s/rounds/%d/closing", s.path, number), nil).Want(200)
}

// seated lists the proposed players at each table, from the screen of the next round.
func (h *hand) seated() [][]string {
	h.t.Helper()
	h.shows(".seating")
	return evaluate[[][]string](h.tab, `[...document.querySelectorAll(".seating")].map((one) => [...one.textContent.matchAll(/Giocatore \d{3}/g)].map((name) => name[0]))`)
}

// levelAtSemifinals records the semifinals of a round and closes it: each is won by its first seat, but for the third, which the time limit
// ends with its third and fourth seat level at the top, 9 points each. It returns the numbers of those two.
func (s *stage) levelAtSemifinals(round int) (level [2]int) {
	for _, table := range s.round(round).Tables {
		if table.Number != 3 {
			s.resultOf(round, table.Number, 10, 8, 7, 5)
			continue
		}
		var entries []int
		for _, seat := range table.Seats {
			entries = append(entries, seat.Number)
		}
		s.game(round, table.Number, "time-limit", entries, []int{4, 6, 9, 9})
		level = [2]int{entries[2], entries[3]}
	}
	s.referee.Post(fmt.Sprintf("%s/rounds/%d/closing", s.path, round), nil).Want(200)
	return level
}

// byRank sorts two entries by their ranks in standings, and returns their names.
func byRank(standings openapi.Standings, entries [2]int) (ahead, behind string) {
	for _, row := range standings.Rows {
		if row.Entry.Number == entries[0] || row.Entry.Number == entries[1] {
			if ahead == "" {
				ahead = row.Entry.Player.Name
			} else {
				behind = row.Entry.Player.Name
			}
		}
	}
	return ahead, behind
}

// finalHas waits until the proposed final has one player and not another.
func (h *hand) finalHas(is, isNot string) {
	h.t.Helper()
	eventually(h.t, is+" is in the final, "+isNot+" is not", func() bool {
		final := h.seated()
		return len(final) == 1 && slices.Contains(final[0], is) && !slices.Contains(final[0], isNot)
	})
}

// callsUp plays the semifinals and goes on to the proposed final. It follows from the standings before who of two level players is in it, and
// who steps in for the winner of the second semifinal, who leaves: the next of that table, and once all of it have left, the best of all.
func (h *hand) callsUp(s *stage, standings openapi.Standings) {
	t := h.t
	t.Helper()
	ahead, behind := byRank(standings, s.levelAtSemifinals(3))
	h.goesTo("/next")
	h.finalHas(ahead, behind)
	h.says("#finalists", ahead+" Level at the top of the semifinal at table 3; ahead by ")
	h.says("#finalists", "CN09 3.2d")
	b := open(t, chromium(t), s.page)
	if said := b.text("#finalists"); !strings.Contains(said, ahead) || !strings.Contains(said, "Level at the top of the semifinal at table 3") || strings.Contains(said, behind) {
		t.Errorf("CN09 3.2d the page says %s", said)
	}
	semifinals := s.round(3).Tables
	first, next := semifinals[1].Seats[0], semifinals[1].Seats[1]
	h.goesTo("/players")
	h.tap(fmt.Sprintf(`[data-entry="%d"]`, first.Number))
	h.write("#reason", "has to catch a train")
	h.tap("#give")
	eventually(t, "they have left", func() bool { return s.entryState(first.Number) == "withdrawn" })
	h.goesTo("/next")
	h.finalHas(next.Player.Name, first.Player.Name)
	h.says("#finalists", "Called up from the same semifinal, table 2, in place of "+first.Player.Name)
	h.says("#finalists", "CN09 3.5")
	h.sound("final-seated")
	for _, seat := range semifinals[1].Seats[1:] {
		s.referee.Post(s.path+"/withdrawals", apitest.JSON{"entry": seat.Number, "reason": "parte con lo stesso treno"}).Want(201)
	}
	h.finalHas(behind, next.Player.Name) // second with 9 points, the others have 8
	h.says("#finalists", behind+" Called up as the best of all semifinals, from table 3, in place of "+first.Player.Name)
}

// J19, J20: by Convention 26 people play a semifinal after two rounds. Before it is drawn the screen seats the first
// sixteen of the standings as the regulation does (CN09 3.2d), and explains it. Of two who are level at the top of the third semifinal the one
// is in the final whom the standings before had above, and the screen and the page say so. When the winner of the second
// semifinal leaves, the best of the others of that semifinal is in the final, with the reason, and when all of that table have left, the best of
// all semifinals (CN09 3.5). At home and on the wall the winner is named once the final has its result, provisional until the first referee finishes.
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

	h.callsUp(s, standings)
	h.tap("#draw")
	eventually(t, "the final is drawn", func() bool { return s.count("/rounds") == 4 })

	home := &hand{tab: open(t, chromium(t), s.page)}
	loadAxe(home.tab)
	do(home.tab, "a phone", chromedp.EmulateViewport(390, 844))
	do(home.tab, "load", chromedp.Reload())
	wall := open(t, chromium(t), strings.Replace(s.page, "?", "/screen?", 1))
	winner := s.round(4).Tables[0].Seats[0].Player.Name
	if home.is(`document.querySelector(".podium")`) {
		t.Error("somebody has won before the final")
	}
	s.resultOf(4, 1, 10, 8, 7, 5)
	began := time.Now()
	home.says(".podium li:first-child", winner)
	t.Logf("from the result to the page at home: %s", time.Since(began).Round(10*time.Millisecond))
	home.says(".podium", "Provisional until the first referee finishes the tournament")
	home.sound("provisional-winner")
	eventually(t, "the winner is on the wall", func() bool { return strings.Contains(wall.text("#wall-1 .three li"), winner) })
	s.referee.Post(s.path+"/rounds/4/closing", nil).Want(200)
	s.referee.Post(s.path+"/completion", nil).Want(200)
	eventually(t, "it is final", func() bool {
		return home.text(".podium li b") == winner && !strings.Contains(home.text(".podium"), "Provisional")
	})
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
