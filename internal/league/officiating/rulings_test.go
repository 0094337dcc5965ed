package officiating_test

import (
	"testing"

	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
)

// TestCheckRuling: a ruling concerns an existing round and table, and cites a paragraph of the
// regulation (CN09 2.4).
func TestCheckRuling(t *testing.T) {
	t.Parallel()
	n := func(number int) *int { return &number }
	for _, tt := range []struct {
		name   string
		ruling facts.Ruling
		change func(*officiating.Situation)
		want   string
	}{
		{"CN09 2.4/at a table, by a paragraph on the game", facts.Ruling{Round: n(1), TableNumber: n(2), Paragraph: "4.5"}, nil, ""},
		{"CN09 2.4/about nothing in particular", facts.Ruling{}, nil, ""},
		{"CN09 2.4/about a round", facts.Ruling{Round: n(1)}, nil, ""},
		{"CN09 2.4/by a paragraph that there is not", facts.Ruling{Paragraph: "9.9"}, nil, "faults /paragraph: unknown-paragraph (paragraph=9.9)"},
		{"CN09 2.4/in a round that is not drawn", facts.Ruling{Round: n(2)}, nil, "faults /round: unknown-round (round=2)"},
		{"CN09 2.4/at a table that there is not", facts.Ruling{Round: n(1), TableNumber: n(4)}, nil, "faults /table: unknown-table (table=4)"},
		{"CN09 2.4/at a table of no round", facts.Ruling{TableNumber: n(1)}, nil, "faults /table: unknown-table (table=1)"},
		{"CN09 2.4/at a table of a round that is not drawn", facts.Ruling{Round: n(2), TableNumber: n(1)}, nil, "faults /round: unknown-round (round=2); /table: unknown-table (table=1)"},
		{"CN09 2.4/once the event is over", facts.Ruling{}, func(s *officiating.Situation) { s.Event.State = facts.Finished }, "state event-not-running (state=finished)"},
		{"SQ00 base 7/by a paragraph of its own", facts.Ruling{Paragraph: "base 7"}, nil, ""},
		{"JP22 4/by another regulation's", facts.Ruling{Paragraph: "3.2a"}, nil, "faults /paragraph: unknown-paragraph (paragraph=3.2a)"},
	} {
		s := draw(t, begun(t, tt.name, 12))
		if tt.change != nil {
			tt.change(s)
		}
		if got := leaguetest.Answer(s.CheckRuling(tt.ruling)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestAppeal: a player appeals from a referee to the first referee, whose decision is final
// (CN09 2.5).
func TestAppeal(t *testing.T) {
	t.Parallel()
	given, appealed := facts.Ruling{}, facts.Ruling{AppealedAt: &beginning}
	final := facts.Ruling{AppealedAt: &beginning, FinalAt: &beginning}
	s := begun(t, "CN09", 13)
	set(s, facts.NoShow, 13)
	for _, tt := range []struct {
		name   string
		ruling facts.Ruling
		entry  int
		want   string
	}{
		{"CN09 2.5/somebody who plays", given, 5, ""},
		{"CN09 2.5/a stranger", given, 99, "faults /entry: unknown-entry (entry=99)"},
		{"CN09 2.5/who did not come", given, 13, "faults /entry: unknown-entry (entry=13)"},
		{"CN09 2.5/a second time", appealed, 5, "state ruling-appealed"},
		{"CN09 2.5/once it is final", final, 6, "state ruling-appealed"},
	} {
		if got := leaguetest.Answer(s.MayAppeal(tt.ruling, tt.entry)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	for name, tt := range map[string]struct {
		ruling facts.Ruling
		want   string
	}{
		"CN09 2.5/nobody has appealed":          {given, "state ruling-not-appealed"},
		"CN09 2.5/somebody has":                 {appealed, ""},
		"CN09 2.5/there is no appeal from that": {final, "state ruling-final"},
	} {
		if got := leaguetest.Answer(officiating.MayDecideAppeal(tt.ruling)); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}
