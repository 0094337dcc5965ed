package discipline_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/discipline"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

func cn09(t *testing.T) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// parse reads one sanction per line: moment, w or x for warning or expulsion, entry and offense, then
// optionally ! for confirmed, followed by a moment if it was confirmed later. A moment is the round, with '
// during its games: "2' x 7 cheating !3".
func parse(t *testing.T, text string) []league.Sanction {
	t.Helper()
	var sanctions []league.Sanction
	for line := range strings.Lines(strings.TrimSpace(text)) {
		fields := strings.Fields(line)
		s := league.Sanction{At: moment(t, fields[0]), Kind: league.Warning, Reason: fields[3]}
		if fields[1] == "x" {
			s.Kind = league.Expulsion
		}
		if _, err := fmt.Sscan(fields[2], &s.Entry); err != nil {
			t.Fatal(err)
		}
		if len(fields) > 4 {
			s.Confirmed = true
			if later := strings.TrimPrefix(fields[4], "!"); later != "" {
				at := moment(t, later)
				s.ConfirmedAt = &at
			}
		}
		sanctions = append(sanctions, s)
	}
	return sanctions
}

func moment(t *testing.T, text string) league.Moment {
	t.Helper()
	number, during := strings.CutSuffix(text, "'")
	m := league.Moment{During: during}
	if _, err := fmt.Sscan(number, &m.Round); err != nil {
		t.Fatal(err)
	}
	return m
}

// lines writes a record: warnings, then expulsions, then those that wait for confirmation, then reports.
func lines(record discipline.Record) string {
	var out []string
	for _, entry := range slices.Sorted(maps.Keys(record.Warnings)) {
		out = append(out, fmt.Sprintf("%d has %d", entry, record.Warnings[entry]))
	}
	for _, e := range record.Expelled {
		during := map[bool]string{true: "'"}[e.At.During]
		out = append(out, fmt.Sprintf("%d expelled %d%s %s: %s", e.Entry, e.At.Round, during, e.Cause, e.Grounds))
	}
	for _, s := range record.Unconfirmed {
		out = append(out, fmt.Sprintf("%d waits: %s", s.Entry, s.Reason))
	}
	for _, r := range record.Reports {
		out = append(out, fmt.Sprintf("%d reported to %s: %s, %s", r.Entry, r.To, r.Reason, r.Grounds.Cite()))
	}
	return strings.Join(out, "\n")
}

func trim(text string) string {
	var out []string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		out = append(out, strings.TrimSpace(line))
	}
	return strings.Join(out, "\n")
}

