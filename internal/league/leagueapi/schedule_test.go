package leagueapi_test

import (
	"encoding/hex"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/schedule"
	"referto/internal/league/seating"
	"referto/openapi"
)

// Nothing is printed for twelve: an organizer who reads CN09 3.3 in that way has a schedule made, and everybody
// sees how good it is and can derive every table from the seed.
func TestAScheduleIsMade(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"pairing": "fixed-schedule", "readings": apitest.JSON{"D002-6": "schedule/1"}})
	s.start(12)
	var draw openapi.Draw
	s.server.Anonymous().Get(s.path + "/draw").Want(200).Into(&draw)
	want := openapi.ScheduleQuality{Algorithm: "schedule/1", Repeats: 3, LeastRepeats: 3, Seats: openapi.ScheduleSpread{Most: 1}}
	if diff := cmp.Diff(want, draw.Quality); diff != "" {
		t.Errorf("quality (-want +got)\n%s", diff)
	}
	seed, err := hex.DecodeString(draw.Seed)
	if err != nil {
		t.Fatal(err)
	}
	var playing []league.Entry
	var places []int
	for i, number := range draw.CheckedIn {
		playing, places = append(playing, league.Entry(number)), append(places, i+1)
	}
	holder := map[int]int{}
	for entry, place := range seating.DrawPlaces([32]byte(seed), playing, places) {
		holder[place] = int(entry)
	}
	made := schedule.Make([]int{4, 4, 4}, 2)
	for i, table := range s.draw().Tables {
		var seats []int
		for _, place := range made.Rounds[0][i] {
			seats = append(seats, holder[place])
		}
		if diff := cmp.Diff(seats, entries(table)); diff != "" {
			t.Errorf("table %d (-want +got)\n%s", i+1, diff)
		}
	}
}
