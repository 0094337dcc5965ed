package season

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Derive computes the state of a season from its facts. It takes time and memory in proportion to
// the number of entrants.
//
// Places are filled once, on all facts: the order in which people said that they cannot come
// changes nothing. The events are processed first, day by day, then the regional finals are filled
// and judged, and the national final comes last, because a champion takes the place of their region
// before they could step in elsewhere.
func Derive(f Facts) State {
	d := begin(f)
	d.playEvents()
	d.fill(rules.ToRegionalFinal)
	regions := d.regionalFinals()
	d.champions(regions)
	d.reigningChampion()
	d.fill(rules.ToNationalFinal)
	d.convoke()
	d.refunds()
	return State{Events: d.states, Regions: regions, Places: d.places}
}

// derivation holds the intermediate results of [Derive].
type derivation struct {
	facts  Facts
	rules  *rules.Season
	books  map[*rules.Ruleset]*book
	states []EventState
	events map[league.EventID]*event
	places []Place
	// since is the day of the event at which a player qualified for a final: they may take part in
	// nothing from the day after. "" stands for the whole season.
	since map[league.PlayerID]rules.Day
	bars  map[league.PlayerID][]Bar
	away  map[seat]Unavailability
	asked map[seat][]Convocation
	// holds counts the places of a player in a final; latest is the day of the last event that gave
	// one.
	holds  map[seat]int
	latest map[seat]rules.Day
	// finals and merges are the latest facts of a region.
	finals map[league.RegionID]Final
	merges map[league.RegionID]league.RegionID
	// hosts maps a region to the region that holds its final; without lists the players in the
	// ranking of a region's final whom it leads nowhere. Both are set once the finals are judged.
	hosts   map[league.RegionID]league.RegionID
	without map[league.RegionID][]league.PlayerID
}

// seat is a player in a final.
type seat struct {
	player league.PlayerID
	to     rules.SeasonFinal
}

// nobody is the zero id, which stands for no player.
var nobody league.PlayerID

func begin(f Facts) *derivation {
	d := &derivation{
		facts: f, rules: f.Rules.Season,
		books:   make(map[*rules.Ruleset]*book),
		events:  make(map[league.EventID]*event, len(f.Events)),
		places:  make([]Place, 0, 2*len(f.Events)), // most lead two people on
		since:   make(map[league.PlayerID]rules.Day),
		bars:    make(map[league.PlayerID][]Bar),
		away:    make(map[seat]Unavailability),
		asked:   make(map[seat][]Convocation),
		holds:   make(map[seat]int),
		latest:  make(map[seat]rules.Day),
		finals:  make(map[league.RegionID]Final),
		merges:  make(map[league.RegionID]league.RegionID),
		without: make(map[league.RegionID][]league.PlayerID),
	}
	for _, b := range f.Bars {
		d.bars[b.Player] = append(d.bars[b.Player], b)
	}
	for _, u := range slices.Backward(f.Unavailable) {
		d.away[seat{u.Player, u.To}] = u // the first answer counts
	}
	for _, c := range f.Convocations {
		of := seat{c.Player, c.To}
		d.asked[of] = append(d.asked[of], c)
	}
	for _, final := range f.Finals {
		d.finals[final.Region] = final
	}
	for _, m := range f.Merges {
		d.merges[m.Region] = m.Into
	}
	if d.rules.Champion != nil && f.Champion != nobody {
		d.since[f.Champion] = ""
	}
	return d
}

// hold counts a place for its holder.
func (d *derivation) hold(p *Place) {
	of := seat{p.Holder, p.To}
	d.holds[of]++
	d.latest[of] = max(d.latest[of], p.Origin.Day)
}

// playEvents derives the events in order of their days, because a player who qualified at one may
// not take part in the next.
func (d *derivation) playEvents() {
	order := make([]*Event, len(d.facts.Events))
	for i := range d.facts.Events {
		order[i] = &d.facts.Events[i]
	}
	slices.SortFunc(order, func(a, b *Event) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), slices.Compare(a.ID.UUID[:], b.ID.UUID[:]))
	})
	d.states = make([]EventState, len(order))
	for i, facts := range order {
		e := &event{Event: facts, number: i, state: &d.states[i], rules: d.book(cmp.Or(facts.Rules, d.facts.Rules))}
		d.events[facts.ID] = e
		d.play(e)
	}
}

// convoke adds the convocations and the acceptances to the places.
func (d *derivation) convoke() {
	for i := range d.places {
		p := &d.places[i]
		if p.State != Held {
			continue
		}
		for _, c := range d.asked[seat{p.Holder, p.To}] {
			d.convoked(p, c)
		}
	}
}

func (d *derivation) convoked(p *Place, c Convocation) {
	paragraph := d.rules.AnswerParagraph(p.To)
	p.step(Convoked, p.Holder, c.At, d.facts.Rules.Grounds(paragraph, "convoked", "until", c.AnswerBy.Format(time.RFC3339)))
	if c.Accepted == nil {
		p.State, p.AnswerBy = Offered, &c.AnswerBy
		return
	}
	p.State, p.AnswerBy = Accepted, nil
	p.step(Agreed, p.Holder, *c.Accepted, d.facts.Rules.Grounds(paragraph, "comes"))
}

// refunds sets for every place why the journey is paid or not (CN09 1.8, 1.9).
func (d *derivation) refunds() {
	for i := range d.places {
		p := &d.places[i]
		p.RefundGrounds = d.refund(p)
	}
}

// refund returns why the journey of a place is paid or not. If a tournament leads to the national
// final without paying the journey, the grounds cite the paragraph of its tier.
func (d *derivation) refund(p *Place) league.Grounds {
	lead, _, r := d.leadOf(p)
	paragraph := d.rules.Refund.Paragraph
	switch {
	case p.Refund:
		return d.facts.Rules.Grounds(paragraph, "journey-paid")
	case p.Substitute && lead.Refund:
		return d.facts.Rules.Grounds(paragraph, "journey-of-substitute-not-paid")
	case p.Origin.Kind == FromEvent && p.To == rules.ToNationalFinal && !lead.Refund:
		tier := d.events[p.Origin.Event].state.Tier
		return r.Grounds(tier.Paragraph, "journey-not-paid-by", "tier", tier.Name)
	}
	return d.facts.Rules.Grounds(paragraph, "journey-not-paid")
}
