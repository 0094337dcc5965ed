package ladder_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/counted"
	"referto/internal/league"
	"referto/internal/league/ladder"
	"referto/internal/league/ranking"
)

// three are in the ranking, the first two level, and two in the hall.
func three(t *testing.T) *ladder.Snapshot {
	t.Helper()
	return build(t, map[league.PlayerID]string{
		player(1): "\x01b", player(2): "\x01b", player(3): "\x01a", player(4): "\x00z", player(5): "\x00y",
	})
}

// places writes a page: "0: 1 as 1. of b".
func places(page []ladder.Place) string {
	var out []string
	for _, p := range page {
		out = append(out, fmt.Sprintf("%d: %d as %d. of %s", p.Position, p.Player.UUID[15], p.Rank, p.Key[1:]))
	}
	return strings.Join(out, ", ")
}

// A page has what of it lies in its list: nothing before the first and nothing behind the last.
func TestPage(t *testing.T) {
	t.Parallel()
	s := three(t)
	for _, tt := range []struct {
		hall    bool
		from, n int
		want    string
	}{
		{false, 0, 3, "0: 1 as 1. of b, 1: 2 as 1. of b, 2: 3 as 3. of a"},
		{false, 0, 1, "0: 1 as 1. of b"},
		{false, 1, 1, "1: 2 as 1. of b"},
		{false, 1, 9, "1: 2 as 1. of b, 2: 3 as 3. of a"},
		{false, 2, 1, "2: 3 as 3. of a"},
		{false, 3, 1, ""},
		{false, 0, 0, ""},
		{false, -1, 3, "0: 1 as 1. of b, 1: 2 as 1. of b"},
		{false, -1, 1, ""},
		{false, -2, 3, "0: 1 as 1. of b"},
		{false, 1, -1, ""},
		{true, 0, 9, "0: 4 as 1. of z, 1: 5 as 2. of y"},
		{true, 1, 1, "1: 5 as 2. of y"},
		{true, 2, 1, ""},
		{true, -1, 2, "0: 4 as 1. of z"},
	} {
		if got := places(s.Page(tt.hall, tt.from, tt.n)); got != tt.want {
			t.Errorf("hall %t, %d from %d: %q, want %q", tt.hall, tt.n, tt.from, got, tt.want)
		}
	}
	if s.Players(false) != 3 || s.Players(true) != 2 {
		t.Errorf("%d in the ranking, %d in the hall", s.Players(false), s.Players(true))
	}
}

// A player outside a list gets the position and the rank that they would have in it.
func TestFind(t *testing.T) {
	t.Parallel()
	s := three(t)
	for _, tt := range []struct {
		key      string
		player   int
		position int
		found    bool
		rank     int
	}{
		{"\x01b", 1, 0, true, 1},
		{"\x01b", 2, 1, true, 1},
		{"\x01a", 3, 2, true, 3},
		{"\x01c", 9, 0, false, 1},
		{"\x01b", 9, 2, false, 1},
		{"\x01a", 1, 2, false, 3},
		{"\x01", 9, 3, false, 4},
		{"\x00z", 4, 0, true, 1},
		{"\x00y", 5, 1, true, 2},
		{"\x00x", 9, 2, false, 3},
	} {
		position, found := s.Find(tt.key, player(tt.player))
		if position != tt.position || found != tt.found || s.Rank(tt.key) != tt.rank {
			t.Errorf("%d with %q: at %d, %t, rank %d, want %d, %t, %d", tt.player, tt.key, position, found, s.Rank(tt.key), tt.position, tt.found, tt.rank)
		}
	}
}

// Keys of the hall are below those of the ranking; the bound between them is of the ranking.
func TestInHall(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]bool{ranking.InHall: true, "\x00\xff\xff": true, ranking.InRanking: false, "\x01\x00": false} {
		if got := ladder.InHall(key); got != want {
			t.Errorf("%q: %t", key, got)
		}
	}
}

