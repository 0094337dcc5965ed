package series

import (
	"cmp"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// ClubRow is one line of the standings of clubs.
type ClubRow struct {
	// Rank is 1, 2, 2, 4; 0 for a club without enough players where the fewest prevail.
	Rank   int
	Club   string
	Figure league.Frac
	// Members are its players in the order of the standings; the first ones count.
	Members []Member
	// Grounds say why it stands where it does.
	Grounds league.Grounds
}

// Member is a player of a club.
type Member struct {
	Row    Row
	Counts bool
}

// Clubs ranks clubs by their best players: the figure of a club is the sum of the first
// figure by which its best players are ranked. The rows are those of [Standings]. Who belongs to no club stands
// in none. A club with fewer players has the sum of those it has, and no rank where the fewest
// prevail: it would win by them.
func Clubs(r *rules.Ruleset, rows []Row, clubOf map[league.PlayerID]string, best int) []ClubRow {
	byName := make(map[string]int)
	var clubs []ClubRow
	for _, row := range rows {
		name := clubOf[row.Player]
		if name == "" {
			continue
		}
		i, known := byName[name]
		if !known {
			i = len(clubs)
			byName[name] = i
			clubs = append(clubs, ClubRow{Club: name})
		}
		club := &clubs[i]
		m := Member{Row: row, Counts: len(club.Members) < best}
		if m.Counts {
			club.Figure = club.Figure.Add(row.Figures[0])
		}
		club.Members = append(club.Members, m)
	}
	sign := -1
	fewest := r.Series.Criteria[0].Best == rules.Fewest
	if fewest {
		sign = 1
	}
	out := func(c ClubRow) bool { return fewest && len(c.Members) < best }
	slices.SortFunc(clubs, func(a, b ClubRow) int {
		if out(a) != out(b) {
			return map[bool]int{true: 1, false: -1}[out(a)]
		}
		return cmp.Or(sign*a.Figure.Cmp(b.Figure), cmp.Compare(a.Club, b.Club))
	})
	for i := range clubs {
		c := &clubs[i]
		if out(*c) {
			c.Grounds = r.Grounds(r.Series.Paragraph, "series-club-too-few", "best", strconv.Itoa(best), "players", strconv.Itoa(len(c.Members)))
			continue
		}
		if c.Rank = i + 1; i > 0 && clubs[i-1].Figure.Equal(c.Figure) {
			c.Rank = clubs[i-1].Rank
		}
		c.Grounds = r.Grounds(r.Series.Paragraph, "series-club-best", "best", strconv.Itoa(min(best, len(c.Members))))
	}
	return clubs
}
