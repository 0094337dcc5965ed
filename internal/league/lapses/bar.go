package lapses

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// TooMany is the reason of somebody who may not enter because of lapses; it names how many
// there were, in how many months, and the last day on which that bars.
const TooMany = "too-many-lapses"

// StruckFor is the reason of an entry that was struck from the field for them.
const StruckFor = "struck-for-lapses"

// Struck returns the grounds of an entry that was struck from the field for a reason; ok is
// false where that were not lapses.
func Struck(r *rules.Ruleset, reason string) (grounds league.Grounds, ok bool) {
	if reason != TooMany {
		return grounds, false
	}
	return r.Grounds(paragraph(r), StruckFor), true
}

// Yields is the reason of an entry that comes after the others where seats are short, because of
// lapses; its parameters are those of [TooMany].
const Yields = "yields-for-lapses"

// Bar returns the grounds for which lapses of somebody keep them from an event of a ruleset
// on a day at its venue, the bar that ends last; ok is false where none does. Lapses of that
// day or later do not matter.
func Bar(r *rules.Ruleset, all []Lapse, day rules.Day) (grounds league.Grounds, ok bool) {
	if r.Appearance == nil {
		return grounds, false
	}
	return follows(r, r.Appearance.Bars, all, day, TooMany)
}

// Yield returns the grounds for which the entry of somebody in such an event comes after those of
// others; see [Bar].
func Yield(r *rules.Ruleset, all []Lapse, day rules.Day) (grounds league.Grounds, ok bool) {
	if r.Appearance == nil {
		return grounds, false
	}
	return follows(r, r.Appearance.Yields, all, day, Yields)
}

// follows returns the grounds of that of some rules on lapses which holds longest on a day.
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

// barredUntil returns the last day on which a rule bars somebody who is barred on a day: from
// each lapse that is the last of enough of them it bars for its months.
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

// Matter returns from which day on lapses of somebody may bar them from an event of any of some rulesets
// on a day or later, and how many it takes; bars is false where none do. It is where to look for them:
// [Bar] says who is barred.
func Matter(day rules.Day, of ...*rules.Ruleset) (from rules.Day, count int, bars bool) {
	for _, r := range of {
		if r.Appearance == nil {
			continue
		}
		for _, bar := range r.Appearance.Bars {
			first := later(later(day, -bar.Months-1), -bar.Within) // a month more, as months are not of one length
			if !bars {
				from, count, bars = first, bar.Count, true
			}
			from, count = min(from, first), min(count, bar.Count)
		}
	}
	return from, count, bars
}

// later returns the day so many months later, earlier for less than 0: the same day of the
// month, or its last day where it is shorter.
func later(day rules.Day, months int) rules.Day {
	at := day.Midnight()
	first := time.Date(at.Year(), at.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	end := first.AddDate(0, 1, -1).Day()
	return rules.DayOf(first.AddDate(0, 0, min(at.Day(), end)-1))
}
