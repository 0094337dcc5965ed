package seasonpage

import (
	"bytes"
	"maps"
	"slices"
	"time"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/openapi"
)

// Source holds all data from which the pages of a season are made.
type Source struct {
	Facts season.Facts
	// State is derived from the facts.
	State season.State
	Names Names
}

// Names hold the texts and times that the pages show besides the facts and the derived state.
type Names struct {
	ID          league.SeasonID
	Slug, Title string
	// Zone is the time zone of the season's days. It gives the day of an instant, such as that of a decision.
	// It must not be nil.
	Zone    *time.Location
	Ruleset openapi.RulesetRef
	// National is the appointment of the national final.
	National pages.Appointment
	Players  map[league.PlayerID]string
	Regions  map[league.RegionID]Region
	Events   map[league.EventID]Event
	// Contacts lists the people to ask, the championship manager first.
	Contacts []pages.Contact
}

// Region has the name of a region and the time of its final.
type Region struct {
	Name string
	// Contact is the name of the regional contact; "" for none.
	Contact string
	// Final is the regional final as announced; zero before the announcement.
	Final pages.Appointment
}

// Event has the title of an event, its city and its slug.
type Event struct{ Title, City, Slug string }

// Named returns the ids of the players whose names the pages show, sorted and each once.
func (s Source) Named() []league.PlayerID {
	var ids []league.PlayerID
	add := func(players ...league.PlayerID) { ids = append(ids, players...) }
	add(s.Facts.Champion)
	for _, e := range s.Facts.Events {
		add(e.Ranking[:min(len(e.Ranking), 1)]...)
	}
	for _, f := range s.Facts.Finals {
		add(f.Ranking[:min(len(f.Ranking), 1)]...)
	}
	for _, p := range s.State.Places {
		add(p.Holder)
		for _, step := range p.Steps {
			add(step.Player)
		}
	}
	slices.SortFunc(ids, func(a, b league.PlayerID) int { return bytes.Compare(a.UUID[:], b.UUID[:]) })
	return slices.Compact(ids)
}

// maker makes the pages of a source in a language.
type maker struct {
	Source
	w      *words.Words
	events map[league.EventID]event
	places map[season.PlaceID]season.Place
}

// event holds the facts of an event and the state derived from them.
type event struct {
	facts season.Event
	state season.EventState
}

func (s Source) maker(lang string) *maker {
	m := &maker{
		Source: s, w: words.For(lang),
		events: make(map[league.EventID]event, len(s.Facts.Events)),
		places: make(map[season.PlaceID]season.Place, len(s.State.Places)),
	}
	for _, f := range s.Facts.Events {
		m.events[f.ID] = event{facts: f}
	}
	for _, state := range s.State.Events {
		e := m.events[state.ID]
		e.state = state
		m.events[state.ID] = e
	}
	for _, p := range s.State.Places {
		m.places[p.ID] = p
	}
	return m
}

// season returns the data that every page of the season shows.
func (m *maker) season() pages.Season {
	p := m.Facts.Period
	return pages.Season{
		ID: m.Names.ID, Slug: m.Names.Slug, Title: m.Names.Title, From: day(p.From), To: day(p.To), FinalsBy: day(p.FinalsBy),
		National: m.Names.National, Champion: m.Names.Players[m.Facts.Champion], Ruleset: m.Names.Ruleset,
	}
}

// rules returns the season rules under which an event is played.
func (m *maker) rules(e season.Event) *rules.Season {
	if e.Rules != nil {
		return e.Rules.Season
	}
	return m.Facts.Rules.Season
}

// event returns an event as the pages show it.
func (m *maker) event(id league.EventID) pages.SeasonEvent {
	e, name := m.events[id], m.Names.Events[id]
	out := pages.SeasonEvent{
		Title: name.Title, City: name.City, Slug: name.Slug, Region: m.Names.Regions[e.facts.Region].Name, Circuit: e.facts.Circuit,
		Day: day(e.facts.Day), Standing: e.state.Standing, Tier: e.state.Tier.Name,
		Large: m.rules(e.facts).TiersOf(e.facts.Circuit)[0].ID != e.state.Tier.ID,
	}
	if e.state.Standing == season.Planned {
		out.Players = e.state.Entered
		return out
	}
	out.Players = e.state.Played
	if len(e.facts.Ranking) > 0 {
		out.WinnerID = e.facts.Ranking[0]
		out.Winner = m.Names.Players[out.WinnerID]
	}
	if e.state.Standing != season.Homologated {
		for _, c := range e.state.Checks {
			if c.Result == season.Failed {
				out.Why = append(out.Why, m.explain(c.Grounds))
			}
		}
	}
	return out
}

// explain puts grounds into words.
func (m *maker) explain(g league.Grounds) openapi.Explanation { return explain(m.w, m.Names.Zone, g) }

// explain puts grounds into words. Instants among their parameters are shown in the time zone of the season.
func explain(w *words.Words, zone *time.Location, g league.Grounds) openapi.Explanation {
	params := maps.Clone(g.Params)
	for name, value := range params {
		if at, err := time.Parse(time.RFC3339, value); err == nil {
			params[name] = w.Moment(at.In(zone))
		}
	}
	out := openapi.Explanation{Reason: g.Reason, Text: w.Reason(g.Reason, params, nil)}
	if g.Par != "" {
		out.Rule = openapi.Rule{Code: g.Code, Paragraph: g.Par}
	}
	return out
}

// day returns a calendar day at midnight UTC; the zero time for "".
func day(d rules.Day) time.Time {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return time.Time{}
	}
	return t
}

// dayOf returns the day of an instant in the time zone of the season; the zero time for the zero instant.
func (m *maker) dayOf(at time.Time) time.Time {
	if at.IsZero() {
		return at
	}
	y, month, d := at.In(m.Names.Zone).Date()
	return time.Date(y, month, d, 0, 0, 0, 0, time.UTC)
}
