package officiating_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
	"referto/internal/league/tournament"
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
		{"SQ00 penalties points of an offense and more decimals than are written", officiating.NewSanction{Kind: league.Points, Offense: "disturbance", Points: points("-7.125")}, "", "faults /points: SQ00: too-many-decimals (most=2)"},
		{"SQ00 penalties more points than anybody takes", officiating.NewSanction{Kind: league.Points, Points: points("-10000")}, "", "faults /points: SQ00: outside-range (max=9999, min=-9999)"},
		{"SQ00 penalties as many as are taken, for no offense of the list", officiating.NewSanction{Kind: league.Points, Points: points("-9999")}, "", ""},
		{"SQ00 penalties a paragraph that was said goes before that of the offense", officiating.NewSanction{Kind: league.Points, Offense: "disturbance", Paragraph: "base 24"}, "base 24", ""},
		{"SQ00 penalties points of an offense that has none", officiating.NewSanction{Kind: league.Points, Offense: "none", Points: points("-7")}, "", "faults /offense: unknown-offense (offense=none)"},
		{"CN09 5.5a knows no penalties in points", officiating.NewSanction{Kind: league.Points, Points: points("-7")}, "", "rule CN09 5.5a: no-penalties-in-points (section=discipline.offenses.points)"},
		{"CN09 5.2 a warning", officiating.NewSanction{Kind: league.Warning, Paragraph: "5.2"}, "5.2", ""},
		{"CN09 has no such paragraph", officiating.NewSanction{Kind: league.Warning, Paragraph: "9.9"}, "9.9", "faults /paragraph: unknown-paragraph (paragraph=9.9)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			n, err := gathered(t, tt.name, 12).CheckSanction(tt.penalty)
			if got := leaguetest.Answer(err); got != tt.want || n.Paragraph != tt.paragraph {
				t.Errorf("got %q by %q, want %q by %q", got, n.Paragraph, tt.want, tt.paragraph)
			}
		})
	}
}

// TestRequireUnprocessed: processed results are final if the regulation makes them so (BG 1.1.4).
func TestRequireUnprocessed(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{"BG": "rule BG 1.1.4: results-processed", "CN09": "", "FG14": "", "JP22": "", "SQ00": ""} {
		s := gathered(t, code, 12)
		if got := leaguetest.Answer(s.RequireUnprocessed()); got != "" {
			t.Errorf("%s before: %s", code, got)
		}
		s.Event.ProcessedAt = &beginning
		if got := leaguetest.Answer(s.RequireUnprocessed()); got != want {
			t.Errorf("%s: got %q, want %q", code, got, want)
		}
	}
}

// TestMoment: an entry that does not play, or is out, cannot be punished (CN09 5.5a).
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
			if got := leaguetest.Answer(err); got != tt.want || err == nil && (at != league.Moment{Round: 1, During: tt.during}) {
				t.Errorf("got %q at %+v, want %q", got, at, tt.want)
			}
		})
	}
}

// TestCheckSanctionByRegulation: whether a regulation has penalties in points, and the paragraph of
// the refusal if not. For an offense without points, the points have to be given.
func TestCheckSanctionByRegulation(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"JP22": "rule JP22: no-penalties-in-points (section=discipline.offenses.points)",
		"FG14": "rule FG14 6.5a: no-penalties-in-points (section=discipline.offenses.points)",
		"CN09": "rule CN09 5.5a: no-penalties-in-points (section=discipline.offenses.points)",
		"BG":   "rule BG 1.1.4: no-penalties-in-points (section=discipline.offenses.points)",
		"SQ00": "faults /points: SQ00: points-missing (offense=)",
	} {
		if _, err := gathered(t, code, 12).CheckSanction(officiating.NewSanction{Kind: league.Points}); leaguetest.Answer(err) != want {
			t.Errorf("%s: got %q, want %q", code, leaguetest.Answer(err), want)
		}
	}
	for name, paragraph := range map[string]string{
		"FG14 slow-play": "6.2", "FG14 cheating": "6.5", "CN09 slow-play": "5.2", "CN09 unsporting-conduct": "5.4", "BG advantage": "1.1.4", "BG fair-play": "FP 18",
	} {
		code, offense, _ := strings.Cut(name, " ")
		n, err := gathered(t, code, 12).CheckSanction(officiating.NewSanction{Kind: league.Warning, Offense: offense})
		if err != nil || n.Paragraph != paragraph {
			t.Errorf("%s: by paragraph %q, want %q: %v", name, n.Paragraph, paragraph, err)
		}
	}
}

