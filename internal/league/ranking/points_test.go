package ranking_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
)

// rankedBy returns a ruleset like that of Bulgaria that ranks by these figures and has no score line.
func rankedBy(t testing.TB, best int, names ...string) *rules.Ruleset {
	t.Helper()
	r := *bulgaria(t)
	r.ScoreLine = nil
	life := *r.Lifetime
	life.Best = best
	r.Lifetime = &life
	list := r.Standings[0]
	list.Criteria = nil
	for _, name := range names {
		list.Criteria = append(list.Criteria, rules.Criterion{Figure: name, Best: rules.Most, Digits: 2})
	}
	r.Standings = []rules.Standings{list}
	return &r
}

func whole(list ...int) (out []league.Frac) {
	for _, n := range list {
		out = append(out, league.Int(n))
	}
	return out
}

// BG 1: the cap of 300 applies to the points, in whichever column they are.
func TestPointsInAnotherColumn(t *testing.T) {
	t.Parallel()
	k := ranking.NewKeeper(rankedBy(t, 0, rules.FigureVP, rules.FigurePoints))
	c := k.CareerOf(&ranking.Opening{Figures: whole(500, 299)}, nil)
	if c.Arrived || k.Distance(c).String() != "1" || k.PointsOf(c).String() != "299" {
		t.Errorf("BG 1: arrived %t, lacks %s of %s", c.Arrived, k.Distance(c), k.PointsOf(c))
	}
	c = k.CareerOf(&ranking.Opening{Figures: whole(0, 299)}, []ranking.Posting{{Event: 3, Figures: whole(0, 1)}})
	if !c.Arrived || c.Since != 3 || k.Distance(c).String() != "0" {
		t.Errorf("BG 1: arrived %t with event %d, lacks %s", c.Arrived, c.Since, k.Distance(c))
	}
	c = k.CareerOf(nil, []ranking.Posting{{Event: 1, National: true, Figures: whole(7, 5)}, {Event: 2, National: true, Figures: whole(8, 3)}})
	if c.National.String() != "8" || c.Nationals != 2 {
		t.Errorf("BG 1: %s national points of %d events", c.National, c.Nationals)
	}
}

// A ranking whose figures do not include points has no cap that can be reached, and no best events.
func TestRankingWithoutPoints(t *testing.T) {
	t.Parallel()
	k := ranking.NewKeeper(rankedBy(t, 1, rules.FigureVP))
	postings := []ranking.Posting{{Event: 1, Figures: whole(200)}, {Event: 2, National: true, Figures: whole(50)}, {Event: 3, Figures: whole(200)}}
	c := k.CareerOf(nil, postings)
	if c.Arrived || c.Figures[0].String() != "400" || !k.PointsOf(c).IsZero() || !k.Distance(c).IsZero() || !c.National.IsZero() || c.Nationals != 1 {
		t.Errorf("%+v, points %s, lacks %s", c, k.PointsOf(c), k.Distance(c))
	}
	if k.Best() != 1 {
		t.Errorf("the best %d", k.Best())
	}
}

// If a player has no more events than the limit, all count. Otherwise the best of them count, in whatever order
// they came in.
func TestBestOfAsMany(t *testing.T) {
	t.Parallel()
	k := ranking.NewKeeper(rankedBy(t, 2, rules.FigurePoints))
	for _, tt := range []struct {
		points []int
		want   string
	}{{[]int{5, 3}, "[true true]"}, {[]int{5}, "[true]"}, {[]int{1, 5, 3}, "[false true true]"}, {[]int{3, 3, 3}, "[true true false]"}} {
		var postings []ranking.Posting
		for i, n := range tt.points {
			postings = append(postings, ranking.Posting{Event: i + 1, Figures: whole(n)})
		}
		if got := fmt.Sprint(k.Counting(postings)); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.points, got, tt.want)
		}
	}
	unsorted := []ranking.Posting{{Event: 3, Figures: whole(300)}, {Event: 1, Figures: whole(300)}}
	if c := k.CareerOf(nil, unsorted); c.Since != 1 || unsorted[0].Event != 3 {
		t.Errorf("arrived with event %d, and the postings are %+v", c.Since, unsorted)
	}
}

// over returns an event that is over, with standings of some entries by points and victory points.
func over(change func(*tournament.State)) tournament.State {
	s := tournament.State{
		Criteria: []rules.Criterion{{Figure: rules.FigurePoints}, {Figure: rules.FigureVP}},
		Final:    []tournament.FinalRow{{Entry: 2, Place: 1}, {Entry: 1, Place: 2}},
		Rounds: []tournament.RoundState{
			{Tables: []tournament.TableState{{Game: &scoring.Game{Seats: []scoring.Seat{{Entry: 1}, {Entry: 2}, {Entry: 3}}}}, {}}},
			{Standings: []standings.Row{{Entry: 1, Figures: whole(8, 22)}, {Entry: 2, Figures: whole(7, 21)}}},
		},
	}
	if change != nil {
		change(&s)
	}
	return s
}

