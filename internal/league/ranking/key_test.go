package ranking_test

import (
	"cmp"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
)

// held returns the moment of an event on a day of 2009, at an hour in UTC.
func held(day string, hour int, event byte) ranking.Moment {
	at := time.Date(2009, 2, 8, hour, 0, 0, 0, time.UTC)
	return ranking.Moment{Day: rules.Day(day), At: at, Event: league.EventID{UUID: uuid.UUID{event}}}
}

func keyOf(t testing.TB, k *ranking.Keeper, c ranking.Career, m ranking.Moment) string {
	t.Helper()
	key, err := k.Key(c, m)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// BG 1, 2.2.2: of two careers in the ranking the better has the larger key, and careers level on all criteria
// have the same key.
func TestKeysOfTheRanking(t *testing.T) {
	t.Parallel()
	k := ranking.NewKeeper(bulgaria(t))
	for _, tt := range []struct {
		better, worse string
		level         bool
	}{
		{"7/0/0,00%/0/0/0/1", "5/9/9,00%/9/9/9/9", false},
		{"5.5/0/0,00%/0/0/0/1", "5/0/0,00%/0/0/0/1", false},
		{"5/13/0,00%/0/0/0/1", "5/12/9,00%/9/9/9/9", false},
		{"5/13/40,63%/0/0/0/1", "5/13/40,62%/9/9/9/9", false},
		{"5/13/40,63%/1/0/0/1", "5/13/40,63%/0/9/9/9", false},
		{"5/13/40,63%/1/1/0/1", "5/13/40,63%/1/0/9/9", false},
		{"5/13/40,63%/1/1/1/1", "5/13/40,63%/1/1/0/9", false},
		{"5/13/40,63%/1/1/1/1", "5/13/40,63%/1/1/1/9", true},
		{"0/0/0,00%/0/0/0/0", "0/0/0,00%/0/0/0/7", true},
		{"10/0/0,00%/0/0/0/1", "9/0/0,00%/0/0/0/1", false},
		{"256/0/0,00%/0/0/0/1", "255/0/0,00%/0/0/0/1", false},
	} {
		a := keyOf(t, k, ranking.Career{Figures: figures(t, tt.better)}, ranking.Moment{})
		b := keyOf(t, k, ranking.Career{Figures: figures(t, tt.worse)}, held("2009-02-08", 9, 1))
		if want := map[bool]int{true: 0, false: 1}[tt.level]; cmp.Compare(a, b) != want {
			t.Errorf("BG 2.2.2: %s and %s: %d, want %d", tt.better, tt.worse, cmp.Compare(a, b), want)
		}
		if a <= ranking.InRanking || b <= ranking.InRanking {
			t.Errorf("BG 1: %q, %q are not of the ranking", a, b)
		}
	}
}

// A003-9, D003-16, D003-17: in a hall by arrival the earlier arrival has the larger key: by the day, the time,
// the event; an opening comes before all events. Arrivals with one event are ordered by their figures at
// arrival.
func TestKeysOfTheHall(t *testing.T) {
	t.Parallel()
	k := ranking.NewKeeper(bulgaria(t))
	arrived := func(points string) ranking.Career {
		f := figures(t, points+"/0/0,00%/0/0/0/1")
		return ranking.Career{Arrived: true, Arrival: f, Figures: figures(t, "999/0/0,00%/0/0/0/1")}
	}
	first := []struct {
		says   string
		points string
		at     ranking.Moment
	}{
		{"with an opening of 305", "305", ranking.Moment{}},
		{"with an opening of 300", "300", ranking.Moment{}},
		{"before there was a federation", "300", ranking.Moment{Day: "1969-12-31", At: time.Date(1969, 12, 31, 12, 0, 0, 0, time.UTC), Event: league.EventID{UUID: uuid.UUID{9}}}},
		{"in the morning, at the event of the lower id, with more", "301", held("2009-02-08", 9, 1)},
		{"there with less", "300", held("2009-02-08", 9, 1)},
		{"in the morning, at the event of the higher id", "310", held("2009-02-08", 9, 2)},
		{"in the evening", "310", held("2009-02-08", 20, 1)},
		{"on the next day at the venue, at an earlier moment elsewhere", "310", held("2009-02-09", 8, 1)},
		{"in the next year", "310", held("2010-01-01", 8, 1)},
	}
	for i := range first[1:] {
		a, b := keyOf(t, k, arrived(first[i].points), first[i].at), keyOf(t, k, arrived(first[i+1].points), first[i+1].at)
		if a <= b {
			t.Errorf("A003-9: who arrived %s does not come before who arrived %s", first[i].says, first[i+1].says)
		}
		if b <= ranking.InHall || b >= ranking.InRanking {
			t.Errorf("BG 1: %q is not of the hall", b)
		}
	}
	if a, b := keyOf(t, k, arrived("301"), held("2009-02-08", 9, 1)), keyOf(t, k, arrived("301"), held("2009-02-08", 9, 1)); a != b {
		t.Error("A003-9: two who came as one do not share a rank")
	}
}

// A003-9 criteria: in a hall by the criteria the key is made of the present figures, whatever the time of
// arrival.
func TestKeysOfTheHallByCriteria(t *testing.T) {
	t.Parallel()
	k := ranking.NewKeeper(bulgaria(t, "A003-9=criteria"))
	career := func(now, arrival string) ranking.Career {
		return ranking.Career{Arrived: true, Figures: figures(t, now+"/0/0,00%/0/0/0/1"), Arrival: figures(t, arrival+"/0/0,00%/0/0/0/1")}
	}
	late, early := keyOf(t, k, career("310", "300"), held("2010-01-01", 9, 1)), keyOf(t, k, career("305", "305"), held("2009-01-01", 9, 1))
	if late <= early || late >= ranking.InRanking {
		t.Error("A003-9: who has more now does not come first")
	}
	if same := keyOf(t, k, career("305", "301"), ranking.Moment{}); same != early {
		t.Error("A003-9: who has as much does not share the rank")
	}
}

// If the lowest figure is best, a lower figure has the larger key.
func TestKeysOfTheFewest(t *testing.T) {
	t.Parallel()
	r := *bulgaria(t)
	list := r.Standings[0]
	list.Criteria = slices.Clone(list.Criteria)
	list.Criteria[1].Best = rules.Fewest
	r.Standings = []rules.Standings{list}
	k := ranking.NewKeeper(&r)
	few, many := keyOf(t, k, ranking.Career{Figures: figures(t, "5/12/0,00%/0/0/0/1")}, ranking.Moment{}), keyOf(t, k, ranking.Career{Figures: figures(t, "5/13/0,00%/0/0/0/1")}, ranking.Moment{})
	if few <= many {
		t.Error("who has fewer does not come first")
	}
}

// Figures that are too large or too fine have no key, in any criterion.
func TestNoKey(t *testing.T) {
	t.Parallel()
	k := ranking.NewKeeper(bulgaria(t))
	huge, err := league.ParseFrac("123456789012345678901234567890/7")
	if err != nil {
		t.Fatal(err)
	}
	fine, err := league.ParseFrac("1/4294967297")
	if err != nil {
		t.Fatal(err)
	}
	for i := range k.Criteria() {
		for says, f := range map[string]league.Frac{"too large": huge, "too fine": fine} {
			c := ranking.Career{Figures: make([]league.Frac, len(k.Columns()))}
			c.Figures[i] = f
			if key, err := k.Key(c, ranking.Moment{}); !errors.Is(err, ranking.ErrNoKey) || key != "" {
				t.Errorf("%s of criterion %d: %q, %v", says, i, key, err)
			}
		}
	}
}

// Keys order careers as the keeper does, for any figures.
func TestKeysOrderAsTheKeeper(t *testing.T) {
	t.Parallel()
	k := ranking.NewKeeper(bulgaria(t))
	rapid.Check(t, func(rt *rapid.T) {
		some := func(name string) ranking.Career {
			c := ranking.Career{Figures: make([]league.Frac, len(k.Columns()))}
			for i := range c.Figures {
				den := rapid.IntRange(1, 3).Draw(rt, name+" den")
				c.Figures[i] = league.NewFrac(int64(rapid.IntRange(0, 4).Draw(rt, name)), int64(den))
			}
			return c
		}
		a, b := some("a"), some("b")
		order, _ := k.Order(a, b) // the better first
		if got := cmp.Compare(keyOf(t, k, b, ranking.Moment{}), keyOf(t, k, a, ranking.Moment{})); got != sign(order) {
			rt.Fatalf("%v and %v: by their keys %d, by the criteria %d", a.Figures, b.Figures, got, order)
		}
	})
}

func sign(n int) int { return cmp.Compare(n, 0) }
