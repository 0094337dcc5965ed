package ranking_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// bulgaria returns the regulation of the Bulgarian ranking tournaments with some readings, such as
// "A003-8=capped_300".
func bulgaria(t testing.TB, readings ...string) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find("catan-ranglista-bg")
	for _, reading := range readings {
		if err == nil {
			key, value, _ := strings.Cut(reading, "=")
			r, err = r.WithReading(key, value)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func player(n int) league.PlayerID { return league.PlayerID{UUID: uuid.UUID{15: byte(n)}} }

// figures parses a score as the regulation prints it: "5/13/40,63%/1/0/0/7".
func figures(t testing.TB, score string) []league.Frac {
	t.Helper()
	var list []league.Frac
	for _, part := range strings.Split(strings.NewReplacer("%", "", ",", ".").Replace(score), "/") {
		f, err := league.ParseFrac(part)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	return list
}

// score writes figures in the form that figures parses.
func score(list []league.Frac) string {
	texts := make([]string, len(list))
	for i, f := range list {
		texts[i] = f.String()
	}
	texts[2] = strings.ReplaceAll(list[2].Decimal(2), ".", ",") + "%"
	return strings.Join(texts, "/")
}

// gained parses a posting of player 1: "3 8/25/63,38%/1/1/0/1", with the event first, and an n before it if the
// event is national.
func gained(t testing.TB, text string) ranking.Posting {
	t.Helper()
	p := ranking.Posting{Player: player(1)}
	event, line, _ := strings.Cut(text, " ")
	event, p.National = strings.CutPrefix(event, "n")
	if _, err := fmt.Sscan(event, &p.Event); err != nil {
		t.Fatal(err)
	}
	p.Figures = figures(t, line)
	return p
}

func TestCareerOf(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		readings []string
		opening  string // score and national points; "" is none
		postings []string
		want     string // score, national points, and the event with which the player entered the hall
	}{
		{"BG 1 nothing yet", nil, "", nil, "0/0/0,00%/0/0/0/0 +0"},
		{"BG 1 the printed score is one of seven figures", nil, "", []string{"1 5/13/40,63%/1/0/0/1"}, "5/13/40,63%/1/0/0/1 +0"},
		{"BG 1 every figure is added up", nil, "46/657/2092,80%/5/0/3/40 0", []string{"1 6/19/51,36%/1/0/0/1"}, "52/676/2144,16%/6/0/3/41 +0"},
		{"BG 1 with 299 points one plays on", nil, "290/900/2000,00%/1/1/1/40 0", []string{"1 9/10/20,00%/1/1/1/1"}, "299/910/2020,00%/2/2/2/41 +0"},
		{"BG 1 with 300 points one takes one's place in the eternal ranking", nil, "290/900/2000,00%/1/1/1/40 0", []string{"1 10/10/20,00%/1/1/1/1"}, "300/910/2020,00%/2/2/2/41 +0 hall 1"},
		{"D003-4 the event in which one crosses counts whole", nil, "295/1/1,00%/0/0/0/1 0", []string{"4 8/1/1,00%/0/0/0/1"}, "303/2/2,00%/0/0/0/2 +0 hall 4"},
		{"D003-17 who opens with 300 has been there from the start", nil, "300/1/1,00%/0/0/0/1 0", nil, "300/1/1,00%/0/0/0/1 +0 hall 0"},
		{"D003-14 what was played meanwhile is kept, and changes nothing of since when", nil, "295/1/1,00%/0/0/0/1 0", []string{"2 8/1/1,00%/0/0/0/1", "1 5/1/1,00%/0/0/0/1"}, "308/3/3,00%/0/0/0/3 +0 hall 1"},
		{"D003-15 without the event that was found void one is back", nil, "295/1/1,00%/0/0/0/1 0", []string{"2 3/1/1,00%/0/0/0/1"}, "298/2/2,00%/0/0/0/2 +0"},
		{"BG 1 national points are apart", nil, "290/1/1,00%/0/0/0/1 8", []string{"n1 13/39/99,83%/2/1/0/1"}, "290/1/1,00%/0/0/0/1 +21"},
		{"A003-7 also_ranking: they count in the ranking too", []string{"A003-7=also_ranking"}, "290/1/1,00%/0/0/0/1 8", []string{"n1 13/39/99,83%/2/1/0/1"}, "303/40/100,83%/2/1/0/2 +21 hall 1"},
		{"A003-8 recorded: points beyond the cap are kept", nil, "299/1/1,00%/0/0/0/1 0", []string{"1 9/1/1,00%/0/0/0/1"}, "308/2/2,00%/0/0/0/2 +0 hall 1"},
		{"A003-8 capped_300: they are not", []string{"A003-8=capped_300"}, "299/1/1,00%/0/0/0/1 0", []string{"1 9/1/1,00%/0/0/0/1"}, "300/2/2,00%/0/0/0/2 +0 hall 1"},
		{"D003-18 capped_300 goes on holding in the hall", []string{"A003-8=capped_300", "A003-7=also_ranking"}, "299/1/1,00%/0/0/0/1 0", []string{"1 9/1/1,00%/0/0/0/1", "n2 8/2/2,00%/1/0/0/1"}, "300/4/4,00%/1/0/0/3 +8 hall 1"},
		{"A003-4 averaged points are not whole", nil, "297/1/1,00%/0/0/0/1 0", []string{"1 2.5/1/1,00%/0/0/0/1"}, "299.5/2/2,00%/0/0/0/2 +0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			k := ranking.NewKeeper(bulgaria(t, tt.readings...))
			var opening *ranking.Opening
			if line, national, ok := strings.Cut(tt.opening, " "); ok {
				opening = &ranking.Opening{Player: player(1), Figures: figures(t, line), National: figures(t, "0/0/"+national)[2]}
			}
			var postings []ranking.Posting
			for _, text := range tt.postings {
				postings = append(postings, gained(t, text))
			}
			c := k.CareerOf(opening, postings)
			got := score(c.Figures) + " +" + c.National.String()
			if c.Arrived {
				got += fmt.Sprintf(" hall %d", c.Since)
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if c.Arrived != (c.Arrival != nil) {
				t.Errorf("arrived %t with %v", c.Arrived, c.Arrival)
			}
		})
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ opening, want string }{
		{"0/0/0,00%/0/0/0/0", "300"}, {"297.5/0/0,00%/0/0/0/0", "2.5"}, {"299/0/0,00%/0/0/0/0", "1"}, {"300/0/0,00%/0/0/0/0", "0"}, {"312/0/0,00%/0/0/0/0", "0"},
	} {
		k := ranking.NewKeeper(bulgaria(t))
		c := k.CareerOf(&ranking.Opening{Figures: figures(t, tt.opening)}, nil)
		if got := k.Distance(c).String(); got != tt.want {
			t.Errorf("BG 1: %s lacks %s, want %s", tt.opening, got, tt.want)
		}
	}
}

func TestRefusal(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		reading string
		points  string
		counts  bool
		want    string
	}{
		{"BG 1 with fewer than 300 points", "A003-10=ranking_only", "299", true, ""},
		{"BG 1 with 300 points ranking tournaments are closed", "A003-10=ranking_only", "300", true, "BG 1: in-the-hall (points=300)"},
		{"A003-10 ranking_only: other events stay open", "A003-10=ranking_only", "300", false, ""},
		{"A003-10 all_events: none does", "A003-10=all_events", "300", false, "BG 1: in-the-hall (points=300)"},
		{"A003-10 all_events: to others they do", "A003-10=all_events", "299", false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			k := ranking.NewKeeper(bulgaria(t, tt.reading))
			c := k.CareerOf(&ranking.Opening{Figures: figures(t, tt.points+"/0/0,00%/0/0/0/0")}, nil)
			got := ""
			if err := k.Refusal(c, tt.counts); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestOrderOfPostings: the order in which postings become known changes nothing, neither in the career nor in
// the list passed in (D003-14, D003-15).
func TestOrderOfPostings(t *testing.T) {
	t.Parallel()
	for _, readings := range [][]string{nil, {"A003-7=also_ranking"}, {"A003-8=capped_300", "A003-7=also_ranking"}} {
		k := ranking.NewKeeper(bulgaria(t, readings...))
		rapid.Check(t, func(t *rapid.T) {
			postings := somePostings(t, 1)
			opening := &ranking.Opening{Player: player(1), Figures: someFigures(t, 310)}
			want := fmt.Sprint(k.CareerOf(opening, postings))
			shuffled := rapid.Permutation(postings).Draw(t, "order")
			before := slices.Clone(shuffled)
			if got := fmt.Sprint(k.CareerOf(opening, shuffled)); got != want {
				t.Fatalf("got  %s\nwant %s", got, want)
			}
			if fmt.Sprint(before) != fmt.Sprint(shuffled) {
				t.Fatal("the postings were put into another order")
			}
		})
	}
}

// TestCareerByHand adds up again, in the simplest way.
func TestCareerByHand(t *testing.T) {
	t.Parallel()
	k := ranking.NewKeeper(bulgaria(t))
	rapid.Check(t, func(t *rapid.T) {
		postings := somePostings(t, 1)
		c := k.CareerOf(nil, postings)
		since, national := -1, league.Int(0)
		sums := make([]league.Frac, len(k.Columns()))
		for event := 1; event <= 12; event++ {
			for _, p := range postings {
				switch {
				case p.Event != event:
				case p.National:
					national = national.Add(p.Figures[0])
				default:
					for i := range sums {
						sums[i] = sums[i].Add(p.Figures[i])
					}
				}
			}
			if since < 0 && sums[0].Cmp(league.Int(300)) >= 0 {
				since = event
			}
		}
		if got, want := fmt.Sprint(c.Figures, c.National), fmt.Sprint(sums, national); got != want {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
		if c.Arrived != (since > 0) || c.Arrived && c.Since != since {
			t.Fatalf("in the hall: %t since %d, want since %d", c.Arrived, c.Since, since)
		}
	})
}

// somePostings draws postings of a player in some of twelve events.
func somePostings(t *rapid.T, n int) []ranking.Posting {
	var list []ranking.Posting
	for event := 1; event <= 12; event++ {
		if rapid.Bool().Draw(t, "plays") {
			list = append(list, ranking.Posting{Event: event, National: rapid.IntRange(0, 3).Draw(t, "national") == 0, Player: player(n), Figures: someFigures(t, 60)})
		}
	}
	return list
}

func someFigures(t *rapid.T, most int) []league.Frac {
	list := make([]league.Frac, 7)
	for i := range list {
		list[i] = league.Int(rapid.IntRange(0, most).Draw(t, "figure"))
	}
	list[0] = league.NewFrac(int64(rapid.IntRange(0, 2*most).Draw(t, "halves")), 2)
	list[2] = league.NewFrac(int64(rapid.IntRange(0, 100*most).Draw(t, "hundredths")), 100)
	return list
}

// The points of a stored posting are read from their column, wherever it is; if no criterion and no score line
// has points, they are 0.
func TestPointsOfAStoredPosting(t *testing.T) {
	t.Parallel()
	r := bulgaria(t)
	stored := []string{"5", "13", "40.63", "1", "0", "0", "7"}
	if got, err := ranking.NewKeeper(r).PointsIn(stored); err != nil || got.String() != "5" {
		t.Errorf("got %s, %v", got, err)
	}
	without := *r
	without.ScoreLine = nil
	without.Standings = slices.Clone(r.Standings)
	first := &without.Standings[0]
	first.Criteria = slices.DeleteFunc(slices.Clone(first.Criteria), func(c rules.Criterion) bool { return c.Figure == rules.FigurePoints })
	if got, err := ranking.NewKeeper(&without).PointsIn(stored[1:]); err != nil || !got.IsZero() {
		t.Errorf("without a column of points: got %s, %v", got, err)
	}
}
