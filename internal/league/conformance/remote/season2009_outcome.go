package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"referto/internal/league/conformance"
	"referto/internal/league/rules"
	"referto/openapi"
)

// outcome describes a season as a case does, once its regional finals are played. The national final is played
// because refunds follow it.
func (s *season) outcome(ctx context.Context) (any, error) {
	var finals openapi.FinalList
	if err := s.manager.Get(ctx, s.path+"/finals", &finals); err != nil {
		return nil, err
	}
	register, err := s.register(ctx)
	if err != nil {
		return nil, err
	}
	tournaments, err := s.tournaments(ctx, register)
	if err != nil {
		return nil, fmt.Errorf("tournaments: %w", err)
	}
	holders := slices.DeleteFunc(slices.Clone(finals.National.Places), func(p openapi.Place) bool {
		return p.Holder.Name == ""
	})
	refunds, err := s.refund(ctx, holders)
	if err != nil {
		return nil, fmt.Errorf("refunds: %w", err)
	}
	return object{
		"convoked": s.convoked, "tournaments": tournaments, "regional_finals": s.regionalFinals(finals, register), "regional_results": s.regionalResults(finals),
		"national_final": s.nationalFinal(holders, refunds), "seats_lost": s.seatsLost(finals, register),
	}, nil
}

// tournaments describes all tournaments.
func (s *season) tournaments(ctx context.Context, register map[openapi.PlaceID]openapi.Place) ([]any, error) {
	duties, err := s.duties(ctx)
	if err != nil {
		return nil, err
	}
	events := s.in.ByDate()
	out := make([]any, len(events))
	err = concurrently(len(events), func(i int) error {
		outcome, err := s.tournament(ctx, events[i], s.stages[i])
		if err == nil {
			outcome["qualifies"], outcome["prizes"] = s.qualifies(s.stages[i], register), duties[s.stages[i].id]
			out[i] = outcome
		}
		return err
	})
	return out, err
}

// register are the places of the season, by their ids.
func (s *season) register(ctx context.Context) (map[openapi.PlaceID]openapi.Place, error) {
	out := make(map[openapi.PlaceID]openapi.Place)
	path := s.path + "/places?limit=100"
	for cursor := ""; ; {
		var page openapi.PlacePage
		if err := s.manager.Get(ctx, path+cursor, &page); err != nil {
			return nil, err
		}
		for _, p := range page.Items {
			out[p.Id] = p
		}
		if page.NextCursor == "" {
			return out, nil
		}
		cursor = "&cursor=" + page.NextCursor
	}
}

// refusals maps the reasons for barring a player to the words of the cases.
var refusals = map[string]string{
	string(rules.RefereeOfEvent): "referee", string(rules.AlreadyQualified): "already_qualified",
	string(rules.EmployeeOfPublisher): "employee", string(rules.Banned): "banned",
}

// tournament describes a tournament as a case does, except for its consequences.
func (s *season) tournament(ctx context.Context, e conformance.SeasonEvent, held event) (object, error) {
	var report openapi.EventReport
	if err := s.manager.Get(ctx, held.path+"/report", &report); err != nil {
		return nil, err
	}
	check := report.Checklist
	reasons, breaches := []any{}, []any{}
	for _, d := range check.Demands {
		reason := snake(string(d.Demand))
		if d.Result == openapi.CheckedDemandResultFailed && !slices.Contains(reasons, any(reason)) {
			reasons = append(reasons, reason)
		}
	}
	for _, b := range check.Breaches {
		breaches = append(breaches, snake(b.Reason))
	}
	return object{
		"id": e.ID, "refused": openapi.Each(report.Refused, func(r openapi.RefusedPlayer) any {
			return object{"player": s.names[r.Player.Id], "reason": refusals[r.Explanation.Reason]}
		}),
		"registered": report.Entered, "players": report.Played, "tier": seasonTier(check.InSeason.Tier.Id), "valid": check.InSeason.Standing == openapi.EventInSeasonStandingHomologated, "reasons": reasons, "breaches": breaches,
	}, nil
}

// qualifies returns the players to whom a tournament gave places, in the order of its ranking.
func (s *season) qualifies(held event, register map[openapi.PlaceID]openapi.Place) any {
	var places []openapi.Place
	for _, p := range register {
		if p.Origin.Kind == openapi.PlaceOriginKindEvent && p.Origin.Event.Id == held.id && p.State != openapi.PlaceStateVoid {
			places = append(places, p)
		}
	}
	slices.SortFunc(places, func(a, b openapi.Place) int { return cmp.Compare(a.Origin.Rank, b.Origin.Rank) })
	return openapi.Each(places, func(p openapi.Place) any {
		return object{"player": s.names[p.Steps[0].Player.Id], "for": strings.TrimSuffix(string(p.Final), "-final")}
	})
}

