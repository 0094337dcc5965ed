package leagueapi_test

import (
	"encoding/hex"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/seating"
	"referto/openapi"
)

// newRanking starts an event by BG: n players, by lot.
func newRanking(t *testing.T, n int) *stage {
	t.Helper()
	s := newEvent(t, "catan-ranglista-bg", apitest.JSON{"formula": "three-rounds"})
	s.open()
	s.enter(n)
	s.checkIn(upTo(n)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	return s
}

// BG 1.2.4: every round is drawn by lot, and from the revealed secret anyone finds
// each of its orders again.
func TestEveryRoundByLot(t *testing.T) {
	t.Parallel()
	s := newRanking(t, 9)
	var draw openapi.Draw
	for number := 1; number <= 3; number++ {
		s.server.Anonymous().Get(s.path + "/draw").Want(200).Into(&draw)
		seed, err := hex.DecodeString(draw.Seed)
		if err != nil {
			t.Fatal(err)
		}
		purpose := seating.PurposeRound(number)
		if number == 1 {
			purpose = seating.PurposeFirstRound
		}
		var want []int
		for _, e := range seating.Shuffle([32]byte(seed), purpose, []league.Entry{1, 2, 3, 4, 5, 6, 7, 8, 9}) {
			want = append(want, int(e))
		}
		if number > 1 && !slices.Equal(draw.Rounds[number-2].Order, want) {
			t.Errorf("BG 1.2.4: the draw shows %v for round %d, recomputed %v", draw.Rounds[number-2].Order, number, want)
		}
		round := s.draw()
		if diff := cmp.Diff(want, slices.Concat(seats(round)...)); diff != "" || round.Method != "lot" {
			t.Errorf("BG 1.2.4: round %d by %s (-recomputed +drawn): %s", number, round.Method, diff)
		}
		s.playByPlace(round)
		s.close(number)
	}
	s.referee.Post(s.path+"/completion", nil).Want(200)
}

// playByPlace records a result of every table that has none, in the order of play:
// the first declares victory with 13 points.
func (s *stage) playByPlace(round openapi.Round) {
	s.t.Helper()
	for _, t := range round.Tables {
		body := result(t)
		body["seats"].([]apitest.JSON)[0]["vp"] = 13
		s.referee.Post(s.table(round.Number, t.Number)+"/result", body).Want(201)
	}
}

// Lots out of a hat for a later round (BG 1.2.4): all who play have one, and there is a reason.
func TestLaterRoundByHand(t *testing.T) {
	t.Parallel()
	s := newRanking(t, 8)
	lots := func(order ...int) apitest.JSON {
		list := []apitest.JSON{}
		for i, entry := range order {
			list = append(list, apitest.JSON{"entry": entry, "number": i + 1})
		}
		return apitest.JSON{"lots": list, "reason": "жребий от шапка"}
	}
	s.referee.Post(s.path+"/rounds", lots(upTo(8)...)).Refused(422, "invalid") // the first is drawn at the start
	s.playByPlace(s.draw())
	s.close(1)
	s.referee.Post(s.path+"/rounds", lots(1, 2, 3)).Refused(422, "invalid")
	unfounded := lots(upTo(8)...)
	delete(unfounded, "reason")
	s.referee.Post(s.path+"/rounds", unfounded).Refused(422, "invalid")
	var round openapi.Round
	s.referee.Post(s.path+"/rounds", lots(8, 1, 7, 2, 6, 3, 5, 4)).Want(201).Into(&round)
	if diff := cmp.Diff([][]int{{8, 1, 7, 2}, {6, 3, 5, 4}}, seats(round)); diff != "" || round.Method != "lot" || round.HandReason == "" {
		t.Errorf("BG 1.2.4: by %s because of %q: %s", round.Method, round.HandReason, diff)
	}
	var draw openapi.Draw
	s.server.Anonymous().Get(s.path + "/draw").Want(200).Into(&draw)
	if got := draw.Rounds[0]; got.Method != "by-hand" || !slices.Equal(got.Order, []int{8, 1, 7, 2, 6, 3, 5, 4}) {
		t.Errorf("the draw shows %+v", got)
	}
	// After it is discarded, the order is that of the seed again.
	s.referee.Post(s.round(2)+"/discarding", apitest.JSON{"reason": "errore"}).Want(204)
	s.server.Anonymous().Get(s.path + "/draw").Want(200).Into(&draw)
	if again := s.draw(); !slices.Equal(slices.Concat(seats(again)...), draw.Rounds[0].Order) || draw.Rounds[0].Method != "drawn" {
		t.Errorf("%v is not in the order %v", seats(again), draw.Rounds[0])
	}
	cn09 := newStage(t, nil)
	cn09.start(12)
	cn09.play(cn09.draw())
	cn09.close(1)
	if refused := cn09.referee.Post(cn09.path+"/rounds", lots(upTo(12)...)).Want(422); refused.Text("errors.0.reason") != "round-not-by-lot" {
		t.Errorf("CN09 3.2b: %s", refused.Body)
	}
}

// BG 1.1.5: play goes on with those present; a game left with two takes a player
// from a game of four.
func TestAbsentFromDrawnTables(t *testing.T) {
	t.Parallel()
	s := newRanking(t, 7)
	round := s.draw()
	four, three := entries(round.Tables[0]), entries(round.Tables[1])
	absent := func(entry, number int) *apitest.Answer {
		return s.organizer.Post(s.path+"/attendance", apitest.JSON{"entry": entry, "round": number})
	}
	if got := absent(three[0], 1).Want(201); got.Value("absent") != true || got.Value("plays") != false {
		t.Errorf("BG 1.1.5: %s", got.Body)
	}
	s.referee.Get(s.round(1)).Want(200).Into(&round)
	want := [][]int{four[:3], {three[1], three[2], four[3]}}
	if diff := cmp.Diff(want, seats(round)); diff != "" {
		t.Errorf("BG 1.1.5: %s", diff)
	}
	moved := round.Reasons[len(round.Reasons)-1]
	if moved.Reason != "moved-to-short-table" || moved.Rule.Paragraph != "1.1.5" {
		t.Errorf("BG 1.1.5: %+v", round.Reasons)
	}
	absent(three[0], 1).Refused(409, "attendance-recorded")
	if refused := absent(four[0], 1).Want(422); refused.Text("rule.paragraph") != "1.1.5" {
		t.Errorf("BG 1.1.5: no table has a player to spare: %s", refused.Body)
	}
	s.playByPlace(round)
	absent(four[0], 1).Refused(409, "first-game-played")
	s.close(1)
	// They are back for the second round, and another does not come.
	away := absent(four[1], 2).Want(201).ID("id").String()
	second := s.draw()
	if slices.Contains(slices.Concat(seats(second)...), four[1]) || len(slices.Concat(seats(second)...)) != 6 {
		t.Errorf("BG 1.1.5: %v", seats(second))
	}
	s.organizer.Post(s.path+"/attendance/"+away+"/revocation", apitest.JSON{"reason": "è arrivato"}).Refused(409, "round-drawn-since")
	s.referee.Post(s.round(2)+"/discarding", apitest.JSON{"reason": "è arrivato"}).Want(204)
	s.organizer.Post(s.path+"/attendance/"+away+"/revocation", apitest.JSON{"reason": "è arrivato"}).Want(200)
	s.organizer.Post(s.path+"/attendance/"+away+"/revocation", apitest.JSON{"reason": "è arrivato"}).Refused(409, "attendance-revoked")
	if again := s.draw(); len(slices.Concat(seats(again)...)) != 7 {
		t.Errorf("everybody plays again: %v", seats(again))
	}
	s.organizer.Post(s.path+"/attendance", apitest.JSON{"entry": 1, "round": 3, "minutesLate": 5}).Refused(422, "no-rule-on-lateness")
}

// BG 1.1.5: several absent players are recorded at once, and the tables change once: a table to which nobody
// has come is not played.
func TestSeveralAbsentAtOnce(t *testing.T) {
	t.Parallel()
	s := newRanking(t, 11) // 4, 4 and 3
	round := s.draw()
	absent := func(entries ...int) *apitest.Answer {
		return s.organizer.Post(s.path+"/attendance", apitest.JSON{"entry": entries[0], "others": entries[1:], "round": 1})
	}
	three := entries(round.Tables[2])
	absent(three[0], three[0]).Refused(409, "attendance-recorded")
	absent(three...).Want(201)
	s.referee.Get(s.round(1)).Want(200).Into(&round)
	if diff := cmp.Diff([][]int{entries(round.Tables[0]), entries(round.Tables[1])}, seats(round)); diff != "" || len(seats(round)[1]) != 4 {
		t.Errorf("BG 1.1.5: nobody moves, got %v", seats(round))
	}
	var list openapi.AttendanceList
	s.organizer.Get(s.path + "/attendance").Want(200).Into(&list)
	if len(list.Items) != 3 {
		t.Errorf("three records, got %+v", list.Items)
	}
	// A player who was drawn and never came leaves before their first game: they are not in the ranking, where
	// others who left are kept.
	s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": three[0]}).Want(201)
	s.playByPlace(round)
	s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": entries(round.Tables[0])[0]}).Want(201)
	s.close(1)
	ranked := ranking(s.standings())
	if slices.Contains(ranked, three[0]) || !slices.Contains(ranked, entries(round.Tables[0])[0]) || len(ranked) != 10 {
		t.Errorf("BG 1.1.5: the ranking is %v", ranked)
	}
}

// In CN09 3.5 a player cannot miss a round: they have left.
func TestNobodyMissesARound(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	s.organizer.Post(s.path+"/attendance", apitest.JSON{"entry": 1, "round": 1}).Refused(422, "no-rule-on-absence")
}

// newClub starts an evening of SQ00 with n players in the order of their numbers.
func newClub(t *testing.T, n int, before func(*stage)) *stage {
	t.Helper()
	s := newEvent(t, "risiko-squadre-2000", nil)
	s.open()
	s.enter(n)
	s.checkIn(upTo(n)...)
	if before != nil {
		before(s)
	}
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	return s
}

// SQ00 base 1: a player who comes more than ten minutes late to the first round does not play that game; they
// play the next.
func TestLateToTheFirstRound(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "risiko-squadre-2000", nil)
	s.open()
	s.enter(8)
	s.checkIn(upTo(6)...)
	late := func(entry, round int) *apitest.Answer {
		return s.organizer.Post(s.path+"/attendance", apitest.JSON{"entry": entry, "round": round, "minutesLate": 15})
	}
	late(7, 2).Refused(422, "invalid")
	late(9, 1).Refused(422, "invalid")
	mistaken := late(8, 1).Want(201).ID("id").String()
	s.organizer.Post(s.path+"/attendance/"+mistaken+"/revocation", apitest.JSON{"reason": "non viene"}).Want(200)
	if got := late(7, 1).Want(201); got.Value("plays") != false || got.Text("explanation.rule.paragraph") != "base 1" {
		t.Errorf("SQ00 base 1: %s", got.Body)
	}
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	var states []string
	for _, e := range s.everyEntry()[5:] {
		states = append(states, string(e.State))
	}
	if diff := cmp.Diff([]string{"playing", "playing", "no-show"}, states); diff != "" {
		t.Errorf("SQ00 base 1: who comes late starts, who does not come does not: %s", diff)
	}
	first := s.draw()
	if diff := cmp.Diff([][]int{{1, 2, 3, 4, 5, 6}}, seats(first)); diff != "" {
		t.Errorf("SQ00 base 1: he does not play that game: %s", diff)
	}
	s.record(first.Tables[0], teams)
	s.close(1)
	if second := seats(s.draw()); len(second) != 2 || !slices.Contains(slices.Concat(second...), 7) {
		t.Errorf("SQ00 base 1: he plays the next: %v", second)
	}
}

