package serve

import (
	"bytes"
	"net/http"
	"net/url"
	"strconv"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/league/calendarfile"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/views"
	"referto/internal/live"
	"referto/internal/publication"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

// showEntering shows the page on which people enter an event.
func (s *site) showEntering(v visit) error {
	return s.showEnter(v, http.StatusOK, nil)
}

func (s *site) showEnter(v visit, status int, sent *pages.Sent) error {
	event, err := s.view(v)
	if err != nil {
		return err
	}
	page := pages.Enter{
		Reader: v.reader, Tenant: tenantapi.View(v.tenant), Event: event.Event(nil), After: v.echo.QueryParam("after"), Key: uuid.NewString(), Sent: sent,
	}
	freed, err := entrydesk.At(s.api.desk).UsuallyFreed(v.door, event.Situation)
	if err != nil {
		return err
	}
	page.Freed = views.FreedSeats(freed)
	asks := s.caller(v, v.held != nil)
	var categories openapi.CategoryList
	problem, err := asks.read(read{tenantPath(v) + "/categories", &categories})
	if err == nil && problem == nil && v.held != nil {
		var none *openapi.Problem
		none, err = asks.read(read{eventPath(v, page.Event) + "/my-entry", &page.Mine})
		if none != nil && none.Status != http.StatusNotFound {
			problem = none
		}
	}
	if err != nil {
		return err
	}
	if problem != nil {
		return &insideProblem{*problem}
	}
	page.Ages = len(categories.Items) > 0
	if page.Event.State == openapi.EventStateFinished {
		if page.Standings, err = event.Standings("", 0); err != nil {
			return err
		}
	}
	var body bytes.Buffer
	if err := s.pages.Enter(&body, page); err != nil {
		return err
	}
	return unkept(v.echo, status, &body)
}

// eventPath is the address of an event in the API.
func eventPath(v visit, event openapi.Event) string {
	return tenantPath(v) + "/events/" + event.Id.String()
}

// sendEnter carries out a form of the page, and shows the page again.
func (s *site) sendEnter(v visit) error {
	event, err := s.view(v)
	if err != nil {
		return err
	}
	sent := v.echo.Request().PostForm
	d := enterDeed(sent, v.reader.Lang)
	if d.method == "" || d.signedIn != (v.held != nil) {
		if d.signedIn {
			return s.signInFirst(v)
		}
		return s.showEnter(v, http.StatusOK, nil) // the person has signed in meanwhile: one button does it
	}
	problem, err := s.caller(v, d.signedIn).call(d.method, eventPath(v, event.Event(nil))+d.path, d.body, nil)
	switch {
	case err != nil:
		return err
	case problem != nil:
		return s.showEnter(v, refusedStatus(problem), refusedForm(sent, problem))
	}
	here := "/t/" + url.PathEscape(v.tenant.Slug) + "/e/" + url.PathEscape(event.EventFacts.Event.Slug) + pages.EnterPath
	if d.signedIn {
		return seeOther(v.echo, v.reader.Link(here))
	}
	return seeOther(v.echo, v.reader.Link(here, "after", pages.AfterForm))
}

// enterForm is the operation, below an event's address, that a form of the page asks for.
type enterForm struct {
	deed
	signedIn bool // only a signed-in person sends it
}

// enterDeed reads the form; one that asks for nothing known has no method.
func enterDeed(sent url.Values, language string) (d enterForm) {
	switch sent.Get("act") {
	case pages.ActForm:
		body := filled(sent, "name", "email", "club", "city")
		body["language"], body["nameReserved"] = language, sent.Get("nameReserved") != ""
		if year := sent.Get("birthYear"); year != "" {
			body["birthYear"] = typedNumber(year)
		}
		d.deed = deed{method: http.MethodPost, path: "/form-entries", body: body}
	case pages.ActEnter:
		d.deed, d.signedIn = deed{method: http.MethodPost, path: "/my-entry", body: map[string]any{"nameReserved": sent.Get("nameReserved") != ""}}, true
	case pages.ActConfirmSeat:
		d.deed, d.signedIn = deed{method: http.MethodPost, path: "/my-entry/seat-confirmation"}, true
	case pages.ActReserveName, pages.ActShowName:
		reserved := map[string]any{"nameReserved": sent.Get("act") == pages.ActReserveName}
		d.deed, d.signedIn = deed{method: http.MethodPost, path: "/my-entry/name-reservation", body: reserved}, true
	case pages.ActLeave:
		d.deed, d.signedIn = deed{method: http.MethodDelete, path: "/my-entry"}, true
	case pages.ActLeavePlay:
		d.deed, d.signedIn = deed{method: http.MethodPost, path: "/my-entry/withdrawal", body: filled(sent, "reason")}, true
	}
	return d
}

// typedNumber reads typed text as a number, or returns the text itself, which the API refuses at its field.
func typedNumber(typed string) any {
	if n, err := strconv.Atoi(typed); err == nil {
		return n
	}
	return typed
}

// formEntry is the page to which the letter about a form leads.
func (s *site) formEntry(v visit) error {
	return s.showFormEntry(v, http.StatusOK, v.echo.QueryParam("token"), nil)
}

func (s *site) showFormEntry(v visit, status int, token string, sent *pages.Sent) error {
	page := pages.FormEntry{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Token: token, Key: uuid.NewString(), Sent: sent}
	problem, err := s.loadFormEntry(v, &page)
	switch {
	case err != nil:
		return err
	case problem != nil:
		page.Refused, status = refusalOf(problem, nil), refusedStatus(problem)
	case token == "":
		page.Refused = &pages.Refusal{Stale: true}
	}
	var body bytes.Buffer
	if err := s.pages.FormEntry(&body, page); err != nil {
		return err
	}
	return unkept(v.echo, status, &body)
}

// loadFormEntry asks the API for the form of a link, and where the entrant has sat.
func (s *site) loadFormEntry(v visit, page *pages.FormEntry) (*openapi.Problem, error) {
	if page.Token == "" {
		return nil, nil
	}
	asks := s.caller(v, false)
	problem, err := asks.call(http.MethodPost, tenantPath(v)+"/form-links", map[string]string{"token": page.Token}, &page.Form)
	if problem != nil || err != nil || page.Form.State != openapi.FormEntryStateConfirmed {
		return problem, err
	}
	var rounds openapi.RoundList
	problem, err = asks.read(read{eventPath(v, page.Form.Event) + "/rounds", &rounds})
	page.Rounds = rounds.Items
	if problem != nil || err != nil || page.Form.Event.State != openapi.EventStateFinished {
		return problem, err
	}
	return asks.read(read{eventPath(v, page.Form.Event) + "/standings", &page.Standings})
}

// answerFormEntry confirms a form, or gives it or its entry up.
func (s *site) answerFormEntry(v visit) error {
	sent := v.echo.Request().PostForm
	token := sent.Get("token")
	problem, err := s.caller(v, false).call(http.MethodPost, tenantPath(v)+"/form-answers", map[string]string{"token": token, "answer": sent.Get("act")}, nil)
	switch {
	case err != nil:
		return err
	case problem != nil:
		return s.showFormEntry(v, refusedStatus(problem), token, refusedForm(sent, problem))
	}
	return seeOther(v.echo, v.reader.Link("/t/"+url.PathEscape(v.tenant.Slug)+pages.FormPath, "token", token))
}

// eventDate returns the date of an event as a calendar file.
func (s *site) eventDate(v visit) (calendarfile.File, error) {
	event, err := s.view(v)
	if err != nil {
		return calendarfile.File{}, err
	}
	e, home := event.EventFacts.Event, s.address+"/t/"+v.tenant.Slug
	publication.Mark(v.echo.Response().Header().Set, live.Topic{Tenant: v.tenant.ID, Event: e.ID.UUID}, e.Revision)
	return calendarfile.File{Name: e.Title, Address: home + "/e/" + e.Slug, Entries: []calendarfile.Entry{eventEntry(e, home)}}, nil
}
