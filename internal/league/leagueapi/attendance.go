package leagueapi

import (
	"context"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/openapi"
)

// ListAttendance lists who does not come to a round, or comes late, in the order
// recorded.
func (a *API) ListAttendance(ctx context.Context, r openapi.ListAttendanceRequestObject) (openapi.ListAttendanceResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	return openapi.ListAttendance200JSONResponse{Items: openapi.Each(s.Attendance, view(c, s).attendance)}, nil
}

// attendance is a record with what follows from it.
func (v View) attendance(a facts.Attendance) openapi.Attendance {
	out := openapi.Attendance{Id: a.ID, Entry: v.EntryRef(league.Entry(a.Entry)), Round: a.Round, Absent: a.MinutesLate == nil, By: a.GivenBy, At: a.GivenAt}
	if lateness, late := v.Lateness(a); late {
		out.MinutesLate, out.Plays, out.CardsForgone = lateness.Minutes, lateness.Plays, lateness.CardsForgone
		out.Explanation = v.Explain(lateness.Grounds)
	}
	if a.RevokedAt != nil {
		out.RevokedAt = *a.RevokedAt
	}
	return out
}

// RecordAttendance records who does not come to a round, or comes late.
func (a *API) RecordAttendance(ctx context.Context, r openapi.RecordAttendanceRequestObject) (openapi.RecordAttendanceResponseObject, error) {
	c := gate.From(ctx)
	record, s, err := entrydesk.At(a.desk).RecordAttendance(c.Tx(), act(c), r.Event, newAttendance(*r.Body))
	if err != nil {
		return nil, err
	}
	record.GivenBy = c.Name()
	a.changed(c, s)
	return openapi.RecordAttendance201JSONResponse(view(c, s).attendance(record)), nil
}

// RevokeAttendance takes back a record made by mistake.
func (a *API) RevokeAttendance(ctx context.Context, r openapi.RevokeAttendanceRequestObject) (openapi.RevokeAttendanceResponseObject, error) {
	c := gate.From(ctx)
	record, s, err := entrydesk.At(a.desk).RevokeAttendance(c.Tx(), act(c), r.Event, r.Record, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.changed(c, s)
	return openapi.RevokeAttendance200JSONResponse(view(c, s).attendance(record)), nil
}

func newAttendance(n openapi.NewAttendance) officiating.NewAttendance {
	return officiating.NewAttendance{
		Entries: append([]league.Entry{entry(n.Entry)}, openapi.Each(n.Others, entry)...), Round: n.Round, MinutesLate: n.MinutesLate,
	}
}

// ListKeptApart lists who does not sit with whom, in the order recorded.
func (a *API) ListKeptApart(ctx context.Context, r openapi.ListKeptApartRequestObject) (openapi.ListKeptApartResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	return openapi.ListKeptApart200JSONResponse{Items: openapi.Each(s.Apart, view(c, s).keptApart)}, nil
}

func (v View) keptApart(a facts.Apart) openapi.KeptApart {
	out := openapi.KeptApart{
		Id: a.ID, Entry: v.EntryRef(league.Entry(a.Entry)), Other: v.EntryRef(league.Entry(a.Other)), Relation: a.Relation, By: a.GivenBy, At: a.GivenAt,
	}
	if a.RevokedAt != nil {
		out.RevokedAt = *a.RevokedAt
	}
	return out
}

// KeepApart keeps two people at different tables.
func (a *API) KeepApart(ctx context.Context, r openapi.KeepApartRequestObject) (openapi.KeepApartResponseObject, error) {
	c := gate.From(ctx)
	pair, s, err := entrydesk.At(a.desk).KeepApart(c.Tx(), act(c), r.Event, r.Body.Entry, r.Body.Other, r.Body.Relation)
	if err != nil {
		return nil, err
	}
	pair.GivenBy = c.Name()
	a.changed(c, s)
	return openapi.KeepApart201JSONResponse(view(c, s).keptApart(pair)), nil
}

// RevokeKeptApart lets two people sit at one table again.
func (a *API) RevokeKeptApart(ctx context.Context, r openapi.RevokeKeptApartRequestObject) (openapi.RevokeKeptApartResponseObject, error) {
	c := gate.From(ctx)
	pair, s, err := entrydesk.At(a.desk).RevokeApart(c.Tx(), act(c), r.Event, r.Pair, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.changed(c, s)
	return openapi.RevokeKeptApart200JSONResponse(view(c, s).keptApart(pair)), nil
}
