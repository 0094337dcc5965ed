package pages

import (
	"slices"
	"strconv"
	"strings"

	"referto/openapi"
)

// standingsModel is a table of standings with the criterion that decides each place.
type standingsModel struct {
	Heading, Caption, Updated string
	// Pencil: the round is still running, figures may change.
	Pencil  bool
	Empty   bool
	Columns []column
	// ShowMovement, ShowTable: these columns have content. The games of an event played elsewhere are unknown.
	ShowMovement, ShowTable, ShowGames bool
	// NoGames is the reason why there are no games behind the order; "" if there are.
	NoGames string
	// Alike: some figures look alike although they differ.
	Alike bool

	Span int // columns of the table in all
	Rows []standingsRow
	// Lists are the standings of the ruleset to choose from; nil where these are
	// the only ones.
	Lists []choice
	// Unclassified are those without a place.
	Unclassified, Left []leftLine
}

// column is one criterion.
type column struct {
	Label, Title string
	// Optional columns are left out on phones: those beyond the third that
	// decide nothing here.
	Optional bool
}

type standingsRow struct {
	Entry    int
	Position string
	Movement movement
	// Link is the page of the player.
	Name, Link string
	// Line is the row's score in the ruleset's own form, "" for none; Penalty the points that penalties have added.
	Line, Penalty string
	Lot           bool
	Figures       []figure
	Games         []game
	Table         string
	Found         bool
	Why           whyModel
	// Cut is the line above this row; nil for none.
	Cut *cutLine
}

// figure is one cell: Class is "eq" where it equals the row above, "dec" where
// it decides.
type figure struct {
	Text, Class string
	Optional    bool
	// Alike: it looks like another row's although they differ.
	Alike bool
}

type movement struct{ Direction, Places, Text string }

type game struct {
	Points string
	// Title names anything unusual about them.
	Title string
	// Line is the game's score as the ruleset writes it, with its round.
	Round, Line string
	Won         bool
	// Bar stands before the first game of the final.
	Bar bool
}

type cutLine struct {
	Text, Tie string
	Rule      ruleRef
}

type leftLine struct {
	Name, Link, Text string
	Rule             ruleRef
}

func (s *eventPage) standings() *standingsModel {
	st := s.Standings
	m := &standingsModel{
		Heading: s.standingsHeading(),
		Updated: s.standingsUpdated(),
		Pencil:  st.State == openapi.StandingsStateProvisional,
		Empty:   len(st.Rows) == 0,
	}
	m.Caption = s.text("standings.caption", "title", m.Heading)
	m.Columns = s.columns()
	tables := s.seatedAt()
	m.ShowTable, m.ShowGames = len(tables) > 0, !s.Event.Elsewhere
	if s.Event.Elsewhere {
		m.NoGames = s.text("standings.elsewhere")
	}
	for _, row := range st.Rows {
		m.ShowMovement = m.ShowMovement || row.Movement != nil
	}
	m.Span = 2 + len(m.Columns)
	for _, shown := range []bool{m.ShowMovement, m.ShowTable, m.ShowGames} {
		if shown {
			m.Span++
		}
	}
	for i, row := range st.Rows {
		if row.Rank == 0 {
			m.Unclassified = append(m.Unclassified, leftLine{Name: row.Entry.Player.Name, Link: playerLink(s.Reader, s.Tenant, row.Entry.Player.Id), Text: row.DecidedBy.Text, Rule: s.cite(row.DecidedBy.Rule)})
			continue
		}
		model := s.standingsRow(row, m)
		if table := tables[row.Entry.Number]; table > 0 {
			model.Table = strconv.Itoa(table)
		}
		if i > 0 {
			model.Cut = s.cutBetween(st.Rows[i-1], row)
			model.Why = s.why(st.Rows[i-1], row)
			model.Why.Open = model.Cut != nil && model.Why.Text != ""
		}
		model.Why.Share = s.shareOf(st.Rows, i)
		m.Rows = append(m.Rows, model)
		m.Alike = m.Alike || len(row.Alike) > 0
	}
	for _, left := range st.Left {
		m.Left = append(m.Left, s.leftLine(left))
	}
	m.Lists = s.lists()
	return m
}

// lists are the standings to choose from, each at its address.
func (s *eventPage) lists() []choice {
	if len(s.Standings.All) < 2 {
		return nil
	}
	var lists []choice
	for i, list := range s.Standings.All {
		at := s.at
		if s.shown != s.latest {
			at = at.round(s.shown.Number)
		}
		if i > 0 {
			at = at.with("standings", list.Id)
		}
		at.fragment = "standings"
		lists = append(lists, choice{Code: list.Id, Name: list.Name, Address: s.link(at), Current: list.Id == s.Standings.Id})
	}
	return lists
}

