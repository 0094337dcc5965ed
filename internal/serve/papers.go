package serve

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantapi"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// report serves the report of an event of a season, and its tables, to signed-in readers who may read it: the API
// decides that and makes the page.
func (s *site) report(v visit) error {
	event, err := s.view(v)
	if err != nil {
		return err
	}
	if event.EventFacts.Event.SeasonID == nil {
		return league.ErrNotFound
	}
	if v.held == nil {
		return s.signInFirst(v)
	}
	query := "?format=html"
	if table := v.echo.QueryParam("table"); table != "" {
		if !slices.Contains(pages.ReportTables(), openapi.GetReportParamsTable(table)) {
			return league.ErrNotFound
		}
		query = "?format=csv&table=" + table
	}
	answer, err := s.caller(v, true).file(tenantPath(v)+"/events/"+event.EventFacts.Event.ID.String()+"/report"+query, v.reader)
	if err != nil {
		return err
	}
	h := v.echo.Response().Header()
	if name := answer.header.Get("Content-Disposition"); name != "" {
		h.Set("Content-Disposition", name)
	}
	h.Set("Cache-Control", "no-store")
	return v.echo.Blob(http.StatusOK, answer.header.Get("Content-Type"), answer.body.Bytes())
}

// convocation serves the page for answering convocations: the one of a letter's link, or those of the signed-in
// person.
func (s *site) convocation(v visit) error {
	return s.showConvocation(v, http.StatusOK, pages.Convocation{Token: v.echo.QueryParam("token")})
}

// showConvocation shows the convocations to answer, with the reason if an answer was refused.
func (s *site) showConvocation(v visit, status int, page pages.Convocation) error {
	page.Reader, page.Tenant = v.reader, tenantapi.View(v.tenant)
	var problem *openapi.Problem
	var err error
	switch {
	case page.Token != "":
		var one openapi.ConvocationView
		problem, err = s.caller(v, false).call(http.MethodPost, tenantPath(v)+"/convocation-links", map[string]string{"token": page.Token}, &one)
		if problem == nil {
			page.Asked = []pages.Asked{{ConvocationView: one}}
		}
	case v.held != nil:
		page.Asked, problem, err = s.myFinals(v)
	default:
		return s.signInFirst(v)
	}
	if err != nil {
		return err
	}
	if problem != nil && page.Refused == nil {
		page.Refused, status = refusalOf(problem, nil), refusedStatus(problem)
	}
	var body bytes.Buffer
	if err := s.pages.Convocation(&body, page); err != nil {
		return err
	}
	return unkept(v.echo, status, &body)
}

// myFinals returns the finals of the current season to which the signed-in person is convoked.
func (s *site) myFinals(v visit) (asked []pages.Asked, problem *openapi.Problem, err error) {
	season, err := seasonUnderWay(v)
	if err != nil || season == nil {
		return nil, nil, err
	}
	var mine openapi.MyPlaces
	if problem, err = s.caller(v, true).call(http.MethodGet, tenantPath(v)+"/seasons/"+season.ID.String()+"/my-places", nil, &mine); problem != nil || err != nil {
		return nil, problem, err
	}
	for _, one := range mine.Items {
		answer, called := answerOf(one.Place.State)
		if !called {
			continue
		}
		view := openapi.ConvocationView{
			Title: finalTitle(v, one.Place), Season: season.Title, Final: one.Place.Final, Answer: answer, Follows: one.Follows,
			RefundExplanation: one.Place.RefundExplanation,
		}
		if len(one.Place.Steps) > 0 {
			view.Right = one.Place.Steps[0].Explanation
		}
		asked = append(asked, pages.Asked{ConvocationView: view, SeasonSlug: season.ID.String()})
	}
	return asked, nil, nil
}

// answerOf returns a person's current answer to a call-up, and whether they were called up.
func answerOf(state openapi.PlaceState) (answer openapi.ConvocationState, asked bool) {
	switch state {
	case openapi.PlaceStateOffered:
		return openapi.ConvocationStateWaiting, true
	case openapi.PlaceStateAccepted:
		return openapi.ConvocationStateComing, true
	case openapi.PlaceStateDeclined:
		return openapi.ConvocationStateNotComing, true
	}
	return "", false
}

// finalTitle names the final of a place.
func finalTitle(v visit, p openapi.Place) string {
	w := words.For(v.reader.Lang)
	if p.Final == openapi.SeasonFinalNationalFinal {
		return w.Text("season.national-final", nil)
	}
	return w.Text("season.final-of", map[string]any{"region": p.Region.Name})
}

// seasonUnderWay is the season of a tenant that is played; nil for none.
func seasonUnderWay(v visit) (season *facts.Season, err error) {
	b := &tenantdb.Batch{}
	leaguedb.LoadSeasonUnderWay(b, &season)
	return season, v.door.Send(b)
}

// answerConvocation records an answer, by the token of a letter or for the signed-in person, and shows the
// convocation again.
func (s *site) answerConvocation(v visit) error {
	sent := v.echo.Request().PostForm
	of, coming, token := tenantPath(v), sent.Get("coming") == "true", sent.Get("token")
	page := v.reader.Link("/t/" + url.PathEscape(v.tenant.Slug) + pages.ConvocationPath)
	var problem *openapi.Problem
	var err error
	switch {
	case token != "":
		page = v.reader.Link("/t/"+url.PathEscape(v.tenant.Slug)+pages.ConvocationPath, "token", token)
		problem, err = s.caller(v, false).call(http.MethodPost, of+"/convocation-answers", map[string]any{"token": token, "coming": coming}, nil)
	case v.held != nil:
		problem, err = s.caller(v, true).call(http.MethodPost, of+"/seasons/"+url.PathEscape(sent.Get("season"))+"/my-answer", map[string]any{"final": sent.Get("final"), "coming": coming}, nil)
	default:
		return s.signInFirst(v)
	}
	switch {
	case err != nil:
		return err
	case problem != nil:
		return s.showConvocation(v, refusedStatus(problem), pages.Convocation{Token: token, Refused: refusalOf(problem, nil)})
	}
	return seeOther(v.echo, page)
}
