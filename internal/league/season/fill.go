package season

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// fill gives the places of those who cannot come to a final to whom the ruleset
// lets step in: one of the same event, and nobody else (CN09 1.7, 1.9).
func (d *derivation) fill(to rules.SeasonFinal) {
	var vacant []int
	for i := range d.places {
		p := &d.places[i]
		if p.To != to || p.State != Held {
			continue
		}
		if no, away := d.cannotCome(p.Holder, to); away {
			p.Steps = append(p.Steps, no)
			vacant = append(vacant, i)
		}
	}
	for _, i := range vacant {
		d.holds[absence{d.places[i].Holder, to}]--
		d.places[i].Holder = league.PlayerID{}
	}
	slices.SortStableFunc(vacant, func(a, b int) int { return d.before(&d.places[a], &d.places[b]) })
	for _, i := range vacant {
		d.replace(&d.places[i])
	}
}

// before orders vacant places by which of them somebody takes to whom two are open.
func (d *derivation) before(a, b *Place) int {
	if d.rules.CallUp.Twice == rules.RefundedRoute && a.To == rules.ToNationalFinal {
		if c := cmp.Compare(d.paid(a), d.paid(b)); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.Origin.Day, b.Origin.Day)
}

// paid ranks where a place comes from: a paid one before one that is not, of the paid
// ones that of a final before that of an event.
func (d *derivation) paid(p *Place) int {
	switch {
	case p.Refund && p.Origin.Kind == FromRegionalFinal:
		return 0
	case p.Refund:
		return 1
	}
	return 2
}

// cannotCome is the step of somebody who does not come to a final: he said so,
// did not answer, or may not.
func (d *derivation) cannotCome(player league.PlayerID, to rules.SeasonFinal) (PlaceStep, bool) {
	if u, away := d.away[absence{player, to}]; away {
		kind, reason := Declined, "cannot-come"
		if u.Lapsed {
			kind, reason = Lapsed, "did-not-answer"
		}
		return PlaceStep{Kind: kind, Player: player, At: u.At, Grounds: d.facts.Rules.Grounds(d.rules.Answer.Paragraph, reason)}, true
	}
	for _, e := range d.facts.Rules.Eligibility {
		if d.barred(player, e.Reason, d.facts.Period.FinalsBy) {
			return PlaceStep{Kind: Barred, Player: player, Grounds: d.facts.Rules.Grounds(e.Paragraph, string(e.Reason))}, true
		}
	}
	return PlaceStep{}, false
}

// replace gives a vacant place to whoever may step in, or it is lost.
func (d *derivation) replace(p *Place) {
	lead, ranking, ruleset := d.leadOf(p)
	if lead.Substitute == nil {
		d.lose(p, ruleset.Grounds(d.rules.Refund.Paragraph, "nobody-may-step-in"))
		return
	}
	by := lead.Substitute
	if len(ranking) < by.Place {
		d.lose(p, ruleset.Grounds(by.Paragraph, "nobody-to-step-in", "rank", itoa(by.Place)))
		return
	}
	next := ranking[by.Place-1]
	if no, away := d.unfit(next, p.To); away {
		p.Steps = append(p.Steps, no)
		d.lose(p, ruleset.Grounds(by.Paragraph, "nobody-else-may-step-in"))
		return
	}
	left := p.Steps[len(p.Steps)-1]
	p.Holder, p.Substitute = next, true
	p.Refund = lead.Refund && d.rules.Refund.Substitute == rules.AsRoute
	p.step(SteppedIn, next, left.At, ruleset.Grounds(by.Paragraph, "steps-in", "rank", itoa(by.Place)))
	d.holds[absence{next, p.To}]++
}

// unfit is the step of somebody who could step in but cannot come, may not, or has
// a place already.
func (d *derivation) unfit(player league.PlayerID, to rules.SeasonFinal) (PlaceStep, bool) {
	if no, away := d.cannotCome(player, to); away {
		no.Kind = PassedOver
		return no, true
	}
	if d.has(player, to) {
		return PlaceStep{Kind: PassedOver, Player: player, Grounds: d.facts.Rules.Grounds("", "holds-another-place")}, true
	}
	return PlaceStep{}, false
}

