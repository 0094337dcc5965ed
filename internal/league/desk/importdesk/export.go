package importdesk

import (
	"strings"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
)

// Export returns the whole event in the form of a file, with the reports that were sent.
func (d Desk) Export(door tenantdb.Door, s *officiating.Situation) (eventfile.Document, error) {
	var sent []facts.Report
	b := &tenantdb.Batch{}
	leaguedb.LoadReports(b, &sent, s.Event.ID)
	var entered facts.EnteredPoints
	if s.Event.Elsewhere {
		leaguedb.LoadEnteredPoints(b, &entered, s.Event.ID)
	}
	if err := door.Send(b); err != nil {
		return eventfile.Document{}, err
	}
	out := Document(s)
	out.Reports = reportsInFile(sent)
	if out.Outcome != nil {
		var err error
		if out.Outcome.Points, err = pointsInFile(s, entered); err != nil {
			return out, err
		}
	}
	return out.Normal(), nil
}

func reportsInFile(sent []facts.Report) []eventfile.Report {
	var out []eventfile.Report
	for _, r := range sent {
		out = append(out, eventfile.Report{ReceivedAt: r.ReceivedAt, SentAt: r.SentAt, Notes: r.Notes, Digest: r.Digest})
	}
	return out
}

// Document returns the event in the form of a file, without its reports and without points that were entered. Before the start it lists the holders
// of seats as the players.
func Document(s *officiating.Situation) eventfile.Document {
	e := s.Event
	d := eventfile.Document{
		Event: eventfile.Announcement{
			Title: e.Title, Kind: e.Kind, StartsAt: e.StartsAt, TimeZone: e.TimeZone,
			Venue:    eventfile.Venue{Name: e.VenueName, Address: e.VenueAddress, City: e.VenueCity},
			Capacity: e.Capacity, TimeLimitMinutes: e.TimeLimitMinutes, Notes: e.Notes,
		},
		Ruleset: eventfile.Ruleset{Key: s.Ruleset.Key, Version: s.Ruleset.Version, Digest: s.Ruleset.Digest, Readings: e.Readings},
		Facts:   tournament.FactsOf(&s.EventFacts),
	}
	if at := planning.PositionOf(e); at != nil {
		latitude, longitude := league.NewFrac(int64(at.Latitude), 1_000_000), league.NewFrac(int64(at.Longitude), 1_000_000)
		d.Event.Venue.Latitude, d.Event.Venue.Longitude = &latitude, &longitude
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
	if e.Elsewhere {
		d.Outcome = &eventfile.Outcome{}
		for _, row := range s.State.Final {
			d.Outcome.Ranking = append(d.Outcome.Ranking, row.Entry)
		}
	}
	return d.Normal()
}

func stateInFile(state facts.EntryState) eventfile.EntryState {
	switch state {
	case facts.NoShow:
		return eventfile.NoShow
	case facts.EntryCancelled:
		return eventfile.Cancelled
	case facts.Waiting:
		return eventfile.Waiting
	default:
		return eventfile.Played
	}
}

// FileName names an export of the event.
func FileName(s *officiating.Situation, form eventfile.Form) string {
	ending := map[eventfile.Form]string{eventfile.JSON: "json", eventfile.XLSX: "xlsx", eventfile.CSV: "zip"}[form]
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return -1
	}, s.Event.Slug) + "." + ending
}
