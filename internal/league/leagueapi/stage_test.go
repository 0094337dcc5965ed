package leagueapi_test

import (
	"encoding/hex"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/seating"
	"referto/openapi"
)

// A stage of 17 by the formula Club, from the announcement to the final
// standings, as CN09 3.2 prints its example.
func TestStageFromAnnouncementToFinalStandings(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	stranger := s.server.Anonymous()

	stranger.Get(s.path).Refused(404, "not-found") // a draft
	s.start(17)

	var event openapi.Event
	stranger.Get(s.path).Want(200).Into(&event)
	if event.State != "running" || !event.Format.Fixed || event.Format.Rounds != 3 || event.Format.Semifinal || !event.Format.Final {
		t.Errorf("CN09 3.2: 17 play three rounds and a final, got %+v", event.Format)
	}
	if diff := cmp.Diff([]int{4, 4, 3, 3, 3}, event.Format.TableSizes); diff != "" {
		t.Errorf("CN09 3.2a: 2 tables of four and 3 of three: %s", diff)
	}

	first := s.draw()
	if first.Method != "lot" || !slices.Equal(entries(first.Tables[0]), []int{1, 2, 3, 4}) || !slices.Equal(entries(first.Tables[4]), []int{15, 16, 17}) {
		t.Errorf("CN09 3.2a: the first round is seated by lot, got %v", first.Tables)
	}
	s.play(first)
	if got := s.standings(); got.State != "provisional" || got.TablesReported != 5 {
		t.Errorf("before the round is closed the standings are provisional, got %s with %d tables", got.State, got.TablesReported)
	}
	s.close(1)

	after := s.standings()
	// Winners of tables of three have 10 of 25 (40.00), those of tables of four 10 of 30 (33.33).
	if diff := cmp.Diff([]int{9, 12, 15, 1, 5}, ranking(after)[:5]); diff != "" {
		t.Errorf("CN09 3.2b: wins, points, then percentage: %s", diff)
	}
	if row := after.Rows[3]; row.DecidedBy.Criterion != "share" || row.DecidedBy.Rule.Paragraph == "" || row.Figures[2] != "33.33" {
		t.Errorf("rank 4 is decided by the share of points, got %+v", row)
	}
	if row := after.Rows[1]; !row.DecidedBy.ByLot {
		t.Errorf("rank 2 is decided by lot, got %+v", row.DecidedBy)
	}

	second := s.draw()
	if second.Method != "standings" || !slices.Equal(entries(second.Tables[0]), ranking(after)[:4]) {
		t.Errorf("CN09 3.2b: the first four sit together, got %v after %v", entries(second.Tables[0]), ranking(after))
	}
	s.play(second)
	s.close(2)
	third := s.draw()
	s.play(third)
	s.close(3)

	preliminary := s.standings()
	if preliminary.Cut.After != 4 || preliminary.Cut.Rule.Paragraph == "" {
		t.Errorf("CN09 3.2d: the first four go on, got %+v", preliminary.Cut)
	}
	s.referee.Post(s.path+"/completion", nil).Refused(409, "event-not-over")
	final := s.draw()
	if final.Kind != "final" || !slices.Equal(entries(final.Tables[0]), ranking(preliminary)[:4]) {
		t.Errorf("CN09 3.2d: the final of the first four, got %v", entries(final.Tables[0]))
	}
	s.play(final)
	s.close(4)
	s.referee.Post(s.path+"/rounds", apitest.JSON{}).Refused(409, "event-has-no-further-round")
	s.referee.Post(s.path+"/completion", nil).Want(200)

	over := s.standings()
	if over.State != "final" || len(over.Rows) != 17 || over.Rows[0].Entry.Number != entries(final.Tables[0])[0] {
		t.Fatalf("final standings: %s with %d rows", over.State, len(over.Rows))
	}
	for i, row := range over.Rows {
		if row.Rank != i+1 || row.DecidedBy.Reason == "" || row.DecidedBy.Text == "" {
			t.Errorf("rank %d of entry %d says no reason: %+v", row.Rank, row.Entry.Number, row.DecidedBy)
		}
	}
	s.referee.Post(s.table(4, 1)+"/result", result(final.Tables[0])).Refused(409, "event-not-running")
}

