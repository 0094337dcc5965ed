package pages

import (
	"slices"
	"strconv"
	"strings"

	"referto/openapi"
)

// play is one table's game with the data that the parts of a table share: the form, which names the recorded figures,
// and the round, for late arrivals.
type play struct {
	*eventPage
	round  openapi.Round
	table  openapi.Table
	result openapi.Result
	form   openapi.TableForm
}

func (s *eventPage) play(round openapi.Round, table openapi.Table) play {
	p := play{eventPage: s, round: round, table: table, result: table.Result}
	for _, form := range s.Form.Tables {
		if form.Seats == len(table.Seats) {
			p.form = form
		}
	}
	return p
}

// void reports whether the game does not count as it was played, for all or for some.
func void(result openapi.Result) bool { return len(result.Void.For)+len(result.Void.AtFault) > 0 }

// won reports whether a seat has won: alone, together with others, or in a team.
func won(result openapi.Result, seat openapi.SeatResult) bool {
	return seat.Entry == result.Winner || slices.Contains(result.Winners, seat.Entry) || result.Team != "" && seat.Team == result.Team
}

// scoredElsewhere reports whether points were entered instead of the victory points on the board.
func (p play) scoredElsewhere() bool { return p.form.Points != openapi.IntegerRange{} }

// scored is a seat with its result of the game.
func (p play) scored(seat openapi.SeatResult, model seatModel) seatModel {
	model.Points = strconv.Itoa(seat.Vp)
	model.Won, model.Left = won(p.result, seat), seat.Left > 0
	model.Notes = p.notes(seat)
	var counts []string
	switch {
	case p.awaitsScore(seat):
		model.Points = "–"
	case p.scoredElsewhere():
		model.Points = p.w.Decimal(seat.Points)
	default:
		if seat.Counted != seat.Vp {
			counts = append(counts, p.text("table.counts", "points", seat.Counted))
		}
		if seat.Points != "" {
			counts = append(counts, p.text("table.points", "points", seat.Points))
		}
	}
	if seat.Void.Points != "" {
		counts = append(counts, p.text("table.points", "points", seat.Void.Points))
	}
	if seat.Penalty != "" {
		counts = append(counts, p.text("table.leaving", "points", seat.Penalty))
	}
	model.Counts = strings.Join(counts, " · ")
	return model
}

// awaitsScore reports whether another round's points count in place of the seat's own.
func (p play) awaitsScore(seat openapi.SeatResult) bool { return seat.Void.Text != "" }

// notes lists the objective of a seat, and the figures that decided between it and seats with as many points.
func (p play) notes(seat openapi.SeatResult) []string {
	var notes []string
	if seat.Team != "" {
		notes = append(notes, strings.Join(present(seat.Team, p.objective(seat.Objective)), " · "))
	}
	for _, placing := range p.placing(seat) {
		notes = append(notes, placing.Label+" "+p.w.Decimal(placing.Value))
	}
	for _, key := range p.deciding(seat) {
		notes = append(notes, p.decidingFigure(seat, key))
	}
	if p.result.Team == "" && seat.Place > 0 && p.sharesPlace(seat) {
		notes = append(notes, p.text("table.shared-place", "place", seat.Place))
	}
	return present(notes...)
}

func (p play) objective(id string) string {
	for _, o := range p.form.Objectives {
		if o.Id == id {
			return o.Name
		}
	}
	return id
}

// placing lists the figures of a seat by the ruleset's own comparisons: as many of them as were needed at the table,
// without the points on the board, which are shown anyway.
func (p play) placing(seat openapi.SeatResult) (figures []openapi.PlaceFigure) {
	needed := 0
	for _, other := range p.result.Seats {
		for i, figure := range other.Placing {
			if other.PlaceBy == figure.Key {
				needed = max(needed, i)
			}
		}
	}
	for i, figure := range seat.Placing {
		if i <= needed && figure.Key != criterionVP {
			figures = append(figures, figure)
		}
	}
	return figures
}