// Keys of ranks alone are in the order of the ranks, each in its list.
func TestOrdinal(t *testing.T) {
	t.Parallel()
	ranks := []int{1, 2, 3, 255, 256, 257, 65536, math.MaxUint32}
	for _, hall := range []bool{false, true} {
		var keys []string
		for _, rank := range ranks {
			key := ladder.Ordinal(hall, rank)
			if ladder.InHall(key) != hall || len(key) != 5 {
				t.Errorf("hall %t, rank %d: %q", hall, rank, key)
			}
			keys = append(keys, key)
		}
		slices.Reverse(keys)
		if !slices.IsSorted(keys) {
			t.Errorf("hall %t: %q", hall, keys)
		}
	}
	keys := map[league.PlayerID]string{}
	for i, rank := range []int{1, 2, 2, 4} {
		keys[player(i+1)] = ladder.Ordinal(false, rank)
	}
	keys[player(5)] = ladder.Ordinal(true, 1)
	if got, want := listed(build(t, keys)), "1 1, 2 2, 2 3, 4 4, | 1 5, | "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Changes that change nothing give the snapshot itself, or one like it; what is said of somebody twice is one change.
func TestWith(t *testing.T) {
	t.Parallel()
	s := three(t)
	if got, err := s.With(nil); err != nil || got != s {
		t.Errorf("nothing: %p, %v, want %p", got, err, s)
	}
	for _, tt := range []struct {
		says    string
		changes []ladder.Change
		want    string
	}{
		{"the same key", []ladder.Change{{Player: player(1), Before: "\x01b", After: "\x01b"}}, "1 1, 1 2, 3 3, | 1 4, 2 5, | "},
		{"of who is nowhere", []ladder.Change{{Player: player(9)}}, "1 1, 1 2, 3 3, | 1 4, 2 5, | "},
		{"there and back", []ladder.Change{{Player: player(3), Before: "\x01a", After: "\x01c"}, {Player: player(3), Before: "\x01c", After: "\x01a"}}, "1 1, 1 2, 3 3, | 1 4, 2 5, | "},
		{"up", []ladder.Change{{Player: player(3), Before: "\x01a", After: "\x01c"}}, "1 3, 2 1, 2 2, | 1 4, 2 5, | "},
		{"into the hall", []ladder.Change{{Player: player(1), Before: "\x01b", After: "\x00x"}}, "1 2, 2 3, | 1 4, 2 5, 3 1, | "},
		{"out of the hall", []ladder.Change{{Player: player(4), Before: "\x00z", After: "\x01c"}}, "1 4, 2 1, 2 2, 4 3, | 1 5, | "},
		{"away", []ladder.Change{{Player: player(1), Before: "\x01b"}}, "1 2, 2 3, | 1 4, 2 5, | "},
		{"anew", []ladder.Change{{Player: player(6), After: "\x01b"}}, "1 1, 1 2, 1 6, 4 3, | 1 4, 2 5, | "},
		{"anew and away", []ladder.Change{{Player: player(6), After: "\x01b"}, {Player: player(6), Before: "\x01b"}}, "1 1, 1 2, 3 3, | 1 4, 2 5, | "},
		{"two of them", []ladder.Change{{Player: player(1), Before: "\x01b", After: "\x01a"}, {Player: player(3), Before: "\x01a", After: "\x01b"}}, "1 2, 1 3, 3 1, | 1 4, 2 5, | "},
	} {
		next, err := s.With(tt.changes)
		if err != nil {
			t.Fatalf("%s: %v", tt.says, err)
		}
		if got := listed(next); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.says, got, tt.want)
		}
	}
}

// Nobody is in a snapshot twice; one of more players holds more.
func TestBuild(t *testing.T) {
	t.Parallel()
	twice := []counted.Item{{Key: "\x01a", ID: uuid.UUID{1}}, {Key: "\x01a", ID: uuid.UUID{1}}}
	if s, err := ladder.Build(twice); err == nil || s != nil || !strings.HasPrefix(err.Error(), "ladder: ") || errors.Is(err, ladder.ErrUnlike) {
		t.Errorf("%v, %v", s, err)
	}
	small, large := three(t), build(t, map[league.PlayerID]string{})
	if small.Bytes() <= large.Bytes() {
		t.Errorf("three hold %d bytes, none %d", small.Bytes(), large.Bytes())
	}
}
