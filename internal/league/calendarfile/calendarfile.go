package calendarfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	"github.com/google/uuid"
)

// File is a calendar.
type File struct {
	Name    string
	Address string // address of its web page; "" for none
	Entries []Entry
}

// Entry is one entry of the calendar.
type Entry struct {
	ID uuid.UUID // never changes
	// Sequence counts the changes to the entry's content.
	Sequence int
	// Changed is the time of the last change, or of the first publication.
	Changed time.Time
	Title   string
	Text    string
	Where   string
	// At is the position; nil if unknown.
	At       *Position
	Link     string
	StartsAt time.Time // in the zone of the place
	// WholeDay reports whether the entry covers a day rather than a time.
	WholeDay  bool
	CalledOff bool
}

// Position is a place on earth in decimal degrees north and east: "45.737".
type Position struct{ Latitude, Longitude string }

// day and moment are the formats of a date and of a local time.
const (
	day    = "20060102"
	moment = "20060102T150405"
)

// Write returns the calendar as an iCalendar file.
func Write(f File) ([]byte, error) {
	cal := ics.NewCalendarFor("Referto")
	cal.SetProductId("-//Referto//Referto//EN")
	cal.SetCalscale("GREGORIAN")
	cal.SetName(line(f.Name))
	cal.SetRefreshInterval("PT1H")
	if f.Address != "" {
		cal.SetUrl(f.Address)
	}
	for _, zone := range zonesOf(f.Entries) {
		cal.AddVTimezone(zone)
	}
	for _, e := range f.Entries {
		cal.AddVEvent(event(e))
	}
	var out strings.Builder
	if err := cal.SerializeTo(&out, ics.WithNewLineWindows); err != nil {
		return nil, fmt.Errorf("calendar: %w", err)
	}
	return []byte(out.String()), nil
}

func event(e Entry) *ics.VEvent {
	v := ics.NewEvent(e.ID.String())
	v.SetDtStampTime(e.Changed)
	v.SetSequence(e.Sequence)
	v.SetSummary(line(e.Title))
	switch {
	case e.WholeDay:
		v.SetProperty(ics.ComponentPropertyDtStart, e.StartsAt.Format(day), ics.WithValue("DATE"))
		v.SetTimeTransparency(ics.TransparencyTransparent)
	case named(e.StartsAt.Location()):
		v.SetProperty(ics.ComponentPropertyDtStart, e.StartsAt.Format(moment), ics.WithTZID(e.StartsAt.Location().String()))
	default:
		v.SetStartAt(e.StartsAt)
	}
	if where := line(e.Where); where != "" {
		v.SetLocation(where)
	}
	if at := e.At; at != nil {
		v.SetProperty(ics.ComponentPropertyGeo, at.Latitude+";"+at.Longitude)
	}
	if text := line(e.Text); text != "" {
		v.SetDescription(text)
	}
	if e.Link != "" {
		v.SetURL(e.Link)
	}
	v.SetStatus(ics.ObjectStatusConfirmed)
	if e.CalledOff {
		v.SetStatus(ics.ObjectStatusCancelled)
	}
	return v
}

// line puts a text on one line and removes invisible characters. Some calendar programs also end a
// line at U+2028, so a text could otherwise add fields of its own.
func line(text string) string {
	const nonJoiner, joiner = '\u200c', '\u200d' // needed by scripts and emoji
	breaks := func(r rune) bool { return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) }
	text = strings.Map(func(r rune) rune {
		if breaks(r) || r == nonJoiner || r == joiner || unicode.IsGraphic(r) && r != utf8.RuneError {
			return r
		}
		return -1
	}, text)
	return strings.Join(strings.FieldsFunc(text, breaks), " ")
}

// named reports whether a zone has a name from the tz database.
func named(zone *time.Location) bool { return strings.Contains(zone.String(), "/") }

// zonesOf returns the rules of the zones used by timed entries, sorted by name.
func zonesOf(entries []Entry) []*ics.VTimezone {
	type span struct{ first, last time.Time }
	spans := map[string]span{}
	for _, e := range entries {
		if e.WholeDay || !named(e.StartsAt.Location()) {
			continue
		}
		name, at := e.StartsAt.Location().String(), e.StartsAt
		s, known := spans[name]
		if !known || at.Before(s.first) {
			s.first = at
		}
		if !known || at.After(s.last) {
			s.last = at
		}
		spans[name] = s
	}
	var out []*ics.VTimezone
	for name, s := range spans {
		out = append(out, zone(name, s.first, s.last))
	}
	slices.SortFunc(out, func(a, b *ics.VTimezone) int {
		return cmp.Compare(a.GetProperty(ics.ComponentPropertyTzid).Value, b.GetProperty(ics.ComponentPropertyTzid).Value)
	})
	return out
}

// zone returns the offsets of a zone between two moments, one part for each clock change.
func zone(name string, first, last time.Time) *ics.VTimezone {
	out := ics.NewTimezone(name)
	for at := first; ; {
		begins, ends := at.ZoneBounds()
		before, since := at, "19700101T000000"
		if !begins.IsZero() {
			before = begins.Add(-time.Second)
			since = begins.UTC().Add(offset(before)).Format(moment) // in the local time before the change
		}
		part := &ics.ComponentBase{}
		if at.IsDST() {
			daylight := &ics.Daylight{}
			out.Components, part = append(out.Components, daylight), &daylight.ComponentBase
		} else {
			standard := ics.NewStandard()
			out.Components, part = append(out.Components, standard), &standard.ComponentBase
		}
		abbreviation, _ := at.Zone()
		part.SetProperty(ics.ComponentPropertyDtStart, since)
		part.SetProperty("TZOFFSETFROM", before.Format("-0700"))
		part.SetProperty("TZOFFSETTO", at.Format("-0700"))
		part.SetProperty("TZNAME", abbreviation)
		if ends.IsZero() || ends.After(last) {
			return out
		}
		at = ends
	}
}

// offset returns the zone's offset at a moment.
func offset(at time.Time) time.Duration {
	_, seconds := at.Zone()
	return time.Duration(seconds) * time.Second
}
