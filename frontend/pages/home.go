package pages

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"referto/openapi"
)

// homeModel is the content of templates/home.html.
type homeModel struct {
	frame
	Kind   string
	Groups []eventGroup
	// Season is the title of the season under way, with its pages.
	Season, SeasonLink, BoardLink string
	Seasons                       []seasonLine
	Series                        []choice
	Rankings                      []rankingLine
}

// seasonLine is one season in the list of all.
type seasonLine struct{ Title, Period, Link, BoardLink string }

// eventGroup is the events of one phase. Some are seen at once, the others open.
type eventGroup struct {
	ID, Title string
	Live      bool
	Events    []eventLine
	Folded    []eventFold
}

// eventFold is a part of the events of a phase that opens.
type eventFold struct {
	Title, Count string
	Events       []eventLine
}

// nextAtOnce limits the events that come, and latestAtOnce those that are over, which are seen at once;
// monthsApart how many earlier months open by themselves. With them the home of a season is three screens
// of a phone.
const (
	nextAtOnce   = 5
	latestAtOnce = 3
	monthsApart  = 2
)

// eventLine is one event in a list.
type eventLine struct {
	Day, DateTime      string
	Title, Link, Place string
	Kind, State        string
	// Enter links to the page for entering the event, with State as its text; "" if entries are not open.
	Enter             string
	Live              bool
	Players, Progress string
}

// Home writes a tenant's first page.
func (p *Pages) Home(out io.Writer, v Home) error {
	w := v.words()
	at := homeAddress(v.Tenant)
	m := homeModel{frame: v.frame(&v.Tenant, v.Tenant.Name, at)}
	if key := "home.tenant-kind." + string(v.Tenant.Kind); w.Has(key) {
		m.Kind = w.Text(key, nil)
	}
	if v.Season != nil {
		m.Season, m.SeasonLink, m.BoardLink = v.Season.Title, v.link(seasonAddress(v.Tenant, *v.Season)), v.link(boardAddress(v.Tenant, *v.Season))
	}
	for _, season := range v.Seasons {
		m.Seasons = append(m.Seasons, seasonLine{
			Title: season.Title, Link: v.link(seasonAddress(v.Tenant, season)), BoardLink: v.link(boardAddress(v.Tenant, season)),
			Period: w.Text("season.from-to", map[string]any{"from": w.PlainDate(season.From), "to": w.PlainDate(season.To)}),
		})
	}
	m.Series = seriesLinks(v.Reader, v.Tenant, v.Series)
	for _, r := range v.Rankings {
		m.Rankings = append(m.Rankings, newRankingPage(v.Reader, v.Tenant).line(r))
	}
	phases := map[string][]Hosted{}
	for _, event := range v.Events {
		phases[phase(event)] = append(phases[phase(event)], Hosted{v.Tenant, event})
	}
	for _, hosted := range v.Hosted {
		phases[phase(hosted.Event)] = append(phases[phase(hosted.Event)], hosted)
	}
	for _, name := range []string{"now", "next", "finished"} {
		events := phases[name]
		slices.SortStableFunc(events, func(x, y Hosted) int {
			a, b := x.Event, y.Event
			order := cmp.Or(a.StartsAt.Compare(b.StartsAt), cmp.Compare(a.Title, b.Title), cmp.Compare(a.Slug, b.Slug))
			if name == "finished" {
				return -order
			}
			return order
		})
		if len(events) > 0 {
			m.Groups = append(m.Groups, p.eventGroup(v, name, events))
		}
	}
	return p.render(out, m.Lang, "home", m)
}

// eventGroup shows the events of a phase, in their order: all that are played now, the next few of
// those to come, and the latest few of those that are over, the others by months.
func (p *Pages) eventGroup(v Home, name string, events []Hosted) eventGroup {
	w := v.words()
	group := eventGroup{ID: name, Title: w.Text("home."+name, nil), Live: name == "now"}
	seen, others := events, []Hosted(nil)
	most := nextAtOnce
	if name == "finished" {
		most = latestAtOnce
	}
	if !group.Live && len(events) > most {
		seen, others = events[:most], events[most:]
	}
	for _, event := range seen {
		group.Events = append(group.Events, p.eventLine(v, event))
	}
	for _, event := range others {
		title := w.Text("home.later", nil)
		if name == "finished" {
			title = capital(w.Month(event.Event.StartsAt.In(p.zone(event.Event.TimeZone))))
		}
		last := len(group.Folded) - 1
		switch {
		case last >= 0 && group.Folded[last].Title == title:
		case last == monthsApart: // all that is earlier stands together
			group.Folded[last].Title = w.Text("home.earlier", nil)
		default:
			group.Folded, last = append(group.Folded, eventFold{Title: title}), last+1
		}
		group.Folded[last].Events = append(group.Folded[last].Events, p.eventLine(v, event))
	}
	for i := range group.Folded {
		group.Folded[i].Count = w.Text("home.count", map[string]any{"count": len(group.Folded[i].Events)})
	}
	return group
}

// phase is the list of the home page an event stands in; "" for none.
func phase(event openapi.Event) string {
	switch event.State {
	case openapi.EventStateRunning:
		return "now"
	case openapi.EventStateAnnounced, openapi.EventStateOpen, openapi.EventStateClosed, openapi.EventStateCancelled:
		return "next"
	case openapi.EventStateFinished:
		return "finished"
	default:
		return ""
	}
}

func (p *Pages) eventLine(v Home, hosted Hosted) eventLine {
	w, event, federation := v.words(), hosted.Event, ""
	if hosted.Tenant.Slug != v.Tenant.Slug {
		federation = hosted.Tenant.Name
	}
	start := event.StartsAt.In(p.zone(event.TimeZone))
	line := eventLine{
		Day:      w.ShortDate(start),
		DateTime: start.Format(machineTime),
		Title:    event.Title,
		Link:     v.link(eventAddress(hosted.Tenant, event)),
		Place:    place(event),
		Kind:     strings.Join(present(w.Text("event-kind."+string(event.Kind), nil), event.Ruleset.Code, federation), " · "),
		State:    w.Text("event-state."+string(event.State), nil),
		Live:     event.State == openapi.EventStateRunning,
	}
	switch event.State {
	case openapi.EventStateRunning:
		line.Players = w.Text("count.players", map[string]any{"count": event.Counts.Players})
		line.Progress = roundProgress(w, event)
	case openapi.EventStateFinished:
		line.Players = w.Text("count.players", map[string]any{"count": event.Counts.Players})
		if winner := v.Winners[event.Id]; winner != "" {
			line.Progress = w.Text("home.won-by", map[string]any{"name": winner})
		}
	case openapi.EventStateOpen, openapi.EventStateClosed:
		if event.State == openapi.EventStateOpen && !isFinal(event) {
			line.Enter, line.State = v.link(enterAddress(hosted.Tenant, event)), w.Text("enter.button", nil)
			if full(event) {
				line.State = w.Text("enter.button-waiting", nil)
			}
		}
		line.Players = w.Text("places.entered", map[string]any{"count": event.Counts.Entered})
		line.Progress = placesLeft(w, event)
	}
	return line
}
