package pages

import (
	"io"
	"strings"
	"time"

	"referto/frontend/words"
	"referto/openapi"
)

// eventModel is the content of templates/event.html. A part that the event's
// phase does not have is nil or empty.
type eventModel struct {
	frame
	State, Kind, Region string
	Running             bool
	Heading             string
	// Terms are the known facts of the event; where it can be entered, when and where it is are in Lead, before the way to enter.
	Terms          factList
	Lead           *factList
	Notes          string
	Clock          *clockModel
	Places         *placesModel
	Entrants       *enteredModel
	Podium         []podiumPlace
	Provisional    string // until when the podium is provisional; "" once the event is finished
	Prizes         []prize
	Finalists      *finalistsModel
	Turns          []turn
	Tables         *tablesModel
	Standings      *standingsModel
	Next           []explanation
	Find           *findModel
	Stakes         *stakesModel
	Series         []choice
	Feed           []news
	FeedTitle      string
	Photos         []photo
	DrawLink       string
	ScreenLink     string // "" for an event that is over
	PrintLink      string // "" before anything is drawn
	CalculatorLink string
	RulesLink      string
	// ReportLink leads to the report, of an event of a season that was played.
	ReportLink string
}

type placesModel struct {
	Figure, Label string
	Lines         []explanation
	// Freed states how many seats usually become free; "" if there is no waiting list or the number is unknown.
	Freed string
	// Enter leads to where people enter; "" while they cannot.
	Enter, EnterText, EnterNote string
}

type podiumPlace struct{ Place, Name, Link string }

// eventPage is a view with the data that the parts of the page share.
type eventPage struct {
	EventPage
	w    *words.Words
	zone *time.Location
	at   address
	// shown is the round whose tables are shown, latest the last one drawn; nil before the first draw.
	shown, latest *openapi.Round
}

// Event writes the page of an event.
func (p *Pages) Event(out io.Writer, v EventPage) error {
	s := newEventPage(v, p.zone(v.Event.TimeZone))
	m := eventModel{
		frame:   v.frame(&v.Tenant, s.title(), s.here()),
		State:   s.w.Text("event-state."+string(v.Event.State), nil),
		Kind:    s.w.Text("event-kind."+string(v.Event.Kind), nil),
		Region:  v.Event.Region.Name,
		Running: v.Event.State == openapi.EventStateRunning,
		Heading: v.Event.Title,
		Terms:   factList{Facts: p.facts(v), Brief: v.Event.State == openapi.EventStateRunning, Late: s.announcedLate()},
		Stakes:  s.stakes(),
		Series:  seriesLinks(v.Reader, v.Tenant, v.Series),
		Next:    s.next(),
	}
	m.Description = s.description()
	m.Live = s.live()
	m.Photos = s.photos()
	if started(v.Event) {
		m.Data = dataAddress(v.Tenant, v.Event) + "/standings"
		m.Podium, m.Prizes, m.Finalists = s.podium(), s.prizes(), s.finalists()
		if m.Provisional = s.provisional(); len(m.Podium) == 0 {
			m.Clock = s.clock()
		}
		m.Turns = s.turns()
		m.Tables = s.tables()
		m.Standings = s.standings()
		m.Find = s.find()
		m.Feed, m.FeedTitle = s.feed(), s.feedTitle()
	} else {
		m.Data = dataAddress(v.Tenant, v.Event)
		m.Notes = v.Event.Notes
		m.Places, m.Entrants = s.places(), s.entered()
		if m.Places != nil && m.Places.Enter != "" {
			m.Lead, m.Terms.Facts = &factList{Facts: m.Terms.Facts[:whenAndWhere]}, m.Terms.Facts[whenAndWhere:]
		}
	}
	if !v.Event.Elsewhere && (started(v.Event) || v.Event.DrawCommitment != "") {
		m.DrawLink = v.link(drawAddress(v.Tenant, v.Event))
	}
	if m.Live != nil {
		m.ScreenLink = v.link(s.at.below(ScreenPath))
	}
	if (s.shown != nil || m.Live != nil) && !v.Event.Elsewhere {
		m.PrintLink = v.link(s.printAddress(s.printHere(), A4))
	}
	if v.Calculators {
		m.CalculatorLink = v.link(calculatorAddress(v.Tenant, v.Event.Ruleset.Id))
	}
	if v.Event.State == openapi.EventStateFinished && v.Event.Season != (openapi.SeasonID{}) {
		m.ReportLink = v.link(reportAddress(v.Tenant, v.Event))
	}
	if v.Event.Ruleset.Id != "" {
		m.RulesLink = v.link(rulebookAddress(v.Tenant, v.Event.Ruleset.Id))
	}
	return p.render(out, m.Lang, "event", m)
}

func newEventPage(v EventPage, zone *time.Location) *eventPage {
	v.Reader = v.citing(v.Tenant, v.Event.Ruleset)
	s := &eventPage{EventPage: v, w: v.words(), zone: zone, at: eventAddress(v.Tenant, v.Event)}
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

// description summarizes the event for readers of a link to it: when and where, and how many places are free or how
// many play.
func (s *eventPage) description() string {
	event := s.Event
	where := []string{capital(s.w.DateTime(event.StartsAt.In(s.zone))), place(event)}
	var more []string
	if started(event) {
		more = []string{s.w.Text("event-state."+string(event.State), nil), participants(s.w, event)}
	} else {
		more = []string{placesLeft(s.w, event)}
		if event.Fee.Amount != "" {
			more = append(more, s.text("facts.fee")+" "+s.w.Euro(event.Fee.Amount))
		}
	}
	return strings.Join(append([]string{strings.Join(present(where...), ", ")}, present(more...)...), " · ")
}

// here returns the address of the page with the reader's present choices.
func (s *eventPage) here() address {
	at := s.at
	if s.shown != s.latest {
		at = at.round(s.shown.Number)
	}
	if id := s.further(); id != "" {
		at = at.with("standings", id)
	}
	if s.Find != "" {
		at = at.with("q", s.Find)
	}
	return at
}

func (s *eventPage) title() string {
	if s.Event.State == openapi.EventStateRunning || s.Event.State == openapi.EventStateFinished {
		return s.Event.Title + " · " + s.w.Text("event-state."+string(s.Event.State), nil)
	}
	return s.Event.Title
}

func (s *eventPage) text(key string, params ...any) string {
	values := make(map[string]any, len(params)/2)
	for i := 0; i+1 < len(params); i += 2 {
		values[params[i].(string)] = params[i+1]
	}
	return s.w.Text(key, values)
}

// timeOf writes the time of day of an instant at the venue.
func (s *eventPage) timeOf(at time.Time) string { return s.w.Time(at.In(s.zone)) }
