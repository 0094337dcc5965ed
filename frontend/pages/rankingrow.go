package pages

import (
	"slices"
	"strconv"
	"strings"

	"referto/openapi"
)

// rankingColumn is one column of figures.
type rankingColumn struct {
	Key, Label, Title string
	Points            bool // the one of points, which leads to the cap
	Ref               ruleRef
}

// rankingRow is one player.
type rankingRow struct {
	ID, Position, Name, Link, Club, Line string
	Where                                string // leads to the player's place; only of those found by name
	Movement                             movement
	Figures                              []rankingFigure
	Distance, Gained                     string
	Near, Found                          bool
	Since, SinceLink, SinceEvent         string
	Why                                  explanation
}

// rankingFigure is one cell.
type rankingFigure struct {
	Text, Class string
	Points      bool
	Width       int // of the progress to the cap, in thousandths
}

// hallLine is one player of the hall, beside the ranking.
type hallLine struct{ Position, Name, Link, Day, Line string }

// gainLine is a player with their gain at one event.
type gainLine struct{ Name, Link, Place, Gain string }

// gainLine shows the points gained at the only event of a career.
func (s *rankingPage) gainLine(c openapi.Career) gainLine {
	e := c.Events[0]
	line := gainLine{Name: c.Player.Name, Link: s.playerLink(c.Player), Gain: s.w.Decimal(e.Total)}
	if e.Place > 0 {
		line.Place = strconv.Itoa(e.Place)
	}
	return line
}

// near is the distance to the cap from which a player may reach it at the next event, in points.
const near = 15

func (s *rankingPage) columns(r openapi.Ranking) []rankingColumn {
	columns := make([]rankingColumn, len(r.Columns))
	for i, c := range r.Columns {
		columns[i] = rankingColumn{Key: c.Key, Label: s.w.Column(c.Key, c.Label), Title: capital(c.Label), Points: c.Key == criterionPoints, Ref: s.cite(c.Rule)}
	}
	return columns
}

// row writes one player; above is the row above, nil where it is not on the page.
func (s *rankingPage) row(v Ranking, m *rankingModel, row openapi.RankingRow, above *openapi.RankingRow) rankingRow {
	out := rankingRow{
		ID: row.Player.Id.String(), Position: strconv.Itoa(row.Rank), Name: row.Player.Name, Link: s.playerLink(row.Player), Club: row.Player.Club, Line: row.ScoreLine,
		Distance: s.w.Decimal(row.Distance), Found: v.Around != nil && *v.Around == row.Player.Id, Why: s.why(v, row, above),
	}
	if row.Shared {
		out.Position = "=" + out.Position
	}
	if v.Find != "" {
		out.Where = s.link(s.withDay(v).with("around", out.ID))
	}
	if left := thousandths(row.Distance); !v.Hall && left > 0 && left <= near*1000 {
		out.Near = true
	}
	if m.ShowMovement {
		out.Movement = s.movement(row)
	}
	if m.Gained != "" {
		if out.Gained = "–"; thousandths(row.Movement.Gained) != 0 {
			out.Gained = "+" + s.w.Decimal(row.Movement.Gained)
		}
	}
	if !row.Since.Day.IsZero() {
		out.Since, out.SinceEvent, out.SinceLink = s.w.PlainDate(row.Since.Day.Time), row.Since.Title, s.eventLink(row.Since)
	} else if row.FromTheStart {
		out.Since = s.text("ranking.from-the-start")
	}
	decides := v.Find == "" && v.Only == (Only{}) && row.DecidedBy != "" && row.DecidedBy != m.Columns[0].Key // the first figure is obvious
	for i, c := range m.Columns {
		f := rankingFigure{Text: s.w.Decimal(row.Figures[i]), Points: c.Points}
		if decides {
			if f.Class = "eq"; c.Key == row.DecidedBy {
				f.Class, decides, m.Decided = "dec", false, true
			}
		}
		if c.Points && v.Ranking.Cap.Points > 0 {
			f.Width = min(1000, thousandths(row.Figures[i])/v.Ranking.Cap.Points)
		}
		out.Figures = append(out.Figures, f)
	}
	return out
}

// why explains why a row stands below the one above.
func (s *rankingPage) why(v Ranking, row openapi.RankingRow, above *openapi.RankingRow) explanation {
	i := slices.IndexFunc(v.Ranking.Columns, func(c openapi.Criterion) bool { return c.Key == row.DecidedBy })
	switch {
	case v.Find != "" || v.Only != (Only{}): // the row above is not the one above in the ranking
		return explanation{}
	case i < 0 && row.Shared && above != nil && above.Rank == row.Rank:
		return explanation{Text: s.text("ranking.level", "name", row.Player.Name, "above", above.Player.Name)}
	case i < 0:
		return explanation{}
	case above == nil:
		return explanation{
			Text: s.text("ranking.why-above", "name", row.Player.Name, "criterion", v.Ranking.Columns[i].Label, "figure", s.w.Decimal(row.Figures[i])),
			Rule: s.cite(v.Ranking.Columns[i].Rule),
		}
	}
	return explanation{
		Text: s.text("ranking.why", "name", row.Player.Name, "above", above.Player.Name, "criterion", v.Ranking.Columns[i].Label,
			"figure", s.w.Decimal(row.Figures[i]), "other", s.w.Decimal(above.Figures[i])),
		Rule: s.cite(v.Ranking.Columns[i].Rule),
	}
}

// movement compares the rank of a row with the one before.
func (s *rankingPage) movement(row openapi.RankingRow) movement {
	switch up := row.Movement.Rank - row.Rank; {
	case row.Movement.Rank == 0:
		return movement{Direction: "new", Text: s.text("movement.new")}
	case up > 0:
		return movement{Direction: "up", Places: strconv.Itoa(up), Text: s.text("movement.up", "n", up)}
	case up < 0:
		return movement{Direction: "down", Places: strconv.Itoa(-up), Text: s.text("movement.down", "n", -up)}
	default:
		return movement{Direction: "same", Text: s.text("movement.same")}
	}
}

func (s *rankingPage) hallLine(row openapi.RankingRow) hallLine {
	line := hallLine{Position: strconv.Itoa(row.Rank), Name: row.Player.Name, Link: s.playerLink(row.Player), Line: row.ScoreLine, Day: s.text("ranking.from-the-start")}
	if row.Shared {
		line.Position = "=" + line.Position
	}
	if !row.Since.Day.IsZero() {
		line.Day = s.w.PlainDate(row.Since.Day.Time)
	}
	return line
}

// searchModel is the form for a name and the one for a day, each with the parameters that it carries along.
type searchModel struct {
	Action, Query, Day string
	Keep, KeepDay      []param
}

// thousandths is an exact decimal in thousandths, cut off: enough for a line of a chart.
func thousandths(d openapi.Decimal) int {
	front, fraction, _ := strings.Cut(strings.TrimPrefix(d, "-"), ".")
	n, err := strconv.Atoi(front + (fraction + "000")[:3])
	if err != nil {
		return 0
	}
	if strings.HasPrefix(d, "-") {
		return -n
	}
	return n
}
