package tournament

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/qualify"
	"referto/internal/league/scoring"
	"referto/internal/league/seating"
)

// planFinal determines the finalists and seats them.
func (p *replay) planFinal() (seating.Plan, error) {
	var err error
	switch {
	case p.state.Format.Semifinal:
		err = p.qualifyFromSemifinals()
	case len(p.r.Elimination.Final.FromTables) > 0:
		err = p.qualifyFromTables()
	default:
		err = p.qualifyFromStandings()
	}
	if err != nil {
		return seating.Plan{}, err
	}
	finalists := make([]league.Entry, len(p.state.Finalists))
	for i, q := range p.state.Finalists {
		finalists[i] = q.Entry
	}
	return seating.Final(p.r, finalists), nil
}

func (p *replay) qualifyFromTables() (err error) {
	games := p.lastGames()
	if p.state.Qualifiers, err = qualify.FromTables(p.r, len(p.facts.Entrants), games); err != nil {
		return err
	}
	p.state.Finalists, p.state.Vacant, err = qualify.CallUpFromTables(p.r, p.state.Qualifiers, games, p.gone())
	return err
}

// gone returns the entries that are out at present.
func (p *replay) gone() map[league.Entry]bool {
	gone := make(map[league.Entry]bool)
	for _, s := range p.state.Struck {
		gone[s.Entry] = true
	}
	return gone
}

func (p *replay) qualifyFromSemifinals() (err error) {
	p.state.Qualifiers = qualify.FromSemifinals(p.r, p.state.Format.Advance, p.semifinals, p.ranked)
	p.state.Finalists, p.state.Vacant, err = qualify.CallUp(p.r, p.state.Qualifiers, p.semifinals, p.ranked, p.gone())
	return err
}

// qualifyFromStandings takes the first entries of the standings, and for those who have given up
// since, the first of those excluded (FG14 3); an entry that has stepped in may give up in turn.
// The finalists are set even if they are too few for a final.
func (p *replay) qualifyFromStandings() error {
	p.state.Qualifiers = qualify.Finalists(p.r, p.ranked)
	p.state.Finalists = p.state.Qualifiers
	gone := p.gaveUp(len(p.state.Rounds))
	if len(gone) == 0 {
		return qualify.Enough(p.r, p.state.Finalists)
	}
	remain := slices.DeleteFunc(slices.Clone(p.ranked), func(entry league.Entry) bool { return slices.Contains(gone, entry) })
	p.state.Finalists = qualify.Finalists(p.r, remain)
	qualified := func(entry league.Entry) bool {
		return slices.ContainsFunc(p.state.Qualifiers, func(q qualify.Qualified) bool { return q.Entry == entry })
	}
	vacant := slices.DeleteFunc(gone, func(entry league.Entry) bool { return !qualified(entry) })
	for i := range p.state.Finalists {
		q := &p.state.Finalists[i]
		if qualified(q.Entry) || len(vacant) == 0 {
			continue
		}
		q.Replaces, vacant = vacant[0], vacant[1:]
		q.Grounds = p.r.Grounds(p.r.Elimination.Final.Paragraph, "called-up-from-standings", "replaces", itoa(q.Replaces))
	}
	return qualify.Enough(p.r, p.state.Finalists)
}

// gaveUp returns the entries that withdrew after they had been named for the final, in the order of
// the standings.
func (p *replay) gaveUp(round int) []league.Entry {
	var gone []league.Entry
	for _, entry := range p.ranked {
		if slices.ContainsFunc(p.facts.Withdrawals, func(w league.Withdrawal) bool {
			return w.Qualified && w.At.Round <= round && w.Entry == entry
		}) {
			gone = append(gone, entry)
		}
	}
	return gone
}

// lastGames returns the games of the round that was derived last.
func (p *replay) lastGames() []scoring.Game {
	var games []scoring.Game
	for _, table := range p.state.Rounds[len(p.state.Rounds)-1].Tables {
		games = append(games, *table.Game)
	}
	return games
}