// SQ00 4: the first round follows the standings of the tournament before; six at a
// table, the last at five.
func TestPreviousStandings(t *testing.T) {
	t.Parallel()
	s := newClub(t, 11, func(s *stage) {
		put := func(body apitest.JSON) *apitest.Answer {
			return s.organizer.Post(s.path+"/previous-standings", body)
		}
		put(apitest.JSON{"entries": []int{11, 11}}).Refused(422, "invalid")
		put(apitest.JSON{"entries": []int{12}}).Refused(422, "invalid")
		put(apitest.JSON{"event": s.id}).Refused(422, "invalid") // it is not over
		put(apitest.JSON{"entries": []int{1}}).Want(200)
		given := put(apitest.JSON{"entries": []int{11, 10, 9}}).Want(200)
		if given.Len("players") != 3 || given.Int("players.0.entry") != 11 {
			t.Errorf("SQ00 4: %s", given.Body)
		}
	})
	if got := s.referee.Get(s.path + "/previous-standings").Want(200); got.Int("players.2.entry") != 9 {
		t.Errorf("SQ00 4: %s", got.Body)
	}
	s.organizer.Post(s.path+"/previous-standings", apitest.JSON{"entries": []int{1}}).Refused(409, "before-start-only")
	round := s.draw()
	if diff := cmp.Diff([][]int{{11, 10, 9, 1, 2, 3}, {4, 5, 6, 7, 8}}, seats(round)); diff != "" || round.Method != "standings" {
		t.Errorf("SQ00 4: by %s: %s", round.Method, diff)
	}
	if last := round.Reasons[len(round.Reasons)-1]; last.Reason != "order-of-previous-standings" || last.Rule.Paragraph != "4" {
		t.Errorf("SQ00 4: %+v", round.Reasons)
	}
	cn09 := newStage(t, nil)
	cn09.organizer.Post(cn09.path+"/previous-standings", apitest.JSON{"entries": []int{}}).Refused(422, "no-previous-standings")
}

