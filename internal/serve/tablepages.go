package serve

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/league"
	"referto/internal/league/tablecode"
	"referto/internal/league/views"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

// table is the page to which the code on a score sheet leads.
func (s *site) table(v visit) error { return s.showTable(v, http.StatusOK, nil) }

func (s *site) showTable(v visit, status int, sent *pages.Sent) error {
	event, err := s.viewOfCode(v)
	if err != nil {
		return err
	}
	page := pages.AtTable{
		Reader: v.reader, Tenant: tenantapi.View(v.tenant), Event: event.Event(nil), Code: v.echo.Param("code"), Key: uuid.NewString(), Sent: sent,
	}
	problem, err := s.openTable(v, page.Event, page.Code, &page.Table)
	switch {
	case err != nil:
		return err
	case problem != nil:
		page.Refused, status = refusalOf(problem, nil), refusedStatus(problem)
	}
	var body bytes.Buffer
	if err := s.pages.AtTable(&body, page); err != nil {
		return err
	}
	return unkept(v.echo, status, &body)
}

// viewOfCode loads the event of the page; [league.ErrNotFound] where the address has not the form of a code.
func (s *site) viewOfCode(v visit) (views.View, error) {
	if _, _, err := tablecode.Parse(v.echo.Param("code")); err != nil {
		return views.View{}, league.ErrNotFound
	}
	return s.view(v)
}

// openTable asks the API which table a code belongs to.
func (s *site) openTable(v visit, event openapi.Event, code string, out *openapi.TableAtCode) (*openapi.Problem, error) {
	return s.caller(v, false).call(http.MethodPost, eventPath(v, event)+"/table-links", map[string]string{"code": code}, out)
}

// sendTable carries out a form of the page, and shows the page again.
func (s *site) sendTable(v visit) error {
	event, err := s.viewOfCode(v)
	if err != nil {
		return err
	}
	sent, of, code := v.echo.Request().PostForm, event.Event(nil), v.echo.Param("code")
	var table openapi.TableAtCode
	if problem, err := s.openTable(v, of, code, &table); problem != nil || err != nil {
		if err != nil {
			return err
		}
		return s.showTable(v, refusedStatus(problem), nil)
	}
	path, body := tableDeed(sent, table)
	if path == "" {
		return s.showTable(v, http.StatusOK, nil)
	}
	body["code"] = code
	problem, err := s.caller(v, false).call(http.MethodPost, eventPath(v, of)+path, body, nil)
	switch {
	case err != nil:
		return err
	case problem != nil:
		refused := refusedForm(sent, problem)
		refused.Refused = refusalAt(problem)
		return s.showTable(v, refusedStatus(problem), refused)
	}
	return seeOther(v.echo, v.reader.Link("/t/"+url.PathEscape(v.tenant.Slug)+"/e/"+url.PathEscape(of.Slug)+pages.TablePath+url.PathEscape(code)))
}

// refusalAt returns the refusal of a form, with each fault at its place in the request.
func refusalAt(p *openapi.Problem) *pages.Refusal {
	var places []string
	for _, fault := range p.Errors {
		places = append(places, strings.TrimPrefix(fault.Pointer, "/"))
	}
	return refusalOf(p, places)
}

// tableDeed reads a form of the page: the operation below the event's address that it asks for, "" for none, and
// its body without the code.
func tableDeed(sent url.Values, table openapi.TableAtCode) (path string, body map[string]any) {
	switch sent.Get("act") {
	case pages.ActDeclare:
		return "/declarations", declared(sent, table)
	case pages.ActRight:
		return "/agreements", map[string]any{"entry": typedNumber(sent.Get("entry")), "number": typedNumber(sent.Get("number"))}
	case pages.ActCall:
		return "/referee-calls", filled(sent, "reason", "note")
	}
	return "", nil
}

// declared reads a declaration as the form of its table asks for it.
func declared(sent url.Values, table openapi.TableAtCode) map[string]any {
	form := table.Form
	by := sent.Get("declaredBy")
	if by == "0" { // no seat
		by = ""
	}
	body := map[string]any{"entry": typedNumber(sent.Get("entry")), "ended": ended(sent, form, by)}
	if by != "" {
		body["declaredBy"] = typedNumber(by)
	}
	if team := sent.Get("wonAtOnce"); team != "" {
		body["wonAtOnce"] = team
	}
	var seats []map[string]any
	for _, seat := range table.Table.Seats {
		one := map[string]any{"entry": seat.Number, "vp": form.Vp.Min}
		if i := slices.Index(table.Table.Left, seat.Number); i >= 0 {
			one["left"] = i + 1
		}
		if pages.AsksVPOf(form, table.Table, seat.Number) {
			one["vp"] = typedNumber(sent.Get(pages.VPField(seat.Number)))
		}
		if pages.AsksPoints(form) {
			one["points"] = strings.ReplaceAll(strings.TrimSpace(sent.Get(pages.PointsField(seat.Number))), ",", ".")
		}
		if objective := sent.Get(pages.ObjectiveField(seat.Number)); objective != "" {
			one["objective"] = objective
		}
		figures := map[string]any{}
		for _, figure := range form.Figures {
			if pages.OfTable(figure) {
				figures[figure.Id] = 0
				if sent.Get(pages.HolderField(figure.Id)) == strconv.Itoa(seat.Number) {
					figures[figure.Id] = 1
				}
				continue
			}
			figures[figure.Id] = typedNumber(sent.Get(pages.FigureField(figure.Id, seat.Number)))
		}
		if len(figures) > 0 {
			one["figures"] = figures
		}
		seats = append(seats, one)
	}
	body["seats"] = seats
	return body
}

// ended returns the way in which a game ended: by a declared victory, or by the chosen ending if there is a choice.
func ended(sent url.Values, form openapi.TableForm, declaredBy string) openapi.Ending {
	others := pages.OtherEndings(form)
	switch chosen := sent.Get("ended"); {
	case declaredBy != "" || chosen == "" && len(others) == 0:
		return openapi.EndingDeclared
	case chosen != "":
		return openapi.Ending(chosen)
	}
	return others[0]
}
