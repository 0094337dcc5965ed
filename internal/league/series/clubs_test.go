package series_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/series"
)

// clubsOf writes the standings of clubs: "1 Uno 30 (1* 4 5)": rank, club, figure, and its players, with a star
// after those who count.
func clubsOf(rows []series.ClubRow) string {
	var out []string
	for _, c := range rows {
		var members []string
		for _, m := range c.Members {
			text := fmt.Sprint(m.Row.Player.UUID[15])
			if m.Counts {
				text += "*"
			}
			members = append(members, text)
		}
		out = append(out, fmt.Sprintf("%d %s %s (%s)", c.Rank, c.Club.Name, c.Figure, strings.Join(members, " ")))
	}
	return strings.Join(out, "; ")
}

// The figure of a club comes from its best players. Level clubs share a rank and are listed by name. Where the
// fewest points prevail, a club with too few players has no rank, because it would win by having too few.
func TestClubs(t *testing.T) {
	t.Parallel()
	rows := func(figures ...int) (out []series.Row) {
		for i, n := range figures {
			out = append(out, series.Row{Player: player(i + 1), Figures: []league.Frac{league.Int(n), league.Int(99)}})
		}
		return out
	}
	for _, tt := range []struct {
		says  string
		best  int
		prize rules.Best
		rows  []series.Row
		clubs string // of each player, one letter each
		want  string
	}{
		{"nobody", 2, rules.Most, nil, "", ""},
		{"nobody of a club", 2, rules.Most, rows(5, 4), "..", ""},
		{"one club", 2, rules.Most, rows(5, 4, 3), "AAA", "1 A 9 (1* 2* 3)"},
		{"a club with fewer players has what it has", 3, rules.Most, rows(9, 4, 3), "ABB", "1 A 9 (1*); 2 B 7 (2* 3*)"},
		{"the sum of the best, not the best", 2, rules.Most, rows(9, 8, 7, 1), "ABBA", "1 B 15 (2* 3*); 2 A 10 (1* 4*)"},
		{"who belongs to none is left out", 2, rules.Most, rows(9, 8, 7), "A.A", "1 A 16 (1* 3*)"},
		{"level clubs share the rank, by name", 1, rules.Most, rows(9, 9, 7, 5), "BACD", "1 A 9 (2*); 1 B 9 (1*); 3 C 7 (3*); 4 D 5 (4*)"},
		{"three level", 1, rules.Most, rows(9, 7, 7, 7), "DCBA", "1 D 9 (1*); 2 A 7 (4*); 2 B 7 (3*); 2 C 7 (2*)"},
		{"the fewest", 1, rules.Fewest, rows(5, 7, 9), "BAB", "1 B 5 (1* 3); 2 A 7 (2*)"},
		{"the fewest, with too few", 2, rules.Fewest, rows(1, 7, 9), "ABB", "1 B 16 (2* 3*); 0 A 1 (1*)"},
		{"the fewest, two with too few by name", 2, rules.Fewest, rows(1, 2, 7, 9), "CACB", "1 C 8 (1* 3*); 0 A 2 (2*); 0 B 9 (4*)"},
		{"the fewest, two with too few by figure", 2, rules.Fewest, rows(1, 2), "BA", "0 B 1 (1*); 0 A 2 (2*)"},
		{"all with too few of the most have ranks", 2, rules.Most, rows(2, 1), "BA", "1 B 2 (1*); 2 A 1 (2*)"},
	} {
		r := &rules.Ruleset{Code: "XX", Series: &rules.Series{Criteria: []rules.Criterion{{Figure: rules.SeriesTotal, Best: tt.prize}}, Paragraph: "7"}}
		clubOf := map[league.PlayerID]series.Club{}
		for i, c := range tt.clubs {
			if c != '.' {
				clubOf[player(i+1)] = series.Club{Name: string(c)}
			}
		}
		got := series.Clubs(r, tt.rows, clubOf, tt.best)
		if text := clubsOf(got); text != tt.want {
			t.Errorf("%s: %s, want %s", tt.says, text, tt.want)
		}
		for _, c := range got {
			want := fmt.Sprintf("XX 7: series-club-best (best=%d)", min(tt.best, len(c.Members)))
			if c.Rank == 0 {
				want = fmt.Sprintf("XX 7: series-club-too-few (best=%d, players=%d)", tt.best, len(c.Members))
			}
			if c.Grounds.String() != want {
				t.Errorf("%s: %s because of %q, want %q", tt.says, c.Club, c.Grounds, want)
			}
		}
	}
}

// Mentions with the same id are the same club, whatever its name; two clubs of one name with different ids are
// different. A club known only by its name equals only clubs of that name without an id.
func TestClubsAreKnownByTheirIDs(t *testing.T) {
	t.Parallel()
	club := func(id byte, name string) series.Club {
		c := series.Club{Name: name}
		c.ID.UUID[0] = id
		return c
	}
	nameAlone := series.Club{Name: "Torre"}
	r := &rules.Ruleset{Code: "XX", Series: &rules.Series{Criteria: []rules.Criterion{{Figure: rules.SeriesTotal, Best: rules.Most}}, Paragraph: "7"}}
	for _, tt := range []struct {
		says  string
		clubs []series.Club // clubs of the players with 9, 8, 7 and 6 points
		want  string
		ids   []byte
	}{
		{"one under two names, of which the better player's is shown", []series.Club{club(1, "Torre"), club(2, "Pedone"), club(1, "Torre Bianca")}, "1 Torre 16 (1* 3*); 2 Pedone 8 (2*)", []byte{1, 2}},
		{"two of one name", []series.Club{club(1, "Torre"), club(2, "Torre"), club(1, "Torre"), club(2, "Torre")}, "1 Torre 16 (1* 3*); 2 Torre 14 (2* 4*)", []byte{1, 2}},
		{"two of one name that are level stand by their ids", []series.Club{club(2, "Torre"), club(1, "Torre"), club(1, "Torre"), club(2, "Torre")}, "1 Torre 15 (2* 3*); 1 Torre 15 (1* 4*)", []byte{1, 2}},
		{"names alone", []series.Club{nameAlone, {Name: "Pedone"}, nameAlone}, "1 Torre 16 (1* 3*); 2 Pedone 8 (2*)", []byte{0, 0}},
		{"a name alone beside the club of that name", []series.Club{nameAlone, club(1, "Torre"), nameAlone, club(1, "Torre")}, "1 Torre 16 (1* 3*); 2 Torre 14 (2* 4*)", []byte{0, 1}},
		{"an id without a name is no club", []series.Club{club(1, ""), club(1, "Torre")}, "1 Torre 8 (2*)", []byte{1}},
	} {
		var rows []series.Row
		clubOf := map[league.PlayerID]series.Club{}
		for i, c := range tt.clubs {
			rows = append(rows, series.Row{Player: player(i + 1), Figures: []league.Frac{league.Int(9 - i)}})
			clubOf[player(i+1)] = c
		}
		got := series.Clubs(r, rows, clubOf, 2)
		if text := clubsOf(got); text != tt.want {
			t.Errorf("%s: %s, want %s", tt.says, text, tt.want)
			continue
		}
		for i, row := range got {
			if row.Club.ID.UUID[0] != tt.ids[i] {
				t.Errorf("%s: row %d is of club %d", tt.says, i, row.Club.ID.UUID[0])
			}
		}
	}
}
