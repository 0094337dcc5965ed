package officiating_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
	"referto/internal/league/seating"
)

// tables makes tables of a text, "1 2 3 | 4 5 6", numbered in their order.
func tables(t *testing.T, text string) []seating.Table {
	t.Helper()
	var out []seating.Table
	for i, table := range strings.Split(text, "|") {
		out = append(out, seating.Table{Number: i + 1, Seats: numbered(t, table)})
	}
	return out
}

// seatedByHand seats tables made by hand as the next round of an event. It returns the
// tables and the last of their reasons, or the refusal.
func seatedByHand(t *testing.T, s *officiating.Situation, h officiating.ByHand) (facts.Round, string) {
	t.Helper()
	next, err := s.Next()
	if err != nil {
		t.Fatal(err)
	}
	round, err := s.SeatByHand(facts.Round{Number: next.Number, Kind: next.Kind, State: "open"}, next, h)
	if err != nil {
		return round, leaguetest.Answer(err)
	}
	return round, seats(round)
}

func TestSeatByHand(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		tables string
		change func(*officiating.ByHand)
		want   string
	}{
		{"CN09 3.2a tables of the ruleset's sizes", "1 5 9 4 | 2 6 10 8 | 3 7 11 12", nil, "1 5 9 4 | 2 6 10 8 | 3 7 11 12"},
		{"CN09 3.2a without a reason", "1 2 3 4 | 5 6 7 8 | 9 10 11 12", func(h *officiating.ByHand) { h.Reason = "" }, "faults /reason: CN09: reason-missing"},
		{"CN09 2.5 nobody has accepted them", "1 2 3 4 | 5 6 7 8 | 9 10 11 12", func(h *officiating.ByHand) { h.AcceptedBy = "" }, "faults /acceptedBy: CN09: second-name-missing"},
		{
			"CN09 2.5 nobody accepts his own", "1 2 3 4 | 5 6 7 8 | 9 10 11 12", func(h *officiating.ByHand) { h.AcceptedBy = " fabio  primo ARBITRO " },
			"faults /acceptedBy: CN09: second-name-is-first (name= fabio  primo ARBITRO )",
		},
		{
			"CN09 3.2a somebody sits twice, another nowhere", "1 2 3 4 | 5 6 7 4 | 9 10 11 12", nil,
			"faults /tables: CN09: entry-not-seated (entry=8); /tables/1/entries/3: CN09: entry-seated-twice (entry=4)",
		},
		{
			"CN09 3.2a somebody does not play", "1 2 3 40 | 5 6 7 8 | 9 10 11 12", nil,
			"faults /tables: CN09: entry-not-seated (entry=4); /tables/0/entries/3: CN09: entry-not-playing (entry=40)",
		},
		{"CN09 3.2a a table of five", "1 2 3 4 5 | 6 7 8 9 | 10 11 12", nil, "faults /tables: CN09 3.2a: table-sizes (got=3, 4, 5, want=4, 4, 4)"},
		{
			"CN09 3.2a not even if others are accepted", "1 2 3 4 5 | 6 7 8 9 | 10 11 12", func(h *officiating.ByHand) { h.OthersAccepted = true },
			"faults /tables: CN09 3.2a: table-sizes (got=3, 4, 5, want=4, 4, 4)",
		},
		{"CN09 3.2a other sizes that the ruleset knows", "1 2 3 | 4 5 6 | 7 8 9 | 10 11 12", nil, "faults /tables: CN09 3.2a: table-sizes (got=3, 3, 3, 3, want=4, 4, 4)"},
		{"CN09 3.2a the first referee may divide so", "1 2 3 | 4 5 6 | 7 8 9 | 10 11 12", func(h *officiating.ByHand) { h.OthersAccepted = true }, "1 2 3 | 4 5 6 | 7 8 9 | 10 11 12"},
		{
			"CN09 3.2a everybody plays also where others are accepted", "1 2 3 | 4 5 6 | 7 8 9", func(h *officiating.ByHand) { h.OthersAccepted = true },
			"faults /tables: CN09: entry-not-seated (entry=10); /tables: CN09: entry-not-seated (entry=11); /tables: CN09: entry-not-seated (entry=12)",
		},
		{
			"CN09 3.2a two tables of one number", "1 5 9 4 | 2 6 10 8 | 3 7 11 12", func(h *officiating.ByHand) { h.Tables[1].Number = 1 },
			"faults /tables/1/table: CN09: tables-not-numbered (number=1, tables=3)",
		},
		{"CN09 3.2a tables stand in the order of their numbers", "1 5 9 4 | 2 6 10 8 | 3 7 11 12", func(h *officiating.ByHand) { slices.Reverse(h.Tables) }, "1 5 9 4 | 2 6 10 8 | 3 7 11 12"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := officiating.ByHand{Tables: tables(t, tt.tables), Reason: "fratelli divisi", By: "Fabio Primo Arbitro", AcceptedBy: "Olga Organizzatrice"}
			if tt.change != nil {
				tt.change(&h)
			}
			round, got := seatedByHand(t, begun(t, tt.name, 12), h)
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if round.Tables != nil && (round.Method != "by-hand" || round.HandReason != h.Reason || round.DrawnBy != h.By || round.AcceptedBy != h.AcceptedBy) {
				t.Errorf("the round does not tell how it was seated: %+v", round)
			}
			if noted := last(round) == "CN09 3.2a: other-table-sizes (got=3, 3, 3, 3, want=4, 4, 4)"; round.Tables != nil && noted != (len(round.Tables) == 4) {
				t.Errorf("of other sizes everybody is told, and of no others: %s", last(round))
			}
		})
	}
}

