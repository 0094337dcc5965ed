package tournament

import (
	"cmp"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
)

// LatenessOf returns the consequences of coming a number of minutes late (SQ00 base 1): within the
// minutes of grace the player gives up the first cards, after them the player does not play. There
// are none for being in time, or if the ruleset has no rule.
func LatenessOf(r *rules.Ruleset, entry league.Entry, minutes int) Lateness {
	l := Lateness{Entry: entry, Minutes: minutes, Plays: true}
	rule := r.Attendance
	if rule == nil || minutes <= 0 {
		return l
	}
	reason := "came-late"
	l.CardsForgone = rule.CardsForgone
	if minutes > rule.Grace {
		l.Plays, l.CardsForgone, reason = false, 0, "came-too-late"
	}
	l.Grounds = r.Grounds(rule.Paragraph, reason, "minutes", strconv.Itoa(minutes))
	return l
}

// late lists the late arrivals to a round, with the consequences.
func (p *replay) late(round int) []Lateness {
	var out []Lateness
	for _, a := range p.facts.Arrivals {
		if a.Round == round && a.Minutes > 0 {
			out = append(out, LatenessOf(p.r, a.Entry, a.Minutes))
		}
	}
	league.Sort(out, func(a, b Lateness) int { return cmp.Compare(a.Entry, b.Entry) })
	return out
}

// coming returns an order without the entries that are absent from a round or come too late to play
// it.
func (p *replay) coming(order []league.Entry, round int) []league.Entry {
	away := make(map[league.Entry]bool)
	for _, a := range p.facts.Absences {
		if a.Round == round && a.AfterDraw == 0 {
			away[a.Entry] = true
		}
	}
	for _, a := range p.facts.Arrivals {
		if a.Round == round && a.AfterDraw == 0 && !LatenessOf(p.r, a.Entry, a.Minutes).Plays {
			away[a.Entry] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(order), func(entry league.Entry) bool { return away[entry] })
}

// previous returns the order of the standings of the previous event, followed by the other entrants
// by start number.
func (p *replay) previous() []league.Entry {
	order := slices.Clone(p.facts.Previous)
	for _, entry := range slices.Sorted(slices.Values(p.facts.Entrants)) {
		if !slices.Contains(order, entry) {
			order = append(order, entry)
		}
	}
	return order
}

// planByPrevious seats the first round by the previous event and later ones as the ruleset
// requires, and keeps the given pairs apart (SQ00 4, 7).
func (p *replay) planByPrevious(rounds int) (seating.Plan, error) {
	order := p.ranked
	plan := seating.ByStandings
	if rounds == 0 || p.pairing.Later == rules.PreviousTournament {
		order, plan = p.stillIn(p.previous(), rounds), seating.ByPrevious
	}
	order = p.coming(order, rounds+1)
	made, err := plan(p.r, p.pairing, order)
	rule := p.pairing.ApartIn(rounds+1, p.state.Format.Rounds)
	if err != nil || rule == nil {
		return made, err
	}
	return seating.KeepApart(p.r, *rule, made, order, p.facts.ApartIn(rounds+1)), nil
}

// ranksOf returns the ranks of entries in an order, from 1.
func ranksOf(order []league.Entry) map[league.Entry]int {
	ranks := make(map[league.Entry]int, len(order))
	for i, entry := range order {
		ranks[entry] = i + 1
	}
	return ranks
}
