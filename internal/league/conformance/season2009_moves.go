package conformance

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// SeasonCalendar are the days of a season that were moved; "" for those that were not.
type SeasonCalendar struct {
	SelectionsFrom   rules.Day `json:"selections_from,omitempty"`
	SelectionsTo     rules.Day `json:"selections_to,omitempty"`
	RegionalFinalsBy rules.Day `json:"regional_finals_by,omitempty"`
}

// SeasonBan records that a player is excluded from the day after the given one on.
type SeasonBan struct {
	Player string    `json:"player"`
	On     rules.Day `json:"on"`
}

// From is the first day on which the ban holds.
func (b SeasonBan) From() rules.Day { return dayAfter(b.On) }

// SeasonLater is a tournament that is found void on a day.
type SeasonLater struct {
	Tournament string    `json:"tournament"`
	On         rules.Day `json:"on"`
	Reason     string    `json:"reason"`
}

// ResultsUnsound is the reason for which a tournament is found void later; all other reasons are known when it
// is judged.
const ResultsUnsound = "results_unsound"

// SeasonMove is one step of a season; exactly one of Event, Ban, Void and Convoked is set.
type SeasonMove struct {
	Day      rules.Day
	Event    *SeasonEvent // played, reported and decided
	Place    int          // of the event in [Season2009.ByDate]
	Ban      *SeasonBan
	Void     *SeasonLater
	Convoked bool // the regional finals are
}

// Moves lists the events of a season up to the finals, in order. On one day the tournaments are played first: a
// ban, and the freedom of players whom a void tournament had qualified, begin the day after. The finals are
// convoked with the facts known on the day.
func (in Season2009) Moves() ([]SeasonMove, error) {
	var moves []SeasonMove
	events := in.ByDate()
	for i := range events {
		moves = append(moves, SeasonMove{Day: events[i].Date, Event: &events[i], Place: i})
	}
	for i := range in.Bans {
		moves = append(moves, SeasonMove{Day: in.Bans[i].On, Ban: &in.Bans[i]})
	}
	for i := range in.Later {
		if reason := in.Later[i].Reason; reason != ResultsUnsound {
			return nil, fmt.Errorf("input: a tournament is found void later because of %q", reason)
		}
		moves = append(moves, SeasonMove{Day: in.Later[i].On, Void: &in.Later[i]})
	}
	if in.ConvokedOn != "" {
		moves = append(moves, SeasonMove{Day: in.ConvokedOn, Convoked: true})
	}
	slices.SortStableFunc(moves, func(a, b SeasonMove) int { return cmp.Compare(a.Day, b.Day) })
	return moves, nil
}

// Period returns the days of the season: those of the regulation, or the ones to which they were moved.
func (in Season2009) Period(r *rules.Ruleset) season.Period {
	calendar := r.Season.Calendar
	p := season.Period{From: calendar.From, To: calendar.To, FinalsBy: r.Season.Final.By}
	if moved := in.Calendar; moved != nil {
		p.From, p.To, p.FinalsBy = cmp.Or(moved.SelectionsFrom, p.From), cmp.Or(moved.SelectionsTo, p.To), cmp.Or(moved.RegionalFinalsBy, p.FinalsBy)
	}
	return p
}

// dayAfter is the next day.
func dayAfter(day rules.Day) rules.Day {
	t, err := time.Parse(time.DateOnly, string(day))
	if err != nil {
		return day // an invalid day is refused when it is read
	}
	return rules.Day(t.AddDate(0, 0, 1).Format(time.DateOnly))
}
