package desk

import (
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Announced lists what the audit keeps of an announcement.
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

// Moved notes that an event is public as it is since now, where what is said of it differs.
func Moved(act Act, s *officiating.Situation, before facts.Event) {
	after := s.Event
	if planning.Differs(before, after) {
		Publish(act, s)
	}
	if moved := rules.DayOf(after.LocalDate()) != rules.DayOf(before.LocalDate()); moved && after.EndedOn != nil { // it was over, and is open again
		s.EndOn(s.LastDay())
	}
}

// Publish notes that what is said of the place, day or formula of an event is new; of a
// draft everything is.
func Publish(act Act, s *officiating.Situation) {
	if s.Event.State != facts.Draft {
		s.Event.MovedAt = &act.Now
	}
}
