package serve

import (
	"bytes"
	"net/http"
	"net/url"
	"strconv"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/openapi"
)

// myRecord is the page of what concerns who has signed in at a tenant.
func (s *site) myRecord(v visit) error {
	if v.held == nil {
		return s.signInFirst(v)
	}
	return s.showMyRecord(v, http.StatusOK, "")
}

func (s *site) showMyRecord(v visit, status int, fault string) error {
	page := pages.MyRecord{Reader: v.reader, Tenant: tenantView(v.tenant), Fault: fault, Key: uuid.NewString()}
	of, asks := "/tenants/"+url.PathEscape(v.tenant.Slug), s.caller(v, true)
	for _, one := range []read{
		{of + "/my-player", &page.Record}, {of + "/my-bans", &page.Bans}, {of + "/my-player/consents", &page.Consents}, {of + "/my-player/profile", &page.Profile},
	} {
		problem, err := asks.call(http.MethodGet, one.path, nil, one.into)
		if err != nil {
			return err
		}
		if problem != nil {
			return &insideProblem{*problem}
		}
	}
	var body bytes.Buffer
	if err := s.pages.MyRecord(&body, page); err != nil {
		return err
	}
	return unkept(v.echo, status, &body)
}

// changeMyRecord does what a form of the page asks for, and shows it anew.
func (s *site) changeMyRecord(v visit) error {
	sent := v.echo.Request().PostForm
	v, err := s.enter(v.echo)
	if err != nil {
		return err
	}
	if v.held == nil {
		return s.signInFirst(v)
	}
	of, asks := "/tenants/"+url.PathEscape(v.tenant.Slug)+"/my-player", s.caller(v, true)
	var problem *openapi.Problem
	switch sent.Get("act") {
	case pages.ActAgree:
		version, _ := strconv.Atoi(sent.Get("version")) // 0 is no version of any text
		body := map[string]any{"purpose": sent.Get("purpose"), "textVersion": version}
		if guardian := sent.Get("guardian"); guardian != "" {
			body["guardian"] = guardian
		}
		problem, err = asks.call(http.MethodPost, of+"/consents", body, nil)
	case pages.ActDisagree:
		problem, err = asks.call(http.MethodPost, of+"/consents/"+url.PathEscape(sent.Get("id"))+"/withdrawal", nil, nil)
	case pages.ActShow:
		asks.match = strconv.Quote(sent.Get("version"))
		shown := sent["block"]
		if shown == nil {
			shown = []string{}
		}
		problem, err = asks.call(http.MethodPatch, of+"/profile", map[string]any{"blocks": shown}, nil)
	default:
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	switch {
	case err != nil:
		return err
	case problem != nil:
		text := problem.Detail
		if len(problem.Errors) > 0 {
			text = problem.Errors[0].Text
		}
		return s.showMyRecord(v, refusedStatus(problem), text)
	}
	return seeOther(v.echo, v.reader.Link("/t/"+url.PathEscape(v.tenant.Slug)+pages.MyRecordPath))
}