// seasonTier is the cases' word for a tier.
func seasonTier(id string) string {
	if id == "selection" {
		return "tappa"
	}
	return snake(id)
}

// region returns the name that a region has in the case.
func (s *season) region(r openapi.Region) string {
	for name, id := range s.regions {
		if id == r.Id {
			return name
		}
	}
	return ""
}

func (s *season) regionalFinals(finals openapi.FinalList, register map[openapi.PlaceID]openapi.Place) any {
	regions := slices.Clone(finals.Items)
	slices.SortFunc(regions, func(a, b openapi.RegionFinal) int { return cmp.Compare(s.region(a.Region), s.region(b.Region)) })
	holders := func(ids []openapi.PlaceID) []string {
		names := openapi.Each(ids, func(id openapi.PlaceID) string { return s.names[register[id].Holder.Id] })
		slices.Sort(names)
		return names
	}
	return openapi.Each(regions, func(f openapi.RegionFinal) any {
		return object{
			"region": s.region(f.Region), "format": finalFormat(f.Format), "host": s.region(f.Host),
			"finalists": holders(f.Finalists), "brought_in": holders(f.CalledUp),
		}
	})
}

// finalFormat is the cases' word for how a final is played.
func finalFormat(f openapi.FinalFormat) string {
	switch {
	case f.Kind == openapi.FinalKindFinal && f.Semifinals > 0:
		return "two_semifinals_of_3"
	case f.Kind == openapi.FinalKindFinal:
		return fmt.Sprintf("final_of_%d", f.Field)
	}
	return string(f.Kind)
}

func (s *season) regionalResults(finals openapi.FinalList) any {
	played := slices.SortedFunc(slices.Values(s.in.RegionalFinals), func(a, b conformance.SeasonFinal) int { return cmp.Compare(a.Region, b.Region) })
	return openapi.Each(played, func(f conformance.SeasonFinal) any {
		i := slices.IndexFunc(finals.Items, func(r openapi.RegionFinal) bool { return s.region(r.Region) == f.Region })
		return object{"region": f.Region, "late": finals.Items[i].Result.Late, "valid": finals.Items[i].Result.Valid}
	})
}

// route returns where a place in the national final comes from.
func (s *season) route(from openapi.PlaceOrigin) (route string, source any) {
	switch from.Kind {
	case openapi.PlaceOriginKindReigningChampion:
		return "reigning_champion", nil
	case openapi.PlaceOriginKindRegionalFinal:
		return "regional_final", s.region(from.Region)
	}
	for i, e := range s.in.ByDate() {
		if s.stages[i].id == from.Event.Id {
			source = e.ID
		}
	}
	return seasonTier(from.Tier), source
}

// nationalFinal lists the players who come to the national final, with their refunds.
func (s *season) nationalFinal(holders []openapi.Place, refunds map[openapi.PlayerID]json.Number) any {
	list := slices.SortedFunc(slices.Values(holders), func(a, b openapi.Place) int {
		return cmp.Compare(s.names[a.Holder.Id], s.names[b.Holder.Id])
	})
	return openapi.Each(list, func(p openapi.Place) any {
		route, source := s.route(p.Origin)
		return object{
			"player": s.names[p.Holder.Id], "route": route, "source": source, "substitute": p.Substitute,
			"refund_entitled": p.Refund, "refund_cents": cmp.Or(refunds[p.Holder.Id], "0"),
		}
	})
}

// seatsLost returns the places to which nobody comes, without void ones.
func (s *season) seatsLost(finals openapi.FinalList, register map[openapi.PlaceID]openapi.Place) any {
	lost := slices.DeleteFunc(slices.Clone(finals.National.Lost), func(l openapi.LostPlace) bool { return l.State == openapi.PlaceStateVoid })
	out := openapi.Each(lost, func(l openapi.LostPlace) object {
		route, source := s.route(register[l.Place].Origin)
		return object{"route": route, "source": source}
	})
	slices.SortFunc(out, func(a, b object) int {
		return cmp.Or(cmp.Compare(a["route"].(string), b["route"].(string)), cmp.Compare(fmt.Sprint(a["source"]), fmt.Sprint(b["source"])))
	})
	return out
}
