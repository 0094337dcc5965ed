package officiating

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// told is how the clock of a regulation answers a list of commands, each with
// its seconds behind it: the phase after it, or the refusal.
func told(t *testing.T, preset, commands string) string {
	t.Helper()
	r, err := rules.Preset(preset)
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
			if got := told(t, tt.preset, tt.commands); got != tt.want {
				t.Errorf("%s\ngot  %s\nwant %s", tt.commands, got, tt.want)
			}
		})
	}
}