// SQ00 4: the standings of an earlier event of the tenant, by its players; players who enter later are found in
// it too.
func TestPreviousStandingsOfAnEvent(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "catan-ranglista-bg", apitest.JSON{"startsAt": "2009-02-01T09:30:00Z"})
	s.open()
	s.enter(4)
	s.checkIn(upTo(4)...)
	s.begin(upTo(4)...).Want(200)
	var players []string
	for _, e := range s.everyEntry() {
		players = append(players, e.Player.Id.String())
	}
	facts := apitest.JSON{
		"kind": "club", "title": "Seconda serata", "startsAt": "2009-02-08T20:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Circolo", "city": "Aosta"}, "ruleset": "risiko-squadre-2000",
	}
	next := s.federation.Path + "/events/" + s.federation.Manager.Post(s.federation.Path+"/events", facts).Want(201).ID("id").String()
	manager := s.federation.Manager
	manager.Post(next+"/previous-standings", apitest.JSON{"event": s.id}).Refused(422, "invalid") // not finished
	for round := 1; round <= 2; round++ {
		s.playByPlace(s.draw())
		s.close(round)
	}
	s.referee.Post(s.path+"/completion", nil).Want(200)
	order := ranking(s.standings())
	var given openapi.PreviousStandings
	manager.Post(next+"/previous-standings", apitest.JSON{"event": s.id}).Want(200).Into(&given)
	var got []string
	for _, line := range given.Players {
		got = append(got, line.Player.Id.String())
	}
	var want []string
	for _, entry := range order {
		want = append(want, players[entry-1])
	}
	if diff := cmp.Diff(want, got); diff != "" || given.Event.UUID != s.id {
		t.Errorf("SQ00 4: of event %s (-want +got): %s", given.Event, diff)
	}
	manager.Post(next+"/announcement", nil).Want(200)
	manager.Post(next+"/entry-opening", nil).Want(200)
	manager.Post(next+"/entries", apitest.JSON{"player": players[order[2]-1]}).Want(201)
	manager.Get(next + "/previous-standings").Want(200).Into(&given)
	if given.Players[2].Entry != 1 || given.Players[0].Entry != 0 {
		t.Errorf("SQ00 4: %+v", given.Players)
	}
}

