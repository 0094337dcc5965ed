package playapi

import (
	"context"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/playdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/seating"
	"referto/internal/league/views"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListRounds lists all rounds with tables and results.
func (a API) ListRounds(ctx context.Context, r openapi.ListRoundsRequestObject) (openapi.ListRoundsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	c.ETag(leagueapi.Revision(s, c))
	return openapi.ListRounds200JSONResponse(leagueapi.View(c, s).RoundList()), nil
}

// DrawRound draws the next round.
func (a API) DrawRound(ctx context.Context, r openapi.DrawRoundRequestObject) (openapi.DrawRoundResponseObject, error) {
	c := gate.From(ctx)
	var byHand *officiating.ByHand
	if r.Body.Lots != nil && r.Body.Tables == nil {
		lots, err := views.Drawn("/lots", r.Body.Lots)
		if err != nil {
			return nil, err
		}
		byHand = &officiating.ByHand{Reason: r.Body.Reason, Lots: lots}
	}
	if r.Body.Tables != nil {
		if err := c.Identify(); err != nil { // the caller's name comes with the first answer
			return nil, err
		}
		byHand = &officiating.ByHand{Reason: r.Body.Reason, By: c.Name(), AcceptedBy: r.Body.AcceptedBy, OthersAccepted: r.Body.OthersAccepted, Tables: toTables(r.Body.Tables)}
	}
	s, err := playdesk.At(a.Desk).DrawRound(c.Tx(), leagueapi.Act(c), r.Event, byHand)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.DrawRound201JSONResponse(leagueapi.View(c, s).Round(len(s.Rounds) - 1)), nil
}

// toTables are tables made by hand as the engines read them.
func toTables(body []openapi.Seating) []seating.Table {
	return openapi.Each(body, func(t openapi.Seating) seating.Table {
		return seating.Table{Number: t.Table, Seats: openapi.Each(t.Entries, views.Entry)}
	})
}

// PreviewRound shows the result of the next draw.
func (a API) PreviewRound(ctx context.Context, r openapi.PreviewRoundRequestObject) (openapi.PreviewRoundResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.Desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	next, err := leagueapi.View(c, s).NextRound()
	if err != nil {
		return nil, err
	}
	c.ETag(leagueapi.Revision(s, c))
	return openapi.PreviewRound200JSONResponse(next), nil
}

// GetRound answers with one round.
func (a API) GetRound(ctx context.Context, r openapi.GetRoundRequestObject) (openapi.GetRoundResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	if r.Round > len(s.Rounds) {
		return nil, league.ErrNotFound
	}
	c.ETag(leagueapi.Revision(s, c))
	return openapi.GetRound200JSONResponse(leagueapi.View(c, s).Round(r.Round - 1)), nil
}

// DiscardRound discards the latest draw.
func (a API) DiscardRound(ctx context.Context, r openapi.DiscardRoundRequestObject) (openapi.DiscardRoundResponseObject, error) {
	c := gate.From(ctx)
	s, err := playdesk.At(a.Desk).DiscardRound(c.Tx(), leagueapi.Act(c), r.Event, r.Round, r.Body.Reason, r.Body.DoneAt)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.DiscardRound204Response{}, nil
}

// CloseRound closes the latest round.
func (a API) CloseRound(ctx context.Context, r openapi.CloseRoundRequestObject) (openapi.CloseRoundResponseObject, error) {
	c := gate.From(ctx)
	s, err := playdesk.At(a.Desk).CloseRound(c.Tx(), leagueapi.Act(c), r.Event, r.Round)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.CloseRound200JSONResponse(leagueapi.View(c, s).Round(r.Round - 1)), nil
}

// ReopenRound opens the latest closed round again.
func (a API) ReopenRound(ctx context.Context, r openapi.ReopenRoundRequestObject) (openapi.ReopenRoundResponseObject, error) {
	c := gate.From(ctx)
	s, err := playdesk.At(a.Desk).ReopenRound(c.Tx(), leagueapi.Act(c), r.Event, r.Round, r.Body.Reason, r.Body.DoneAt)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.ReopenRound200JSONResponse(leagueapi.View(c, s).Round(r.Round - 1)), nil
}

// GetTable answers with one table.
func (a API) GetTable(ctx context.Context, r openapi.GetTableRequestObject) (openapi.GetTableResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	t, ok := leagueapi.View(c, s).Table(r.Round, r.Table)
	if !ok {
		return nil, league.ErrNotFound
	}
	c.ETag(gate.Version(t.Version))
	return openapi.GetTable200JSONResponse(t), nil
}

// RecordResult records the first result of a table.
func (a API) RecordResult(ctx context.Context, r openapi.RecordResultRequestObject) (openapi.RecordResultResponseObject, error) {
	c := gate.From(ctx)
	s, err := playdesk.At(a.Desk).RecordResult(c.Tx(), leagueapi.Act(c), r.Event, r.Round, r.Table, toResult(*r.Body))
	if err != nil {
		return nil, err
	}
	return openapi.RecordResult201JSONResponse(a.recorded(c, s, r.Round, r.Table)), nil
}

// CorrectResult replaces the result of a table.
func (a API) CorrectResult(ctx context.Context, r openapi.CorrectResultRequestObject) (openapi.CorrectResultResponseObject, error) {
	c := gate.From(ctx)
	result := toResult(openapi.NewResult{
		Ended: r.Body.Ended, DeclaredBy: r.Body.DeclaredBy, Seats: r.Body.Seats, WonAtOnce: r.Body.WonAtOnce, Void: r.Body.Void,
	})
	s, err := playdesk.At(a.Desk).CorrectResult(c.Tx(), leagueapi.Act(c), r.Event, r.Round, r.Table, leagueapi.From(r.Params.IfMatch), result, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	return openapi.CorrectResult200JSONResponse(a.recorded(c, s, r.Round, r.Table)), nil
}

// recorded is a table after its result was written down.
func (a API) recorded(c *gate.Call, s *officiating.Situation, round, table int) openapi.Table {
	playdesk.SetEnteredBy(s, round, table, c.Name())
	a.Changed(c, s)
	t, _ := leagueapi.View(c, s).Table(round, table)
	c.ETag(gate.Version(t.Version))
	return t
}

// toResult is a result as the engines read it. Points are decimals by the contract.
func toResult(body openapi.NewResult) league.Result {
	out := league.Result{
		Ended: league.Ending(body.Ended), DeclaredBy: league.Entry(body.DeclaredBy), WonAtOnce: body.WonAtOnce,
		Seats: openapi.Each(body.Seats, func(s openapi.NewSeatResult) league.SeatResult {
			seat := league.SeatResult{Entry: league.Entry(s.Entry), VP: s.Vp, Left: s.Left, Figures: s.Figures, Objective: s.Objective}
			if points, err := league.ParseFrac(s.Points); err == nil {
				seat.Points = &points
			}
			return seat
		}),
	}
	if body.Void.For != nil {
		out.Void = &league.Void{For: openapi.Each(body.Void.For, views.Entry), AtFault: openapi.Each(body.Void.AtFault, views.Entry), OthersScored: body.Void.OthersScored}
	}
	return out
}

// GetResultForm returns the fields that a result has to have.
func (a API) GetResultForm(ctx context.Context, r openapi.GetResultFormRequestObject) (openapi.GetResultFormResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(s.Event.Version))
	return openapi.GetResultForm200JSONResponse(leagueapi.View(c, s).ResultForm()), nil
}

// ListResultVersions lists every version of a table's result.
func (a API) ListResultVersions(ctx context.Context, r openapi.ListResultVersionsRequestObject) (openapi.ListResultVersionsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.Desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	if s.Table(r.Round, r.Table) == nil {
		return nil, league.ErrNotFound
	}
	var versions []facts.Result
	b := &tenantdb.Batch{}
	leaguedb.LoadResultVersions(b, &versions, r.Event, r.Round, r.Table)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	return openapi.ListResultVersions200JSONResponse(leagueapi.View(c, s).Versions(versions)), nil
}

// GetClock answers with the clock of a round.
func (a API) GetClock(ctx context.Context, r openapi.GetClockRequestObject) (openapi.GetClockResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	if r.Round > len(s.Rounds) {
		return nil, league.ErrNotFound
	}
	return openapi.GetClock200JSONResponse(leagueapi.View(c, s).Clock(s.Rounds[r.Round-1].Clock)), nil
}

// CommandClock gives a command to the clock of the latest round.
func (a API) CommandClock(ctx context.Context, r openapi.CommandClockRequestObject) (openapi.CommandClockResponseObject, error) {
	c := gate.From(ctx)
	s, err := playdesk.At(a.Desk).CommandClock(c.Tx(), leagueapi.Act(c), r.Event, r.Round, officiating.ClockCommand{
		Command: string(r.Body.Command), Seconds: r.Body.Seconds, Table: r.Body.Table, At: r.Body.At,
	})
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.CommandClock200JSONResponse(leagueapi.View(c, s).Clock(s.Rounds[r.Round-1].Clock)), nil
}