// further is the id of the shown standings, "" where they are those that seat.
func (s *eventPage) further() string {
	if all := s.Standings.All; len(all) > 0 && all[0].Id != s.Standings.Id {
		return s.Standings.Id
	}
	return ""
}

func (s *eventPage) standingsHeading() string {
	if s.further() != "" {
		return s.Standings.Name
	}
	switch st := s.Standings; {
	case st.State == openapi.StandingsStateFinal && s.Event.State != openapi.EventStateRunning:
		return s.text("standings.final")
	case st.State == openapi.StandingsStateProvisional, st.State == openapi.StandingsStateFinal: // until the event is finished a result can be corrected
		return s.text("standings.provisional")
	case st.Round == 0:
		return s.text("standings.title")
	default:
		return s.text("standings.after", "n", st.Round)
	}
}

// standingsUpdated describes how current the standings are: tables counted while the
// round runs, else when the round was closed.
func (s *eventPage) standingsUpdated() string {
	st := s.Standings
	if st.State == openapi.StandingsStateProvisional {
		return s.text("standings.reported", "done", st.TablesReported, "tables", st.Tables)
	}
	for _, round := range s.Rounds {
		if round.Number == st.Round && !round.ClosedAt.IsZero() && st.State != openapi.StandingsStateFinal {
			return s.text("standings.updated", "time", s.timeOf(round.ClosedAt))
		}
	}
	return ""
}

// columns are the criteria that have figures; the lot has none.
func (s *eventPage) columns() []column {
	decides := map[string]bool{}
	for _, row := range s.Standings.Rows {
		decides[row.DecidedBy.Criterion] = true
	}
	var columns []column
	for _, criterion := range s.Standings.Criteria {
		if criterion.Key == criterionLot {
			continue
		}
		c := column{Label: s.w.Column(criterion.Key, criterion.Label), Title: capital(criterion.Label)}
		c.Optional = len(columns) >= 3 && !decides[criterion.Key]
		columns = append(columns, c)
	}
	return columns
}

// criterionLot is the key of the one criterion that is no figure.
const criterionLot = "lot"

// seatedAt is the table of everybody in the latest round while it is played.
func (s *eventPage) seatedAt() map[int]int {
	if s.Event.State != openapi.EventStateRunning || s.latest == nil {
		return nil
	}
	tables := make(map[int]int)
	for _, table := range s.latest.Tables {
		for _, seat := range table.Seats {
			tables[seat.Number] = table.Number
		}
	}
	return tables
}

func (s *eventPage) standingsRow(row openapi.StandingsRow, m *standingsModel) standingsRow {
	model := standingsRow{
		Entry:    row.Entry.Number,
		Position: strconv.Itoa(row.Rank),
		Name:     row.Entry.Player.Name,
		Link:     playerLink(s.Reader, s.Tenant, row.Entry.Player.Id),
		Lot:      row.DecidedBy.ByLot,
		Games:    s.games(row.Games),
		Found:    s.found(row.Entry),
		Movement: s.movement(row.Movement, m.ShowMovement),
		Line:     row.ScoreLine,
	}
	if row.Penalty != "" {
		model.Penalty = s.text("standings.penalty", "points", row.Penalty)
	}
	if row.Shared {
		model.Position = "=" + model.Position
	}
	for i, class := range s.figureClasses(row) {
		if i < len(m.Columns) {
			model.Figures = append(model.Figures, figure{
				Text: s.w.Decimal(row.Figures[i]), Class: class, Optional: m.Columns[i].Optional,
				Alike: slices.Contains(row.Alike, s.criterionKey(i)),
			})
		}
	}
	return model
}

// figureClasses mark a row's figures against the row above: equal before the
// criterion that decides, deciding at it, plain after it. Where a lot decided or
// nothing did all are equal; where something else did, the first row and the
// final included, none is marked.
func (s *eventPage) figureClasses(row openapi.StandingsRow) []string {
	classes := make([]string, len(row.Figures))
	decided := row.DecidedBy
	top := len(s.Standings.Rows) > 0 && s.Standings.Rows[0].Entry.Number == row.Entry.Number
	allEqual := decided.ByLot || (row.Shared && decided.Criterion == "" && !top && s.levelWithAbove(row))
	for i := range classes {
		switch {
		case allEqual:
			classes[i] = "eq"
		case decided.Criterion == "":
		case s.criterionKey(i) == decided.Criterion:
			classes[i] = "dec"
			return classes
		default:
			classes[i] = "eq"
		}
	}
	return classes
}

