package browser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/internal/sampling"
	"referto/openapi"
)

// byHand draws a round with these people at these tables, as a referee lays it out.
func (s *stage) byHand(tables ...[]int) {
	var seated []apitest.JSON
	for n, entries := range tables {
		seated = append(seated, apitest.JSON{"table": n + 1, "entries": entries})
	}
	s.referee.Post(s.path+"/rounds", apitest.JSON{"reason": "come nell'esempio", "acceptedBy": "i giocatori", "tables": seated}).Want(201)
}

// game records a result: the first of the given seats has declared the end, unless it ended by the time limit.
func (s *stage) game(round, table int, ended string, entries, points []int) {
	var seats []apitest.JSON
	for _, seat := range s.round(round).Tables[table-1].Seats {
		seats = append(seats, apitest.JSON{"entry": seat.Number, "vp": points[slices.Index(entries, seat.Number)]})
	}
	result := apitest.JSON{"ended": ended, "seats": seats}
	if ended == "declared" {
		result["declaredBy"] = entries[0]
	}
	s.referee.Post(fmt.Sprintf("%s/rounds/%d/tables/%d/result", s.path, round, table), result).Want(201)
}

// inAllLanguages has the federation of an event offer its pages in all languages.
func (s *stage) inAllLanguages() {
	at := strings.Split(s.path, "/events")[0]
	s.manager.Patch(at, apitest.JSON{"languages": languages}, apitest.Match(s.manager.Get(at).Want(200).ETag())).Want(200)
}

// why opens the row of an entrant in the standings and returns its text.
func (b tab) why(entry int) string {
	b.t.Helper()
	return evaluate[string](b, fmt.Sprintf(`(() => {
		const row = document.querySelector('tr[data-entry="%d"]');
		row.querySelector("details").open = true;
		return row.previousElementSibling.innerText.replace(/\s+/g, " ");
	})()`, entry))
}

// whyHas reports the parts that are missing in the opened row of an entrant.
func (b tab) whyHas(entry int, parts ...string) {
	b.t.Helper()
	said := b.why(entry)
	for _, part := range parts {
		if !strings.Contains(said, part) {
			b.t.Errorf("the row of %d does not say %q: %s", entry, part, said)
		}
	}
}

// decides returns the deciding figure of an entrant's row, with the head of its column.
func (b tab) decides(entry int) string {
	b.t.Helper()
	return evaluate[string](b, fmt.Sprintf(`(() => {
		const cell = document.querySelector('tr[data-entry="%d"] .dec');
		return cell ? cell.closest("table").querySelectorAll("thead th")[cell.cellIndex].innerText + " " + cell.innerText : "";
	})()`, entry))
}

// above lists the entrants in the standings, from the first on.
func (b tab) above() []int {
	b.t.Helper()
	return evaluate[[]int](b, `[...document.querySelectorAll("tr[data-entry]")].map((one) => Number(one.dataset.entry))`)
}

// J10: the two players of the printed example have two victories and 28 points each. The page puts the one with 85,85 above the one
// with 85,68, marks that figure, and the opened row has the sums, each percentage cut off as printed (CN09 3.2c).
func TestThePrintedExampleOfCN09(t *testing.T) {
	t.Parallel()
	s := newEventBy(t, apitest.Start(t), 20, apitest.JSON{"kind": "stage", "ruleset": "catan-nazionale-2009", "timeLimitMinutes": 80, "capacity": 100})
	s.referee.Post(s.path+"/rounds/1/discarding", apitest.JSON{"reason": "come nell'esempio"}).Want(204)
	for n, round := range []struct{ a, b []int }{
		{[]int{10, 9, 8, 5}, []int{10, 9, 6, 5}}, // 10 of 32, and 10 of 30
		{[]int{8, 9, 7, 6}, []int{10, 9, 8, 6}},  // 8 of 30, and 10 of 33
		{[]int{10, 9, 9, 8}, []int{8, 10, 9, 9}}, // 10 of 36, and 8 of 36
	} {
		var tables [][]int
		for at := range 5 { // the others sit with different players each time
			table := []int{at + 1}
			for seat := 1; seat < 4; seat++ {
				table = append(table, 5*seat+1+(at+seat*n)%5)
			}
			tables = append(tables, table)
		}
		s.byHand(tables...)
		for at, table := range tables {
			points := map[int][]int{0: round.a, 1: round.b}[at]
			if points == nil {
				points = []int{10, 8, 7, 5}
			}
			ended := "declared"
			if points[0] < 10 {
				ended = "time-limit"
			}
			s.game(n+1, at+1, ended, table, points)
		}
		s.referee.Post(fmt.Sprintf("%s/rounds/%d/closing", s.path, n+1), nil).Want(200)
	}
	s.inAllLanguages()
	b := open(t, chromium(t), strings.Replace(s.page, "lang=en", "lang=it", 1))
	if order := b.above(); slices.Index(order, 1) != slices.Index(order, 2)+1 {
		t.Errorf("the order is %v", order)
	}
	if got := b.decides(1); got != "% PV 85,68" {
		t.Errorf("what decides is %q", got)
	}
	b.whyHas(1, "85,85", "10 su 32 31,25 + 8 su 30 26,66 + 10 su 36 27,77 = 85,68", "10 su 30 33,33 + 10 su 33 30,30 + 8 su 36 22,22 = 85,85", "3.2c")
}

