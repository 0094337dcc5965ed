package calendarfile_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league/calendarfile"
)

// zones are places with all kinds of clock changes: in March and October, on other days in the south, by half
// an hour, never, and on another date than today's rules.
var zones = []string{"Europe/Rome", "Europe/Sofia", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Tokyo", "Pacific/Apia", "Africa/Casablanca"}

func place(t *rapid.T) *time.Location {
	zone, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(t, "zone"))
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// anyEntry draws an entry with any texts, at any hour of some forty years.
func anyEntry(t *rapid.T) calendarfile.Entry {
	text := rapid.StringOf(rapid.OneOf(rapid.RuneFrom([]rune("aAè,;:\\\"\n\r\t \u2028\u00ad日👩\u200d🚀")), rapid.Rune()))
	at := time.Unix(rapid.Int64Range(600_000_000, 1_900_000_000).Draw(t, "at"), 0).In(place(t))
	return calendarfile.Entry{
		ID: uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id")), Sequence: rapid.IntRange(0, 99).Draw(t, "sequence"), Changed: at.AddDate(0, -1, 0),
		Title: "T" + text.Draw(t, "title"), Text: text.Draw(t, "text"), Where: text.Draw(t, "where"), Link: "https://league.example/e/1", StartsAt: at,
		WholeDay: rapid.Bool().Draw(t, "whole day"), CalledOff: rapid.Bool().Draw(t, "called off"),
	}
}

func written(t *rapid.T, entries []calendarfile.Entry) (string, *ics.Calendar) {
	t.Helper()
	text, err := calendarfile.Write(calendarfile.File{Name: "Campionato", Entries: entries})
	if err != nil {
		t.Fatal(err)
	}
	cal, err := ics.ParseCalendar(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%q", err, text)
	}
	return string(text), cal
}

// With any text, a file has exactly the entries that were given, in their order. No line is longer than RFC
// 5545 allows (3.1), and no text can add a line of its own.
func TestWhateverPeopleWrite(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.SliceOfN(rapid.Custom(anyEntry), 0, 4).Draw(t, "entries")
		text, cal := written(t, entries)
		if len(cal.Events()) != len(entries) {
			t.Fatalf("%d entries of %d\n%q", len(cal.Events()), len(entries), text)
		}
		for i, e := range cal.Events() {
			want := entries[i]
			if e.Id() != want.ID.String() {
				t.Fatalf("entry %d is %s", i, e.Id())
			}
			if url := e.GetProperty(ics.ComponentPropertyUrl); url == nil || url.Value != want.Link {
				t.Fatalf("its link is %+v", url)
			}
			for _, p := range e.Properties {
				if !slices.Contains(known, p.IANAToken) {
					t.Fatalf("somebody has written a %s", p.IANAToken)
				}
			}
			status := map[bool]string{true: "CANCELLED", false: "CONFIRMED"}[want.CalledOff]
			if got := e.GetProperty(ics.ComponentPropertyStatus).Value; got != status {
				t.Fatalf("it is %s", got)
			}
		}
		for _, line := range strings.Split(strings.TrimSuffix(text, "\r\n"), "\r\n") {
			if len(line) > 75 || !utf8.ValidString(line) || strings.ContainsAny(line, "\r\n\u2028\u2029") {
				t.Fatalf("a line of %d octets: %q", len(line), line)
			}
		}
	})
}

// The head of a file gives its name, how long it may be cached, and the address of its page, if it has one.
func TestHead(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"":                           "BEGIN:VCALENDAR|VERSION:2.0|PRODID:-//Referto//Referto//EN|CALSCALE:GREGORIAN|NAME:VIII Campionato|X-WR-CALNAME:VIII Campionato|REFRESH-INTERVAL;VALUE=DURATION:PT1H|END:VCALENDAR|",
		"https://league.example/s/1": "BEGIN:VCALENDAR|VERSION:2.0|PRODID:-//Referto//Referto//EN|CALSCALE:GREGORIAN|NAME:VIII Campionato|X-WR-CALNAME:VIII Campionato|REFRESH-INTERVAL;VALUE=DURATION:PT1H|URL:https://league.example/s/1|END:VCALENDAR|",
	} {
		text, err := calendarfile.Write(calendarfile.File{Name: "VIII\u2028Campionato", Address: address})
		if got := strings.ReplaceAll(string(text), "\r\n", "|"); err != nil || got != want {
			t.Errorf("got %s, want %s, %v", got, want, err)
		}
	}
}

