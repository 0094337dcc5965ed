package officiating_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
)

// TestMoves: from which states an event makes which move; a dash is a refusal that names the
// state that was wanted.
func TestMoves(t *testing.T) {
	t.Parallel()
	const matrix = `
	              announce   open    close   start    complete  reopen   call-off
	draft         announced  -       -       -        -         -        cancelled
	announced     -          open    -       -        -         -        cancelled
	open          -          -       closed  running  -         -        cancelled
	closed        -          open    -       running  -         -        cancelled
	running       -          -       -       -        finished  -        -
	finished      -          -       -       -        -         running  -
	cancelled     -          -       -       -        -         -        -`
	moves := map[string]officiating.Move{
		"announce": officiating.Announce, "open": officiating.OpenEntries, "close": officiating.CloseEntries, "start": officiating.Start,
		"complete": officiating.Complete, "reopen": officiating.Reopen, "call-off": officiating.CallOff,
	}
	lines := strings.Split(strings.TrimSpace(matrix), "\n")
	names := strings.Fields(lines[0])
	for _, line := range lines[1:] {
		fields := strings.Fields(line)
		for i, want := range fields[1:] {
			s := gathered(t, "CN09", 0)
			s.Event.State = facts.EventState(fields[0])
			move := moves[names[i]]
			got := string(move.To)
			if err := s.MayMove(move); err != nil {
				got = "-"
				if refusal := fmt.Sprintf("state event-state (state=%s, wanted=%s)", fields[0], move.To); leaguetest.Answer(err) != refusal {
					t.Errorf("to %s an event that is %s: got %q, want %q", names[i], fields[0], leaguetest.Answer(err), refusal)
				}
			}
			if got != want {
				t.Errorf("to %s an event that is %s: got %s, want %s", names[i], fields[0], got, want)
			}
		}
	}
}

// TestFinish: an event is over once its last round is closed; when its results were first
// processed, and the day on which it ended, stays through corrections (BG 1.1.4, CN09 1.11).
func TestFinish(t *testing.T) {
	t.Parallel()
	s := begun(t, "CN09", 12)
	for round, want := range []string{"state event-not-over", "state event-not-over", "state event-not-over", ""} {
		if got := leaguetest.Answer(s.Finish(beginning)); got != want {
			t.Errorf("CN09 3.2, after %d rounds: got %q, want %q", round, got, want)
		}
		if round < 3 {
			play(t, draw(t, s))
		}
	}
	for i := range s.Rounds {
		s.Rounds[i].DrawnAt = beginning.Add(time.Duration(i) * 12 * time.Hour) // on Sunday, Sunday night and Monday
	}
	s.Event.ProcessedAt, s.Event.EndedOn = nil, nil
	first, second := beginning.Add(30*time.Hour), beginning.Add(240*time.Hour)
	if err := s.Finish(first); err != nil {
		t.Fatal(err)
	}
	if got := rules.DayOf(s.Event.LastDate()); got != "2009-02-09" || !s.Event.ProcessedAt.Equal(first) || !s.Event.FinishedAt.Equal(first) {
		t.Errorf("CN09 1.11: ended on %s, processed at %s", got, s.Event.ProcessedAt)
	}
	s.Rounds[2].DrawnAt = second
	if err := s.Finish(second); err != nil {
		t.Fatal(err)
	}
	if got := rules.DayOf(s.Event.LastDate()); got != "2009-02-09" || !s.Event.ProcessedAt.Equal(first) || !s.Event.FinishedAt.Equal(second) {
		t.Errorf("BG 1.1.4, finished again: ended on %s, processed at %s", got, s.Event.ProcessedAt)
	}
}

