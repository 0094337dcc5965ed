package serve

import (
	"bytes"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/frontend/words"
	"referto/internal/authz/token"
	"referto/internal/coding"
	"referto/internal/league"
	"referto/internal/league/calendarfile"
	"referto/internal/league/desk/dutydesk"
	"referto/internal/league/duties"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/letters"
	"referto/internal/live"
	"referto/internal/publication"
	"referto/internal/tenant/tenantdb"
)

// calendarType is the media type of a calendar that is subscribed to.
const calendarType = "text/calendar; charset=utf-8"

// feed answers with a calendar, or with 304 when the reader has it.
func (s *site) feed(render func(visit) (calendarfile.File, error)) echo.HandlerFunc {
	return s.served(func(v visit, body *bytes.Buffer) (string, error) {
		file, err := render(v)
		if err != nil {
			return "", err
		}
		text, err := calendarfile.Write(file)
		body.Write(text)
		return bodyTag(body), err
	}, sendCalendar)
}

// privateFeed is the Cache-Control of a calendar behind a secret.
const privateFeed = "private, no-cache"

func sendCalendar(c echo.Context, etag string, body *bytes.Buffer) error {
	h := c.Response().Header()
	coding.AddVary(h, "Accept-Language")
	h.Set("ETag", etag)
	h.Set("X-Robots-Tag", "noindex")
	if h.Get("Cache-Control") != privateFeed {
		h.Set("Cache-Control", "public, max-age=300")
	}
	return c.Blob(http.StatusOK, calendarType, body.Bytes())
}

// seasonFeed makes the calendar of the events of a season that were made public: with
// ?region= of a region, by its name, with ?club= of a club that holds them, by its
// short name.
func (s *site) seasonFeed(v visit) (calendarfile.File, error) {
	row, err := v.season()
	if err != nil {
		return calendarfile.File{}, err
	}
	var events []facts.Event
	var setup facts.SeasonSetup
	b := &tenantdb.Batch{}
	leaguedb.LoadSeasonSetup(b, &setup, row.ID)
	leaguedb.LoadPublicEvents(b, &events, row.ID)
	if err := v.door.Send(b); err != nil {
		return calendarfile.File{}, err
	}
	name, wanted, err := s.wanted(v, setup)
	if err != nil {
		return calendarfile.File{}, err
	}
	home := s.address + "/t/" + v.tenant.Slug
	file := calendarfile.File{Name: name, Address: home + "/s/" + row.Slug}
	for _, e := range events {
		if wanted(e) {
			file.Entries = append(file.Entries, eventEntry(e, home))
		}
	}
	publication.Mark(v.echo.Response().Header().Set, live.Topic{Tenant: v.tenant.ID, Event: row.ID.UUID}, setup.Season.Revision)
	return file, nil
}

// wanted returns a filter for the events of a season that the address selects, and a name for such a calendar.
func (s *site) wanted(v visit, setup facts.SeasonSetup) (name string, wanted func(facts.Event) bool, err error) {
	region, club := v.echo.QueryParam("region"), v.echo.QueryParam("club")
	name, regionID, hostID := setup.Season.Title, league.RegionID{}, uuid.Nil
	if region != "" {
		for _, r := range setup.Regions {
			if r.Name == region {
				regionID = r.ID
			}
		}
		if regionID == (league.RegionID{}) {
			return "", nil, league.ErrNotFound
		}
		name += ": " + region
	}
	if club != "" {
		host, err := s.api.tenants.Find(v.ctx, club)
		if err != nil {
			return "", nil, err
		}
		hostID, name = host.ID, name+": "+host.Name
	}
	return name, func(e facts.Event) bool { return is(regionID, e.RegionID) && is(hostID, e.HostID) }, nil
}

// is reports whether a row has the wanted id; the zero id fits every row.
func is[ID comparable](wanted ID, has *ID) bool {
	var anyID ID
	return wanted == anyID || has != nil && *has == wanted
}

// millionth is the part of a degree in which positions are kept.
const millionth = 1_000_000

