package pages

import (
	"io"
	"strconv"
	"time"

	"referto/frontend/words"
	"referto/openapi"
)

// stageModel is the content of templates/stage.html. A part that the event's
// phase does not have is nil or empty.
type stageModel struct {
	frame
	State, Kind, Region string
	Running             bool
	Heading             string
	Facts               []fact
	Notes               string
	Clock               *clockModel
	Places              *placesModel
	Podium              []podiumPlace
	Turns               []turn
	Tables              *tablesModel
	Standings           *standingsModel
	Next                []string
	Find                *findModel
	Stakes              []stakeLine
	Feed                []news
	FeedTitle           string
	DrawLink            string
}

type placesModel struct {
	Figure, Label string
	Lines         []string
}

type podiumPlace struct{ Place, Name string }

type stakeLine struct {
	Place, Text string
	Rule        ruleRef
}

// stage is a view with what the parts of the page share.
type stage struct {
	Stage
	w    *words.Words
	zone *time.Location
	at   address
	// shown is the round whose tables are shown, latest the last one drawn; nil
	// before the first draw.
	shown, latest *openapi.Round
}

// Stage writes the page of an event.
func (p *Pages) Stage(out io.Writer, v Stage) error {
	s := newStage(v, p.zone(v.Event.TimeZone))
	m := stageModel{
		frame:   v.frame(&v.Tenant, s.title(), s.here()),
		State:   s.w.Text("event-state."+string(v.Event.State), nil),
		Kind:    s.w.Text("event-kind."+string(v.Event.Kind), nil),
		Region:  v.Event.Region.Name,
		Running: v.Event.State == openapi.EventStateRunning,
		Heading: v.Event.Title,
		Facts:   p.facts(v),
		Stakes:  s.stakes(),
		Next:    s.next(),
	}
	m.Live = s.live()
	if started(v.Event) {
		m.Data = dataAddress(v.Tenant, v.Event) + "/standings"
		m.Clock = s.clock()
		m.Podium = s.podium()
		m.Turns = s.turns()
		m.Tables = s.tables()
		m.Standings = s.standings()
		m.Find = s.find()
		m.Feed, m.FeedTitle = s.feed(), s.feedTitle()
	} else {
		m.Data = dataAddress(v.Tenant, v.Event)
		m.Notes = v.Event.Notes
		m.Places = s.places()
	}
	if started(v.Event) || v.Event.DrawCommitment != "" {
		m.DrawLink = v.link(drawAddress(v.Tenant, v.Event))
	}
	return p.render(out, m.Lang, "stage", m)
}

func newStage(v Stage, zone *time.Location) *stage {
	s := &stage{Stage: v, w: v.words(), zone: zone, at: stageAddress(v.Tenant, v.Event)}
	for i := range v.Rounds {
		s.latest = &v.Rounds[i]
		if v.Rounds[i].Number == v.Shown {
			s.shown = &v.Rounds[i]
		}
	}
	if s.shown == nil {
		s.shown = s.latest
	}
	return s
}

// here is the address of the page as it is being read.
func (s *stage) here() address {
	at := s.at
	if s.shown != s.latest {
		at = at.round(s.shown.Number)
	}
	if s.Find != "" {
		at = at.with("q", s.Find)
	}
	return at
}

func (s *stage) title() string {
	if s.Event.State == openapi.EventStateRunning || s.Event.State == openapi.EventStateFinished {
		return s.Event.Title + " · " + s.w.Text("event-state."+string(s.Event.State), nil)
	}
	return s.Event.Title
}

func (s *stage) text(key string, params ...any) string {
	values := make(map[string]any, len(params)/2)
	for i := 0; i+1 < len(params); i += 2 {
		values[params[i].(string)] = params[i+1]
	}
	return s.w.Text(key, values)
}

// timeOf writes the time of day of an instant at the venue.
func (s *stage) timeOf(at time.Time) string { return s.w.Time(at.In(s.zone)) }

// places are free and taken places before the start.
func (s *stage) places() *placesModel {
	event := s.Event
	if event.State == openapi.EventStateCancelled || event.State == openapi.EventStateAnnounced && event.Capacity == 0 {
		return nil
	}
	entered := s.text("places.entered", "count", event.Counts.Entered)
	m := &placesModel{}
	free := max(event.Capacity-event.Counts.Entered, 0)
	switch {
	case event.State == openapi.EventStateAnnounced:
		m.Figure, m.Label = strconv.Itoa(event.Capacity), s.text("places.title")
	case event.State == openapi.EventStateClosed || event.Capacity == 0:
		m.Figure, m.Label = strconv.Itoa(event.Counts.Entered), capital(s.text("places.taken", "count", event.Counts.Entered))
	case free == 0:
		m.Figure, m.Label = "0", s.text("places.full")
		m.Lines = append(m.Lines, entered)
	default:
		m.Figure, m.Label = strconv.Itoa(free), capital(s.text("places.free", "count", free))
		m.Lines = append(m.Lines, entered+" "+s.text("places.of", "capacity", event.Capacity))
	}
	if event.Counts.Waiting > 0 {
		m.Lines = append(m.Lines, s.text("places.waiting", "count", event.Counts.Waiting))
	}
	if event.Counts.CheckedIn > 0 {
		m.Lines = append(m.Lines, s.text("places.checked-in", "count", event.Counts.CheckedIn))
	}
	return m
}

// next says what the reader may expect, where there are no tables to show.
func (s *stage) next() []string {
	var lines []string
	switch {
	case s.Event.State == openapi.EventStateRunning && s.latest == nil:
		lines = append(lines, s.text("phase.before-round", "n", 1))
	case started(s.Event):
		return nil
	default:
		if key := "phase." + string(s.Event.State); s.w.Has(key) {
			lines = append(lines, s.text(key))
		}
	}
	if s.Event.DrawCommitment != "" && !started(s.Event) && s.Event.State != openapi.EventStateCancelled {
		lines = append(lines, s.text("phase.sealed"))
	}
	return lines
}

// podium is the first places once the event is over.
func (s *stage) podium() []podiumPlace {
	if s.Event.State != openapi.EventStateFinished {
		return nil
	}
	var podium []podiumPlace
	for _, row := range s.Standings.Rows {
		if row.Rank > 3 {
			break
		}
		podium = append(podium, podiumPlace{Place: strconv.Itoa(row.Rank), Name: row.Entry.Player.Name})
	}
	return podium
}

func (s *stage) stakes() []stakeLine {
	var lines []stakeLine
	for _, stake := range s.Stakes {
		lines = append(lines, stakeLine{Place: strconv.Itoa(stake.Place), Text: stake.Text, Rule: cite(stake.Rule)})
	}
	return lines
}

// ruleRef is a citation: the paragraph, with the regulation in full.
type ruleRef struct{ Paragraph, Full string }

func cite(rule openapi.Rule) ruleRef {
	if rule.Paragraph == "" {
		return ruleRef{}
	}
	return ruleRef{Paragraph: rule.Paragraph, Full: rule.Code + " " + rule.Paragraph}
}
