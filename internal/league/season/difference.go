package season

import (
	"strconv"

	"referto/internal/league"
)

// Change is one difference between two states.
type Change struct {
	Kind   ChangeKind      `json:"kind"`
	Event  league.EventID  `json:"event,omitzero"`
	Region league.RegionID `json:"region,omitzero"`
	Place  PlaceID         `json:"place,omitempty"`
	// Player is the player who has a place afterwards, is refused or let in; Replaced is the
	// previous holder of the place. The zero id stands for nobody.
	Player   league.PlayerID `json:"player,omitzero"`
	Replaced league.PlayerID `json:"replaced,omitzero"`
	Demand   Demand          `json:"demand,omitempty"`
	// Before and After are the values that differ, in the words of the state; "" if there is none.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	// Grounds explain the state afterwards; for something that is gone, the state before.
	league.Grounds
}

// ChangeKind is the kind of a change.
type ChangeKind string

// The kinds of changes, in the order in which [Difference] lists those of one event, region or
// place.
const (
	EventNew         ChangeKind = "event-new"
	EventGone        ChangeKind = "event-gone"
	EventStanding    ChangeKind = "event-standing"
	EventTier        ChangeKind = "event-tier"
	EventDemand      ChangeKind = "event-demand"
	EventBreach      ChangeKind = "event-breach" // a rule is broken, or no longer broken, without effect on the event's validity
	EntrantRefused   ChangeKind = "entrant-refused"
	EntrantLetIn     ChangeKind = "entrant-let-in"
	PrizesGoBack     ChangeKind = "prizes-go-back"
	PrizesKept       ChangeKind = "prizes-kept"
	PrizesStay       ChangeKind = "prizes-stay"
	RegionFormat     ChangeKind = "region-format"
	RegionHost       ChangeKind = "region-host"
	RegionResult     ChangeKind = "region-result"
	PlaceNew         ChangeKind = "place-new"
	PlaceGone        ChangeKind = "place-gone"
	PlaceHolder      ChangeKind = "place-holder"
	PlaceStands      ChangeKind = "place-state"
	PlaceProvisional ChangeKind = "place-provisional"
	PlaceRefund      ChangeKind = "place-refund"
)

// Difference lists the changes from one state to another, to preview or report an act. Events come
// first, then regions and places, each in the order of the state afterwards, with removed ones at
// the end. Equal states have no differences.
func Difference(before, after State) []Change {
	c := &changes{}
	each(before.Events, after.Events, func(e EventState) league.EventID { return e.ID }, c.event)
	each(before.Regions, after.Regions, func(r RegionState) league.RegionID { return r.Region }, c.region)
	each(before.Places, after.Places, func(p Place) PlaceID { return p.ID }, c.place)
	return c.list
}

// each compares the elements of two lists that have the same key; nil stands for a missing element.
func each[E any, K comparable](before, after []E, key func(E) K, compare func(was, is *E)) {
	old := make(map[K]*E, len(before))
	for i := range before {
		old[key(before[i])] = &before[i]
	}
	for i := range after {
		k := key(after[i])
		compare(old[k], &after[i])
		delete(old, k)
	}
	for i := range before {
		if gone := old[key(before[i])]; gone != nil {
			compare(gone, nil)
		}
	}
}

// changes collects the list of a difference.
type changes struct {
	list []Change
}

// add adds a change if the values differ.
func (c *changes) add(to Change, before, after string, g league.Grounds) {
	if before == after {
		return
	}
	to.Before, to.After, to.Grounds = before, after, g
	c.list = append(c.list, to)
}

func (c *changes) event(was, is *EventState) {
	switch {
	case was == nil:
		c.add(Change{Kind: EventNew, Event: is.ID}, "", string(is.Standing), is.standingGrounds())
		was = &EventState{Standing: is.Standing, Tier: is.Tier}
	case is == nil:
		c.add(Change{Kind: EventGone, Event: was.ID}, string(was.Standing), "", was.TierGrounds)
		return
	}
	c.add(Change{Kind: EventStanding, Event: is.ID}, string(was.Standing), string(is.Standing), is.standingGrounds())
	c.add(Change{Kind: EventTier, Event: is.ID}, was.Tier.ID, is.Tier.ID, is.TierGrounds)
	c.demands(was, is)
	c.breaches(was, is)
	c.refusals(was, is)
	c.prizes(was, is)
}

// standingGrounds returns the grounds of an event's standing: the first demand that an invalid
// event fails, otherwise the grounds of its tier.
func (s *EventState) standingGrounds() league.Grounds {
	if failed := s.Failed(); s.Standing == Invalidated && len(failed) > 0 {
		return failed[0].Grounds
	}
	return s.TierGrounds
}

