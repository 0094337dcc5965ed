package rules

import (
	"fmt"
	"slices"
)

// ScoreLine writes the figures of a game, or of all games of an entry, as one line:
// "5/13/40,63%/1/0/0/0" (BG 1). Numbers are written as the reader's language has them.
type ScoreLine struct {
	// Figures are those of the line in their order: figures that come from games,
	// and [LineTournaments].
	Figures   []string `json:"figures"`
	Paragraph string   `json:"paragraph"`
}

// LineTournaments is the figure of a [ScoreLine] that counts the tournaments
// played: it is 0 within one tournament and belongs to a ranking of several.
const LineTournaments = "tournaments"

// Criteria are the figures of the line as standings take them.
func (l ScoreLine) Criteria() []Criterion {
	criteria := make([]Criterion, len(l.Figures))
	for i, figure := range l.Figures {
		criteria[i] = Criterion{Figure: figure, Best: Most, Paragraph: l.Paragraph}
	}
	return criteria
}

// scoreLine checks that every figure of the line can be added up over games.
func (c *checker) scoreLine() {
	line := c.r.ScoreLine
	if line == nil {
		return
	}
	c.must(len(line.Figures) > 0, "/scoreLine/figures", "required")
	for i, k := range line.Criteria() {
		at := fmt.Sprintf("/scoreLine/figures/%d", i)
		c.must(!slices.Contains(line.Figures[:i], k.Figure), at, "repeated", "value", k.Figure)
		known := k.Figure == LineTournaments ||
			!k.OfEntry() && k.Figure != FigureStart && (slices.Contains(computedFigures, k.Figure) || c.r.InGame(k))
		c.must(known, at, "no-such-figure", "figure", k.Figure)
	}
	c.cite("/scoreLine/paragraph", line.Paragraph)
}
