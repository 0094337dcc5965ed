package tournament_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// calculates returns CN09 with a figure of every seat by a formula.
func calculates(t *testing.T, formula string) *rules.Ruleset {
	t.Helper()
	document, err := json.Marshal(cn09(t))
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(document, &tree); err != nil {
		t.Fatal(err)
	}
	tree["calculations"] = []map[string]any{{"id": "extra", "name": "Punti extra", "of": "seat", "formula": formula, "paragraph": "3.2b"}}
	if document, err = json.Marshal(tree); err != nil {
		t.Fatal(err)
	}
	r, err := rules.Decode(document)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCalculatedOfSeats: the figures that a regulation calculates for a seat are calculated in
// every game, also in those of the final phase, which count for no standings.
func TestCalculatedOfSeats(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, formula, round, semifinal, final string }{
		{"CN09 3.2b by points", "vp * 2", "20 14 10 6", "20 14 10 6", "20 14 10 6"},
		{"CN09 3.2b by the round", "round", "1 1 1 1", "4 4 4 4", "5 5 5 5"},
		{"CN09 3.2b by the field", "entrants", "26 26 26 26", "26 26 26 26", "26 26 26 26"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			state := start(t, calculates(t, tt.formula), 26).rounds(5).state()
			for at, want := range map[int]string{0: tt.round, 3: tt.semifinal, 4: tt.final} {
				var got []string
				for _, seat := range state.Rounds[at].Tables[0].Game.Seats {
					for _, c := range seat.Calculated {
						got = append(got, c.Value.String())
					}
				}
				if strings.Join(got, " ") != want {
					t.Errorf("round %d: got %v, want %s", at+1, got, want)
				}
			}
		})
	}
}

// TestCalculatedWithoutValue: a formula without a value for a seat is a fault with the pointer of
// the recorded result: tables may be given in any order.
func TestCalculatedWithoutValue(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		rounds int // before
		table  int // at which the second has 4
		turned bool
		want   string
	}{
		{"CN09 3.2b in the first round", 0, 1, false, "/rounds/0/tables/0"},
		{"CN09 3.2b at the third table", 0, 3, false, "/rounds/0/tables/2"},
		{"CN09 3.2b at the third, which is given first", 0, 3, true, "/rounds/0/tables/0"},
		{"CN09 3.2b in the second round", 1, 2, false, "/rounds/1/tables/1"},
		{"CN09 3.2d in the final", 2, 1, false, "/rounds/2/tables/0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := start(t, calculates(t, "1 / (vp - 4)"), 12).rounds(tt.rounds).draw().result(tt.table, "declared 10! 4 5 3").finish()
			if tt.turned {
				slices.Reverse(e.facts.Rounds[tt.rounds].Tables)
			}
			_, err := tournament.Replay(e.r, e.facts)
			var faults league.Faults
			if !errors.As(err, &faults) || len(faults) != 1 {
				t.Fatalf("got %v", err)
			}
			if f := faults[0]; !strings.HasPrefix(f.Field, tt.want+"/result") || f.Code != "CN09" || f.Par != "3.2b" {
				t.Errorf("got %v, want it at %s", err, tt.want)
			}
		})
	}
}

// TestScoreOfAVoidGame: the score that a void game has by a round, or waits for, belongs to the
// entry and to that game alone (SQ00 base 22).
func TestScoreOfAVoidGame(t *testing.T) {
	t.Parallel()
	round := tournament.RoundState{
		Copied: []tournament.CopiedScore{
			{Entry: 1, Round: 1, From: 3, Points: league.Int(32)}, {Entry: 2, Round: 1, From: 3, Points: league.Int(6)}, {Entry: 1, Round: 2, From: 3, Points: league.Int(31)},
		},
		Pending: []tournament.PendingScore{{Entry: 3, Round: 1}, {Entry: 2, Round: 2}, {Entry: 3, Round: 2}},
	}
	for _, tt := range []struct {
		name   string
		entry  league.Entry
		round  int
		copied string // points and round that they are from, "" for none
		awaits bool
	}{
		{"SQ00 base 22 the score of the next round", 1, 1, "32 of 3", false},
		{"SQ00 base 22 of another", 2, 1, "6 of 3", false},
		{"SQ00 base 22 of his other void game", 1, 2, "31 of 3", false},
		{"SQ00 base 22 it waits", 3, 1, "", true},
		{"SQ00 base 22 for his other one he waits", 2, 2, "", true},
		{"SQ00 base 22 for both", 3, 2, "", true},
		{"SQ00 base 22 a game that is not void", 1, 3, "", false},
		{"SQ00 base 22 somebody who has none", 4, 1, "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := ""
			if score, ok := round.CopiedTo(tt.entry, tt.round); ok {
				got = fmt.Sprintf("%s of %d", score.Points, score.From)
				if score.Entry != tt.entry || score.Round != tt.round {
					t.Errorf("it is the score of %d in round %d", score.Entry, score.Round)
				}
			}
			if got != tt.copied {
				t.Errorf("got %q, want %q", got, tt.copied)
			}
			waits, ok := round.Awaits(tt.entry, tt.round)
			if ok != tt.awaits || ok && (waits.Entry != tt.entry || waits.Round != tt.round) {
				t.Errorf("waits %t: %+v", ok, waits)
			}
		})
	}
}
