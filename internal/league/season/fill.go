package season

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// fill gives free places in a final to the players whom the ruleset lets step in: one from the same
// event, and nobody else (CN09 1.7, 1.9).
func (d *derivation) fill(to rules.SeasonFinal) {
	var held, free []int
	for i := range d.places {
		if p := &d.places[i]; p.To == to && p.State == Held {
			held = append(held, i)
		}
	}
	league.Sort(held, func(a, b int) int { return d.before(&d.places[a], &d.places[b]) })
	for _, i := range slices.Backward(held) { // a player with two places keeps the better one
		if d.vacate(&d.places[i]) {
			free = append(free, i)
		}
	}
	for _, i := range slices.Backward(free) {
		d.replace(&d.places[i])
	}
}

// before compares two places that one person could have: a place that nobody else may take comes
// first, then a paid one, then the one of an earlier event.
func (d *derivation) before(a, b *Place) int {
	if d.rules.CallUp.Twice == rules.RefundedRoute && a.To == rules.ToNationalFinal {
		if c := cmp.Compare(a.worth(), b.worth()); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.Origin.Day, b.Origin.Day)
}

// worth returns the rank of a place's value, 0 for the best: the champion's own, then that of a
// regional final, other paid ones, unpaid ones.
func (p *Place) worth() int {
	switch {
	case p.Origin.Kind == FromChampionship:
		return 0
	case p.Refund && p.Origin.Kind == FromRegionalFinal:
		return 1
	case p.Refund:
		return 2
	}
	return 3
}

// vacate frees a place whose holder does not take it, and reports whether it did.
func (d *derivation) vacate(p *Place) bool {
	holder := seat{p.Holder, p.To}
	no, leaves := d.cannotCome(p.Holder, p)
	switch {
	case leaves:
		for _, c := range d.asked[holder] {
			d.convoked(p, c)
		}
		p.AnswerBy = nil
	case d.holds[holder] > 1, p.To == rules.ToRegionalFinal && d.holds[seat{p.Holder, rules.ToNationalFinal}] > 0:
		no = d.another(p.Holder)
		no.Day = max(p.Origin.Day, d.latest[holder])
		if p.To == rules.ToRegionalFinal {
			no.Day = max(no.Day, d.latest[seat{p.Holder, rules.ToNationalFinal}])
		}
	default:
		return false
	}
	p.Steps = append(p.Steps, no)
	d.holds[holder]--
	p.Holder, p.State = nobody, left(no.Kind, Lost)
	return true
}

// left returns the state of a place that a player does not take; otherwise is its state if the
// player has neither declined nor let the answer lapse.
func left(by StepKind, otherwise PlaceState) PlaceState {
	switch by {
	case Declined:
		return PlaceDeclined
	case Lapsed:
		return PlaceLapsed
	}
	return otherwise
}

// another returns the step of a player who has another place, citing the paragraph that excludes
// the qualified.
func (d *derivation) another(player league.PlayerID) PlaceStep {
	paragraph := ""
	for _, e := range d.facts.Rules.Eligibility {
		if e.Reason == rules.AlreadyQualified {
			paragraph = e.Paragraph
		}
	}
	return PlaceStep{Kind: PassedOver, Player: player, Grounds: d.facts.Rules.Grounds(paragraph, "holds-another-place")}
}

// cannotCome returns the step of a player who does not come to a final because they declined, did
// not answer, or are barred; false if they can come.
func (d *derivation) cannotCome(player league.PlayerID, p *Place) (PlaceStep, bool) {
	if u, away := d.away[seat{player, p.To}]; away {
		kind, reason := Declined, "cannot-come"
		if u.Lapsed {
			kind, reason = Lapsed, "did-not-answer"
		}
		return PlaceStep{Kind: kind, Player: player, At: u.At, Grounds: d.facts.Rules.Grounds(d.rules.AnswerParagraph(p.To), reason)}, true
	}
	if len(d.bars[player]) == 0 {
		return PlaceStep{}, false
	}
	final := occasion{day: d.dayOf(p), final: p.To}
	for _, e := range d.facts.Rules.Eligibility {
		if since, is := d.barredSince(player, e.Reason, final); is {
			day := max(p.Origin.Day, since)
			return PlaceStep{Kind: Barred, Player: player, Day: day, Grounds: d.facts.Rules.Grounds(e.Paragraph, string(e.Reason))}, true
		}
	}
	return PlaceStep{}, false
}

