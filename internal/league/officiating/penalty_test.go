package officiating_test

import (
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
)

func TestCheckSanction(t *testing.T) {
	t.Parallel()
	points := func(text string) *league.Frac {
		f, err := league.ParseFrac(text)
		if err != nil {
			t.Fatal(err)
		}
		return &f
	}
	tests := []struct {
		name      string
		penalty   officiating.NewSanction
		paragraph string
		want      string
	}{
		{"SQ00 penalties points of the offense", officiating.NewSanction{Kind: league.Points, Offense: "disturbance"}, "penalties", ""},
		{"SQ00 penalties points as the referee sets them", officiating.NewSanction{Kind: league.Points, Offense: "disturbance", Points: points("-10.5")}, "penalties", ""},
		{"SQ00 base 6 of an offense with a paragraph of its own", officiating.NewSanction{Kind: league.Points, Offense: "deliberate-overplacement"}, "base 6", ""},
		{"SQ00 penalties no points", officiating.NewSanction{Kind: league.Points}, "", "faults /points: SQ00: points-missing (offense=)"},
		{"SQ00 penalties no such offense", officiating.NewSanction{Kind: league.Points, Offense: "smoking"}, "", "faults /offense: unknown-offense (offense=smoking)"},
		{"SQ00 penalties points of a warning", officiating.NewSanction{Kind: league.Warning, Points: points("-7")}, "", "faults /points: points-of-no-penalty"},
		{"CN09 5.5a knows no penalties in points", officiating.NewSanction{Kind: league.Points, Points: points("-7")}, "", "rule CN09 5.5a: no-penalties-in-points (section=discipline.offenses.points)"},
		{"CN09 5.2 a warning", officiating.NewSanction{Kind: league.Warning, Paragraph: "5.2"}, "5.2", ""},
		{"CN09 has no such paragraph", officiating.NewSanction{Kind: league.Warning, Paragraph: "9.9"}, "9.9", "faults /paragraph: unknown-paragraph (paragraph=9.9)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			n, err := gathered(t, tt.name, 12).CheckSanction(tt.penalty)
			if got := said(err); got != tt.want || n.Paragraph != tt.paragraph {
				t.Errorf("got %q by %q, want %q by %q", got, n.Paragraph, tt.want, tt.paragraph)
			}
		})
	}
}

// TestRequireUnprocessed: processed results are final where the regulation says so (BG
// 1.1.4).
func TestRequireUnprocessed(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{"BG": "rule BG 1.1.4: results-processed", "CN09": "", "FG14": "", "JP22": "", "SQ00": ""} {
		s := gathered(t, code, 12)
		if got := said(s.RequireUnprocessed()); got != "" {
			t.Errorf("%s before: %s", code, got)
		}
		s.Event.ProcessedAt = &beginning
		if got := said(s.RequireUnprocessed()); got != want {
			t.Errorf("%s: got %q, want %q", code, got, want)
		}
	}
}

// TestMoment: nobody is punished who does not play, or is out (CN09 5.5a).
func TestMoment(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(*officiating.Situation)
		entry  league.Entry
		during bool
		want   string
	}{
		{"CN09 5.5a in his game", nil, 1, true, ""},
		{"CN09 5.5a a stranger", nil, 99, true, "faults /entry: CN09: unknown-entry (entry=99)"},
		{"CN09 5.5a who does not play", func(s *officiating.Situation) { set(s, facts.NoShow, 13) }, 13, true, "state entry-not-playing (entry=13)"},
		{"CN09 5.5a who is out", func(s *officiating.Situation) {
			s.Withdrawals = []facts.Withdrawal{{Ordinal: 1, Entry: 3, Round: 1, During: true}}
			derive(t, s)
		}, 3, false, "state entry-is-out (entry=3)"},
		{"CN09 5.5a between two games there is none", func(s *officiating.Situation) { play(t, s) }, 1, true, "state no-game-under-way (entry=1)"},
		{"CN09 5.5a after the round", func(s *officiating.Situation) { play(t, s) }, 1, false, ""},
		{"CN09 5.5a once the event is over", func(s *officiating.Situation) { s.Event.State = facts.Finished }, 1, false, "state event-not-running (state=finished)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := draw(t, begun(t, tt.name, 13))
			if tt.change != nil {
				tt.change(s)
			}
			at, err := s.Moment(tt.entry, tt.during)
			if got := said(err); got != tt.want || err == nil && (at != league.Moment{Round: 1, During: tt.during}) {
				t.Errorf("got %q at %+v, want %q", got, at, tt.want)
			}
		})
	}
}
