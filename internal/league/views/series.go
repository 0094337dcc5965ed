package views

import (
	"strconv"
	"time"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/desk/seriesdesk"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/league/series"
	"referto/openapi"
)

// SeriesView writes a series for a reader of a language.
type SeriesView struct {
	of seriesdesk.Series
	v  View
}

// NewSeriesView makes a view of a series.
func NewSeriesView(of seriesdesk.Series, w *words.Words) SeriesView {
	return SeriesView{of, NewView(&officiating.Situation{Rules: of.Rules}, w, time.Time{})}
}

// Series describes the series itself, without its events.
func (s SeriesView) Series() openapi.Series {
	out := openapi.Series{
		Id: s.of.ID, Slug: s.of.Slug, Title: s.of.Title,
		Ruleset: openapi.RulesetRef{Id: s.of.ReadRuleset.Version.Key, Code: s.of.ReadRuleset.Version.Code, Version: s.of.ReadRuleset.Version.Version, Title: s.of.ReadRuleset.Version.Name},
		From:    day(s.of.FromDay), Until: day(s.of.UntilDay), Year: s.of.Year, Circuit: openapi.EventCircuit(s.of.Circuit), BestOfClub: s.of.BestOfClub,
		Counting: s.counting(), Criteria: s.Criteria(), Version: s.of.Series.Version, Revision: s.of.Revision, CreatedAt: s.of.CreatedAt,
	}
	if len(s.of.Readings) > 0 {
		out.Readings = s.of.Readings
	}
	if s.of.SeasonID != nil {
		out.Season = *s.of.SeasonID
	}
	if s.of.RegionID != nil {
		out.Region = s.of.RegionID.UUID
	}
	return out
}

func (s SeriesView) counting() openapi.SeriesCounting {
	c := s.of.Rules.Series.Counting
	out := openapi.SeriesCounting{Best: c.Best, FewestPlayed: c.BestBy == rules.FewestPlayed, Rule: s.v.rule(c.Paragraph)}
	switch {
	case out.FewestPlayed:
		out.Text = s.v.w.Text("series.counting-fewest", nil)
	case c.Best > 0:
		out.Text = s.v.w.Text("series.counting-best", map[string]any{"best": c.Best})
	default:
		out.Text = s.v.w.Text("series.counting-all", nil)
	}
	return out
}

// Criteria returns the criteria that rank.
func (s SeriesView) Criteria() []openapi.Criterion {
	return openapi.Each(s.of.Rules.Series.Criteria, func(c rules.Criterion) openapi.Criterion {
		return openapi.Criterion{Key: c.Figure, Label: s.v.label(c), Rule: s.v.rule(c.Paragraph)}
	})
}

// Events are the events of a series.
func (s SeriesView) Events(events []seriesdesk.Event) []openapi.SeriesEvent {
	return openapi.Each(events, func(e seriesdesk.Event) openapi.SeriesEvent {
		return openapi.SeriesEvent{
			Id: e.ID, Slug: e.Slug, Title: e.Title, Day: Date(e.LocalDate()), State: openapi.EventState(e.State), Counts: e.Counts,
			Number: e.Number, Players: e.Players, Why: s.v.Worded(e.Grounds),
		}
	})
}

// Rows makes the rows of the standings between two positions. The rows beside them are considered too, because
// ranks may be shared, and different figures are shown so that the difference is visible.
func (s SeriesView) Rows(rows []series.Row, from, to int, names map[league.PlayerID]openapi.PlayerRef) []openapi.SeriesRow {
	shown := s.v.shown(s.of.Rules.Series.Criteria, openapi.Each(rows, func(r series.Row) []league.Frac { return r.Figures }))
	out := make([]openapi.SeriesRow, 0, to-from)
	for i := from; i < to; i++ {
		row := rows[i]
		made := openapi.SeriesRow{
			Rank: row.Rank, Player: names[row.Player], Figures: shown[i].texts,
			Shared: i > 0 && rows[i-1].Rank == row.Rank || i+1 < len(rows) && rows[i+1].Rank == row.Rank,
		}
		if row.Penalties.Cmp(league.Frac{}) != 0 {
			made.Penalties = decimal(row.Penalties)
		}
		for _, r := range row.Results {
			made.Results = append(made.Results, openapi.SeriesResult{
				Number: r.Event, Place: r.Place, Points: decimal(r.Points), Counts: r.Counts, Why: s.v.Worded(r.Grounds),
			})
		}
		if i > 0 {
			made.DecidedBy = s.decided(row, names[rows[i-1].Player].Name, names[row.Player].Name, shown[i-1].texts, shown[i].texts)
		}
		out = append(out, made)
	}
	return out
}

// decided returns the criterion that puts a row below the one above.
func (s SeriesView) decided(row series.Row, above, below string, figuresAbove, figuresBelow []string) openapi.DecidedBy {
	if row.Decided < 0 {
		return openapi.DecidedBy{Text: s.v.w.Lead(words.Lead{Above: above, Below: below})}
	}
	return s.v.leadOf(s.of.Rules.Series.Criteria[row.Decided], above, below, figuresAbove[row.Decided], figuresBelow[row.Decided])
}

