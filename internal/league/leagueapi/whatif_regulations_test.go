package leagueapi_test

import (
	"slices"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// whatIf asks a person's question.
func (s *stage) whatIf(by *apitest.Client, act string, body apitest.JSON) openapi.WhatIf {
	s.t.Helper()
	var answer openapi.WhatIf
	by.Post(s.path+"/what-if", apitest.JSON{act: body}).Want(200).Into(&answer)
	return answer
}

// SQ00 base 22: the changes by a void game, from the first game to the last: its score is pending, then copied;
// the player at fault is out. SQ00 penalties: points of one and of a team.
func TestWhatIfOfSquadre(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 12, "risiko-squadre-2000", 105, nil)
	first := s.draw()
	s.record(first.Tables[0], teams)
	s.record(first.Tables[1], teams)
	seated := entries(first.Tables[0])
	void := apitest.JSON{"round": 1, "table": 1, "for": seated[:5], "atFault": seated[5:]}
	answer := s.whatIf(s.referee, "void", void)
	if len(answer.Pending) != 5 || answer.Pending[0].Explanation.Reason != "void-score-pending" || answer.Struck[0].Entry.Number != seated[5] || answer.Struck[0].Cause != "wrecked-game" {
		t.Errorf("SQ00 base 22: %+v", answer)
	}
	if i := slices.IndexFunc(answer.Figures, func(f openapi.WhatIfFigure) bool { return f.Entry.Number == seated[0] && f.Criterion == "points" }); i < 0 || answer.Figures[i].Before != "33.0" || answer.Figures[i].After != "0.0" {
		t.Errorf("SQ00 base 22: 33 points would wait: %+v", answer.Figures)
	}

	penalty := apitest.JSON{"entry": seated[1], "kind": "points", "moment": "after-round", "reason": "disturba", "offense": "disturbance"}
	figures := s.whatIf(s.referee, "sanction", penalty).Figures
	if len(figures) != 1 || figures[0].Entry.Number != seated[1] || figures[0].Before != "33.0" || figures[0].After != "26.0" {
		t.Errorf("SQ00 penalties: seven points less: %+v", figures)
	}
	penalty["offense"] = "deliberate-overplacement"
	if figures := s.whatIf(s.referee, "sanction", penalty).Figures; len(figures) != 1 || figures[0].After != "8.0" {
		t.Errorf("SQ00 base 6: 25 points less: %+v", figures)
	}
	penalty["offense"], penalty["forTeam"] = "objective-revealed", true
	penalty["points"] = "-7"
	if figures := s.whatIf(s.referee, "sanction", penalty).Figures; len(figures) != 3 {
		t.Errorf("SQ00 penalties: the whole team loses seven points: %+v", figures)
	}

	// The first table is void; later its score is that of the next round.
	body := s.asWritten(s.firstTable(1))
	body["void"] = apitest.JSON{"for": seated[:5], "atFault": seated[5:]}
	s.correct(first.Tables[0], body).Want(200)
	s.close(1)
	second := s.draw()
	for i, table := range second.Tables {
		if i > 0 {
			s.put(table, s.filled(table, s.pointsFor(table)))
		}
	}
	result := s.filled(second.Tables[0], s.pointsFor(second.Tables[0]))
	s.put(second.Tables[0], result)
	at := s.firstTable(2)
	answer = s.whatIf(s.referee, "void", apitest.JSON{"round": 2, "table": 1, "for": entries(at)})
	for _, score := range answer.Copied {
		t.Errorf("SQ00 base 22: with a round to come nobody's score is known: %+v", score)
	}
	if len(answer.Pending) < len(at.Seats) {
		t.Errorf("SQ00 base 22: two games would wait for those who were void before: %+v", answer.Pending)
	}
	s.close(2)
	third := s.draw()
	for _, table := range third.Tables {
		s.put(table, s.filled(table, s.pointsFor(table)))
	}
	answer = s.whatIf(s.referee, "void", apitest.JSON{"round": 3, "table": 1, "for": entries(third.Tables[0])})
	if len(answer.Pending) != 0 || len(answer.Copied) != len(third.Tables[0].Seats) || answer.Copied[0].FromRound != 2 || answer.Copied[0].Explanation.Rule.Paragraph != "base 22" {
		t.Errorf("SQ00 base 22: in the last round the score is that of the round before: %+v", answer.Copied)
	}
}

