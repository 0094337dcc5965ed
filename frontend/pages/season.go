package pages

import (
	"net/url"
	"strings"
	"time"

	"referto/frontend/words"
	"referto/internal/league/season"
	"referto/openapi"
)

// seasonSheet is the style sheet that only pages of a season need.
const seasonSheet = "season.css"

func seasonAddress(tenant openapi.Tenant, s Season) address {
	return address{path: homeAddress(tenant).path + "/s/" + url.PathEscape(s.Slug)}
}

func boardAddress(tenant openapi.Tenant, s Season) address {
	return address{path: seasonAddress(tenant, s).path + "/qualification"}
}

// seasonData returns the address of a season in the API.
func seasonData(tenant openapi.Tenant, s Season) string {
	return "/v1/tenants/" + url.PathEscape(tenant.Slug) + "/seasons/" + s.ID.String()
}

// seasonPage is the part that the pages of a season share while they are made.
type seasonPage struct {
	Reader
	tenant openapi.Tenant
	season Season
	w      *words.Words
}

func newSeasonPage(r Reader, tenant openapi.Tenant, s Season) *seasonPage {
	return &seasonPage{Reader: r.citing(tenant, s.Ruleset), tenant: tenant, season: s, w: r.words()}
}

func (s *seasonPage) text(key string, params ...any) string {
	values := make(map[string]any, len(params)/2)
	for i := 0; i+1 < len(params); i += 2 {
		values[params[i].(string)] = params[i+1]
	}
	return s.w.Text(key, values)
}

// eventLink is the page of an event by its slug; "" where it has none.
func (s *seasonPage) eventLink(slug string) string {
	if slug == "" {
		return ""
	}
	return s.link(eventAddress(s.tenant, openapi.Event{Slug: slug}))
}

// period states when the season is played.
func (s *seasonPage) period() string {
	return s.text("season.period", "from", s.w.PlainDate(s.season.From), "to", s.w.PlainDate(s.season.To), "finals", s.w.PlainDate(s.season.FinalsBy))
}

// seasonEvent is an event in a list.
type seasonEvent struct {
	Day, DateTime        string
	Title, Link          string
	Place                string // city where the title does not name it, region
	Shape, State, Tier   string
	Players, Winner      string
	WinnerLink           string // "" if the player is unknown
	Pencil, Planned      bool
	Why                  []explanation
	Final, Large, Struck bool
}

// event is an event as it stands in lists.
func (s *seasonPage) event(e SeasonEvent) seasonEvent {
	line := seasonEvent{
		Day: s.w.Day(e.Day), DateTime: e.Day.Format(time.DateOnly), Title: e.Title, Link: s.eventLink(e.Slug), Place: e.City,
		Shape: shape(e), State: s.text("season.state-" + string(e.Standing)), Large: e.Large,
		Pencil: e.Standing == season.Provisional, Planned: e.Standing == season.Planned, Struck: e.Standing == season.Invalidated,
	}
	if e.Large {
		line.Tier = e.Tier
	}
	if strings.Contains(e.Title, e.City) {
		line.Place = "" // mentioned already
	}
	switch {
	case e.Standing != season.Planned:
		line.Players = s.text("count.players", "count", e.Players)
	case e.Players > 0:
		line.Players = s.text("places.entered", "count", e.Players)
	}
	if e.Winner != "" && e.Standing != season.Invalidated {
		line.Winner = s.text("home.won-by", "name", e.Winner)
		line.WinnerLink = playerLink(s.Reader, s.tenant, e.WinnerID)
	}
	for _, why := range e.Why {
		line.Why = append(line.Why, s.explained(why))
	}
	return line
}

// mark is an event on a strip.
func (s *seasonPage) mark(sc scale, e SeasonEvent) mark {
	line := s.event(e)
	return mark{X: sc.at(e.Day), Shape: line.Shape, Title: strings.Join(present(e.City, line.Day, line.Players, line.Tier, line.State), ", ")}
}

// nationalFinal states when and where the national final is.
func (s *seasonPage) nationalFinal() string { return s.appointment(s.season.National) }