// Clubs makes the rows of the standings of clubs between two positions.
func (s SeriesView) Clubs(rows []series.ClubRow, from, to int, names map[league.PlayerID]openapi.PlayerRef) []openapi.SeriesClub {
	first := s.of.Rules.Series.Criteria[0]
	out := make([]openapi.SeriesClub, 0, to-from)
	for i := from; i < to; i++ {
		row := rows[i]
		club := openapi.SeriesClub{
			Rank: row.Rank, Id: row.Club.ID, Club: row.Club.Name, Figure: s.of.Rules.Shown(first, row.Figure), Why: s.v.Worded(row.Grounds),
			Shared: row.Rank > 0 && (i > 0 && rows[i-1].Rank == row.Rank || i+1 < len(rows) && rows[i+1].Rank == row.Rank),
		}
		for _, m := range row.Members {
			club.Members = append(club.Members, openapi.SeriesMember{
				Player: names[m.Row.Player], Rank: m.Row.Rank, Figure: s.of.Rules.Shown(first, m.Row.Figures[0]), Counts: m.Counts,
			})
		}
		out = append(out, club)
	}
	return out
}

// Awards makes the awards of a series, with their winners in the current standings.
func (s SeriesView) Awards(list []series.Awarded, names map[league.PlayerID]openapi.PlayerRef) []openapi.SeriesAward {
	return openapi.Each(list, func(a series.Awarded) openapi.SeriesAward {
		out := openapi.SeriesAward{
			Id: a.ID, Name: a.Name, Label: s.v.label(rules.Criterion{Figure: a.Figure}), Why: s.v.Worded(a.Grounds),
			Winners: openapi.Each(a.Winners, func(p league.PlayerID) openapi.PlayerRef { return names[p] }),
		}
		if len(a.Winners) > 0 {
			out.Figure = s.of.Rules.Shown(rules.Criterion{Figure: a.Figure}, a.Most)
		}
		return out
	})
}

// PenaltyNote writes a penalty for everybody: without the player's offense.
func (s SeriesView) PenaltyNote(p facts.SeriesPenalty) openapi.SeriesPenaltyNote {
	return openapi.SeriesPenaltyNote{Points: p.Points, Year: p.Year, Rule: openapi.Rule{Code: p.Code, Paragraph: p.Paragraph}, At: p.ImposedAt}
}

// Penalty writes a penalty for the people who keep the series.
func (s SeriesView) Penalty(p facts.SeriesPenalty, player openapi.PlayerRef) openapi.SeriesPenalty {
	out := openapi.SeriesPenalty{
		Id: p.ID.UUID, Series: p.SeriesID, Player: player, Points: p.Points, Year: p.Year, Rule: openapi.Rule{Code: p.Code, Paragraph: p.Paragraph},
		Offense: p.Offense, Reason: p.Reason, By: p.ImposedBy, At: p.ImposedAt, RevokedReason: p.RevokedReason,
	}
	if p.RevokedAt != nil {
		out.RevokedAt = *p.RevokedAt
	}
	return out
}

// SeriesClubTable makes the standings of the clubs of a series as a table, for a program that calculates: a
// line for each player, with the points in brackets if they do not count.
func SeriesClubTable(clubs []openapi.SeriesClub) [][]string {
	table := [][]string{{"rank", "club", "figure", "player", "player-rank", "player-figure", "reason", "club-id"}}
	for _, c := range clubs {
		id := ""
		if c.Id != (openapi.ClubID{}) {
			id = c.Id.String()
		}
		for _, m := range c.Members {
			figure := m.Figure
			if !m.Counts {
				figure = "(" + figure + ")"
			}
			table = append(table, []string{strconv.Itoa(c.Rank), c.Club, c.Figure, m.Player.Name, strconv.Itoa(m.Rank), figure, c.Why.Text, id})
		}
	}
	return table
}

// SeriesTable makes the standings of a series as a table, for a program that calculates: a column for each
// criterion and each event that counts, with the points in brackets if they are dropped.
func SeriesTable(criteria []openapi.Criterion, events []openapi.SeriesEvent, rows []openapi.SeriesRow) [][]string {
	header := []string{"rank", "player", "club"}
	for _, c := range criteria {
		header = append(header, c.Key)
	}
	header = append(header, "penalties")
	counting := 0
	for _, e := range events {
		if e.Counts {
			header = append(header, e.Day.String()+" "+e.Title)
			counting++
		}
	}
	table := [][]string{append(header, "rule", "reason")}
	for _, row := range rows {
		line := append([]string{strconv.Itoa(row.Rank), row.Player.Name, row.Player.Club}, row.Figures...)
		line = append(line, row.Penalties)
		results := make([]string, counting)
		for _, r := range row.Results {
			if results[r.Number-1] = r.Points; !r.Counts {
				results[r.Number-1] = "(" + r.Points + ")"
			}
		}
		line = append(line, results...)
		cite := ""
		if d := row.DecidedBy; d.Rule.Paragraph != "" {
			cite = d.Rule.Code + " " + d.Rule.Paragraph
		}
		table = append(table, append(line, cite, row.DecidedBy.Text))
	}
	return table
}

// PlayerRefs names people of the register by their ids.
func PlayerRefs(w *words.Words, players []facts.Player) map[league.PlayerID]openapi.PlayerRef {
	names := make(map[league.PlayerID]openapi.PlayerRef, len(players))
	for _, p := range players {
		names[p.ID] = openapi.PlayerRef{Id: p.ID, Name: w.Player(p.Name, p.Initials), Club: p.Club}
	}
	return names
}
