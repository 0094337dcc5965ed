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
	Address string // of the page about it; "" for none
	Entries []Entry
}

// Entry is one date.
type Entry struct {
	ID uuid.UUID // for good
	// Sequence counts the changes of what the entry says.
	Sequence int
	// Changed is the last change, or when it became known.
	Changed time.Time
	Title   string
	Text    string
	Where   string
	// At is its place on earth; nil where nobody said so.
	At       *Position
	Link     string
	StartsAt time.Time // in the zone of the place
	// WholeDay reports whether it is about the day, not its hour.
	WholeDay  bool
	CalledOff bool
}

// Position is a place on earth: degrees north and east as decimals, "45.737".
type Position struct{ Latitude, Longitude string }

// day and moment are the forms of a date and of a time at a place.
const (
	day    = "20060102"
	moment = "20060102T150405"
)

// Write is the file.
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

// line is a text on one line, without what shows as nothing. Some readers of calendars
// end a line at U+2028 too, behind which a text could write fields of its own.
func line(text string) string {
	const nonJoiner, joiner = '\u200c', '\u200d' // letters' business, and that of emoji
	breaks := func(r rune) bool { return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) }
	text = strings.Map(func(r rune) rune {
		if breaks(r) || r == nonJoiner || r == joiner || unicode.IsGraphic(r) && r != utf8.RuneError {
			return r
		}
		return -1
	}, text)
	return strings.Join(strings.FieldsFunc(text, breaks), " ")
}

// named reports whether a zone has rules that a file can name.
func named(zone *time.Location) bool { return strings.Contains(zone.String(), "/") }

// zonesOf are the rules of the zones in which there are timed entries, by name.
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

// zone are the offsets of a zone from one moment to another, one part for each time its
// clocks were changed.
func zone(name string, first, last time.Time) *ics.VTimezone {
	out := ics.NewTimezone(name)
	for at := first; ; {
		begins, ends := at.ZoneBounds()
		before, since := at, "19700101T000000"
		if !begins.IsZero() {
			before = begins.Add(-time.Second)
			since = begins.UTC().Add(offset(before)).Format(moment) // by the clock that is changed
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

// offset is that of the zone at a moment.
func offset(at time.Time) time.Duration {
	_, seconds := at.Zone()
	return time.Duration(seconds) * time.Second
}
