package rules

import "slices"

// Sum is a figure added up from others of the same seat: settlements and cities;
// points without those that others could have taken.
type Sum struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Terms     []SumTerm `json:"terms"`
	Paragraph string    `json:"paragraph"`
}

// SumTerm is a recorded figure, or the victory points on the board ("vp"), with
// how often it counts, less than 0 where it is taken off.
type SumTerm struct {
	Figure string `json:"figure"` // recorded figure, or "vp"
	Times  int    `json:"times"`  // less than 0 takes it off
}

// Of is the sum for a seat with points on the board and recorded figures.
func (s Sum) Of(vp int, figures map[string]int) int {
	total := 0
	for _, term := range s.Terms {
		value := figures[term.Figure]
		if term.Figure == FigureVP {
			value = vp
		}
		total += term.Times * value
	}
	return total
}

// Objective is a goal that one seat of a table tries to reach; it also says to which team
// the seat belongs.
type Objective struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Team string `json:"team,omitempty"` // "A"
	// Region is the region of the board to be held; "" where there is none.
	Region string `json:"region,omitempty"`
}

// Objective finds an objective; ok is false where there is no such.
func (g Game) Objective(id string) (objective Objective, ok bool) {
	for _, o := range g.Objectives {
		if o.ID == id {
			return o, true
		}
	}
	return Objective{}, false
}

// Team is the team that an objective belongs to; ok is false where there is no
// such objective.
func (g Game) Team(objective string) (team string, ok bool) {
	o, ok := g.Objective(objective)
	return o.Team, ok
}

// RecordedAt are the figures recorded at tables of a size.
func (g Game) RecordedAt(size int) []Figure {
	var figures []Figure
	for _, f := range g.Figures {
		if f.recordedAt(size) {
			figures = append(figures, f)
		}
	}
	return figures
}

// SumsAt are the sums that can be made at tables of a size: those of figures that
// are all recorded there.
func (g Game) SumsAt(size int) []Sum {
	var sums []Sum
	for _, s := range g.Sums {
		unrecorded := func(term SumTerm) bool {
			return term.Figure != FigureVP && !slices.ContainsFunc(g.Figures, func(f Figure) bool { return f.ID == term.Figure && f.recordedAt(size) })
		}
		if !slices.ContainsFunc(s.Terms, unrecorded) {
			sums = append(sums, s)
		}
	}
	return sums
}

func (f Figure) recordedAt(size int) bool {
	if len(f.TableSizes) == 0 {
		return true
	}
	for _, s := range f.TableSizes {
		if s == size {
			return true
		}
	}
	return false
}
