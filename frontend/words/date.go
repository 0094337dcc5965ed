package words

import (
	"strconv"
	"strings"
	"time"
)

// Date writes the day of an instant with its weekday, in the zone of t: "sabato
// 14 marzo 2026", "събота, 17 октомври 2026 г.", "Saturday 14 March 2026".
// Convert t to the venue's zone first.
func (w *Words) Date(t time.Time) string { return w.date(t, "date.long", "") }

// ShortDate is the same in the width of a column: "sab 14 mar 2026", "сб,
// 17.10.2026 г.", "Sat 14 Mar 2026".
func (w *Words) ShortDate(t time.Time) string { return w.date(t, "date.short", "-short") }

// PlainDate writes the day of an instant without its weekday, for sentences: "14
// marzo 2026", "17 октомври 2026 г.", "14 March 2026".
func (w *Words) PlainDate(t time.Time) string { return w.date(t, "date.plain", "") }

// Day writes the day of an instant without year, where a heading or a column names
// that: "14 mar", "17.10.", "14 Mar".
func (w *Words) Day(t time.Time) string { return w.date(t, "date.day", "-short") }

// Month writes the month of an instant: "marzo 2026".
func (w *Words) Month(t time.Time) string { return w.date(t, "date.month", "") }

func (w *Words) date(t time.Time, pattern, width string) string {
	return w.Text(pattern, map[string]any{
		"weekday": w.Text("weekday"+width+"."+strconv.Itoa(int(t.Weekday())), nil),
		"day":     strconv.Itoa(t.Day()),
		"month":   w.Text("month"+width+"."+strconv.Itoa(int(t.Month())), nil),
		"year":    strconv.Itoa(t.Year()),
	})
}

// Time writes the time of day in the zone of t: "15:12".
func (w *Words) Time(t time.Time) string { return t.Format("15:04") }

// DateTime writes day and time in the zone of t: "sabato 14 marzo 2026, 10:00".
func (w *Words) DateTime(t time.Time) string {
	return w.Text("date.with-time", map[string]any{"date": w.Date(t), "time": w.Time(t)})
}

// Moment writes day, time and zone of t, for a reader who may live in another zone: "sabato 14 marzo 2026, ore 15:20
// (CET)". A zone of which only the offset is known is written "UTC+01:00".
func (w *Words) Moment(t time.Time) string {
	zone := t.Format("MST")
	if strings.HasPrefix(zone, "+") || strings.HasPrefix(zone, "-") || zone == "" {
		zone = t.Format("UTC-07:00")
	}
	return w.Text("date.with-zone", map[string]any{"date": w.Date(t), "time": w.Time(t), "zone": zone})
}

// whenOf writes the day or instant that a parameter holds; an invalid value is returned unchanged.
func whenOf(value, layout string, write func(time.Time) string) string {
	t, err := time.ParseInLocation(layout, value, time.UTC) // never in the zone of the machine
	if err != nil {
		return value
	}
	return write(t)
}
