package serve

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/internal/authz/authzapi"
	"referto/internal/authz/authzdb"
)

// sessionCookie is the cookie in which a browser holds its session. It holds a refresh token,
// which no script can read and no page of another site sends along with a form.
type sessionCookie struct {
	name   string
	secure bool
}

// sessionCookieAt is the cookie of a site at an address. Under TLS its name begins with __Host-,
// which browsers take from this very host only, and under TLS only.
func sessionCookieAt(address string) sessionCookie {
	if strings.HasPrefix(address, "https://") {
		return sessionCookie{"__Host-session", true}
	}
	return sessionCookie{"session", false}
}

// of returns the value of the cookie in a request; "" for none.
func (k sessionCookie) of(r *http.Request) string {
	if r.Header["Cookie"] == nil {
		return ""
	}
	held, err := r.Cookie(k.name)
	if err != nil {
		return ""
	}
	return held.Value
}

// personal reports whether a request is for a page and holds a session. The operations of the
// API and the files that pages load are the same for everybody, whatever cookie comes along.
func (k sessionCookie) personal(r *http.Request) bool {
	if ofAPI(r) || strings.HasPrefix(r.URL.Path, pages.AssetPath) || r.URL.Path == favicon || strings.HasPrefix(r.URL.Path, "/docs/") {
		return false
	}
	return k.of(r) != ""
}

// deviceCookieAt returns the cookie that proves that a person has signed in with this browser before. It does not
// sign anybody in.
func deviceCookieAt(address string) sessionCookie {
	if strings.HasPrefix(address, "https://") {
		return sessionCookie{"__Host-device", true}
	}
	return sessionCookie{"device", false}
}

// give lets the browser hold a session as long as it lasts.
func (k sessionCookie) give(c echo.Context, refresh string) {
	k.set(c, refresh, int(authzdb.SessionLifetime.Seconds()))
}

// take takes the session from the browser.
func (k sessionCookie) take(c echo.Context) { k.set(c, "", -1) }

func (k sessionCookie) set(c echo.Context, value string, age int) {
	c.SetCookie(&http.Cookie{Name: k.name, Value: value, Path: "/", MaxAge: age, HttpOnly: true, Secure: k.secure, SameSite: http.SameSiteLaxMode})
}

// visitorKey is the key in echo's context of the account to which a page was refused.
const visitorKey = "visitor"

// visitor finds the signed-in person; nil if there is none. If the session has ended, the cookie is cleared, and the
// browser gets the public pages from then on.
func (s *site) visitor(ctx context.Context, c echo.Context) (*authzapi.Held, error) {
	refresh := s.cookie.of(c.Request())
	if refresh == "" {
		return nil, nil
	}
	held, err := s.api.Recognize(ctx, refresh)
	if errors.Is(err, authzdb.ErrRefresh) {
		s.cookie.take(c)
		return nil, s.meter.take(c, uuid.Nil, uuid.Nil, pageCost)
	}
	if err != nil {
		return nil, err
	}
	if err := s.meter.take(c, held.Principal.Account, uuid.Nil, pageCost); err != nil {
		c.Set(visitorKey, held.Principal.Account)
		return &held, err
	}
	return &held, nil
}