// For entries in any order, the time zone rules in the file reach from the first entry to the last. An entry
// from before the zone's first clock change gets a rule with the offset of that time.
func TestRulesOfAZone(t *testing.T) {
	t.Parallel()
	apart := func(years ...int) string {
		var entries []calendarfile.Entry
		for _, year := range years {
			entries = append(entries, entry(time.Date(year, 7, 1, 10, 0, 0, 0, rome(t))))
		}
		text, _ := write(t, entries...)
		return text
	}
	if apart(2009, 2010) == apart(2010, 2009) || strings.Count(apart(2010, 2009), "BEGIN:DAYLIGHT") != 2 || strings.Count(apart(2010, 2009), "BEGIN:STANDARD") != 1 {
		t.Errorf("two summers and the winter between:\n%s", apart(2010, 2009))
	}
	kolkata, err := time.LoadLocation("Asia/Kolkata")
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := write(t, entry(time.Date(1840, 7, 1, 10, 0, 0, 0, kolkata))); !strings.Contains(text, "BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n") {
		t.Errorf("before clocks were ever changed:\n%s", text)
	}
}

// known lists the properties that an entry may have.
var known = []string{"UID", "DTSTAMP", "SEQUENCE", "SUMMARY", "DTSTART", "TRANSP", "LOCATION", "GEO", "DESCRIPTION", "URL", "STATUS"}

// A reader that knows no zones derives the hour of an entry from the rules in the file (RFC 5545, 3.6.5): from
// the last clock change before it.
func TestHoursFollowFromTheRulesInTheFile(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.SliceOfN(rapid.Custom(anyEntry), 1, 4).Draw(t, "entries")
		zone := place(t)
		for i := range entries {
			entries[i].WholeDay, entries[i].StartsAt = false, entries[i].StartsAt.In(zone)
		}
		text, cal := written(t, entries)
		for i, e := range cal.Events() {
			start := e.GetProperty(ics.ComponentPropertyDtStart)
			local, err := time.Parse("20060102T150405", start.Value)
			if err != nil {
				t.Fatal(err)
			}
			offsets := offsetsAt(t, text, start.ICalParameters["TZID"][0], local)
			want := entries[i].StartsAt
			if !slices.ContainsFunc(offsets, func(o time.Duration) bool { return local.Add(-o).Equal(want) }) {
				t.Fatalf("%s with %v is not %s\n%s", start.Value, offsets, want, text)
			}
		}
	})
}

// offsetsAt returns the offsets that the rules in a file give for a local time of a zone: one, or two in the
// hour that occurs twice.
func offsetsAt(t *rapid.T, text, zone string, local time.Time) (out []time.Duration) {
	t.Helper()
	_, rules, _ := strings.Cut(text, "TZID:"+zone+"\r\n")
	rules, _, found := strings.Cut(rules, "END:VTIMEZONE")
	if !found {
		t.Fatalf("no rules of %s in\n%s", zone, text)
	}
	var last time.Time
	for part := range strings.SplitSeq(rules, "BEGIN:") {
		value := func(name string) string {
			_, after, _ := strings.Cut(part, name+":")
			v, _, _ := strings.Cut(after, "\r\n")
			return v
		}
		if value("DTSTART") == "" {
			continue
		}
		since, err := time.Parse("20060102T150405", value("DTSTART"))
		from, to := offset(t, value("TZOFFSETFROM")), offset(t, value("TZOFFSETTO"))
		if err != nil {
			t.Fatal(err)
		}
		again := since.Add(to - from) // when clocks go back an hour occurs twice
		if since.After(local) && again.After(local) {
			continue
		}
		if since.Before(last) {
			t.Fatalf("the parts of %s are not in order\n%s", zone, rules)
		}
		if last = since; !since.After(local) && !again.After(local) && (to >= from || !local.Before(since)) {
			out = out[:0]
		}
		out = append(out, to)
		if to < from && local.Before(since.Add(from-to)) || local.Before(since) {
			out = append(out, from)
		}
	}
	return out
}

func offset(t *rapid.T, text string) time.Duration {
	t.Helper()
	at, err := time.Parse("-0700", text)
	if err != nil {
		t.Fatal(err)
	}
	_, seconds := at.Zone()
	return time.Duration(seconds) * time.Second
}
