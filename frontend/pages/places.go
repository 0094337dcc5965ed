package pages

import (
	"cmp"
	"strconv"
	"strings"

	"referto/frontend/words"
	"referto/openapi"
)

// places are free and taken places before the start.
func (s *eventPage) places() *placesModel {
	event := s.Event
	if event.State == openapi.EventStateCancelled || event.State == openapi.EventStateAnnounced && event.Capacity == 0 {
		return nil
	}
	m := &placesModel{}
	entered := s.text("places.entered", "count", event.Counts.Entered)
	free := freePlaces(event)
	switch {
	case event.State == openapi.EventStateAnnounced:
		m.Figure, m.Label = strconv.Itoa(event.Capacity), s.text("places.title")
	case len(event.Field.Sizes) > 0:
		m.Figure, m.Label = strconv.Itoa(event.Field.Seats), s.text("places.seats")
		m.say(entered)
	case event.State == openapi.EventStateClosed || event.Capacity == 0:
		m.Figure, m.Label = strconv.Itoa(event.Counts.Entered), capital(s.text("places.taken", "count", event.Counts.Entered))
	case free == 0:
		m.Figure, m.Label = "0", s.text("places.full")
		m.say(entered)
	default:
		m.Figure, m.Label = strconv.Itoa(free), capital(s.text("places.free", "count", free))
		m.say(entered + " " + s.text("places.of", "capacity", event.Capacity))
	}
	if event.Counts.Held > 0 {
		m.say(s.text("places.held", "count", event.Counts.Held))
	}
	s.standingBy(m)
	if event.Counts.CheckedIn > 0 {
		m.say(s.text("places.checked-in", "count", event.Counts.CheckedIn))
	}
	if deadline := event.Field.Deadline; !deadline.IsZero() {
		m.Lines = append(m.Lines, explanation{Text: s.text("places.deadline", "time", s.timeOf(deadline)), Rule: s.cite(event.Field.DeadlineRule)})
	}
	if event.State == openapi.EventStateOpen && !isFinal(event) {
		m.Enter = s.link(enterAddress(s.Tenant, event))
		m.EnterText, m.EnterNote = s.text("enter.button"), s.text("enter.fine")
		if full(event) {
			m.EnterText = s.text("enter.button-waiting")
		}
		if s.Visitor != nil {
			m.EnterNote = ""
		}
	}
	m.Freed = freedSeats(s.w, s.Freed)
	return m
}

// freedSeats states how many seats usually become free before the start; "" if it is unknown.
func freedSeats(w *words.Words, f openapi.FreedSeats) string {
	if f.Seats == 0 {
		return ""
	}
	return w.Text("places.freed", map[string]any{"percent": (200*f.Freed + f.Seats) / (2 * f.Seats), "freed": f.Freed, "seats": f.Seats, "events": f.Events})
}

// isFinal reports whether an event is a final, for which players qualify by places, so that there are no other
// entries.
func isFinal(event openapi.Event) bool {
	return event.Season != (openapi.SeasonID{}) && event.Circuit == "" &&
		(event.Kind == openapi.EventKindRegionalFinal || event.Kind == openapi.EventKindNationalFinal)
}

func (m *placesModel) say(text string) { m.Lines = append(m.Lines, explanation{Text: text}) }

// standingBy lists the entrants without a seat, with the condition that would give them one: a larger field (JP22 4),
// or an entrant who gives up (FG14 1).
func (s *eventPage) standingBy(m *placesModel) {
	event, field := s.Event, s.Event.Field
	waiting := cmp.Or(field.StandingBy, event.Counts.Waiting)
	switch {
	case waiting == 0:
	case len(field.Sizes) > 0:
		m.say(s.text("places.reserves", "count", waiting))
	default:
		m.say(s.text("places.waiting", "count", waiting))
	}
	if field.Next > 0 {
		m.say(s.text("places.next", "missing", field.Missing, "size", field.Next))
	}
	if len(field.Sizes) > 0 {
		m.Lines = append(m.Lines, explanation{Text: s.text("places.sizes", "sizes", alternatives(field.Sizes)), Rule: s.cite(event.Format.Rule)})
	}
}

// alternatives lists alternative numbers: "8 / 12 / 16".
func alternatives(numbers []int) string {
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, " / ")
}

// everybodyPlays is the reason of a field that has a seat for everybody.
const everybodyPlays = "everybody-admitted"

// next explains the next step if there are no tables to show.
func (s *eventPage) next() []explanation {
	var lines []explanation
	switch {
	case s.Event.State == openapi.EventStateRunning && s.latest == nil:
		lines = append(lines, explanation{Text: s.text("phase.before-round", "n", 1)})
	case started(s.Event):
		return nil
	default:
		if key := "phase." + string(s.Event.State); s.w.Has(key) {
			lines = append(lines, explanation{Text: s.text(key)})
		}
	}
	called := s.Event.State == openapi.EventStateCancelled || started(s.Event)
	if field := s.Event.Field.Explanation; !called && field.Text != "" && field.Reason != everybodyPlays {
		lines = append(lines, s.explained(field))
	}
	if s.Event.DrawCommitment != "" && !called {
		lines = append(lines, explanation{Text: s.text("phase.sealed")})
	}
	return lines
}
