package rules

import "slices"

// Standings is one order of the entrants.
type Standings struct {
	ID        string      `json:"id"` // "preliminary"
	Name      string      `json:"name"`
	Criteria  []Criterion `json:"criteria"`
	Paragraph string      `json:"paragraph"`
	// MinGames is the number of games one must have played to be classified at the end;
	// 0 is none.
	MinGames          int    `json:"minGames,omitempty"`
	MinGamesParagraph string `json:"minGamesParagraph,omitempty"` // of the games needed
}

// Figure ids that the engines compute. A criterion may also name a figure that
// the ruleset has recorded with a result ([Figure]).
const (
	FigureWins     = "wins"     // of games
	FigureVP       = "vp"       // victory points that count, of games
	FigureShare    = "share"    // shares of the table's points, of games, in percent
	FigureWarnings = "warnings" // of the entry
	FigureLot      = "lot"      // of the entry

	FigurePoints  = "points"  // for places or by teams, of games, and penalties in points
	FigureFirsts  = "firsts"  // games in which the entry was first
	FigureSeconds = "seconds" // second
	FigureThirds  = "thirds"  // third
	FigureStart   = "start"   // turn in which the seat began the game, from 1; of one game only

	// FigureLowestTable is the lowest number of a table at which the entry
	// played: the hardest game where tables follow the standings.
	FigureLowestTable = "lowest_table"
	// FigureAllTables are the numbers of all its tables in ascending order, the
	// next asked where the first leave entries level.
	FigureAllTables = "all_tables"
	// FigureEarlierRank is the entry's rank in the standings a round before, at
	// first in those of the event before.
	FigureEarlierRank = "earlier-rank"
)

// computedFigures are the figures that need no recording.
var computedFigures = []string{
	FigureWins, FigureVP, FigureShare, FigureWarnings, FigureLot,
	FigurePoints, FigureFirsts, FigureSeconds, FigureThirds, FigureStart,
	FigureLowestTable, FigureAllTables, FigureEarlierRank,
}

// entryFigures are those that belong to the entry rather than to one game.
var entryFigures = []string{FigureWarnings, FigureLot, FigureLowestTable, FigureAllTables, FigureEarlierRank}

// Best is the end of a figure that ranks first.
type Best string

// The directions.
const (
	Most   Best = "most"
	Fewest Best = "fewest"
)

// Criterion is one comparison of standings: the next one is asked only where
// this one leaves entrants level.
type Criterion struct {
	// Figure names the figure that is compared; one that comes from games is combined
	// over the games. It is also the criterion's name: no two of one standings share it.
	Figure string `json:"figure"`
	Best   Best   `json:"best"`
	// Digits are the decimals shown.
	Digits int `json:"digits,omitempty"`
	// Combine makes one figure of those of the games; nil adds them up.
	Combine   *Combination `json:"combine,omitempty"`
	Paragraph string       `json:"paragraph"`
}

// Combination makes one figure of those of an entry's games. Void games are left out,
// but for the points that they get from another round.
type Combination struct {
	Rule CombineRule `json:"rule"`
	// Games is the number of games that count with [CombineBest]: those that the criterion
	// ranks first.
	Games int `json:"games,omitempty"`
	// GamesBy takes their number from the field instead; "" where Games says it.
	GamesBy BestBy `json:"gamesBy,omitempty"`
	// Rounding is done at the end; nil keeps fractions.
	Rounding *Rounding `json:"rounding,omitempty"`
}

// CombineRule names how the figures of games make one.
type CombineRule string

// The ways of combining games.
const (
	CombineSum  CombineRule = "sum"
	CombineMean CombineRule = "mean" // of the games played; 0 of none
	CombineBest CombineRule = "best" // the sum of the best
)

// OfEntry reports whether the figure belongs to the entry rather than to its
// games.
func (c Criterion) OfEntry() bool { return slices.Contains(entryFigures, c.Figure) }

// InGame reports whether the figure is one that seats of a game have recorded or
// added up, so that the game alone can be judged by it.
func (r *Ruleset) InGame(c Criterion) bool {
	return c.Figure == FigureStart ||
		slices.ContainsFunc(r.Game.Figures, func(f Figure) bool { return f.ID == c.Figure }) ||
		slices.ContainsFunc(r.Game.Sums, func(s Sum) bool { return s.ID == c.Figure })
}

// DrawsLots reports whether any standings are decided by lots.
func (r *Ruleset) DrawsLots() bool {
	return slices.ContainsFunc(r.Standings, func(s Standings) bool {
		return slices.ContainsFunc(s.Criteria, func(c Criterion) bool { return c.Figure == FigureLot })
	})
}

// StandingsOf finds standings by id; ok is false where there are none.
func (r *Ruleset) StandingsOf(id string) (standings Standings, ok bool) {
	for _, s := range r.Standings {
		if s.ID == id {
			return s, true
		}
	}
	return Standings{}, false
}
