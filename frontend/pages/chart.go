package pages

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"referto/openapi"
)

// chartModel is a chart of points over time, drawn twice: for a wide page and for a phone. A table beside it has the
// same content.
type chartModel struct {
	ID, Title, Description string
	Heading, Note          string
	Wide, Narrow           drawing
}

// drawing is a chart of one size, its coordinates in the units of its view box.
type drawing struct {
	Width, Height            int
	Left, Right, Top, Bottom int
	Years                    []chartYear
	Grid                     []chartTick
	Cap                      *chartTick
	Lines                    []chartLine
	Wins                     []string // where a tournament was won
	Ends                     []chartEnd
	Halls                    []hallMark
}

type chartYear struct {
	X, Width, Middle int
	Text             string
	Band             bool
}

type chartTick struct {
	Y, TextY int
	Text     string
}

// chartLine is the way of one player.
type chartLine struct{ Class, Path, Area string }

// chartEnd is a text at the end of a way.
type chartEnd struct {
	Class, Text, Value string
	Lead               string // a line from the end of the way to the text; "" where it stands there
	X, TextY           int
}

// hallMark is the hexagon where a way has reached the hall, with a name above; without one where there is no room.
type hallMark struct {
	Path, Text string
	X, TextY   int
}

// chartScale turns days and points into coordinates.
type chartScale struct {
	drawing
	from, to time.Time
	most     int // points at the top, in thousandths
}

// The two sizes of a chart.
var (
	wideChart   = drawing{Width: 860, Height: 300, Left: 38, Right: 764, Top: 36, Bottom: 272}
	narrowChart = drawing{Width: 358, Height: 230, Left: 32, Right: 348, Top: 30, Bottom: 206}
)

func (c chartScale) x(day time.Time) int {
	all := max(1, int(c.to.Sub(c.from)/(24*time.Hour)))
	return c.Left + int(day.Sub(c.from)/(24*time.Hour))*(c.Right-c.Left)/all
}

func (c chartScale) y(points int) int {
	return c.Bottom - points*(c.Bottom-c.Top)/max(1, c.most)
}

// step is a point of a career's line: from that day on the player has this number of points.
type step struct {
	day    time.Time
	points int // in thousandths
	won    bool
}

// steps returns the steps of a career: the opening, then event by event.
func steps(c openapi.Career, points int) []step {
	var out []step
	begin := openingPoints(c, points)
	if len(c.Events) > 0 {
		out = append(out, step{day: c.Events[0].Event.Day.Time, points: begin})
	}
	for _, e := range c.Events {
		out = append(out, step{day: e.Event.Day.Time, points: thousandths(e.Total), won: e.Place == 1})
	}
	return out
}

// openingPoints returns the points of the opening; column is the index of the points.
func openingPoints(c openapi.Career, column int) int {
	if column < 0 || column >= len(c.Opening.Figures) {
		return 0
	}
	return thousandths(c.Opening.Figures[column])
}

// most is the upper end of charts of some points, in thousandths: the cap of the ranking, or
// without one the next line of the grid above all of them.
func most(r openapi.Ranking, points int) int {
	if r.Cap.Points > 0 {
		return r.Cap.Points * 1000
	}
	step := gridStep(points)
	return max(1, (points+step-1)/step) * step
}

// capText is the cap of a ranking as a chart writes it; "" without one.
func capText(r openapi.Ranking) string {
	if r.Cap.Points == 0 {
		return ""
	}
	return strconv.Itoa(r.Cap.Points)
}

// highest are the most points of a way, in thousandths.
func highest(list []step) (points int) {
	for _, s := range list {
		points = max(points, s.points)
	}
	return points
}

// newChartScale is a scale of whole years around some days, up to some points.
func newChartScale(d drawing, from, to time.Time, most int) chartScale {
	return chartScale{
		drawing: d, most: most,
		from: time.Date(from.Year(), time.January, 1, 0, 0, 0, 0, time.UTC), to: time.Date(to.Year()+1, time.January, 1, 0, 0, 0, 0, time.UTC),
	}
}

