package scoring

import (
	"referto/internal/league"
	"referto/internal/league/rules"
)

// points sets the points of the places, by the size of the table at the start: seats that share a
// place share the points of the places they span (FG14 3: 10, 8, 8 and 5 victory points make 8, 3,
// 3 and 0).
func (g *Game) points(rule rules.Scoring) {
	if !rule.Points.PerGame() {
		return
	}
	list := rule.Points.For(len(g.Seats))
	sharing := make(map[int]int)
	for _, s := range g.Seats {
		if s.Left == 0 {
			sharing[s.Place]++
		}
	}
	for i := range g.Seats {
		s := &g.Seats[i]
		if s.Left != 0 && rule.Leavers != nil {
			s.Points = leaverPoints(rule)
			continue
		}
		n := max(1, sharing[s.Place])
		points := PlacePoints(rule.Points.Level, list[s.Place-1:s.Place-1+n])
		s.Points = &points
	}
}

// PlacePoints returns the points of each entry that shares places; places are the points of the
// shared places, at least one.
func PlacePoints(rule rules.LevelPoints, places []league.Frac) league.Frac {
	if rule == rules.ShareBetter {
		return places[0]
	}
	var sum league.Frac
	for _, points := range places {
		sum = sum.Add(points)
	}
	mean := sum.Div(league.Int(len(places)))
	if rule == rules.ShareTruncate {
		return mean.Trunc(0)
	}
	return mean
}

// leaverPoints returns the points of a leaver; nil for none.
func leaverPoints(rule rules.Scoring) *league.Frac {
	var points league.Frac
	switch rule.Leavers.Points {
	case rules.NoPoints:
		return nil
	case rules.FourthPlacePoint:
		points = rule.Points.For(4)[3]
	}
	return &points
}

// enter takes over the points of a table that is scored elsewhere as entered (SQ00 4/5 tables).
// Nobody wins by these rules: the other regulation defines a win there.
func (g *Game) enter(r *rules.Ruleset, result league.Result) {
	g.Decision = r.Grounds(r.Scoring.Entered.Paragraph, "points-as-entered")
	for i, s := range result.Seats {
		seat := &g.Seats[i]
		seat.Points = s.Points
		behind := func(t league.SeatResult) bool {
			return t.Points != nil && s.Points != nil && t.Points.Cmp(*s.Points) > 0
		}
		seat.Place = 1
		for _, other := range result.Seats {
			if behind(other) {
				seat.Place++
			}
		}
	}
}
