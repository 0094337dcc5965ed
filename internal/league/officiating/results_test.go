package officiating_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
)

// game reads a result: the ending, with the declaring entry behind a colon, then entries with their
// points, and behind a dash the order of leaving: "declared:1 1/10 2/8 3/5-1".
func game(t *testing.T, text string) league.Result {
	t.Helper()
	fields := strings.Fields(text)
	ended, by, _ := strings.Cut(fields[0], ":")
	r := league.Result{Ended: league.Ending(ended)}
	if by != "" {
		r.DeclaredBy = numbered(t, by)[0]
	}
	for _, field := range fields[1:] {
		var s league.SeatResult
		seat, left, gone := strings.Cut(field, "-")
		if _, err := fmt.Sscanf(seat, "%d/%d", &s.Entry, &s.VP); err != nil {
			t.Fatal(err)
		}
		if gone {
			s.Left = int(numbered(t, left)[0])
		}
		r.Seats = append(r.Seats, s)
	}
	return r
}

// TestMayRecord: a result is written down at a table of an open round while the event runs.
func TestMayRecord(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name         string
		round, table int
		change       func(*officiating.Situation)
		want         string
	}{
		{"at its table", 1, 3, nil, ""},
		{"to correct one that is there", 1, 1, func(s *officiating.Situation) { play(t, s).Latest().State = "open" }, ""},
		{"of no round", 0, 1, nil, "not found"},
		{"of a round that is not drawn", 2, 1, nil, "not found"},
		{"at a table that there is not", 1, 4, nil, "not found"},
		{"once the round is closed", 1, 1, func(s *officiating.Situation) { play(t, s) }, "state round-closed (round=1)"},
		{"once the round is closed, of an event that was finished and is open again", 1, 1, func(s *officiating.Situation) {
			play(t, s)
			s.Event.ProcessedAt = &s.Event.StartsAt
		}, ""},
		{"a first one of such an event", 1, 3, func(s *officiating.Situation) {
			s.Latest().State = "closed"
			s.Event.ProcessedAt = &s.Event.StartsAt
		}, "state round-closed (round=1)"},
		{"once the event is over", 1, 1, func(s *officiating.Situation) { s.Event.State = facts.Finished }, "state event-not-running (state=finished)"},
	} {
		s := draw(t, begun(t, "CN09", 12))
		if tt.change != nil {
			tt.change(s)
		}
		table, err := s.MayRecord(tt.round, tt.table)
		got := leaguetest.Answer(err)
		if errors.Is(err, league.ErrNotFound) {
			got = "not found"
		}
		if got != tt.want || err == nil && table != &s.Rounds[0].Tables[tt.table-1] {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestCheckResult: the reasons for which a result of the first table (entries 1 to 4) or the second
// (5 to 7) is refused, with the field of the mistake.
func TestCheckResult(t *testing.T) {
	t.Parallel()
	leaves := func(entry int) func(*testing.T, *officiating.Situation) {
		return func(t *testing.T, s *officiating.Situation) {
			withdrew(t, s, facts.Withdrawal{Entry: entry, Round: 1, During: true})
		}
	}
	tests := []struct {
		name   string
		table  int
		change func(*testing.T, *officiating.Situation)
		result string
		want   string
	}{
		{"CN09 4.6/declared with ten", 1, nil, "declared:1 1/10 2/8 3/5 4/4", ""},
		{"CN09 4.6/somebody who does not sit there", 1, nil, "declared:1 1/10 2/8 3/5 9/4", "/seats/3/entry: CN09: not-at-this-table (entry=9); /seats: CN09: entry-missing (entry=4)"},
		{"CN09 4.6/one is missing", 1, nil, "declared:1 1/10 2/8 3/5", "/seats: CN09: entry-missing (entry=4)"},
		{"CN09 4.6/one stands there twice", 1, nil, "declared:1 1/10 2/8 2/5 4/4", "/seats/2/entry: CN09: entry-twice (entry=2); /seats: CN09: entry-missing (entry=3)"},
		{"CN09 4.6/points that cannot be", 1, nil, "declared:1 1/99 2/8 3/5 4/4", "/seats/0/vp: CN09 4.6: points-out-of-range (max=25, min=0, vp=99)"},
		{"CN09 4.6/declared with nine", 1, nil, "declared:2 1/10 2/9 3/5 4/4", "/declaredBy: CN09 4.6: declarer-below-target (entry=2, target=10, vp=9)"},
		{"CN09 4.6/ten are not enough at Marinai", 1, func(_ *testing.T, s *officiating.Situation) { s.Event.Variant = "seafarers" }, "declared:1 1/11 2/9 3/5 4/4", "/declaredBy: CN09 4.6: declarer-below-target (entry=1, target=12, vp=11)"},
		{"CN09 4.6/nobody has declared", 1, nil, "declared 1/10 2/8 3/5 4/4", "/declaredBy: CN09 4.6: declarer-missing"},
		{"CN09 3.5/four are not too few", 1, nil, "too-few-players 1/9 2/8 3/5 4/4", "/ended: CN09 3.5: enough-to-go-on (least=3, remaining=4)"},
		{"CN09 3.5/three are not too few", 1, leaves(4), "too-few-players 1/9 2/8 3/5 4/4-1", "/ended: CN09 3.5: enough-to-go-on (least=3, remaining=3)"},
		{"CN09 3.5/of four one has left", 1, leaves(4), "declared:1 1/10 2/8 3/5 4/4-1", ""},
		{"CN09 3.5/which the result does not tell", 1, leaves(4), "declared:1 1/10 2/8 3/5 4/4", "/seats/3/left: CN09 3.5: left-not-marked (entry=4)"},
		{"CN09 3.5/of three one has left: the game ends", 2, leaves(6), "too-few-players 5/6 6/7-1 7/5", ""},
		{"CN09 3.5/of three one has left, which the result does not tell", 2, leaves(6), "declared:5 5/10 6/7 7/5", "/seats/1/left: CN09 3.5: left-not-marked (entry=6)"},
		{"CN09 3.5/a leaving that was taken back", 1, func(t *testing.T, s *officiating.Situation) {
			withdrew(t, s, facts.Withdrawal{Entry: 4, Round: 1, During: true, RevokedAt: &beginning})
		}, "declared:1 1/10 2/8 3/5 4/4", ""},
		{"CN09 5.5a/expelled by a second warning", 1, func(t *testing.T, s *officiating.Situation) {
			for i := range 2 {
				s.Sanctions = append(s.Sanctions, facts.Sanction{Ordinal: i + 1, Entry: 2, Kind: league.Warning, Round: 1, During: true})
			}
			derive(t, s)
		}, "declared:1 1/10 2/8 3/5 4/4", "/seats/1/left: CN09 3.5: left-not-marked (entry=2)"},
		{"CN09 5.5b/an expulsion that nobody has confirmed", 1, func(t *testing.T, s *officiating.Situation) {
			s.Sanctions = []facts.Sanction{{Ordinal: 1, Entry: 2, Kind: league.Expulsion, Round: 1, During: true}}
			derive(t, s)
		}, "declared:1 1/10 2/8 3/5 4/4", ""},
		{"CN09 5.5b/an expulsion after the game", 1, func(t *testing.T, s *officiating.Situation) { expelled(t, s, 2) }, "declared:1 1/10 2/8 3/5 4/4", ""},
		{"BG 2.1.12/thirteen", 1, nil, "declared:1 1/13 2/8 3/5 4/4", ""},
		{"BG 2.1.12/twelve", 1, nil, "declared:1 1/12 2/8 3/5 4/4", "/declaredBy: BG 2.1.12: declarer-below-target (entry=1, target=13, vp=12)"},
		{"BG 1.2.3/to twelve, as the event has announced", 1, func(_ *testing.T, s *officiating.Situation) { s.Event.Target = 12 }, "declared:1 1/12 2/8 3/5 4/4", ""},
		{"BG 1.1.6/who left has left", 1, leaves(4), "declared:1 1/13 2/8 3/5 4/4", "/seats/3/left: BG 1.1.6: left-not-marked (entry=4)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := draw(t, begun(t, tt.name, 13))
			if tt.change != nil {
				tt.change(t, s)
			}
			if got := s.CheckResult(1, s.Table(1, tt.table), game(t, tt.result)).Error(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