// TestSeatFinalByHand: the first referee may seat a player in the final who has not qualified, if
// they state it (CN09 2.5); everybody sees the notice.
func TestSeatFinalByHand(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		fourth int // of the standings, from 0
		others bool
		reason string // the refusal's or the last of the round's
	}{
		{"CN09 3.2d who has not qualified", 4, false, "entry-not-playing"},
		{"CN09 3.5 who has left does not sit there", 11, true, "entry-not-playing"},
		{"CN09 2.5 nobody sits there twice", 0, true, "entry-seated-twice"},
		{"CN09 2.5 the first referee may", 4, true, "CN09 3.2d: seated-without-qualifying"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := gathered(t, tt.name, 12)
			s.Event.Formula = "convention"
			s = play(t, draw(t, play(t, draw(t, begin(t, s)))))
			var ranked []league.Entry
			for _, row := range s.State.Rounds[1].Standings {
				ranked = append(ranked, row.Entry)
			}
			s.Withdrawals = []facts.Withdrawal{{Ordinal: 1, Entry: int(ranked[11]), Round: 2}}
			derive(t, s)
			final := append(slices.Clone(ranked[:3]), ranked[tt.fourth])
			round, got := seatedByHand(t, s, officiating.ByHand{
				Tables: []seating.Table{{Number: 1, Seats: final}}, Reason: "classifica letta male", By: "Fabio", AcceptedBy: "Olga", OthersAccepted: tt.others,
			})
			if !strings.Contains(got+last(round), tt.reason) {
				t.Errorf("got %s because of %s", got, last(round))
			}
		})
	}
}