// SQ00 7: kin sit at different tables; everybody sees who has moved and why, and only the staff sees their
// relation.
func TestKinKeptApart(t *testing.T) {
	t.Parallel()
	s := newClub(t, 12, nil)
	pair := func(a, b int) *apitest.Answer {
		return s.referee.Post(s.path+"/kept-apart", apitest.JSON{"entry": a, "other": b, "relation": "coniugi"})
	}
	s.organizer.Post(s.path+"/kept-apart", apitest.JSON{"entry": 1, "other": 3, "relation": "coniugi"}).Want(403) // the referee's discretion
	kept := pair(3, 1).Want(201)
	if kept.Int("entry.number") != 1 || kept.Text("by") != "Fabio Primo Arbitro" {
		t.Errorf("SQ00 7: %s", kept.Body)
	}
	pair(1, 3).Refused(409, "apart-already")
	pair(1, 1).Refused(422, "invalid")
	pair(1, 13).Refused(422, "invalid")
	var preview openapi.NextRound
	s.referee.Get(s.path + "/next-round").Want(200).Into(&preview)
	if !slices.Contains(reasonsOf(preview.Reasons), "kept-apart") {
		t.Errorf("SQ00 7: the preview does not say so: %+v", preview.Reasons)
	}
	if diff := cmp.Diff([]openapi.TableMove{{Entry: 3, With: 7}}, preview.Moves); diff != "" {
		t.Errorf("SQ00 7: the lower goes to the next table, the nearest comes back: %s", diff)
	}
	round := s.draw()
	if diff := cmp.Diff([][]int{{1, 2, 4, 5, 6, 7}, {3, 8, 9, 10, 11, 12}}, seats(round)); diff != "" {
		t.Errorf("SQ00 7: %s", diff)
	}
	last := round.Reasons[len(round.Reasons)-1]
	if last.Reason != "kept-apart" || last.Rule.Paragraph != "7" {
		t.Errorf("SQ00 7: %+v", round.Reasons)
	}
	discard := func() {
		s.referee.Post(s.round(1)+"/discarding", apitest.JSON{"reason": "nuovo sorteggio"}).Want(204)
	}
	discard()
	s.server.Restart()
	if diff := cmp.Diff([][]int{{1, 2, 4, 5, 6, 7}, {3, 8, 9, 10, 11, 12}}, seats(s.draw())); diff != "" {
		t.Errorf("SQ00 7 after a draw that was discarded: %s", diff)
	}
	discard()
	revoke := s.path + "/kept-apart/" + kept.ID("id").String() + "/revocation"
	s.referee.Post(revoke, apitest.JSON{"reason": "non sono parenti"}).Want(200)
	s.referee.Post(revoke, apitest.JSON{"reason": "non sono parenti"}).Refused(409, "apart-revoked")
	if diff := cmp.Diff([][]int{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}}, seats(s.draw())); diff != "" {
		t.Errorf("SQ00 7 after the record was taken back: %s", diff)
	}
	other := newStage(t, nil)
	other.referee.Post(other.path+"/kept-apart", apitest.JSON{"entry": 1, "other": 2, "relation": "fratelli"}).Refused(422, "nobody-kept-apart")
}