// frame draws years, grid and cap.
func (c *chartScale) frame(limit, limitText string) {
	short := c.Width < wideChart.Width
	years := c.to.Year() - c.from.Year()
	for i, year := 0, c.from.Year(); year < c.to.Year(); i, year = i+1, year+1 {
		x, end := c.x(time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC)), c.x(time.Date(year+1, time.January, 1, 0, 0, 0, 0, time.UTC))
		text := strconv.Itoa(year)
		if short {
			text = "’" + text[2:]
		}
		if short && years > 8 && i%2 == 1 {
			text = ""
		}
		c.Years = append(c.Years, chartYear{X: x, Width: end - x, Middle: (x + end) / 2, Text: text, Band: i%2 == 0})
	}
	for points := 0; points < c.most; points += gridStep(c.most) {
		y := c.y(points)
		c.Grid = append(c.Grid, chartTick{Y: y, TextY: y + 4, Text: strconv.Itoa(points / 1000)})
	}
	if limit != "" {
		y := c.y(c.most)
		c.Cap = &chartTick{Y: y, TextY: y + 4, Text: limit}
		if !short {
			c.Ends = append(c.Ends, chartEnd{Class: "ax capt", Text: limitText, X: c.Right + 8, TextY: y + 4})
		}
	}
}

// gridStep is the distance of the lines of a grid, in thousandths.
func gridStep(most int) int {
	for _, n := range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if most <= n*1000*4 {
			return n * 1000
		}
	}
	return most
}

// path is a way as a line of steps.
func (c *chartScale) path(list []step) (line, area string) {
	var b strings.Builder
	for i, p := range list {
		x, y := c.x(p.day), c.y(min(p.points, c.most))
		if i == 0 {
			fmt.Fprintf(&b, "M%d %d", x, y)
			continue
		}
		fmt.Fprintf(&b, "H%dV%d", x, y)
	}
	line = b.String()
	if len(list) > 0 {
		area = fmt.Sprintf("%sV%dH%dZ", line, c.Bottom, c.x(list[0].day))
	}
	return line, area
}

// career draws the way of one player to the cap.
func (s *rankingPage) career(c Career, id string) *chartModel {
	column := pointsColumn(c.Ranking)
	list := steps(c.Career, column)
	if len(list) < 2 || column < 0 {
		return nil
	}
	limit, last := c.Ranking.Cap.Points, list[len(list)-1]
	now := c.Career.Row.Figures[column]
	first := list[0].day
	m := &chartModel{
		ID: id, Title: s.text("player.chart-title", "title", c.Ranking.Title, "from", first.Year(), "to", last.day.Year()),
	}
	switch {
	case c.Career.Hall:
		m.Description = s.text("player.chart-desc-hall", "points", now, "cap", limit)
	case limit > 0:
		m.Description = s.text("player.chart-desc", "points", now, "cap", limit, "left", c.Career.Row.Distance)
	default:
		m.Description = s.text("player.chart-desc-uncapped", "points", now)
	}
	for i, d := range []drawing{wideChart, narrowChart} {
		scale := newChartScale(d, first, last.day, most(c.Ranking, highest(list)))
		scale.frame(capText(c.Ranking), s.text("ranking.hall"))
		line, area := scale.path(list)
		scale.Lines = []chartLine{{Class: "line", Path: line, Area: area}}
		for _, p := range list[1:] {
			if p.won {
				scale.Wins = append(scale.Wins, fmt.Sprintf("M%d %dl6 6-6 6-6-6z", scale.x(p.day), scale.y(min(p.points, scale.most))-6))
			}
		}
		if i == 0 {
			y := scale.y(min(last.points, scale.most))
			if !c.Career.Hall || y-scale.Top > 30 {
				scale.Ends = append(scale.Ends, chartEnd{Class: "nowv", Text: s.w.Decimal(now), X: scale.Right + 8, TextY: max(y+8, scale.Top+36)})
			}
			m.Wide = scale.drawing
		} else {
			m.Narrow = scale.drawing
		}
	}
	return m
}

