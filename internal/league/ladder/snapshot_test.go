package ladder_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/counted"
	"referto/internal/league"
	"referto/internal/league/ladder"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// keeper keeps by the Bulgarian regulation under readings, each "A003-9=criteria".
func keeper(t testing.TB, readings ...string) *ranking.Keeper {
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
	return ranking.NewKeeper(r)
}

func player(n int) league.PlayerID { return league.PlayerID{UUID: uuid.UUID{15: byte(n)}} }

// moment is that of an event: two on each day.
func moment(event int) ranking.Moment {
	if event == 0 {
		return ranking.Moment{}
	}
	day := time.Date(2009, 2, 8, 0, 0, 0, 0, time.UTC).AddDate(0, 0, event/2)
	return ranking.Moment{Day: rules.DayOf(day), At: day.Add(time.Duration(event%2) * time.Hour), Event: league.EventID{UUID: uuid.UUID{0: byte(event)}}}
}

// keysOf are the keys of all careers.
func keysOf(t testing.TB, k *ranking.Keeper, openings []ranking.Opening, postings []ranking.Posting) map[league.PlayerID]string {
	t.Helper()
	keys := map[league.PlayerID]string{}
	for player, career := range k.Careers(openings, postings) {
		key, err := k.Key(career, moment(career.Since))
		if err != nil {
			t.Fatal(err)
		}
		keys[player] = key
	}
	return keys
}

