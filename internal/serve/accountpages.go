package serve

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/internal/authz/authzapi"
	"referto/internal/authz/token"
	"referto/internal/coding"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

func (s *site) accountRoutes(e *echo.Echo) {
	for _, task := range pages.Tasks() {
		e.GET(string(task), s.account(task))
		s.takes(e, string(task), s.person(s.sendAccount(task)))
	}
	for _, page := range []pages.Task{pages.MyAccount, pages.Invitations, pages.Records, pages.MyData} {
		e.GET(string(page), s.person(s.signedIn(s.mine(page))))
	}
	s.takes(e, string(pages.Invitations), s.person(s.signedIn(s.act(pages.Invitations))))
	s.takes(e, string(pages.Records), s.person(s.signedIn(s.act(pages.Records))))
	s.takes(e, string(pages.MyData), s.person(s.signedIn(s.act(pages.MyData))))
	e.GET(string(pages.MyData)+"/:copy", s.person(s.signedIn(s.myCopy, "copy")))
	e.GET(pages.FoundingPath, s.person(s.signedIn(unsent(s.showFounding))))
	s.takes(e, pages.FoundingPath, s.person(s.signedIn(s.found)))
	s.takes(e, pages.SignOutPath, s.person(s.signOut("/sessions/current")))
	s.takes(e, pages.SignOutEverywherePath, s.person(s.signOut("/sessions")))
}

// longestDevice bounds the proof of a known device, as the contract does.
const longestDevice = 100

// longestForm bounds the body of a form.
const longestForm = 16 << 10

// takes has the forms of an address read and done, which a page of this site must have sent. It is the
// one way to an address that takes a form.
func (s *site) takes(e *echo.Echo, path string, next echo.HandlerFunc) {
	e.POST(path, func(c echo.Context) error {
		if err := readForm(c, s.address); err != nil {
			return s.person(func(visit) error { return err })(c)
		}
		return next(c)
	})
}

// readForm reads the fields of a form, and refuses a form that was not or could not be sent by a page of the site at
// the address.
func readForm(c echo.Context, address string) error {
	r := c.Request()
	if !fromHere(r, address) {
		return errCrossOrigin
	}
	if !plain(r.Header, echo.MIMEApplicationForm) {
		return echo.NewHTTPError(http.StatusUnsupportedMediaType)
	}
	r.Body = http.MaxBytesReader(c.Response(), r.Body, longestForm)
	if err := r.ParseForm(); err != nil {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	for _, values := range r.PostForm {
		if slices.ContainsFunc(values, func(value string) bool {
			return !text(strings.NewReplacer("\r", "", "\n", "", "\t", "").Replace(value))
		}) {
			return echo.NewHTTPError(http.StatusBadRequest)
		}
	}
	return nil
}

// person finds the signed-in person for a page that belongs to no tenant.
func (s *site) person(next func(visit) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		v := visit{ctx: c.Request().Context(), echo: c, reader: reader(c, nil)}
		c.Response().Header().Set("Content-Security-Policy", pages.Policy)
		var err error
		if v.held, err = s.visitor(v.ctx, c); err != nil {
			return s.problem(v, err)
		}
		v.reader.Visitor = shown(v.held)
		if err := next(v); err != nil {
			return s.problem(v, err)
		}
		return nil
	}
}

// shown returns the signed-in person as pages show them; nil if nobody has signed in.
func shown(held *authzapi.Held) *pages.Visitor {
	if held == nil {
		return nil
	}
	return &pages.Visitor{Name: held.Name, Email: held.Email}
}

// account serves the page of a task about an account. Mails link to it with a secret in the address: the address is
// sent to no other site as Referer, and the page is not cached.
func (s *site) account(task pages.Task) echo.HandlerFunc {
	return s.person(func(v visit) error {
		next := local(v.echo.QueryParam("next"))
		switch {
		case task == pages.SignIn && v.held != nil:
			return seeOther(v.echo, v.reader.Link(orMine(next)))
		case task == pages.ChangePassword && v.held == nil:
			return s.signInFirst(v)
		}
		return s.showAccount(v, http.StatusOK, pages.Account{
			Task: task, Token: v.echo.QueryParam("token"), Next: next, After: v.echo.QueryParam("after"), Done: v.echo.QueryParam("done") != "",
		})
	})
}

func (s *site) showAccount(v visit, status int, page pages.Account) error {
	page.Reader, page.Key = v.reader, uuid.NewString()
	var body bytes.Buffer
	if err := s.pages.Account(&body, page); err != nil {
		return err
	}
	return unkept(v.echo, status, &body)
}

// unkept answers with a page of which no copy is kept.
func unkept(c echo.Context, status int, body *bytes.Buffer) error {
	h := c.Response().Header()
	h.Set("Cache-Control", "no-store")
	coding.AddVary(h, "Accept-Language", "Cookie")
	return c.HTMLBlob(status, body.Bytes())
}

