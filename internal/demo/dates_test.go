package demo

import (
	"testing"
	"time"
)

func atWeekend(day time.Time) bool {
	return day.Weekday() == time.Saturday || day.Weekday() == time.Sunday
}

// From every starting day, a weekend is at most two days before the named day and three after it, and a weekday
// three; their hours are those of the place, also in the weeks in which clocks change.
func TestDatesOfEveryDay(t *testing.T) {
	t.Parallel()
	rome, err := time.LoadLocation(timeZone)
	if err != nil {
		t.Fatal(err)
	}
	apart := func(day, from time.Time) int {
		return int(day.Truncate(24*time.Hour).Sub(from.Truncate(24*time.Hour)).Hours() / 24)
	}
	for i := range 2 * 365 {
		today := time.Date(2026, 1, 1+i, 17, 40, 0, 0, rome)
		for _, days := range []int{-18, -4, 0, 17} {
			named := at(today, days, 10)
			on := weekend(today, days, 10)
			if off := apart(on, named); !atWeekend(on) || off < -2 || off > 3 || on.Hour() != 10 || on.Minute() != 0 {
				t.Fatalf("%d days from %s a weekend is on %s, %d days from it", days, today, on, off)
			}
			on = nearest(time.Thursday, today, days, 21)
			if off := apart(on, named); on.Weekday() != time.Thursday || off < -3 || off > 3 || on.Hour() != 21 {
				t.Fatalf("%d days from %s the Thursday is on %s, %d days from it", days, today, on, off)
			}
		}
		if on := weekend(today, -4, 10); !on.Before(today) || apart(on, today) < -7 {
			t.Fatalf("on %s the stage of the last week was on %s: its report has a week", today, on)
		}
		if on := weekend(today, 17, 10); apart(on, today) < 14 {
			t.Fatalf("on %s the open stage is on %s: it has to be announced two weeks ahead", today, on)
		}
	}
}
