package officiating

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// clockAnswers sends a list of commands to the clock of a regulation, each followed by its seconds,
// and returns the answers: the phase after it, or the refusal.
func clockAnswers(t *testing.T, preset, commands string) string {
	t.Helper()
	r, err := presets.Find(preset)
	if err != nil {
		t.Fatal(err)
	}
	var clock facts.Clock
	var answers []string
	for _, text := range strings.Fields(commands) {
		var command ClockCommand
		name, seconds, _ := strings.Cut(text, ":")
		command.Command = name
		if seconds != "" {
			if _, err := fmt.Sscan(seconds, &command.Seconds); err != nil {
				t.Fatal(err)
			}
		}
		next, err := TurnClock(r, clock, command, r.Time.Minutes["base"]*60, time.Unix(0, 0))
		var no *league.RuleError
		var state *league.StateError
		switch {
		case errors.As(err, &no):
			answers = append(answers, no.String())
			continue
		case errors.As(err, &state):
			answers = append(answers, "not now")
			continue
		case err != nil:
			answers = append(answers, err.Error())
			continue
		}
		clock = next
		answer := clock.Phase
		if clock.TurnSeconds > 0 {
			answer += fmt.Sprintf("/%d", clock.TurnSeconds)
		}
		answers = append(answers, answer)
	}
	return strings.Join(answers, ", ")
}

func TestPhasesOfTheClock(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, preset, commands, want string }{
		{
			"CN09 3.4 the player in turn ends his turn", "catan-nazionale-2009",
			"start last-turn last-turn advance end", "running, last-turn, not now, not now, ended",
		},
		{
			"JP22 1 the time, the last lap, then the points are counted", "just-play-2022",
			"advance start advance advance advance end", "not now, running, last-lap, counting, not now, ended",
		},
		{
			"FG14 3 the others play as many turns", "firenzegioca-2014",
			"start pause advance end advance", "running, paused, even-turns, ended, not now",
		},
		{
			"SQ00 base 2 the third-last lap is announced; after the last there are extra turns", "risiko-squadre-2000",
			"start last-turn advance advance advance", "running, third-last-lap, last-lap, extra-turns, not now",
		},
		{
			"BG 1.2.2 no game is ended early", "catan-ranglista-bg",
			"start last-turn advance end", "running, BG 1.2.2: games-end-themselves, BG 1.2.2: games-end-themselves, ended",
		},
		{
			"BG 1.2.2 a turn takes at most three minutes where turns are limited", "catan-ranglista-bg",
			"limit-turns:181 limit-turns:180 start limit-turns:90 limit-turns",
			"BG 1.2.2: turn-limit-too-long (minutes=3), /180, running/180, running/90, /seconds: seconds-missing",
		},
		{"CN09 3.4 knows no limit of turns", "catan-nazionale-2009", "limit-turns:60", "CN09 3.4: no-turn-limit"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := clockAnswers(t, tt.preset, tt.commands); got != tt.want {
				t.Errorf("%s\ngot  %s\nwant %s", tt.commands, got, tt.want)
			}
		})
	}
}

// preset reads one of the five regulations.
func preset(t *testing.T, id string) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestClockCommands: every command in every phase of a clock by CN09 3.4, whose only phase after
// the limit is the last turn. A dash is a refusal, which leaves the clock unchanged.
func TestClockCommands(t *testing.T) {
	t.Parallel()
	const matrix = `
		              ready      running    paused     last-turn  ended
		start         running    -          -          -          -
		pause         -          paused     -          -          -
		resume        -          -          running    -          -
		extend        -          running    paused     -          -
		last-turn     -          last-turn  last-turn  -          -
		advance       -          last-turn  last-turn  -          -
		end           -          ended      ended      ended      -
		reset         ready      ready      ready      ready      ready`
	r := preset(t, "catan-nazionale-2009")
	now := time.Unix(0, 0)
	paths := map[string]string{"ready": "", "running": "start", "paused": "start pause", "last-turn": "start last-turn", "ended": "start end"}
	lines := strings.Split(strings.TrimSpace(matrix), "\n")
	phases := strings.Fields(lines[0])
	for _, line := range lines[1:] {
		fields := strings.Fields(line)
		for i, want := range fields[1:] {
			clock := facts.Clock{LimitSeconds: 80 * 60}
			for name := range strings.FieldsSeq(paths[phases[i]]) {
				clock, _ = TurnClock(r, clock, ClockCommand{Command: name}, 80*60, now)
			}
			next, err := TurnClock(r, clock, ClockCommand{Command: fields[0], Seconds: 60}, 80*60, now)
			got := map[string]string{ClockReady: "ready"}[next.Phase] + next.Phase
			var refused *league.StateError
			if errors.As(err, &refused) {
				got = "-"
				if refused.Reason != "clock-phase" || refused.Params["phase"] != phases[i] || refused.Params["command"] != fields[0] || !cmp.Equal(next, clock) {
					t.Errorf("%s of a clock that is %s: %s, and the clock is %+v", fields[0], phases[i], refused, next)
				}
			}
			if got != want {
				t.Errorf("%s of a clock that is %s: got %s, want %s", fields[0], phases[i], got, want)
			}
		}
	}
}

