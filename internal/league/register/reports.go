package register

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// MayReport refuses a report of an event that cannot receive one now; see [homologation.MayReport].
func (s *Season) MayReport(e facts.Event) error {
	return homologation.MayReport(e, s.at[e.ID].verdict, s.at[e.ID].report)
}

// Reported returns the season with a further report of an event.
func (s *Season) Reported(e facts.Event, receipt facts.ReportReceipt) *Season {
	after := s.WithEvent(e, func(to *season.Event) {
		to.Report = &season.Report{Received: rules.DayOf(receipt.ReceivedAt.In(e.Location())), Documents: homologation.InTheirRounds(s.RulesOf(e), s.Documents[e.ID])}
	})
	after.Reports = append(after.withoutReport(e.ID), receipt)
	after.index()
	return after
}

// HasPhoto reports whether an event has a photo of a kind that was taken in the required round.
func (s *Season) HasPhoto(e facts.Event, kind string) bool {
	return slices.Contains(homologation.InTheirRounds(s.RulesOf(e), s.Documents[e.ID]), kind)
}

// withoutReport returns the receipts of the reports of all other events.
func (s *Season) withoutReport(id league.EventID) []facts.ReportReceipt {
	var out []facts.ReportReceipt
	for _, r := range s.Reports {
		if r.EventID != id {
			out = append(out, r)
		}
	}
	return out
}
