package desk

import (
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// Announced is what the audit keeps of an announcement.
func Announced(e facts.Event) map[string]any {
	return map[string]any{
		"title": e.Title, "state": e.State, "startsAt": e.StartsAt, "timeZone": e.TimeZone,
		"venue": e.VenueName + ", " + e.VenueCity, "feeCents": e.FeeCents, "formula": e.Formula, "variant": e.Variant, "target": e.Target,
		"ruleset": e.RulesetVersionID, "pairing": e.Pairing, "capacity": e.Capacity, "timeLimitMinutes": e.TimeLimitMinutes,
	}
}

// Save leaves the event's row to be written.
func (s *Stage) Save(tx tenantdb.Tx) {
	e := s.Event
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeEvent(b, e) })
	s.TouchSeason(tx)
}
