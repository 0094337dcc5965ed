package pages

import (
	"slices"
	"strconv"

	"referto/openapi"
)

// decided reports whether the last table has its result, so that the order is that of the end. Until the event is finished a result can
// still be corrected, which [eventPage.provisional] tells.
func (s *eventPage) decided() bool {
	return s.Event.State == openapi.EventStateFinished || s.Event.State == openapi.EventStateRunning && s.Outcome.State == openapi.StandingsStateFinal
}

// provisional says until when the first places are provisional; "" once the event is finished.
func (s *eventPage) provisional() string {
	if s.Event.State == openapi.EventStateFinished {
		return ""
	}
	return s.text("result.provisional")
}

// podium is the first places once they are decided.
func (s *eventPage) podium() []podiumPlace {
	if !s.decided() {
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

// prize is a prize of the ruleset with its winner.
type prize struct {
	Name, Winner, Figure, Text string
	Rule                       ruleRef
}

// prizes are the prizes of an event that is finished (FG14 5).
func (s *eventPage) prizes() []prize {
	if s.Event.State != openapi.EventStateFinished {
		return nil
	}
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

// finalists lists the finalists known at present, until the final has its result.
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
