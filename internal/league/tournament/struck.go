package tournament

import (
	"cmp"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/discipline"
)

// struck returns the entries that are out by a moment, in the order in which they went: expelled
// (CN09 5.5b), withdrawn, or marked as leavers in a result (CN09 3.5). An entry that is out for
// several reasons is out by the first of them, an expulsion before the leaving that it caused.
//
// Leaving while the final is played strikes nobody: no paragraph requires it, and no round is left
// from which to strike.
func (p *replay) struck(until league.Moment) []Struck {
	par := p.leavingParagraph()
	var out []Struck
	for _, e := range discipline.Of(p.r, p.facts.Sanctions, until).Expelled {
		out = append(out, Struck{Entry: e.Entry, At: e.At, Cause: Expelled, Grounds: e.Grounds})
	}
	for _, w := range p.facts.Withdrawals {
		if w.At.Compare(until) > 0 || p.inFinal(w.At) || w.Qualified && w.At.Round == until.Round {
			continue
		}
		s := Struck{Entry: w.Entry, At: w.At, Cause: Withdrew}
		s.Grounds = p.r.Grounds(par, "withdrew-after-round", "round", strconv.Itoa(w.At.Round))
		if w.At.During {
			s.Cause, s.Grounds = LeftGame, p.leftGame(w.At.Round)
		}
		out = append(out, s)
	}
	for i, round := range p.facts.Rounds[:min(until.Round, len(p.facts.Rounds))] {
		at := league.Moment{Round: i + 1, During: true}
		if p.inFinal(at) {
			continue
		}
		for _, table := range round.Tables {
			if table.Result == nil {
				continue
			}
			if !p.r.Leaving.GameOnly {
				for _, entry := range leaversOf(*table.Result) {
					out = append(out, Struck{Entry: entry, At: at, Cause: LeftGame, Grounds: p.leftGame(at.Round)})
				}
			}
			out = append(out, p.wreckers(table.Result.Void, at)...)
		}
	}
	league.Sort(out, func(a, b Struck) int { return a.At.Compare(b.At) })
	return firstOfEach(out)
}

// leaversOf returns the entries that left a game, in the order in which they did.
func leaversOf(result league.Result) []league.Entry {
	if !slices.ContainsFunc(result.Seats, func(s league.SeatResult) bool { return s.Left != 0 }) {
		return nil
	}
	seats := slices.DeleteFunc(slices.Clone(result.Seats), func(s league.SeatResult) bool { return s.Left == 0 })
	league.Sort(seats, func(a, b league.SeatResult) int { return cmp.Compare(a.Left, b.Left) })
	entries := make([]league.Entry, len(seats))
	for i, seat := range seats {
		entries[i] = seat.Entry
	}
	return entries
}

// wreckers returns the entries that are out because they are at fault for a void game (SQ00 base
// 22).
func (p *replay) wreckers(void *league.Void, at league.Moment) []Struck {
	if void == nil {
		return nil
	}
	var out []Struck
	for _, entry := range slices.Sorted(slices.Values(void.AtFault)) {
		out = append(out, Struck{
			Entry: entry, At: at, Cause: WreckedGame,
			Grounds: p.r.Grounds(p.r.Scoring.Void.Paragraph, "wrecked-game-of-round", "round", strconv.Itoa(at.Round)),
		})
	}
	return out
}

// leavingParagraph returns the paragraph by which leavers are out.
func (p *replay) leavingParagraph() string {
	return cmp.Or(p.r.Leaving.Paragraph, p.r.Tables.MinToContinue.Paragraph)
}

func (p *replay) leftGame(round int) league.Grounds {
	return p.r.Grounds(p.leavingParagraph(), "left-game-of-round", "round", strconv.Itoa(round))
}

// inFinal reports whether a moment lies in the game of the final.
func (p *replay) inFinal(at league.Moment) bool {
	return at.During && p.kind(at.Round-1) == league.Final
}

func firstOfEach(struck []Struck) []Struck {
	var out []Struck
	for _, s := range struck {
		if !isStruck(out, s.Entry) {
			out = append(out, s)
		}
	}
	return out
}

func isStruck(struck []Struck, entry league.Entry) bool {
	return slices.ContainsFunc(struck, func(s Struck) bool { return s.Entry == entry })
}

// running sets the players who have left a game without result, and the condition of the game (CN09
// 3.5).
func (p *replay) running(table *TableState, number int) {
	during := league.Moment{Round: number, During: true}
	for _, e := range discipline.Of(p.r, p.facts.Sanctions, during).Expelled {
		if e.At == during && slices.Contains(table.Seats, e.Entry) {
			table.Left = append(table.Left, e.Entry)
		}
	}
	for _, w := range p.facts.Withdrawals {
		if w.At == during && slices.Contains(table.Seats, w.Entry) && !slices.Contains(table.Left, w.Entry) {
			table.Left = append(table.Left, w.Entry)
		}
	}
	rule := p.r.Tables.MinToContinue
	remain := len(table.Seats) - len(table.Left)
	table.Running = Playing
	if len(table.Left) == 0 {
		return
	}
	table.Substitute = p.substitute(*table)
	table.Running = GoesOn
	reason := "game-goes-on"
	if remain < rule.Players {
		table.Running = EndsAtOnce
		reason = "game-ends-at-once"
	}
	grounds := p.r.Grounds(rule.Paragraph, reason, "table", strconv.Itoa(table.Number), "remaining", strconv.Itoa(remain))
	table.Grounds = &grounds
}

// substitute returns the grounds for a substitute who plays on for players who have left a game (BG
// 1.1.6); nil if none is needed.
func (p *replay) substitute(table TableState) *league.Grounds {
	rule := p.r.Tables.Substitute
	remain := len(table.Seats) - len(table.Left)
	if rule == nil || len(table.Left) == 0 || remain >= rule.Below {
		return nil
	}
	grounds := p.r.Grounds(rule.Paragraph, "substitute-needed", "table", strconv.Itoa(table.Number), "remaining", strconv.Itoa(remain))
	return &grounds
}

// barred returns the entries that left without good reason, with the events from which the ruleset
// bars them (BG 1.1.7).
func (p *replay) barred() []Barred {
	rule := p.r.Leaving
	if rule.Ban == "" {
		return nil
	}
	var out []Barred
	for _, w := range p.facts.Withdrawals {
		if w.Unexcused {
			out = append(out, Barred{Entry: w.Entry, From: string(rule.Ban), Grounds: p.r.Grounds(rule.Paragraph, "left-without-good-reason")})
		}
	}
	league.Sort(out, func(a, b Barred) int { return cmp.Compare(a.Entry, b.Entry) })
	return slices.CompactFunc(out, func(a, b Barred) bool { return a.Entry == b.Entry })
}
