package leagueapi_test

import (
	"fmt"
	"slices"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// Two rounds by a schedule that is fixed at the start and one by the standings, by a ruleset with unforeseen
// rules: drawn, verified, exported and imported again.
func TestAScheduleFollowedByTheStandings(t *testing.T) {
	t.Parallel()
	s := newOwn(t, madeUp(t, "schedule-then-standings"))
	s.open()
	s.enter(12)
	s.checkIn(upTo(12)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	var laidDown openapi.Draw
	s.server.Anonymous().Get(s.path + "/draw").Want(200).Into(&laidDown)
	if len(laidDown.Schedule) != 2 {
		t.Fatalf("%d rounds are laid down", len(laidDown.Schedule))
	}
	s.verified(s.path + "/draw")

	var hashes, bases, methods []string
	for number := 1; number <= 3; number++ {
		round := s.draw()
		methods = append(methods, string(round.Method))
		if number <= 2 {
			for i, table := range laidDown.Schedule[number-1].Tables {
				if got := entries(round.Tables[i]); !slices.Equal(got, table.Entries) {
					t.Errorf("round %d table %d: %v, laid down was %v", number, i+1, got, table.Entries)
				}
			}
		}
		s.verified(s.round(number) + "/draw")
		d := s.drawOf(number)
		bases, hashes = append(bases, string(d.Seating.Basis)), append(hashes, d.Hash)
		if number == 3 && d.Seating.Rematches.Paragraph != "2b" {
			t.Errorf("2b: round 3 is seated by %+v", d.Seating)
		}
		s.play(round)
		s.close(number)
	}
	if got := fmt.Sprint(bases, methods); got != "[schedule schedule standings] [fixed fixed standings]" {
		t.Errorf("seated by %s", got)
	}
	s.unchanged(hashes)
	s.organizer.Post(s.path+"/completion", nil)
	for _, format := range []string{"json", "csv", "xlsx"} {
		s.comesBack(format)
	}
}

// A player who has left does not hold up the round by the standings, as they would one of the schedule.
func TestWhoLeavesBeforeTheStandingsSeat(t *testing.T) {
	t.Parallel()
	s := newOwn(t, madeUp(t, "schedule-then-standings"))
	s.start(12)
	for number := 1; number <= 2; number++ {
		s.play(s.draw())
		s.close(number)
	}
	for _, entry := range []int{1, 2, 3} {
		s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": entry, "reason": "has a train to catch"}).Want(201)
	}
	round := s.draw()
	var sizes []int
	for _, table := range round.Tables {
		sizes = append(sizes, len(table.Seats))
	}
	if !slices.Equal(sizes, []int{3, 3, 3}) {
		t.Errorf("nine at tables of %v", sizes)
	}
}