// pointsColumn is the column of points that lead to the cap; -1 without.
func pointsColumn(r openapi.Ranking) int {
	for i, c := range r.Columns {
		if c.Key == criterionPoints {
			return i
		}
	}
	return -1
}

// leaders is the number of players whose names are written at the ends of their lines.
const leaders = 4

// race draws how the first of the ranking and of the hall came to their points.
func (s *rankingPage) race(v Ranking) *chartModel {
	column := pointsColumn(v.Ranking)
	if len(v.Race) == 0 || column < 0 {
		return nil
	}
	first, last, held := time.Time{}, time.Time{}, map[openapi.EventID]bool{}
	for _, c := range v.Race {
		for _, e := range c.Events {
			if held[e.Event.Id] = true; first.IsZero() || e.Event.Day.Before(first) {
				first = e.Event.Day.Time
			}
			if e.Event.Day.After(last) {
				last = e.Event.Day.Time
			}
		}
	}
	if len(held) < 2 {
		return nil
	}
	top := 0
	for _, c := range v.Race {
		top = max(top, highest(steps(c, column)))
	}
	m := &chartModel{
		ID: "race", Heading: s.text("ranking.race-uncapped"), Note: s.text("ranking.race-span", "from", s.w.PlainDate(first), "to", s.w.PlainDate(last)),
		Title:       s.text("player.chart-title", "title", v.Ranking.Title, "from", first.Year(), "to", last.Year()),
		Description: s.text("ranking.race-desc-uncapped"),
	}
	if limit := v.Ranking.Cap.Points; limit > 0 {
		m.Heading, m.Description = s.text("ranking.race", "points", limit), s.text("ranking.race-desc", "count", v.First.Players, "cap", limit)
	}
	for i, d := range []drawing{wideChart, narrowChart} {
		d.Width, d.Right = raceWidth(i), raceWidth(i)-[2]int{150, 10}[i]
		scale := newChartScale(d, first, last, most(v.Ranking, top))
		scale.frame(capText(v.Ranking), "")
		scale.Ends = nil
		for k, c := range v.Race {
			line, _ := scale.path(steps(c, column))
			class := "o"
			switch {
			case c.Hall:
				class = "dn"
			case k == 0:
				class = "h1"
			case k < leaders:
				class = "h"
			}
			scale.Lines = append(scale.Lines, chartLine{Class: class, Path: line})
		}
		if scale.Halls = nil; v.Ranking.Cap.Points > 0 {
			scale.halls(v.Race, i == 0)
		}
		if i == 0 {
			s.ends(&scale, v.Race, column)
			m.Wide = scale.drawing
		} else {
			m.Narrow = scale.drawing
		}
	}
	return m
}

func raceWidth(i int) int { return [2]int{1200, 358}[i] }

// ends writes the names of the leaders at the ends of their lines, without overlaps.
func (s *rankingPage) ends(c *chartScale, race []openapi.Career, column int) {
	lowest := c.Top + 4
	for k, career := range race {
		if career.Hall || k >= leaders {
			continue
		}
		list := steps(career, column)
		if len(list) == 0 {
			continue
		}
		y := c.y(min(list[len(list)-1].points, c.most))
		textY := max(y+4, lowest)
		lowest = textY + 17
		class := "el"
		if k == 0 {
			class = "el e1"
		}
		c.Ends = append(c.Ends, chartEnd{
			Class: class, Value: s.w.Decimal(career.Row.Figures[column]), Text: shortName(career.Player.Name), X: c.Right + 14, TextY: textY,
			Lead: fmt.Sprintf("M%d %dL%d %d", c.x(list[len(list)-1].day), y, c.Right+10, textY-4),
		})
	}
}

// shortName is a name in the room of a chart: "N. Dojchev".
func shortName(name string) string {
	first, rest, more := strings.Cut(name, " ")
	if !more {
		return name
	}
	for _, letter := range first {
		return string(letter) + ". " + rest
	}
	return rest
}
