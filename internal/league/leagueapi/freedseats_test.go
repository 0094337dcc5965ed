package leagueapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// held plays a tournament of eight people from its announcement to its end; so many more
// have entered and withdraw before it begins.
func (s *stage) held(players []uuid.UUID, withdrawn int) *stage {
	s.t.Helper()
	past := s.another(apitest.JSON{"ruleset": "just-play-2022", "kind": "club", "startsAt": "2009-02-08T09:30:00Z", "timeLimitMinutes": 75, "capacity": 16})
	s.server.Clock.Advance(time.Second)
	past.referee = past.appoint("Gino Arbitro", "first-referee")
	players = players[:8+withdrawn]
	for i, player := range players {
		past.enterPlayer(player).Want(201)
		if i < withdrawn {
			past.organizer.Post(past.entry(i+1)+"/cancellation", apitest.JSON{"reason": "non viene"}).Want(200)
		}
	}
	coming := upTo(len(players))[withdrawn:]
	past.checkIn(coming...)
	past.begin(coming...).Want(200)
	for n := range 2 { // and the final
		for _, table := range past.draw().Tables {
			past.record(table, "time-limit 9 8 7 6")
		}
		past.close(n + 1)
	}
	past.referee.Post(past.path+"/completion", nil).Want(200)
	s.server.Clock.Advance(time.Second)
	return past
}

// TestSeatsUsuallyFreed: a player who waits for a seat, or would, is shown how many were given back in the
// tournaments that were over when this one was announced, once there are five; page and API give the same
// numbers.
func TestSeatsUsuallyFreed(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 12, "startsAt": "2009-03-08T09:00:00Z"})
	freed := func(at *stage) openapi.FreedSeats {
		t.Helper()
		var list openapi.EntrantList
		s.server.Anonymous().Get(at.path + "/entrants").Want(200).Into(&list)
		return list.UsuallyFreed
	}
	said := func(at *stage, word string) bool {
		t.Helper()
		return strings.Contains(at.page(), word)
	}
	players := make([]uuid.UUID, 10)
	for i := range players {
		players[i] = s.player(30 + i)
	}
	early := s.another(apitest.JSON{"capacity": 12, "startsAt": "2009-03-15T09:00:00Z"}) // announced before anything was played
	for i := range 4 {
		s.held(players, i%3)
	}
	four := s.another(apitest.JSON{"capacity": 12, "startsAt": "2009-03-22T09:00:00Z"})
	last := s.held(players, 2)
	// One that is called off, and one that is still played, say nothing.
	s.another(apitest.JSON{"startsAt": "2009-03-29T09:00:00Z"}).organizer.Post(s.path+"/announcement", nil).Want(200)
	s.organizer.Post(s.path+"/entry-opening", nil).Want(200)

	s.enter(11)
	if got := freed(s); got != (openapi.FreedSeats{}) {
		t.Errorf("a seat is free, and the list says %+v", got)
	}
	s.enterPlayer(players[0]).Want(201)
	want := openapi.FreedSeats{Events: 5, Seats: 5*8 + 5, Freed: 0 + 1 + 2 + 0 + 2}
	if got := freed(s); got != want {
		t.Errorf("every seat is taken, and the list says %+v, not %+v", got, want)
	}
	if words := "Seats usually freed: 11 %. In the last 5 tournaments 5 of 45 were given back before the start."; !said(s, words) {
		t.Errorf("the page of a full event does not say %q", words)
	}
	s.enterPlayer(players[1]).Want(201)
	// Giving up a place on a waiting list frees no seat.
	s.organizer.Post(s.entry(13)+"/cancellation", apitest.JSON{"reason": "non aspetta"}).Want(200)
	if got := freed(s); got != want {
		t.Errorf("nobody waits any more, and the list of a full event says %+v", got)
	}
	for name, at := range map[string]*stage{"before all five": early, "after four": four} {
		for i := range 12 {
			at.enterPlayer(s.player(40 + i)).Want(201)
		}
		if got := freed(at); got != (openapi.FreedSeats{}) || said(at, "usually freed") {
			t.Errorf("announced %s, it says %+v", name, got)
		}
	}
	if got := freed(last); got != (openapi.FreedSeats{}) || said(last, "usually freed") {
		t.Errorf("it is over, and says %+v", got)
	}
}
