package officiating_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
)

// permutation reports whether the drawn numbers are exactly those from 1 to their count.
func permutation(drawn map[league.Entry]int) bool {
	numbers := slices.Sorted(maps.Values(drawn))
	for i, number := range numbers {
		if number != i+1 {
			return false
		}
	}
	return true
}

// TestDrawFromTheSecret: lots, the order of the first round and places follow from the secret of
// the event and its players, so that anybody can compute them again (CN09 1.3, 3.2a).
func TestDrawFromTheSecret(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := begun(t, "CN09", rapid.IntRange(12, 40).Draw(rt, "players"))
		s.Event.DrawSecret = rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(rt, "secret")
		playing := []league.Entry{}
		for _, e := range s.InPlay() {
			playing = append(playing, league.Entry(e.Number))
		}
		one, err := s.Draw(playing, officiating.Drawing{})
		if err != nil {
			rt.Fatal(err)
		}
		if again, _ := s.Draw(playing, officiating.Drawing{}); !cmp.Equal(one, again) {
			rt.Fatal("one secret gave two draws")
		}
		if len(one.Lots) != len(playing) || len(one.Order) != len(playing) || !permutation(one.Lots) || !permutation(one.Order) || one.Method != facts.Drawn || one.Places != nil {
			rt.Fatalf("got %+v", one)
		}
		s.Event.DrawSecret = append(slices.Clone(s.Event.DrawSecret[1:]), s.Event.DrawSecret[0]+1)
		if other, _ := s.Draw(playing, officiating.Drawing{}); one.Seed == other.Seed {
			rt.Fatal("another secret gave the same seed")
		}
		set(s, facts.NoShow, int(playing[0]))
		if fewer, _ := s.Draw(playing[1:], officiating.Drawing{}); one.Seed == fewer.Seed {
			rt.Fatal("other players gave the same seed")
		}
	})
}

// TestDrawPlaces: with a fixed schedule every player draws one of its places: places 16, 15 and 14
// are dropped in this order if there are fewer players (CN09 3.3).
func TestDrawPlaces(t *testing.T) {
	t.Parallel()
	for players, dropped := range map[int][]int{13: {14, 15, 16}, 14: {15, 16}, 15: {16}, 16: nil, 17: {14, 15, 16}, 18: {15, 16}, 19: {16}, 20: nil} {
		s := gathered(t, "CN09", players)
		s.Event.Pairing = string(rules.FixedSchedule)
		set(s, facts.Playing, slices.Collect(func(yield func(int) bool) {
			for i := range players {
				if !yield(i + 1) {
					return
				}
			}
		})...)
		draw, err := s.Draw(numbered(t, upTo(players)), officiating.Drawing{})
		if err != nil {
			t.Errorf("CN09 3.3 of %d: %v", players, err)
			continue
		}
		var want []int
		for place := 1; len(want) < players; place++ {
			if !slices.Contains(dropped, place) {
				want = append(want, place)
			}
		}
		if got := slices.Sorted(maps.Values(draw.Places)); !slices.Equal(got, want) {
			t.Errorf("CN09 3.3 of %d: places are %v, want %v", players, got, want)
		}
	}
}

// TestDrawPlacesByHand: places can be chosen by hand with a reason, if the event follows a
// schedule; there is one for 13 to 20 players (CN09 3.3).
func TestDrawPlacesByHand(t *testing.T) {
	t.Parallel()
	places := func(n int) map[league.Entry]int {
		out := map[league.Entry]int{}
		for i := range n {
			out[league.Entry(i+1)] = n - i
		}
		return out
	}
	tests := []struct {
		name    string
		players int
		pairing rules.PairingSystem
		agreed  *facts.Structure
		by      officiating.Drawing
		want    string
	}{
		{"CN09 3.3/chosen", 13, rules.FixedSchedule, nil, officiating.Drawing{Places: places(13), Reason: "posti scelti"}, ""},
		{"CN09 3.3/without a reason", 13, rules.FixedSchedule, nil, officiating.Drawing{Places: places(13)}, "faults /reason: reason-missing"},
		{"CN09 3.3/somebody has none", 13, rules.FixedSchedule, nil, officiating.Drawing{Places: places(12), Reason: "posti scelti"}, "faults /places: entry-not-drawn (entry=13, number=0)"},
		{"CN09 3.3/nobody else has one", 13, rules.FixedSchedule, nil, officiating.Drawing{Places: places(14), Reason: "posti scelti"}, "faults /places: entry-not-playing (entry=14)"},
		{"CN09 3.2b/the event follows the standings", 13, rules.ByStandings, nil, officiating.Drawing{Places: places(13), Reason: "posti scelti"}, "faults /places: CN09: no-fixed-schedule"},
		{"CN09 3.2/only semifinals and a final were agreed", 13, rules.FixedSchedule, &facts.Structure{Semifinal: true, Final: true, Advance: 1, ApprovedAt: &beginning}, officiating.Drawing{Places: places(13), Reason: "posti scelti"}, "faults /places: CN09: no-fixed-schedule"},
		{"CN09 3.3/there is none for twelve", 12, rules.FixedSchedule, nil, officiating.Drawing{}, "rule CN09 3.3: no-schedule (entrants=12)"},
		{"CN09 3.3/there is none for twenty-one", 21, rules.FixedSchedule, nil, officiating.Drawing{}, "rule CN09 3.3: no-schedule (entrants=21)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := gathered(t, tt.name, tt.players)
			s.Event.Pairing, s.Structure = string(tt.pairing), tt.agreed
			draw, err := s.Draw(numbered(t, upTo(tt.players)), tt.by)
			if got := leaguetest.Answer(err); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if err == nil && (!maps.Equal(draw.Places, tt.by.Places) || draw.Method != facts.ByHand) {
				t.Errorf("got %+v", draw)
			}
		})
	}
}

// TestCheckDrawn: a draw from a hat contains every player once, and no number twice.
func TestCheckDrawn(t *testing.T) {
	t.Parallel()
	drawn := func(pairs ...int) map[league.Entry]int {
		out := map[league.Entry]int{}
		for i := 0; i+1 < len(pairs); i += 2 {
			out[league.Entry(pairs[i])] = pairs[i+1]
		}
		return out
	}
	playing := []league.Entry{1, 2, 3}
	for _, tt := range []struct {
		name string
		by   officiating.Drawing
		want string
	}{
		{"nothing by hand", officiating.Drawing{}, ""},
		{"everybody once", officiating.Drawing{Lots: drawn(1, 3, 2, 1, 3, 2)}, ""},
		{"the numbers need not follow one another", officiating.Drawing{Lots: drawn(1, 30, 2, 10, 3, 20)}, ""},
		{"nobody", officiating.Drawing{Lots: drawn()}, "/lots: entry-not-drawn (entry=1, number=0); /lots: entry-not-drawn (entry=2, number=0); /lots: entry-not-drawn (entry=3, number=0)"},
		{"one number twice", officiating.Drawing{Lots: drawn(1, 2, 2, 2, 3, 1)}, "/lots: number-drawn-twice (entry=2, number=2)"},
		{"somebody else", officiating.Drawing{Lots: drawn(1, 1, 2, 2, 3, 3, 9, 4)}, "/lots: entry-not-playing (entry=9)"},
		{"lots and places", officiating.Drawing{Lots: drawn(1, 1, 2, 2), Places: drawn(1, 1, 2, 1, 3, 2)}, "/lots: entry-not-drawn (entry=3, number=0); /places: number-drawn-twice (entry=2, number=1)"},
	} {
		if got := officiating.CheckDrawn(playing, tt.by).Error(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