// pointsFor is a game of a table of SQ00 of any size.
func (s *stage) pointsFor(t openapi.Table) string {
	if len(t.Seats) == 6 {
		return teams
	}
	return "completed 10 20 30 40 15"[:len("completed")+3*len(t.Seats)]
}

func (s *stage) firstTable(round int) openapi.Table {
	s.t.Helper()
	var table openapi.Table
	s.referee.Get(s.table(round, 1)).Want(200).Into(&table)
	return table
}

// SQ00 penalties: a penalty for a team falls on each of it, and each can be seen.
func TestPenaltyOfATeam(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 6, "risiko-squadre-2000", 105, nil)
	table := s.draw().Tables[0]
	s.record(table, teams)
	seated := entries(table)
	s.referee.Post(s.path+"/sanctions", apitest.JSON{
		"entry": seated[4], "kind": "points", "moment": "after-round", "reason": "obiettivo rivelato", "offense": "objective-revealed", "points": "-2", "forTeam": true,
	}).Want(201)
	var list openapi.SanctionList
	s.referee.Get(s.path + "/sanctions").Want(200).Into(&list)
	var got []int
	for _, sanction := range list.Items {
		got = append(got, sanction.Entry.Number)
		if sanction.Points != "-2" || sanction.Offense != "objective-revealed" {
			t.Errorf("SQ00 penalties: %+v", sanction)
		}
	}
	slices.Sort(got)
	team := slices.Sorted(slices.Values(seated[3:]))
	if !slices.Equal(got, team) {
		t.Errorf("SQ00 penalties: fell on %v, the team is %v", got, team)
	}
	for _, row := range s.rank("", "it").Rows {
		want := "33.0"
		if slices.Contains(team, row.Entry.Number) {
			want = "3.0"
		}
		if row.Figures[0] != want {
			t.Errorf("SQ00 penalties: entry %d has %s points, want %s", row.Entry.Number, row.Figures[0], want)
		}
	}
}

// BG 1.1.7 and 1.1.4: who would be barred for leaving; after the end nobody can be disqualified, and nobody is
// shown what that would change. BG 1.1.5: who would move.
func TestWhatIfOfBulgaria(t *testing.T) {
	t.Parallel()
	s := newRanking(t, 7)
	first := s.draw()
	absence := s.whatIf(s.organizer, "absence", apitest.JSON{"entry": entries(first.Tables[1])[0], "round": 1})
	if len(absence.Seats) != 2 || len(absence.Seats[0].After) != 3 || absence.Seats[1].After[2].Number != entries(first.Tables[0])[3] {
		t.Errorf("BG 1.1.5: %+v", absence.Seats)
	}
	s.playByPlace(first)
	s.close(1)
	excused := s.whatIf(s.organizer, "withdrawal", apitest.JSON{"entry": 3, "reason": "malore"})
	if len(excused.Barred) != 0 {
		t.Errorf("BG 1.1.7: a good reason bars from nothing: %+v", excused.Barred)
	}
	leaving := apitest.JSON{"entry": 3, "reason": "non ne ha voglia", "unexcused": true}
	if answer := s.whatIf(s.organizer, "withdrawal", leaving); len(answer.Barred) != 1 || answer.Barred[0].Entry.Number != 3 || answer.Barred[0].Rule.Paragraph != "1.1.7" || answer.Barred[0].Text == "" {
		t.Errorf("BG 1.1.7: %+v", answer.Barred)
	}
	barred := func() []openapi.BarredRow {
		var now openapi.Standings
		s.organizer.Get(s.path + "/standings").Want(200).Into(&now)
		return now.Barred
	}
	if barred := barred(); len(barred) != 0 {
		t.Errorf("he has only been asked about: %+v", barred)
	}
	s.organizer.Post(s.path+"/withdrawals", leaving).Want(201)
	if public := s.standings().Barred; len(public) != 0 {
		t.Errorf("everybody is told who is barred: %+v", public)
	}
	if barred := barred(); len(barred) != 1 || barred[0].Entry.Number != 3 || barred[0].From == "" || barred[0].Rule.Paragraph != "1.1.7" {
		t.Errorf("BG 1.1.7: the standings say who is barred: %+v", barred)
	}
	for round := 2; round <= 3; round++ {
		s.playByPlace(s.draw())
		s.close(round)
	}
	s.referee.Post(s.path+"/completion", nil).Want(200)
	s.referee.Post(s.path+"/reopening", apitest.JSON{"reason": "una cifra letta male"}).Want(200)
	expulsion := apitest.JSON{"entry": 1, "kind": "expulsion", "moment": "after-round", "reason": "mosse concordate", "offense": "advantage"}
	refused := s.referee.Post(s.path+"/what-if", apitest.JSON{"sanction": expulsion}).Refused(422, "results-processed")
	if refused.Text("rule.paragraph") != "1.1.4" {
		t.Errorf("BG 1.1.4: %s", refused.Body)
	}
}

