package pages

import (
	"cmp"
	"fmt"
	"slices"

	"referto/openapi"
)

// whyModel explains why a row stands below the one above it.
type whyModel struct {
	// Text is the sentence; "" where there is nothing to explain.
	Text string
	// Level names the criteria on which both are level.
	Level string
	Rule  ruleRef
	Sums  []sumLine
	// Share is the row's own share as the sum that makes it; nil where Sums has it, and without shares.
	Share *sumLine
	// Open shows it without being asked: at the line that cuts.
	Open bool
}

// Says reports whether there is anything to open.
func (m whyModel) Says() bool { return m.Text != "" || m.Share != nil }

// sumLine is one side's deciding figure, written as the sum that makes it.
type sumLine struct {
	Name  string
	Terms []sumTerm
	Sum   string
	// Dropped names the games that do not count, empty where all do.
	Dropped string
	// Unrounded is set if the sum differs from the sum of the terms as shown; otherwise empty.
	Unrounded string
	Rule      ruleRef
}

type sumTerm struct {
	// Part is "10 of 27", empty if the value is enough.
	Part, Value string
	Where       string
	// Before and After are the signs around it: a mean is (1 + 2) ÷ 2.
	Before, After string
}

// why explains a row against the one above by the comparison of the two, or by the text of the standings if there is
// no comparison.
func (s *eventPage) why(above, row openapi.StandingsRow) whyModel {
	comparison, ok := s.Why[row.Entry.Number]
	if !ok {
		return whyModel{Text: row.DecidedBy.Text, Rule: s.cite(row.DecidedBy.Rule)}
	}
	m := whyModel{Text: comparison.Text, Rule: s.cite(comparison.Rule)}
	var level []string
	for _, line := range comparison.Lines {
		if line.Decides && line.Criterion == criterionLot {
			return m // the sentence contains that all else is level
		}
		if !line.Decides {
			level = append(level, line.Label)
			continue
		}
		first, second := line.A, line.B
		if comparison.A.Number == row.Entry.Number {
			first, second = second, first
		}
		m.Sums = []sumLine{s.sumLine(above, line, first), s.sumLine(row, line, second)}
		break
	}
	if len(m.Sums) > 0 && len(level) > 0 {
		m.Level = s.text("comparison.equal", "list", s.w.List(level))
	}
	if len(m.Sums) > 0 && !m.Sums[0].explains() && !m.Sums[1].explains() {
		m.Sums = nil // nothing was added up: warnings, one game, or no games yet
	}
	return m
}

// shareOf writes the share of the i-th row as the sum of its games, where it has not decided against the row above and stands there:
// from the comparison with that row, or of the first row with the next.
func (s *eventPage) shareOf(rows []openapi.StandingsRow, i int) *sumLine {
	row := rows[i]
	comparison, ok := s.Why[row.Entry.Number]
	if !ok && i == 0 && len(rows) > 1 {
		comparison, ok = s.Why[rows[1].Entry.Number]
	}
	at := slices.IndexFunc(comparison.Lines, func(line openapi.ComparisonLine) bool { return line.Criterion == criterionShare })
	if !ok || at < 0 || i > 0 && comparison.Lines[at].Decides {
		return nil
	}
	line := comparison.Lines[at]
	side := line.A
	if comparison.B.Number == row.Entry.Number {
		side = line.B
	}
	sum := s.sumLine(row, line, side)
	if sum.Name, sum.Rule = capital(line.Label), s.cite(line.Rule); !sum.explains() {
		return nil
	}
	return &sum
}

// explains reports whether the line shows more than its sum.
func (l sumLine) explains() bool { return len(l.Terms) > 0 || l.Dropped != "" }

// sumLine writes one side's figure as a sum of its games, and of its penalties
// where it is one of points.
func (s *eventPage) sumLine(row openapi.StandingsRow, compared openapi.ComparisonLine, side openapi.ComparisonSide) sumLine {
	line := sumLine{Name: row.Entry.Player.Name, Sum: s.w.Decimal(side.Sum)}
	var dropped []string
	for _, term := range side.Terms {
		if term.Dropped {
			dropped = append(dropped, s.w.Decimal(term.Value))
			continue
		}
		t := sumTerm{
			Value: s.w.Decimal(term.Value),
			Where: s.text("comparison.where", "round", s.roundByNumber(term.Round), "table", term.Table),
		}
		if term.Of != "" {
			t.Part = s.text("comparison.part", "points", term.Vp, "total", s.w.Decimal(term.Of))
		}
		line.Terms = append(line.Terms, t)
	}
	if n := len(line.Terms); compared.Combined == openapi.ComparisonLineCombinedMean && n > 1 {
		line.Terms[0].Before, line.Terms[n-1].After = "(", fmt.Sprintf(") ÷ %d", n)
	}
	if side.Unrounded {
		line.Unrounded = s.text("comparison.unrounded")
	}
	if len(dropped) > 0 {
		line.Dropped = s.text("comparison.dropped", "list", s.w.List(dropped))
	}
	if compared.Criterion == criterionPoints && row.Penalty != "" {
		line.Terms = append(line.Terms, sumTerm{Value: s.text("standings.penalty", "points", row.Penalty)})
	}
	line.withoutEcho()
	return line
}

// withoutEcho leaves out a single term that equals the sum: "1 = 1". For a share the part remains: "10 of 27 =
// 37.03".
func (l *sumLine) withoutEcho() {
	if len(l.Terms) != 1 || l.Terms[0].Value != l.Sum {
		return
	}
	if l.Terms[0].Part == "" {
		l.Terms = nil
		return
	}
	l.Terms[0].Value = ""
}

// byPlace are the seats of a result, the winner first.
func byPlace(seats []openapi.SeatResult) []openapi.SeatResult {
	ordered := slices.Clone(seats)
	slices.SortStableFunc(ordered, func(a, b openapi.SeatResult) int { return cmp.Compare(a.Place, b.Place) })
	return ordered
}
