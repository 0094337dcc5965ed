package leagueapi_test

import (
	"slices"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// drawOf is the document of a round's draw as anybody reads it, found right by the
// checker.
func (s *stage) drawOf(round int) openapi.RoundDraw {
	s.t.Helper()
	s.verified(s.round(round) + "/draw")
	var d openapi.RoundDraw
	s.server.Anonymous().Get(s.round(round) + "/draw").Want(200).Into(&d)
	return d
}

// unchanged checks that the documents of the rounds up to one are the same as before.
func (s *stage) unchanged(hashes []string) {
	s.t.Helper()
	for i, hash := range hashes {
		if now := s.drawOf(i + 1).Hash; now != hash {
			s.t.Errorf("the document of round %d has changed since", i+1)
		}
	}
}

// BG 1.2.4, 1.1.5: rounds by lot, one of them out of a hat; a player does not come once the tables are drawn.
func TestDrawsOfBulgaria(t *testing.T) {
	t.Parallel()
	s := newRanking(t, 7)
	s.verified(s.path + "/draw")
	first := s.draw()
	planned := s.drawOf(1).Plan
	missing, moved := entries(first.Tables[1])[0], entries(first.Tables[0])[3]
	s.organizer.Post(s.path+"/attendance", apitest.JSON{"entry": missing, "round": 1}).Want(201)
	d := s.drawOf(1)
	if len(d.Absent) != 1 || d.Absent[0].Entry != missing || d.Absent[0].Paragraph != "1.1.5" || !slices.EqualFunc(planned, d.Plan, func(a, b openapi.Seating) bool { return slices.Equal(a.Entries, b.Entries) }) {
		t.Errorf("BG 1.1.5: the plan stands, and %d is missing from it: %+v", missing, d)
	}
	if !slices.Contains(d.Tables[1].Entries, moved) || d.Change.Reason != "" {
		t.Errorf("BG 1.1.5: %d has moved by the rule, not by hand: %+v, %+v", moved, d.Tables, d.Change)
	}
	s.referee.Get(s.round(1)).Want(200).Into(&first)
	s.playByPlace(first)
	s.close(1)
	hashes := []string{s.drawOf(1).Hash}
	// Somebody stays away from the second round, whose order comes out of a hat.
	s.organizer.Post(s.path+"/attendance", apitest.JSON{"entry": moved, "round": 2}).Want(201)
	lots := []apitest.JSON{}
	for i, entry := range slices.DeleteFunc(upTo(7), func(n int) bool { return n == moved }) {
		lots = append(lots, apitest.JSON{"entry": entry, "number": 7 - i})
	}
	s.referee.Post(s.path+"/rounds", apitest.JSON{"lots": lots, "reason": "жребий от шапка"}).Want(201)
	var second openapi.Round
	s.referee.Get(s.round(2)).Want(200).Into(&second)
	d = s.drawOf(2)
	if d.Seating.ByHand != "жребий от шапка" || len(d.Seating.Out) != 1 || d.Seating.Out[0].Entry != moved || d.Seating.Out[0].Reason != "absent" || d.Change.Reason != "" {
		t.Errorf("BG 1.2.4: %+v", d.Seating)
	}
	s.verified(s.path + "/draw")
	s.playByPlace(second)
	s.close(2)
	s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": missing, "reason": "malore", "unexcused": true}).Want(201)
	third := s.draw()
	if d = s.drawOf(3); d.Seating.Basis != "draw" || d.Seating.ByHand != "" || len(d.Seating.Out) != 1 {
		t.Errorf("BG 1.2.4: %+v", d.Seating)
	}
	s.playByPlace(third)
	s.close(3)
	s.unchanged(append(hashes, s.drawOf(2).Hash))
}

// JP22 4: reserves have stepped in, one for another; the draw stays the same.
func TestDrawsOfJustPlay(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "just-play-2022", nil)
	s.open()
	s.enter(11)
	s.checkIn(upTo(11)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	drawn := s.verified(s.path + "/draw")
	step := func(gone int) {
		s.organizer.Post(s.entry(gone)+"/replacement", apitest.JSON{"reason": "non si presenta"}).Want(200)
	}
	step(3)
	first := s.draw()
	step(9)
	other := slices.DeleteFunc(entries(first.Tables[0]), func(entry int) bool { return entry == 9 })[0]
	step(other)
	d := s.drawOf(1)
	want := []openapi.DrawReplacement{{Entry: 9, Replaces: 3}, {Entry: 10, Replaces: 9}, {Entry: 11, Replaces: other}}
	if !slices.Equal(d.Replacements, want) || d.Change.Reason != "" || !slices.Contains(d.Tables[0].Entries, 11) {
		t.Errorf("JP22 4: %+v at %+v", d.Replacements, d.Tables)
	}
	if again := s.verified(s.path + "/draw"); !slices.Equal(again.Checked, drawn.Checked) {
		t.Errorf("the draw of the event is another: %q", again.Checked)
	}
	s.referee.Get(s.round(1)).Want(200).Into(&first)
	for _, table := range first.Tables {
		s.record(table, "declared 10! 8 8 5")
	}
	s.close(1)
	s.draw()
	if d = s.drawOf(2); len(d.Replacements) != 3 || d.Seating.Basis != "qualified" {
		t.Errorf("JP22 3: %+v", d)
	}
	s.unchanged([]string{s.drawOf(1).Hash})
}

// JP22 2: a player who has won a table and gone home does not hold up the final: the next of that table plays
// it.
func TestFinalOfJustPlayWithoutAWinner(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "just-play-2022", nil)
	s.open()
	s.enter(12)
	s.checkIn(upTo(12)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	first := s.draw()
	for _, table := range first.Tables {
		s.record(table, "declared 10! 8 5")
	}
	s.close(1)
	winner, next := first.Tables[1].Seats[0].Number, first.Tables[1].Seats[1].Number
	s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": winner, "reason": "deve andare"}).Want(201)
	finalist := s.standings().Finalists[1]
	if finalist.Entry.Number != next || finalist.Replaces.Number != winner || finalist.Text == "" || finalist.Rule.Paragraph != "2" {
		t.Errorf("JP22 2: %+v", finalist)
	}
	final := s.draw()
	s.verified(s.round(2) + "/draw")
	if seated := entries(final.Tables[0]); slices.Contains(seated, winner) || !slices.Contains(seated, next) || len(seated) != 4 {
		t.Errorf("JP22 2: the final is played by %v without %d", seated, winner)
	}
}

// SQ00 4, 7: the standings of the event before, kin kept apart from the second round on and no more in the
// third, a player who comes too late.
func TestDrawsOfSquadre(t *testing.T) {
	t.Parallel()
	s := newClub(t, 13, func(s *stage) {
		s.organizer.Post(s.path+"/previous-standings", apitest.JSON{"entries": []int{12, 2, 7}}).Want(200)
	})
	s.organizer.Post(s.path+"/attendance", apitest.JSON{"entry": 13, "round": 1, "minutesLate": 30}).Want(201)
	var hashes []string
	var pair string
	for round := 1; round <= 3; round++ {
		if round == 3 {
			s.referee.Post(s.path+"/kept-apart/"+pair+"/revocation", apitest.JSON{"reason": "non sono parenti"}).Want(200)
		}
		now := s.draw()
		d := s.drawOf(round)
		hashes = append(hashes, d.Hash)
		switch round {
		case 1:
			if d.Seating.Basis != "previous" || d.Seating.Order[0].Entry != 12 || d.Seating.Out[0].Reason != "came-too-late" || len(d.Moves) > 0 {
				t.Errorf("SQ00 4: %+v", d.Seating)
			}
		case 2:
			if len(d.Moves) != 1 || d.Moves[0].Grounds.Reason != "kept-apart" || len(d.Seating.Apart.Pairs) != 1 {
				t.Errorf("SQ00 7: %+v, %+v", d.Moves, d.Seating.Apart)
			}
		case 3:
			if len(d.Moves) != 0 || len(d.Seating.Apart.Pairs) != 0 {
				t.Errorf("SQ00 7: nobody is kept apart any more: %+v", d.Seating.Apart)
			}
		}
		for _, table := range now.Tables {
			s.record(table, map[int]string{6: teams, 4: "completed 10 20 30 40", 5: "completed 10 20 30 40 15"}[len(table.Seats)])
		}
		s.close(round)
		s.referee.Post(s.path+"/sanctions", apitest.JSON{"entry": entries(now.Tables[0])[0], "kind": "points", "moment": "after-round", "reason": "disturba", "offense": "disturbance"}).Want(201)
		if round == 1 { // the first two of the standings
			ranked := ranking(s.rank("", "it"))
			pair = s.referee.Post(s.path+"/kept-apart", apitest.JSON{"entry": ranked[0], "other": ranked[1], "relation": "coniugi"}).Want(201).ID("id").String()
		}
		s.unchanged(hashes)
	}
}

// FG14 3: by lot, by standings, and a final with a substitute.
func TestDrawsOfFirenze(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "firenzegioca-2014", nil)
	s.open()
	s.enter(13)
	s.checkIn(upTo(13)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	var bases []string
	var hashes []string
	for round := 1; round <= 3; round++ {
		now := s.draw()
		d := s.drawOf(round)
		bases, hashes = append(bases, string(d.Seating.Basis)), append(hashes, d.Hash)
		if round == 3 {
			if out := len(d.Seating.Out); out != 2 || d.Change.Reason != "" {
				t.Errorf("FG14 3: %d are out of the final's order: %+v", out, d.Seating.Out)
			}
		}
		s.playWithFigures(now)
		s.close(round)
		if round < 3 {
			s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": ranking(s.standings())[1], "reason": "deve andare"}).Want(201)
		}
		s.unchanged(hashes)
	}
	if !slices.Equal(bases, []string{"draw", "standings", "seeds"}) {
		t.Errorf("FG14 3: seated by %v", bases)
	}
}

// CN09 3.3 read so that a schedule is made: the checker makes it again.
func TestDrawsOfAMadeSchedule(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"pairing": "fixed-schedule", "readings": apitest.JSON{"D002-6": "schedule/1"}})
	s.open()
	s.enter(12)
	s.checkIn(upTo(12)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	if report := s.verified(s.path + "/draw"); !slices.Contains(report.Checked, "the schedule is as good as it says") {
		t.Errorf("the quality was not checked: %q", report.Checked)
	}
	s.play(s.draw())
	d := s.drawOf(1)
	if d.Seating.Algorithm != "schedule/1" || d.Seating.Rounds < 2 {
		t.Errorf("CN09 3.3: %+v", d.Seating)
	}
	report := s.verified(s.round(1) + "/draw")
	if slices.Contains(report.Believed, "that the schedule is that of the ruleset") {
		t.Errorf("the schedule is believed: %q", report.Believed)
	}
	s.close(1)
	s.draw()
	s.drawOf(2)
	s.unchanged([]string{d.Hash})
}