func TestOf(t *testing.T) {
	t.Parallel()
	tests := []struct{ par, sanctions, until, want string }{
		{
			par:       "CN09 5.5a one warning is a warning",
			sanctions: "1' w 7 slow-play",
			until:     "4",
			want:      "7 has 1",
		},
		{
			par: "CN09 5.5a the second expels at once, confirmed or not",
			sanctions: `1' w 7 slow-play
			            2  w 7 cheating`,
			until: "4",
			want: `7 has 2
			       7 expelled 2 second-warning: CN09 5.5a: expelled-by-warnings (offense=cheating, warnings=2)
			       7 reported to championship-manager: cheating, CN09 5.5`,
		},
		{
			par: "CN09 5.5a warnings count in the order of their moments, whichever was written down first (D002-20)",
			sanctions: `2  w 7 cheating
			            2' w 7 slow-play`,
			until: "2",
			want: `7 has 2
			       7 expelled 2 second-warning: CN09 5.5a: expelled-by-warnings (offense=cheating, warnings=2)
			       7 reported to championship-manager: cheating, CN09 5.5`,
		},
		{
			par: "CN09 5.5b who is expelled after a game was still there to be warned in it (D002-20)",
			sanctions: `2  x 7 cheating !
			            2' w 7 slow-play`,
			until: "2",
			want: `7 has 1
			       7 expelled 2 direct: CN09 5.5b: expelled-directly (offense=cheating)
			       7 reported to championship-manager: cheating, CN09 5.5`,
		},
		{
			par:       "CN09 5.5b an expulsion waits for the first referee",
			sanctions: "1' x 7 cheating",
			until:     "4",
			want:      "7 waits: cheating",
		},
		{
			par:       "CN09 5.5b confirmed, it counts",
			sanctions: "1' x 7 cheating !",
			until:     "4",
			want: `7 expelled 1' direct: CN09 5.5b: expelled-directly (offense=cheating)
			       7 reported to championship-manager: cheating, CN09 5.5`,
		},
		{
			par:       "CN09 5.5b confirmed later, it counts from then: before",
			sanctions: "1' x 7 cheating !2",
			until:     "2'",
			want:      "7 waits: cheating",
		},
		{
			par:       "CN09 5.5b confirmed later, it counts from then: after",
			sanctions: "1' x 7 cheating !2",
			until:     "2",
			want: `7 expelled 2 direct: CN09 5.5b: expelled-directly (offense=cheating)
			       7 reported to championship-manager: cheating, CN09 5.5`,
		},
		{
			par: "CN09 5.5b an unconfirmed one stays open beside another that is confirmed",
			sanctions: `1  x 7 unsporting-conduct
			            3' x 7 unsporting-conduct !`,
			until: "3",
			want: `7 expelled 3' direct: CN09 5.5b: expelled-directly (offense=unsporting-conduct)
			       7 waits: unsporting-conduct
			       7 reported to championship-manager: unsporting-conduct, CN09 5.5`,
		},
		{
			par: "CN09 5.5 expelled players are reported once, in the order in which they went",
			sanctions: `1  x 3 lying-to-referee !3
			            2' w 5 slow-play
			            2' w 5 slow-play
			            2  x 5 cheating !
			            3' x 4 intimidation !`,
			until: "3",
			want: `5 has 2
			       5 expelled 2' second-warning: CN09 5.5a: expelled-by-warnings (offense=slow-play, warnings=2)
			       4 expelled 3' direct: CN09 5.5b: expelled-directly (offense=intimidation)
			       3 expelled 3 direct: CN09 5.5b: expelled-directly (offense=lying-to-referee)
			       5 reported to championship-manager: slow-play, CN09 5.5
			       4 reported to championship-manager: intimidation, CN09 5.5
			       3 reported to championship-manager: lying-to-referee, CN09 5.5`,
		},
		{
			par: "CN09 5.5 what comes later has not happened yet",
			sanctions: `1' w 7 slow-play
			            2' w 7 slow-play
			            2  w 8 slow-play`,
			until: "1",
			want:  "7 has 1",
		},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			record := discipline.Of(cn09(t), parse(t, tt.sanctions), moment(t, tt.until))
			if diff := cmp.Diff(trim(tt.want), lines(record)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestOfFollowsOptions covers rules that CN09 does not have.
func TestOfFollowsOptions(t *testing.T) {
	t.Parallel()
	const twoWarnings = "1' w 7 slow-play\n2' w 7 slow-play !3"
	tests := []struct {
		name, sanctions, until, want string
		option                       func(*rules.Discipline)
	}{
		{
			"warnings never expel", twoWarnings, "4", "7 has 2",
			func(d *rules.Discipline) { d.Warning.ExpelsAt = 0 },
		},
		{
			"the second warning waits for the first referee", twoWarnings, "2", "7 has 2\n7 waits: slow-play",
			func(d *rules.Discipline) { d.Warning.NeedsConfirmation = true },
		},
		{
			"nobody is told", "1' x 7 cheating !", "4", "7 expelled 1' direct: CN09 5.5b: expelled-directly (offense=cheating)",
			func(d *rules.Discipline) { d.Expulsion.ReportedTo = "" },
		},
		{
			"any referee expels", "1' x 7 cheating", "1'",
			"7 expelled 1' direct: CN09 5.5b: expelled-directly (offense=cheating)\n7 reported to championship-manager: cheating, CN09 5.5",
			func(d *rules.Discipline) { d.Expulsion.NeedsConfirmation = false },
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := cn09(t)
			tt.option(&r.Discipline)
			if diff := cmp.Diff(tt.want, lines(discipline.Of(r, parse(t, tt.sanctions), moment(t, tt.until)))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