// TestMayReopenEvent: an event that came as a file and belongs to no season cannot be reopened.
func TestMayReopenEvent(t *testing.T) {
	t.Parallel()
	season := league.SeasonID{UUID: uuid.New()}
	for name, tt := range map[string]struct {
		event facts.Event
		want  string
	}{
		"played here":                              {facts.Event{}, ""},
		"played here, of a season":                 {facts.Event{SeasonID: &season}, ""},
		"played elsewhere, of a season":            {facts.Event{Elsewhere: true, SeasonID: &season}, ""},
		"played elsewhere, as a file of no season": {facts.Event{Elsewhere: true}, "state event-over (state=finished)"},
	} {
		s := &officiating.Situation{EventFacts: facts.EventFacts{Event: tt.event}}
		if got := leaguetest.Answer(s.MayReopenEvent()); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

// TestCheckChange: settings that play depends on do not change once it has begun, because they were
// announced at the start (CN09 3.2a, 3.4); everything else may. The capacity covers the seats
// taken.
func TestCheckChange(t *testing.T) {
	t.Parallel()
	season := league.SeasonID{UUID: uuid.New()}
	tests := []struct {
		name   string
		change func(e *facts.Event)
		frozen bool
	}{
		{"CN09 2.3/notes", func(e *facts.Event) { e.Notes = "Portate una penna" }, false},
		{"CN09 2.3/the title", func(e *facts.Event) { e.Title = "Torneo" }, false},
		{"CN09 2.3/the hour", func(e *facts.Event) { e.StartsAt = e.StartsAt.Add(time.Hour) }, false},
		{"CN09 2.3/the venue", func(e *facts.Event) { e.VenueName = "Circolo" }, false},
		{"CN09 3.2/the formula", func(e *facts.Event) { e.Formula = "convention" }, true},
		{"CN09 3.1/the game", func(e *facts.Event) { e.Variant = "seafarers" }, true},
		{"BG 1.2.3/the points that win", func(e *facts.Event) { e.Target = 12 }, true},
		{"CN09 3.3/the pairing", func(e *facts.Event) { e.Pairing = string(rules.FixedSchedule) }, true},
		{"CN09 3.4/the time limit", func(e *facts.Event) { e.TimeLimitMinutes = 90 }, true},
		{"FG14 1/the room", func(e *facts.Event) { e.Capacity = 51 }, true},
		{"CN09 1.1/the season", func(e *facts.Event) { e.SeasonID = &season }, true},
	}
	for _, tt := range tests {
		for _, state := range []facts.EventState{facts.Open, facts.Running, facts.Finished} {
			s := gathered(t, "CN09", 12)
			s.Event.State = state
			before := s.Event
			tt.change(&s.Event)
			err := s.CheckChange(before, s.SeatsNeeded())
			if want := tt.frozen && state != facts.Open; errors.Is(err, league.ErrFrozen) != want || !want && err != nil {
				t.Errorf("%s of an event that is %s: %v", tt.name, state, err)
			}
		}
	}
	for _, tt := range []struct {
		name string
		n    int
		room int
		want string
	}{
		{"CN09 3.2/as many as have entered", 14, 14, ""},
		{"CN09 3.2/fewer than have entered", 14, 13, "state capacity-below-entries (capacity=13, entered=14)"},
		{"FG14 1/those who wait for the referee need no seat", 22, 20, ""},
		{"FG14 1/fewer than play", 22, 19, "state capacity-below-entries (capacity=19, entered=20)"},
		{"JP22 4/reserves need no seat", 11, 8, ""},
		{"JP22 4/fewer than play", 11, 7, "state capacity-below-entries (capacity=7, entered=8)"},
	} {
		s := gathered(t, tt.name, tt.n)
		before, needed := s.Event, s.SeatsNeeded()
		s.Event.Capacity = tt.room
		if got := leaguetest.Answer(s.CheckChange(before, needed)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestOtherSeason: an event moves to another season, into one or out of one.
func TestOtherSeason(t *testing.T) {
	t.Parallel()
	one, same, two := league.SeasonID{UUID: uuid.UUID{1}}, league.SeasonID{UUID: uuid.UUID{1}}, league.SeasonID{UUID: uuid.UUID{2}}
	for _, tt := range []struct {
		before, after *league.SeasonID
		want          bool
	}{{nil, nil, false}, {&one, &same, false}, {&one, &two, true}, {nil, &one, true}, {&one, nil, true}} {
		if got := officiating.OtherSeason(facts.Event{SeasonID: tt.before}, facts.Event{SeasonID: tt.after}); got != tt.want {
			t.Errorf("from %v to %v: got %t", tt.before, tt.after, got)
		}
	}
}

// TestAttend: the entries of an event that was played elsewhere are those of its list: players who
// were there have played, the others on the list are no-shows, and players missing in it have no
// entry.
func TestAttend(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		list          string // the states of the previous entries
		attended      string // by number, with a minus for a no-show
		want          string
		changed, more int
	}{
		{"nobody had entered", "", "1 2 -3", "ppn", 0, 3},
		{"all had entered", "eee", "1 2 -3", "ppn", 3, 0},
		{"one had waited", "eew", "1 2 3", "ppp", 3, 0},
		{"one is not on the list", "eee", "1 3", "pcp", 3, 0},
		{"one more is", "ee", "1 2 3", "ppp", 2, 1},
		{"one had cancelled, and came", "ec", "1 2", "pcp", 1, 1},
		{"a correction of who came", "pnp", "1 2 -3", "ppn", 2, 0},
		{"a correction that changes nothing", "ppn", "1 2 -3", "ppn", 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := entered(t, "CN09", 9, tt.list)
			s.Event.EntryCount = len(tt.list)
			var attendees []officiating.Attendee
			for field := range strings.FieldsSeq(tt.attended) {
				number, absent := strings.CutPrefix(field, "-")
				attendees = append(attendees, officiating.Attendee{Player: facts.Player{ID: league.PlayerID{UUID: uuid.UUID{15: byte(numbered(t, number)[0])}}}, Played: !absent})
			}
			changed, added := s.Attend(attendees, beginning)
			if got := list(s); got != tt.want || len(changed) != tt.changed || len(added) != tt.more || s.Event.EntryCount != len(s.Entries) {
				t.Errorf("got %s with %d changed and %d added, want %s with %d and %d", got, len(changed), len(added), tt.want, tt.changed, tt.more)
			}
			for _, e := range changed {
				if e.Version != 1 || e.WaitingPosition != 0 || (e.State == facts.EntryCancelled) != (e.CancelledAt != nil) {
					t.Errorf("changed to %+v", e)
				}
			}
			for _, e := range added {
				if e.Version != 1 || e.Number <= len(tt.list) {
					t.Errorf("added is %+v", e)
				}
			}
		})
	}
}

// TestUnrecordUndoesAttend: taken back, an event that was played elsewhere has not been played,
// and everybody of its list waits for it again.
func TestUnrecordUndoesAttend(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := entered(t, "CN09", 9, rapid.StringMatching(`[ehw]{0,6}`).Draw(rt, "list"))
		s.Event.EntryCount = len(s.Entries)
		var list []officiating.Attendee
		for i := range rapid.IntRange(0, 8).Draw(rt, "attended") {
			list = append(list, officiating.Attendee{Player: facts.Player{ID: league.PlayerID{UUID: uuid.UUID{15: byte(i + 1)}}}, Played: rapid.Bool().Draw(rt, "played")})
		}
		s.Attend(list, beginning)
		s.Event.State, s.Event.Elsewhere, s.Event.FinishedAt, s.Event.ProcessedAt = facts.Finished, true, &beginning, &beginning
		s.Recorded = []league.PlayerID{{UUID: uuid.UUID{1}}}
		changed := s.Unrecord()
		waiting := 0
		for _, e := range s.Entries {
			if e.State == facts.Entered {
				waiting++
			} else if e.State != facts.EntryCancelled {
				rt.Fatalf("entry %d is %s", e.Number, e.State)
			}
		}
		if waiting != len(list) || len(changed) != len(list) || s.Event.State != facts.Closed || s.Event.Elsewhere || s.Event.FinishedAt != nil || s.Event.ProcessedAt != nil || s.Recorded != nil {
			rt.Fatalf("%d of %d wait for %+v", waiting, len(list), s.Event)
		}
	})
}

// TestMayName: there is one first referee (CN09 1.3), an entrant cannot referee if the regulation
// forbids it (CN09 1.5), and nobody can be named for an event that is over.
func TestMayName(t *testing.T) {
	t.Parallel()
	first := []facts.Staff{{Role: "first-referee", Name: "Fabio"}}
	for _, tt := range []struct {
		name  string
		role  string
		of    string // the state of the named person's entry; "" for none
		staff []facts.Staff
		state facts.EventState
		want  string
	}{
		{"CN09 1.3/a first referee", "first-referee", "", nil, facts.Open, ""},
		{"CN09 1.3/a second one", "first-referee", "", first, facts.Open, "state first-referee-named"},
		{"CN09 1.3/another referee", "referee", "", first, facts.Open, ""},
		{"CN09 1.3/while it is played", "referee", "", first, facts.Running, ""},
		{"CN09 1.3/once it is over", "referee", "", first, facts.Finished, "state event-over (state=finished)"},
		{"CN09 1.3/when it is off", "referee", "", first, facts.Cancelled, "state event-over (state=cancelled)"},
		{"CN09 1.5/who has entered", "referee", "e", nil, facts.Open, "rule CN09 1.5: referee-of-event"},
		{"CN09 1.5/who plays", "first-referee", "p", nil, facts.Running, "rule CN09 1.5: referee-of-event"},
		{"CN09 1.5/who waits", "referee", "w", nil, facts.Open, "rule CN09 1.5: referee-of-event"},
		{"CN09 1.5/who has cancelled", "referee", "c", nil, facts.Open, ""},
		{"CN09 1.5/who did not come", "referee", "n", nil, facts.Running, ""},
		{"CN09 1.5/a helper may play", "helper", "e", nil, facts.Open, ""},
		{"CN09 1.5/an organizer may play", "organizer", "e", nil, facts.Open, ""},
		{"FG14 1/a referee may play", "referee", "e", nil, facts.Open, ""},
	} {
		s := entered(t, tt.name, 9, tt.of)
		s.Event.State = tt.state
		member := facts.Staff{Role: tt.role, Name: "Rita"}
		if tt.of != "" {
			member.PlayerID = &s.Entries[0].PlayerID
		}
		if got := leaguetest.Answer(s.MayName(member, tt.staff)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestCommandClock: a command needs the clock of an open round, and extra time an existing table
// (CN09 3.4).
func TestCommandClock(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		make    func(s *officiating.Situation)
		command officiating.ClockCommand
		want    string
	}{
		{"CN09 3.4/of an open round", func(*officiating.Situation) {}, officiating.ClockCommand{Command: "start"}, "running 4"},
		{"CN09 3.4/of a closed one", func(s *officiating.Situation) { play(t, s) }, officiating.ClockCommand{Command: "start"}, "state round-closed (round=1)"},
		{"CN09 3.4/what it does not do now", func(*officiating.Situation) {}, officiating.ClockCommand{Command: "resume"}, "state clock-phase (command=resume, phase=ready)"},
		{"CN09 3.4/of a table that there is not", func(*officiating.Situation) {}, officiating.ClockCommand{Command: "extend", Table: 4, Seconds: 60}, "faults /table: unknown-table (table=4)"},
		{"CN09 3.4/that arrives at once", func(*officiating.Situation) {}, officiating.ClockCommand{Command: "start", At: beginning.Add(time.Minute)}, "running 4"},
		{"CN09 3.4/from before the draw", func(s *officiating.Situation) { s.Latest().DrawnAt = beginning }, officiating.ClockCommand{Command: "start", At: beginning.Add(-time.Minute)}, "state clock-since"},
	} {
		s := draw(t, begun(t, tt.name, 12))
		s.Event.TimeLimitMinutes = 80
		tt.make(s)
		s.Latest().Clock.Version = 3
		clock, holds, err := s.CommandClock(*s.Latest(), tt.command, beginning)
		got := leaguetest.Answer(err)
		if !holds.Equal(beginning) {
			t.Errorf("%s: it holds as of %s", tt.name, holds)
		}
		if err == nil {
			got = fmt.Sprint(clock.Phase, " ", clock.Version)
			if !clock.EndsAt.Equal(beginning.Add(80 * time.Minute)) {
				t.Errorf("%s: time is up at %s", tt.name, clock.EndsAt)
			}
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestCommandClockLate: a command pressed without network takes effect from the time of pressing,
// and is refused if the clock was commanded in between (CN09 3.4). Devices know the server's time
// to a second, so a later command takes effect no earlier than the one before it.
func TestCommandClockLate(t *testing.T) {
	t.Parallel()
	s := draw(t, begun(t, "CN09", 12))
	s.Event.TimeLimitMinutes = 80
	command := func(what string, pressed, arrived int) string {
		t.Helper()
		what, table, _ := strings.Cut(what, " of table ")
		of, _ := strconv.Atoi(table)
		clock, holds, err := s.CommandClock(*s.Latest(), officiating.ClockCommand{Command: what, Table: of, Seconds: 60, At: beginning.Add(time.Duration(pressed) * time.Second)}, beginning.Add(time.Duration(arrived)*time.Second))
		if err != nil {
			return leaguetest.Answer(err)
		}
		s.Latest().Clock = clock
		return fmt.Sprint(clock.Phase, " ", clock.Remaining, " as of ", holds.Sub(beginning).Seconds())
	}
	for _, tt := range []struct {
		command          string
		pressed, arrived int
		want             string
	}{
		{"start", 10, 40, "running 0 as of 10"},
		{"pause", 5, 50, "state clock-since"},
		{"extend of table 2", 5, 45, "state clock-since"}, // of the time before the start
		{"extend of table 2", 95, 96, "running 0 as of 95"},
		{"pause", 70, 100, "paused 4740 as of 70"}, // unaware of the extra time
		{"extend of table 2", 60, 105, "paused 4740 as of 60"},
		{"resume", 60, 110, "state clock-since"},
		{"resume", 130, 130, "running 0 as of 130"},
		{"pause", 190, 140, "paused 4730 as of 140"}, // of the future is now
		{"resume", 130, 140, "state clock-since"},
		{"resume", 140, 140, "running 0 as of 140"},
	} {
		if got := command(tt.command, tt.pressed, tt.arrived); got != tt.want {
			t.Errorf("CN09 3.4/%s at %d: got %q, want %q", tt.command, tt.pressed, got, tt.want)
		}
	}
	if ends := s.Latest().Clock.EndsAt; !ends.Equal(beginning.Add(140*time.Second + 4730*time.Second)) {
		t.Errorf("CN09 3.4: time is up at %s", ends)
	}
	if extra := s.Latest().Clock.Extra[2]; extra != 120 {
		t.Errorf("CN09 3.4: %d seconds extra", extra)
	}
	if got := command("pause", 137, 150); got != "state clock-since" {
		t.Errorf("CN09 3.4/by a device that is three seconds behind: got %q", got)
	}
	if got := command("pause", 139, 150); got != "paused 4730 as of 140" {
		t.Errorf("CN09 3.4/by a device that is a second behind: got %q", got)
	}
}

// TestDrawNext: the next round, drawn by the ruleset, with tables made by hand, or by lots from a
// hat.
func TestDrawNext(t *testing.T) {
	t.Parallel()
	s := begun(t, "BG", 8)
	s.Event.TimeLimitMinutes = 3
	first, err := s.DrawNext(nil, beginning)
	if err != nil || first.Number != 1 || first.Kind != league.Preliminary || first.Method != "lot" || first.State != "open" || first.Clock.LimitSeconds != 180 || !first.DrawnAt.Equal(beginning) || seats(first) != "1 2 3 4 | 5 6 7 8" {
		t.Errorf("BG 1.2.4: %+v, %v", first, err)
	}
	if _, err := play(t, store(t, s, first)).DrawNext(&officiating.ByHand{}, beginning); leaguetest.Answer(err) != "faults /reason: reason-missing" {
		t.Errorf("BG 1.2.4 by lots without a reason: %v", err)
	}
	byHand := &officiating.ByHand{Tables: tables(t, "8 1 7 2 | 6 3 5 4"), Reason: "fratelli", By: "Fabio", AcceptedBy: "Olga"}
	if hand, err := s.DrawNext(byHand, beginning); err != nil || hand.Method != "by-hand" || seats(hand) != "8 1 7 2 | 6 3 5 4" {
		t.Errorf("BG 1.2.4 by hand: %s, %v", seats(hand), err)
	}
	lots := map[league.Entry]int{1: 8, 2: 7, 3: 6, 4: 5, 5: 4, 6: 3, 7: 2, 8: 1}
	if hat, err := s.DrawNext(&officiating.ByHand{Lots: lots, Reason: "жребий"}, beginning); err != nil || hat.Method != "lot" || seats(hat) != "8 7 6 5 | 4 3 2 1" {
		t.Errorf("BG 1.2.4 out of a hat: %s, %v", seats(hat), err)
	}
}

// TestPunish: a penalty makes one sanction, or one for each of the team, in the order given and
// at one moment; the first referee's own is confirmed at once (CN09 5.5b).
func TestPunish(t *testing.T) {
	t.Parallel()
	s := draw(t, begun(t, "CN09", 12))
	s.Sanctions = []facts.Sanction{{Ordinal: 1, Entry: 9, Kind: league.Warning}}
	given, err := s.Punish(officiating.NewSanction{Entry: 3, Kind: league.Expulsion, During: true, Reason: "imbroglia", Offense: "cheating", Confirmed: true}, beginning)
	round, during := 1, true
	want := []facts.Sanction{{
		Ordinal: 2, Entry: 3, Kind: league.Expulsion, Round: 1, During: true, Reason: "imbroglia", Paragraph: "5.5", Offense: "cheating",
		GivenAt: beginning, ConfirmedAt: &beginning, ConfirmedRound: &round, ConfirmedDuring: &during,
	}}
	if diff := cmp.Diff(want, given); err != nil || diff != "" {
		t.Errorf("CN09 5.5b: %v (-want +got)\n%s", err, diff)
	}
	if waits, err := s.Punish(officiating.NewSanction{Entry: 3, Kind: league.Expulsion, During: true, Reason: "imbroglia"}, beginning); err != nil || waits[0].ConfirmedAt != nil {
		t.Errorf("CN09 5.5b, another referee's: %+v, %v", waits, err)
	}
	team := draw(t, club(t))
	result := league.Result{}
	for i, objective := range []string{"nord-america", "europa", "africa", "asia", "oceania", "sud-america"} {
		result.Seats = append(result.Seats, league.SeatResult{Entry: league.Entry(i + 1), Objective: objective})
	}
	team.Rounds[0].Tables[0].Result = &facts.Result{Result: result}
	punished, err := team.Punish(officiating.NewSanction{Entry: 3, Kind: league.Points, Reason: "mostra l'obiettivo", Offense: "objective-revealed", ForTeam: true}, beginning)
	var got []string
	for _, x := range punished {
		got = append(got, fmt.Sprint(x.Ordinal, ":", x.Entry, " ", x.Paragraph))
	}
	if strings.Join(got, ", ") != "1:3 penalties, 2:1 penalties, 3:5 penalties" || err != nil {
		t.Errorf("SQ00 penalties: got %q, %v", got, err)
	}
	for name, refused := range map[string]struct {
		code string
		n    officiating.NewSanction
		want string
	}{
		"BG 1.1.4":  {"BG", officiating.NewSanction{Entry: 1, Kind: league.Expulsion}, "rule BG 1.1.4: results-processed"},
		"CN09 5.5a": {"CN09", officiating.NewSanction{Entry: 99, Kind: league.Warning}, "faults /entry: CN09: unknown-entry (entry=99)"},
		"CN09 5.5":  {"CN09", officiating.NewSanction{Entry: 1, Kind: league.Points}, "rule CN09 5.5a: no-penalties-in-points (section=discipline.offenses.points)"},
		"SQ00":      {"SQ00", officiating.NewSanction{Entry: 1, Kind: league.Points, Offense: "disturbance", ForTeam: true}, "state team-unknown (entry=1)"},
	} {
		s := begun(t, refused.code, 12)
		s.Event.ProcessedAt = &beginning
		if _, err := s.Punish(refused.n, beginning); leaguetest.Answer(err) != refused.want {
			t.Errorf("%s: got %q, want %q", name, leaguetest.Answer(err), refused.want)
		}
	}
	late := begun(t, "CN09", 12)
	late.Event.ProcessedAt = &beginning
	if given, err := late.Punish(officiating.NewSanction{Entry: 1, Kind: league.Warning}, beginning); err != nil || !given[0].AfterEnd {
		t.Errorf("CN09 5.5, opened again after the end: %+v, %v", given, err)
	}
}

// TestWithdraw: the record of a withdrawal has its moment, whether there was a good reason, and
// whether the entry was a finalist (CN09 3.5, BG 1.1.7, FG14 3).
func TestWithdraw(t *testing.T) {
	t.Parallel()
	s := play(t, draw(t, play(t, draw(t, begun(t, "FG14", 12)))))
	first := s.State.Rounds[1].Standings[0].Entry
	w, err := s.Withdraw(first, "un treno", true, beginning)
	want := facts.Withdrawal{Ordinal: 1, Entry: int(first), Round: 2, Reason: "un treno", Unexcused: true, Qualified: true, GivenAt: beginning}
	if diff := cmp.Diff(want, w); err != nil || diff != "" {
		t.Errorf("FG14 3: %v (-want +got)\n%s", err, diff)
	}
	if _, err := s.Withdraw(99, "", false, beginning); leaguetest.Answer(err) != "faults /entry: FG14: unknown-entry (entry=99)" {
		t.Errorf("FG14 3: %v", err)
	}
}

// TestVersionsOfAResult: a table has one first result; each correction is a further version, the
// last one stands, and a second recorder gets the present one with the refusal.
func TestVersionsOfAResult(t *testing.T) {
	t.Parallel()
	s := draw(t, begun(t, "CN09", 12))
	table := s.Table(1, 1)
	if leaguetest.Answer(officiating.MayRecordFirst(*table)) != "" || leaguetest.Answer(officiating.MayCorrect(*table)) != "state table-without-result (table=1)" {
		t.Errorf("without a result: %v, %v", officiating.MayRecordFirst(*table), officiating.MayCorrect(*table))
	}
	first, err := s.ResultOf(1, *table, game(t, "declared:1 1/10 2/8 3/5 4/4"), "", beginning)
	if err != nil || first.Version != 1 || first.Round != 1 || first.TableNumber != 1 || first.Reason != "" || !first.EnteredAt.Equal(beginning) {
		t.Errorf("the first: %+v, %v", first, err)
	}
	first.EnteredBy, table.Result = "Fabio", &first
	var state *league.StateError
	if again := officiating.MayRecordFirst(*table); !errors.As(again, &state) || state.Reason != "table-has-result" || state.Current["enteredBy"] != "Fabio" || state.Current["version"] != 1 {
		t.Errorf("a second first one: %v with %v", again, state.Current)
	}
	second, err := s.ResultOf(1, *table, game(t, "time-limit 1/9 2/9 3/7 4/5"), "letto male", beginning)
	if err != nil || leaguetest.Answer(officiating.MayCorrect(*table)) != "" || second.Version != 2 || second.Reason != "letto male" {
		t.Errorf("a correction: %+v, %v", second, err)
	}
	if _, err := s.ResultOf(1, *table, game(t, "declared:1 1/9 2/8 3/5 4/4"), "", beginning); !strings.HasPrefix(leaguetest.Answer(err), "faults /declaredBy: CN09 4.6") {
		t.Errorf("CN09 4.6: %v", err)
	}
	void := officiating.Voided(*table, league.Void{AtFault: []league.Entry{4}})
	if void.DeclaredBy != 1 || len(void.Seats) != 4 || void.Void.AtFault[0] != 4 || table.Result.Void != nil {
		t.Errorf("SQ00 base 22: %+v", void)
	}
	if empty := officiating.Voided(facts.Table{}, league.Void{}); empty.Void == nil || empty.Seats != nil {
		t.Errorf("SQ00 base 22 of a game that nobody has written down: %+v", empty)
	}
}

// TestInResult: faults of a replay are shown in the recorded result if they belong to it.
func TestInResult(t *testing.T) {
	t.Parallel()
	of := func(field string) league.Faults {
		return league.Faults{{Field: field, Grounds: league.Grounds{Reason: "no-value"}}}
	}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{of("/rounds/1/tables/0/result/seats/2"), "faults /seats/2: no-value"},
		{of("/rounds/1/tables/1/result/seats/2"), "faults : no-value"},
		{of("/entrants/3"), "faults : no-value"},
		{league.NotNow("not-now"), "state not-now"},
	} {
		if got := leaguetest.Answer(officiating.InResult(tt.err, 2, 1)); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// TestMayTakeBack: the step that is meant is taken back, and no other that somebody has done since.
func TestMayTakeBack(t *testing.T) {
	t.Parallel()
	at := time.Date(2009, 2, 8, 10, 30, 0, 123456000, time.UTC)
	later := at.Add(time.Microsecond)
	for _, tt := range []struct {
		name   string
		meant  time.Time
		stands *time.Time
		want   string
	}{
		{"whichever stands", time.Time{}, &at, ""},
		{"the one that stands", at, &at, ""},
		{"the one that stands, in another zone", at.In(time.FixedZone("", 3600)), &at, ""},
		{"the one that stands, before it was stored", at.Add(789 * time.Nanosecond), &at, ""},
		{"one that was done anew", at, &later, "state done-since"},
		{"one that is to come", later, &at, "state done-since"},
		{"of which none stands, what else refuses says so", at, nil, ""},
	} {
		err := officiating.MayTakeBack(tt.meant, tt.stands)
		if got := leaguetest.Answer(err); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		var refused *league.StateError
		if errors.As(err, &refused) && refused.Current["at"] != *tt.stands {
			t.Errorf("%s: the refusal says %v", tt.name, refused.Current)
		}
	}
}