// The revealed secret and the list are enough to recompute every lot.
func TestDrawCanBeRecomputed(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	s.enter(13)
	var sealed openapi.Draw
	s.server.Anonymous().Get(s.path + "/draw").Want(200).Into(&sealed)
	if sealed.Method != "sealed" || sealed.Commitment == "" || sealed.Secret != "" || sealed.Seed != "" {
		t.Fatalf("before the start only the commitment is known: %+v", sealed)
	}
	for i := 1; i <= 13; i++ {
		s.organizer.Post(s.entry(i)+"/check-in", nil).Want(200)
	}
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	var draw openapi.Draw
	s.server.Anonymous().Get(s.path + "/draw").Want(200).Into(&draw)
	secret, err := hex.DecodeString(draw.Secret)
	if err != nil {
		t.Fatal(err)
	}
	commitment := seating.Commitment(secret)
	if got := hex.EncodeToString(commitment[:]); got != sealed.Commitment || draw.Commitment != sealed.Commitment {
		t.Errorf("the secret is not the one committed to: %s, %s", got, sealed.Commitment)
	}
	var players []string
	numbers := map[string]int{}
	var page openapi.EntryPage
	s.organizer.Get(s.path + "/entries").Want(200).Into(&page)
	var playing []league.Entry
	for _, e := range page.Items {
		players = append(players, e.Player.Id.String())
		numbers[e.Player.Id.String()] = e.Number
		playing = append(playing, league.Entry(e.Number))
	}
	seed := seating.Seed(secret, players)
	if got := hex.EncodeToString(seed[:]); got != draw.Seed {
		t.Fatalf("the seed is not that of the list: %s, %s", got, draw.Seed)
	}
	lots := seating.DrawLots(seed, playing)
	for _, lot := range draw.Lots {
		if lots[league.Entry(lot.Entry)] != lot.Number {
			t.Errorf("entry %d has lot %d, recomputed %d", lot.Entry, lot.Number, lots[league.Entry(lot.Entry)])
		}
	}
	order := seating.Shuffle(seed, seating.PurposeFirstRound, playing)
	first := s.draw()
	var seated []league.Entry
	for _, table := range first.Tables {
		for _, n := range entries(table) {
			seated = append(seated, league.Entry(n))
		}
	}
	if diff := cmp.Diff(order, seated); diff != "" {
		t.Errorf("round 1 is not seated in the order drawn: %s", diff)
	}
}

func TestFixedScheduleIsThePrintedOne(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"pairing": "fixed-schedule"})
	s.open()
	s.enter(13)
	places := []apitest.JSON{}
	for i := 1; i <= 13; i++ {
		s.organizer.Post(s.entry(i)+"/check-in", nil).Want(200)
		places = append(places, apitest.JSON{"entry": i, "number": i})
	}
	s.referee.Post(s.path+"/start", apitest.JSON{"places": places, "reason": "posti scelti"}).Want(200)
	first := s.draw()
	// CN09 3.3 for 13: places 16, 15, 14 fall away, so tables 4, 3, 2 have three.
	want := [][]int{{1, 5, 9, 13}, {2, 6, 10}, {3, 7, 11}, {4, 8, 12}}
	for i, table := range first.Tables {
		if diff := cmp.Diff(want[i], entries(table)); diff != "" {
			t.Errorf("CN09 3.3 round 1 table %d: %s", i+1, diff)
		}
	}
}

func TestCompareSaysTermByTerm(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	first := s.draw()
	s.play(first)
	s.close(1)
	var c openapi.Comparison
	s.server.Anonymous().Get(s.path+"/standings/compare?a=2&b=1", apitest.Header("Accept-Language", "it")).Want(200).Into(&c)
	if c.Above != 1 || c.Lines[0].Criterion != "wins" || !c.Lines[0].Decides || c.Rule.Code != "CN09" {
		t.Errorf("entry 1 has won and entry 2 has not: %+v", c)
	}
	if share := c.Lines[2]; share.A.Sum != "26.66" || share.A.Terms[0].Vp != 8 || share.A.Terms[0].Of != "30" || share.B.Sum != "33.33" {
		t.Errorf("CN09 3.2c: 8 of 30 is 26.66, 10 of 30 is 33.33, got %+v", share)
	}
	s.server.Anonymous().Get(s.path+"/standings/compare?a=2&b=99").Refused(404, "not-found")
	s.server.Anonymous().Get(s.path+"/standings?round=9").Refused(404, "not-found")
}