// SQ00 base 1: up to ten minutes late one gives up the first three cards, later one
// does not play.
func TestLateToARound(t *testing.T) {
	t.Parallel()
	s := newClub(t, 13, nil)
	late := func(entry, minutes int) *apitest.Answer {
		return s.organizer.Post(s.path+"/attendance", apitest.JSON{"entry": entry, "round": 1, "minutesLate": minutes})
	}
	ten := late(2, 10).Want(201)
	if ten.Value("plays") != true || ten.Int("cardsForgone") != 3 || ten.Text("explanation.rule.paragraph") != "base 1" {
		t.Errorf("SQ00 base 1: %s", ten.Body)
	}
	if eleven := late(5, 11).Want(201); eleven.Value("plays") != false || eleven.Text("explanation.reason") != "came-too-late" {
		t.Errorf("SQ00 base 1: %s", eleven.Body)
	}
	s.organizer.Post(s.path+"/attendance", apitest.JSON{"entry": 1, "round": 2}).Refused(422, "invalid")
	round := s.draw()
	if diff := cmp.Diff([][]int{{1, 2, 3, 4, 6, 7}, {8, 9, 10, 11, 12, 13}}, seats(round)); diff != "" {
		t.Errorf("SQ00 base 1: %s", diff)
	}
	late(3, 4).Want(201) // they sit at their table and give up three cards
	late(4, 20).Refused(409, "round-drawn-otherwise")
	s.server.Anonymous().Get(s.round(1)).Want(200).Into(&round)
	if l := round.Late; len(l) != 3 || l[0].Entry.Number != 2 || l[1].CardsForgone != 3 || l[2].Plays || l[2].Explanation.Reason != "came-too-late" {
		t.Errorf("SQ00 base 1: everybody sees who was late: %+v", l)
	}
	var list openapi.AttendanceList
	s.organizer.Get(s.path + "/attendance").Want(200).Into(&list)
	if len(list.Items) != 3 || list.Items[2].CardsForgone != 3 {
		t.Errorf("got %+v", list.Items)
	}
}

// Two record one absence at the same moment: one does.
func TestRaceOfOneAbsence(t *testing.T) {
	t.Parallel()
	s := newClub(t, 13, nil)
	absent := func() *apitest.Answer {
		return s.organizer.Post(s.path+"/attendance", apitest.JSON{"entry": 2, "round": 1})
	}
	if got := statuses(race(absent, absent)); !slices.Equal(got, []int{201, 409}) {
		t.Errorf("got %v", got)
	}
}
