package entryapi

import (
	"context"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/letters"
	"referto/internal/league/rules"
	"referto/openapi"
)

// AcceptEntry lets a waiting entry in.
func (a API) AcceptEntry(ctx context.Context, r openapi.AcceptEntryRequestObject) (openapi.AcceptEntryResponseObject, error) {
	c := gate.From(ctx)
	e, s, err := entrydesk.At(a.Desk).AcceptEntry(c.Tx(), leagueapi.Act(c), r.Event, r.Entry, true)
	if err != nil {
		return nil, err
	}
	name := c.Name()
	e.AcceptedBy = &name
	return openapi.AcceptEntry200JSONResponse(a.entry(c, s, e)), nil
}

// UndoAcceptance takes the decision back.
func (a API) UndoAcceptance(ctx context.Context, r openapi.UndoAcceptanceRequestObject) (openapi.UndoAcceptanceResponseObject, error) {
	c := gate.From(ctx)
	e, s, err := entrydesk.At(a.Desk).AcceptEntry(c.Tx(), leagueapi.Act(c), r.Event, r.Entry, false)
	if err != nil {
		return nil, err
	}
	return openapi.UndoAcceptance200JSONResponse(a.entry(c, s, e)), nil
}

// ReplaceEntry lets the first reserve play in the place of an entrant.
func (a API) ReplaceEntry(ctx context.Context, r openapi.ReplaceEntryRequestObject) (openapi.ReplaceEntryResponseObject, error) {
	c := gate.From(ctx)
	e, s, err := entrydesk.At(a.Desk).ReplaceByReserve(c.Tx(), leagueapi.Act(c), r.Event, r.Entry, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	return openapi.ReplaceEntry200JSONResponse(a.entry(c, s, e)), nil
}

// ProposeStructure proposes another structure than the formula's.
func (a API) ProposeStructure(ctx context.Context, r openapi.ProposeStructureRequestObject) (openapi.ProposeStructureResponseObject, error) {
	c := gate.From(ctx)
	proposed := rules.Structure{Rounds: r.Body.Rounds, Semifinal: r.Body.Semifinal, Final: r.Body.Final, Advance: r.Body.Advance}
	s, err := eventdesk.At(a.Desk).ProposeStructure(c.Tx(), leagueapi.Act(c), r.Event, proposed, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	s.Structure.ProposedBy = c.Name()
	e, err := a.Answer(c, s)
	return openapi.ProposeStructure200JSONResponse(e), err
}

// WithdrawStructure restores the structure of the formula.
func (a API) WithdrawStructure(ctx context.Context, r openapi.WithdrawStructureRequestObject) (openapi.WithdrawStructureResponseObject, error) {
	c := gate.From(ctx)
	s, err := eventdesk.At(a.Desk).WithdrawStructure(c.Tx(), leagueapi.Act(c), r.Event)
	if err != nil {
		return nil, err
	}
	e, err := a.Answer(c, s)
	return openapi.WithdrawStructure200JSONResponse(e), err
}

// ApproveStructure approves the proposed structure, and has it made known to the organizers and the entrants of
// the event (CN09 3.2).
func (a API) ApproveStructure(ctx context.Context, r openapi.ApproveStructureRequestObject) (openapi.ApproveStructureResponseObject, error) {
	c := gate.From(ctx)
	s, err := eventdesk.At(a.Desk).ApproveStructure(c.Tx(), leagueapi.Act(c), r.Event)
	if err != nil {
		return nil, err
	}
	name := c.Name()
	s.Structure.ApprovedBy = &name
	if err := a.Later.Insert(c.Tx(), letters.StructureAgreed{Tenant: c.Tenant.ID, Event: r.Event}); err != nil {
		return nil, err
	}
	e, err := a.Answer(c, s)
	return openapi.ApproveStructure200JSONResponse(e), err
}

// GetPreviousStandings answers with the standings of the event before.
func (a API) GetPreviousStandings(ctx context.Context, r openapi.GetPreviousStandingsRequestObject) (openapi.GetPreviousStandingsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.Desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	return openapi.GetPreviousStandings200JSONResponse(leagueapi.View(c, s).PreviousView()), nil
}

// SetPreviousStandings sets the standings by which the first round is seated.
func (a API) SetPreviousStandings(ctx context.Context, r openapi.SetPreviousStandingsRequestObject) (openapi.SetPreviousStandingsResponseObject, error) {
	c := gate.From(ctx)
	order := eventdesk.PreviousOrder{Event: r.Body.Event, Entries: openapi.Each(r.Body.Entries, func(n int) league.Entry { return league.Entry(n) })}
	s, err := eventdesk.At(a.Desk).SetPrevious(c.Tx(), leagueapi.Act(c), r.Event, order)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.SetPreviousStandings200JSONResponse(leagueapi.View(c, s).PreviousView()), nil
}