// deciding returns the keys of the criteria that decided between a seat and another with as many points, each once.
func (p play) deciding(seat openapi.SeatResult) []string {
	var keys []string
	add := func(key string) {
		if key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for _, other := range p.result.Seats {
		// Figures that the ruleset compares by itself are shown for all seats.
		ofPlacing := slices.ContainsFunc(other.Placing, func(f openapi.PlaceFigure) bool { return f.Key == other.PlaceBy })
		if other.Vp == seat.Vp && !ofPlacing {
			add(other.PlaceBy)
		}
		if other.Vp == seat.Vp && other.Entry == p.result.Winner {
			add(p.result.WinnerCriterion)
		}
	}
	return keys
}

// decidingFigure is "Settlements + cities 6", or the turn in which a seat began.
func (p play) decidingFigure(seat openapi.SeatResult, key string) string {
	if value, recorded := seat.Figures[key]; recorded {
		return p.figureName(key) + " " + strconv.Itoa(value)
	}
	if key == criterionStart {
		turn := slices.IndexFunc(p.result.Seats, func(other openapi.SeatResult) bool { return other.Entry == seat.Entry })
		return p.text("table.turn-order", "n", turn+1)
	}
	return ""
}

// criterionStart is the key of the one criterion that is a place in the turn order.
const criterionStart = "start"

// figureName returns the ruleset's name for a figure of its own.
func (p play) figureName(key string) string {
	for _, f := range p.form.Figures {
		if f.Id == key {
			return f.Name
		}
	}
	for _, f := range p.form.Computed {
		if f.Id == key {
			return f.Name
		}
	}
	return key
}

func (p play) sharesPlace(seat openapi.SeatResult) bool {
	return slices.ContainsFunc(p.result.Seats, func(other openapi.SeatResult) bool {
		return other.Place == seat.Place && other.Entry != seat.Entry
	})
}

// seats returns the seats of a result: for teams the winners first, else in turn order.
func (p play) seats() []openapi.SeatResult {
	if p.result.Team == "" {
		return p.result.Seats
	}
	ordered := slices.Clone(p.result.Seats)
	slices.SortStableFunc(ordered, func(a, b openapi.SeatResult) int {
		return rank(a.Team == p.result.Team) - rank(b.Team == p.result.Team)
	})
	return ordered
}

func rank(first bool) int {
	if first {
		return 0
	}
	return 1
}

// said returns the sentences below a table: notices about the game, why its winner is the winner, and late arrivals.
func (p play) said() []explanation {
	var said []explanation
	for _, notice := range p.table.Notices {
		said = append(said, p.explained(notice))
	}
	for _, late := range p.round.Late {
		if slices.ContainsFunc(p.table.Seats, func(seat openapi.EntryRef) bool { return seat.Number == late.Entry.Number }) {
			said = append(said, p.late(late))
		}
	}
	if p.result.Version == 0 {
		return said
	}
	if p.result.Ended != openapi.EndingDeclared || void(p.result) {
		said = append(said, p.explained(p.result.WinnerDecidedBy))
	}
	if d := p.result.Difference; d != nil && p.result.Team != "" {
		said = append(said, explanation{Text: p.text("table.difference", "points", *d)})
	}
	for _, seat := range p.result.Seats {
		score := explanation{Text: seat.Void.Text, Rule: p.cite(seat.Void.Rule)}
		if score.Text != "" && !slices.Contains(said, score) {
			said = append(said, score)
		}
	}
	return slices.DeleteFunc(said, func(e explanation) bool { return e.Text == "" })
}

// late explains a late arrival and its consequences.
func (s *eventPage) late(late openapi.LateArrival) explanation {
	e := explanation{Text: late.Entry.Player.Name + ": " + late.Explanation.Text, Rule: s.cite(late.Explanation.Rule)}
	if late.CardsForgone > 0 {
		e.Text = s.text("late.plays", "name", late.Entry.Player.Name, "minutes", minutes(s.w, late.Minutes), "cards", late.CardsForgone)
	}
	return e
}

// figuresLine lists the figures of one seat: "Settlements 3, Cities 2".
type figuresLine struct {
	Name, Text string
	Rule       ruleRef
}

// figures lists the recorded figures besides the points, and the ruleset's derivation: the share of the table's
// points with its calculation; nil if there is nothing.
func (p play) figures(names map[int]string) []figuresLine {
	var lines []figuresLine
	share := p.criterion(criterionShare)
	for _, seat := range p.result.Seats {
		var parts []string
		if share.Key != "" && seat.Share != "" && p.result.Total != "" {
			parts = append(parts, p.text("table.share", "label", p.w.Column(share.Key, share.Label), "points", seat.Counted, "total", p.result.Total, "share", seat.Share))
		}
		for _, f := range p.form.Figures {
			if value, recorded := seat.Figures[f.Id]; recorded {
				parts = append(parts, f.Name+" "+strconv.Itoa(value))
			}
		}
		for _, f := range p.form.Computed {
			if value, computed := seat.Figures[f.Id]; computed {
				parts = append(parts, f.Name+" "+strconv.Itoa(value))
			}
		}
		if len(parts) > 0 {
			lines = append(lines, figuresLine{Name: names[seat.Entry], Text: strings.Join(parts, " · ")})
		}
	}
	if total := p.total(); total != "" && share.Key != "" && len(lines) > 0 {
		rule := share.Rule
		if more := p.result.AddedToTotal; more.Reason != "" {
			rule = more.Rule
		}
		lines = append(lines, figuresLine{Name: p.text("table.share-of"), Text: total, Rule: p.cite(rule)})
	}
	return lines
}

// total shows the total of which the shares are parts, as a sum; "" for a table without shares.
func (p play) total() string {
	terms := make([]string, len(p.result.TotalOf))
	sum := 0
	for i, part := range p.result.TotalOf {
		terms[i] = strconv.Itoa(part.Points)
		sum += part.Points
	}
	switch written := strings.Join(terms, " + ") + " = " + strconv.Itoa(sum); {
	case len(terms) == 0:
		return ""
	case p.result.AddedToTotal.Reason != "":
		return p.text("table.share-more", "sum", written, "why", p.result.AddedToTotal.Text, "total", p.result.Total)
	default:
		return written
	}
}