// at returns the moment a number of minutes after the start of a round.
func at(minutes int) time.Time {
	return time.Date(2009, 2, 8, 10, 0, 0, 0, time.UTC).Add(time.Duration(minutes) * time.Minute)
}

// TestClockInstants: the clock is kept as the instant at which time is up, or while it is
// paused as the seconds that remain.
func TestClockInstants(t *testing.T) {
	t.Parallel()
	type step struct {
		at      int // minutes after the start
		command ClockCommand
		ends    int // minutes after the start; -1: it does not run
		remain  int // seconds
	}
	do := func(command string, seconds ...int) ClockCommand {
		c := ClockCommand{Command: command}
		if len(seconds) > 0 {
			c.Seconds = seconds[0]
		}
		return c
	}
	for _, tt := range []struct {
		name, preset string
		limit        int // minutes
		steps        []step
	}{
		{"CN09 3.4/eighty minutes", "catan-nazionale-2009", 80, []step{{0, do("start"), 80, 0}, {80, do("last-turn"), -1, 0}, {83, do("end"), -1, 0}}},
		{"CN09 3.4/ninety of Marinai", "catan-nazionale-2009", 90, []step{{0, do("start"), 90, 0}}},
		{"JP22 1/seventy-five minutes", "just-play-2022", 75, []step{{0, do("start"), 75, 0}, {75, do("advance"), -1, 0}}},
		{"FG14 3/seventy minutes", "firenzegioca-2014", 70, []step{{0, do("start"), 70, 0}}},
		{"SQ00 base 2/an hour and three quarters", "risiko-squadre-2000", 105, []step{{0, do("start"), 105, 0}}},
		{"CN09 3.4/a pause is added at the end", "catan-nazionale-2009", 80, []step{
			{0, do("start"), 80, 0},
			{30, do("pause"), -1, 50 * 60},
			{45, do("resume"), 95, 0},
		}},
		{"CN09 3.4/two pauses", "catan-nazionale-2009", 80, []step{
			{0, do("start"), 80, 0},
			{10, do("pause"), -1, 70 * 60},
			{15, do("resume"), 85, 0},
			{84, do("pause"), -1, 60},
			{90, do("resume"), 91, 0},
		}},
		{"CN09 3.4/extra time for everybody", "catan-nazionale-2009", 80, []step{{0, do("start"), 80, 0}, {20, do("extend", 300), 85, 0}, {21, do("extend", -120), 83, 0}}},
		{"CN09 3.4/extra time in a pause", "catan-nazionale-2009", 80, []step{{0, do("start"), 80, 0}, {20, do("pause"), -1, 3600}, {25, do("extend", 300), -1, 3900}, {30, do("resume"), 95, 0}}},
		{"CN09 3.4/a pause when time is up leaves nothing", "catan-nazionale-2009", 80, []step{{0, do("start"), 80, 0}, {82, do("pause"), -1, 0}, {85, do("resume"), 85, 0}}},
		{"CN09 3.4/the announced limit is optional", "catan-nazionale-2009", 0, []step{{0, do("start"), -1, 0}, {30, do("pause"), -1, 0}, {40, do("resume"), -1, 0}, {50, do("last-turn"), -1, 0}}},
		{"BG 1.2.2/a limited turn ends no game", "catan-ranglista-bg", 0, []step{{0, do("limit-turns", 180), -1, 0}, {1, do("start"), -1, 0}, {90, do("end"), -1, 0}}},
		{"CN09 3.4/set back it has the whole time again", "catan-nazionale-2009", 80, []step{{0, do("start"), 80, 0}, {3, do("reset"), -1, 0}, {5, do("start"), 85, 0}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, clock := preset(t, tt.preset), facts.Clock{}
			for _, s := range tt.steps {
				next, err := TurnClock(r, clock, s.command, tt.limit*60, at(s.at))
				if err != nil {
					t.Fatalf("%s after %d minutes: %v", s.command.Command, s.at, err)
				}
				clock = next
				ends := -1
				if clock.EndsAt != nil {
					ends = int(clock.EndsAt.Sub(at(0)).Minutes())
				}
				if ends != s.ends || clock.Remaining != s.remain {
					t.Errorf("%s after %d minutes: time is up after %d, %d seconds remain, want %d and %d", s.command.Command, s.at, ends, clock.Remaining, s.ends, s.remain)
				}
			}
		})
	}
}