// has tells whether somebody may take no further place in a final: he has one
// there, or is qualified for the national final where it is a regional one.
func (d *derivation) has(player league.PlayerID, to rules.SeasonFinal) bool {
	if d.holds[absence{player, to}] > 0 {
		return true
	}
	_, qualified := d.since[player]
	return to == rules.ToRegionalFinal && qualified
}

// leadOf is the rule by which a place was given, with the ranking of where it comes
// from and the ruleset.
func (d *derivation) leadOf(p *Place) (rules.Lead, []league.PlayerID, *rules.Ruleset) {
	switch p.Origin.Kind {
	case FromEvent:
		e := d.events[p.Origin.Event]
		return e.lead[p.ID], e.Ranking, e.rules
	case FromRegionalFinal:
		i := slices.IndexFunc(d.facts.Finals, func(f Final) bool { return f.Region == p.Origin.Region })
		return d.rules.Final.Leads[p.Origin.Rank-1], d.facts.Finals[i].Ranking, d.facts.Rules
	}
	return rules.Lead{To: p.To}, nil, d.facts.Rules
}

func (d *derivation) lose(p *Place, g league.Grounds) {
	p.State, p.Refund = Lost, false
	p.step(NobodyLeft, league.PlayerID{}, time.Time{}, g)
}

// champions gives the places that the regional finals lead to (CN09 1.7, 1.9).
func (d *derivation) champions(regions []RegionState) {
	for i := range regions {
		r := &regions[i]
		at := slices.IndexFunc(d.facts.Finals, func(f Final) bool { return f.Region == r.Region })
		if at < 0 {
			continue
		}
		final := d.facts.Finals[at]
		r.Result = d.result(final)
		for rank, lead := range d.rules.Final.Leads {
			if rank < len(final.Ranking) {
				d.places = append(d.places, d.championOf(final, r.Result, lead, rank+1))
			}
		}
	}
}

// result judges a regional final that was played (CN09 1.4).
func (d *derivation) result(f Final) *FinalResult {
	rule := d.rules.Final
	r := &FinalResult{Event: f.Event, Day: f.Day, Late: f.Day > d.facts.Period.FinalsBy, Standing: standing(f.Ranking, f.Verdict)}
	r.Valid = r.Standing != Invalidated
	if r.Late {
		late := d.facts.Rules.Grounds(rule.Paragraph, "final-late", "day", string(d.facts.Period.FinalsBy))
		r.Breaches = append(r.Breaches, late)
		r.Valid = r.Valid && rule.Late == rules.BreachOnly
	}
	return r
}

func (d *derivation) championOf(f Final, r *FinalResult, lead rules.Lead, rank int) Place {
	winner := f.Ranking[rank-1]
	g := d.facts.Rules.Grounds(d.rules.Final.LeadsParagraph, "regional-champion", "rank", itoa(rank))
	p := Place{
		ID: placeID(lead.To, f.Region.String(), rank), To: lead.To, Provisional: f.Verdict == nil, Refund: lead.Refund,
		Origin: Origin{Kind: FromRegionalFinal, Event: f.Event, Region: f.Region, Rank: rank, Day: f.Day},
	}
	p.step(Won, winner, time.Time{}, g)
	if !r.Valid {
		p.State = Void
		why := d.facts.Rules.Grounds(d.rules.Sound.Paragraph, "event-invalid")
		if len(r.Breaches) > 0 {
			why = r.Breaches[0]
		}
		p.step(Invalidity, winner, time.Time{}, why)
		return p
	}
	p.State, p.Holder = Held, winner
	d.holds[absence{winner, lead.To}]++
	return p
}

// reigningChampion gives the champion his place (CN09 1.9).
func (d *derivation) reigningChampion() {
	rule := d.rules.Champion
	if rule == nil || d.facts.Champion == nobody {
		return
	}
	p := Place{
		ID: PlaceID(string(rule.To) + "/reigning-champion"), To: rule.To, Origin: Origin{Kind: FromChampionship},
		State: Held, Holder: d.facts.Champion, Refund: rule.Refund,
	}
	p.step(Entitled, p.Holder, time.Time{}, d.facts.Rules.Grounds(rule.Paragraph, "reigning-champion"))
	d.holds[absence{p.Holder, rule.To}]++
	d.places = append(d.places, p)
}
