package series

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/formula"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
)

// Result is the result of one player in one event.
type Result struct {
	Event  int             `json:"event"` // number within the series, in order of time, from 1
	Player league.PlayerID `json:"player"`
	Place  int             `json:"place"`
	Points league.Frac     `json:"points"`
}

// Counted is a result with the decision whether it counts.
type Counted struct {
	Result
	Counts  bool           `json:"counts"`
	Grounds league.Grounds `json:"grounds"`
}

// Penalty holds points that are added to a player's total in a series; they are mostly negative.
type Penalty struct {
	Player league.PlayerID `json:"player"`
	Points league.Frac     `json:"points"`
}

// Row is one line of the standings of a series.
type Row struct {
	// Rank is 1, 2, 2, 4: players level on every criterion share it.
	Rank   int             `json:"rank"`
	Player league.PlayerID `json:"player"`
	// Figures are parallel to the criteria of the ruleset's series.
	Figures []league.Frac `json:"figures"`
	// Decided is the index of the criterion that put this row below the one
	// above; -1 on top and where both are level. Par is its paragraph.
	Decided int    `json:"decided"`
	Par     string `json:"paragraph,omitempty"`
	// Results are the player's results, in order of the events.
	Results []Counted `json:"results"`
	// Penalties is the sum of the penalties added to the total.
	Penalties league.Frac `json:"penalties"`
	// Known holds all figures of the player in the series by name, calculations included.
	Known map[string]league.Frac `json:"-"`
}

// Standings ranks the players of a series after a number of events by their results, the best first. The order
// of the results and of the penalties does not matter. The ruleset must have a section series. A player with a
// penalty and no result is not in the standings.
//
// Standings returns league.Faults with pointers into the results for an event outside the series, for two
// results of a player in one event, and for a formula that cannot be evaluated.
func Standings(r *rules.Ruleset, events int, results []Result, penalties []Penalty) ([]Row, error) {
	if faults := check(events, results); len(faults) > 0 {
		return nil, faults
	}
	players := playersOf(results)
	of := make(map[league.PlayerID]league.Frac, len(penalties))
	for _, penalty := range penalties {
		of[penalty.Player] = of[penalty.Player].Add(penalty.Points)
	}
	most := best(r.Series.Counting, players)
	for _, p := range players {
		p.best, p.penalties = most, of[p.id]
	}
	criteria := r.Series.Criteria
	entrants := make([]standings.Entrant, len(players))
	for i, p := range players {
		figures, err := p.figures(r, events)
		if err != nil {
			return nil, err
		}
		own := make([]league.Frac, len(criteria))
		for k, c := range criteria {
			own[k] = figures[c.Figure]
		}
		p.known, entrants[i] = figures, standings.Entrant{Entry: league.Entry(i + 1), Own: own}
	}
	rows := make([]Row, len(players))
	for i, row := range standings.Rank(criteria, entrants, nil) {
		p := players[row.Entry-1]
		rows[i] = Row{
			Rank: row.Rank, Player: p.id, Figures: row.Figures, Decided: row.Decided, Par: row.Par, Results: p.results(r), Penalties: p.penalties, Known: p.known,
		}
	}
	return rows, nil
}

func check(events int, results []Result) (faults league.Faults) {
	add := func(i int, member, reason string, params ...string) {
		var r rules.Ruleset
		faults = append(faults, league.Fault{Field: fmt.Sprintf("/results/%d/%s", i, member), Grounds: r.Grounds("", reason, params...)})
	}
	type start struct {
		event  int
		player league.PlayerID
	}
	seen := make(map[start]bool)
	for i, result := range results {
		this := start{result.Event, result.Player}
		switch last := min(events, rules.MaxEvents); {
		case result.Event < 1 || result.Event > last:
			add(i, "event", "outside-range", "min", "1", "max", strconv.Itoa(last))
		case seen[this]:
			add(i, "player", "repeated", "value", result.Player.String())
		}
		seen[this] = true
	}
	return faults
}

// player is a player with their results.
type player struct {
	id league.PlayerID
	// first is the index of the player's first result in the input.
	first int
	// byEvent and byPoints hold the same results: the first sorted by event, the second with the best first.
	byEvent, byPoints []Result
	// best limits how many of them count; 0 means all.
	best int
	// penalties is the sum of the player's penalties.
	penalties league.Frac
	// known holds the figures by name.
	known map[string]league.Frac
}

