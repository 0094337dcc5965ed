package pages

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"referto/openapi"
)

// The room of a name above a mark, in the units of a chart: the width of a letter, the height of a line, the distance of
// the first line from the mark, and the number of lines.
const (
	letterWidth   = 7
	markLine      = 14
	markDistance  = 12
	linesOfMarks  = 2
	markHalfWidth = 7
)

// halls marks where players have reached the hall. Their names stand above, if named, in as many lines as there is room
// for; a name that would cover another is left out, the list beside the chart has it.
func (c *chartScale) halls(race []openapi.Career, named bool) {
	arrived := slices.DeleteFunc(slices.Clone(race), func(k openapi.Career) bool { return !k.Hall || k.Row.Since.Day.IsZero() })
	slices.SortStableFunc(arrived, func(a, b openapi.Career) int { return a.Row.Since.Day.Compare(b.Row.Since.Day.Time) })
	taken := [linesOfMarks]int{} // up to where
	for _, k := range arrived {
		x, y := c.x(k.Row.Since.Day.Time), c.y(c.most)
		mark := hallMark{Path: fmt.Sprintf("M%d %dl3.5-6h7l3.5 6-3.5 6h-7z", x-markHalfWidth, y), X: x}
		if named {
			text := shortName(k.Player.Name)
			width := utf8.RuneCountInString(text) * letterWidth
			from := min(max(x-width/2, c.Left), c.Right-width)
			for line := range taken {
				if from > taken[line] {
					taken[line] = from + width + letterWidth
					mark.Text, mark.X, mark.TextY = text, from+width/2, y-markDistance-line*markLine
					break
				}
			}
		}
		c.Halls = append(c.Halls, mark)
	}
}
