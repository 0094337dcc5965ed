package calendarfile_test

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	"github.com/google/uuid"

	"referto/internal/league/calendarfile"
)

func rome(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func entry(at time.Time) calendarfile.Entry {
	return calendarfile.Entry{
		ID: uuid.MustParse("0199a3c2-7d11-7c3e-9d5c-2f6f0d2b7a10"), Sequence: 3, Changed: time.Date(2009, 3, 1, 9, 0, 0, 0, time.UTC),
		Title: "Tappa di Aosta", Where: "Biblioteca, Via Torre del Lebbroso 2, Aosta", Link: "https://league.example/t/fed/e/aosta?x=1,2;3", StartsAt: at,
	}
}

func write(t *testing.T, entries ...calendarfile.Entry) (string, *ics.Calendar) {
	t.Helper()
	text, err := calendarfile.Write(calendarfile.File{Name: "VIII Campionato; nazionale", Address: "https://league.example/t/fed/s/2009", Entries: entries})
	if err != nil {
		t.Fatal(err)
	}
	cal, err := ics.ParseCalendar(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return string(text), cal
}

func TestEntryIsReadBack(t *testing.T) {
	t.Parallel()
	at := time.Date(2009, 4, 5, 10, 0, 0, 0, rome(t))
	off := entry(at)
	off.CalledOff = true
	here := entry(at)
	here.At = &calendarfile.Position{Latitude: "45.737", Longitude: "-7.3"}
	text, cal := write(t, here, off)
	if n := len(cal.Events()); n != 2 {
		t.Fatalf("%d entries\n%s", n, text)
	}
	e := cal.Events()[0]
	for property, want := range map[ics.ComponentProperty]string{
		ics.ComponentPropertyUniqueId: "0199a3c2-7d11-7c3e-9d5c-2f6f0d2b7a10", ics.ComponentPropertySequence: "3",
		ics.ComponentPropertyDtstamp: "20090301T090000Z", ics.ComponentPropertyDtStart: "20090405T100000",
		ics.ComponentPropertySummary: "Tappa di Aosta", ics.ComponentPropertyLocation: "Biblioteca, Via Torre del Lebbroso 2, Aosta",
		ics.ComponentPropertyUrl: "https://league.example/t/fed/e/aosta?x=1,2;3", ics.ComponentPropertyStatus: "CONFIRMED",
	} {
		if got := e.GetProperty(property); got == nil || got.Value != want {
			t.Errorf("%s: got %+v, want %q", property, got, want)
		}
	}
	if !strings.Contains(text, "\r\nGEO:45.737;-7.3\r\n") || strings.Count(text, "GEO:") != 1 {
		t.Errorf("where the first is, and nobody said so of the second:\n%s", text)
	}
	start, err := e.GetStartAt()
	if err != nil || !start.Equal(at) {
		t.Errorf("it starts at %s, want %s (%v)", start, at, err)
	}
	if got := cal.Events()[1].GetProperty(ics.ComponentPropertyStatus).Value; got != "CANCELLED" {
		t.Errorf("what was called off is %s", got)
	}
}

func TestTextsAreEscapedAndFolded(t *testing.T) {
	t.Parallel()
	title := `Турнир „Коматевски“; Valle d’Aosta, \n e 日本 ` + strings.Repeat("Заселниците на Катан ", 12)
	long := entry(time.Date(2009, 4, 5, 10, 0, 0, 0, rome(t)))
	long.Title = title
	long.Text = "a\r\nEND:VEVENT\x00\x7fb"
	long.Where = strings.Repeat("x", 300) // without a space at which it could be broken
	text, cal := write(t, long)
	if got := cal.Events()[0].GetProperty(ics.ComponentPropertySummary).Value; got != title {
		t.Errorf("got %q, want %q", got, title)
	}
	if got := cal.Events()[0].GetProperty(ics.ComponentPropertyLocation).Value; got != long.Where {
		t.Errorf("got %q", got)
	}
	if got := cal.Events()[0].GetProperty(ics.ComponentPropertyDescription).Value; got != "a END:VEVENT b" {
		t.Errorf("got %q", got)
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) || strings.ContainsAny(line, "\r\n") {
			t.Errorf("a line of %d octets: %q", len(line), line)
		}
	}
}

// Line and paragraph separators end a line for some calendar readers, so they are removed. Invisible characters
// are dropped as well, except the joiners of letters and emoji.
func TestSeparatorsReachNoFile(t *testing.T) {
	t.Parallel()
	odd := entry(time.Date(2009, 4, 5, 10, 0, 0, 0, rome(t)))
	odd.Title = "Tappa\u2028END:VEVENT\u2029di\u0085Aosta\v\f"
	odd.Text = "so\u00adglia\ufeff \u202eatsoA\u202c 👩\u200d🚀 \xff\ufffd\U000e0041."
	odd.Where = "\u2028"
	text, cal := write(t, odd)
	for property, want := range map[ics.ComponentProperty]string{
		ics.ComponentPropertySummary: "Tappa END:VEVENT di Aosta", ics.ComponentPropertyDescription: "soglia atsoA 👩\u200d🚀 .",
	} {
		if got := cal.Events()[0].GetProperty(property).Value; got != want {
			t.Errorf("%s: got %q, want %q", property, got, want)
		}
	}
	if strings.ContainsAny(text, "\u2028\u2029\u0085\v\f\u202e\ufeff") {
		t.Errorf("got %q", text)
	}
}

func TestZonesHaveTheirRules(t *testing.T) {
	t.Parallel()
	// Clocks go forward at 2 on 29 March 2009 and back at 3 on 25 October.
	winter, summer, after := entry(time.Date(2009, 3, 28, 23, 30, 0, 0, rome(t))), entry(time.Date(2009, 3, 29, 3, 30, 0, 0, rome(t))), entry(time.Date(2009, 10, 25, 10, 0, 0, 0, rome(t)))
	text, _ := write(t, winter, summer, after)
	for _, part := range []string{
		"BEGIN:VTIMEZONE\r\nTZID:Europe/Rome\r\n",
		"BEGIN:DAYLIGHT\r\nDTSTART:20090329T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nTZNAME:CEST\r\nEND:DAYLIGHT\r\n",
		"BEGIN:STANDARD\r\nDTSTART:20091025T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nTZNAME:CET\r\nEND:STANDARD\r\n",
		"DTSTART;TZID=Europe/Rome:20090329T033000\r\n",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	if n := strings.Count(text, "BEGIN:VTIMEZONE"); n != 1 {
		t.Errorf("%d zones", n)
	}
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	text, _ = write(t, entry(time.Date(2026, 4, 5, 10, 0, 0, 0, tokyo)))
	if !strings.Contains(text, "TZOFFSETTO:+0900") {
		t.Errorf("a zone that changes no clocks:\n%s", text)
	}
	text, _ = write(t, entry(time.Date(2026, 4, 5, 10, 0, 0, 0, time.UTC)))
	if strings.Contains(text, "VTIMEZONE") || !strings.Contains(text, "DTSTART:20260405T100000Z") {
		t.Errorf("universal time has no rules:\n%s", text)
	}
}

func TestWholeDays(t *testing.T) {
	t.Parallel()
	due := entry(time.Date(2009, 3, 29, 23, 59, 59, 0, rome(t)))
	due.WholeDay = true
	text, cal := write(t, due)
	if !strings.Contains(text, "DTSTART;VALUE=DATE:20090329\r\n") || strings.Contains(text, "VTIMEZONE") {
		t.Errorf("got\n%s", text)
	}
	if got := cal.Events()[0].GetProperty(ics.ComponentPropertyTransp); got == nil || got.Value != "TRANSPARENT" {
		t.Error("who has something to do is not busy the whole day")
	}
}

func TestTheSameEntriesGiveTheSameFile(t *testing.T) {
	t.Parallel()
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	entries := []calendarfile.Entry{entry(time.Date(2009, 4, 5, 10, 0, 0, 0, rome(t))), entry(time.Date(2009, 4, 5, 10, 0, 0, 0, tokyo))}
	first, _ := write(t, entries...)
	for range 20 {
		if again, _ := write(t, entries...); again != first {
			t.Fatal("another file")
		}
	}
	if empty, _ := write(t); !strings.HasPrefix(empty, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Referto//Referto//EN\r\n") {
		t.Errorf("got %q", empty)
	}
}
