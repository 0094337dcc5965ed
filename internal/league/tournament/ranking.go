package tournament

import (
	"cmp"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/discipline"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/standings"
)

// rankRound sets the standings after a round, those that seat and the others.
func (p *replay) rankRound(round *RoundState) {
	in := func(entry league.Entry) bool { return p.stays(entry, p.state.Struck) }
	end := league.Moment{Round: round.Number}
	round.Standings = p.rank(p.criteria, round.Record.Warnings, end, in)
	for _, list := range p.r.Standings {
		if list.ID != p.standingsID() {
			round.Further = append(round.Further, FurtherStandings{
				ID: list.ID, Criteria: list.Criteria, Rows: p.rank(list.Criteria, round.Record.Warnings, end, in),
			})
		}
	}
	p.tally(round)
	if line := p.r.ScoreLine; line != nil {
		round.Lines = p.figures(line.Criteria(), end)
	}
	if !ForEverybody(round.Kind, round.Number) {
		return
	}
	p.ranked = slices.DeleteFunc(entriesOf(round.Standings), func(entry league.Entry) bool { return isStruck(p.state.Struck, entry) })
	p.earlier = ranksOf(entriesOf(round.Standings))
}

// tally counts the games that the ruleset asks for, and lists the void games with and without a
// score.
func (p *replay) tally(round *RoundState) {
	if list, _ := p.r.StandingsOf(p.standingsID()); list.MinGames > 0 {
		round.Games = make(map[league.Entry]int)
	}
	for _, g := range p.played {
		if g.seat.Void {
			if score, known := p.voidScore(g); known {
				round.Copied = append(round.Copied, score)
			} else {
				round.Pending = append(round.Pending, PendingScore{Entry: g.seat.Entry, Round: g.round, Grounds: score.Grounds})
			}
		}
		if round.Games != nil && p.countsAsPlayed(g) {
			round.Games[g.seat.Entry]++
		}
	}
}

func (p *replay) countsAsPlayed(g played) bool {
	return !g.seat.Void || p.r.Scoring.Void.Counts == rules.CountsAsPlayed
}

// stays reports whether an entry is in the standings: everybody who is not struck, and those of the
// struck whom the ruleset keeps. An entry that withdrew before its first game has no results to
// keep.
func (p *replay) stays(entry league.Entry, struck []Struck) bool {
	i := slices.IndexFunc(struck, func(s Struck) bool { return s.Entry == entry })
	if i < 0 {
		return true
	}
	leaving := p.r.Leaving
	switch struck[i].Cause {
	case Withdrew:
		return leaving.Withdrawn == rules.KeptInStandings && p.satDown(entry)
	case LeftGame, Expelled:
		return leaving.Disqualified == rules.KeptInStandings
	default:
		return false
	}
}

// satDown reports whether an entry has a seat in any round drawn.
func (p *replay) satDown(entry league.Entry) bool {
	return slices.ContainsFunc(p.facts.Rounds, func(round Round) bool {
		return slices.ContainsFunc(round.Tables, func(t Table) bool { return slices.Contains(t.Seats, entry) })
	})
}

// rank ranks entrants by the games derived up to now and by the sanctions up to a moment.
func (p *replay) rank(criteria []rules.Criterion, warnings map[league.Entry]int, until league.Moment, in func(league.Entry) bool) []standings.Row {
	var entrants []standings.Entrant
	own := p.ownFigures(criteria, until)
	for _, entry := range p.facts.Entrants {
		if !in(entry) {
			continue
		}
		entrant := standings.EntrantOf(criteria, entry, warnings[entry], p.facts.Lots[entry])
		for figure, of := range own {
			entrant.Give(criteria, figure, of(entry))
		}
		entrants = append(entrants, entrant)
	}
	return standings.Rank(criteria, entrants, p.games(criteria))
}

// games returns the seats of the preliminary games up to now as terms of criteria; void ones have
// only the score of another round and the price of leaving them.
func (p *replay) games(criteria []rules.Criterion) []standings.Game {
	games := make([]standings.Game, len(p.played))
	for i, g := range p.played {
		if g.seat.Void {
			score, known := p.voidScore(g)
			g.seat = score.seat(g.seat, known)
		}
		games[i] = standings.GameOf(criteria, g.round, g.table, g.seat)
		games[i].Void = games[i].Void || g.ofFinal
	}
	return games
}

// seat returns the void game of a seat in the form in which the standings count it: without points
// while its score is not known, and with the price of leaving it although it is void (SQ00 base
// 20).
func (s CopiedScore) seat(void scoring.Seat, known bool) scoring.Seat {
	seat := scoring.Seat{Entry: void.Entry, Void: true, Penalty: void.Penalty}
	if known {
		seat.Points = &s.Points
	}
	return seat
}

// voidScore returns the score of a void game (SQ00 base 22): the points of the next round that the
// player has played, or, once no round is to come, those of the last round before; 0 if they have
// played no other. It is unknown while rounds are to come.
func (p *replay) voidScore(void played) (score CopiedScore, known bool) {
	var before, after *played
	for i := range p.played {
		g := &p.played[i]
		switch {
		case g.seat.Entry != void.seat.Entry || g.seat.Void || g.seat.Points == nil:
		case g.round < void.round && (before == nil || g.round > before.round):
			before = g
		case g.round > void.round && (after == nil || g.round < after.round):
			after = g
		}
	}
	last := 0
	for _, g := range p.played {
		last = max(last, g.round)
	}
	par := p.r.Scoring.Void.Paragraph
	score = CopiedScore{Entry: void.seat.Entry, Round: void.round}
	from := cmp.Or(after, before)
	switch {
	case after == nil && last < p.state.Format.Rounds:
		score.Grounds = p.r.Grounds(par, "void-score-pending")
		return score, false
	case from == nil:
		score.Grounds = p.r.Grounds(par, "void-score-nowhere")
	default:
		score.From, score.Points = from.round, *from.seat.Points
		score.Grounds = p.r.Grounds(par, "void-score-of-round", "round", strconv.Itoa(from.round))
	}
	return score, true
}

// figures returns the figures of all entrants for criteria, by the games derived up to now and the
// sanctions up to a moment.
func (p *replay) figures(criteria []rules.Criterion, until league.Moment) map[league.Entry][]league.Frac {
	warnings := discipline.Of(p.r, p.facts.Sanctions, until).Warnings
	figures := make(map[league.Entry][]league.Frac, len(p.facts.Entrants))
	for _, row := range p.rank(criteria, warnings, until, everybody) {
		figures[row.Entry] = row.Figures
	}
	return figures
}

func everybody(league.Entry) bool { return true }
