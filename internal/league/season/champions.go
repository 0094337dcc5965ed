package season

import (
	"cmp"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// champions gives the places that the regional finals lead to (CN09 1.7, 1.9).
func (d *derivation) champions(regions []RegionState) {
	for i := range regions {
		r := &regions[i]
		final, played := d.finals[r.Region]
		if !played {
			continue
		}
		r.Result = d.result(final)
		for rank, lead := range d.rules.Final.Leads {
			if rank < len(final.Ranking) {
				d.places = append(d.places, d.championOf(final, r.Result, lead, rank+1))
			}
		}
	}
}

// result judges a regional final that was played (CN09 1.4, 1.6, 1.11).
func (d *derivation) result(f Final) *FinalResult {
	rule := d.rules.Final
	r := &FinalResult{Event: f.Event, Day: f.Day, Late: f.Day > d.facts.Period.FinalsBy, Standing: standing(f.Ranking, f.Verdict)}
	r.Valid = r.Standing != Invalidated
	if d.rules.Final.Papers == rules.PapersDemanded {
		r.Checks = papers{rules: d.book(d.facts.Rules), report: f.Report, verdict: f.Verdict, by: after(cmp.Or(f.Ended, f.Day), d.rules.Report.Days)}.check(nil)
		waive(r.Checks, f.Waived, f.Verdict)
	}
	if r.Late {
		late := d.facts.Rules.Grounds(rule.Paragraph, "final-late", "day", string(d.facts.Period.FinalsBy))
		r.Breaches = append(r.Breaches, late)
		r.Valid = r.Valid && rule.Late == rules.BreachOnly
	}
	return r
}

func (d *derivation) championOf(f Final, r *FinalResult, lead rules.Lead, rank int) Place {
	winner, ruleset, paragraph := f.Ranking[rank-1], d.facts.Rules, d.rules.Final.LeadsParagraph
	p := Place{
		ID: placeID(lead.To, f.Region.String(), rank), To: lead.To, Provisional: r.Standing == Provisional,
		Origin: Origin{Kind: FromRegionalFinal, Event: f.Event, Region: f.Region, Rank: rank, Day: f.Day},
	}
	p.step(Won, winner, time.Time{}, ruleset.Grounds(paragraph, "regional-champion", "rank", itoa(rank)))
	if !r.Valid {
		p.State = Void
		p.step(Invalidity, winner, time.Time{}, d.whyInvalid(r))
		return p
	}
	if r.Standing == Homologated {
		p.step(Confirmed, winner, f.Verdict.At, ruleset.Grounds(paragraph, "event-homologated"))
	}
	p.State, p.Holder, p.Refund = Held, winner, lead.Refund
	d.holds[seat{winner, lead.To}]++
	return p
}

// whyInvalid is why a regional final leads nowhere.
func (d *derivation) whyInvalid(r *FinalResult) league.Grounds {
	if r.Standing == Invalidated || len(r.Breaches) == 0 {
		return d.facts.Rules.Grounds(d.rules.Sound.Paragraph, "event-invalid")
	}
	return r.Breaches[0]
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
	d.holds[seat{p.Holder, rule.To}]++
	d.places = append(d.places, p)
}
