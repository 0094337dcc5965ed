package ranking_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/ranking"
	"referto/internal/league/rules/presets"
)

// faultsOf writes faults, one a line.
func faultsOf(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var faults league.Faults
	if !errors.As(err, &faults) {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range faults {
		lines = append(lines, f.Field+" "+f.Reason)
	}
	return strings.Join(lines, "\n")
}

func TestCheckSetup(t *testing.T) {
	t.Parallel()
	known := []facts.PlayedGame{{Game: "Catan", Variant: "base"}, {Game: "Catan", Variant: "seafarers"}, {Game: "RisiKo!", Variant: "base"}}
	tests := []struct {
		name, ruleset string
		setup         facts.Ranking
		want          string
	}{
		{"ranking tournaments count, national ones apart", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking"}, National: []string{"national-final"}}, ""},
		{"without national ones", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking", "club"}}, ""},
		{"a ruleset that knows no lifetime", "just-play-2022", facts.Ranking{Counted: []string{"ranking"}}, "/ruleset ruleset-without-lifetime"},
		{"nothing counts", "catan-ranglista-bg", facts.Ranking{}, "/counted required"},
		{"a kind twice", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking", "club", "ranking"}}, "/counted/2 repeated"},
		{"a national kind twice", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking"}, National: []string{"open", "open"}}, "/national/1 repeated"},
		{"a kind that counts and is national", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking"}, National: []string{"open", "ranking"}}, "/national/1 repeated"},
		{"one day only", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking"}, FromDay: "2009-02-01", UntilDay: "2009-02-01"}, ""},
		{"no end", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking"}, FromDay: "2009-02-01"}, ""},
		{"no beginning", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking"}, UntilDay: "2009-02-01"}, ""},
		{"the last day before the first", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking"}, FromDay: "2009-02-02", UntilDay: "2009-02-01"}, "/until before-from"},
		{"games that are known", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking"}, Games: []facts.PlayedGame{{Game: "RisiKo!"}, {Game: "catan", Variant: "seafarers"}}}, ""},
		{"a game of no ruleset", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking"}, Games: []facts.PlayedGame{{Game: "RisiKo"}}}, "/games/0/game unknown-game"},
		{"a variant of another game", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking"}, Games: []facts.PlayedGame{{Game: "RisiKo!", Variant: "seafarers"}}}, "/games/0/variant unknown-variant"},
		{"a game twice", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking"}, Games: []facts.PlayedGame{{Game: "Catan"}, {Game: "catan"}}}, "/games/1 repeated"},
		{"a game and a variant of it", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking"}, Games: []facts.PlayedGame{{Game: "Catan", Variant: "base"}, {Game: "Catan"}}}, "/games/1 repeated"},
		{"two variants", "catan-ranglista-bg", facts.Ranking{Counted: []string{"ranking"}, Games: []facts.PlayedGame{{Game: "Catan", Variant: "base"}, {Game: "Catan", Variant: "seafarers"}}}, ""},
		{"everything at once", "just-play-2022", facts.Ranking{FromDay: "2009-02-02", UntilDay: "2009-02-01"}, "/ruleset ruleset-without-lifetime\n/counted required\n/until before-from"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, err := presets.Find(tt.ruleset)
			if err != nil {
				t.Fatal(err)
			}
			if got := faultsOf(t, ranking.CheckSetup(r, tt.setup, known)); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestTitled(t *testing.T) {
	t.Parallel()
	known := []facts.PlayedGame{{Game: "Catan", Variant: "base", Title: "Catan"}, {Game: "Catan", Variant: "seafarers", Title: "Marinai"}}
	got := ranking.Titled([]facts.PlayedGame{{Game: "catan", Variant: "seafarers"}, {Game: "Catan"}, {Game: "RisiKo!", Variant: "base"}}, known)
	if want := []facts.PlayedGame{{Game: "catan", Variant: "seafarers", Title: "Marinai"}, {Game: "Catan"}, {Game: "RisiKo!", Variant: "base"}}; !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}

// Figures that were entered for one event are in the bounds of the columns that the ranking has; the others are not its
// business, and none is required.
func TestCheckGain(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		figures map[string]string
		want    string
	}{
		{"points alone", map[string]string{"points": "12.5"}, ""},
		{"nothing", nil, ""},
		{"a figure of another ranking", map[string]string{"wins": "3"}, ""},
		{"BG 1 points with two digits", map[string]string{"points": "12.25", "vp": "20"}, "/figures/points too-many-digits"},
		{"less than nothing", map[string]string{"points": "-1"}, "/figures/points outside-range"},
		{"more than may be", map[string]string{"vp": "1000001", "thirds": "0.5"}, "/figures/vp outside-range\n/figures/thirds too-many-digits"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			figures := map[string]league.Frac{}
			for name, text := range tt.figures {
				f, err := league.ParseFrac(text)
				if err != nil {
					t.Fatal(err)
				}
				figures[name] = f
			}
			found := ranking.NewKeeper(bulgaria(t)).CheckGain(figures)
			if got := faultsOf(t, found.OrNil()); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			for _, f := range found {
				if f.Code != "BG" || f.Par != "1" {
					t.Errorf("BG 1: %+v", f.Grounds)
				}
			}
		})
	}
}

// Figures of a list are named by their person. Two rankings that refuse a figure alike say so once, and a figure that
// neither has is refused; without rankings that is each.
func TestCheckGains(t *testing.T) {
	t.Parallel()
	of := bulgaria(t)
	k := ranking.NewKeeper(of)
	gains := []map[string]league.Frac{
		{"points": league.NewFrac(49, 4), "luck": league.Int(7)}, nil, {"points": league.Int(12), "vp": league.Int(-1)},
	}
	for _, tt := range []struct {
		says    string
		keepers []*ranking.Keeper
		want    string
	}{
		{"BG 1 one ranking", []*ranking.Keeper{k}, "/entrants/0/figures/points too-many-digits\n/entrants/0/figures/luck figure-of-no-ranking\n/entrants/2/figures/vp outside-range"},
		{"BG 1 two rankings", []*ranking.Keeper{k, k}, "/entrants/0/figures/points too-many-digits\n/entrants/0/figures/luck figure-of-no-ranking\n/entrants/2/figures/vp outside-range"},
		{"no ranking takes the event", nil, "/entrants/0/figures/luck figure-of-no-ranking\n/entrants/0/figures/points figure-of-no-ranking\n/entrants/2/figures/points figure-of-no-ranking\n/entrants/2/figures/vp figure-of-no-ranking"},
	} {
		if got := faultsOf(t, ranking.CheckGains(of, tt.keepers, "/entrants", gains).OrNil()); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.says, got, tt.want)
		}
	}
	for range 500 {
		gains = append(gains, gains[0])
	}
	if got := ranking.CheckGains(of, []*ranking.Keeper{k}, "/entrants", gains); len(got) < 200 || len(got) > 202 {
		t.Errorf("BG 1 of a long list: %d faults", len(got))
	}
}

func TestCheckOpening(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		change   map[string]string // "" takes a figure away
		national string
		want     string
	}{
		{"all seven figures", nil, "8", ""},
		{"all of them 0", map[string]string{"points": "0", "vp": "0", "share": "0", "firsts": "0", "seconds": "0", "thirds": "0", "tournaments": "0"}, "0", ""},
		{"points in halves", map[string]string{"points": "45.5"}, "0", ""},
		{"points with two digits", map[string]string{"points": "45.25"}, "0", "/figures/points too-many-digits"},
		{"a share with two digits", map[string]string{"share": "2092.81"}, "0", ""},
		{"a share with three", map[string]string{"share": "2092.815"}, "0", "/figures/share too-many-digits"},
		{"half a first place", map[string]string{"firsts": "0.5"}, "0", "/figures/firsts too-many-digits"},
		{"half a tournament", map[string]string{"tournaments": "1.5"}, "0", "/figures/tournaments too-many-digits"},
		{"one that is missing", map[string]string{"thirds": ""}, "0", "/figures/thirds required"},
		{"one that the ruleset does not have", map[string]string{"wins": "3"}, "0", "/figures/wins no-such-figure"},
		{"less than nothing", map[string]string{"vp": "-1"}, "0", "/figures/vp outside-range"},
		{"as many as there may be", map[string]string{"vp": "1000000"}, "1000000", ""},
		{"more", map[string]string{"vp": "1000001"}, "1000001", "/figures/vp outside-range\n/nationalPoints outside-range"},
		{"national points below nothing", nil, "-0.5", "/nationalPoints outside-range"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			k := ranking.NewKeeper(bulgaria(t))
			texts := map[string]string{"points": "46", "vp": "657", "share": "2092.80", "firsts": "5", "seconds": "0", "thirds": "3", "tournaments": "40"}
			for figure, value := range tt.change {
				if texts[figure] = value; value == "" {
					delete(texts, figure)
				}
			}
			given := make(map[string]league.Frac)
			for figure, text := range texts {
				given[figure] = number(t, text)
			}
			figures, err := k.CheckOpening(given, number(t, tt.national))
			if got := faultsOf(t, err); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
			if err != nil {
				return
			}
			for i, c := range k.Columns() {
				if !figures[i].Equal(given[c.Figure]) {
					t.Errorf("%s is %s, want %s", c.Figure, figures[i], given[c.Figure])
				}
			}
		})
	}
}

func number(t *testing.T, text string) league.Frac {
	t.Helper()
	f, err := league.ParseFrac(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestKeeper: a keeper returns the settings of its ruleset.
func TestKeeper(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		readings                     []string
		counts, nationalCounts, from bool
	}{
		{nil, true, false, false},
		{[]string{"A003-7=also_ranking"}, true, true, false},
		{[]string{"A003-10=all_events"}, true, false, true},
	} {
		r := bulgaria(t, tt.readings...)
		k := ranking.NewKeeper(r)
		points, paragraph := k.Cap()
		if points != 300 || paragraph != "1" || k.Ruleset() != r {
			t.Errorf("BG 1: the cap is %d by %s", points, paragraph)
		}
		if k.Counts(ranking.Posting{}) != tt.counts || k.Counts(ranking.Posting{National: true}) != tt.nationalCounts || k.RetiresFromAll() != tt.from {
			t.Errorf("%v: counts %t and %t, retires from all %t", tt.readings, k.Counts(ranking.Posting{}), k.Counts(ranking.Posting{National: true}), k.RetiresFromAll())
		}
	}
}
