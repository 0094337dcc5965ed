package pages

import (
	"slices"
	"strconv"

	"referto/openapi"
)

// podium is the first places once the event is over.
func (s *eventPage) podium() []podiumPlace {
	if s.Event.State != openapi.EventStateFinished {
		return nil
	}
	var podium []podiumPlace
	for _, row := range s.Outcome.Rows {
		if row.Rank < 1 || row.Rank > 3 {
			break
		}
		podium = append(podium, podiumPlace{Place: strconv.Itoa(row.Rank), Name: row.Entry.Player.Name, Link: playerLink(s.Reader, s.Tenant, row.Entry.Player.Id)})
	}
	return podium
}

// prize is one of the ruleset's and who gets it.
type prize struct {
	Name, Winner, Figure, Text string
	Rule                       ruleRef
}

// prizes are those of an event that is over (FG14 5).
func (s *eventPage) prizes() []prize {
	var prizes []prize
	for _, award := range s.Outcome.Awards {
		p := prize{Name: award.Name, Winner: award.Entry.Player.Name, Text: award.Text, Rule: s.cite(award.Rule)}
		if award.Figure != "" {
			p.Figure = s.text("table.points", "points", award.Figure)
		}
		prizes = append(prizes, p)
	}
	return prizes
}

// finalistsModel lists the finalists, each with the reason.
type finalistsModel struct {
	Provisional bool
	People      []finalist
}

type finalist struct {
	Name, Replaces, Text string
	Rule                 ruleRef
}

// finalists are those known so far, until the final has its result.
func (s *eventPage) finalists() *finalistsModel {
	if s.Event.State != openapi.EventStateRunning || len(s.Outcome.Finalists) == 0 {
		return nil
	}
	m := &finalistsModel{Provisional: s.Outcome.State == openapi.StandingsStateProvisional && s.latest.Kind != openapi.RoundKindFinal}
	for _, f := range s.Outcome.Finalists {
		model := finalist{Name: f.Entry.Player.Name, Text: f.Text, Rule: s.cite(f.Rule)}
		if f.Replaces.Number != 0 {
			model.Replaces = s.text("finalists.replaces", "name", f.Replaces.Player.Name)
		}
		m.People = append(m.People, model)
	}
	for _, v := range s.Outcome.Vacant {
		empty := finalist{
			Name: s.text("finalists.vacant"), Replaces: s.text("finalists.replaces", "name", v.Replaces.Player.Name), Text: v.Text, Rule: s.cite(v.Rule),
		}
		m.People = slices.Insert(m.People, min(v.Place-1, len(m.People)), empty)
	}
	return m
}
