package lapses

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// TooMany is the reason for refusing a player because of lapses. Its parameters give their number,
// the number of months, and the last day of the bar.
const TooMany = "too-many-lapses"

// StruckFor is the reason of an entry struck from the field because of lapses.
const StruckFor = "struck-for-lapses"

// Struck returns the grounds of an entry struck from the field. ok is false if the reason was not
// lapses.
func Struck(r *rules.Ruleset, reason string) (grounds league.Grounds, ok bool) {
	if reason != TooMany {
		return grounds, false
	}
	return r.Grounds(paragraph(r), StruckFor), true
}

// Yields is the reason of an entry that comes after the others when seats are short, because of
// lapses. Its parameters are those of [TooMany].
const Yields = "yields-for-lapses"

// Bar returns the grounds on which a player's lapses bar them from an event on a day at its venue.
// If several bars apply, it returns the one that ends last. ok is false if none applies. Lapses on
// that day or later do not count.
func Bar(r *rules.Ruleset, all []Lapse, day rules.Day) (grounds league.Grounds, ok bool) {
	if r.Appearance == nil {
		return grounds, false
	}
	return follows(r, r.Appearance.Bars, all, day, TooMany)
}

// Yield returns the grounds on which a player's entry comes after those of others; see [Bar].
func Yield(r *rules.Ruleset, all []Lapse, day rules.Day) (grounds league.Grounds, ok bool) {
	if r.Appearance == nil {
		return grounds, false
	}
	return follows(r, r.Appearance.Yields, all, day, Yields)
}

// follows returns the grounds of the rule on lapses that applies longest on a day.
func follows(r *rules.Ruleset, of []rules.LapseBar, all []Lapse, day rules.Day, reason string) (grounds league.Grounds, ok bool) {
	var last rules.Day
	for _, rule := range of {
		until, holds := barredUntil(rule, all, day)
		if holds && until > last {
			last, ok = until, true
			grounds = r.Grounds(rule.Paragraph, reason, "count", strconv.Itoa(rule.Count), "months", strconv.Itoa(rule.Within), "until", string(until))
		}
	}
	return grounds, ok
}

// barredUntil returns the last day of a bar that applies on a day. A bar lasts for its months from
// each lapse that completes the required number.
func barredUntil(bar rules.LapseBar, all []Lapse, day rules.Day) (until rules.Day, barred bool) {
	var days []rules.Day
	for _, l := range all {
		if l.Counts && l.Day < day && slices.Contains(bar.Lapses, l.Kind) {
			days = append(days, l.Day)
		}
	}
	slices.SortFunc(days, cmp.Compare[rules.Day])
	for i := bar.Count - 1; i < len(days); i++ {
		first, last := days[i-bar.Count+1], days[i]
		ends := later(last, bar.Months)
		if first > later(last, -bar.Within) && day <= ends {
			until, barred = ends, true
		}
	}
	return until, barred
}

// Matter returns the first day of the lapses that may bar a player under any of the rulesets on a
// day or later, and how many lapses it takes; bars is false if none bars. It limits the search for
// lapses: [Bar] decides who is barred.
func Matter(day rules.Day, of ...*rules.Ruleset) (from rules.Day, count int, bars bool) {
	for _, r := range of {
		if r.Appearance == nil {
			continue
		}
		for _, bar := range r.Appearance.Bars {
			first := later(later(day, -bar.Months-1), -bar.Within) // one month more, because months differ in length
			if !bars {
				from, count, bars = first, bar.Count, true
			}
			from, count = min(from, first), min(count, bar.Count)
		}
	}
	return from, count, bars
}

// later returns the day a number of months later, or earlier if negative: the same day of the
// month, or the last day of a shorter month.
func later(day rules.Day, months int) rules.Day {
	at := day.Midnight()
	first := time.Date(at.Year(), at.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	end := first.AddDate(0, 1, -1).Day()
	return rules.DayOf(first.AddDate(0, 0, min(at.Day(), end)-1))
}
