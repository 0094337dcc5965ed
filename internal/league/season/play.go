package season

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// event holds the intermediate results of one event.
type event struct {
	*Event
	number int // position among the events by day
	state  *EventState
	rules  *book
	// ranking is the ranking of the facts without the entrants who may not take part.
	ranking []league.PlayerID
}

func (d *derivation) play(e *event) {
	s, rule := e.state, e.rules.Season
	s.ID = e.ID
	d.count(e)
	d.size(e)
	s.AnnounceBy = e.Day.Plus(-rule.Announcement.Days)
	s.ReportBy = cmp.Or(e.Ended, e.Day).Plus(rule.Report.Days)
	d.check(e)
	s.Standing = standing(e.Ranking, e.Verdict)
	d.award(e)
	s.Prizes = prizeDuty(e)
}

// count finds the entrants who may not take part, and sets the numbers of entrants and players that
// count (CN09 1.5).
func (d *derivation) count(e *event) {
	s := e.state
	alike := e.rules.Season.Barred == rules.CountedAlike
	var refused map[league.PlayerID]bool
	for i := range e.Entrants {
		entrant := &e.Entrants[i]
		grounds, no := d.refusal(e, entrant)
		if no {
			if refused == nil {
				refused = make(map[league.PlayerID]bool)
			}
			refused[entrant.Player] = true
			s.Refused = append(s.Refused, Refusal{Player: entrant.Player, Grounds: grounds})
		}
		if no && !alike {
			continue
		}
		s.Entered++
		if entrant.Played {
			s.Played++
		}
	}
	e.ranking = e.Ranking
	if refused != nil {
		e.ranking = slices.DeleteFunc(slices.Clone(e.Ranking), func(p league.PlayerID) bool { return refused[p] })
	}
}

// refusal returns the first reason of the ruleset's list for which an entrant may not take part in
// an event, or was refused at the time; false if there is none.
func (d *derivation) refusal(e *event, entrant *facts.Entrant) (league.Grounds, bool) {
	if !d.suspected(e, entrant) {
		return league.Grounds{}, false
	}
	for _, exclusion := range e.rules.Eligibility {
		if exclusion.Reason == rules.AlreadyQualified && entrant.Exempt {
			continue
		}
		if exclusion.Reason == entrant.Refused || d.excluded(e, entrant.Player, exclusion.Reason) {
			return e.rules.Grounds(exclusion.Paragraph, string(exclusion.Reason)), true
		}
	}
	return league.Grounds{}, false
}

// suspected reports whether any fact could be a reason to refuse an entrant. For most there is
// none.
func (d *derivation) suspected(e *event, entrant *facts.Entrant) bool {
	_, qualified := d.since[entrant.Player]
	return qualified || entrant.Refused != "" || len(d.bars[entrant.Player]) > 0 || slices.Contains(e.Referees, entrant.Player)
}

func (d *derivation) excluded(e *event, player league.PlayerID, reason rules.ExclusionReason) bool {
	switch reason {
	case rules.RefereeOfEvent:
		return slices.Contains(e.Referees, player)
	case rules.AlreadyQualified:
		day, qualified := d.since[player]
		return qualified && day < e.Day
	}
	return d.barred(player, reason, occasion{day: e.Day, circuit: e.Circuit})
}

func (d *derivation) barred(player league.PlayerID, reason rules.ExclusionReason, o occasion) bool {
	_, is := d.barredSince(player, reason, o)
	return is
}

// barredSince reports whether a player is barred from an occasion for a reason, and returns the day
// of the first decision.
func (d *derivation) barredSince(player league.PlayerID, reason rules.ExclusionReason, o occasion) (rules.Day, bool) {
	since, is := rules.Day(""), false
	for _, b := range d.bars[player] {
		if decided := cmp.Or(b.Decided, b.From); b.Reason == reason && b.holds(o) && (!is || decided < since) {
			since, is = decided, true
		}
	}
	return since, is
}

// standing returns the standing of an event by its ranking and its verdict.
func standing(ranking []league.PlayerID, v *Verdict) Standing {
	switch {
	case ranking == nil:
		return Planned
	case v == nil:
		return Provisional
	case v.Valid:
		return Homologated
	}
	return Invalidated
}

// award adds the places that an event leads to. An event that is not homologated gives them
// provisionally.
func (d *derivation) award(e *event) {
	s := e.state
	if s.Standing == Planned {
		return
	}
	for i, lead := range s.Tier.Leads {
		if i >= len(e.ranking) {
			break
		}
		d.places = append(d.places, Place{
			ID: placeID(lead.To, e.ID.String(), i+1), To: lead.To, Provisional: s.Standing == Provisional,
			Origin: Origin{Kind: FromEvent, Event: e.ID, Region: e.Region, Tier: s.Tier.ID, Rank: i + 1, Day: e.Day},
			Steps:  make([]PlaceStep, 0, 2), // the usual number
		})
		place := &d.places[len(d.places)-1]
		if lead.To == rules.ToRegionalFinal {
			place.Region = e.Region
		}
		s.Places = append(s.Places, place.ID)
		d.give(e, place, lead, e.ranking[i])
	}
}

// give gives a player the place that they won in an event.
func (d *derivation) give(e *event, p *Place, lead rules.Lead, winner league.PlayerID) {
	tier := e.state.Tier
	p.step(Won, winner, time.Time{}, e.rules.Grounds(tier.Paragraph, "place-won", "rank", itoa(p.Origin.Rank), "tier", tier.Name))
	if e.state.Standing == Invalidated {
		p.State = Void
		p.step(Invalidity, winner, e.Verdict.At, e.rules.Grounds(e.rules.Season.Sound.Paragraph, "event-invalid"))
		return
	}
	p.State, p.Holder, p.Refund = Held, winner, lead.Refund
	if e.state.Standing == Homologated {
		p.step(Confirmed, winner, e.Verdict.At, e.rules.Grounds(tier.Paragraph, "event-homologated"))
	}
	d.hold(p)
	if day, known := d.since[winner]; !known || e.Day < day {
		d.since[winner] = e.Day
	}
}

// prizeDuty returns the duty to return prizes that were sent for an invalid event; nil if there is
// none (CN09 1.10).
func prizeDuty(e *event) *PrizeDuty {
	rule := e.rules.Season.Prizes
	if rule == nil || e.Prizes == nil || e.state.Standing != Invalidated {
		return nil
	}
	if rule.Keep && e.Prizes.Kept {
		return &PrizeDuty{Keep: true, Grounds: e.rules.Grounds(rule.Paragraph, "prizes-kept")}
	}
	by, due := cmp.Or(e.Ended, e.Day).Plus(rule.Days), e.Prizes.Price
	return &PrizeDuty{ReturnBy: by, Pay: &due, Grounds: e.rules.Grounds(rule.Paragraph, "prizes-back", "day", string(by))}
}