// Acts that the state of an event does not allow, and acts that the ruleset does not.
func TestGuards(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 13})
	s.organizer.Post(s.path+"/entry-opening", nil).Refused(409, "event-state")
	s.open()
	s.organizer.Post(s.path+"/announcement", nil).Refused(409, "event-state")
	s.enter(14)
	if waiting := s.organizer.Get(s.entry(14)).Want(200); waiting.Text("state") != "waiting" || waiting.Value("waitingPosition").(interface{ String() string }).String() != "1" {
		t.Errorf("the 14th of 13 waits first: %s", waiting.Body)
	}
	s.organizer.Post(s.entry(14)+"/check-in", nil).Refused(409, "entry-state")
	s.organizer.Post(s.entry(13)+"/cancellation", apitest.JSON{"reason": "influenza"}).Want(200)
	if promoted := s.organizer.Get(s.entry(14)).Want(200); promoted.Text("state") != "entered" {
		t.Errorf("the first who waits moves up: %s", promoted.Body)
	}
	s.referee.Post(s.path+"/rounds", apitest.JSON{}).Refused(409, "event-not-running")
	for i := 1; i <= 11; i++ {
		s.organizer.Post(s.entry(i)+"/check-in", nil).Want(200)
	}
	refused := s.referee.Post(s.path+"/start", apitest.JSON{}).Want(422)
	if refused.Text("rule.paragraph") != "3.2" {
		t.Errorf("CN09 3.2 knows no structure for 11: %s", refused.Body)
	}
	s.organizer.Post(s.entry(12)+"/check-in", nil).Want(200)
	s.organizer.Post(s.entry(14)+"/check-in", nil).Want(200)
	s.organizer.Delete(s.entry(14) + "/check-in").Want(200)
	s.organizer.Delete(s.entry(14)+"/check-in").Refused(409, "entry-state")
	s.referee.Post(s.path+"/start", apitest.JSON{"lots": []apitest.JSON{{"entry": 1, "number": 1}}, "reason": "a mano"}).Refused(422, "invalid")
	s.referee.Post(s.path+"/start", apitest.JSON{"lots": []apitest.JSON{}}).Refused(422, "invalid")
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	if absent := s.organizer.Get(s.entry(14)).Want(200); absent.Text("state") != "no-show" {
		t.Errorf("who is not checked in did not come: %s", absent.Body)
	}
	s.referee.Post(s.path+"/start", apitest.JSON{}).Refused(409, "event-state")
	s.organizer.Post(s.path+"/entries", apitest.JSON{"player": s.player(20)}).Refused(409, "entries-not-open")
	s.organizer.Post(s.entry(1)+"/cancellation", apitest.JSON{"reason": "tardi"}).Refused(409, "event-started")

	first := s.draw()
	s.referee.Post(s.path+"/rounds", apitest.JSON{}).Refused(409, "results-missing")
	s.referee.Post(s.round(1)+"/closing", nil).Refused(409, "results-missing")
	s.referee.Post(s.table(1, 9)+"/result", result(first.Tables[0])).Refused(404, "not-found")
	s.referee.Post(s.round(1)+"/discarding", apitest.JSON{"reason": "un tavolo sbagliato"}).Want(204)
	again := s.draw()
	if diff := cmp.Diff(first.Tables, again.Tables); diff != "" {
		t.Errorf("the same lots give the same draw: %s", diff)
	}
	s.play(again)
	s.referee.Post(s.path+"/rounds", apitest.JSON{}).Refused(409, "round-not-closed")
	s.referee.Post(s.round(1)+"/discarding", apitest.JSON{"reason": "troppo tardi"}).Refused(409, "round-has-results")
	s.close(1)
	s.referee.Post(s.round(1)+"/closing", nil).Refused(409, "round-closed")
	s.draw()
	s.referee.Post(s.round(1)+"/reopening", apitest.JSON{"reason": "troppo tardi"}).Refused(409, "round-not-latest")

	etag := s.organizer.Get(s.path).Want(200).ETag()
	s.organizer.Patch(s.path, apitest.JSON{"formula": "convention"}, apitest.Match(etag)).Refused(409, "frozen")
	s.organizer.Patch(s.path, apitest.JSON{"notes": "Portate una penna"}).Refused(428, "if-match-missing")
	s.organizer.Patch(s.path, apitest.JSON{"notes": "Portate una penna"}, apitest.Match(`"0"`)).Refused(412, "stale")
	s.organizer.Patch(s.path, apitest.JSON{"notes": "Portate una penna"}, apitest.Match(etag)).Want(200)
	s.organizer.Post(s.path+"/cancellation", apitest.JSON{"reason": "neve"}).Refused(409, "event-state")
}

