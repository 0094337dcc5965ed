package seasondesk

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/tenant/tenantdb"
)

// Calendar is the calendar of a season with its differences from the edition that was released last.
type Calendar struct {
	Season  *planning.Setup
	Last    *facts.CalendarEdition // nil before the first
	Lines   []facts.CalendarLine
	Changes []planning.CalendarChange
}

// ViewCalendar is the calendar as it would be released now, with drafts.
func (d Desk) ViewCalendar(door tenantdb.Door, id league.SeasonID) (Calendar, error) {
	season, err := d.ViewSeasonSetup(door, id)
	if err != nil {
		return Calendar{}, err
	}
	return calendarOf(door, season, true)
}

func calendarOf(door tenantdb.Door, season *planning.Setup, drafts bool) (Calendar, error) {
	c := Calendar{Season: season}
	var events []facts.Event
	b := &tenantdb.Batch{}
	leaguedb.LoadCalendarEdition(b, &c.Last, season.Season.ID, 0)
	leaguedb.LoadCalendarEvents(b, &events, season.Season.ID, drafts)
	if err := door.Send(b); err != nil {
		return Calendar{}, fmt.Errorf("calendar of season %s: %w", season.Season.ID, err)
	}
	c.Lines = planning.CalendarOf(events)
	var before []facts.CalendarLine
	if c.Last != nil {
		before = c.Last.Lines
	}
	c.Changes = planning.CompareCalendars(before, c.Lines)
	return c, nil
}

// CalendarEdition returns a released edition with its changes; number 0 is the latest. It returns
// league.ErrNotFound if there is none.
func (d Desk) CalendarEdition(door tenantdb.Door, id league.SeasonID, number int) (facts.CalendarEdition, []planning.CalendarChange, error) {
	var edition, previous *facts.CalendarEdition
	b := &tenantdb.Batch{}
	leaguedb.LoadCalendarEdition(b, &edition, id, number)
	if err := door.Send(b); err != nil {
		return facts.CalendarEdition{}, nil, err
	}
	if edition == nil {
		return facts.CalendarEdition{}, nil, fmt.Errorf("edition %d: %w", number, league.ErrNotFound)
	}
	if edition.Number == 1 {
		return *edition, planning.CompareCalendars(nil, edition.Lines), nil
	}
	b = &tenantdb.Batch{}
	leaguedb.LoadCalendarEdition(b, &previous, id, edition.Number-1)
	if err := door.Send(b); err != nil {
		return facts.CalendarEdition{}, nil, err
	}
	return *edition, planning.CompareCalendars(previous.Lines, edition.Lines), nil
}

// ReleaseCalendar publishes the current calendar, with a note, as the next edition. With drafts true, events
// that are drafts are announced with it; otherwise they are not in it.
func (d Desk) ReleaseCalendar(tx tenantdb.Tx, act desk.Act, id league.SeasonID, note string, drafts bool) (Calendar, []*officiating.Situation, error) {
	announced, err := d.announceDrafts(tx, act, id, drafts)
	if err != nil {
		return Calendar{}, nil, err
	}
	season, err := d.TakeSeasonSetup(tx, id)
	if err != nil {
		return Calendar{}, nil, err
	}
	if err := tx.Flush(); err != nil { // announced drafts are in it
		return Calendar{}, nil, err
	}
	c, err := calendarOf(tx, season, false)
	if err != nil {
		return Calendar{}, nil, err
	}
	edition, changes, err := season.NextEdition(c.Last, c.Lines, note, act.Now)
	if err != nil {
		return Calendar{}, nil, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddCalendarEdition(b, id, edition, act.By) })
	publishSeason(tx, act, season, facts.CalendarReleased, note, "edition", strconv.Itoa(edition.Number), "changes", strconv.Itoa(len(changes)))
	act.Record.Log(uuid.Nil, leaguelog.CalendarReleased{Season: id, Edition: edition.Number, Changes: len(changes)})
	act.Record.Audit("calendar of season "+id.String(), note, nil, map[string]any{"edition": edition.Number, "events": len(c.Lines)})
	c.Last = &edition
	return c, announced, nil
}

// announceDrafts announces the drafts of a season.
func (d Desk) announceDrafts(tx tenantdb.Tx, act desk.Act, id league.SeasonID, wanted bool) ([]*officiating.Situation, error) {
	if !wanted {
		return nil, nil
	}
	var events []facts.Event
	b := &tenantdb.Batch{}
	leaguedb.LoadCalendarEvents(b, &events, id, true)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	events = slices.DeleteFunc(events, func(e facts.Event) bool { return e.State != facts.Draft })
	slices.SortFunc(events, byID) // in which everybody holds several
	var out []*officiating.Situation
	for _, e := range events {
		s, err := eventdesk.At(d.Desk).AnnounceEvent(tx, act, e.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// byID orders events by their ids.
func byID(a, b facts.Event) int { return slices.Compare(a.ID.UUID[:], b.ID.UUID[:]) }

// publishSeason adds the next announcement of a season to the public; params alternate
// between names and values. Of a draft nothing is announced.
func publishSeason(tx tenantdb.Tx, act desk.Act, s *planning.Setup, kind facts.SeasonNews, reason string, params ...string) {
	if s.Season.State == planning.SeasonDraft {
		return
	}
	s.Announced++
	a := facts.SeasonAnnouncement{Number: s.Announced, Kind: kind, Reason: reason, Params: map[string]string{}, AnnouncedAt: act.Now}
	for i := 0; i+1 < len(params); i += 2 {
		a.Params[params[i]] = params[i+1]
	}
	id := s.Season.ID
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddSeasonAnnouncement(b, id, a, act.By) })
}