// J11: the two players of the Bulgarian example come level on tournament points and points; the page in Bulgarian has
// the one of 82,72 % first (BG 2.2.2). At a table of three a fourth is counted as if they sat there, and the row of a
// player at it shows the division: 13 of 42 is 30,95 %, 10 of 42 is 23,81 % (BG 2.2.3).
func TestThePrintedExampleOfBG(t *testing.T) {
	t.Parallel()
	s := newEventBy(t, apitest.Start(t), 11, apitest.JSON{"kind": "ranking", "ruleset": "catan-ranglista-bg", "pairing": "by-standings"})
	s.inAllLanguages()
	s.referee.Post(s.path+"/rounds/1/discarding", apitest.JSON{"reason": "както в примера"}).Want(204)
	first := [][]int{{1, 3, 4, 5}, {2, 6, 7, 8}, {9, 10, 11}}
	s.byHand(first...)
	for n, points := range [][]int{{13, 7, 6, 6}, {13, 7, 6, 4}, {13, 10, 9}} {
		s.game(1, n+1, "declared", first[n], points)
	}
	s.referee.Post(s.path+"/rounds/1/closing", nil).Want(200)
	b := open(t, chromium(t), strings.Replace(s.page, "lang=en", "lang=bg", 1))
	b.whyHas(9, "13 от 42 = 30,95", "2.2.2")
	b.whyHas(10, "23,81%")
	second := [][]int{{1, 6, 9, 8}, {2, 3, 10, 5}, {4, 7, 11}}
	s.byHand(second...)
	for n, points := range [][]int{{13, 10, 8, 5}, {13, 8, 7, 5}, {13, 10, 9}} {
		s.game(2, n+1, "declared", second[n], points)
	}
	s.referee.Post(s.path+"/rounds/2/closing", nil).Want(200)
	b = open(t, chromium(t), strings.Replace(s.page, "lang=en", "lang=bg", 1))
	if order := b.above(); order[0] != 2 || order[1] != 1 || !strings.HasSuffix(b.decides(1), "76,74") {
		t.Errorf("the order is %v by %q", order, b.decides(1))
	}
	b.whyHas(1, "13 от 32 40,63 + 13 от 36 36,11 = 76,74", "13 от 30 43,33 + 13 от 33 39,39 = 82,72", "2.2.2")
}

// J17: the consequence of a second warning is shown before it is given, and it depends on the table: at four, three
// go on; at three, the game ends (CN09 5.5). An expelled player leaves the standings, and the manager of the
// championship has the report.
func TestASecondWarningAtTablesOfFourAndThree(t *testing.T) {
	t.Parallel()
	s := newEventBy(t, apitest.Start(t), 14, stageBy(14))
	four, three := s.round(1).Tables[0].Seats, s.round(1).Tables[3].Seats
	if len(four) != 4 || len(three) != 3 {
		t.Fatalf("tables of %d and %d", len(four), len(three))
	}
	h := s.atTables(t, "/sanctions")
	follows := map[int]string{}
	for _, who := range []int{four[0].Number, three[0].Number} {
		s.referee.Post(s.path+"/sanctions", apitest.JSON{"entry": who, "kind": "warning", "moment": "during-game", "reason": "gioco lento"}).Want(201)
		do(h.tab, "load", chromedp.Reload())
		h.says(fmt.Sprintf(`[data-entry="%d"]`, who), "warning")
		h.tap(fmt.Sprintf(`[data-entry="%d"]`, who))
		h.says("#follows", "CN09 5.5a")
		follows[who] = h.text("#follows")
		h.write("#reason", "ha aiutato un altro")
		h.tap("#give")
		eventually(t, "somebody is expelled", func() bool { return s.count("/sanctions") == 2*len(follows) })
	}
	if !strings.Contains(follows[four[0].Number], "Table 1: the game goes on with 3 players.") || !strings.Contains(follows[three[0].Number], "Table 4: the game ends at once, with 2 players left.") {
		t.Errorf("it is said that %v", follows)
	}
	if got := s.manager.Get(strings.Split(s.path, "/events")[0] + "/expulsion-reports").Want(200); got.Len("items") != 2 {
		t.Errorf("the manager has %s", got.Body)
	}
	b := open(t, chromium(t), s.page)
	if order := b.above(); len(order) != 12 || slices.Contains(order, four[0].Number) || slices.Contains(order, three[0].Number) || !strings.Contains(b.text(".left"), "left after round 1 § 5.5a") {
		t.Errorf("in the standings are %v, and %s", order, b.text(".left"))
	}
}

