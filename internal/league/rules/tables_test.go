package rules_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// sizes writes the sizes of tables, "4 4 3".
func sizes(of []int) string {
	var out []string
	for _, size := range of {
		out = append(out, string(rune('0'+size)))
	}
	return strings.Join(out, " ")
}

// How entrants are split into tables: the numbers that the regulations print, and those
// around them.
func TestTablesOfRegulations(t *testing.T) {
	t.Parallel()
	const (
		cn09 = "catan-nazionale-2009"
		jp22 = "just-play-2022"
		fg14 = "firenzegioca-2014"
		bg   = "catan-ranglista-bg"
		sq00 = "risiko-squadre-2000"
	)
	for _, tt := range []struct {
		name, preset, reading string
		entrants              int
		want                  string
	}{
		{"CN09 3.2a printed: seventeen at two tables of four and three of three", cn09, "", 17, "4 4 3 3 3"},
		{"CN09 3.2a as many fours as possible", cn09, "", 12, "4 4 4"},
		{"CN09 3.2a one four", cn09, "", 13, "4 3 3 3"},
		{"CN09 3.2a two fours", cn09, "", 14, "4 4 3 3"},
		{"CN09 3.2a three fours", cn09, "", 15, "4 4 4 3"},
		{"CN09 3.2a five cannot be split", cn09, "", 5, ""},
		{"CN09 3.2a nobody", cn09, "", 0, ""},
		{"JP22 2 printed: eight at two tables of four", jp22, "", 8, "4 4"},
		{"JP22 2 printed: twelve at four tables of three", jp22, "", 12, "3 3 3 3"},
		{"JP22 2 printed: sixteen at four tables of four", jp22, "", 16, "4 4 4 4"},
		{"FG14 3 printed: seventeen at two tables of four and three of three", fg14, "", 17, "4 4 3 3 3"},
		{"FG14 3 twenty, as many fours as possible (A001-8)", fg14, "", 20, "4 4 4 4 4"},
		{"FG14 3 twenty, as few fours as possible (A001-8)", fg14, "min_fours", 20, "4 4 3 3 3 3"},
		{"FG14 3 twelve, as few fours as possible (A001-8)", fg14, "min_fours", 12, "3 3 3 3"},
		{"BG 2.2.1 three", bg, "", 3, "3"},
		{"BG 2.2.1 five cannot be split", bg, "", 5, ""},
		{"BG 2.2.1 six", bg, "", 6, "3 3"},
		{"SQ00 4 printed: eleven are six and five", sq00, "", 11, "6 5"},
		{"SQ00 4 tables of six", sq00, "", 12, "6 6"},
		{"SQ00 4 those left over play at tables of four", sq00, "", 14, "6 4 4"},
		{"SQ00 4 and where that cannot be, at tables of five", sq00, "", 15, "6 4 5"},
		{"SQ00 7 three with a dummy", sq00, "", 3, "3"},
		{"SQ00 7 seven: four, and three with a dummy", sq00, "", 7, "4 3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := preset(t, tt.preset)
			if tt.reading != "" {
				r.Tables.Partition = rules.Partition(tt.reading)
			}
			if got := sizes(r.Tables.Split(tt.entrants)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Every number of entrants that a regulation allows gets seats: the tables hold all of them, in
// sizes that are allowed.
func TestEverybodyHasASeat(t *testing.T) {
	t.Parallel()
	for _, id := range presets.IDs() {
		r := preset(t, id)
		for n := range 200 {
			if !r.Field.Contains(n) {
				continue
			}
			seats := 0
			for _, size := range r.Tables.Split(n) {
				seats += size
				if !slices.Contains(r.Tables.AllSizes(), size) {
					t.Errorf("%s: %d entrants have a table of %d", id, n, size)
				}
			}
			if seats != n {
				t.Errorf("%s: %d entrants have %d seats", id, n, seats)
			}
		}
	}
}

// Whatever the sizes: entrants are split where there is a way, and then no other way has
// more of the largest tables, or fewer where that is the rule.
func TestSplitIsTheMostOfLargest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tables := rules.Tables{Sizes: rapid.SliceOfNDistinct(rapid.IntRange(2, 7), 1, 4, rapid.ID[int]).Draw(t, "sizes"), Partition: rules.MostOfLargest}
		slices.Sort(tables.Sizes)
		slices.Reverse(tables.Sizes)
		if rapid.Bool().Draw(t, "fewest") {
			tables.Partition = rules.MinFours
		}
		n := rapid.IntRange(1, 40).Draw(t, "entrants")
		most, fewest := ways(tables.Sizes, n)
		got := tables.Split(n)
		largest := 0
		for _, size := range got {
			if size == tables.Sizes[0] {
				largest++
			}
		}
		want := most
		if tables.Partition == rules.MinFours {
			want = fewest
		}
		if (got == nil) != (most < 0) || got != nil && largest != want {
			t.Fatalf("%d at tables of %v: %v, want %d of the largest", n, tables.Sizes, got, want)
		}
	})
}

// ways tries all splits and returns the most and the fewest tables of the largest size
// among them; -1 without any.
func ways(sizes []int, n int) (most, fewest int) {
	most, fewest = -1, -1
	var fill func(i, left, largest int)
	fill = func(i, left, largest int) {
		switch {
		case left == 0:
			most = max(most, largest)
			if fewest < 0 || largest < fewest {
				fewest = largest
			}
		case i < len(sizes):
			for count := 0; count*sizes[i] <= left; count++ {
				of := largest
				if i == 0 {
					of = count
				}
				fill(i+1, left-count*sizes[i], of)
			}
		}
	}
	fill(0, n, 0)
	return most, fewest
}

// What is recorded of a seat, and what is added up from it.
func TestFiguresOfAGame(t *testing.T) {
	t.Parallel()
	sum := func(id, of string) rules.Sum {
		game := preset(t, id).Game
		return game.Sums[slices.IndexFunc(game.Sums, func(s rules.Sum) bool { return s.ID == of })]
	}
	for _, tt := range []struct {
		name    string
		sum     rules.Sum
		vp      int
		figures map[string]int
		want    int
	}{
		{"JP22 3 points without longest road and largest army", sum("just-play-2022", "net-vp"), 10, map[string]int{"longest-road": 1, "largest-army": 1}, 6},
		{"JP22 3 points without the road", sum("just-play-2022", "net-vp"), 10, map[string]int{"longest-road": 1}, 8},
		{"JP22 3 settlements and cities", sum("just-play-2022", "settlements-cities"), 10, map[string]int{"settlements": 3, "cities": 2}, 5},
		{"FG14 3 roads and development cards", sum("firenzegioca-2014", "roads-dev-cards"), 10, map[string]int{"roads": 9, "dev-cards-bought": 4}, 13},
		{"SQ00 5 every card counts as four tanks", sum("risiko-squadre-2000", "armies-and-cards"), 170, map[string]int{"armies": 31, "cards": 2}, 39},
		{"SQ00 5 nothing", sum("risiko-squadre-2000", "armies-and-cards"), 0, nil, 0},
	} {
		if got := tt.sum.Of(tt.vp, tt.figures); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

// SQ00 5: figures are recorded at the tables of six only, and so are their sums; by the other
// regulations they are at all.
func TestFiguresByTheSizeOfATable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, preset    string
		size            int
		figures, sums   int
		team, objective string
	}{
		{"SQ00 5 at a table of six", "risiko-squadre-2000", 6, 4, 1, "B", "asia"},
		{"SQ00 0 at a table of five", "risiko-squadre-2000", 5, 0, 0, "A", "africa"},
		{"JP22 3 at a table of four", "just-play-2022", 4, 4, 2, "", ""},
		{"CN09 3.2c no more than the points", "catan-nazionale-2009", 4, 0, 0, "", ""},
	} {
		game := preset(t, tt.preset).Game
		if figures, sums := len(game.RecordedAt(tt.size)), len(game.SumsAt(tt.size)); figures != tt.figures || sums != tt.sums {
			t.Errorf("%s: %d figures and %d sums", tt.name, figures, sums)
		}
		if team, ok := game.Team(tt.objective); team != tt.team || ok != (tt.objective != "") {
			t.Errorf("%s: %q is of team %q", tt.name, tt.objective, team)
		}
	}
}

// CN09 3.3: the printed schedule is of sixteen places; for fewer entrants its last places
// fall away, the sixteenth first.
func TestPlacesOfAPrintedSchedule(t *testing.T) {
	t.Parallel()
	p, _ := cn09(t).Pairing(rules.FixedSchedule)
	s := p.Schedules[0]
	for entrants, last := range map[int]int{12: 0, 13: 13, 14: 14, 15: 15, 16: 16, 17: 0} {
		if places := s.Places(entrants); len(places) > 0 && (len(places) != entrants || places[len(places)-1] != last) || len(places) == 0 && last != 0 {
			t.Errorf("CN09 3.3 of %d entrants: places %v", entrants, places)
		}
	}
}

// CN09 3.3: which rounds follow a schedule, and which the standings.
func TestRoundsOfASchedule(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name           string
		p              rules.Pairing
		rounds, follow int
	}{
		{"CN09 3.3 all of them", rules.Pairing{System: rules.FixedSchedule}, 4, 4},
		{"the first two", rules.Pairing{System: rules.FixedSchedule, ScheduledRounds: 2}, 4, 2},
		{"no more than there are", rules.Pairing{System: rules.FixedSchedule, ScheduledRounds: 6}, 4, 4},
		{"CN09 3.2b none", rules.Pairing{System: rules.ByStandings}, 4, 0},
	} {
		if got := tt.p.LaidDown(tt.rounds); got != tt.follow {
			t.Errorf("%s: %d of %d rounds are laid down", tt.name, got, tt.rounds)
		}
		for round := 1; round <= tt.rounds; round++ {
			if got := tt.p.BySchedule(round); got != (round <= tt.follow) {
				t.Errorf("%s: round %d by schedule is %t", tt.name, round, got)
			}
		}
	}
}

// TestAllSizes: the sizes that tables may have, each once, those of exceptions behind.
func TestAllSizes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		tables rules.Tables
		want   []int
	}{
		{"those allowed", rules.Tables{Sizes: []int{4, 3}}, []int{4, 3}},
		{"those of exceptions behind", rules.Tables{Sizes: []int{4, 3}, Exceptions: []rules.TableException{{Sizes: []int{6, 2}}}}, []int{4, 3, 6, 2}},
		{"each once", rules.Tables{Sizes: []int{4, 3}, Exceptions: []rules.TableException{{Sizes: []int{3, 5, 5}}, {Sizes: []int{5, 4}}}}, []int{4, 3, 5}},
		{"none", rules.Tables{}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := tt.tables.AllSizes()
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
	r := preset(t, "just-play-2022")
	before := slices.Clone(r.Tables.Sizes)
	if _ = append(r.Tables.AllSizes(), 9); !slices.Equal(r.Tables.Sizes, before) {
		t.Error("the list of the ruleset was written to")
	}
}