// criterion is the one of the standings with a key; the zero value where they have none.
func (s *eventPage) criterion(key string) openapi.Criterion {
	for _, criterion := range s.Standings.Criteria {
		if criterion.Key == key {
			return criterion
		}
	}
	return openapi.Criterion{}
}

// criterionKey is the key of the i-th figure.
func (s *eventPage) criterionKey(i int) string {
	for _, criterion := range s.Standings.Criteria {
		if criterion.Key == criterionLot {
			continue
		}
		if i == 0 {
			return criterion.Key
		}
		i--
	}
	return ""
}

// levelWithAbove reports whether the row above has the same rank.
func (s *eventPage) levelWithAbove(row openapi.StandingsRow) bool {
	for i, other := range s.Standings.Rows {
		if other.Entry.Number == row.Entry.Number {
			return i > 0 && s.Standings.Rows[i-1].Rank == row.Rank
		}
	}
	return false
}

func (s *eventPage) movement(places *int, anybodyMoved bool) movement {
	switch {
	case places == nil && !anybodyMoved:
		return movement{}
	case places == nil:
		return movement{Direction: "new", Text: s.text("movement.new")}
	case *places > 0:
		return movement{Direction: "up", Places: strconv.Itoa(*places), Text: s.text("movement.up", "n", *places)}
	case *places < 0:
		return movement{Direction: "down", Places: strconv.Itoa(-*places), Text: s.text("movement.down", "n", -*places)}
	default:
		return movement{Direction: "same", Text: s.text("movement.same")}
	}
}

// games returns the points that count, in the order of the rounds, those of the final behind a bar.
func (s *eventPage) games(games []openapi.StandingsGame) []game {
	final := map[int]bool{}
	for _, round := range s.Rounds {
		final[round.Number] = round.Kind == openapi.RoundKindFinal
	}
	var models []game
	byPoints := s.ranksByPoints()
	for _, g := range games {
		model := game{Points: strconv.Itoa(g.Counted), Won: g.Won, Bar: final[g.Round], Round: s.roundByNumber(g.Round), Line: g.ScoreLine}
		if byPoints && g.Points != "" {
			model.Points = s.w.Decimal(g.Points)
		}
		switch {
		case g.Void.Pending:
			model.Points, model.Title = "…", g.Void.Text
		case g.Void.Text != "":
			model.Points, model.Title = "("+s.w.Decimal(g.Void.Points)+")", g.Void.Text
		}
		models = append(models, model)
	}
	return models
}

// The keys of the points that games and penalties add up to, and of those on the
// board.
const (
	criterionPoints = "points"
	criterionVP     = "vp"
	criterionShare  = "share"
)

// ranksByPoints reports whether the points that the ruleset gives for a game go before
// those on the board in these standings, or those on the board do not matter.
func (s *eventPage) ranksByPoints() bool {
	for _, criterion := range s.Standings.Criteria {
		switch criterion.Key {
		case criterionPoints:
			return true
		case criterionVP:
			return false
		}
	}
	return true
}

// cutBetween is the line between the entrants who go on and those who do not; players who are level across it are
// counted, because nothing is decided then.
func (s *eventPage) cutBetween(above, below openapi.StandingsRow) *cutLine {
	cut := s.Standings.Cut
	if cut.After == 0 {
		return nil
	}
	position := 0
	for i, row := range s.Standings.Rows {
		if row.Entry.Number == above.Entry.Number {
			position = i + 1
		}
	}
	if position != cut.After {
		return nil
	}
	line := &cutLine{Text: cut.Text, Rule: s.cite(cut.Rule)}
	if above.Rank == below.Rank {
		level := 0
		for _, row := range s.Standings.Rows {
			if row.Rank == above.Rank {
				level++
			}
		}
		line.Tie = s.text("standings.cut-tie", "count", level)
	}
	return line
}

func (s *eventPage) leftLine(left openapi.LeftRow) leftLine {
	line := leftLine{Name: left.Entry.Player.Name, Link: playerLink(s.Reader, s.Tenant, left.Entry.Player.Id), Rule: s.cite(left.Rule)}
	if left.AfterRound == 0 {
		line.Text = s.text("left.before")
		return line
	}
	line.Text = s.text("left.after", "n", left.AfterRound)
	return line
}

// pointsOf lists a game's points for one line of text, the best place first:
// "10, 8, 7, 5".
func (s *eventPage) pointsOf(table openapi.Table) string {
	elsewhere := s.play(openapi.Round{}, table).scoredElsewhere()
	points := make([]string, len(table.Result.Seats))
	for i, seat := range byPlace(table.Result.Seats) {
		points[i] = strconv.Itoa(seat.Vp)
		if elsewhere {
			points[i] = s.w.Decimal(seat.Points)
		}
	}
	return strings.Join(points, ", ")
}
