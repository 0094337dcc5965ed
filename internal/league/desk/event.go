package desk

import (
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Announced returns the fields of an announcement that the audit records.
func Announced(e facts.Event) map[string]any {
	return map[string]any{
		"title": e.Title, "state": e.State, "startsAt": e.StartsAt, "timeZone": e.TimeZone,
		"venue": e.VenueName + ", " + e.VenueCity, "feeCents": e.FeeCents, "formula": e.Formula, "variant": e.Variant, "target": e.Target,
		"ruleset": e.RulesetVersionID, "pairing": e.Pairing, "capacity": e.Capacity, "timeLimitMinutes": e.TimeLimitMinutes,
	}
}

// Save leaves the event's row to be written.
func Save(tx tenantdb.Tx, s *officiating.Situation) {
	e := s.Event
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeEvent(b, e) })
	TouchItsSeason(tx, s)
}

// Moved notes the time of the change if the published announcement of an event has changed. An event that was
// over and goes to another day has a new last day.
func Moved(act Act, s *officiating.Situation, before facts.Event) {
	after := s.Event
	if planning.Differs(before, after) {
		Publish(act, s)
	}
	if moved := rules.DayOf(after.LocalDate()) != rules.DayOf(before.LocalDate()); moved && after.EndedOn != nil { // it was over, and is open again
		s.EndOn(s.LastDay())
	}
}

// Publish notes the time at which the published place, day or formula of an event changed. A draft has none,
// because nothing of it is published.
func Publish(act Act, s *officiating.Situation) {
	if s.Event.State != facts.Draft {
		s.Event.MovedAt = &act.Now
	}
}
