package season

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// champions adds the places that the regional finals lead to (CN09 1.7, 1.9).
func (d *derivation) champions(regions []RegionState) {
	playersAt := d.playersAt(regions)
	for i := range regions {
		r := &regions[i]
		final, played := d.finals[r.Region]
		if !played {
			continue
		}
		r.Result = d.result(final, playersAt)
		for rank, lead := range d.rules.Final.Leads {
			if rank < len(final.Ranking) {
				d.places = append(d.places, d.championOf(final, r.Result, lead, rank+1))
			}
		}
	}
}

// result judges a regional final that was played (CN09 1.4, 1.6, 1.7, 1.11).
func (d *derivation) result(f Final, playersAt map[league.RegionID]roll) *FinalResult {
	r := &FinalResult{Event: f.Event, Day: f.Day, Late: f.Day > d.facts.Period.FinalsBy, Standing: standing(f.Ranking, f.Verdict)}
	r.Valid = r.Standing != Invalidated
	if d.rules.Final.Papers == rules.PapersDemanded {
		r.Checks = papers{rules: d.book(d.facts.Rules), report: f.Report, verdict: f.Verdict, by: cmp.Or(f.Ended, f.Day).Plus(d.rules.Report.Days)}.check(nil)
	}
	in := d.finalInPeriod(r)
	if d.rules.Final.Late == rules.Invalid {
		r.Checks, r.Valid = append(r.Checks, in), r.Valid && !r.Late
	}
	if r.Late {
		r.Breaches = append(r.Breaches, in.Grounds)
	}
	var without []league.PlayerID
	for _, player := range f.Ranking {
		if !d.cameByRight(player, f.Region, playersAt[f.Region]) {
			without = append(without, player)
		}
	}
	d.judgeWithout(r, f, without)
	waive(r.Checks, f.Verdict, f.Waived)
	return r
}

// finalInPeriod checks the demand that a regional final is played in time (CN09 1.4).
func (d *derivation) finalInPeriod(r *FinalResult) Check {
	rule, period := d.rules.Final, d.facts.Period
	if r.Late {
		return Check{Demand: OutsidePeriod, Result: Failed, Grounds: d.facts.Rules.Grounds(rule.Paragraph, "final-late", "day", string(period.FinalsBy))}
	}
	in := d.facts.Rules.Grounds(rule.Paragraph, string(OutsidePeriod), "from", string(period.From), "to", string(period.FinalsBy))
	return Check{Demand: OutsidePeriod, Result: Met, Grounds: in}
}

// judgeWithout judges the players of a regional final who had no right to it: the final leads them
// nowhere, unless the ruleset or the manager allows it (CN09 1.7, 1.9). The final itself counts.
func (d *derivation) judgeWithout(r *FinalResult, f Final, without []league.PlayerID) {
	c := Check{
		Demand: FinalistWithoutPlace, Result: Met, Waive: rules.ByManager,
		Grounds: d.facts.Rules.Grounds(d.rules.AccessTo(rules.ToRegionalFinal), string(FinalistWithoutPlace), "number", itoa(len(without))),
	}
	stands := d.rules.Final.WithoutPlace == rules.PlaceStands
	switch {
	case len(without) == 0:
	case slices.Contains(waived(f.Verdict, f.Waived), FinalistWithoutPlace):
		c.Result = Waived
	case stands:
		r.Breaches = append(r.Breaches, c.Grounds)
	default:
		c.Result, r.WithoutPlace = Failed, without
		r.Breaches = append(r.Breaches, c.Grounds)
		d.without[f.Region] = without
	}
	if !stands {
		r.Checks = append(r.Checks, c)
	}
}

// roll is the set of players with places in the final of a region.
type roll map[league.PlayerID]bool

