package serve

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"referto/internal/coding"
)

// cached sets the caching headers of every answer (who may keep it, for how long, and which headers it depends on),
// unless the handler sets others. Reads of the API may be kept by the caller and are revalidated by their tag;
// answers to signed-in callers may not be stored (middleware secured), nor may answers to writes, errors and probes.
func cached(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		inAPI, reads := ofAPI(c.Request()), c.Request().Method == http.MethodGet
		if inAPI {
			coding.AddVary(h, "Authorization", "Accept-Language")
		}
		if h.Get("Cache-Control") == "" {
			h.Set("Cache-Control", "no-store")
			if inAPI && reads {
				h.Set("Cache-Control", "no-cache")
			}
		}
		return next(c)
	}
}

// ofAPI reports whether a request is for an operation, or for an address beside them.
func ofAPI(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/v1/") }

// theContract answers with the document of the API, which changes with the release.
func theContract(document []byte) echo.HandlerFunc {
	tag := bodyTag(bytes.NewBuffer(document))
	return func(c echo.Context) error {
		c.Response().Header().Set("ETag", tag)
		return c.Blob(http.StatusOK, "application/json", document)
	}
}
