package rules

// Standings is one order of the entrants.
type Standings struct {
	ID        string      `json:"id"` // "preliminary"
	Name      string      `json:"name"`
	Criteria  []Criterion `json:"criteria"`
	Paragraph string      `json:"paragraph"`
}

// Figure ids that the engines compute. A criterion may also name a figure that
// the ruleset has recorded with a result ([Figure]).
const (
	FigureWins     = "wins"     // of games
	FigureVP       = "vp"       // victory points that count, of games
	FigureShare    = "share"    // shares of the table's points, of games, in percent
	FigureWarnings = "warnings" // of the entry
	FigureLot      = "lot"      // of the entry
)

// computedFigures are the figures that need no recording.
var computedFigures = []string{FigureWins, FigureVP, FigureShare, FigureWarnings, FigureLot}

// Best says which end of a figure ranks first.
type Best string

// The directions.
const (
	Most   Best = "most"
	Fewest Best = "fewest"
)

// Criterion is one comparison of standings: the next one is asked only where
// this one leaves entrants level.
type Criterion struct {
	// Figure is what is compared; what comes from games is added over the
	// games. It is also the criterion's name: no two of one standings share it.
	Figure string `json:"figure"`
	Best   Best   `json:"best"`
	// Digits are the decimals shown.
	Digits    int    `json:"digits,omitempty"`
	Paragraph string `json:"paragraph"`
}

// OfEntry tells whether the figure belongs to the entry rather than to its
// games.
func (c Criterion) OfEntry() bool { return c.Figure == FigureWarnings || c.Figure == FigureLot }

// StandingsOf finds standings by id; ok is false where there are none.
func (r *Ruleset) StandingsOf(id string) (standings Standings, ok bool) {
	for _, s := range r.Standings {
		if s.ID == id {
			return s, true
		}
	}
	return Standings{}, false
}
