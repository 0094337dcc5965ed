package leagueapi

import (
	"context"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/facts"
	"referto/internal/league/notices"
	"referto/internal/league/rules"
	"referto/openapi"
)

// AcceptEntry lets a waiting entry in.
func (a *API) AcceptEntry(ctx context.Context, r openapi.AcceptEntryRequestObject) (openapi.AcceptEntryResponseObject, error) {
	c := gate.From(ctx)
	e, s, err := entrydesk.At(a.desk).AcceptEntry(c.Tx(), act(c), r.Event, r.Entry, true)
	if err != nil {
		return nil, err
	}
	name := c.Name()
	e.AcceptedBy = &name
	return openapi.AcceptEntry200JSONResponse(a.entry(c, s, e)), nil
}

// UndoAcceptance takes the decision back.
func (a *API) UndoAcceptance(ctx context.Context, r openapi.UndoAcceptanceRequestObject) (openapi.UndoAcceptanceResponseObject, error) {
	c := gate.From(ctx)
	e, s, err := entrydesk.At(a.desk).AcceptEntry(c.Tx(), act(c), r.Event, r.Entry, false)
	if err != nil {
		return nil, err
	}
	return openapi.UndoAcceptance200JSONResponse(a.entry(c, s, e)), nil
}

// ReplaceEntry lets the first reserve play in the place of an entrant.
func (a *API) ReplaceEntry(ctx context.Context, r openapi.ReplaceEntryRequestObject) (openapi.ReplaceEntryResponseObject, error) {
	c := gate.From(ctx)
	e, s, err := entrydesk.At(a.desk).ReplaceByReserve(c.Tx(), act(c), r.Event, r.Entry, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	return openapi.ReplaceEntry200JSONResponse(a.entry(c, s, e)), nil
}

// admission is how an entry stands: before the start everybody, after it who
// stands by.
func (v View) admission(e facts.Entry, out *openapi.Entry) {
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

// ProposeStructure proposes another structure than the formula's.
func (a *API) ProposeStructure(ctx context.Context, r openapi.ProposeStructureRequestObject) (openapi.ProposeStructureResponseObject, error) {
	c := gate.From(ctx)
	proposed := rules.Structure{Rounds: r.Body.Rounds, Semifinal: r.Body.Semifinal, Final: r.Body.Final, Advance: r.Body.Advance}
	s, err := eventdesk.At(a.desk).ProposeStructure(c.Tx(), act(c), r.Event, proposed, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	s.Structure.ProposedBy = c.Name()
	e, err := a.answer(c, s)
	return openapi.ProposeStructure200JSONResponse(e), err
}

// WithdrawStructure goes back to the structure of the formula.
func (a *API) WithdrawStructure(ctx context.Context, r openapi.WithdrawStructureRequestObject) (openapi.WithdrawStructureResponseObject, error) {
	c := gate.From(ctx)
	s, err := eventdesk.At(a.desk).WithdrawStructure(c.Tx(), act(c), r.Event)
	if err != nil {
		return nil, err
	}
	e, err := a.answer(c, s)
	return openapi.WithdrawStructure200JSONResponse(e), err
}

// ApproveStructure approves the proposed structure, and has it made known to who runs
// the event and who comes to it (CN09 3.2).
func (a *API) ApproveStructure(ctx context.Context, r openapi.ApproveStructureRequestObject) (openapi.ApproveStructureResponseObject, error) {
	c := gate.From(ctx)
	s, err := eventdesk.At(a.desk).ApproveStructure(c.Tx(), act(c), r.Event)
	if err != nil {
		return nil, err
	}
	name := c.Name()
	s.Structure.ApprovedBy = &name
	if err := a.later.Insert(c.Tx(), notices.StructureAgreed{Tenant: c.Tenant.ID, Event: r.Event.UUID}); err != nil {
		return nil, err
	}
	e, err := a.answer(c, s)
	return openapi.ApproveStructure200JSONResponse(e), err
}

// structure is the structure proposed or agreed; zero for none.
func (v View) structure() openapi.AgreedStructure {
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

// GetPreviousStandings answers with the standings of the event before.
func (a *API) GetPreviousStandings(ctx context.Context, r openapi.GetPreviousStandingsRequestObject) (openapi.GetPreviousStandingsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	return openapi.GetPreviousStandings200JSONResponse(view(c, s).previous()), nil
}

// SetPreviousStandings says which standings seat the first round.
func (a *API) SetPreviousStandings(ctx context.Context, r openapi.SetPreviousStandingsRequestObject) (openapi.SetPreviousStandingsResponseObject, error) {
	c := gate.From(ctx)
	order := eventdesk.PreviousOrder{Event: r.Body.Event, Entries: openapi.Each(r.Body.Entries, func(n int) league.Entry { return league.Entry(n) })}
	s, err := eventdesk.At(a.desk).SetPrevious(c.Tx(), act(c), r.Event, order)
	if err != nil {
		return nil, err
	}
	a.changed(c, s)
	return openapi.SetPreviousStandings200JSONResponse(view(c, s).previous()), nil
}

func (v View) previous() openapi.PreviousStandings {
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
