package tournament_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// The five regulations, by the code that begins the name of a test.
var regulations = map[string]string{
	"JP22": "just-play-2022", "FG14": "firenzegioca-2014", "CN09": "catan-nazionale-2009", "BG": "catan-ranglista-bg", "SQ00": "risiko-squadre-2000",
}

// regulation returns the ruleset whose code begins the name of a test.
func regulation(t rapid.TB, name string) *rules.Ruleset {
	t.Helper()
	code, _, _ := strings.Cut(name, " ")
	return preset(t, regulations[code])
}

// says returns the refusal of a rule as text: "" for none.
func says(err error) string {
	var no *league.RuleError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &no):
		return no.String()
	}
	return "no refusal of a regulation: " + err.Error()
}

// TestRulesByRegulation: the subjects on which each regulation has a rule. If it has none, the
// refusal names the nearest paragraph and the section of the ruleset that would contain the rule.
func TestRulesByRegulation(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ code, absent, late, points, apart, previous, processed string }{
		{
			"JP22", "JP22: no-rule-on-absence (section=attendance)", "JP22: no-rule-on-lateness (section=attendance)",
			"JP22: no-penalties-in-points (section=discipline.offenses.points)", "JP22 2: nobody-kept-apart (section=seating.pairings.apart)",
			"JP22 2: no-previous-standings (section=seating.pairings)", "",
		},
		{
			"FG14", "FG14 3: no-rule-on-absence (section=attendance)", "FG14: no-rule-on-lateness (section=attendance)",
			"FG14 6.5a: no-penalties-in-points (section=discipline.offenses.points)", "FG14 3: nobody-kept-apart (section=seating.pairings.apart)",
			"FG14 3: no-previous-standings (section=seating.pairings)", "",
		},
		{
			"CN09", "CN09: no-rule-on-absence (section=attendance)", "CN09: no-rule-on-lateness (section=attendance)",
			"CN09 5.5a: no-penalties-in-points (section=discipline.offenses.points)", "CN09 3.2b: nobody-kept-apart (section=seating.pairings.apart)",
			"CN09 3.2b: no-previous-standings (section=seating.pairings)", "",
		},
		{
			"BG", "", "BG 1.1.5: no-rule-on-lateness (section=attendance)",
			"BG 1.1.4: no-penalties-in-points (section=discipline.offenses.points)", "BG 1.2.4: nobody-kept-apart (section=seating.pairings.apart)",
			"BG 1.2.4: no-previous-standings (section=seating.pairings)", "BG 1.1.4: results-processed",
		},
		{"SQ00", "", "", "", "", "", ""},
	} {
		r := regulation(t, tt.code)
		pairing, _ := r.Pairing("")
		for what, got := range map[string][2]string{
			"absence from a round":             {says(tournament.AttendanceRule(r, 0)), tt.absent},
			"coming a minute late":             {says(tournament.AttendanceRule(r, 1)), tt.late},
			"penalties in points":              {says(tournament.PointsRule(r)), tt.points},
			"people kept apart":                {says(tournament.ApartRule(r, pairing)), tt.apart},
			"the standings of an event before": {says(tournament.PreviousRule(r, pairing)), tt.previous},
			"penalties once all is processed":  {says(tournament.ProcessedRule(r)), tt.processed},
		} {
			if got[0] != got[1] {
				t.Errorf("%s, %s: got %q, want %q", tt.code, what, got[0], got[1])
			}
		}
	}
}

