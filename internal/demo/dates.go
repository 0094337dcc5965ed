package demo

import "time"

// at is a day of the story at an hour of its venue.
func at(day time.Time, days, hour int) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day()+days, hour, 0, 0, 0, day.Location())
}

// nearest is a weekday next to a day of the story, at an hour: at most three days before or after it.
func nearest(weekday time.Weekday, day time.Time, days, hour int) time.Time {
	after := int(at(day, days, 0).Weekday()-weekday+7) % 7
	if after > 3 {
		after -= 7
	}
	return at(day, days-after, hour)
}

// weekend is the Saturday or Sunday next to a day of the story, at an hour: at most two days before it, or
// three after it. Tournaments are then; only those that are running have to be today's.
func weekend(day time.Time, days, hour int) time.Time {
	if at(day, days, 0).Weekday() <= time.Tuesday {
		return nearest(time.Sunday, day, days, hour)
	}
	return nearest(time.Saturday, day, days, hour)
}