// TestDrawByHand: lots out of a hat for a later round (BG 1.2.4).
func TestDrawByHand(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		entries int
		rounds  int // played before
		lots    string
		reason  string
		want    string
	}{
		{"BG 1.2.4 the first is drawn at the start", 8, 0, "1 2 3 4 5 6 7 8", "жребий", "faults /lots: BG 1.2.4: round-not-by-lot (round=1)"},
		{"BG 1.2.4 everybody has a lot", 4, 1, "1 2 3", "жребий", "faults /lots: entry-not-drawn (entry=4, number=0)"},
		{"BG 1.2.4 nobody else has one", 4, 1, "1 2 3 4 5", "жребий", "faults /lots: entry-not-playing (entry=5)"},
		{"BG 1.2.4 there is a reason", 8, 1, "1 2 3 4 5 6 7 8", "", "faults /reason: reason-missing"},
		{"BG 1.2.4 seated in their order", 8, 1, "8 1 7 2 6 3 5 4", "жребий", "8 1 7 2 | 6 3 5 4"},
		{"CN09 3.2b later rounds are not by lot", 12, 1, upTo(12), "a sorte", "faults /lots: CN09 3.2b: round-not-by-lot (round=2)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := begun(t, tt.name, tt.entries)
			for range tt.rounds {
				play(t, draw(t, s))
			}
			next, err := s.Next()
			if err != nil {
				t.Fatal(err)
			}
			lots := map[league.Entry]int{}
			for i, entry := range numbered(t, tt.lots) {
				lots[entry] = i + 1
			}
			round, err := s.DrawByHand(facts.Round{}, next, officiating.ByHand{Lots: lots, Reason: tt.reason})
			got := leaguetest.Answer(err)
			if err == nil {
				got = seats(round)
				if !slices.Equal(round.DrawnOrder, numbered(t, tt.lots)) || round.HandReason != tt.reason {
					t.Errorf("the round keeps %v because of %q", round.DrawnOrder, round.HandReason)
				}
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestDraw: the lots that the start draws, or takes from a hat.
func TestDraw(t *testing.T) {
	t.Parallel()
	lots := func(t *testing.T, text string) map[league.Entry]int {
		out := map[league.Entry]int{}
		for i, entry := range numbered(t, text) {
			out[entry] = i + 1
		}
		return out
	}
	for _, tt := range []struct{ name, lots, reason, want string }{
		{"CN09 3.2b a lot for everybody", "1", "a mano", "faults /lots: entry-not-drawn (entry=2, number=0)"},
		{"CN09 3.2b there is a reason", upTo(12), "", "faults /reason: reason-missing"},
		{"CN09 3.2b the order of the hat", "12 11 10 9 8 7 6 5 4 3 2 1", "a mano", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := begun(t, tt.name, 12)
			draw, err := s.Draw(numbered(t, upTo(12)), officiating.Drawing{Lots: lots(t, tt.lots), Reason: tt.reason})
			if got := leaguetest.Answer(err); got != tt.want && !strings.HasPrefix(got, tt.want+"; ") {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if err == nil && (draw.Method != facts.ByHand || draw.Order[12] != 1 || draw.Lots[1] != 12) {
				t.Errorf("got %+v", draw)
			}
		})
	}
	s := begun(t, "CN09", 12)
	draw, err := s.Draw(numbered(t, upTo(12)), officiating.Drawing{})
	if err != nil || draw.Method != facts.Drawn || len(draw.Lots) != 12 || len(draw.Order) != 12 || draw.Places != nil {
		t.Errorf("%+v: %v", draw, err)
	}
	if _, err := s.Draw(numbered(t, upTo(12)), officiating.Drawing{Places: lots(t, upTo(12)), Reason: "a mano"}); leaguetest.Answer(err) != "faults /places: CN09: no-fixed-schedule" {
		t.Errorf("CN09 3.2b: %v", err)
	}
}

// TestSeatSemifinalByHand: in a semifinal too the first referee may seat a player who has not
// qualified, citing the paragraph on semifinals (CN09 2.5, 3.2d).
func TestSeatSemifinalByHand(t *testing.T) {
	t.Parallel()
	s := gathered(t, "CN09", 26)
	s.Event.Formula = "convention"
	s = play(t, draw(t, play(t, draw(t, begin(t, s)))))
	next, err := s.Next()
	if err != nil || next.Kind != league.Semifinal {
		t.Fatalf("CN09 3.2: next is %s: %v", next.Kind, err)
	}
	tables := slices.Clone(next.Plan.Tables)
	stranger := s.State.Rounds[1].Standings[16].Entry
	tables[3].Seats = append(slices.Clone(tables[3].Seats[:3]), stranger)
	round, err := s.SeatByHand(facts.Round{Number: 3, Kind: league.Semifinal}, next, officiating.ByHand{
		Tables: tables, Reason: "il tredicesimo non c'è più", By: "Fabio", AcceptedBy: "Olga", OthersAccepted: true,
	})
	if want := fmt.Sprintf("CN09 3.2d: seated-without-qualifying (entry=%d)", stranger); err != nil || last(round) != want {
		t.Errorf("got %s, want %s: %v", last(round), want, err)
	}
}

// TestDrawByHandWithoutTheAbsent: an entry that does not come to a round has no lot for it, and
// stands behind the others in the stored order (BG 1.1.5, 1.2.4).
func TestDrawByHandWithoutTheAbsent(t *testing.T) {
	t.Parallel()
	s := play(t, draw(t, begun(t, "BG", 9)))
	missing(s, 2, 0, 3)
	derive(t, s)
	next, err := s.Next()
	if err != nil {
		t.Fatal(err)
	}
	lots := map[league.Entry]int{}
	for i, entry := range numbered(t, "9 8 7 6 5 4 2 1") {
		lots[entry] = i + 1
	}
	round, err := s.DrawByHand(facts.Round{}, next, officiating.ByHand{Lots: lots, Reason: "жребий"})
	if err != nil || seats(round) != "9 8 7 6 | 5 4 2 1" || !slices.Equal(round.DrawnOrder, numbered(t, "9 8 7 6 5 4 2 1 3")) {
		t.Errorf("got %s in the order %v: %v", seats(round), round.DrawnOrder, err)
	}
}
