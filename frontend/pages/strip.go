package pages

import (
	"cmp"
	"time"

	"referto/internal/league/season"
)

// strip is the season of a region as a picture: its events and its final between the months, each by a shape that
// shows how far it counts. Screen readers skip it, because the list below the row has the same content.
type strip struct {
	// From and To are where the line of the season runs, FinalsTo where the time of the
	// regional finals after it ends.
	From, To, FinalsTo int
	Now                int // where today is; 0 outside
	Marks              []mark
}

// FinalsWidth returns the width of the time of the finals.
func (s strip) FinalsWidth() int { return s.FinalsTo - s.To }

// mark is one shape of a strip, by the name of its symbol (templates/season.html).
type mark struct {
	X            int
	Shape, Title string
}

// Size of a strip in units of its picture.
const (
	stripWidth  = 600
	stripMargin = 8
)

// scale puts days on a strip.
type scale struct{ first, last, from, to, today time.Time }

// newScale is the scale of a season: from the first of its months to the last day on
// which anything is played.
func newScale(s Season, today time.Time, latest ...time.Time) scale {
	sc := scale{first: s.From.AddDate(0, 0, 1-s.From.Day()), last: s.FinalsBy, from: s.From, to: s.To, today: today}
	for _, day := range append(latest, s.To) {
		if day.After(sc.last) {
			sc.last = day
		}
	}
	return sc
}

// at returns the place of a day; days outside are at the edges.
func (sc scale) at(day time.Time) int {
	whole := max(days(sc.last, sc.first), 1)
	passed := min(max(days(day, sc.first), 0), whole)
	return stripMargin + passed*(stripWidth-2*stripMargin)/whole
}

func days(a, b time.Time) int { return int(a.Sub(b) / (24 * time.Hour)) }

// strip is an empty strip of the season.
func (sc scale) strip() strip {
	s := strip{From: sc.at(sc.from), To: sc.at(sc.to), FinalsTo: sc.at(sc.last)}
	if !sc.today.Before(sc.first) && !sc.today.After(sc.last) {
		s.Now = sc.at(sc.today)
	}
	return s
}

// months lists the first days of the months.
func (sc scale) months() []time.Time {
	var months []time.Time
	for month := sc.first; !month.After(sc.last); month = month.AddDate(0, 1, 0) {
		months = append(months, month)
	}
	return months
}

// shapes name the symbols by how far an event counts.
var shapes = map[season.Standing]string{
	season.Planned: "planned", season.Provisional: "waiting", season.Homologated: "homologated", season.Invalidated: "invalidated",
}

// shape is the symbol of an event: a larger tier has shapes of its own.
func shape(e SeasonEvent) string {
	name := cmp.Or(shapes[e.Standing], shapes[season.Planned])
	if e.Large && e.Standing != season.Invalidated {
		return "large-" + name
	}
	return name
}

// finalShape is the symbol of a regional final: open before it is homologated.
func finalShape(result season.Standing) string {
	switch result {
	case season.Homologated:
		return "final-homologated"
	case season.Invalidated:
		return "invalidated"
	}
	return "final"
}
