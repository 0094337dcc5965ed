package views

import (
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/desk/rankingdesk"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/openapi"
)

// RankingView writes a ranking for a reader of a language.
type RankingView struct {
	of rankingdesk.Ranking
	v  View
}

// NewRankingView makes a view of a ranking.
func NewRankingView(of rankingdesk.Ranking, w *words.Words) RankingView {
	return RankingView{of, NewView(&officiating.Situation{Rules: of.Keeper.Ruleset()}, w, time.Time{})}
}

// Ranking describes the ranking itself.
func (r RankingView) Ranking() openapi.Ranking {
	points, paragraph := r.of.Keeper.Cap()
	out := openapi.Ranking{
		Id: r.of.ID, Slug: r.of.Slug, Title: r.of.Title,
		Ruleset: openapi.RulesetRef{Id: r.of.Version.Key, Code: r.of.Version.Code, Version: r.of.Version.Version, Title: r.of.Version.Name},
		Counted: kinds(r.of.Counted), National: kinds(r.of.National), Games: games(r.of.Games), From: day(r.of.FromDay), Until: day(r.of.UntilDay),
		Cap: openapi.RankingCap{Points: points, Rule: r.v.rule(paragraph)}, Best: r.of.Keeper.Best(), Revision: r.of.Revision, CreatedAt: r.of.CreatedAt,
	}
	if len(r.of.Readings) > 0 {
		out.Readings = r.of.Readings
	}
	for _, c := range r.of.Keeper.Columns() {
		out.Columns = append(out.Columns, openapi.Criterion{Key: c.Figure, Label: r.v.label(c), Rule: r.v.rule(c.Paragraph)})
	}
	return out
}

func kinds(list []string) []openapi.EventKind {
	return openapi.Each(list, func(k string) openapi.EventKind { return openapi.EventKind(k) })
}

func games(list []facts.PlayedGame) []openapi.CountedGame {
	return openapi.Each(list, func(g facts.PlayedGame) openapi.CountedGame {
		return openapi.CountedGame{Game: g.Game, Variant: g.Variant, Title: g.Title}
	})
}

// day is a day of the wire; the zero one for none.
func day(d rules.Day) (out openapi_types.Date) {
	if d != "" {
		out = Date(d.Midnight())
	}
	return out
}

// Row writes a row of the ranking or the hall.
func (r RankingView) Row(row rankingdesk.Row) openapi.RankingRow {
	out := openapi.RankingRow{
		Rank: row.Rank, Shared: row.Shared, Player: openapi.PlayerRef{Id: row.Player, Name: r.v.w.Player(row.Name, row.Initials), Club: row.Club},
		Figures: r.figures(row.Figures), ScoreLine: r.line(row.Figures),
		Penalty: unlessZero(row.Penalty), NationalPoints: decimal(row.National), Distance: decimal(r.of.Keeper.Distance(row.Career)),
	}
	if row.Decided >= 0 {
		out.DecidedBy = r.of.Keeper.Columns()[row.Decided].Figure
	}
	if row.Arrived {
		if out.FromTheStart = row.Since == nil; !out.FromTheStart {
			out.Since = rankingEvent(row.Since)
		}
	}
	if row.Moved != nil {
		out.Movement = openapi.RankingMovement{Rank: row.Moved.Rank, New: row.Moved.Rank == 0, Gained: decimal(row.Moved.Gained)}
	}
	return out
}

// rankingEvent names an event; zero if it is not known.
func rankingEvent(e *rankingdesk.Event) (out openapi.RankingEvent) {
	if e != nil {
		out = openapi.RankingEvent{Id: e.ID, Slug: e.Slug, Title: e.Title, Day: Date(e.Day)}
	}
	return out
}

// Page writes a page of the ranking or the hall; the caller sets the cursor of the next page.
func (r RankingView) Page(p rankingdesk.Page, asOf openapi_types.Date) openapi.RankingStandings {
	return openapi.RankingStandings{
		Items: openapi.Each(p.Rows, r.Row), Players: p.Players, AsOf: asOf, Since: day(p.Since), Revision: p.Revision,
	}
}

// Career writes the career of one player.
func (r RankingView) Career(c rankingdesk.Career) openapi.Career {
	out := openapi.Career{
		Ranking: c.ID, Player: openapi.PlayerRef{Id: c.Player, Name: r.v.w.Player(c.Name, c.Initials), Club: c.Club}, Revision: c.Revision,
		Events: openapi.Each(c.Postings, r.Event),
	}
	postings := openapi.Each(c.Postings, func(p rankingdesk.Posting) ranking.Posting { return p.Posting })
	for i, counts := range r.of.Keeper.Counting(postings) {
		out.Events[i].Counts, out.Events[i].Dropped = counts, !counts && r.of.Keeper.Counts(postings[i])
	}
	var opening *ranking.Opening
	if c.Opening != nil {
		opening = &c.Opening.Opening
	}
	for i, career := range r.of.Keeper.Way(opening, postings) {
		out.Events[i].Total = decimal(r.of.Keeper.PointsOf(career))
	}
	if c.Row != nil {
		out.Row, out.Hall = r.Row(*c.Row), c.Row.Arrived
	}
	if c.Opening != nil {
		out.Opening = r.Opening(c.Opening.Opening, c.Opening.Stored)
	}
	return out
}

// Event writes the points of one event; whether it counts depends on the others.
func (r RankingView) Event(p rankingdesk.Posting) openapi.CareerEvent {
	return openapi.CareerEvent{
		Event: rankingEvent(p.Event), Posting: p.Number, Place: p.Place, National: p.National, Figures: r.figures(p.Figures), ScoreLine: r.line(p.Figures),
		Penalty: unlessZero(p.Penalty), Penalties: openapi.Each(p.Penalties, postedPenalty),
	}
}

// postedPenalty writes one penalty in points of an event; its paragraph is of the event's regulation.
func postedPenalty(p facts.PostedPenalty) openapi.PointsPenalty {
	points, _ := league.ParseFrac(p.Points) // read before, for their sum
	return openapi.PointsPenalty{Round: p.Round, Points: decimal(points), Rule: openapi.Rule{Code: p.Code, Paragraph: p.Paragraph}}
}

// unlessZero writes a figure, which is absent if it is 0.
func unlessZero(f league.Frac) (out openapi.Decimal) {
	if !f.IsZero() {
		out = decimal(f)
	}
	return out
}

// Opening writes a player's opening.
func (r RankingView) Opening(o ranking.Opening, stored facts.RankingOpening) openapi.CareerOpening {
	return openapi.CareerOpening{
		Figures: r.figures(o.Figures), ScoreLine: r.line(o.Figures), NationalPoints: decimal(o.National), Reason: stored.Reason,
	}
}

func (r RankingView) figures(figures []league.Frac) []openapi.Decimal {
	out := make([]openapi.Decimal, len(figures))
	for i, c := range r.of.Keeper.Columns() {
		if out[i] = decimal(figures[i]); c.Figure == rules.FigureShare {
			out[i] = r.v.share(figures[i])
		}
	}
	return out
}

// line are the figures as the score line of the ruleset writes them; "" without one.
func (r RankingView) line(figures []league.Frac) string {
	line := r.of.Keeper.Ruleset().ScoreLine
	if line == nil {
		return ""
	}
	ordered := make([]league.Frac, len(line.Figures))
	for i, figure := range line.Figures {
		for k, c := range r.of.Keeper.Columns() {
			if c.Figure == figure {
				ordered[i] = figures[k]
			}
		}
	}
	return r.v.scoreLine(ordered)
}