// J18: in a Bulgarian game a player leaves and is fourth with no points; when a second one leaves, so are they, two
// are left, and the page asks for a substitute (BG 1.1.6).
func TestSomebodyLeavesABulgarianGame(t *testing.T) {
	t.Parallel()
	s := newEventBy(t, apitest.Start(t), 12, apitest.JSON{"kind": "ranking", "ruleset": "catan-ranglista-bg"})
	h := s.atTables(t, "")
	h.tap(`[data-table="1"]`)
	for seat, points := range []int{13, 8, 6, 5} {
		h.tap(fmt.Sprintf(`fieldset.pl:nth-of-type(%d) input[value="%d"]`, seat+1, points))
	}
	h.unfold("form details.more")
	h.tap(`form details.more .many label:nth-of-type(4) input`)
	h.tap(`form details.more .many label:nth-of-type(3) input`)
	h.tap("#register")
	h.shows(`[data-table="1"][data-state="confirmed"]`)
	h.says(`[data-table="1"]`, "13 · 8 · 0 · 0")
	h.tap(`[data-table="1"]`)
	h.says("main", "Table 1 is left with two: a substitute has to play on. BG 1.1.6")
	var recorded openapi.Table
	s.referee.Get(s.path + "/rounds/1/tables/1").Want(200).Into(&recorded)
	for _, seat := range recorded.Result.Seats[2:] {
		if seat.Vp != 0 || seat.Place != 4 || seat.Points != "1" {
			t.Errorf("whoever leaves has %+v", seat)
		}
	}
}

// The schedules of CN09 3.3 for sixteen and for twenty places, by round and table.
var schedules = map[int][][][]int{
	16: {
		{{1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}, {4, 8, 12, 16}},
		{{3, 8, 10, 13}, {4, 7, 9, 14}, {1, 6, 12, 15}, {2, 5, 11, 16}},
		{{6, 4, 11, 13}, {5, 3, 12, 14}, {8, 2, 9, 15}, {7, 1, 10, 16}},
		{{12, 2, 7, 13}, {11, 1, 8, 14}, {10, 5, 4, 15}, {9, 3, 6, 16}},
	},
	20: {
		{{1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}, {4, 8, 12, 16}, {17, 18, 19, 20}},
		{{18, 8, 10, 13}, {17, 7, 9, 14}, {20, 6, 12, 15}, {19, 5, 11, 16}, {1, 2, 3, 4}},
		{{20, 4, 11, 13}, {19, 3, 12, 14}, {18, 2, 9, 15}, {17, 1, 10, 16}, {5, 6, 7, 8}},
		{{19, 2, 7, 13}, {20, 1, 8, 14}, {17, 5, 4, 15}, {18, 3, 6, 16}, {9, 10, 11, 12}},
	},
}