// dayOf returns the day of the final of a place, or the last day on which it can be played.
func (d *derivation) dayOf(p *Place) rules.Day {
	period := d.facts.Period
	if p.To == rules.ToNationalFinal {
		return cmp.Or(period.NationalFinal, period.FinalsBy)
	}
	region := p.Region
	for range len(d.merges) + 1 { // mergers may go round in a circle
		if final, played := d.finals[region]; played {
			return final.Day
		}
		region = d.merges[region]
	}
	return period.FinalsBy
}

// replace gives a free place to the player who may step in, or leaves it empty.
func (d *derivation) replace(p *Place) {
	lead, ranking, ruleset := d.leadOf(p)
	by := lead.Substitute
	if by == nil {
		d.lose(p, ruleset.Grounds(d.rules.AccessTo(p.To), "nobody-may-step-in"))
		return
	}
	if len(ranking) < by.Place {
		d.lose(p, ruleset.Grounds(by.Paragraph, "nobody-to-step-in", "rank", itoa(by.Place)))
		return
	}
	next := ranking[by.Place-1]
	if no, away := d.unfit(next, p); away {
		p.State, no.Kind = left(no.Kind, p.State), PassedOver
		p.Steps = append(p.Steps, no)
		d.lose(p, ruleset.Grounds(by.Paragraph, "nobody-else-may-step-in"))
		return
	}
	freed := p.Steps[len(p.Steps)-1]
	p.State, p.Holder, p.Substitute = Held, next, true
	p.Refund = lead.Refund && d.rules.Refund.Substitute == rules.AsRoute
	p.Steps = append(p.Steps, PlaceStep{
		Kind: SteppedIn, Player: next, At: freed.At, Day: freed.Day, Grounds: ruleset.Grounds(by.Paragraph, "steps-in", "rank", itoa(by.Place)),
	})
	d.hold(p)
}

// unfit returns why a player does not take a place that they could have: they cannot come, are
// barred, or have another one; false if they can take it.
func (d *derivation) unfit(player league.PlayerID, p *Place) (PlaceStep, bool) {
	if no, away := d.cannotCome(player, p); away {
		return no, true
	}
	if d.has(player, p.To) {
		return d.another(player), true
	}
	if p.Origin.Kind == FromRegionalFinal && slices.Contains(d.without[p.Origin.Region], player) {
		g := d.facts.Rules.Grounds(d.rules.Final.LeadsParagraph, "won-without-place")
		return PlaceStep{Kind: PassedOver, Player: player, Grounds: g}, true
	}
	return PlaceStep{}, false
}

// has reports whether a player may take no further place in a final: they have one there, or, for a
// regional final, have qualified by themselves.
func (d *derivation) has(player league.PlayerID, to rules.SeasonFinal) bool {
	if d.holds[seat{player, to}] > 0 {
		return true
	}
	_, qualified := d.since[player]
	return to == rules.ToRegionalFinal && qualified
}

// leadOf returns the rule by which a place was given, with the ranking of the event that it comes
// from, and the ruleset.
func (d *derivation) leadOf(p *Place) (rules.Lead, []league.PlayerID, *book) {
	switch p.Origin.Kind {
	case FromEvent:
		e := d.events[p.Origin.Event]
		return e.state.Tier.Leads[p.Origin.Rank-1], e.ranking, e.rules
	case FromRegionalFinal:
		return d.rules.Final.Leads[p.Origin.Rank-1], d.finals[p.Origin.Region].Ranking, d.book(d.facts.Rules)
	}
	return rules.Lead{To: p.To}, nil, d.book(d.facts.Rules)
}

// lose leaves a place empty.
func (d *derivation) lose(p *Place, g league.Grounds) {
	p.Refund = false
	p.step(NobodyLeft, nobody, time.Time{}, g)
}

func (p *Place) step(kind StepKind, player league.PlayerID, at time.Time, g league.Grounds) {
	p.Steps = append(p.Steps, PlaceStep{Kind: kind, Player: player, At: at, Grounds: g})
}