func build(t testing.TB, keys map[league.PlayerID]string) *ladder.Snapshot {
	t.Helper()
	var items []counted.Item
	for player, key := range keys {
		items = append(items, counted.Item{Key: key, ID: player.UUID})
	}
	s, err := ladder.Build(items)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// listed writes both lists as a snapshot has them: "1 3, 2 1 | 1 7".
func listed(s *ladder.Snapshot) string {
	var text strings.Builder
	for _, hall := range []bool{false, true} {
		for i, p := range s.Page(hall, -2, 1000) {
			fmt.Fprintf(&text, "%d %d, ", p.Rank, p.Player.UUID[15])
			position, found := s.Find(p.Key, p.Player)
			if p.Position != i || position != i || !found || s.Rank(p.Key) != p.Rank || ladder.InHall(p.Key) != hall {
				fmt.Fprintf(&text, "(at %d, found at %d: %t, rank %d) ", p.Position, position, found, s.Rank(p.Key))
			}
		}
		text.WriteString("| ")
	}
	return text.String()
}

// derived writes them as the keeper ranks them.
func derived(table ranking.Table) string {
	var text strings.Builder
	for _, rows := range [][]ranking.Row{table.Ranking, table.Hall} {
		for _, row := range rows {
			fmt.Fprintf(&text, "%d %d, ", row.Rank, row.Player.UUID[15])
		}
		text.WriteString("| ")
	}
	return text.String()
}

func some(t *rapid.T, players int) (openings []ranking.Opening, postings []ranking.Posting) {
	figures := func(most int) []league.Frac {
		list := make([]league.Frac, 7)
		for i := range list {
			list[i] = league.Int(rapid.IntRange(0, 2).Draw(t, "figure"))
		}
		list[0] = league.NewFrac(int64(rapid.IntRange(0, 2*most).Draw(t, "halves")), 2)
		list[2] = league.NewFrac(int64(rapid.IntRange(0, 4).Draw(t, "thirds")), 3)
		return list
	}
	for n := 1; n <= players; n++ {
		if rapid.Bool().Draw(t, "opens") {
			openings = append(openings, ranking.Opening{Player: player(n), Figures: figures(310)})
		}
		for event := 1; event <= 4; event++ {
			if rapid.Bool().Draw(t, "plays") {
				postings = append(postings, ranking.Posting{Event: event, Player: player(n), Figures: figures(150)})
			}
		}
	}
	return openings, postings
}

// Whatever has been posted, the tree has everybody where the keeper ranks them, in the
// ranking and in a hall of either order.
func TestSnapshotsRankAsTheKeeper(t *testing.T) {
	t.Parallel()
	for _, readings := range [][]string{nil, {"A003-9=criteria"}, {"A003-8=capped_300"}} {
		k := keeper(t, readings...)
		rapid.Check(t, func(rt *rapid.T) {
			openings, postings := some(rt, rapid.IntRange(0, 12).Draw(rt, "players"))
			table := k.At(openings, postings)
			s := build(t, keysOf(t, k, openings, postings))
			if got, want := listed(s), derived(table); got != want {
				rt.Fatalf("got  %s\nwant %s", got, want)
			}
			if s.Players(false) != len(table.Ranking) || s.Players(true) != len(table.Hall) {
				rt.Fatalf("%d and %d players", s.Players(false), s.Players(true))
			}
			n, hall := rapid.IntRange(0, 5).Draw(rt, "n"), rapid.Bool().Draw(rt, "hall")
			from := rapid.IntRange(-3, 15).Draw(rt, "from")
			for _, p := range s.Page(hall, from, n) {
				if p.Position < from || p.Position >= from+n {
					rt.Fatalf("a page from %d of %d has position %d", from, n, p.Position)
				}
			}
		})
	}
}

// A snapshot that goes on by changes is the one that is made anew, in whatever portions the
// changes come; the one before stays as it was.
func TestChangesContinueASnapshot(t *testing.T) {
	t.Parallel()
	k := keeper(t)
	rapid.Check(t, func(rt *rapid.T) {
		now := map[league.PlayerID]string{}
		s := build(t, now)
		for range rapid.IntRange(1, 4).Draw(rt, "portions") {
			was, before := listed(s), s
			var changes []ladder.Change
			for range rapid.IntRange(0, 3).Draw(rt, "steps") {
				openings, postings := some(rt, 5)
				next := keysOf(t, k, openings, postings)
				for n := 1; n <= 5; n++ {
					changes = append(changes, ladder.Change{Player: player(n), Before: now[player(n)], After: next[player(n)]})
				}
				now = next
			}
			var err error
			if s, err = s.With(changes); err != nil {
				rt.Fatal(err)
			}
			if got, want := listed(s), listed(build(t, now)); got != want {
				rt.Fatalf("got  %s\nwant %s", got, want)
			}
			if got := listed(before); got != was {
				rt.Fatalf("the one before has become %s", got)
			}
		}
	})
}

func TestChangesThatDoNotContinue(t *testing.T) {
	t.Parallel()
	s := build(t, map[league.PlayerID]string{player(1): "\x01a"})
	for name, changes := range map[string][]ladder.Change{
		"another key before":      {{Player: player(1), Before: "\x01b", After: "\x01c"}},
		"somebody who is there":   {{Player: player(1), After: "\x01a"}},
		"somebody who is not":     {{Player: player(2), Before: "\x01a"}},
		"two that do not meet":    {{Player: player(1), Before: "\x01a", After: "\x01b"}, {Player: player(1), Before: "\x01c", After: "\x01d"}},
		"a key of the other list": {{Player: player(1), Before: "\x00a", After: "\x00b"}},
	} {
		if _, err := s.With(changes); !errors.Is(err, ladder.ErrUnlike) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Figures of any fineness rank; those that no key can tell apart are refused and never guessed.
func TestFiguresWithoutKey(t *testing.T) {
	t.Parallel()
	k := keeper(t)
	for _, tt := range []struct {
		share string
		err   error
	}{{"1/4294967295", nil}, {"1/4294967297", ranking.ErrNoKey}, {"1/99999999999999999999", ranking.ErrNoKey}} {
		share, err := league.ParseFrac(tt.share)
		if err != nil {
			t.Fatal(err)
		}
		career := ranking.Career{Figures: make([]league.Frac, 7)}
		career.Figures[2] = share
		if _, err := k.Key(career, ranking.Moment{}); !errors.Is(err, tt.err) {
			t.Errorf("%s: %v", tt.share, err)
		}
	}
}
