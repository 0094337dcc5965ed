package pages

import (
	"strconv"

	"referto/openapi"
)

// enteredModel lists the entrants of an event that has not started.
type enteredModel struct {
	Count           string
	Coming, Waiting []enteredRow
	// WaitingTitle is the heading of the waiting list.
	WaitingTitle string
}

// enteredRow is one of them; Name is "" where it is reserved.
type enteredRow struct{ Position, Name, Link, Club string }

// entered lists the entrants; nil if the event is not open for entries yet, or has started.
func (s *eventPage) entered() *enteredModel {
	if s.Event.State != openapi.EventStateOpen && s.Event.State != openapi.EventStateClosed {
		return nil
	}
	m := &enteredModel{}
	for _, e := range s.Entrants {
		row := enteredRow{Name: e.Player.Name, Club: e.Player.Club}
		if row.Name != "" {
			row.Link = playerLink(s.Reader, s.Tenant, e.Player.Id)
		}
		if e.WaitingPosition == 0 {
			m.Coming = append(m.Coming, row)
			continue
		}
		row.Position = strconv.Itoa(e.WaitingPosition)
		m.Waiting = append(m.Waiting, row)
	}
	m.Count = s.text("count.players", "count", len(m.Coming))
	m.WaitingTitle = s.text("places.waiting", "count", len(m.Waiting))
	if len(s.Event.Field.Sizes) > 0 {
		m.WaitingTitle = s.text("places.reserves", "count", len(m.Waiting))
	}
	return m
}
