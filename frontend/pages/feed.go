package pages

import (
	"slices"
	"time"

	"referto/openapi"
)

// longestFeed bounds the items of the feed.
const longestFeed = 12

// news is one thing that happened.
type news struct {
	Time, DateTime string
	Subject, Text  string
	at             time.Time
}

// feed lists the happenings, the latest first, made from the event and its rounds: it needs no record of its own and
// cannot contradict them. It contains the results of the latest round only; those of earlier ones are a tab away.
func (s *eventPage) feed() []news {
	var items []news
	add := func(at time.Time, subject, text string) {
		if !at.IsZero() {
			items = append(items, news{Subject: subject, Text: text, at: at})
		}
	}
	add(s.Event.StartedAt, s.text("feed.event"), s.text("feed.started", "players",
		s.text("count.players", "count", sum(s.Event.Format.TableSizes))))
	for _, round := range s.Rounds {
		name := s.roundName(round)
		add(round.DrawnAt, name, s.text("feed.tables-"+string(round.Method)))
		add(round.Clock.StartedAt, name, s.text("feed.clock-started"))
		for _, table := range round.Tables {
			if hasResult(table) && round.Number == s.latest.Number {
				add(table.Result.EnteredAt, s.tableInFeed(round, table), s.outcome(table, "feed.result"))
			}
		}
		add(round.ClosedAt, name, s.text("feed.round-closed."+string(round.Kind)))
	}
	add(s.Event.FinishedAt, s.text("feed.event"), s.text("feed.finished"))
	slices.SortStableFunc(items, func(a, b news) int { return a.at.Compare(b.at) })
	slices.Reverse(items)
	items = items[:min(len(items), longestFeed)]
	for i := range items {
		at := items[i].at.In(s.zone)
		items[i].Time, items[i].DateTime = s.w.Time(at), at.Format(machineTime)
	}
	return items
}

func (s *eventPage) feedTitle() string {
	if s.Event.State == openapi.EventStateFinished {
		return s.text("feed.title-finished")
	}
	return s.text("feed.title")
}

// tableInFeed names a table, or the final, which has but one.
func (s *eventPage) tableInFeed(round openapi.Round, table openapi.Table) string {
	if len(round.Tables) == 1 {
		return s.roundName(round)
	}
	return s.text("table.number", "n", table.Number)
}

// outcome describes the winner of a table and the points.
func (s *eventPage) outcome(table openapi.Table, key string) string {
	result := table.Result
	if result.Version > 1 {
		key = "feed.corrected"
	}
	points := s.pointsOf(table)
	if void(result) {
		return s.text(key + "-void")
	}
	if result.Team != "" {
		return s.text(key+"-team", "team", result.Team, "points", points)
	}
	var winners []string
	for _, seat := range table.Seats {
		if seat.Number == result.Winner || slices.Contains(result.Winners, seat.Number) {
			winners = append(winners, seat.Player.Name)
		}
	}
	if len(winners) > 0 {
		return s.text(key, "winner", s.w.List(winners), "points", points)
	}
	return s.text(key+"-nobody", "points", points)
}
