package planning

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Circuits maps the kinds of events of a season to their circuits; finals belong to none.
var Circuits = map[string]rules.Circuit{
	facts.KindStage: rules.RegionalCircuit, facts.KindOpen: rules.OpenCircuit, facts.KindOnline: rules.OnlineCircuit,
	facts.KindRegionalFinal: "", facts.KindNationalFinal: "",
}

// planned collects the faults of an event in its season.
type planned struct {
	season *Setup
	event  facts.Event
	rules  *rules.Ruleset // of the event
	finals []facts.SeasonFinal
	faults league.Faults
}

// Refusals lists the season's objections to an event that is to belong to it (CN09 1.1, 1.4, 1.7),
// by the event's ruleset. Finals are the present finals of the season.
func (s *Setup) Refusals(e facts.Event, r *rules.Ruleset, finals []facts.SeasonFinal) league.Faults {
	if r.Season == nil {
		return league.Faults{WithoutSeason(r)}
	}
	p := planned{season: s, event: e, rules: r, finals: finals}
	p.kind()
	p.region()
	p.days()
	return p.faults
}

func (p *planned) fault(pointer string, g league.Grounds) {
	p.faults = append(p.faults, league.Fault{Field: pointer, Grounds: g})
}

// kind checks that the event has a kind of the season, and the circuit of its kind.
func (p *planned) kind() {
	circuit, ok := Circuits[p.event.Kind]
	if !ok {
		p.fault("/kind", p.rules.Grounds(p.rules.Season.Paragraph, "kind-not-in-season"))
		return
	}
	if string(circuit) != p.event.Circuit {
		p.fault("/circuit", p.rules.Grounds(p.rules.Season.Paragraph, "circuit-of-other-kind"))
	}
	if circuit != "" && len(p.rules.Season.TiersOf(circuit)) == 0 {
		p.fault("/kind", p.rules.Grounds(p.rules.Season.Paragraph, "circuit-not-in-ruleset"))
	}
}

// region checks that stages and regional finals have a region of the season, that other events have
// none, and that each final exists only once.
func (p *planned) region() {
	regional := p.event.Kind == facts.KindStage || p.event.Kind == facts.KindRegionalFinal
	paragraph := p.rules.Season.Paragraph
	switch {
	case regional && p.event.RegionID == nil:
		p.fault("/region", p.rules.Grounds(paragraph, "region-missing"))
		return
	case !regional && p.event.RegionID != nil:
		p.fault("/region", p.rules.Grounds(paragraph, "event-of-no-region"))
	case regional && !slices.ContainsFunc(p.season.Regions, func(r facts.SeasonRegion) bool { return r.ID == *p.event.RegionID }):
		p.fault("/region", p.rules.Grounds(paragraph, "region-not-in-season"))
	}
	for _, f := range p.finals {
		if f.ID == p.event.ID || f.Kind != p.event.Kind {
			continue
		}
		if f.Kind == facts.KindNationalFinal {
			p.fault("/kind", p.rules.Grounds(paragraph, "second-national-final"))
		} else if f.RegionID != nil && *f.RegionID == *p.event.RegionID {
			p.fault("/region", p.rules.Grounds(paragraph, "second-regional-final"))
		}
	}
}

// days checks that the event is played in the period for its kind.
func (p *planned) days() {
	if grounds, rule, ok := OffCalendar(p.season.Season, p.event, p.rules); ok && rule == rules.Invalid {
		p.fault("/startsAt", grounds)
	}
}

// OffCalendar reports whether an event is played outside the season's period for its kind, with the
// reason and the ruleset's consequence (CN09 1.4).
func OffCalendar(season facts.Season, e facts.Event, r *rules.Ruleset) (why league.Grounds, rule rules.Breach, off bool) {
	on := rules.DayOf(e.LocalDate())
	from, to, by := rules.DayOf(season.PlaysFrom), rules.DayOf(season.PlaysTo), rules.DayOf(season.FinalsBy)
	if e.Circuit != "" && (on < from || on > to) {
		return r.Grounds(r.Season.Calendar.Paragraph, "day-outside-season", "day", string(on), "from", string(from), "to", string(to)), r.Season.Calendar.Outside, true
	}
	if e.Kind == facts.KindRegionalFinal && on > by {
		return r.Grounds(r.Season.Final.Paragraph, "regional-final-late", "day", string(on), "by", string(by)), r.Season.Final.Late, true
	}
	return league.Grounds{}, "", false
}