// J22: the schedule that is laid down for thirteen to twenty players is the printed one (CN09 3.3), as the page of the event shows the
// tables: all four rounds, which an event of a structure of its own plays (CN09 3.2). Where there are fewer players than places, 16, 15 and 14
// fall away in that order, so that in the first round the tables 4, 3 and 2 have three.
func TestThePrintedSchedules(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	for _, players := range sampling.Of("players", []int{13, 14, 15, 16, 17, 18, 19, 20}) {
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			printed, fallen := 16, 16-players
			if players > 16 {
				printed, fallen = 20, 20-players
			}
			var places []apitest.JSON
			for place, entry := 1, 1; place <= printed; place++ {
				if place > 16 || place <= 16-fallen {
					places = append(places, apitest.JSON{"entry": entry, "number": place})
					entry++
				}
			}
			s := newEventStarted(t, server, players, apitest.JSON{"kind": "stage", "ruleset": "catan-nazionale-2009", "timeLimitMinutes": 80, "capacity": 100, "pairing": "fixed-schedule", "structure": apitest.JSON{"rounds": 4, "semifinal": false, "final": true, "reason": "quattro turni come stampato"}},
				apitest.JSON{"places": places, "reason": "posti scelti"})
			b := open(t, chromium(t), s.page)
			for round, tables := range schedules[printed] {
				if round > 0 {
					s.plays(round)
					s.referee.Post(s.path+"/rounds", apitest.JSON{}).Want(201)
					do(b, "load", chromedp.Navigate(s.page))
				}
				var want []string
				for _, table := range tables {
					var names []string
					for _, place := range table {
						if place > 16 || place <= 16-fallen {
							entry := slices.IndexFunc(places, func(one apitest.JSON) bool { return one["number"] == place }) + 1
							names = append(names, fmt.Sprintf("Giocatore %c", 'A'+entry))
						}
					}
					slices.Sort(names)
					want = append(want, strings.Join(names, ", "))
				}
				slices.Sort(want)
				if got := b.seats(); !slices.Equal(got, want) {
					t.Errorf("round %d: the page seats\n%s, printed is\n%s", round+1, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
		})
	}
}

// seats are the people at each of the tables on the page of an event.
func (b tab) seats() []string {
	b.t.Helper()
	return evaluate[[]string](b, `[...document.querySelectorAll(".tav")].map((one) => [...one.querySelectorAll("li")].map((who) => who.innerText.match(/Giocatore ./)[0]).sort().join(", ")).sort()`)
}

// J23: an evening in teams (SQ00). The page shows that the winning team has 31 points and a tenth of the difference
// each, the other 7 less a tenth (SQ00 2), that at a table of five points are as they were entered, that a leaver has
// 25 less, and that among players who are level the one at the lower table number is first.
func TestAnEveningInTeams(t *testing.T) {
	t.Parallel()
	s := newEventBy(t, apitest.Start(t), 11, apitest.JSON{"kind": "club", "ruleset": "risiko-squadre-2000"})
	six, five := s.round(1).Tables[0], s.round(1).Tables[1]
	if len(six.Seats) != 6 || len(five.Seats) != 5 {
		t.Fatalf("tables of %d and %d", len(six.Seats), len(five.Seats))
	}
	h := s.atTables(t, "")
	for table, points := range []string{"[30, 24, 20, 19, 15, 12]", `["32.1", "20", "10.5", "5", "1"]`} {
		h.tap(fmt.Sprintf(`[data-table="%d"]`, table+1))
		h.shows("fieldset.pl")
		evaluate[[]int](h.tab, fillIn+"("+points+")", chromedp.EvalAwaitPromise)
		if table == 0 {
			h.unfold("form details.more")
			h.tap(`form details.more .many label:nth-of-type(6) input`)
		}
		h.tap("#register")
		h.shows(fmt.Sprintf(`[data-table="%d"][data-state="confirmed"]`, table+1))
	}
	s.referee.Post(s.path+"/rounds/1/closing", nil).Want(200)
	b := open(t, chromium(t), s.page)
	if got := b.above(); !slices.Equal(got[:4], []int{1, 2, 3, 7}) || got[10] != 6 {
		t.Errorf("the order is %v", got)
	}
	b.whyHas(7, "lowest table number: 1 to 2", "§ 6") // level with the three of the winning team, at a later table
	figures := evaluate[map[string]string](b, `Object.fromEntries([...document.querySelectorAll("tr[data-entry]")].map((one) => [one.dataset.entry, one.querySelector("td.num").innerText]))`)
	for entry, want := range map[string]string{"1": "32.1", "2": "32.1", "3": "32.1", "4": "5.9", "5": "5.9", "6": "−19.1", "8": "20", "9": "10.5"} {
		if got := strings.TrimSuffix(figures[entry], ".0"); got != want {
			t.Errorf("%s has %q, not %s", entry, got, want)
		}
	}
	if got := b.text(".tavs"); !strings.Contains(got, "Between the best of the two teams: 11.") || !strings.Contains(got, "−25 for leaving") {
		t.Errorf("table 1 says %s", got)
	}
}