// told writes gains: "1 at 2: 8 22", with the gains of struck entries in brackets.
func told(list []ranking.Gain) string {
	var out []string
	for _, g := range list {
		text := fmt.Sprintf("%d at %d:", g.Entry, g.Place)
		for _, f := range g.Figures {
			text += " " + f.String()
		}
		if !g.Ranked {
			text = "(" + text + ")"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// An entry that was struck from the standings after playing has taken part and gains nothing; one struck
// without playing has not taken part. Points of the whole event are those of the final order, and 0 if that
// gives none.
func TestGainsOfWhoIsOut(t *testing.T) {
	t.Parallel()
	r := rankedBy(t, 0, rules.FigurePoints, rules.FigureVP)
	perEvent := *r
	points := *r.Scoring.Points
	points.Given = rules.PerEvent
	perEvent.Scoring.Points = &points
	without := *r
	without.Scoring.Points = nil
	five := league.Int(5)
	for _, tt := range []struct {
		says  string
		rules *rules.Ruleset
		state tournament.State
		want  string
	}{
		{"all in their order", r, over(nil), "1 at 2: 8 22, 2 at 1: 7 21"},
		{"nobody of an event without an end", r, over(func(s *tournament.State) { s.Final = nil }), ""},
		{"nobody of one without rounds", r, over(func(s *tournament.State) { s.Rounds = nil }), ""},
		{"of one round", r, over(func(s *tournament.State) { s.Rounds = s.Rounds[1:] }), "1 at 2: 8 22, 2 at 1: 7 21"},
		{"who has no place in the end", r, over(func(s *tournament.State) { s.Final = s.Final[:1] }), "1 at 0: 8 22, 2 at 1: 7 21"},
		{"who is out and has played", r, over(func(s *tournament.State) { s.Struck = []tournament.Struck{{Entry: 3}} }), "1 at 2: 8 22, 2 at 1: 7 21, (3 at 0: 0 0)"},
		{"who is out and has not", r, over(func(s *tournament.State) { s.Struck = []tournament.Struck{{Entry: 4}} }), "1 at 2: 8 22, 2 at 1: 7 21"},
		{"one after the other", r, over(func(s *tournament.State) { s.Struck = []tournament.Struck{{Entry: 4}, {Entry: 3}} }), "1 at 2: 8 22, 2 at 1: 7 21, (3 at 0: 0 0)"},
		{"who is out and kept in the standings", r, over(func(s *tournament.State) { s.Struck = []tournament.Struck{{Entry: 2}} }), "1 at 2: 8 22, 2 at 1: 7 21"},
		{"a game that has no result", r, over(func(s *tournament.State) {
			s.Struck, s.Rounds[0].Tables[0].Game = []tournament.Struck{{Entry: 3}}, nil
		}), "1 at 2: 8 22, 2 at 1: 7 21"},
		{"points of the event", &perEvent, over(func(s *tournament.State) { s.Final[0].Points = &five }), "1 at 2: 0 22, 2 at 1: 5 21"},
		{"of who has no place in the end", &perEvent, over(func(s *tournament.State) { s.Final = s.Final[:1]; s.Final[0].Points = &five }), "1 at 0: 0 22, 2 at 1: 5 21"},
		{"no points for places", &without, over(nil), "1 at 2: 8 22, 2 at 1: 7 21"},
		{"a figure that nothing has", r, over(func(s *tournament.State) { s.Criteria = s.Criteria[:1] }), "1 at 2: 8 0, 2 at 1: 7 0"},
	} {
		if got := told(ranking.GainsOf(ranking.Columns(tt.rules), tt.rules, tt.state)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.says, got, tt.want)
		}
	}
}

// A ranking of a variant takes only that variant. A variant listed after its whole game repeats the game.
func TestGamesAndVariants(t *testing.T) {
	t.Parallel()
	known := []facts.PlayedGame{{Game: "Catan", Variant: "base", Title: "Base"}, {Game: "Catan", Variant: "seafarers", Title: "Marinai"}}
	setup := facts.Ranking{Counted: []string{"ranking"}, Games: []facts.PlayedGame{{Game: "Catan"}, {Game: "Catan", Variant: "seafarers"}}}
	if got := faultsOf(t, ranking.CheckSetup(bulgaria(t), setup, known)); got != "/games/1 repeated" {
		t.Errorf("a game, then a variant of it: %q", got)
	}
	titled := ranking.Titled([]facts.PlayedGame{{Game: "Catan", Variant: "base"}, {Game: "Catan", Variant: "seafarers"}}, known)
	if titled[0].Title != "Base" || titled[1].Title != "Marinai" {
		t.Errorf("%+v", titled)
	}
}

// Outside the days of a ranking an event is neither taken nor national.
func TestOutsideOfTheDays(t *testing.T) {
	t.Parallel()
	r := facts.Ranking{Counted: []string{"ranking"}, National: []string{"national-final"}, FromDay: "2009-02-01", UntilDay: "2009-02-28", Games: []facts.PlayedGame{{Game: "Catan"}}}
	for _, tt := range []struct {
		kind         string
		game         string
		day          rules.Day
		national, ok bool
	}{
		{"national-final", "Catan", "2009-01-31", false, false},
		{"national-final", "Catan", "2009-02-01", true, true},
		{"ranking", "Catan", "2009-02-28", false, true},
		{"ranking", "Catan", "2009-03-01", false, false},
		{"national-final", "RisiKo!", "2009-02-01", false, false},
		{"club", "Catan", "2009-02-01", false, false},
	} {
		if national, ok := ranking.Takes(r, tt.kind, facts.PlayedGame{Game: tt.game, Variant: "base"}, tt.day); national != tt.national || ok != tt.ok {
			t.Errorf("%s of %s on %s: national %t, taken %t", tt.kind, tt.game, tt.day, national, ok)
		}
	}
}
