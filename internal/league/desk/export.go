package desk

import (
	"strings"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/leaguedb"
)

// Document is the whole event as a file has it. Before the start those who hold
// a seat stand in it as those who played.
func (s *Stage) Document() eventfile.Document {
	e := s.Event
	d := eventfile.Document{
		Event: eventfile.Announcement{
			Title: e.Title, Kind: e.Kind, StartsAt: e.StartsAt, TimeZone: e.TimeZone,
			Venue:    eventfile.Venue{Name: e.VenueName, Address: e.VenueAddress, City: e.VenueCity},
			Capacity: e.Capacity, TimeLimitMinutes: e.TimeLimitMinutes, Notes: e.Notes,
		},
		Ruleset: eventfile.Ruleset{Key: s.Ruleset.Key, Version: s.Ruleset.Version, Digest: s.Ruleset.Digest, Readings: e.Readings},
		Facts:   s.Facts(),
	}
	if e.FeeCents != nil && e.FeeCurrency != nil {
		d.Event.Fee = &eventfile.Fee{Amount: league.NewFrac(int64(*e.FeeCents), 100), Currency: *e.FeeCurrency}
	}
	for _, entry := range s.Entries {
		d.Entries = append(d.Entries, eventfile.Entry{
			Number: league.Entry(entry.Number), Name: entry.PlayerName, Club: entry.PlayerClub, State: stateInFile(entry.State),
		})
	}
	for i := range d.Facts.Sanctions {
		d.Facts.Sanctions[i].Ref = ""
	}
	for i := range d.Facts.Withdrawals {
		d.Facts.Withdrawals[i].Ref = ""
	}
	return d.Normal()
}

func stateInFile(state leaguedb.EntryState) eventfile.EntryState {
	switch state {
	case leaguedb.NoShow:
		return eventfile.NoShow
	case leaguedb.EntryCancelled:
		return eventfile.Cancelled
	case leaguedb.Waiting:
		return eventfile.Waiting
	default:
		return eventfile.Played
	}
}

// FileName is what an export of the event is called.
func (s *Stage) FileName(form eventfile.Form) string {
	ending := map[eventfile.Form]string{eventfile.JSON: "json", eventfile.XLSX: "xlsx", eventfile.CSV: "zip"}[form]
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return -1
	}, s.Event.Slug) + "." + ending
}
