package seating_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
)

// standing gives every place of a schedule to the entry with its number.
func standing(s seating.FixedSchedule, entrants int) map[league.Entry]int {
	places := make(map[league.Entry]int)
	for _, place := range s.Places(entrants) {
		places[league.Entry(place)] = place
	}
	return places
}

// TestScheduled compares the printed schedule cell by cell: the rows as they are printed for 16 entrants and,
// with the numbers in brackets and table 5, for 20, and the remaining places for the smallest field of each.
func TestScheduled(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	preset := pairing(t, r, rules.FixedSchedule)
	tests := []struct {
		entrants, round int
		want            string
	}{
		{16, 1, "1 5 9 13\n2 6 10 14\n3 7 11 15\n4 8 12 16"},
		{16, 2, "3 8 10 13\n4 7 9 14\n1 6 12 15\n2 5 11 16"},
		{16, 3, "6 4 11 13\n5 3 12 14\n8 2 9 15\n7 1 10 16"},
		{16, 4, "12 2 7 13\n11 1 8 14\n10 5 4 15\n9 3 6 16"},
		{13, 1, "1 5 9 13\n2 6 10\n3 7 11\n4 8 12"},
		{14, 2, "3 8 10 13\n4 7 9 14\n1 6 12\n2 5 11"},
		{15, 4, "12 2 7 13\n11 1 8 14\n10 5 4 15\n9 3 6"},
		{20, 1, "1 5 9 13\n2 6 10 14\n3 7 11 15\n4 8 12 16\n17 18 19 20"},
		{20, 2, "18 8 10 13\n17 7 9 14\n20 6 12 15\n19 5 11 16\n1 2 3 4"},
		{20, 3, "20 4 11 13\n19 3 12 14\n18 2 9 15\n17 1 10 16\n5 6 7 8"},
		{20, 4, "19 2 7 13\n20 1 8 14\n17 5 4 15\n18 3 6 16\n9 10 11 12"},
		{17, 2, "18 8 10 13\n17 7 9\n20 6 12\n19 5 11\n1 2 3 4"},
	}
	for _, tt := range tests {
		t.Run("CN09 3.3 the printed schedule", func(t *testing.T) {
			t.Parallel()
			s, err := seating.ScheduleFor(r, preset, tt.entrants, 4)
			if err != nil {
				t.Fatal(err)
			}
			plan, err := seating.Scheduled(r, s, tt.round, standing(s, tt.entrants))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, lines(plan)); diff != "" {
				t.Errorf("%d entrants, round %d (-want +got)\n%s", tt.entrants, tt.round, diff)
			}
			if got, want := plan.Reasons[0].String(), fmt.Sprintf("CN09 3.3: schedule-round (round=%d)", tt.round); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// TestScheduleMeetings: everybody sits once a round, sizes are those of 3.2a,
// the short tables are the fourth, the third and the second, and no two meet
// twice.
func TestScheduleMeetings(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	preset := pairing(t, r, rules.FixedSchedule)
	for n := 13; n <= 20; n++ {
		s, err := seating.ScheduleFor(r, preset, n, 4)
		if err != nil {
			t.Fatal(err)
		}
		met := make(map[[2]league.Entry]int)
		for round := 1; round <= 4; round++ {
			plan, err := seating.Scheduled(r, s, round, standing(s, n))
			if err != nil {
				t.Fatal(err)
			}
			seated := make(map[league.Entry]bool)
			for _, table := range plan.Tables {
				short := n < 17 && table.Number > 4-(16-n) || n >= 17 && table.Number <= 4 && table.Number > 4-(20-n)
				if got := len(table.Seats) == 3; got != short {
					t.Errorf("%d entrants, round %d, table %d has %d", n, round, table.Number, len(table.Seats))
				}
				for i, a := range table.Seats {
					seated[a] = true
					for _, b := range table.Seats[:i] {
						met[[2]league.Entry{min(a, b), max(a, b)}]++
					}
				}
			}
			if len(seated) != n {
				t.Errorf("%d entrants, round %d: %d seated", n, round, len(seated))
			}
			sizes, err := seating.Partition(r, n)
			got := plan.Sizes()
			slices.Sort(got)
			slices.Sort(sizes)
			if err != nil || !slices.Equal(got, sizes) {
				t.Errorf("%d entrants: tables of %v, by 3.2a %v", n, got, sizes)
			}
		}
		for pair, times := range met {
			if times > 1 {
				t.Errorf("%d entrants: %v meet %d times", n, pair, times)
			}
		}
	}
}

func TestScheduleRefusals(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	preset := pairing(t, r, rules.FixedSchedule)
	tests := []struct {
		par  string
		err  func() error
		want string
	}{
		{
			"CN09 3.3 nothing is printed for twelve",
			func() error { _, err := seating.ScheduleFor(r, preset, 12, 2); return err },
			"CN09 3.3: no-schedule (entrants=12)",
		},
		{
			"CN09 3.3 nor for more than twenty",
			func() error { _, err := seating.ScheduleFor(r, preset, 21, 2); return err },
			"CN09 3.3: no-schedule (entrants=21)",
		},
		{
			"CN09 3.3 four rounds are printed",
			func() error { _, err := seating.ScheduleFor(r, preset, 16, 5); return err },
			"CN09 3.3: schedule-too-short (printed=4, rounds=5)",
		},
		{
			"CN09 3.3 a table of three that loses one cannot be seated",
			func() error {
				s, err := seating.ScheduleFor(r, preset, 13, 2)
				if err != nil {
					return err
				}
				places := standing(s, 13)
				delete(places, 7)
				_, err = seating.Scheduled(r, s, 1, places)
				return err
			},
			"CN09 3.3: scheduled-table-too-small (seats=2, table=3)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			if got := refused(t, tt.err()); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
	t.Run("CN09 3.3 so many that no schedule is made", func(t *testing.T) {
		t.Parallel()
		making := preset
		making.Otherwise = rules.MakeSchedule
		_, err := seating.ScheduleFor(r, making, 2001, 4)
		if got, want := refused(t, err), "CN09 3.3: schedule-too-large (players=2000, rounds=50)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("CN09 3.3 a table of four that loses one goes on with three", func(t *testing.T) {
		t.Parallel()
		s, err := seating.ScheduleFor(r, preset, 13, 2)
		if err != nil {
			t.Fatal(err)
		}
		places := standing(s, 13)
		delete(places, 13)
		plan, err := seating.Scheduled(r, s, 1, places)
		if err != nil || lines(plan) != "1 5 9\n2 6 10\n3 7 11\n4 8 12" {
			t.Errorf("got\n%s\n%v", lines(plan), err)
		}
	})
}

// TestPlacesBySeed: a made schedule is the same for every event of a size; the entries are assigned to its
// places by the seed alone.
func TestPlacesBySeed(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	preset := pairing(t, r, rules.FixedSchedule)
	preset.Otherwise = rules.MakeSchedule
	firstRound := func(seed byte) string {
		s, err := seating.ScheduleFor(r, preset, 30, 4)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := seating.Scheduled(r, s, 1, seating.DrawPlaces([32]byte{seed}, upTo(30), s.Places(30)))
		if err != nil {
			t.Fatal(err)
		}
		return lines(plan)
	}
	first := firstRound(1)
	if again := firstRound(1); again != first {
		t.Errorf("the same seed seats\n%s\nand\n%s", first, again)
	}
	if firstRound(2) == first {
		t.Error("another seed seats the same")
	}
}
