package series

import (
	"cmp"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Club is a club for which players play. Two clubs with the same id are the same, whatever their names; clubs
// without an id are the same if they have the same name.
type Club struct {
	ID   league.ClubID // zero: only the name is known
	Name string        // "" for none
}

// known returns the club without the name if it has an id, because the name may differ between two mentions.
func (c Club) known() Club {
	if c.ID != (league.ClubID{}) {
		c.Name = ""
	}
	return c
}

// ClubRow is one line of the standings of clubs.
type ClubRow struct {
	// Rank is 1, 2, 2, 4; 0 for a club without enough players where the lowest figure prevails.
	Rank   int
	Club   Club
	Figure league.Frac
	// Members are its players in the order of the standings; only the first of them count.
	Members []Member
	// Grounds give the reason for the club's rank.
	Grounds league.Grounds
}

// Member is a player of a club.
type Member struct {
	Row    Row
	Counts bool
}

// Clubs ranks clubs by their best players: the figure of a club is the sum, over these players, of the first
// figure by which players are ranked. The rows are those of [Standings]. Everything that a player has gathered
// counts for their present club, even if they gathered it for another. Players without a club are left out. A
// club with fewer players gets the sum of those it has. Where the lowest figure prevails it gets no rank,
// because having fewer players would let it win.
func Clubs(r *rules.Ruleset, rows []Row, clubOf map[league.PlayerID]Club, best int) []ClubRow {
	places := make(map[Club]int)
	var clubs []ClubRow
	for _, row := range rows {
		of := clubOf[row.Player]
		if of.Name == "" {
			continue
		}
		i, known := places[of.known()]
		if !known {
			i = len(clubs)
			places[of.known()] = i
			clubs = append(clubs, ClubRow{Club: of})
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
		return cmp.Or(sign*a.Figure.Cmp(b.Figure), cmp.Compare(a.Club.Name, b.Club.Name), slices.Compare(a.Club.ID.UUID[:], b.Club.ID.UUID[:]))
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
