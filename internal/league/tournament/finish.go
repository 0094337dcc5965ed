package tournament

import (
	"cmp"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/discipline"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/standings"
)

// finish completes the event's state: the present record and, when the event is over, the final
// order.
func (p *replay) finish() {
	if n := len(p.state.Rounds); n > 0 {
		p.state.Record = p.state.Rounds[n-1].Record // with the entries that are out, as of the last round
	} else {
		p.state.Record = discipline.Of(p.r, p.facts.Sanctions, league.Moment{})
		p.state.Struck = p.struck(league.Moment{})
	}
	p.state.Barred = p.barred()
	if n := len(p.state.Rounds); n > 0 && p.state.Next.Kind == "" && p.state.Rounds[n-1].Complete {
		p.state.Final = p.final()
		p.eventPoints()
		p.state.Awards = p.awards()
	}
}

// final returns the final order of everybody who started.
//
// No paragraph of CN09 orders those who did not win the final. The reading taken: the places of the
// final; then the semifinalists, in the order in which they would have been called up; then the
// preliminary standings; then those who left or were expelled before the final, the last to leave
// first, unless the ruleset strikes them from this order too (FG14 3). A player who leaves the
// final itself is placed behind the other finalists.
func (p *replay) final() []FinalRow {
	f := &finalOrder{
		rows:     []FinalRow{},
		placed:   make(map[league.Entry]bool),
		criteria: p.criteria,
		figures:  p.figures(p.criteria, league.Moment{Round: len(p.facts.Rounds)}),
	}
	for i := range p.finals {
		for place, entry := range p.finals[i].Places() {
			seat, _ := p.finals[i].Seat(entry)
			f.add(entry, p.r.Grounds(p.r.Elimination.Final.Paragraph, "place-in-final",
				"place", strconv.Itoa(place+1), "vp", strconv.Itoa(seat.VP)))
		}
	}
	last := p.state.Rounds[len(p.state.Rounds)-1].Standings
	p.addSemifinalists(f)
	list, _ := p.r.StandingsOf(p.standingsID())
	var unclassified []standings.Row
	for _, row := range last {
		if p.gamesPlayed(row.Entry) < list.MinGames {
			unclassified = append(unclassified, row)
			continue
		}
		f.add(row.Entry, p.rowGrounds(row))
	}
	p.addStruck(f)
	for _, row := range unclassified {
		f.addUnclassified(row.Entry, p.r.Grounds(list.MinGamesParagraph, "too-few-games",
			"games", strconv.Itoa(p.gamesPlayed(row.Entry)), "needed", strconv.Itoa(list.MinGames)))
	}
	p.givePoints(f.rows)
	return f.rows
}

// givePoints sets the points for places in the event (BG 3.1, read in this way): entries that share
// a place share the points as in a game, entries without a place get none.
func (p *replay) givePoints(rows []FinalRow) {
	rule := p.r.Scoring.Points
	if rule == nil || rule.PerGame() {
		return
	}
	for i := range rows {
		if rows[i].Place == 0 {
			continue
		}
		sharing := 0
		for _, row := range rows {
			if row.Place == rows[i].Place {
				sharing++
			}
		}
		places := make([]league.Frac, sharing)
		if place := rows[i].Place; place <= len(rule.Event) {
			copy(places, rule.Event[place-1:])
		}
		points := scoring.PlacePoints(rule.Level, places)
		rows[i].Points = &points
	}
}

// gamesPlayed counts the preliminary games of an entry.
func (p *replay) gamesPlayed(entry league.Entry) int {
	games := 0
	for _, g := range p.played {
		if g.seat.Entry == entry && p.countsAsPlayed(g) {
			games++
		}
	}
	return games
}

// finalOrder collects entries from the first place down, each once.
type finalOrder struct {
	rows     []FinalRow
	placed   map[league.Entry]bool
	criteria []rules.Criterion
	figures  map[league.Entry][]league.Frac
}

func (f *finalOrder) add(entry league.Entry, grounds league.Grounds) {
	if f.placed[entry] {
		return
	}
	f.placed[entry] = true
	row := FinalRow{Place: len(f.rows) + 1, Entry: entry, Grounds: grounds, Figures: f.figures[entry], Decided: -1}
	if n := len(f.rows); n > 0 && byStandings(f.rows[n-1]) && byStandings(row) {
		_, row.Decided = standings.Order(f.criteria, f.rows[n-1].Figures, row.Figures)
		if row.Decided < 0 {
			row.Place = f.rows[n-1].Place
		}
	}
	f.rows = append(f.rows, row)
}

// addUnclassified adds an entry at the end, without a place.
func (f *finalOrder) addUnclassified(entry league.Entry, grounds league.Grounds) {
	if f.placed[entry] {
		return
	}
	f.placed[entry] = true
	f.rows = append(f.rows, FinalRow{Entry: entry, Grounds: grounds, Figures: f.figures[entry], Decided: -1})
}

// The reasons of a place that the standings give: those of the rounds before an elimination phase,
// or if there is none those of the event (BG 1.2.5).
const (
	preliminaryStandings = "preliminary-standings"
	eventStandings       = "event-standings"
)

func byStandings(row FinalRow) bool {
	return row.Grounds.Reason == preliminaryStandings || row.Grounds.Reason == eventStandings
}

func (p *replay) addSemifinalists(f *finalOrder) {
	if len(p.semifinals) == 0 {
		return
	}
	for _, entry := range qualify.Unqualified(p.r, p.state.Finalists, p.semifinals, p.ranked) {
		if !isStruck(p.state.Struck, entry) {
			f.add(entry, p.r.Grounds(p.r.Elimination.Semifinal.Paragraph, "semifinalist"))
		}
	}
}

// rowGrounds returns the grounds of an entry's rank in the standings.
func (p *replay) rowGrounds(row standings.Row) league.Grounds {
	list, _ := p.r.StandingsOf(p.standingsID())
	reason := preliminaryStandings
	if format := p.state.Format; !format.Semifinal && !format.Final {
		reason = eventStandings
	}
	grounds := p.r.Grounds(cmp.Or(row.Par, list.Paragraph), reason, "rank", strconv.Itoa(row.Rank))
	if row.Decided >= 0 {
		grounds.Params["by"] = p.criteria[row.Decided].Figure
	}
	return grounds
}

// addStruck adds the entries that left at the end, the last to leave first and those who left
// together in the order of their figures, if the ruleset places them at all.
func (p *replay) addStruck(f *finalOrder) {
	if p.r.Leaving.FinalPlace == rules.NoPlace {
		return
	}
	warnings := p.state.Record.Warnings
	everybody := entriesOf(p.rank(p.criteria, warnings, league.Moment{Round: len(p.facts.Rounds)}, everybody))
	struck := slices.Clone(p.state.Struck)
	league.Sort(struck, func(a, b Struck) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(slices.Index(everybody, a.Entry), slices.Index(everybody, b.Entry)))
	})
	for _, s := range struck {
		f.add(s.Entry, s.Grounds)
	}
}