// best returns how many of a player's results count: the number of the ruleset, or the fewest results that any
// player has.
func best(counting rules.Counting, players []*player) int {
	if counting.BestBy != rules.FewestPlayed {
		return counting.Best
	}
	fewest := 0
	for _, p := range players {
		if fewest == 0 || len(p.byEvent) < fewest {
			fewest = len(p.byEvent)
		}
	}
	return fewest
}

// playersOf returns the players in order of their ids.
func playersOf(results []Result) []*player {
	found := make(map[league.PlayerID]*player)
	var players []*player
	for i, result := range results {
		p := found[result.Player]
		if p == nil {
			p = &player{id: result.Player, first: i}
			found[p.id] = p
			players = append(players, p)
		}
		p.byEvent = append(p.byEvent, result)
	}
	for _, p := range players {
		slices.SortFunc(p.byEvent, func(a, b Result) int { return a.Event - b.Event })
		p.byPoints = slices.Clone(p.byEvent)
		slices.SortStableFunc(p.byPoints, func(a, b Result) int { return b.Points.Cmp(a.Points) })
	}
	slices.SortFunc(players, func(a, b *player) int { return bytes.Compare(a.id.UUID[:], b.id.UUID[:]) })
	return players
}

// split returns the results that count and those that do not, the best first.
func (p *player) split() (counted, dropped []Result) {
	best := p.best
	if best == 0 || best > len(p.byPoints) {
		best = len(p.byPoints)
	}
	return p.byPoints[:best], p.byPoints[best:]
}

// figures returns the player's figures of the series and of its calculations, by name.
func (p *player) figures(r *rules.Ruleset, events int) (map[string]league.Frac, error) {
	counted, dropped := p.split()
	firsts := 0
	for _, result := range p.byEvent {
		if result.Place == 1 {
			firsts++
		}
	}
	known := map[string]league.Frac{
		rules.SeriesTotal: sum(counted).Add(p.penalties), rules.SeriesPlayed: league.Int(len(p.byEvent)), rules.SeriesFirsts: league.Int(firsts),
	}
	if len(dropped) > 0 {
		known[rules.SeriesBestDropped] = dropped[0].Points
	}
	values := formula.Values{
		Common: []league.Frac{league.Int(events), league.Int(len(p.byEvent)), league.Int(firsts), p.penalties},
		Lists:  [][]league.Frac{pointsOf(p.byEvent), pointsOf(counted), pointsOf(dropped)},
	}
	for _, k := range r.CalculationsOf(rules.OfSeries) {
		exact, err := k.Formula.Of(values)
		if err != nil {
			grounds := r.Stopped(k, err)
			grounds.Params["figure"] = k.ID
			return nil, league.Faults{{Field: fmt.Sprintf("/results/%d", p.first), Grounds: grounds}}
		}
		known[k.ID] = k.Value(exact)
		values.Common = append(values.Common, known[k.ID])
	}
	return known, nil
}

func pointsOf(results []Result) []league.Frac {
	points := make([]league.Frac, len(results))
	for i, result := range results {
		points[i] = result.Points
	}
	return points
}

func sum(results []Result) league.Frac {
	var sum league.Frac
	for _, result := range results {
		sum = sum.Add(result.Points)
	}
	return sum
}

// results returns the player's results, each with whether and why it counts.
func (p *player) results(r *rules.Ruleset) []Counted {
	counting := r.Series.Counting
	_, dropped := p.split()
	rows := make([]Counted, len(p.byEvent))
	for i, result := range p.byEvent {
		rows[i] = Counted{Result: result, Counts: !slices.ContainsFunc(dropped, func(d Result) bool { return d.Event == result.Event })}
		switch {
		case p.best == 0:
			rows[i].Grounds = r.Grounds(r.Series.Paragraph, "every-result-counts")
		case rows[i].Counts:
			rows[i].Grounds = r.Grounds(counting.Paragraph, "among-best-results", "best", strconv.Itoa(p.best))
		default:
			rows[i].Grounds = r.Grounds(counting.Paragraph, "behind-best-results", "best", strconv.Itoa(p.best))
		}
	}
	return rows
}
