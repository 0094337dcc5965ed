package views

import (
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/openapi"
)

// admissionView is how an entry stands: before the start everybody, after it who
// stands by.
func (v View) admissionView(e facts.Entry, out *openapi.Entry) {
	if v.EventFacts.Event.Started() && e.State != facts.Waiting {
		return
	}
	admitted, ok := v.Admitted(v.admitted(), league.Entry(e.Number))
	if !ok {
		return
	}
	out.Admission = openapi.Admission{As: openapi.AdmissionAs(admitted.As), Explanation: v.Explain(admitted.Grounds)}
	out.WaitingPosition = admitted.Position
}

// structureView is the structureView proposed or agreed; zero for none.
func (v View) structureView() openapi.AgreedStructure {
	s := v.Structure
	if s == nil {
		return openapi.AgreedStructure{}
	}
	out := openapi.AgreedStructure{
		Rounds: s.Rounds, Semifinal: s.Semifinal, Final: s.Final, Advance: s.Advance, Reason: s.Reason, ProposedBy: s.ProposedBy, ProposedAt: s.ProposedAt,
		Rule: v.rule(v.Rules.Format.OtherStructure.Paragraph),
	}
	if s.ApprovedAt != nil {
		out.ApprovedAt = *s.ApprovedAt
	}
	if s.ApprovedBy != nil {
		out.ApprovedBy = *s.ApprovedBy
	}
	return out
}

func (v View) PreviousView() openapi.PreviousStandings {
	out := openapi.PreviousStandings{Players: openapi.Each(v.Previous, func(line facts.Previous) openapi.PreviousPlayer {
		player := openapi.PreviousPlayer{Position: line.Position, Player: openapi.PlayerRef{Id: line.PlayerID, Name: line.Player}}
		for _, e := range v.Entries {
			if e.PlayerID == line.PlayerID && e.State != facts.EntryCancelled {
				player.Entry, player.Player = e.Number, playerRef(e)
			}
		}
		return player
	})}
	if len(v.Previous) > 0 && v.Previous[0].FromEvent != nil {
		out.Event = league.EventID{UUID: *v.Previous[0].FromEvent}
	}
	return out
}