// TestExtraTimeOfATable: a table that was held up has its own extra time, which adds up and changes
// no other table's end.
func TestExtraTimeOfATable(t *testing.T) {
	t.Parallel()
	r := preset(t, "catan-nazionale-2009")
	started, _ := TurnClock(r, facts.Clock{}, ClockCommand{Command: "start"}, 80*60, at(0))
	once, _ := TurnClock(r, started, ClockCommand{Command: "extend", Table: 2, Seconds: 120}, 80*60, at(10))
	twice, err := TurnClock(r, once, ClockCommand{Command: "extend", Table: 2, Seconds: 60}, 80*60, at(11))
	if err != nil || twice.Extra[2] != 180 || len(twice.Extra) != 1 || !twice.EndsAt.Equal(at(80)) {
		t.Errorf("got %+v: %v", twice, err)
	}
	if once.Extra[2] != 120 || started.Extra != nil {
		t.Errorf("the clocks before have changed: %+v, %+v", started, once)
	}
	less, err := TurnClock(r, twice, ClockCommand{Command: "extend", Table: 2, Seconds: -60}, 80*60, at(12))
	if err != nil || less.Extra[2] != 120 {
		t.Errorf("a minute taken back leaves %+v: %v", less, err)
	}
	none, err := TurnClock(r, less, ClockCommand{Command: "extend", Table: 2, Seconds: -120}, 80*60, at(13))
	if err != nil || len(none.Extra) != 0 {
		t.Errorf("all of it taken back leaves %+v: %v", none, err)
	}
	for name, tt := range map[string]struct {
		clock   facts.Clock
		command ClockCommand
		want    string
	}{
		"CN09 3.4/less than nothing":       {once, ClockCommand{Command: "extend", Table: 2, Seconds: -180}, "less-extra-time (table=2)"},
		"CN09 3.4/without saying how much": {started, ClockCommand{Command: "extend"}, "/seconds: seconds-missing"},
		"CN09 3.4/of no limit":             {facts.Clock{Phase: ClockRunning}, ClockCommand{Command: "extend", Seconds: 60}, "no-time-limit"},
	} {
		if _, err := TurnClock(r, tt.clock, tt.command, 80*60, at(10)); err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", name, err, tt.want)
		}
	}
}

// TestClockLosesNoTime: whatever the commands, a clock has the fields that belong to its phase, a
// refusal leaves it unchanged, and pauses neither take nor give time.
func TestClockLosesNoTime(t *testing.T) {
	t.Parallel()
	r := preset(t, "risiko-squadre-2000")
	left := func(c facts.Clock, now time.Time) int {
		if c.EndsAt != nil {
			return max(0, int(c.EndsAt.Sub(now)/time.Second))
		}
		return c.Remaining
	}
	rapid.Check(t, func(rt *rapid.T) {
		clock, now := facts.Clock{LimitSeconds: 6300}, at(0)
		for range rapid.IntRange(1, 20).Draw(rt, "commands") {
			now = now.Add(time.Duration(rapid.IntRange(0, 2000).Draw(rt, "wait")) * time.Second)
			name := rapid.SampledFrom([]string{"start", "pause", "resume", "extend", "last-turn", "advance", "end", "reset"}).Draw(rt, "command")
			next, err := TurnClock(r, clock, ClockCommand{Command: name, Seconds: 30}, 6300, now)
			if err != nil && !cmp.Equal(next, clock) {
				rt.Fatalf("%s was refused and changed %+v to %+v", name, clock, next)
			}
			if (next.Phase == ClockRunning) != (next.EndsAt != nil) || next.Phase != ClockPaused && next.Remaining != 0 {
				rt.Fatalf("after %s the clock is %+v", name, next)
			}
			if err == nil && (name == "pause" || name == "resume") && left(next, now) != left(clock, now) {
				rt.Fatalf("%s: %d seconds were left, now %d", name, left(clock, now), left(next, now))
			}
			clock = next
		}
	})
}
