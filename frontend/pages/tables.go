package pages

import (
	"slices"
	"strconv"

	"referto/openapi"
)

// tablesModel is the tables of the shown round.
type tablesModel struct {
	Heading, Hint string
	// Ranked reports whether the players have places from before the round.
	Ranked bool
	// Results reports whether the tables have pen figures, which the legend names.
	Results bool
	Tables  []tableModel
	// Away are the entrants who came too late to play.
	Away []explanation
}

type tableModel struct {
	Number int
	// Hexagons are filled while a game is played, open when it is over.
	Done    bool
	State   string
	Tags    []string
	Seats   []seatModel
	Said    []explanation
	Figures []figuresLine
	// News is the line shown on an open page when the result arrives.
	News string
}

type seatModel struct {
	// Rank is the place before the round, "" for an entrant who had none; RankTitle explains it, "" if no entrant had
	// one.
	Rank, RankTitle string
	Name            string
	Notes           []string // below the name: the team, the deciding figure
	Points          string   // "" without result
	Counts          string   // the counted points, if they differ
	Won, Left       bool
	Found           bool
}

// tables are the tables of the shown round.
func (s *eventPage) tables() *tablesModel {
	if s.shown == nil {
		return nil
	}
	round := s.shown
	m := &tablesModel{Heading: s.text("tables.title."+string(round.Kind), "n", round.Number)}
	ranks := s.ranksBefore()
	ordered := true
	for _, table := range round.Tables {
		m.Tables = append(m.Tables, s.table(*round, table, ranks))
		m.Results = m.Results || hasResult(table)
		ordered = ordered && hasResult(table)
	}
	m.Hint = s.text("tables.order-drawn")
	switch {
	case slices.ContainsFunc(round.Tables, func(t openapi.Table) bool { return t.Result.Team != "" }):
		m.Hint = s.text("tables.order-teams")
	case ordered:
		m.Hint = s.text("tables.order")
	}
	if m.Ranked = len(ranks) > 0; m.Ranked {
		m.Hint += " " + s.text("tables.ranks")
	}
	for _, late := range round.Late {
		if !late.Plays {
			m.Away = append(m.Away, s.late(late))
		}
	}
	return m
}

// ranksBefore are the places before the shown round by start number.
func (s *eventPage) ranksBefore() map[int]int {
	if s.RankBefore != nil || s.shown == nil {
		return s.RankBefore
	}
	if s.Standings.Round != s.shown.Number-1 || s.Standings.State == openapi.StandingsStateFinal {
		return nil
	}
	ranks := make(map[int]int, len(s.Standings.Rows))
	for _, row := range s.Standings.Rows {
		ranks[row.Entry.Number] = row.Rank
	}
	return ranks
}

func (s *eventPage) table(round openapi.Round, table openapi.Table, ranks map[int]int) tableModel {
	m := tableModel{Number: table.Number, Done: hasResult(table), State: s.tableState(round, table)}
	for _, extra := range round.Clock.Tables {
		if extra.Table == table.Number && extra.ExtraSeconds > 0 && !m.Done {
			m.Tags = append(m.Tags, s.extraTime(extra))
		}
	}
	game := s.play(round, table)
	m.Said = game.said()
	players, names := make(map[int]openapi.EntryRef, len(table.Seats)), make(map[int]string, len(table.Seats))
	for _, seat := range table.Seats {
		players[seat.Number], names[seat.Number] = seat, seat.Player.Name
	}
	if !m.Done {
		for _, seat := range table.Seats {
			m.Seats = append(m.Seats, s.seat(seat, ranks))
		}
		return m
	}
	if void(table.Result) {
		m.Tags = append(m.Tags, s.text("table.void"))
	}
	if table.Result.Version > 1 {
		m.Tags = append(m.Tags, s.text("table.corrected"))
	}
	for _, seat := range game.seats() {
		m.Seats = append(m.Seats, game.scored(seat, s.seat(players[seat.Entry], ranks)))
	}
	m.Figures = game.figures(names)
	m.News = s.text("table.number", "n", table.Number) + ": " + s.outcome(table, "feed.result")
	return m
}

// extraTime states how much extra time a table has, and while the clock runs when it ends.
func (s *eventPage) extraTime(extra openapi.TableClock) string {
	more := minutes(s.w, (extra.ExtraSeconds+59)/60)
	if extra.EndsAt.IsZero() {
		return s.text("table.extra-time", "minutes", more)
	}
	return s.text("table.extra-until", "minutes", more, "time", s.timeOf(extra.EndsAt))
}

func (s *eventPage) seat(entry openapi.EntryRef, ranks map[int]int) seatModel {
	m := seatModel{Name: entry.Player.Name, Found: s.found(entry)}
	if len(ranks) == 0 {
		return m
	}
	m.RankTitle = s.text("tables.rank-after", "n", s.lastRanked())
	if rank := ranks[entry.Number]; rank > 0 {
		m.Rank = strconv.Itoa(rank)
	}
	return m
}

// lastRanked is the number of the last preliminary round before the shown one:
// later rounds do not change the places.
func (s *eventPage) lastRanked() int {
	last := 0
	for _, round := range s.Rounds {
		if round.Kind == openapi.RoundKindPreliminary && round.Number < s.shown.Number {
			last = round.Number
		}
	}
	return last
}

func (s *eventPage) tableState(round openapi.Round, table openapi.Table) string {
	switch {
	case hasResult(table) && table.Result.Ended == openapi.EndingTimeLimit:
		return s.text("table.time-limit")
	case hasResult(table) && table.Result.Ended == openapi.EndingTooFewPlayers:
		return s.text("table.too-few")
	case hasResult(table):
		return s.text("table.done")
	case round.State == openapi.RoundStateClosed:
		return s.text("table.no-result")
	case round.Clock.Phase == openapi.ClockPhaseReady && round.Clock.LimitSeconds > 0:
		return s.text("table.waiting")
	default:
		return s.text("table.playing")
	}
}
