package playapi

import (
	"context"
	"net/url"
	"slices"

	"referto/frontend/pages"
	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/playdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/officiating"
	"referto/internal/league/tablecode"
	"referto/internal/league/views"
	"referto/openapi"
)

// coded is a table opened by its code.
type coded struct {
	round, table int
	// check reports whether the code is that of the table in the current draw, and names the caller by it.
	check playdesk.Check
}

// code reads the code of a table. For an invalid code, it and the check return [authzdb.ErrLink].
func (a API) code(c *gate.Call, event league.EventID, text openapi.TableCode) (coded, error) {
	round, table, err := tablecode.Parse(text)
	if err != nil {
		return coded{}, authzdb.ErrLink
	}
	check := func(s *officiating.Situation) error {
		if s.Event.State == facts.Draft {
			return league.ErrNotFound
		}
		if s.Table(round, table) == nil {
			return authzdb.ErrLink
		}
		of := a.tableOf(c, event, s.Rounds[round-1], table)
		link, err := a.Codes.Check(text, of)
		if err != nil {
			return authzdb.ErrLink
		}
		c.Principal = authz.Link(link)
		return nil
	}
	return coded{round, table, check}, nil
}

func (API) tableOf(c *gate.Call, event league.EventID, round facts.Round, table int) tablecode.Table {
	return tablecode.Table{Tenant: c.Tenant.ID, Event: event, Round: round.Number, Number: table, DrawnAt: round.DrawnAt}
}

// OpenTable returns the table to which the code on a score sheet belongs.
func (a API) OpenTable(ctx context.Context, r openapi.OpenTableRequestObject) (openapi.OpenTableResponseObject, error) {
	c := gate.From(ctx)
	of, err := a.code(c, r.Event, r.Body.Code)
	if err != nil {
		return nil, err
	}
	s, err := a.Desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	if err := of.check(s); err != nil {
		return nil, err
	}
	if _, err := s.MayUseTableCode(of.round, of.table); err != nil {
		return nil, err
	}
	at, err := playdesk.At(a.Desk).AtTables(c.Door(), r.Event, of.round, of.table)
	if err != nil {
		return nil, err
	}
	return openapi.OpenTable200JSONResponse(atCode(leagueapi.View(c, s), of, at)), nil
}

// DeclareResult stores the result declared by a player at a table.
func (a API) DeclareResult(ctx context.Context, r openapi.DeclareResultRequestObject) (openapi.DeclareResultResponseObject, error) {
	c := gate.From(ctx)
	of, err := a.code(c, r.Event, r.Body.Code)
	if err != nil {
		return nil, err
	}
	result := toResult(openapi.NewResult{Ended: r.Body.Ended, DeclaredBy: r.Body.DeclaredBy, Seats: r.Body.Seats, WonAtOnce: r.Body.WonAtOnce})
	s, at, err := playdesk.At(a.Desk).Declare(c.Tx(), leagueapi.ActByLink(c), r.Event, of.round, of.table, league.Entry(r.Body.Entry), result, of.check)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.DeclareResult200JSONResponse(atCode(leagueapi.View(c, s), of, at)), nil
}

// AgreeAtTable adds a player to those at a table who agree with the declared result.
func (a API) AgreeAtTable(ctx context.Context, r openapi.AgreeAtTableRequestObject) (openapi.AgreeAtTableResponseObject, error) {
	c := gate.From(ctx)
	of, err := a.code(c, r.Event, r.Body.Code)
	if err != nil {
		return nil, err
	}
	s, at, err := playdesk.At(a.Desk).Agree(c.Tx(), leagueapi.ActByLink(c), r.Event, of.round, of.table, r.Body.Number, league.Entry(r.Body.Entry), of.check)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.AgreeAtTable200JSONResponse(atCode(leagueapi.View(c, s), of, at)), nil
}

// CallReferee calls a referee to a table.
func (a API) CallReferee(ctx context.Context, r openapi.CallRefereeRequestObject) (openapi.CallRefereeResponseObject, error) {
	c := gate.From(ctx)
	of, err := a.code(c, r.Event, r.Body.Code)
	if err != nil {
		return nil, err
	}
	call := facts.RefereeCall{Round: of.round, TableNumber: of.table, Reason: facts.CallReason(r.Body.Reason), Note: r.Body.Note}
	s, at, err := playdesk.At(a.Desk).CallReferee(c.Tx(), leagueapi.ActByLink(c), r.Event, call, of.check)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.CallReferee200JSONResponse(atCode(leagueapi.View(c, s), of, at)), nil
}

