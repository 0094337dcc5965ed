package planning

import (
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// CheckFee refuses a fee that is set or raised after entries were opened, or notes it on the event,
// depending on the regulation (CN09 1.10: announced in advance).
func CheckFee(r *rules.Ruleset, before facts.Event, after *facts.Event, now time.Time) error {
	rule := r.Fee
	opened := before.State != facts.Draft && before.State != facts.Announced
	if rule == nil || !opened || after.FeeCents == nil || before.FeeCents != nil && *after.FeeCents <= *before.FeeCents {
		return nil
	}
	if rule.AfterOpening == rules.FeeRefused {
		return r.Refuse(rule.Paragraph, "fee-after-opening")
	}
	after.FeeLateAt = &now
	return nil
}

// Notices lists the notices for the organizer about the announcement: it, or its fee, came too
// late, or no fee is stated (0 for a free event) while one still may be (CN09 1.10, 2.3). A draft
// is judged as if it were announced now.
func Notices(r *rules.Ruleset, e facts.Event, now time.Time) []league.Grounds {
	var out []league.Grounds
	if late, ok := announcedLate(r, e, now); ok {
		out = append(out, late)
	}
	if rule := r.Fee; rule != nil {
		switch early := e.State == facts.Draft || e.State == facts.Announced; {
		case e.FeeLateAt != nil:
			out = append(out, r.Grounds(rule.Paragraph, "fee-noted-late"))
		case early && e.FeeCents == nil:
			out = append(out, r.Grounds(rule.Paragraph, "fee-not-stated"))
		}
	}
	return out
}

// announcedLate returns the number of calendar days, at the venue, by which a season's event was
// announced too late in its present form, with the consequence; false if it was in time (CN09 2.3).
func announcedLate(r *rules.Ruleset, e facts.Event, now time.Time) (league.Grounds, bool) {
	if e.SeasonID == nil || r.Season == nil || e.Elsewhere || e.State == facts.Cancelled {
		return league.Grounds{}, false
	}
	announced := now
	if at := e.PublicAt(); at != nil {
		announced = *at
	}
	rule := r.Season.Announcement
	by := rules.DayOf(e.LocalDate()).Midnight().AddDate(0, 0, -rule.Days)
	short := daysBetween(by, rules.DayOf(announced.In(e.Location())).Midnight())
	if short <= 0 {
		return league.Grounds{}, false
	}
	params := []string{"by", string(rules.DayOf(by)), "days", strconv.Itoa(short), "before", strconv.Itoa(rule.Days)}
	switch moved := e.MovedAt != nil; {
	case moved && rule.Late == rules.Invalid:
		return r.Grounds(rule.Paragraph, "moved-too-late-to-count", params...), true
	case moved:
		return r.Grounds(rule.Paragraph, "moved-too-late", params...), true
	case rule.Late == rules.Invalid:
		return r.Grounds(rule.Paragraph, "announced-too-late-to-count", params...), true
	}
	return r.Grounds(rule.Paragraph, "announced-too-late", params...), true
}

// Differs reports whether the place, the day or the formula of an event was changed, so that its
// announcement counts from now (CN09 2.3). Another hour is not another day, and adding a missing
// address is not another place. A correction of an event that has started does not count.
func Differs(before, after facts.Event) bool {
	place := after.VenueName != before.VenueName || after.VenueCity != before.VenueCity ||
		before.VenueAddress != "" && after.VenueAddress != before.VenueAddress
	return !before.Started() && (place || otherDay(before, after) || after.Formula != before.Formula)
}

func otherDay(before, after facts.Event) bool {
	return rules.DayOf(after.LocalDate()) != rules.DayOf(before.LocalDate())
}

// daysBetween returns the number of days from one date to another, both at
// midnight UTC.
func daysBetween(from, to time.Time) int { return int(to.Sub(from) / (24 * time.Hour)) }