func TestSeatingByHand(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	seat := func(tables ...[]int) []apitest.JSON {
		var out []apitest.JSON
		for i, e := range tables {
			out = append(out, apitest.JSON{"table": i + 1, "entries": e})
		}
		return out
	}
	tests := []struct {
		name    string
		tables  []apitest.JSON
		reason  any
		pointer string
	}{
		{"without a reason", seat([]int{1, 2, 3, 4}, []int{5, 6, 7, 8}, []int{9, 10, 11, 12}), nil, "/reason"},
		{"somebody twice", seat([]int{1, 2, 3, 4}, []int{5, 6, 7, 4}, []int{9, 10, 11, 12}), "fratelli divisi", "/tables/1/entries/3"},
		{"somebody who does not play", seat([]int{1, 2, 3, 40}, []int{5, 6, 7, 8}, []int{9, 10, 11, 12}), "fratelli divisi", "/tables/0/entries/3"},
		{"CN09 3.2a a table of five", seat([]int{1, 2, 3, 4, 5}, []int{6, 7, 8, 9}, []int{10, 11, 12}), "fratelli divisi", "/tables"},
	}
	for _, tt := range tests {
		body := apitest.JSON{"tables": tt.tables, "acceptedBy": "Olga Organizzatrice"}
		if tt.reason != nil {
			body["reason"] = tt.reason
		}
		refused := s.referee.Post(s.path+"/rounds", body).Refused(422, "invalid")
		var p openapi.Problem
		refused.Into(&p)
		if !slices.ContainsFunc(p.Errors, func(e openapi.Explanation) bool { return e.Pointer == tt.pointer }) {
			t.Errorf("%s: no fault at %s: %+v", tt.name, tt.pointer, p.Errors)
		}
	}
	good := seat([]int{1, 5, 9, 4}, []int{2, 6, 10, 8}, []int{3, 7, 11, 12})
	for reason, body := range map[string]apitest.JSON{
		"second-name-missing":  {"tables": good, "reason": "fratelli divisi"},
		"second-name-is-first": {"tables": good, "reason": "fratelli divisi", "acceptedBy": " fabio  primo ARBITRO "},
	} {
		if got := s.referee.Post(s.path+"/rounds", body).Refused(422, "invalid").Text("errors.0.reason"); got != reason {
			t.Errorf("accepted by %v: %s, want %s", body["acceptedBy"], got, reason)
		}
	}
	var round openapi.Round
	s.referee.Post(s.path+"/rounds", apitest.JSON{"tables": good, "reason": "fratelli divisi", "acceptedBy": "Olga Organizzatrice"}).Want(201).Into(&round)
	if round.Method != "by-hand" || round.HandReason != "fratelli divisi" || !slices.Equal(entries(round.Tables[0]), []int{1, 5, 9, 4}) {
		t.Errorf("drawn otherwise: %+v", round)
	}
}

func TestSemifinals(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"formula": "convention"})
	s.start(26)
	s.play(s.draw())
	s.close(1)
	s.play(s.draw())
	s.close(2)
	ranked := ranking(s.standings())
	semifinal := s.draw()
	if semifinal.Kind != "semifinal" || semifinal.Method != "seeded" {
		t.Fatalf("CN09 3.2: 26 by Convention play a semifinal after two rounds, got %s", semifinal.Kind)
	}
	for i, seeds := range [][]int{{1, 8, 9, 16}, {2, 7, 10, 15}, {3, 6, 11, 14}, {4, 5, 12, 13}} {
		var want []int
		for _, seed := range seeds {
			want = append(want, ranked[seed-1])
		}
		if diff := cmp.Diff(want, entries(semifinal.Tables[i])); diff != "" {
			t.Errorf("CN09 3.2d semifinal %d is %v: %s", i+1, seeds, diff)
		}
	}
	s.play(semifinal)
	s.close(3)
	// CN09 3.5: a player who leaves after the semifinal is replaced by the best of the same.
	winner := entries(semifinal.Tables[1])[0]
	s.referee.Post(s.path+"/withdrawals", apitest.JSON{"entry": winner, "reason": "un treno da prendere"}).Want(201)
	final := s.draw()
	want := []int{entries(semifinal.Tables[0])[0], entries(semifinal.Tables[1])[1], entries(semifinal.Tables[2])[0], entries(semifinal.Tables[3])[0]}
	got := entries(final.Tables[0])
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("CN09 3.5: %s", diff)
	}
	if final.Number != 4 || strconv.Itoa(len(final.Reasons)) == "0" {
		t.Errorf("the final says why these four: %+v", final.Reasons)
	}
}