// atCode makes a table for the holder of its code.
func atCode(v views.View, of coded, at playdesk.AtTables) openapi.TableAtCode {
	table, _ := v.Table(of.round, of.table)
	round := v.Round(of.round - 1)
	out := openapi.TableAtCode{
		Event: v.Event(nil), Round: round, Table: table, TableResults: openapi.TableResults(v.EventFacts.Event.TableResults),
		Calls: openapi.Each(at.Calls, v.RefereeCall),
	}
	forms := v.ResultForm().Tables
	if i := slices.IndexFunc(forms, func(f openapi.TableForm) bool { return f.Seats == len(table.Seats) }); i >= 0 {
		out.Form = forms[i]
	}
	if len(at.Declarations) > 0 {
		out.Declaration = v.Declaration(at.Declarations[0])
	}
	return out
}

// GetAtTables lists the results that the tables of a round have declared, and their calls.
func (a API) GetAtTables(ctx context.Context, r openapi.GetAtTablesRequestObject) (openapi.GetAtTablesResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.drawn(c, r.Event, r.Round)
	if err != nil {
		return nil, err
	}
	at, err := playdesk.At(a.Desk).AtTables(c.Door(), r.Event, r.Round, 0)
	if err != nil {
		return nil, err
	}
	v := leagueapi.View(c, s)
	out := openapi.AtTables{TableResults: openapi.TableResults(s.Event.TableResults), Tables: []openapi.AtTable{}}
	for _, t := range s.Rounds[r.Round-1].Tables {
		one := openapi.AtTable{Table: t.Number, Calls: []openapi.RefereeCall{}}
		for _, d := range at.Declarations {
			if d.TableNumber == t.Number {
				one.Declaration = v.Declaration(d)
			}
		}
		for _, call := range at.Calls {
			if call.TableNumber == t.Number {
				one.Calls = append(one.Calls, v.RefereeCall(call))
			}
		}
		if len(one.Calls) > 0 || one.Declaration.Number > 0 {
			out.Tables = append(out.Tables, one)
		}
	}
	return openapi.GetAtTables200JSONResponse(out), nil
}

// drawn loads an event with a round that was drawn; [league.ErrNotFound] for any other.
func (a API) drawn(c *gate.Call, event league.EventID, round int) (*officiating.Situation, error) {
	s, err := a.Desk.View(c.Door(), event)
	if err != nil {
		return nil, err
	}
	if round > len(s.Rounds) {
		return nil, league.ErrNotFound
	}
	return s, nil
}

// ListTableCodes lists the codes for the score sheets of a round.
func (a API) ListTableCodes(ctx context.Context, r openapi.ListTableCodesRequestObject) (openapi.ListTableCodesResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.drawn(c, r.Event, r.Round)
	if err != nil {
		return nil, err
	}
	out := openapi.TableCodeList{Items: []openapi.PrintedCode{}}
	for _, t := range s.Rounds[r.Round-1].Tables {
		code := a.Codes.Code(a.tableOf(c, r.Event, s.Rounds[r.Round-1], t.Number))
		at := a.PublicURL + "/t/" + url.PathEscape(c.Tenant.Slug) + "/e/" + url.PathEscape(s.Event.Slug) + pages.TablePath + code
		out.Items = append(out.Items, openapi.PrintedCode{Table: t.Number, Code: code, Url: at})
	}
	return openapi.ListTableCodes200JSONResponse(out), nil
}

// AnswerCall notes that a member of the staff goes to a table that has called.
func (a API) AnswerCall(ctx context.Context, r openapi.AnswerCallRequestObject) (openapi.AnswerCallResponseObject, error) {
	c := gate.From(ctx)
	s, err := playdesk.At(a.Desk).AnswerCall(c.Tx(), leagueapi.Act(c), r.Event, r.Round, r.Call)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.AnswerCall204Response{}, nil
}

// SetTableResults chooses how results are treated that tables declare.
func (a API) SetTableResults(ctx context.Context, r openapi.SetTableResultsRequestObject) (openapi.SetTableResultsResponseObject, error) {
	c := gate.From(ctx)
	s, err := playdesk.At(a.Desk).SetTableResults(c.Tx(), leagueapi.Act(c), r.Event, facts.TableResults(r.Body.TableResults))
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.SetTableResults204Response{}, nil
}
