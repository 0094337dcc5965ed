package reportdesk

import (
	"referto/internal/league/homologation"
)

// Findings computes the findings on the report that follow from the data; see [homologation.Papers].
func (p Papers) Findings() []homologation.Finding {
	papers := homologation.Papers{Rules: p.Season.RulesOf(p.Event), Event: p.Event, Entries: p.Entries, State: p.State}
	for _, member := range p.Report.Staff {
		papers.Roles = append(papers.Roles, member.Role)
	}
	for _, row := range p.Report.Ranking {
		papers.Ranking = append(papers.Ranking, row.Entry)
	}
	for _, expelled := range p.Report.Expelled {
		papers.Expelled = append(papers.Expelled, expelled.Reason)
	}
	return papers.Findings()
}
