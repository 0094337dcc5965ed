package desk

import (
	"errors"
	"maps"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// circuits are the circuits of the kinds of events of a season; finals belong to
// none.
var circuits = map[string]rules.Circuit{
	"stage": rules.RegionalCircuit, "open": rules.OpenCircuit, "online": rules.OnlineCircuit,
	"regional-final": "", "national-final": "",
}

// seasonFor is the season that an event is to belong to, held until the commit;
// nil for none. It takes further events.
func (d *Desk) seasonFor(tx tenantdb.Tx, id *uuid.UUID) (*SeasonSetup, error) {
	if id == nil {
		return nil, nil
	}
	s, err := d.takeSeasonSetup(tx, league.SeasonID{UUID: *id})
	if errors.Is(err, tenantdb.ErrNotFound) {
		return nil, league.Faults{{Pointer: "/season", Grounds: league.Grounds{Reason: "unknown-season"}}}
	}
	if err != nil {
		return nil, err
	}
	if s.Season.State == SeasonClosed {
		return nil, league.NotNow("season-closed")
	}
	return s, nil
}

// planned is a look at whether an event fits its season.
type planned struct {
	season *SeasonSetup
	event  facts.Event
	rules  *rules.Ruleset // of the event
	finals []leaguedb.SeasonFinal
	faults league.Faults
}

// checkInSeason lists what a season refuses of an event that is to be one of it
// (CN09 1.1, 1.4, 1.7). Nothing is refused without a season.
func checkInSeason(tx tenantdb.Tx, season *SeasonSetup, e facts.Event, r *rules.Ruleset) error {
	if season == nil {
		return nil
	}
	p := planned{season: season, event: e, rules: r}
	if r.Season == nil {
		return league.Faults{withoutSeason(r)}
	}
	b := &tenantdb.Batch{}
	leaguedb.LoadSeasonFinals(b, &p.finals, season.Season.ID)
	if err := tx.Send(b); err != nil {
		return err
	}
	p.all()
	return p.faults.OrNil()
}

// all checks everything about it.
func (p *planned) all() {
	p.kind()
	p.region()
	p.days()
}

func (p *planned) fault(pointer string, g league.Grounds) {
	p.faults = append(p.faults, league.Fault{Pointer: pointer, Grounds: g})
}

// kind checks that it is an event of a season, and in the circuit of its kind.
func (p *planned) kind() {
	circuit, ok := circuits[p.event.Kind]
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

// region checks that stages and regional finals are in a region of the season,
// other events in none, and that there is one final of each.
func (p *planned) region() {
	regional := p.event.Kind == "stage" || p.event.Kind == "regional-final"
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
		if f.Kind == "national-final" {
			p.fault("/kind", p.rules.Grounds(paragraph, "second-national-final"))
		} else if f.RegionID != nil && *f.RegionID == *p.event.RegionID {
			p.fault("/region", p.rules.Grounds(paragraph, "second-regional-final"))
		}
	}
}

// days checks that it is played when such events are.
func (p *planned) days() {
	if grounds, rule, ok := offCalendar(p.season.Season, p.event, p.rules); ok && rule == rules.Invalid {
		p.fault("/startsAt", grounds)
	}
}

// offCalendar tells whether an event is played on a day on which the season has
// none of its kind, why, and what becomes of it (CN09 1.4).
func offCalendar(season facts.Season, e facts.Event, r *rules.Ruleset) (why league.Grounds, rule rules.Breach, off bool) {
	on := rules.DayOf(e.LocalDate())
	from, to, by := rules.DayOf(season.PlaysFrom), rules.DayOf(season.PlaysTo), rules.DayOf(season.FinalsBy)
	if e.Circuit != "" && (on < from || on > to) {
		return r.Grounds(r.Season.Calendar.Paragraph, "day-outside-season", "day", string(on), "from", string(from), "to", string(to)), r.Season.Calendar.Outside, true
	}
	if e.Kind == "regional-final" && on > by {
		return r.Grounds(r.Season.Final.Paragraph, "regional-final-late", "day", string(on), "by", string(by)), r.Season.Final.Late, true
	}
	return league.Grounds{}, "", false
}

// replan asks the season again where a change touches what it has a say in: day,
// ruleset or the season itself. A change that does not is never refused because
// the season was moved meanwhile.
func (d *Desk) replan(tx tenantdb.Tx, before facts.Event, s *Stage) error {
	sameRules := before.RulesetVersionID == s.Event.RulesetVersionID && maps.Equal(before.Readings, s.Event.Readings)
	if sameRules && rules.DayOf(before.LocalDate()) == rules.DayOf(s.Event.LocalDate()) && !changedSeason(before, s.Event) {
		return nil
	}
	if changedSeason(before, s.Event) && before.SeasonID != nil { // it loses an event
		TouchSeason(tx, league.SeasonID{UUID: *before.SeasonID})
	}
	season, err := d.seasonFor(tx, s.Event.SeasonID)
	if err != nil {
		return err
	}
	return checkInSeason(tx, season, s.Event, s.Rules)
}

// changedSeason tells whether an event goes to another season.
func changedSeason(before, after facts.Event) bool {
	if before.SeasonID == nil || after.SeasonID == nil {
		return before.SeasonID != after.SeasonID
	}
	return *before.SeasonID != *after.SeasonID
}

// requireOpenSeason refuses to announce an event of a season that is not announced
// itself, or over.
func requireOpenSeason(tx tenantdb.Tx, e facts.Event) error {
	if e.SeasonID == nil {
		return nil
	}
	var season facts.Season
	b := &tenantdb.Batch{}
	leaguedb.LoadSeason(b, &season, league.SeasonID{UUID: *e.SeasonID})
	if err := tx.Send(b); err != nil {
		return err
	}
	if season.State != SeasonRunning {
		return league.NotNow("season-state", "state", season.State)
	}
	return nil
}