// eventEntry is an event in a calendar. That it was called off is one more change of it.
func eventEntry(e facts.Event, home string) calendarfile.Entry {
	out := calendarfile.Entry{
		ID: e.ID.UUID, Sequence: e.Version, Changed: e.CreatedAt, Title: e.Title, StartsAt: e.StartsAt.In(e.Location()),
		CalledOff: e.State == facts.Cancelled,
	}
	if e.AnnouncedAt != nil {
		out.Changed, out.Link = *e.AnnouncedAt, home+"/e/"+e.Slug
	}
	if out.CalledOff {
		out.Sequence++
	}
	var where []string
	for _, part := range []string{e.VenueName, e.VenueAddress, e.VenueCity} {
		if part != "" {
			where = append(where, part)
		}
	}
	out.Where = strings.Join(where, ", ")
	if e.VenueLatitude != nil && e.VenueLongitude != nil {
		out.At = &calendarfile.Position{
			Latitude: league.NewFrac(int64(*e.VenueLatitude), millionth).String(), Longitude: league.NewFrac(int64(*e.VenueLongitude), millionth).String(),
		}
	}
	return out
}

// feedDays is the number of days for which past dates stay in a private calendar.
const feedDays = 400

// myFeed serves the private calendar behind the secret of its address: the events that its owner has entered or works
// at, and the days on which their tasks are due.
func (s *site) myFeed(v visit) (calendarfile.File, error) {
	h := v.echo.Response().Header()
	h.Set("Cache-Control", privateFeed)
	h.Set("Referrer-Policy", "no-referrer")
	hash, err := token.ParseLink(strings.TrimSuffix(v.echo.Param("file"), ".ics"))
	if err != nil {
		return calendarfile.File{}, league.ErrNotFound
	}
	var owner *leaguedb.CalendarOwner
	b := &tenantdb.Batch{}
	leaguedb.LoadCalendarOwner(b, &owner, hash[:])
	if err := v.door.Send(b); err != nil {
		return calendarfile.File{}, err
	}
	if owner == nil {
		return calendarfile.File{}, league.ErrNotFound
	}
	now := s.now()
	var events []facts.Event
	b = &tenantdb.Batch{}
	leaguedb.LoadEventsOfAccount(b, &events, owner.AccountID, now.AddDate(0, 0, -feedDays), now)
	if err := v.door.Send(b); err != nil {
		return calendarfile.File{}, err
	}
	tasks, err := dutydesk.At(s.api.desk).Tasks(v.door, now)
	if err != nil {
		return calendarfile.File{}, err
	}
	file := calendarfile.File{Name: v.tenant.Name + ": " + owner.Name}
	home := s.address + "/t/" + v.tenant.Slug
	for _, e := range events {
		file.Entries = append(file.Entries, eventEntry(e, home))
	}
	w := words.For(owner.Language)
	for _, t := range duties.Of(tasks, owner.AccountID) {
		if !t.Due.IsZero() {
			file.Entries = append(file.Entries, taskEntry(w, t, s.address, v.tenant.Slug))
		}
	}
	return file, nil
}

// taskEntry is the last day of a pending task. With another due day it is another entry.
func taskEntry(w *words.Words, t duties.Task, publicURL, slug string) calendarfile.Entry {
	task := letters.Describe(w, t)
	text := task.Due + ". " + task.Why
	if task.Rule != "" {
		text += " (" + task.Rule + ")"
	}
	var known time.Time
	switch {
	case t.Event != nil:
		known = t.Event.CreatedAt
	case t.Season != nil:
		known = t.Season.Season.CreatedAt
	}
	return calendarfile.Entry{
		ID: uuid.NewSHA1(uuid.NameSpaceURL, []byte(publicURL+"/"+slug+"/"+t.Cause(duties.WarnLate))), Changed: known,
		Title: task.Title, Text: text, Link: letters.Page(publicURL, slug, t), StartsAt: t.Until(), WholeDay: true,
	}
}