func (c *changes) demands(was, is *EventState) {
	type demanded struct {
		Demand
		kind string // for a photo
	}
	old := make(map[demanded]CheckResult, len(was.Checks))
	for _, check := range was.Checks {
		old[demanded{check.Demand, check.Params["kind"]}] = check.Result
	}
	for _, check := range is.Checks {
		before := old[demanded{check.Demand, check.Params["kind"]}]
		if before != "" && !nothingFound(check.Demand, before, check.Result) {
			c.add(Change{Kind: EventDemand, Event: is.ID, Demand: check.Demand}, string(before), string(check.Result), check.Grounds)
		}
	}
}

// nothingFound reports whether a change is only that the results were judged and found sound: that
// is part of the verdict, not a consequence of it.
func nothingFound(d Demand, before, after CheckResult) bool {
	return d == ResultsUnsound && before != Failed && after != Failed
}

func (c *changes) breaches(was, is *EventState) {
	each(was.Breaches, is.Breaches, func(g league.Grounds) string { return g.Reason }, func(old, now *league.Grounds) {
		switch {
		case old == nil:
			c.add(Change{Kind: EventBreach, Event: is.ID}, "", now.Reason, *now)
		case now == nil:
			c.add(Change{Kind: EventBreach, Event: is.ID}, old.Reason, "", *old)
		}
	})
}

func (c *changes) refusals(was, is *EventState) {
	each(was.Refused, is.Refused, func(r Refusal) league.PlayerID { return r.Player }, func(old, now *Refusal) {
		switch {
		case old == nil:
			c.add(Change{Kind: EntrantRefused, Event: is.ID, Player: now.Player}, "", now.Reason, now.Grounds)
		case now == nil:
			c.add(Change{Kind: EntrantLetIn, Event: is.ID, Player: old.Player}, old.Reason, "", old.Grounds)
		}
	})
}

func (c *changes) prizes(was, is *EventState) {
	before, _ := was.Prizes.change()
	after, kind := is.Prizes.change()
	g := is.TierGrounds
	if is.Prizes != nil {
		g = is.Prizes.Grounds
	}
	c.add(Change{Kind: kind, Event: is.ID}, before, after, g)
}

// change returns the state of prizes as a word, and the kind of the change to that state.
func (d *PrizeDuty) change() (string, ChangeKind) {
	switch {
	case d == nil:
		return "", PrizesStay
	case d.Keep:
		return string(PrizesKept), PrizesKept
	}
	return string(PrizesGoBack), PrizesGoBack
}

func (c *changes) region(was, is *RegionState) {
	if was == nil || is == nil {
		return // added or removed regions are no consequence of an act
	}
	in := Change{Region: is.Region}
	in.Kind = RegionFormat
	c.add(in, was.Format.word(), is.Format.word(), is.Format.Grounds)
	in.Kind = RegionHost
	c.add(in, was.Host.String(), is.Host.String(), is.Format.Grounds)
	in.Kind = RegionResult
	c.add(in, was.Result.word(), is.Result.word(), is.Format.Grounds)
}

// word returns a format as text: "final 6 2" is a final for 6 with 2 semifinal tables.
func (f FinalState) word() string {
	word := string(f.Kind)
	if f.Field > 0 {
		word += " " + strconv.Itoa(f.Field)
	}
	if f.Semifinals > 0 {
		word += " " + strconv.Itoa(f.Semifinals)
	}
	return word
}

// word returns the standing of a played final as text.
func (r *FinalResult) word() string {
	switch {
	case r == nil:
		return ""
	case !r.Valid:
		return string(Invalidated)
	}
	return string(r.Standing)
}

func (c *changes) place(was, is *Place) {
	switch {
	case was == nil:
		c.add(Change{Kind: PlaceNew, Event: is.Origin.Event, Region: is.Region, Place: is.ID, Player: is.Holder}, "", string(is.State), is.last())
		return
	case is == nil:
		c.add(Change{Kind: PlaceGone, Event: was.Origin.Event, Region: was.Region, Place: was.ID, Replaced: was.Holder}, string(was.State), "", was.last())
		return
	}
	of := Change{Event: is.Origin.Event, Region: is.Region, Place: is.ID, Player: is.Holder, Replaced: was.Holder}
	if was.Holder != is.Holder {
		of.Kind = PlaceHolder
		of.Before, of.After, of.Grounds = string(was.State), string(is.State), is.last()
		c.list = append(c.list, of)
	} else {
		of.Kind = PlaceStands
		c.add(of, string(was.State), string(is.State), is.last())
	}
	of.Kind = PlaceProvisional
	c.add(of, strconv.FormatBool(was.Provisional), strconv.FormatBool(is.Provisional), is.last())
	of.Kind = PlaceRefund
	c.add(of, strconv.FormatBool(was.Refund), strconv.FormatBool(is.Refund), is.RefundGrounds)
}

// last returns the grounds of a place's last step.
func (p *Place) last() league.Grounds {
	if len(p.Steps) == 0 {
		return league.Grounds{}
	}
	return p.Steps[len(p.Steps)-1].Grounds
}
