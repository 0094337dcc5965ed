package serve

import (
	"net/http"
	"regexp"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/frontend/console"
	"referto/frontend/pages"
	"referto/internal/authz/authzdb"
	"referto/internal/coding"
	"referto/internal/league"
)

// builtConsole is the console with its files, which every server of a process shares.
var builtConsole = sync.OnceValues(func() (servedConsole, error) {
	p, err := parsedPages()
	if err != nil {
		return servedConsole{}, err
	}
	c, err := console.New(p)
	if err != nil {
		return servedConsole{}, err
	}
	return servedConsole{c, encoded(c.Files)}, nil
})

type servedConsole struct {
	*console.Console
	files map[string]asset
}

func (s *site) consoleRoutes(e *echo.Echo) {
	for _, screen := range append(console.Screens(), console.Path) {
		e.GET(screen, s.consoleShell)
	}
	e.GET(console.FilePath+"*", consoleFile)
	e.GET(console.WorkerPath, consoleWorker)
	e.POST(console.TokenPath, s.consoleToken)
}

// consoleShell answers with the document of the console at the address of one of its screens, for every caller: the
// script loads the content from the API. It does not check that the event of an address exists.
func (s *site) consoleShell(c echo.Context) error {
	v := visit{ctx: c.Request().Context(), echo: c, reader: reader(c, nil)}
	if err := s.onScreen(&v); err != nil {
		return s.problem(v, err)
	}
	built, err := builtConsole()
	if err != nil {
		return err
	}
	document, err := built.Shell(v.reader)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	coding.AddVary(h, "Accept-Language")
	h.Set("Content-Security-Policy", built.Policy)
	h.Set("Cache-Control", "no-cache")
	if !built.Built() {
		return c.HTMLBlob(http.StatusServiceUnavailable, document)
	}
	return c.HTMLBlob(http.StatusOK, document)
}

// onScreen finds the tenant in the address of a screen, and determines the language.
func (s *site) onScreen(v *visit) (err error) {
	for _, name := range v.echo.ParamNames() {
		switch name {
		case "tenant":
			if v.tenant, err = s.api.tenants.Find(v.ctx, v.echo.Param(name)); err == nil {
				v.reader = reader(v.echo, v.tenant.Languages)
			}
		case "event":
			_, err = idOf(v.echo, name)
		default:
			if !counting.MatchString(v.echo.Param(name)) {
				err = league.ErrNotFound
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// counting matches the numbers of rounds and tables.
var counting = regexp.MustCompile(`^[1-9][0-9]{0,3}$`)

// consoleFile answers with a file of the console.
func consoleFile(c echo.Context) error {
	built, err := builtConsole()
	if err != nil {
		return err
	}
	keeping := forEver
	if !console.Hashed(c.Param("*")) {
		keeping = "no-cache"
	}
	return sendAsset(c, built.files, c.Param("*"), keeping)
}

// consoleWorker answers with the script that keeps the console on the device. It loads the files that it keeps, which
// the content policy of API answers would not allow.
func consoleWorker(c echo.Context) error {
	built, err := builtConsole()
	if err != nil {
		return err
	}
	if built.Worker == nil {
		return echo.ErrNotFound
	}
	c.Response().Header().Set("Cache-Control", "no-cache")
	c.Response().Header().Set("Content-Security-Policy", pages.Policy)
	return c.Blob(http.StatusOK, "text/javascript; charset=utf-8", built.Worker)
}

// consoleAccess is the answer to the console that exchanges the session of its browser.
type consoleAccess struct {
	AccessToken string    `json:"accessToken"`
	ExpiresAt   time.Time `json:"expiresAt"`
	// Account is the account of the session, so that entries left on the device by one person are not sent in the
	// name of the next.
	Account uuid.UUID `json:"account"`
}

// consoleToken gives the console an access token for the session that the browser holds, which is not changed. Only a
// page of this site gets it.
func (s *site) consoleToken(c echo.Context) error {
	if !fromHere(c.Request(), s.address) {
		return errCrossOrigin
	}
	held, err := s.visitor(c.Request().Context(), c)
	if err != nil {
		return err
	}
	if held == nil {
		return authzdb.ErrRefresh
	}
	access, until, err := s.api.Access(*held)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusOK, consoleAccess{access, until, held.Principal.Account})
}
