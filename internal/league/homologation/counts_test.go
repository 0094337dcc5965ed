package homologation_test

import (
	"slices"
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/scoring"
	"referto/internal/league/tournament"
)

// entrants returns entries with these numbers, who have all played.
func entrants(numbers ...int) (out []facts.Entry) {
	for _, n := range numbers {
		out = append(out, facts.Entry{Number: n, State: facts.Playing})
	}
	return out
}

// roundOf returns a round with a number of tables, some of them without a result.
func roundOf(kind league.RoundKind, tables, missing int) tournament.RoundState {
	r := tournament.RoundState{Kind: kind}
	for n := range tables {
		t := tournament.TableState{Number: n + 1}
		if n >= missing {
			t.Game = &scoring.Game{}
		}
		r.Tables = append(r.Tables, t)
	}
	return r
}

// The faults of a report are counted, each once: people, games, rounds and reasons.
func TestFindingsCount(t *testing.T) {
	t.Parallel()
	struck := func(entries ...league.Entry) (out []tournament.Struck) {
		for _, e := range entries {
			out = append(out, tournament.Struck{Entry: e})
		}
		return out
	}
	for name, tt := range map[string]struct {
		change func(*homologation.Papers)
		want   string
	}{
		"CN09 1.11/all of four are ranked": {
			func(p *homologation.Papers) { p.Entries, p.Ranking = entrants(1, 2, 3, 4), []league.Entry{4, 3, 2, 1} },
			"met CN09 1.11: ranking-complete (players=4, ranked=4)",
		},
		"CN09 1.11/three of four are": {
			func(p *homologation.Papers) { p.Entries, p.Ranking = entrants(1, 2, 3, 4), []league.Entry{4, 3, 2} },
			"failed CN09 1.11: ranking-complete (players=4, ranked=3)",
		},
		"CN09 3.5/who was struck counts on neither side": {
			func(p *homologation.Papers) {
				p.Entries, p.Ranking, p.State.Struck = entrants(1, 2, 3, 4), []league.Entry{4, 3, 2}, struck(3, 1)
			},
			"met CN09 1.11: ranking-complete (players=2, ranked=2)",
		},
		"CN09 3.5/who was struck does not stand for another": {
			func(p *homologation.Papers) {
				p.Entries, p.Ranking, p.State.Struck = entrants(1, 2, 3, 4), []league.Entry{4, 1, 2}, struck(1)
			},
			"failed CN09 1.11: ranking-complete (players=3, ranked=2)",
		},
		"CN09 1.5/who did not play need not be ranked": {
			func(p *homologation.Papers) {
				p.Entries, p.Ranking = entrants(1, 2, 3), []league.Entry{2, 1}
				p.Entries[2].State = facts.NoShow
			},
			"met CN09 1.11: ranking-complete (players=2, ranked=2)",
		},
		"CN09 1.11/all games have results": {
			func(p *homologation.Papers) {
				p.State.Rounds = []tournament.RoundState{roundOf(league.Preliminary, 3, 0), roundOf(league.Final, 1, 0)}
			},
			"met CN09 1.11: games-with-result (games=4, missing=0)",
		},
		"CN09 1.11/some have none, in two rounds": {
			func(p *homologation.Papers) {
				p.State.Rounds = []tournament.RoundState{roundOf(league.Preliminary, 3, 2), roundOf(league.Preliminary, 3, 1), roundOf(league.Final, 1, 0)}
			},
			"failed CN09 1.11: games-with-result (games=7, missing=3)",
		},
		"CN09 3.2/three rounds and a final": {
			func(p *homologation.Papers) {
				p.State.Format.Rounds = 3
				p.State.Rounds = []tournament.RoundState{roundOf(league.Preliminary, 1, 0), roundOf(league.Preliminary, 1, 0), roundOf(league.Preliminary, 1, 0), roundOf(league.Final, 1, 0)}
			},
			"met CN09 3.2: structure-played (played=3, rounds=3)",
		},
		"CN09 3.2/a round more than announced": {
			func(p *homologation.Papers) {
				p.State.Rounds = []tournament.RoundState{roundOf(league.Preliminary, 1, 0), roundOf(league.Preliminary, 1, 0), roundOf(league.Final, 1, 0)}
			},
			"failed CN09 3.2: structure-played (played=2, rounds=1)",
		},
		"CN09 3.2/a semifinal that nobody announced": {
			func(p *homologation.Papers) {
				p.State.Rounds = []tournament.RoundState{roundOf(league.Preliminary, 1, 0), roundOf(league.Semifinal, 1, 0), roundOf(league.Final, 1, 0)}
			},
			"failed CN09 3.2: structure-played (played=1, rounds=1)",
		},
		"CN09 3.2/a final that nobody announced": {
			func(p *homologation.Papers) { p.State.Format.Final = false },
			"failed CN09 3.2: structure-played (played=1, rounds=1)",
		},
		"CN09 5.5/nobody was expelled": {
			func(p *homologation.Papers) { p.Expelled = nil },
			"met CN09 5.5: expulsions-reported (expelled=0, reported=0)",
		},
		"CN09 5.5/three with their reasons": {
			func(p *homologation.Papers) { p.Expelled = []string{"Imbrogli", "Insulti", "Ritardi"} },
			"met CN09 5.5: expulsions-reported (expelled=3, reported=3)",
		},
		"CN09 5.5/two of three": {
			func(p *homologation.Papers) { p.Expelled = []string{"Imbrogli", "", "Ritardi"} },
			"failed CN09 5.5: expulsions-reported (expelled=3, reported=2)",
		},
		"CN09 5.5b/two wait": {
			func(p *homologation.Papers) { p.State.Record.Unconfirmed = []league.Sanction{{}, {}} },
			"failed CN09 5.5b: expulsions-unconfirmed (number=2)",
		},
		"CN09 1.3/a first referee among others": {
			func(p *homologation.Papers) { p.Roles = []string{"referee", "organizer", "first-referee"} },
			"met CN09 1.3: first-referee-in-report",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := finishedPapers(t)
			tt.change(&p)
			var got []string
			for _, f := range p.Findings() {
				got = append(got, string(f.Result)+" "+f.String())
			}
			if !slices.Contains(got, tt.want) {
				t.Errorf("%s is not among\n%q", tt.want, got)
			}
		})
	}
}

// CN09 1.11: a report that was sent back waits for another one. A verdict about an earlier report, or about
// none, no longer matters.
func TestWasReturned(t *testing.T) {
	t.Parallel()
	number := func(n int) *int { return &n }
	for _, tt := range []struct {
		says    string
		verdict *facts.Verdict
		report  int
		want    bool
	}{
		{"nothing was said", nil, 1, false},
		{"this one was sent back", &facts.Verdict{Kind: facts.VerdictReturned, Report: number(1)}, 1, true},
		{"the one before was", &facts.Verdict{Kind: facts.VerdictReturned, Report: number(1)}, 2, false},
		{"a later one was", &facts.Verdict{Kind: facts.VerdictReturned, Report: number(2)}, 1, true},
		{"one of which nobody knows", &facts.Verdict{Kind: facts.VerdictReturned}, 1, false},
		{"a demand was waived of it", &facts.Verdict{Kind: facts.VerdictWaived, Report: number(1)}, 1, false},
	} {
		if got := homologation.WasReturned(tt.verdict, facts.ReportReceipt{Number: tt.report}); got != tt.want {
			t.Errorf("CN09 1.11/%s: %t", tt.says, got)
		}
	}
}
