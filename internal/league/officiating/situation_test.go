package officiating_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/tournament"
)

// The five regulations, by the code that begins the name of a test.
var presetOf = map[string]string{
	"CN09": "catan-nazionale-2009", "JP22": "just-play-2022", "FG14": "firenzegioca-2014", "BG": "catan-ranglista-bg", "SQ00": "risiko-squadre-2000",
}

// ruleset returns the regulation of a code, which is the first word of a test's name.
func ruleset(t *testing.T, name string) *rules.Ruleset {
	t.Helper()
	code, _, _ := strings.Cut(name, " ")
	r, err := presets.Find(presetOf[code])
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r
}

// beginning is the start of every event of these tests: 10:30 in Rome.
var beginning = time.Date(2009, 2, 8, 9, 30, 0, 0, time.UTC)

// gathered returns an event of n entries, all checked in, an hour before it begins. Its capacity is
// the regulation's largest field, or fifty if there is no limit.
func gathered(t *testing.T, code string, n int) *officiating.Situation {
	t.Helper()
	r := ruleset(t, code)
	s := &officiating.Situation{Rules: r, EventFacts: facts.EventFacts{Event: facts.Event{
		State: facts.Open, StartsAt: beginning, TimeZone: "Europe/Rome", Formula: r.Format.Formulas[0].ID, Capacity: 50,
	}}}
	pairing, _ := r.Pairing("")
	s.Event.Pairing = string(pairing.System)
	if r.Field.Max > 0 {
		s.Event.Capacity = r.Field.Max
	}
	for i := range n {
		s.Entries = append(s.Entries, facts.Entry{
			Number: i + 1, State: facts.CheckedIn, EnteredAt: beginning.Add(-24 * time.Hour),
			PlayerID: league.PlayerID{UUID: uuid.UUID{15: byte(i + 1)}}, PlayerName: fmt.Sprintf("Giocatore %d", i+1),
		})
	}
	return s
}

// begun returns an event of n entries that has started; entry i has lot i and draw position i.
func begun(t *testing.T, code string, n int) *officiating.Situation {
	t.Helper()
	return begin(t, gathered(t, code, n))
}

func begin(t *testing.T, s *officiating.Situation) *officiating.Situation {
	t.Helper()
	entries, starts, err := s.StartingField(false)
	if err != nil {
		t.Fatal(err)
	}
	s.Entries = entries
	for i, entry := range starts {
		position := i + 1
		e := s.Entry(entry)
		e.Lot, e.DrawPosition = &position, &position
	}
	s.Event.State, s.Event.DrawSeed = facts.Running, strings.Repeat("00", 32)
	return derive(t, s)
}

// derive sets the state derived from the facts.
func derive(t *testing.T, s *officiating.Situation) *officiating.Situation {
	t.Helper()
	var err error
	if s.State, err = tournament.Replay(s.Rules, tournament.FactsOf(&s.EventFacts)); err != nil {
		t.Fatal(err)
	}
	return s
}

// draw draws the next round as it is planned.
func draw(t *testing.T, s *officiating.Situation) *officiating.Situation {
	t.Helper()
	next, err := s.Next()
	if err != nil {
		t.Fatal(err)
	}
	return store(t, s, facts.Round{Number: next.Number, Kind: next.Kind, State: "open", Tables: officiating.TablesOf(*next.Plan)})
}

// store adds a round that has been drawn.
func store(t *testing.T, s *officiating.Situation, round facts.Round) *officiating.Situation {
	t.Helper()
	s.Rounds = append(s.Rounds, round)
	return derive(t, s)
}

// play writes down a result of every table of the latest round and closes it: the first
// of each table declares victory, the others have fewer points each.
func play(t *testing.T, s *officiating.Situation) *officiating.Situation {
	t.Helper()
	round := s.Latest()
	variant, _ := s.Rules.Variant("")
	for i := range round.Tables {
		table := &round.Tables[i]
		result := league.Result{Ended: league.Declared, DeclaredBy: table.Seats[0]}
		for j, entry := range table.Seats {
			seat := league.SeatResult{Entry: entry, VP: variant.Target - 2*j}
			for _, f := range s.Rules.Game.RecordedAt(len(table.Seats)) {
				if seat.Figures == nil {
					seat.Figures = map[string]int{}
				}
				seat.Figures[f.ID] = 0
			}
			result.Seats = append(result.Seats, seat)
		}
		table.Result = &facts.Result{Result: result, Round: round.Number, TableNumber: table.Number, Version: 1}
	}
	round.State = "closed"
	return derive(t, s)
}

// seats writes the tables of a round, "1 2 3 4 | 5 6 7".
func seats(round facts.Round) string {
	var tables []string
	for _, t := range round.Tables {
		tables = append(tables, strings.Trim(fmt.Sprint(t.Seats), "[]"))
	}
	return strings.Join(tables, " | ")
}

// last returns the last of the reasons of a round.
func last(round facts.Round) string {
	if len(round.Reasons) == 0 {
		return ""
	}
	return round.Reasons[len(round.Reasons)-1].String()
}

// numbered makes entries of the numbers in a text, "1 2 3".
func numbered(t *testing.T, text string) []league.Entry {
	t.Helper()
	var out []league.Entry
	for _, field := range strings.Fields(text) {
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, league.Entry(n))
	}
	return out
}

// as writes the chances of entries before the start: "seat 1 2, reserve 3".
func as(s *officiating.Situation) string {
	a := s.Admission()
	stands := map[string][]string{}
	for _, e := range s.Entries {
		if admitted, ok := s.Admitted(a, league.Entry(e.Number)); ok {
			stands[admitted.As] = append(stands[admitted.As], strconv.Itoa(e.Number))
		}
	}
	var out []string
	for _, how := range []string{officiating.HasSeat, officiating.IsReserve, officiating.WaitsForSeat, officiating.CameTooLate} {
		if list := stands[how]; len(list) > 0 {
			out = append(out, how+" "+strings.Join(list, " "))
		}
	}
	return strings.Join(out, ", ")
}

// upTo writes the numbers from 1 to n with spaces between.
func upTo(n int) string {
	var out []string
	for i := range n {
		out = append(out, strconv.Itoa(i+1))
	}
	return strings.Join(out, " ")
}

// set changes the states of entries.
func set(s *officiating.Situation, state facts.EntryState, entries ...int) *officiating.Situation {
	for i := range s.Entries {
		if slices.Contains(entries, s.Entries[i].Number) {
			s.Entries[i].State = state
		}
	}
	return s
}

// states writes the states of entries in their order, runs of one state together: "7
// playing, 1 no-show".
func states(entries []facts.Entry) string {
	var out []string
	for i := 0; i < len(entries); {
		j := i
		for j < len(entries) && entries[j].State == entries[i].State {
			j++
		}
		out = append(out, fmt.Sprintf("%d %s", j-i, entries[i].State))
		i = j
	}
	return strings.Join(out, ", ")
}
