package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/league/seasonpage"
	"referto/internal/league/views"
	"referto/internal/live"
	"referto/internal/publication"
	"referto/internal/tenant/tenantapi"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

func (s *site) board(v visit, body *bytes.Buffer) (string, error) {
	source, err := s.season(v)
	if err != nil {
		return "", err
	}
	var series []facts.Series
	b := &tenantdb.Batch{}
	leaguedb.LoadAllSeries(b, &series, leaguedb.SeriesFilter{Season: &source.Names.ID})
	if err := v.door.Send(b); err != nil {
		return "", err
	}
	page := source.Board(v.reader, tenantapi.View(v.tenant), s.now())
	page.Series = seriesLinks(series)
	err = s.pages.Board(body, page)
	return bodyTag(body), err
}

func (s *site) calendar(v visit, body *bytes.Buffer) (string, error) {
	source, err := s.season(v)
	if err != nil {
		return "", err
	}
	page := source.Calendar(v.reader, tenantapi.View(v.tenant))
	page.Region, page.ByRegion = v.echo.QueryParam("region"), v.echo.QueryParam("by") == "region"
	if page.Region != "" && !slices.Contains(page.Regions, page.Region) {
		return "", league.ErrNotFound
	}
	err = s.pages.Calendar(body, page)
	return bodyTag(body), err
}

// finalList serves the list of the national final, or with ?region= the one of a region's final, by the region's
// name.
func (s *site) finalList(v visit, body *bytes.Buffer) (string, error) {
	source, err := s.season(v)
	if err != nil {
		return "", err
	}
	page, known := source.Final(v.reader, tenantapi.View(v.tenant), v.echo.QueryParam("region"))
	if !known {
		return "", league.ErrNotFound
	}
	err = s.pages.FinalList(body, page)
	return bodyTag(body), err
}

// inSeason adds the worth of an event in its season, and the format of a final. Before the start both also depend on
// other events of the season, whose revisions differ from this event's.
func (s *site) inSeason(v visit, event views.View, page *pages.EventPage) (revision int64, err error) {
	e := event.EventFacts.Event
	if e.SeasonID == nil {
		return 0, nil
	}
	of, err := s.api.desk.ViewSeason(v.door, *e.SeasonID)
	if err != nil {
		return 0, err
	}
	event.FinalForm(of, &page.Event)
	state, known := of.EventState(e.ID)
	page.Decided = known && (state.Standing == season.Homologated || state.Standing == season.Invalidated)
	if known && e.Circuit != "" {
		stakes := seasonpage.AtStake(state, rules.Circuit(e.Circuit), of.RulesOf(e), v.reader.Lang)
		page.Stakes = &stakes
	}
	return of.Season.Revision, nil
}

// bodyTag returns the entity tag of a page whose content depends on more than the season's revision: on the day, and
// on the holders of offices.
func bodyTag(body *bytes.Buffer) string {
	sum := sha256.Sum256(body.Bytes())
	return `"h` + hex.EncodeToString(sum[:8]) + `"`
}

// season is the row of the season that the address names; a draft is not there.
func (v visit) season() (facts.Season, error) {
	var row facts.Season
	b := &tenantdb.Batch{}
	leaguedb.LoadSeasonBySlug(b, &row, v.echo.Param("season"))
	if err := v.door.Send(b); err != nil {
		return row, err
	}
	if row.State == planning.SeasonDraft {
		return row, league.ErrNotFound
	}
	return row, nil
}

// season loads the season that the address names, with the names that its pages show.
// The page is published under the season's revision.
func (s *site) season(v visit) (seasonpage.Source, error) {
	row, err := v.season()
	if err != nil {
		return seasonpage.Source{}, err
	}
	found, err := s.api.desk.ViewSeason(v.door, row.ID)
	if err != nil {
		return seasonpage.Source{}, err
	}
	source := seasonpage.Source{Facts: found.Facts, State: found.State, Names: namesOf(found)}
	var players []facts.Player
	var contacts []leaguedb.Contact
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayersByID(b, &players, source.Named())
	leaguedb.LoadContacts(b, &contacts, s.now())
	if err := v.door.Send(b); err != nil {
		return seasonpage.Source{}, err
	}
	for _, p := range players {
		source.Names.Players[p.ID] = words.For(v.reader.Lang).Player(p.Name, p.Initials)
	}
	addContacts(&source.Names, words.For(v.reader.Lang), contacts, found)
	topic := live.Topic{Tenant: v.tenant.ID, Event: found.Season.ID.UUID}
	publication.Mark(v.echo.Response().Header().Set, topic, found.Season.Revision)
	return source, nil
}

// namesOf are the names that come with a season.
func namesOf(s *register.Season) seasonpage.Names {
	v := s.Version
	n := seasonpage.Names{
		ID: s.Season.ID, Slug: s.Season.Slug, Title: s.Season.Title, Zone: s.Season.Location(),
		Ruleset: openapi.RulesetRef{Id: v.Key, Code: v.Code, Version: v.Version, Title: v.Name},
		Players: map[league.PlayerID]string{}, Regions: map[league.RegionID]seasonpage.Region{}, Events: map[league.EventID]seasonpage.Event{},
	}
	for _, r := range s.Regions {
		n.Regions[r.ID] = seasonpage.Region{Name: r.Name}
	}
	for _, e := range s.Events {
		n.Events[e.ID] = seasonpage.Event{Title: e.Title, City: e.VenueCity, Slug: e.Slug}
		y, month, day := e.LocalDate().Date()
		final := pages.Appointment{Day: time.Date(y, month, day, 0, 0, 0, 0, time.UTC), City: e.VenueCity, Slug: e.Slug}
		switch {
		case e.Kind == "national-final":
			n.National = final
		case e.Kind == "regional-final" && e.RegionID != nil:
			id := *e.RegionID
			region := n.Regions[id]
			region.Final = final
			n.Regions[id] = region
		}
	}
	return n
}

// addContacts names the people to contact: the manager with the contact details of the season, and the contact of
// each region with those of their details that the ruleset makes public.
func addContacts(n *seasonpage.Names, w *words.Words, contacts []leaguedb.Contact, of *register.Season) {
	for _, c := range contacts {
		contact := pages.Contact{Role: openapi.Role(c.Role), Name: w.Player(c.Name, c.Initials)}
		if c.RegionID == nil {
			contact.Reach = of.Season.Contact
		} else {
			id := *c.RegionID
			region, known := n.Regions[id]
			if !known || region.Contact != "" {
				continue
			}
			region.Contact, contact.Region = contact.Name, region.Name
			public := of.Published(c.ContactData)
			contact.Mail, contact.Telephone, contact.City = public.Mail, public.Telephone, public.City
			n.Regions[id] = region
		}
		n.Contacts = append(n.Contacts, contact)
	}
}
