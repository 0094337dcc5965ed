package entryapi

import (
	"context"

	"referto/internal/authz/gate"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/views"
	"referto/openapi"
)

// ListAttendance lists the players who do not come to a round, or come late, in the order recorded.
func (a API) ListAttendance(ctx context.Context, r openapi.ListAttendanceRequestObject) (openapi.ListAttendanceResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.Desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	return openapi.ListAttendance200JSONResponse{Items: openapi.Each(s.Attendance, leagueapi.View(c, s).AttendanceView)}, nil
}

// RecordAttendance records players who do not come to a round, or come late.
func (a API) RecordAttendance(ctx context.Context, r openapi.RecordAttendanceRequestObject) (openapi.RecordAttendanceResponseObject, error) {
	c := gate.From(ctx)
	record, s, err := entrydesk.At(a.Desk).RecordAttendance(c.Tx(), leagueapi.Act(c), r.Event, views.NewAttendance(*r.Body))
	if err != nil {
		return nil, err
	}
	record.GivenBy = c.Name()
	a.Changed(c, s)
	return openapi.RecordAttendance201JSONResponse(leagueapi.View(c, s).AttendanceView(record)), nil
}

// RevokeAttendance revokes a record made by mistake.
func (a API) RevokeAttendance(ctx context.Context, r openapi.RevokeAttendanceRequestObject) (openapi.RevokeAttendanceResponseObject, error) {
	c := gate.From(ctx)
	record, s, err := entrydesk.At(a.Desk).RevokeAttendance(c.Tx(), leagueapi.Act(c), r.Event, r.Record, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.RevokeAttendance200JSONResponse(leagueapi.View(c, s).AttendanceView(record)), nil
}

// ListKeptApart lists the pairs of players who must not sit together, in the order recorded.
func (a API) ListKeptApart(ctx context.Context, r openapi.ListKeptApartRequestObject) (openapi.ListKeptApartResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.Desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	return openapi.ListKeptApart200JSONResponse{Items: openapi.Each(s.Apart, leagueapi.View(c, s).KeptApart)}, nil
}

// KeepApart keeps two people at different tables.
func (a API) KeepApart(ctx context.Context, r openapi.KeepApartRequestObject) (openapi.KeepApartResponseObject, error) {
	c := gate.From(ctx)
	pair, s, err := entrydesk.At(a.Desk).KeepApart(c.Tx(), leagueapi.Act(c), r.Event, r.Body.Entry, r.Body.Other, r.Body.Relation)
	if err != nil {
		return nil, err
	}
	pair.GivenBy = c.Name()
	a.Changed(c, s)
	return openapi.KeepApart201JSONResponse(leagueapi.View(c, s).KeptApart(pair)), nil
}

// RevokeKeptApart lets two people sit at one table again.
func (a API) RevokeKeptApart(ctx context.Context, r openapi.RevokeKeptApartRequestObject) (openapi.RevokeKeptApartResponseObject, error) {
	c := gate.From(ctx)
	pair, s, err := entrydesk.At(a.Desk).RevokeApart(c.Tx(), leagueapi.Act(c), r.Event, r.Pair, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.RevokeKeptApart200JSONResponse(leagueapi.View(c, s).KeptApart(pair)), nil
}
