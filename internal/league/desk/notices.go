package desk

import (
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// announceFee refuses a fee that is set or raised once entries have been opened, or
// notes it, as the regulation has it (CN09 1.10: announced in advance).
func (s *Stage) announceFee(act Act, before facts.Event) error {
	rule, after := s.Rules.Fee, s.Event
	opened := before.State != facts.Draft && before.State != facts.Announced
	if rule == nil || !opened || after.FeeCents == nil || before.FeeCents != nil && *after.FeeCents <= *before.FeeCents {
		return nil
	}
	if rule.AfterOpening == rules.FeeRefused {
		return s.Rules.Refuse(rule.Paragraph, "fee-after-opening")
	}
	s.Event.FeeLateAt = &act.Now
	return nil
}

// Notices are what the organizer should know about the announcement: it came too
// late for the season, or its fee did, or it says nothing of a fee, 0 if there is none, as
// long as it may (CN09 1.10, 2.3). A draft is looked at as if it were announced
// now.
func (s *Stage) Notices(now time.Time) []league.Grounds {
	var out []league.Grounds
	if late, ok := s.announcedLate(now); ok {
		out = append(out, late)
	}
	if rule := s.Rules.Fee; rule != nil {
		switch early := s.Event.State == facts.Draft || s.Event.State == facts.Announced; {
		case s.Event.FeeLateAt != nil:
			out = append(out, s.Rules.Grounds(rule.Paragraph, "fee-noted-late"))
		case early && s.Event.FeeCents == nil:
			out = append(out, s.Rules.Grounds(rule.Paragraph, "fee-not-stated"))
		}
	}
	return out
}

// announcedLate tells by how many calendar days of the venue an event of a season
// was announced too late as it is to be played, and what becomes of that (CN09 2.3).
func (s *Stage) announcedLate(now time.Time) (league.Grounds, bool) {
	e := s.Event
	if e.SeasonID == nil || s.Rules.Season == nil || e.Elsewhere || e.State == facts.Cancelled {
		return league.Grounds{}, false
	}
	announced := now
	if at := e.PublicAt(); at != nil {
		announced = *at
	}
	rule := s.Rules.Season.Announcement
	by := dateOf(rules.DayOf(e.LocalDate())).AddDate(0, 0, -rule.Days)
	short := daysBetween(by, dateOf(rules.DayOf(announced.In(e.Location()))))
	if short <= 0 {
		return league.Grounds{}, false
	}
	params := []string{"by", string(rules.DayOf(by)), "days", strconv.Itoa(short), "before", strconv.Itoa(rule.Days)}
	switch moved := e.MovedAt != nil; {
	case moved && rule.Late == rules.Invalid:
		return s.Rules.Grounds(rule.Paragraph, "moved-too-late-to-count", params...), true
	case moved:
		return s.Rules.Grounds(rule.Paragraph, "moved-too-late", params...), true
	case rule.Late == rules.Invalid:
		return s.Rules.Grounds(rule.Paragraph, "announced-too-late-to-count", params...), true
	}
	return s.Rules.Grounds(rule.Paragraph, "announced-too-late", params...), true
}

// publicSince is the day at its venue since which an event is public as it is; "" before
// its announcement.
func publicSince(e facts.Event) rules.Day {
	at := e.PublicAt()
	if at == nil {
		return ""
	}
	return rules.DayOf(at.In(e.Location()))
}

// moved notes that the place, the day or the formula was changed of an event that was
// public: it is public as it is since now (CN09 2.3). Another hour is no other day, and an
// address that was missing no other place. What is put right of an event that has started
// was not announced late.
func (s *Stage) moved(act Act, before facts.Event) {
	after := s.Event
	place := after.VenueName != before.VenueName || after.VenueCity != before.VenueCity ||
		before.VenueAddress != "" && after.VenueAddress != before.VenueAddress
	moved := rules.DayOf(after.LocalDate()) != rules.DayOf(before.LocalDate())
	if !before.Started() && (place || moved || after.Formula != before.Formula) {
		s.publish(act)
	}
	if moved && after.EndedOn != nil { // it was over, and is open again
		s.endOn(s.lastDay())
	}
}

// publish notes that what is said of the place, day or formula of an event is new; of a
// draft everything is.
func (s *Stage) publish(act Act) {
	if s.Event.State != facts.Draft {
		s.Event.MovedAt = &act.Now
	}
}

// daysBetween is by how many days one date is after another, both at midnight UTC.
func daysBetween(from, to time.Time) int { return int(to.Sub(from) / (24 * time.Hour)) }
