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
		Counted: kinds(r.of.Counted), National: kinds(r.of.National), From: day(r.of.FromDay), Until: day(r.of.UntilDay),
		Cap: openapi.RankingCap{Points: points, Rule: r.v.rule(paragraph)}, Revision: r.of.Revision, CreatedAt: r.of.CreatedAt,
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

// day is a day of the wire; the zero one for none.
func day(d rules.Day) (out openapi_types.Date) {
	if d != "" {
		out = Date(d.Midnight())
	}
	return out
}

// Row writes a row of the ranking or the hall. Events are those of the ranking, in their
// order.
func (r RankingView) Row(row ranking.Row, shared bool, player openapi.PlayerRef, events []openapi.RankingEvent) openapi.RankingRow {
	out := openapi.RankingRow{
		Rank: row.Rank, Shared: shared, Player: player, Figures: r.figures(row.Figures), ScoreLine: r.line(row.Figures),
		NationalPoints: decimal(row.National), Distance: decimal(r.of.Keeper.Distance(row.Career)),
	}
	if row.Decided >= 0 {
		out.DecidedBy = r.of.Keeper.Columns()[row.Decided].Figure
	}
	if row.Arrived {
		if out.FromTheStart = row.Since == 0; !out.FromTheStart {
			out.Since = events[row.Since-1]
		}
	}
	return out
}

// Event writes what one event gave.
func (r RankingView) Event(p ranking.Posting, place int, event openapi.RankingEvent) openapi.CareerEvent {
	return openapi.CareerEvent{
		Event: event, Place: place, National: p.National, Counts: r.of.Keeper.Counts(p), Figures: r.figures(p.Figures), ScoreLine: r.line(p.Figures),
	}
}

// Opening writes what a player brought along.
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