// TestLateness: up to ten minutes late a player plays and gives up the first three cards, later the
// player does not play (SQ00 base 1). Minutes are whole (reading D004-13); by other regulations
// there are no consequences.
func TestLateness(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		minutes int
		want    string // plays, cards forgone, why
	}{
		{"SQ00 base 1/in time", 0, "true 0 "},
		{"SQ00 base 1/early", -5, "true 0 "},
		{"SQ00 base 1/one minute late", 1, "true 3 SQ00 base 1: came-late (minutes=1)"},
		{"SQ00 base 1/ten minutes late", 10, "true 3 SQ00 base 1: came-late (minutes=10)"},
		{"SQ00 base 1/eleven minutes late", 11, "false 0 SQ00 base 1: came-too-late (minutes=11)"},
		{"CN09 3.4/has no rule", 30, "true 0 "},
		{"BG 1.1.5/has no rule", 30, "true 0 "},
	} {
		l := tournament.LatenessOf(regulation(t, tt.name), 7, tt.minutes)
		if got := fmt.Sprint(l.Plays, " ", l.CardsForgone, " ", l.Grounds); got != tt.want || l.Entry != 7 || l.Minutes != tt.minutes {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestPenaltyPoints: a penalty in points adds its own points, or those of its offense: -7 for
// disturbing or showing the objective, -25 for too many armies on purpose (SQ00 penalties, base 6).
func TestPenaltyPoints(t *testing.T) {
	t.Parallel()
	own := league.NewFrac(-21, 2)
	for _, tt := range []struct {
		name   string
		points *league.Frac
		reason string
		want   string
	}{
		{"SQ00 penalties/disturbing", nil, "disturbance", "-7"},
		{"SQ00 penalties/showing the objective", nil, "objective-revealed", "-7"},
		{"SQ00 base 6/too many armies on purpose", nil, "deliberate-overplacement", "-25"},
		{"SQ00 penalties/as the referee sets them", &own, "disturbance", "-10.5"},
		{"SQ00 penalties/for no offense of the list", &own, "rovescia il tabellone", "-10.5"},
		{"SQ00 penalties/none are said", nil, "rovescia il tabellone", ""},
		{"CN09 5.2/an offense without points", nil, "slow-play", ""},
	} {
		got := ""
		if points, ok := tournament.PenaltyPoints(regulation(t, tt.name), league.Sanction{Kind: league.Points, Points: tt.points, Reason: tt.reason}); ok {
			got = points.String()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestPenaltyBounds: points of a penalty have at most two decimals and four digits before them.
func TestPenaltyBounds(t *testing.T) {
	t.Parallel()
	for points, want := range map[string]string{
		"-7": "", "0": "", "3.25": "", "-9999": "", "9999": "", "-9999.99": "/points: SQ00: outside-range (max=9999, min=-9999)",
		"10000": "/points: SQ00: outside-range (max=9999, min=-9999)", "0.125": "/points: SQ00: too-many-decimals (most=2)", "1/3": "/points: SQ00: too-many-decimals (most=2)",
	} {
		number, err := league.ParseFrac(points)
		if err != nil {
			t.Fatal(err)
		}
		if got := tournament.PenaltyBounds(sq00(t), number).Error(); got != want {
			t.Errorf("%s: got %q, want %q", points, got, want)
		}
	}
}

// TestCheckStructure: another structure can be agreed only if the regulation allows it, and it must
// be one that its rules can play (CN09 3.2).
func TestCheckStructure(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		agreed rules.Structure
		want   string
	}{
		{"CN09 3.2/one round and a final", rules.Structure{Rounds: 1, Final: true}, ""},
		{"CN09 3.2/rounds alone", rules.Structure{Rounds: 50}, ""},
		{"CN09 3.2/no round", rules.Structure{Final: true}, "/rounds: CN09: outside-range (max=50, min=1)"},
		{"CN09 3.2/fifty-one rounds", rules.Structure{Rounds: 51}, "/rounds: CN09: outside-range (max=50, min=1)"},
		{"CN09 3.2/a semifinal and a final", rules.Structure{Rounds: 2, Semifinal: true, Final: true}, ""},
		{"CN09 3.2/a semifinal that leads nowhere", rules.Structure{Rounds: 2, Semifinal: true}, "/semifinal: CN09: no-semifinal-rule"},
		{"CN09 1.7.4/semifinals by lot, of which two each go on", rules.Structure{Semifinal: true, Final: true, Advance: 2}, ""},
		{"CN09 1.7.4/after rounds they are not by lot", rules.Structure{Rounds: 1, Semifinal: true, Final: true, Advance: 2}, "/rounds: CN09: outside-range (max=0, min=0)"},
		{"CN09 1.7.4/going on from no semifinal", rules.Structure{Final: true, Advance: 2}, "/advance: CN09: of-no-use"},
		{"CN09 1.7.4/fewer than nobody goes on", rules.Structure{Semifinal: true, Final: true, Advance: -1}, "/advance: CN09: of-no-use"},
		{"JP22 2/allows none", rules.Structure{Rounds: 1, Final: true}, ": JP22 2: no-other-structure"},
		{"FG14 3/allows none, and has no semifinals", rules.Structure{Rounds: 1, Semifinal: true, Final: true}, ": FG14 3: no-other-structure; /semifinal: FG14: no-semifinal-rule"},
		{"BG 1.2.5/allows none, and has no final", rules.Structure{Rounds: 1, Final: true}, ": BG 1.2.3: no-other-structure; /final: BG: no-final-rule"},
	} {
		if got := tournament.CheckStructure(regulation(t, tt.name), tt.agreed).Error(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestUnruled: facts on which the regulation has no rule, each with its pointer; live play refuses
// to record the same facts.
func TestUnruled(t *testing.T) {
	t.Parallel()
	penalty := func(kind league.SanctionKind, points string, after bool) func(*tournament.Facts) {
		return func(f *tournament.Facts) {
			s := league.Sanction{Entry: 1, Kind: kind, At: league.Moment{Round: 1}, Reason: "disturbance", AfterEnd: after}
			if points != "" {
				number, err := league.ParseFrac(points)
				if err != nil {
					t.Fatal(err)
				}
				s.Points = &number
			}
			f.Sanctions = append(f.Sanctions, s)
		}
	}
	absent := func(round int) func(*tournament.Facts) {
		return func(f *tournament.Facts) { f.Absences = []tournament.Absence{{Entry: 1, Round: round}} }
	}
	late := func(minutes int) func(*tournament.Facts) {
		return func(f *tournament.Facts) {
			f.Arrivals = []tournament.Arrival{{Entry: 1, Round: 1, Minutes: minutes}}
		}
	}
	apartFrom := func(f *tournament.Facts) { f.Apart = []tournament.Apart{{Pair: [2]league.Entry{1, 2}}} }
	before := func(f *tournament.Facts) { f.Previous = []league.Entry{2, 1} }
	entered := func(points string) func(*tournament.Facts) {
		return func(f *tournament.Facts) {
			number, err := league.ParseFrac(points)
			if err != nil {
				t.Fatal(err)
			}
			f.Rounds = []tournament.Round{{Tables: []tournament.Table{{}, {Result: &league.Result{Seats: []league.SeatResult{{}, {Points: &number}}}}}}}
		}
	}
	for _, tt := range []struct {
		name   string
		change func(*tournament.Facts)
		want   string
	}{
		{"CN09 3.2/nothing of the kind", func(*tournament.Facts) {}, ""},
		{"CN09 3.5/absent from a round", absent(1), "/absences/0: CN09: no-rule-on-absence (section=attendance)"},
		{"CN09 3.4/late to a round", late(5), "/arrivals/0: CN09: no-rule-on-lateness (section=attendance)"},
		{"CN09 3.2b/people kept apart", apartFrom, "/apart/0: CN09 3.2b: nobody-kept-apart (section=seating.pairings.apart)"},
		{"CN09 3.2b/the event before", before, "/previous/0: CN09 3.2b: no-previous-standings (section=seating.pairings)"},
		{"CN09 5.5a/points of a penalty", penalty(league.Points, "-7", false), "/sanctions/0: CN09 5.5a: no-penalties-in-points (section=discipline.offenses.points)"},
		{"CN09 5.5a/points of a warning", penalty(league.Warning, "-7", false), "/sanctions/0/points: CN09: points-of-no-penalty"},
		{"CN09 5.5/a penalty after the end", penalty(league.Expulsion, "", true), ""},
		{"BG 1.1.4/a penalty after the end", penalty(league.Expulsion, "", true), "/sanctions/0: BG 1.1.4: results-processed"},
		{"BG 1.1.5/absent from a round", absent(1), ""},
		{"BG 1.1.5/late to a round", late(5), "/arrivals/0: BG 1.1.5: no-rule-on-lateness (section=attendance)"},
		{"SQ00 base 1/absent from a round", absent(1), ""},
		{"SQ00 base 1/late to a round", late(5), ""},
		{"SQ00 base 1/late by no minute", late(0), "/arrivals/0/minutes: SQ00: outside-range (max=600, min=1)"},
		{"SQ00 base 1/late by ten hours", late(600), ""},
		{"SQ00 base 1/late by more than anybody is", late(601), "/arrivals/0/minutes: SQ00: outside-range (max=600, min=1)"},
		{"SQ00 7/people kept apart", apartFrom, ""},
		{"SQ00 4/the event before", before, ""},
		{"SQ00 penalties/points", penalty(league.Points, "-7", false), ""},
		{"SQ00 penalties/points with three decimals", penalty(league.Points, "-7.125", false), "/sanctions/0/points: SQ00: too-many-decimals (most=2)"},
		{"SQ00 penalties/more points than are taken", penalty(league.Points, "-10000", false), "/sanctions/0/points: SQ00: outside-range (max=9999, min=-9999)"},
		{"SQ00 0/points of a table scored elsewhere", entered("12.3456"), ""},
		{"SQ00 0/with five decimals", entered("12.34567"), "/rounds/0/tables/1/result/seats/1/points: SQ00: too-many-decimals (most=4)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var f tournament.Facts
			tt.change(&f)
			if got := tournament.Unruled(regulation(t, tt.name), f).Error(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestNobodyMissesAFinal: only a round that everybody plays is missed.
func TestNobodyMissesAFinal(t *testing.T) {
	t.Parallel()
	kinds := []league.RoundKind{league.Semifinal, league.Preliminary, league.Semifinal, league.Final}
	f := tournament.Facts{}
	for i, kind := range kinds {
		f.Rounds = append(f.Rounds, tournament.Round{Kind: kind})
		f.Absences = append(f.Absences, tournament.Absence{Entry: 1, Round: i + 1})
	}
	want := "/absences/2/round: BG: no-such-round (round=3); /absences/3/round: BG: no-such-round (round=4)"
	if got := tournament.Unruled(bg(t), f).Error(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, tt := range []struct {
		kind   league.RoundKind
		number int
		want   bool
	}{
		{league.Preliminary, 1, true},
		{league.Preliminary, 4, true},
		{league.Semifinal, 1, true},
		{league.Semifinal, 2, false},
		{league.Final, 1, false},
		{league.Final, 3, false},
	} {
		if got := tournament.ForEverybody(tt.kind, tt.number); got != tt.want {
			t.Errorf("%s as round %d is for everybody: %t", tt.kind, tt.number, got)
		}
	}
}
