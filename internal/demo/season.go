package demo

import (
	"fmt"
	"strings"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/openapi"
)

// seasonSlug names the season in addresses.
const seasonSlug = "campionato"

// nationalFinal is the day of the national final, counted from the day of the story.
const nationalFinal = 113

// period is the first and the last day of the events, and the last day of the regional finals: months of a length
// like in CN09 1.4.
func (s *championship) period() (from, to, finalsBy time.Time) {
	return s.begins(-293), s.begins(41).AddDate(0, 0, -1), s.begins(72).AddDate(0, 0, 13)
}

// begins is the first of the month that is nearest to a day, counted from the day of the story.
func (s *championship) begins(days int) time.Time {
	day := at(s.today, days, 0)
	if day.Day() > 14 {
		return time.Date(day.Year(), day.Month()+1, 1, 0, 0, 0, 0, day.Location())
	}
	return time.Date(day.Year(), day.Month(), 1, 0, 0, 0, 0, day.Location())
}

// championship is the season while it is loaded.
type championship struct {
	*loader
	plan
	id     openapi.SeasonID
	path   string
	today  time.Time             // of the season: the day of the story, or of a year before
	events map[string]*heldEvent // by slug
}

// season is a whole season by CN09, three quarters of which are played: the events of its regions, the qualified
// players, and the open tasks. All is recorded on the day of the story, like by a federation that begins to use the
// program in mid-season; reports have the day on which they came.
func (l *loader) season(day time.Time) {
	s := &championship{loader: l, plan: newPlan(), today: day, events: make(map[string]*heldEvent)}
	s.appoint()
	s.register(s.people...)
	last := l.seasonBefore(day)
	s.announce(seasonSlug, champion, circuits)
	for _, f := range fixtures {
		s.stage(f)
	}
	s.toEnter.join(s.id)
	s.asks()
	s.announceFinals()
	s.judgeAll()
	last.settle()
	s.release()
	s.decide()
	s.convokeRegions()
	s.convokeNational()
	s.pay()
	s.reward()
	s.ban()
}

// appoint gives every region its contact, and the organizer a role over the whole federation, whose photos they send.
func (s *championship) appoint() {
	manager := s.clients[manager]
	for _, c := range circuits {
		if _, there := s.regions[c.region]; !there {
			var region openapi.Region
			s.act(manager, federationPath+"/regions", openapi.NewRegion{Name: c.region}, &region)
			s.regions[c.region] = region.Id
		}
		if c.contact == contact {
			continue
		}
		s.act(manager, federationPath+"/invitations", openapi.NewInvitation{
			Email: c.contact.mail, Role: openapi.RoleRegionalContact,
			Scope: openapi.GrantScope{Kind: openapi.GrantScopeKindRegion, Id: s.regions[c.region]},
		}, nil)
		s.acceptAll(c.contact)
	}
	s.act(manager, federationPath+"/invitations", openapi.NewInvitation{
		Email: organizer.mail, Role: openapi.RoleOrganizer, Scope: openapi.GrantScope{Kind: openapi.GrantScopeKindTenant},
	}, nil)
	s.acceptAll(organizer)
}

// announce drafts the season and opens it.
func (s *championship) announce(slug string, reigning person, of []circuit) {
	from, to, by := s.period()
	season := openapi.NewSeason{
		Slug: slug, Title: fmt.Sprintf("Campionato %d", from.Year()), Game: "I Coloni di Catan", Ruleset: championshipRules,
		PlaysFrom: openapi_types.Date{Time: from}, PlaysTo: openapi_types.Date{Time: to},
		FinalsBy: openapi_types.Date{Time: by}, Champion: s.players[reigning.name],
		Contact: "manager@fic.example",
	}
	for _, c := range of {
		season.Regions = append(season.Regions, s.regions[c.region])
	}
	var made openapi.Season
	s.act(s.clients[manager], federationPath+"/seasons", season, &made)
	s.id, s.path = made.Id, federationPath+"/seasons/"+made.Id.String()
	s.act(s.clients[manager], s.path+"/opening", nil, nil)
}

// date is a day of the season.
func (s *championship) date(days int) openapi_types.Date {
	return openapi_types.Date{Time: at(s.today, days, 0)}
}

// on returns the start of a fixture: on the Sunday next to its day, at ten or in the early afternoon. Near
// today, where each day counts, a Saturday may be nearer.
func (s *championship) on(f fixture) time.Time {
	hour := 10
	if len(f.city)%3 == 0 {
		hour = 14
	}
	if f.day < -8 || f.day > 8 {
		return nearest(time.Sunday, s.today, f.day, hour)
	}
	return weekend(s.today, f.day, hour)
}

// rooms are the venues of clubs that have none of their own.
var rooms = []string{"Biblioteca civica", "Centro sociale Il Mulino", "Sala consiliare", "Circolo ricreativo", "Palazzo della Ragione", "Oratorio San Giuseppe", "Ex Convento"}

// of makes the draft of a fixture.
func (s *championship) of(f fixture) openapi.NewEvent {
	e := openapi.NewEvent{
		Kind: f.kind(), Title: f.title(), Slug: f.slug(), Season: s.id, StartsAt: s.on(f).UTC(), TimeZone: timeZone,
		Venue: openapi.Venue{Name: f.venue, City: f.city}, Formula: "club", Variant: "base", TimeLimitMinutes: 80, Fee: euros("5.00"),
		NewOrganizer: f.course == forgiven,
	}
	if e.Venue.Name == "" {
		e.Venue.Name = rooms[len(f.slug())%len(rooms)]
	}
	if f.course == open {
		e.Capacity = 24
	}
	if f.region != "" {
		e.Region = s.regions[f.region]
	}
	return e
}

// slug is the fixture's in addresses.
func (f fixture) slug() string {
	return strings.NewReplacer(" di ", "-", " ", "-", "'", "-").Replace(strings.ToLower(f.title()))
}

// announceFinals announces the regional finals and the national one.
func (s *championship) announceFinals() {
	for _, f := range finals {
		e := s.of(f)
		e.Kind, e.Title, e.Slug, e.Fee = openapi.EventKindRegionalFinal, "Finale regionale, "+f.region, "finale-"+strings.ToLower(f.city), openapi.Money{}
		s.publish(s.overseer(f.region), e)
	}
	e := s.of(fixture{city: "Bologna", day: nationalFinal, venue: "Palazzo Re Enzo"})
	e.Kind, e.Title, e.Slug, e.Fee = openapi.EventKindNationalFinal, "Finale nazionale", "finale-nazionale", openapi.Money{}
	s.publish(manager, e)
}

// overseer returns the contact of a region, or the manager for things without a region.
func (s *championship) overseer(region string) part {
	for _, c := range circuits {
		if c.region == region {
			return c.contact
		}
	}
	return manager
}

// release releases the calendar in its present state.
func (s *championship) release() {
	s.act(s.clients[manager], s.path+"/calendar-editions", openapi.CalendarRelease{Note: "Con le date delle finali regionali"}, nil)
}
