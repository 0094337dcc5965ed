package conformance

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// outcome is a season's state in the words of the cases.
func (in Season2009) outcome(r *rules.Ruleset, s season.State, names seasonNames) object {
	o := in.seasonOutcome(r, s, names)
	return object{
		"tournaments": each(s.Events, o.event), "regional_finals": o.regionalFinals(), "regional_results": o.regionalResults(),
		"national_final": o.nationalFinal(), "seats_lost": o.seatsLost(),
	}
}

func (in Season2009) seasonOutcome(r *rules.Ruleset, s season.State, names seasonNames) seasonOutcome {
	register := make(map[season.PlaceID]season.Place, len(s.Places))
	for _, p := range s.Places {
		register[p.ID] = p
	}
	return seasonOutcome{r, in, s, names, register}
}

type seasonOutcome struct {
	rules    *rules.Ruleset
	in       Season2009
	state    season.State
	names    seasonNames
	register map[season.PlaceID]season.Place
}

// name returns the name for an id; nil for none.
func (o seasonOutcome) name(id uuid.UUID) any {
	if id == uuid.Nil {
		return nil
	}
	return o.names[id]
}

// refusals maps the reasons for barring a player to the words of the cases.
var refusals = map[string]string{
	string(rules.RefereeOfEvent): "referee", string(rules.AlreadyQualified): "already_qualified",
	string(rules.EmployeeOfPublisher): "employee", string(rules.Banned): "banned",
}

// seasonTier is the cases' word for a tier.
func seasonTier(id string) string {
	if id == "selection" {
		return "tappa"
	}
	return strings.ReplaceAll(id, "-", "_")
}

func seasonWord(reason string) string { return strings.ReplaceAll(reason, "-", "_") }

func (o seasonOutcome) event(e season.EventState) any {
	var reasons, breaches []any
	for _, c := range e.Failed() {
		if reason := seasonWord(string(c.Demand)); !slices.Contains(reasons, any(reason)) { // every photo that is missing is one
			reasons = append(reasons, reason)
		}
	}
	for _, b := range e.Breaches {
		breaches = append(breaches, seasonWord(b.Reason))
	}
	var qualifies []any
	for _, id := range e.Places {
		if p := o.register[id]; p.State != season.Void {
			qualifies = append(qualifies, object{"player": o.name(p.Steps[0].Player.UUID), "for": strings.TrimSuffix(string(p.To), "-final")})
		}
	}
	return object{
		"id": o.names[e.ID.UUID], "refused": each(e.Refused, func(r season.Refusal) any {
			return object{"player": o.name(r.Player.UUID), "reason": refusals[r.Reason]}
		}),
		"registered": count(e.Entered), "players": count(e.Played), "tier": seasonTier(e.Tier.ID), "valid": e.Standing == season.Homologated,
		"reasons": orEmpty(reasons), "breaches": orEmpty(breaches), "qualifies": orEmpty(qualifies), "prizes": prizes(e.Prizes),
	}
}

func orEmpty(list any) any {
	if l, _ := list.([]any); l != nil {
		return l
	}
	return []any{}
}

func count(n int) json.Number { return json.Number(strconv.Itoa(n)) }

func prizes(d *season.PrizeDuty) any {
	switch {
	case d == nil:
		return nil
	case d.Keep:
		return object{"action": "keep_for_next_stage"}
	}
	return object{"action": "return_or_pay", "return_by": string(d.ReturnBy), "pay_cents": count(int(d.Pay.Cents))}
}

// format is the cases' word for how a final is played.
func (o seasonOutcome) format(f season.FinalState) string {
	switch {
	case f.Kind == season.Table && f.Semifinals > 0:
		return "two_semifinals_of_3"
	case f.Kind == season.Table:
		return "final_of_" + strconv.Itoa(f.Field)
	}
	return string(f.Kind)
}

func (o seasonOutcome) regionalFinals() any {
	regions := slices.Clone(o.state.Regions)
	slices.SortFunc(regions, func(a, b season.RegionState) int { return cmp.Compare(o.names[a.Region.UUID], o.names[b.Region.UUID]) })
	return each(regions, func(r season.RegionState) any {
		return object{
			"region": o.name(r.Region.UUID), "format": o.format(r.Format), "host": o.name(r.Host.UUID),
			"finalists": o.holders(r.Finalists), "brought_in": o.holders(r.CalledUp),
		}
	})
}

// holders returns the names of the players who hold places now, or held them when the finalists were named,
// sorted.
func (o seasonOutcome) holders(ids []season.PlaceID) any {
	out := make([]any, 0, len(ids))
	for _, id := range ids {
		out = append(out, o.name(o.register[id].Holder.UUID))
	}
	return inOrder(out)
}

func (o seasonOutcome) regionalResults() any {
	out := []any{}
	for _, f := range slices.SortedFunc(slices.Values(o.in.RegionalFinals), func(a, b SeasonFinal) int { return cmp.Compare(a.Region, b.Region) }) {
		i := slices.IndexFunc(o.state.Regions, func(r season.RegionState) bool { return r.Region == o.names.region(f.Region) })
		r := o.state.Regions[i].Result
		out = append(out, object{"region": f.Region, "late": r.Late, "valid": r.Valid})
	}
	return out
}

// route returns where a place in the national final comes from.
func (o seasonOutcome) route(p season.Place) (route string, source any) {
	switch p.Origin.Kind {
	case season.FromChampionship:
		return "reigning_champion", nil
	case season.FromRegionalFinal:
		return "regional_final", o.name(p.Origin.Region.UUID)
	}
	return seasonTier(p.Origin.Tier), o.name(p.Origin.Event.UUID)
}

func (o seasonOutcome) nationalFinal() any {
	var list []season.Place
	for _, p := range o.state.Places {
		if p.To == rules.ToNationalFinal && p.State == season.Held {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b season.Place) int { return cmp.Compare(o.names[a.Holder.UUID], o.names[b.Holder.UUID]) })
	return each(list, func(p season.Place) any {
		route, source := o.route(p)
		return object{
			"player": o.name(p.Holder.UUID), "route": route, "source": source, "substitute": p.Substitute,
			"refund_entitled": p.Refund, "refund_cents": count(int(o.refund(p))),
		}
	})
}

// refund returns the sum that is paid for a journey: a case states only for whole expenses whether there are
// receipts.
func (o seasonOutcome) refund(p season.Place) int64 {
	if !o.state.Journey(o.rules, p.Holder).Paid {
		return 0
	}
	var expenses []season.Expense
	for _, e := range o.in.Expenses {
		if o.names.player(e.Player) != p.Holder {
			continue
		}
		claimed := season.Expense{Cents: e.Cents}
		if e.Attested {
			claimed.Attested = e.Cents
		}
		expenses = append(expenses, claimed)
	}
	return season.Refundable(expenses)
}

func (o seasonOutcome) seatsLost() any {
	out := []any{}
	for _, p := range o.state.Places {
		if p.To == rules.ToNationalFinal && p.State.Gone() && p.State != season.Void {
			route, source := o.route(p)
			out = append(out, object{"route": route, "source": source})
		}
	}
	return out
}