// sendAccount carries out the form of a task and redirects.
func (s *site) sendAccount(task pages.Task) func(visit) error {
	form, _ := pages.FormOf(task)
	return func(v visit) error {
		if task == pages.ChangePassword && v.held == nil {
			return s.leadToSignIn(v) // passwords are never written into a page
		}
		sent := v.echo.Request().PostForm
		body, typed := map[string]string{}, map[string]string{}
		for _, name := range form.Fields() {
			body[name] = sent.Get(name)
			if body[name] != "" {
				typed[name] = body[name]
			}
		}
		if device := s.device.of(v.echo.Request()); task == pages.SignIn && len(device) <= longestDevice {
			body["device"] = device
		}
		if form.Token {
			body["token"] = sent.Get("token")
		}
		if next := mailed(sent.Get("next")); form.Mails && next != "" {
			body["next"] = next
		}
		if task == pages.Register {
			body["language"] = v.reader.Lang
		}
		var tokens openapi.Tokens
		problem, err := s.caller(v, task == pages.ChangePassword).call(http.MethodPost, form.Call, body, &tokens)
		if err != nil {
			return err
		}
		if problem != nil {
			return s.showAccount(v, refusedStatus(problem), pages.Account{
				Task: task, Token: sent.Get("token"), Next: local(sent.Get("next")), Kept: sent.Get("kept"), Typed: typed, Refused: refusalOf(problem, form.Fields()),
			})
		}
		return s.afterAccount(v, task, tokens)
	}
}

// afterAccount leads on from a form that was taken.
func (s *site) afterAccount(v visit, task pages.Task, tokens openapi.Tokens) error {
	next := local(v.echo.Request().PostForm.Get("next"))
	on := func(task pages.Task, name, value string) string {
		if next == "" {
			return v.reader.Link(string(task), name, value)
		}
		return v.reader.Link(string(task), "next", next, name, value)
	}
	to := on(task, "done", "yes")
	switch task {
	case pages.SignIn, pages.SignInByLink:
		if v.held != nil { // a browser holds one session
			if _, err := s.caller(v, true).call(http.MethodDelete, "/sessions/current", nil, nil); err != nil {
				return err
			}
		}
		s.cookie.give(v.echo, tokens.RefreshToken)
		if tokens.Device != "" {
			s.device.set(v.echo, tokens.Device, int(token.DeviceLifetime.Seconds()))
		}
		if kept := v.echo.Request().PostForm.Get("kept"); kept != "" && next != "" {
			return s.goOn(v, next, kept)
		}
		to = orMine(next)
		if !strings.Contains(to, "?") {
			to = v.reader.Link(to)
		}
	case pages.ConfirmAddress:
		to = on(pages.SignIn, "after", pages.AfterConfirming)
	case pages.NewPassword: // which has ended all sessions
		s.cookie.take(v.echo)
		to = on(pages.SignIn, "after", pages.AfterReset)
	case pages.ChangePassword:
		if err := s.rotate(v); err != nil {
			return err
		}
		to = v.reader.Link(string(pages.MyAccount), "after", pages.AfterPassword)
	}
	return seeOther(v.echo, to)
}

// rotate exchanges the refresh token that the browser holds, so that a stolen copy of the old one is worthless.
func (s *site) rotate(v visit) error {
	var tokens openapi.Tokens
	problem, err := s.caller(v, false).call(http.MethodPost, "/sessions/refresh", map[string]string{"refreshToken": s.cookie.of(v.echo.Request())}, &tokens)
	if err == nil && problem == nil {
		s.cookie.give(v.echo, tokens.RefreshToken)
	}
	return err
}

// signOut ends the session of the browser, or all sessions of the account. The cookie is cleared even if the session
// has ended before.
func (s *site) signOut(sessions string) func(visit) error {
	return func(v visit) error {
		if v.held != nil {
			problem, err := s.caller(v, true).call(http.MethodDelete, sessions, nil, nil)
			if err != nil {
				return err
			}
			if problem != nil && problem.Status != http.StatusUnauthorized {
				return &insideProblem{*problem}
			}
		}
		s.cookie.take(v.echo)
		to := v.reader.Link(string(pages.SignIn), "after", pages.AfterSignOut)
		if next := local(v.echo.Request().PostForm.Get("next")); strings.HasPrefix(next, "/t/") {
			to = next
		}
		return seeOther(v.echo, to)
	}
}

// caller calls operations of the API for a visit: as the signed-in person, or anonymously. A closed tenant is
// invisible to anonymous callers, so there the signed-in person is used in any case.
func (s *site) caller(v visit, signedIn bool) caller {
	o := caller{site: s, echo: v.echo, lang: v.reader.Lang}
	if signedIn || v.tenant.DeleteAt != nil {
		o.held = v.held
	}
	return o
}

