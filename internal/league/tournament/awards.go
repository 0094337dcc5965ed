package tournament

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/standings"
)

// awards returns the prizes for the results (FG14 5); nil if everybody has left.
func (p *replay) awards() []Award {
	if len(p.state.Final) == 0 {
		return nil
	}
	var out []Award
	winner := p.state.Final[0]
	for _, rule := range p.r.Awards {
		if rule.To == rules.ToWinner {
			out = append(out, Award{ID: rule.ID, Entry: winner.Entry, Grounds: p.r.Grounds(rule.Paragraph, "award-to-winner")})
			continue
		}
		for _, row := range p.awardRows(rule) {
			if row.Entry == winner.Entry {
				continue
			}
			out = append(out, Award{
				ID: rule.ID, Entry: row.Entry, Figure: row.Figures[0],
				Grounds: p.r.Grounds(rule.Paragraph, "award-to-best-other", "standings", rule.Standings),
			})
			break
		}
	}
	return out
}

// awardRows returns the standings that decide an award, of the entries that are still in. The
// ruleset decides whether they include those who left the final, or were expelled in it or after it
// (FG14 5, reading A001-10).
func (p *replay) awardRows(rule rules.Award) []standings.Row {
	counted := *p
	if rule.Games == rules.WithFinal {
		counted.played = append(counted.played[:len(counted.played):len(counted.played)], p.gamesOfFinal()...)
	}
	until := league.Moment{Round: len(p.facts.Rounds)}
	gone := p.goneInFinal()
	in := func(entry league.Entry) bool {
		if slices.Contains(gone, entry) {
			return rule.FinalLeavers == rules.AwardKept
		}
		return !isStruck(p.state.Struck, entry)
	}
	return counted.rank(p.criteriaOf(rule.Standings), p.state.Record.Warnings, until, in)
}

// goneInFinal returns the entries that left the final or were expelled in it or after it; nil if
// there is no final.
func (p *replay) goneInFinal() []league.Entry {
	last := len(p.facts.Rounds)
	if p.facts.Rounds[last-1].Kind != league.Final {
		return nil
	}
	var gone []league.Entry
	for _, table := range p.facts.Rounds[last-1].Tables {
		gone = append(gone, leaversOf(*table.Result)...)
	}
	for _, s := range p.state.Struck {
		if s.At.Round == last {
			gone = append(gone, s.Entry)
		}
	}
	return gone
}

// gamesOfFinal returns the seats of the final in the form in which they count beside the rounds
// that everybody plays: the points for the place, and wins, victory points and share, which count
// "in all games played" (FG14 3). Other recorded figures count in the rounds only.
func (p *replay) gamesOfFinal() []played {
	var out []played
	for i, round := range p.facts.Rounds {
		if round.Kind != league.Final {
			continue
		}
		level := p.level(i+1, league.Preliminary)
		for j, table := range round.Tables {
			game := scoring.ScoreShared(p.r, p.variant, table.Number, *table.Result, level(*table.Result))
			p.calculate(i, j, &game)
			for _, s := range game.Seats {
				seat := scoring.Seat{Entry: s.Entry, Points: s.Points, Win: s.Win, Counted: s.Counted, Share: s.Share}
				out = append(out, played{round: i + 1, table: table.Number, seat: seat, ofFinal: true})
			}
		}
	}
	return out
}