// TestTeam: a penalty of the whole team goes to all who had its objectives in the latest game:
// North America, Africa and Oceania against South America, Asia and Europe (SQ00 base 17). Entries
// that are out are not punished.
func TestTeam(t *testing.T) {
	t.Parallel()
	deal := func(s *officiating.Situation, objectives ...string) {
		seats := s.Rounds[0].Tables[0].Seats
		result := league.Result{Ended: league.Completed}
		for i, objective := range objectives {
			result.Seats = append(result.Seats, league.SeatResult{Entry: seats[i], Objective: objective})
		}
		s.Rounds[0].Tables[0].Result = &facts.Result{Result: result}
	}
	all := []string{"europa", "nord-america", "asia", "africa", "sud-america", "oceania"} // of 1 to 6
	for _, tt := range []struct {
		name   string
		entry  league.Entry
		change func(s *officiating.Situation)
		want   string
	}{
		{"SQ00 base 17/of team A", 4, func(s *officiating.Situation) { deal(s, all...) }, "[4 2 6]"},
		{"SQ00 base 17/of team B", 1, func(s *officiating.Situation) { deal(s, all...) }, "[1 3 5]"},
		{"SQ00 penalties/one of them has been expelled", 1, func(s *officiating.Situation) { deal(s, all...); expelledNow(s, 3) }, "[1 5]"},
		{"SQ00 base 17/no objective is known", 1, func(s *officiating.Situation) { deal(s, "", "", "", "", "", "") }, "state team-unknown (entry=1)"},
		{"SQ00 base 17/his own is not", 1, func(s *officiating.Situation) {
			deal(s, "", "nord-america", "asia", "africa", "sud-america", "oceania")
		}, "state team-unknown (entry=1)"},
		{"SQ00 base 17/nobody else's is", 1, func(s *officiating.Situation) { deal(s, "asia", "", "", "", "", "") }, "state team-unknown (entry=1)"},
		{"SQ00 base 17/the game has no result", 1, func(*officiating.Situation) {}, "state team-unknown (entry=1)"},
		{"SQ00 base 17/his game has no result", 7, func(s *officiating.Situation) { deal(s, all...) }, "state team-unknown (entry=7)"},
		{"SQ00 base 17/before the first round", 1, func(s *officiating.Situation) { s.Rounds = nil }, "state team-unknown (entry=1)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := draw(t, club(t))
			tt.change(s)
			team, err := s.Team(tt.entry)
			got := leaguetest.Answer(err)
			if err == nil {
				got = fmt.Sprint(team)
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// expelledNow makes an entry one that is out, in the state at hand.
func expelledNow(s *officiating.Situation, entry league.Entry) {
	s.State.Struck = append(s.State.Struck, tournament.Struck{Entry: entry, Cause: tournament.Expelled})
}

// TestSanctionFound: a sanction is confirmed or taken back while the event runs, unless it
// was taken back before.
func TestSanctionFound(t *testing.T) {
	t.Parallel()
	id, revoked := uuid.New(), uuid.New()
	s := begun(t, "CN09", 12)
	s.Sanctions = []facts.Sanction{{ID: revoked, Ordinal: 1, RevokedAt: &beginning}, {ID: id, Ordinal: 2}}
	for _, tt := range []struct {
		name  string
		id    uuid.UUID
		state facts.EventState
		want  string
	}{
		{"CN09 5.5b/it stands", id, facts.Running, ""},
		{"CN09 5.5b/it was taken back", revoked, facts.Running, "state sanction-revoked"},
		{"CN09 5.5b/the event is over", id, facts.Finished, "state event-not-running (state=finished)"},
		{"CN09 5.5b/there is none", uuid.New(), facts.Running, "not found"},
	} {
		s.Event.State = tt.state
		sanction, err := s.Sanction(tt.id)
		got := leaguetest.Answer(err)
		if errors.Is(err, league.ErrNotFound) {
			got = "not found"
		}
		if got != tt.want || err == nil && sanction != &s.Sanctions[1] {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestMayConfirm: an expulsion takes effect when the first referee confirms it (CN09 5.5b): during
// the player's present game, or after the round.
func TestMayConfirm(t *testing.T) {
	t.Parallel()
	given := facts.Sanction{Entry: 1, Kind: league.Expulsion, Round: 1, During: true}
	confirmed := given
	confirmed.ConfirmedAt = &beginning
	for _, tt := range []struct {
		name     string
		sanction facts.Sanction
		make     func(s *officiating.Situation)
		want     string
	}{
		{"CN09 5.5b/during the game", given, func(s *officiating.Situation) { draw(t, s) }, "{1 true}"},
		{"CN09 5.5b/once his table has its result", given, func(s *officiating.Situation) {
			play(t, draw(t, s)).Latest().State = "open"
			s.Latest().Tables[1].Result = nil
		}, "{1 false}"},
		{"CN09 5.5b/once the round is closed", given, func(s *officiating.Situation) { play(t, draw(t, s)) }, "{1 false}"},
		{"CN09 5.5b/in the next round", given, func(s *officiating.Situation) { draw(t, play(t, draw(t, s))) }, "{2 true}"},
		{"CN09 5.5b/before the first", given, func(*officiating.Situation) {}, "{0 false}"},
		{"CN09 5.5b/twice", confirmed, func(s *officiating.Situation) { draw(t, s) }, "state sanction-confirmed"},
	} {
		s := begun(t, tt.name, 12)
		tt.make(s)
		at, err := s.MayConfirm(tt.sanction)
		got := leaguetest.Answer(err)
		if err == nil {
			got = fmt.Sprint(at)
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestMayRevokeSanction: a sanction can be revoked until another round is drawn, which depends on
// it.
func TestMayRevokeSanction(t *testing.T) {
	t.Parallel()
	s := draw(t, play(t, draw(t, begun(t, "CN09", 12))))
	for round, want := range []string{"state round-drawn-since (round=2)", "state round-drawn-since (round=2)", ""} {
		if got := leaguetest.Answer(s.MayRevokeSanction(facts.Sanction{Entry: 1, Round: round})); got != want {
			t.Errorf("CN09 5.5/given in round %d: got %q, want %q", round, got, want)
		}
	}
}

// TestBars: leaving without good reason bars from further events if the regulation has that rule
// (BG 1.1.7); leaving with a good reason bars from nothing.
func TestBars(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name       string
		withdrawal facts.Withdrawal
		want       string
	}{
		{"BG 1.1.7/without good reason", facts.Withdrawal{Entry: 2, Unexcused: true}, "BG 1.1.7: left-without-good-reason"},
		{"BG 1.1.7/with one", facts.Withdrawal{Entry: 2}, ""},
		{"BG 1.1.7/another", facts.Withdrawal{Entry: 3, Unexcused: true}, ""},
		{"BG 1.1.7/it was a mistake", facts.Withdrawal{Entry: 2, Unexcused: true, RevokedAt: &beginning}, ""},
		{"CN09 3.5/bars nobody", facts.Withdrawal{Entry: 2, Unexcused: true}, ""},
		{"FG14 3/bars nobody", facts.Withdrawal{Entry: 2, Unexcused: true}, ""},
		{"SQ00 base 20/bars nobody", facts.Withdrawal{Entry: 2, Unexcused: true}, ""},
	} {
		got := ""
		if grounds, barred := withdrew(t, begun(t, tt.name, 12), tt.withdrawal).Bars(2); barred {
			got = grounds.String()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