// signInFirst shows the sign-in page to a person without a session, or whose session has ended, and leads back from
// there. A form that was sent meanwhile is kept on the page: its fields are sent on after the sign-in. Files are not
// kept, since no page can hold them.
func (s *site) signInFirst(v visit) error {
	r := v.echo.Request()
	if r.Method != http.MethodPost || r.MultipartForm != nil || len(r.PostForm) == 0 {
		return s.leadToSignIn(v)
	}
	return s.showAccount(v, http.StatusUnauthorized, pages.Account{Task: pages.SignIn, Next: r.URL.RequestURI(), Kept: r.PostForm.Encode()})
}

// goOn shows the signed-in person the form that they sent when their session had ended, to be sent on to its page.
func (s *site) goOn(v visit, next, kept string) error {
	typed, err := url.ParseQuery(kept)
	if err != nil { // no form of ours
		return seeOther(v.echo, next)
	}
	email := v.echo.Request().PostForm.Get("email")
	v.reader.Visitor = &pages.Visitor{Name: email, Email: email}
	var body bytes.Buffer
	if err := s.pages.GoOn(&body, pages.GoOn{Reader: v.reader, To: next, Typed: typed}); err != nil {
		return err
	}
	return unkept(v.echo, http.StatusOK, &body)
}

// leadToSignIn leads to the page of signing in, and from there back to this one.
func (s *site) leadToSignIn(v visit) error {
	return seeOther(v.echo, v.reader.Link(string(pages.SignIn), "next", v.echo.Request().URL.RequestURI()))
}

// seeOther redirects to another page, so that going back does not send the form again.
func seeOther(c echo.Context, to string) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.Redirect(http.StatusSeeOther, to)
}

// local returns an address of this site unchanged; "" for one that might lead elsewhere. Browsers read a backslash
// like a slash.
func local(next string) string {
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.ContainsAny(next, "\\\r\n\t\x00") || len(next) > 2000 || !text(next) {
		return ""
	}
	return next
}

// mailed returns an address of this site that a mail may lead on to, as the contract writes them
// (LocalPath); "" for any other.
func mailed(next string) string {
	next = local(next)
	if len(next) > 500 || strings.ContainsFunc(next, notInMail) {
		return ""
	}
	return next
}

func notInMail(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("_.~%?&=+:,@!$'()*;/-", r)
}

func orMine(next string) string {
	if next == "" {
		return string(pages.MyAccount)
	}
	return next
}

// refusedStatus is the status of a page with a form that was refused. A page asks for no
// credentials, so that 401 is none.
func refusedStatus(p *openapi.Problem) int {
	if p.Status == http.StatusTooManyRequests || p.Status >= http.StatusInternalServerError {
		return p.Status
	}
	return http.StatusUnprocessableEntity
}

// refusalOf assigns the faults of a problem to a field of the form, to the link of the mail, or to the form as a
// whole.
func refusalOf(p *openapi.Problem, fields []string) *pages.Refusal {
	out := &pages.Refusal{Fields: map[string]string{}, Rule: p.Rule}
	faults := p.Errors
	if len(faults) == 0 {
		faults = []openapi.Explanation{{Pointer: "/" + fieldOf(p.Reason, fields), Text: p.Detail}}
	}
	for _, fault := range faults {
		name := strings.TrimPrefix(fault.Pointer, "/")
		if out.Rule.Paragraph == "" {
			out.Rule = fault.Rule
		}
		switch {
		case name == "token" || name == "link":
			out.Stale = true
		case !slices.Contains(fields, name):
			out.Text = fault.Text
		case out.Fields[name] == "":
			out.Fields[name] = fault.Text
		}
	}
	return out
}

// fieldOf is the field that a reason is about, by its first word. Where a password is changed, one
// that is wrong is the current one, and one that is refused otherwise the new one.
func fieldOf(reason string, fields []string) string {
	kind, _, _ := strings.Cut(reason, "-")
	switch {
	case kind != "password" || !slices.Contains(fields, "new"):
		return kind
	case reason == "password-wrong":
		return "current"
	}
	return "new"
}

// sendPlayerAddress confirms a mail address of the register by the token of its letter.
func (s *site) sendPlayerAddress(v visit) error {
	of, err := s.api.tenants.Find(v.ctx, v.echo.Param("tenant"))
	if err != nil {
		return err
	}
	token, here := v.echo.Request().PostForm.Get("token"), "/t/"+url.PathEscape(of.Slug)+pages.PlayerAddressPath
	problem, err := s.caller(v, false).call(http.MethodPost, "/tenants/"+url.PathEscape(of.Slug)+"/address-confirmations", map[string]string{"token": token}, nil)
	switch {
	case err != nil:
		return err
	case problem == nil:
		return seeOther(v.echo, v.reader.Link(here, "done", "yes"))
	}
	var body bytes.Buffer
	page := pages.PlayerAddress{Reader: v.reader, Tenant: tenantapi.View(of), Token: token, Refused: refusalOf(problem, nil)}
	if err := s.pages.PlayerAddress(&body, page); err != nil {
		return err
	}
	return unkept(v.echo, refusedStatus(problem), &body)
}
