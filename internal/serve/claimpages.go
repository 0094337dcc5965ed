package serve

import (
	"io"
	"net/http"
	"net/url"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

// showClaiming shows the page on which a signed-in person claims a record.
func (s *site) showClaiming(v visit, status int, sent *pages.Sent) error {
	id, err := idOf(v.echo, "player")
	if err != nil {
		return err
	}
	var life openapi.Biography
	problem, err := s.caller(v, true).read(read{tenantPath(v) + "/players/" + id.String() + "/biography", &life})
	page := pages.Claiming{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Key: uuid.NewString(), Sent: sent, Player: life.Player, After: v.echo.QueryParam("after")}
	return rendered(v, status, problem, err, func(out io.Writer) error { return s.pages.Claiming(out, page) })
}

// sendClaim carries out a form of the page: a letter is sent, and the page confirms it; a code leads to the record,
// which is the reader's from then on; a request to the staff appears among the reader's requests.
func (s *site) sendClaim(v visit) error {
	id, err := idOf(v.echo, "player")
	if err != nil {
		return err
	}
	sent := v.echo.Request().PostForm
	problem, err := s.do(v, claimDeed(id, sent), nil)
	switch {
	case err != nil:
		return err
	case problem != nil:
		return s.showClaiming(v, refusedStatus(problem), refusedForm(sent, problem))
	}
	switch sent.Get("act") {
	case pages.ActByCode:
		return seeOther(v.echo, v.reader.Link("/t/"+url.PathEscape(v.tenant.Slug)+pages.MyRecordPath))
	case pages.ActAskStaff:
		return seeOther(v.echo, v.reader.Link(string(pages.Records), "tenant", v.tenant.Slug))
	}
	return seeOther(v.echo, v.reader.Link(v.echo.Request().URL.Path, "after", pages.AfterLetter))
}

// claimDeed is the operation, below a tenant's address, that a form of the page asks for; without method for none.
func claimDeed(id uuid.UUID, sent url.Values) deed {
	player := "/players/" + id.String()
	switch sent.Get("act") {
	case pages.ActLetter:
		return deed{method: http.MethodPost, path: player + "/claim-mail"}
	case pages.ActByCode:
		return deed{method: http.MethodPost, path: "/code-claims", body: map[string]string{"code": sent.Get("code")}}
	case pages.ActAskStaff:
		return deed{method: http.MethodPost, path: player + "/claims", body: filled(sent, "words")}
	}
	return deed{}
}

// accountDeed returns the operation for a form of a person's page for the staff that concerns the link between record
// and account, or the erasure; without a method if the form is none of these.
func accountDeed(player string, sent url.Values) deed {
	path := "/players/" + player
	switch sent.Get("act") {
	case pages.ActMakeCode:
		return deed{method: http.MethodPost, path: path + "/claim-code"}
	case pages.ActLetter:
		return deed{method: http.MethodPost, path: path + "/claim-mail"}
	case pages.ActUnlink:
		return deed{method: http.MethodPost, path: path + "/unlinking", body: filled(sent, "reason")}
	case pages.ActAddress:
		return deed{method: http.MethodPatch, path: path, match: `"` + sent.Get("version") + `"`, body: filled(sent, "email")}
	case pages.ActLookErase:
		return deed{method: http.MethodPost, path: path + "/erasure-preview"}
	case pages.ActErase:
		return deed{method: http.MethodPost, path: path + "/erasure", body: filled(sent, "reason")}
	}
	return deed{}
}

// changeAccount carries out a form about the account or the erasure of a record. A code and the consequences of an
// erasure are shown at once.
func (s *site) changeAccount(v visit, id uuid.UUID) error {
	sent := v.echo.Request().PostForm
	var code openapi.ClaimCode
	var follows openapi.Erasure
	var into any
	switch sent.Get("act") {
	case pages.ActMakeCode:
		into = &code
	case pages.ActLookErase:
		into = &follows
	}
	problem, err := s.do(v, accountDeed(id.String(), sent), into)
	switch {
	case err != nil:
		return err
	case problem != nil:
		form := refusedForm(sent, problem)
		form.Act = formOf(form.Act)
		return s.showPeople(v, refusedStatus(problem), form)
	}
	here := v.echo.Request().URL.Path
	switch sent.Get("act") {
	case pages.ActMakeCode:
		return s.showCode(v, id, code)
	case pages.ActLookErase:
		return s.showErasing(v, pages.Erasing{Reason: sent.Get("reason"), From: here, Follows: follows})
	case pages.ActLetter:
		return seeOther(v.echo, v.reader.Link(here, "after", pages.AfterSending))
	case pages.ActAddress:
		return seeOther(v.echo, v.reader.Link(here, "after", pages.AfterAddress))
	case pages.ActErase:
		return seeOther(v.echo, v.reader.Link("/t/"+url.PathEscape(v.tenant.Slug)+"/players/"+id.String()))
	}
	return seeOther(v.echo, v.reader.Link(here))
}

// showCode shows a code that was made. Nothing keeps it: asked for anew, the page is not there.
func (s *site) showCode(v visit, id uuid.UUID, code openapi.ClaimCode) error {
	var player openapi.Player
	problem, err := s.caller(v, true).read(read{tenantPath(v) + "/players/" + id.String(), &player})
	page := pages.ClaimCode{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Player: openapi.PlayerRef{Id: player.Id, Name: player.Name}, Code: code}
	return rendered(v, http.StatusOK, problem, err, func(out io.Writer) error { return s.pages.ClaimCode(out, page) })
}

// showErasing shows the consequences of erasing a record.
func (s *site) showErasing(v visit, page pages.Erasing) error {
	page.Reader, page.Tenant, page.Key = v.reader, tenantapi.View(v.tenant), uuid.NewString()
	return rendered(v, http.StatusOK, nil, nil, func(out io.Writer) error { return s.pages.Erasing(out, page) })
}

// eraseMine shows the consequences of erasing one's own record, or erases it: the record is gone from then on, and
// the page of one's records confirms it.
func (s *site) eraseMine(v visit) error {
	sent := v.echo.Request().PostForm
	path, into := "/my-player/erasure", any(nil)
	var follows openapi.Erasure
	if sent.Get("act") == pages.ActLookErase {
		path, into = "/my-player/erasure-preview", &follows
	}
	problem, err := s.do(v, deed{method: http.MethodPost, path: path}, into)
	switch {
	case err != nil:
		return err
	case problem != nil:
		form := refusedForm(sent, problem)
		form.Act = formOf(form.Act)
		return s.showMyRecord(v, refusedStatus(problem), form)
	case into != nil:
		return s.showErasing(v, pages.Erasing{Own: true, From: v.echo.Request().URL.Path, Follows: follows})
	}
	return seeOther(v.echo, v.reader.Link(string(pages.Records), "after", pages.AfterErasure))
}