// FG14 3 and 5: the player who steps in for a finalist, and the change of prizes when the result of the final
// is corrected.
func TestWhatIfOfFirenze(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "firenzegioca-2014", nil)
	s.open()
	s.enter(12)
	s.checkIn(upTo(12)...)
	s.begin(upTo(12)...).Want(200)
	for round := 1; round <= 2; round++ {
		s.playWithFigures(s.draw())
		s.close(round)
	}
	ranked := ranking(s.standings())
	answer := s.whatIf(s.organizer, "withdrawal", apitest.JSON{"entry": ranked[1], "reason": "deve andare"})
	if len(answer.FinalistsIn) != 1 || answer.FinalistsIn[0].Entry.Number != ranked[4] || answer.FinalistsIn[0].Replaces != ranked[1] || answer.FinalistsOut[0].Number != ranked[1] {
		t.Errorf("FG14 3: %+v for %+v", answer.FinalistsIn, answer.FinalistsOut)
	}
	if tables := answer.Next.After.Tables; len(tables) != 1 || !slices.Contains(tables[0].Entries, ranked[4]) {
		t.Errorf("FG14 3: %+v", answer.Next.After)
	}
	final := s.draw()
	s.playWithFigures(final)
	winner := s.standings().Rows[0].Entry.Number
	seated := entries(s.firstTable(3))
	other := s.filled(final.Tables[0], "declared 8 7 5 10!")
	answer = s.whatIf(s.referee, "correction", apitest.JSON{"round": 3, "table": 1, "result": other})
	i := slices.IndexFunc(answer.Awards, func(a openapi.WhatIfAward) bool { return a.Before.Number == winner })
	if i < 0 || answer.Awards[i].After.Number != seated[3] || len(answer.Places) == 0 {
		t.Errorf("FG14 5: the prize would go to %d: %+v", seated[3], answer.Awards)
	}
}

// JP22 4: a reserve would step in for a player who does not come; one who leaves later is not replaced.
func TestWhatIfOfJustPlay(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "just-play-2022", nil)
	s.open()
	s.enter(9)
	s.checkIn(upTo(9)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	before := s.whatIf(s.organizer, "replacement", apitest.JSON{"entry": 3})
	if !slices.ContainsFunc(before.Next.After.Tables, func(t openapi.Seating) bool { return slices.Contains(t.Entries, 9) && !slices.Contains(t.Entries, 3) }) {
		t.Errorf("JP22 4: the reserve would be drawn: %+v", before.Next)
	}
	first := s.draw()
	gone := entries(first.Tables[1])[2]
	answer := s.whatIf(s.organizer, "replacement", apitest.JSON{"entry": gone})
	if len(answer.Seats) != 1 || answer.Seats[0].Table != 2 || answer.Seats[0].Before[2].Number != gone || answer.Seats[0].After[2].Number != 9 {
		t.Errorf("JP22 4: %+v", answer.Seats)
	}
	s.referee.Post(s.path+"/what-if", apitest.JSON{"replacement": apitest.JSON{"entry": 9}}).Refused(409, "entry-not-playing")
	s.record(first.Tables[0], "declared 10! 8 8 5")
	s.organizer.Post(s.path+"/what-if", apitest.JSON{"replacement": apitest.JSON{"entry": gone}}).Refused(409, "first-game-played")
	if left := s.whatIf(s.organizer, "withdrawal", apitest.JSON{"entry": gone, "reason": "malore"}); len(left.Seats) != 0 || left.Struck[0].Entry.Number != gone {
		t.Errorf("JP22 4: nobody steps in any more: %+v", left)
	}
}
