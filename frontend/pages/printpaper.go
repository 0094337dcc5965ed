package pages

import (
	"slices"
	"strings"

	"referto/frontend/words"
	"referto/openapi"
)

// poster holds the facts that a passer-by needs about an event that has not ended.
type poster struct {
	By          string // the organizing tenant
	Title       string
	When, Where string
	// WhereDetail is the address, for those who do not know the place.
	WhereDetail string
	Facts       []fact
	Notes       string
	Stakes      []stakeLine
	Says        string // the purpose of the page behind the code
	Address     string // which it leads to, to be typed
}

// poster is the poster of an event that is still to come or being played; nil for any other.
func (p *Pages) poster(s *eventPage, v Printed) *poster {
	switch v.Event.State {
	case openapi.EventStateAnnounced, openapi.EventStateOpen, openapi.EventStateClosed, openapi.EventStateRunning:
	default:
		return nil
	}
	m := &poster{
		By: v.Tenant.Name, Title: v.Event.Title, Notes: v.Event.Notes, Says: s.text("screen.follow"),
		Address: strings.TrimPrefix(strings.TrimPrefix(v.Public+s.at.path, "https://"), "http://"),
	}
	if v.Event.State == openapi.EventStateOpen {
		m.Says = s.text("screen.enter")
	}
	facts := p.facts(v.EventPage)
	m.When, m.Where, m.WhereDetail = facts[0].Text, facts[1].Text, facts[1].Detail
	for _, one := range facts[2:] {
		if one.Text != "" {
			m.Facts = append(m.Facts, one)
		}
	}
	if stakes := s.stakes(); stakes != nil {
		m.Stakes = stakes.Lines
	}
	return m
}

// checkInList is a list of people at the door.
type checkInList struct {
	Heading string
	Rows    []checkInRow
}

type checkInRow struct {
	Number     int
	Name, Club string
	Here, Paid bool // already marked so
	Position   int  // on the waiting list; 0 for those with a seat
}

// checkInLists returns the entrants with a seat, by name, and the waiting list, in its order. The second value counts
// them all.
func checkInLists(w *words.Words, entries []openapi.Entry) (lists []checkInList, count int) {
	seats := checkInList{Heading: w.Text("print.check-in-seats", nil)}
	waiting := checkInList{Heading: w.Text("print.check-in-waiting", nil)}
	for _, e := range entries {
		row := checkInRow{Number: e.Number, Name: e.Player.Name, Club: e.Player.Club, Paid: e.FeePaid}
		switch e.State {
		case openapi.EntryStateCheckedIn, openapi.EntryStatePlaying:
			row.Here = true
			seats.Rows = append(seats.Rows, row)
		case openapi.EntryStateEntered:
			seats.Rows = append(seats.Rows, row)
		case openapi.EntryStateWaiting:
			row.Position = e.WaitingPosition
			waiting.Rows = append(waiting.Rows, row)
		}
	}
	words.Sort(w, seats.Rows, func(r checkInRow) string { return r.Name })
	slices.SortStableFunc(waiting.Rows, func(a, b checkInRow) int { return a.Position - b.Position })
	for _, one := range []checkInList{seats, waiting} {
		if len(one.Rows) > 0 {
			lists, count = append(lists, one), count+len(one.Rows)
		}
	}
	return lists, count
}

// certificate shows a person's result at an event.
type certificate struct {
	By, Name, For string
	// Event, When and Where describe the event.
	Event, When, Where string
	Signs              []string // the people whose signatures are needed
}

// certificates are for the first places, as they stand once the event is over, and for the prizes of the ruleset.
func (s *eventPage) certificates() (out []certificate) {
	var signs []string
	for _, role := range []string{"facts.first-referee", "facts.organizer"} {
		signs = append(signs, s.text(role))
	}
	award := func(name, what string) {
		out = append(out, certificate{By: s.Tenant.Name, Name: name, For: what, Event: s.Event.Title, When: s.w.Date(s.Event.StartsAt.In(s.zone)), Where: place(s.Event), Signs: signs})
	}
	if s.Event.State != openapi.EventStateFinished {
		return nil
	}
	podium := s.podium()
	for _, one := range podium {
		award(one.Name, s.text("print.place-"+one.Place))
	}
	if len(podium) > 0 {
		for _, one := range s.prizes() {
			award(one.Winner, one.Name)
		}
	}
	return out
}
