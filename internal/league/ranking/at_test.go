package ranking_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/ranking"
)

// table writes a ranking: "1. 2 301/…, 2. 1 …", followed by a bar and the hall, each row with the criterion
// that decided.
func table(k *ranking.Keeper, t ranking.Table) string {
	list := func(rows []ranking.Row) string {
		var texts []string
		for _, row := range rows {
			text := fmt.Sprintf("%d. %d", row.Rank, row.Player.UUID[15])
			if row.Decided >= 0 {
				text += " by " + k.Criteria()[row.Decided].Figure
			}
			texts = append(texts, text)
		}
		return strings.Join(texts, ", ")
	}
	return list(t.Ranking) + " | " + list(t.Hall)
}

func TestAt(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		readings []string
		openings []string // of players 1, 2, …; "" is none
		postings []string // "player event score", n before a national event
		want     string
	}{
		{"BG 2.2.1 by points", nil, []string{"5/0/0,00%/0/0/0/1", "7/0/0,00%/0/0/0/1"}, nil, "1. 2, 2. 1 by points | "},
		{"BG 2.2.2 then by victory points", nil, []string{"5/12/0,00%/0/0/0/1", "5/13/0,00%/0/0/0/1"}, nil, "1. 2, 2. 1 by vp | "},
		{"BG 2.2.2 then by percentages", nil, []string{"5/13/40,62%/0/0/0/1", "5/13/40,63%/0/0/0/1"}, nil, "1. 2, 2. 1 by share | "},
		{"BG 2.2.2 then by firsts", nil, []string{"5/13/40,63%/0/9/0/1", "5/13/40,63%/1/0/0/1"}, nil, "1. 2, 2. 1 by firsts | "},
		{"BG 2.2.2 then by seconds", nil, []string{"5/13/40,63%/1/0/9/1", "5/13/40,63%/1/1/0/1"}, nil, "1. 2, 2. 1 by seconds | "},
		{"BG 2.2.2 then by thirds", nil, []string{"5/13/40,63%/1/1/0/1", "5/13/40,63%/1/1/1/1"}, nil, "1. 2, 2. 1 by thirds | "},
		{"D003-10 who is level on all shares a position; tournaments do not tell apart", nil, []string{"5/13/40,63%/1/1/1/1", "5/13/40,63%/1/1/1/9", "4/1/1,00%/0/0/0/1"}, nil, "1. 1, 1. 2, 3. 3 by points | "},
		{"BG 1 who has played a national event only is there with nothing", nil, []string{"5/13/40,63%/1/1/1/1", ""}, []string{"2 n1 13/39/99,83%/2/1/0/1"}, "1. 1, 2. 2 by points | "},
		{"BG 1 who has 300 is in the hall and not in the ranking", nil, []string{"299/0/0,00%/0/0/0/1", "290/0/0,00%/0/0/0/1"}, []string{"1 1 5/1/1,00%/0/0/0/1"}, "1. 2 | 1. 1"},
		{"A003-9 chronological: who came first ranks first", nil, []string{"295/0/0,00%/0/0/0/1", "295/0/0,00%/0/0/0/1"}, []string{"2 2 9/1/1,00%/0/0/0/1", "1 1 5/1/1,00%/0/0/0/1"}, " | 1. 1, 2. 2"},
		{"A003-9 criteria: by 2.2.2 throughout", []string{"A003-9=criteria"}, []string{"295/0/0,00%/0/0/0/1", "295/0/0,00%/0/0/0/1"}, []string{"2 2 9/1/1,00%/0/0/0/1", "1 1 5/1/1,00%/0/0/0/1"}, " | 1. 2, 2. 1 by points"},
		{"A003-9 those of one event by 2.2.2", nil, []string{"295/0/0,00%/0/0/0/1", "295/0/0,00%/0/0/0/1"}, []string{"2 1 9/1/1,00%/0/0/0/1", "1 1 5/1/1,00%/0/0/0/1"}, " | 1. 2, 2. 1 by points"},
		{"A003-9 as they arrived, whatever they have played since", nil, []string{"295/0/0,00%/0/0/0/1", "295/0/0,00%/0/0/0/1"}, []string{"2 1 9/1/1,00%/0/0/0/1", "1 1 5/1/1,00%/0/0/0/1", "1 2 9/1/1,00%/0/0/0/1"}, " | 1. 2, 2. 1 by points"},
		{"A003-8 capped_300: those of one event by what they came to, points beyond the cap included", []string{"A003-8=capped_300"}, []string{"295/0/0,00%/0/0/0/1", "295/9/0,00%/0/0/0/1"}, []string{"1 1 9/1/1,00%/0/0/0/1", "2 1 5/1/1,00%/0/0/0/1"}, " | 1. 1, 2. 2 by points"},
		{"A003-8 capped_300 with A003-9 criteria: as they stand", []string{"A003-8=capped_300", "A003-9=criteria"}, []string{"295/0/0,00%/0/0/0/1", "295/9/0,00%/0/0/0/1"}, []string{"1 1 9/1/1,00%/0/0/0/1", "2 1 5/1/1,00%/0/0/0/1"}, " | 1. 2, 2. 1 by vp"},
		{"D003-17 who opened with 300 comes before all, among themselves by 2.2.2", nil, []string{"301/0/0,00%/0/0/0/1", "302/0/0,00%/0/0/0/1", "299/0/0,00%/0/0/0/1"}, []string{"3 1 9/1/1,00%/0/0/0/1"}, " | 1. 2, 2. 1 by points, 3. 3"},
		{"D003-10 in the hall too", nil, []string{"301/5/0,00%/0/0/0/1", "301/5/0,00%/0/0/0/2", "300/0/0,00%/0/0/0/1"}, nil, " | 1. 1, 1. 2, 3. 3 by points"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			k := ranking.NewKeeper(bulgaria(t, tt.readings...))
			var openings []ranking.Opening
			for i, line := range tt.openings {
				if line != "" {
					openings = append(openings, ranking.Opening{Player: player(i + 1), Figures: figures(t, line)})
				}
			}
			var postings []ranking.Posting
			for _, text := range tt.postings {
				who, rest, _ := strings.Cut(text, " ")
				p := gained(t, rest)
				p.Player = player(int(who[0] - '0'))
				postings = append(postings, p)
			}
			if got := table(k, k.At(openings, postings)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestInvalidationsInAnyOrder: if events are taken away, in any order and with some brought back in between,
// the ranking is the same as if it had never had them.
func TestInvalidationsInAnyOrder(t *testing.T) {
	t.Parallel()
	for _, readings := range [][]string{nil, {"A003-9=criteria", "A003-7=also_ranking"}, {"A003-8=capped_300"}} {
		k := ranking.NewKeeper(bulgaria(t, readings...))
		rapid.Check(t, func(t *rapid.T) {
			var all []ranking.Posting
			for n := 1; n <= 4; n++ {
				all = append(all, somePostings(t, n)...)
			}
			void := make(map[int]bool)
			for range rapid.IntRange(0, 20).Draw(t, "changes") {
				event := rapid.IntRange(1, 12).Draw(t, "event")
				void[event] = !void[event]
			}
			var standing []ranking.Posting
			for _, p := range rapid.Permutation(all).Draw(t, "order") {
				if !void[p.Event] {
					standing = append(standing, p)
				}
			}
			var never []ranking.Posting
			for _, p := range all {
				if !void[p.Event] {
					never = append(never, p)
				}
			}
			if got, want := fmt.Sprint(k.At(nil, standing)), fmt.Sprint(k.At(nil, never)); got != want {
				t.Fatalf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// TestRanksOfAll: every player is exactly once in the ranking or in the hall; ranks never fall, and players who
// share one are level.
func TestRanksOfAll(t *testing.T) {
	t.Parallel()
	k := ranking.NewKeeper(bulgaria(t))
	rapid.Check(t, func(t *rapid.T) {
		var openings []ranking.Opening
		n := rapid.IntRange(0, 12).Draw(t, "players")
		for i := range n {
			f := someFigures(t, 2)
			f[0] = league.Int(rapid.IntRange(298, 301).Draw(t, "points"))
			openings = append(openings, ranking.Opening{Player: player(i + 1), Figures: f})
		}
		at := k.At(openings, nil)
		if len(at.Ranking)+len(at.Hall) != n {
			t.Fatalf("%d in the ranking and %d in the hall, of %d", len(at.Ranking), len(at.Hall), n)
		}
		for _, rows := range [][]ranking.Row{at.Ranking, at.Hall} {
			for i, row := range rows {
				better := 0
				for _, other := range rows {
					if o, _ := k.Order(other.Career, row.Career); o < 0 {
						better++
					}
				}
				if row.Rank != better+1 {
					t.Fatalf("row %d has rank %d with %d better ones", i, row.Rank, better)
				}
			}
		}
	})
}