// playersAt returns the players with places in the final of each host. A region that plays with
// another has none of its own.
func (d *derivation) playersAt(regions []RegionState) map[league.RegionID]roll {
	out := make(map[league.RegionID]roll, len(regions))
	d.hosts = make(map[league.RegionID]league.RegionID, len(regions))
	for _, r := range regions {
		d.hosts[r.Region], out[r.Region] = r.Host, roll{}
	}
	for _, p := range d.places {
		if host, known := d.hosts[p.Region]; known && p.To == rules.ToRegionalFinal && p.State == Held {
			out[host][p.Holder] = true
		}
	}
	return out
}

// cameByRight reports whether a player had a right to the final of a host: they have a place there,
// or were convoked to a place that another player has now although the event that it comes from
// still counts. If a third event turns out invalid later, that changes who steps in or is called
// up, but not the fact that they were convoked by the rule.
func (d *derivation) cameByRight(player league.PlayerID, host league.RegionID, places roll) bool {
	if places[player] {
		return true
	}
	there := &Place{To: rules.ToRegionalFinal, Region: host}
	if _, away := d.cannotCome(player, there); away {
		return false
	}
	return slices.ContainsFunc(d.asked[seat{player, there.To}], func(c Convocation) bool { return d.stillCounts(c, host) })
}

// stillCounts reports whether the place of a convocation to the final of a host comes from an event
// that counts, or from a decision of the manager about that final.
func (d *derivation) stillCounts(c Convocation, host league.RegionID) bool {
	if c.Place == placeID(c.To, c.Player.String(), 0, string(FromDecision)) {
		return slices.ContainsFunc(d.facts.Decisions, func(w Decision) bool {
			return d.hosts[w.Region] == host && slices.Contains(w.CalledUp, c.Player)
		})
	}
	id, ok := c.Place.event()
	e := d.events[id]
	return ok && e != nil && d.hosts[e.Region] == host && (e.state.Standing == Homologated || e.state.Standing == Provisional)
}

func (d *derivation) championOf(f Final, r *FinalResult, lead rules.Lead, rank int) Place {
	winner, ruleset, paragraph := f.Ranking[rank-1], d.facts.Rules, d.rules.Final.LeadsParagraph
	p := Place{
		ID: placeID(lead.To, f.Region.String(), rank), To: lead.To, Provisional: r.Standing == Provisional,
		Origin: Origin{Kind: FromRegionalFinal, Event: f.Event, Region: f.Region, Rank: rank, Day: f.Day},
	}
	p.step(Won, winner, time.Time{}, ruleset.Grounds(paragraph, "regional-champion", "rank", itoa(rank)))
	if why, void := d.leadsNowhere(r, winner); void {
		p.State = Void
		p.step(Invalidity, winner, time.Time{}, why)
		return p
	}
	if r.Standing == Homologated {
		p.step(Confirmed, winner, f.Verdict.At, ruleset.Grounds(paragraph, "event-homologated"))
	}
	p.State, p.Holder, p.Refund = Held, winner, lead.Refund
	d.hold(&p)
	return p
}

// leadsNowhere reports whether a regional final leads one of its players nowhere, and why.
func (d *derivation) leadsNowhere(r *FinalResult, player league.PlayerID) (league.Grounds, bool) {
	switch {
	case !r.Valid:
		return d.whyInvalid(r), true
	case slices.Contains(r.WithoutPlace, player):
		return d.facts.Rules.Grounds(d.rules.Final.LeadsParagraph, "won-without-place"), true
	}
	return league.Grounds{}, false
}

// whyInvalid returns why a regional final leads nowhere.
func (d *derivation) whyInvalid(r *FinalResult) league.Grounds {
	if r.Late && r.Standing != Invalidated {
		return d.finalInPeriod(r).Grounds
	}
	return d.facts.Rules.Grounds(d.rules.Sound.Paragraph, "event-invalid")
}

// reigningChampion adds the place of the reigning champion (CN09 1.9).
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
	d.hold(&p)
	d.places = append(d.places, p)
}
