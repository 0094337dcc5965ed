package tournament_test

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

var storedAt = time.Date(2009, 2, 8, 9, 30, 0, 0, time.UTC)

// storedEvent returns the stored facts of an event of n entries that have started; entry i has lot
// i and draw position i.
func storedEvent(n int) *facts.EventFacts {
	s := &facts.EventFacts{Event: facts.Event{State: facts.Running, Formula: "club", Pairing: string(rules.ByStandings), DrawSeed: strings.Repeat("00", 32)}}
	for i := range n {
		number := i + 1
		s.Entries = append(s.Entries, facts.Entry{
			Number: number, State: facts.Playing, Lot: &number, DrawPosition: &number, PlayerID: league.PlayerID{UUID: uuid.UUID{15: byte(number)}},
		})
	}
	return s
}

// TestFactsOfEntries: the entries that started are the entrants, with their draws; the first round
// follows the drawn positions, not the order of entry.
func TestFactsOfEntries(t *testing.T) {
	t.Parallel()
	s := storedEvent(4)
	one, two, place := 1, 2, 7
	s.Entries[0].DrawPosition, s.Entries[1].DrawPosition = &two, &one
	s.Entries[2].Place = &place
	s.Entries = append(s.Entries, facts.Entry{Number: 5, State: facts.NoShow}, facts.Entry{Number: 6, State: facts.Waiting}, facts.Entry{Number: 7, State: facts.EntryCancelled})
	f := tournament.FactsOf(s)
	if got := fmt.Sprint(f.Entrants, f.FirstRound, f.Lots, f.Places); got != "[1 2 3 4] [2 1 3 4] map[1:1 2:2 3:3 4:4] map[3:7]" {
		t.Errorf("got %s", got)
	}
	if f.Formula != "club" || f.Pairing != rules.ByStandings || f.Draws != nil || f.Structure != nil {
		t.Errorf("got %+v", f)
	}
	for i := range s.Entries {
		s.Entries[i].Lot, s.Entries[i].DrawPosition, s.Entries[i].Place = nil, nil, nil
	}
	if f := tournament.FactsOf(s); f.Lots != nil || f.FirstRound != nil || f.Places != nil {
		t.Errorf("what was not drawn is there: %+v", f)
	}
}

// TestFactsOfWhatWasTakenBack: revoked facts are left out.
func TestFactsOfWhatWasTakenBack(t *testing.T) {
	t.Parallel()
	s := storedEvent(4)
	s.Sanctions = []facts.Sanction{{Entry: 1, Kind: league.Warning, RevokedAt: &storedAt}, {Entry: 2, Kind: league.Warning}}
	s.Withdrawals = []facts.Withdrawal{{Entry: 3}, {Entry: 4, RevokedAt: &storedAt}}
	late := 5
	s.Attendance = []facts.Attendance{
		{Entry: 1, Round: 1, RevokedAt: &storedAt},
		{Entry: 2, Round: 1},
		{Entry: 3, Round: 1, MinutesLate: &late},
		{Entry: 4, Round: 2}, // not the next round
		{Entry: 9, Round: 1}, // has not started
	}
	f := tournament.FactsOf(s)
	var who []league.Entry
	for _, x := range f.Sanctions {
		who = append(who, x.Entry)
	}
	for _, x := range f.Withdrawals {
		who = append(who, x.Entry)
	}
	for _, x := range f.Absences {
		who = append(who, x.Entry)
	}
	for _, x := range f.Arrivals {
		who = append(who, x.Entry)
	}
	if got := fmt.Sprint(who); got != "[2 3 2 3]" || f.Arrivals[0].Minutes != 5 {
		t.Errorf("punished, gone, away and late are %s, want 2, 3, 2 and 3", got)
	}
}

