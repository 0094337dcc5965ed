package serve

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"referto/internal/coding"
)

// fault is echo's error handler: it answers operations with problems as data, and all other requests with a page for
// browsers and data for programs.
func (s *site) fault(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	h := c.Response().Header()
	if !ofAPI(c.Request()) {
		coding.AddVary(h, "Accept")
		if wantsPage(c.Request().Header) {
			if err := s.problem(visit{ctx: c.Request().Context(), echo: c, reader: reader(c, nil)}, err); err == nil {
				return
			}
		}
		h.Set("Content-Security-Policy", apiPolicy)
	}
	coding.AddVary(h, "Accept-Language")
	s.problems.handle(err, c)
}

// wantsPage reports whether the caller asks for a page: a browser names HTML, and prefers it to the data. A caller
// that accepts anything is a program.
func wantsPage(h http.Header) bool {
	page, data := 0.0, 0.0
	for choice := range strings.SplitSeq(strings.Join(h.Values("Accept"), ","), ",") {
		media, parameters, _ := strings.Cut(choice, ";")
		q := 1.0
		for parameter := range strings.SplitSeq(parameters, ";") {
			if value, weighted := strings.CutPrefix(strings.TrimSpace(parameter), "q="); weighted {
				q, _ = strconv.ParseFloat(value, 64) // an invalid number expresses no preference
			}
		}
		switch strings.ToLower(strings.TrimSpace(media)) {
		case "text/html", "application/xhtml+xml", "text/*":
			page = max(page, q)
		case "application/json", "application/problem+json", "application/*":
			data = max(data, q)
		}
	}
	return page > 0 && page >= data
}
