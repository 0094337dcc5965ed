package leagueapi_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/openapi"
)

// TestFinalOfOthers: the first referee may seat a player in the final who has not qualified, if they confirm it
// (CN09 2.5); everybody sees it.
func TestFinalOfOthers(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"formula": "convention"})
	s.start(12)
	for round := 1; round <= 2; round++ {
		s.play(s.draw())
		s.close(round)
	}
	ranked := ranking(s.standings())
	s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": ranked[11]}).Want(201)
	final := func(fourth int, others bool) apitest.JSON {
		seats := append(slices.Clone(ranked[:3]), fourth)
		return apitest.JSON{"tables": []apitest.JSON{{"table": 1, "entries": seats}}, "reason": "classifica letta male", "acceptedBy": "Olga Organizzatrice", "othersAccepted": others}
	}
	s.referee.Post(s.path+"/rounds", final(ranked[4], false)).Refused(422, "invalid")
	s.referee.Post(s.path+"/rounds", final(ranked[11], true)).Refused(422, "invalid") // they have left
	s.referee.Post(s.path+"/rounds", final(ranked[0], true)).Refused(422, "invalid")  // they sit there already
	var round openapi.Round
	s.referee.Post(s.path+"/rounds", final(ranked[4], true)).Want(201).Into(&round)
	if diff := cmp.Diff([]int{ranked[0], ranked[1], ranked[2], ranked[4]}, entries(round.Tables[0])); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	last := round.Reasons[len(round.Reasons)-1]
	if last.Reason != "seated-without-qualifying" || last.Rule.Paragraph != "3.2d" {
		t.Errorf("nothing tells that the fourth has not qualified: %+v", round.Reasons)
	}
	s.play(round)
	s.close(3)
	s.referee.Post(s.path+"/completion", nil).Want(200)
	if got := ranking(s.standings())[0]; got != ranked[0] {
		t.Errorf("entry %d won the final, want %d", got, ranked[0])
	}
}

// TestTablesOfOtherSizes: the first referee may divide the players otherwise than
// the ruleset does (CN09 3.2a), if they say so, into tables that it knows;
// everybody sees it.
func TestTablesOfOtherSizes(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"formula": "convention"})
	s.start(12)
	seat := func(others bool, sizes ...int) *apitest.Answer {
		tables, next := []apitest.JSON{}, upTo(12)
		for i, size := range sizes {
			tables = append(tables, apitest.JSON{"table": i + 1, "entries": next[:size]})
			next = next[size:]
		}
		return s.referee.Post(s.path+"/rounds", apitest.JSON{"tables": tables, "reason": "quattro arbitri", "acceptedBy": "Olga Organizzatrice", "othersAccepted": others})
	}
	seat(false, 3, 3, 3, 3).Refused(422, "invalid")
	if unknown := seat(true, 5, 4, 3).Refused(422, "invalid"); unknown.Text("errors.0.reason") != "table-sizes" {
		t.Errorf("CN09 3.2a: no table of five: %s", unknown.Body)
	}
	var round openapi.Round
	seat(true, 3, 3, 3, 3).Want(201).Into(&round)
	last := round.Reasons[len(round.Reasons)-1]
	if last.Reason != "other-table-sizes" || last.Rule.Paragraph != "3.2a" || len(round.Tables) != 4 {
		t.Errorf("nothing tells that the tables are others: %+v", round.Reasons)
	}
	s.play(round)
	s.close(1)
}

// TestWhatIfSeatedByHand: a preview of tables made by hand needs no reason or second name, and has the same
// words as the round later (SQ00 7); nothing is drawn.
func TestWhatIfSeatedByHand(t *testing.T) {
	t.Parallel()
	s := newClub(t, 12, nil)
	s.referee.Post(s.path+"/kept-apart", apitest.JSON{"entry": 1, "other": 3, "relation": "coniugi"}).Want(201)
	seating := func(tables ...[]int) apitest.JSON {
		list := []apitest.JSON{}
		for i, seats := range tables {
			list = append(list, apitest.JSON{"table": i + 1, "entries": seats})
		}
		return apitest.JSON{"tables": list}
	}
	kin := seating([]int{1, 2, 3, 4, 5, 6}, []int{7, 8, 9, 10, 11, 12})
	told := s.whatIf(s.referee, "seating", kin).Next.After
	i := slices.IndexFunc(told.Reasons, func(why openapi.Explanation) bool { return why.Reason == "not-kept-apart" })
	if i < 0 || told.Reasons[i].Rule.Paragraph != "7" || len(told.Tables) != 2 {
		t.Errorf("SQ00 7: kin sit together, and it is told %+v", told)
	}
	s.referee.Get(s.path + "/rounds/1").Want(404)
	if own := s.whatIf(s.referee, "seating", seating([]int{1, 2, 4, 5, 6, 7}, []int{3, 8, 9, 10, 11, 12})).Next; own.After.Tables != nil {
		t.Errorf("the ruleset's own tables change nothing: %+v", own)
	}
	ask := func(tables apitest.JSON) *apitest.Answer {
		return s.referee.Post(s.path+"/what-if", apitest.JSON{"seating": tables})
	}
	twice := ask(seating([]int{1, 2, 3, 4, 5, 6}, []int{7, 8, 9, 10, 11, 6})).Refused(422, "invalid")
	if twice.Text("errors.0.reason") != "entry-not-seated" || twice.Text("errors.1.reason") != "entry-seated-twice" {
		t.Errorf("somebody sits twice: %s", twice.Body)
	}
	s.organizer.Post(s.path+"/what-if", apitest.JSON{"seating": kin}).Want(403) // the organizer may not draw
	kin["reason"], kin["acceptedBy"] = "la coppia lo chiede", "Olga Organizzatrice"
	var round openapi.Round
	s.referee.Post(s.path+"/rounds", kin).Want(201).Into(&round)
	if diff := cmp.Diff(told.Reasons, round.Reasons); diff != "" {
		t.Errorf("SQ00 7: (-told +recorded)\n%s", diff)
	}
}