// TestFactsOfPairs: a pair is kept apart in the rounds drawn between the record and its
// revocation, if both have started (SQ00 7).
func TestFactsOfPairs(t *testing.T) {
	t.Parallel()
	n := func(number int) *int { return &number }
	for _, tt := range []struct {
		name string
		pair facts.Apart
		want string // the first and the last round, 0 for no end; "" for none
	}{
		{"SQ00 7/from the start on", facts.Apart{Entry: 1, Other: 2}, "1 0"},
		{"SQ00 7/from the second round on", facts.Apart{Entry: 1, Other: 2, AfterRound: 1}, "2 0"},
		{"SQ00 7/taken back after the second", facts.Apart{Entry: 1, Other: 2, UntilRound: n(2), RevokedAt: &storedAt}, "1 2"},
		{"SQ00 7/taken back before it held", facts.Apart{Entry: 1, Other: 2, AfterRound: 1, UntilRound: n(1), RevokedAt: &storedAt}, ""},
		{"SQ00 7/taken back, nobody wrote down when", facts.Apart{Entry: 1, Other: 2, RevokedAt: &storedAt}, ""},
		{"SQ00 7/one of them has not started", facts.Apart{Entry: 1, Other: 5}, ""},
	} {
		s := storedEvent(4)
		s.Entries = append(s.Entries, facts.Entry{Number: 5, State: facts.NoShow})
		s.Apart = []facts.Apart{tt.pair}
		got := ""
		for _, a := range tournament.FactsOf(s).Apart {
			got += fmt.Sprint(a.From, a.Until)
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestApartIn: the pairs of a round, whose record holds from its first round to its last.
func TestApartIn(t *testing.T) {
	t.Parallel()
	f := tournament.Facts{Apart: []tournament.Apart{
		{Pair: [2]league.Entry{1, 2}, From: 1}, {Pair: [2]league.Entry{3, 4}, From: 2, Until: 3}, {Pair: [2]league.Entry{5, 6}, From: 1, Until: 1},
	}}
	for round, want := range map[int]string{1: "[[1 2] [5 6]]", 2: "[[1 2] [3 4]]", 3: "[[1 2] [3 4]]", 4: "[[1 2]]"} {
		if got := fmt.Sprint(f.ApartIn(round)); got != want {
			t.Errorf("SQ00 7 in round %d: %s, want %s", round, got, want)
		}
	}
}

// TestFactsOfPrevious: the previous standings name players; only those who have started count (SQ00
// 4).
func TestFactsOfPrevious(t *testing.T) {
	t.Parallel()
	s := storedEvent(4)
	s.Entries[3].State = facts.NoShow
	for _, player := range []byte{4, 3, 9, 1} {
		s.Previous = append(s.Previous, facts.Previous{Position: len(s.Previous) + 1, PlayerID: league.PlayerID{UUID: uuid.UUID{15: player}}})
	}
	if got := fmt.Sprint(tournament.FactsOf(s).Previous); got != "[3 1]" {
		t.Errorf("SQ00 4: got %s", got)
	}
}

// TestFactsOfRounds: tables keep their numbers, seats and latest results.
func TestFactsOfRounds(t *testing.T) {
	t.Parallel()
	s := storedEvent(4)
	s.Structure = &facts.Structure{Rounds: 1, Final: true}
	result := facts.Result{Result: league.Result{Ended: league.Declared, DeclaredBy: 1}, Version: 3}
	s.Rounds = []facts.Round{
		{Number: 1, Kind: league.Preliminary, State: "closed", Tables: []facts.Table{{Number: 2, Seats: []league.Entry{1, 2}, Result: &result}, {Number: 1, Seats: []league.Entry{3, 4}}}},
		{Number: 2, Kind: league.Final, State: "open"},
	}
	f := tournament.FactsOf(s)
	if len(f.Rounds) != 2 || !f.Rounds[0].Closed || f.Rounds[1].Closed || f.Rounds[1].Kind != league.Final || len(f.Rounds[1].Tables) != 0 {
		t.Fatalf("got %+v", f.Rounds)
	}
	first, second := f.Rounds[0].Tables[0], f.Rounds[0].Tables[1]
	if first.Number != 2 || first.Result != &result.Result || second.Result != nil || !slices.Equal(second.Seats, []league.Entry{3, 4}) {
		t.Errorf("got %+v, %+v", first, second)
	}
	if f.Structure == nil || f.Structure.Rounds != 1 {
		t.Errorf("CN09 3.2: agreed was %+v", f.Structure)
	}
}

// TestFactsOfDraws: if every round is drawn by lot, the orders follow from the seed, so that
// anybody can compute them; an order drawn from a hat takes precedence, and a player who stepped in
// has the position of the one replaced in each (BG 1.2.4, JP22 4).
func TestFactsOfDraws(t *testing.T) {
	t.Parallel()
	s := storedEvent(6)
	s.Event.Pairing = string(rules.ByLot)
	seed := [32]byte{}
	drawn := func(number int) []league.Entry {
		return seating.Shuffle(seed, seating.PurposeRound(number), []league.Entry{1, 2, 3, 4, 5, 6})
	}
	if got := tournament.FactsOf(s).Draws; got != nil {
		t.Errorf("BG 1.2.4: before the first round: %v", got)
	}
	s.Rounds = []facts.Round{{}}
	if got := tournament.FactsOf(s).Draws; len(got) != 1 || !slices.Equal(got[0], drawn(2)) {
		t.Errorf("BG 1.2.4: after it: %v, want %v", got, drawn(2))
	}
	hat := []league.Entry{6, 5, 4, 3, 2, 1}
	s.Rounds = []facts.Round{{}, {DrawnOrder: hat}}
	if got := tournament.FactsOf(s).Draws; len(got) != 2 || !slices.Equal(got[0], hat) || !slices.Equal(got[1], drawn(3)) {
		t.Errorf("BG 1.2.4: out of a hat: %v", got)
	}
	three := 3
	s.Entries[2].State = facts.NoShow
	s.Entries = append(s.Entries, facts.Entry{Number: 7, State: facts.Playing, Replaces: &three})
	want := drawn(3)
	want[slices.Index(want, 3)] = 7
	if got := tournament.FactsOf(s).Draws; !slices.Equal(got[1], want) {
		t.Errorf("JP22 4: in the place of 3: %v, want %v", got[1], want)
	}
	for name, text := range map[string]string{"": "not drawn yet", "00": "too short", "x" + strings.Repeat("0", 63): "no number"} {
		s.Event.DrawSeed = name
		if got := tournament.FactsOf(s).Draws; got != nil {
			t.Errorf("a seed that is %s: %v", text, got)
		}
	}
	s.Event.DrawSeed, s.Event.Pairing = hex.EncodeToString(seed[:]), string(rules.ByStandings)
	if got := tournament.FactsOf(s).Draws; got != nil {
		t.Errorf("BG 1.2.4: seated by the standings nothing more is drawn: %v", got)
	}
}

// TestFactsOfAnyStart: whatever the entrants and their lots, the facts contain each entrant once,
// in the order drawn, and have a state.
func TestFactsOfAnyStart(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(12, 40).Draw(rt, "players")
		s := storedEvent(n)
		positions := rapid.Permutation(slices.Sorted(maps.Keys(tournament.FactsOf(s).Lots))).Draw(rt, "order")
		for i, entry := range positions {
			position := i + 1
			s.Entry(entry).DrawPosition = &position
		}
		f := tournament.FactsOf(s)
		if !slices.Equal(f.FirstRound, positions) {
			rt.Fatalf("drawn was %v, the facts have %v", positions, f.FirstRound)
		}
		state, err := tournament.Replay(r, f)
		if err != nil || state.Next.Plan == nil {
			rt.Fatalf("%+v: %v", state.Next, err)
		}
		var seated []league.Entry
		for _, table := range state.Next.Plan.Tables {
			seated = append(seated, table.Seats...)
		}
		if !slices.Equal(seated, positions) {
			rt.Fatalf("CN09 3.2a: drawn was %v, seated are %v", positions, seated)
		}
	})
}
