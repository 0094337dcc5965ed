package playapi

import (
	"strings"

	"github.com/labstack/echo/v4"

	"referto/internal/authz/gate"
	"referto/internal/league/leagueapi"
	"referto/openapi"
)

// Discretion removes from a refusal the reason why another person may not take part, for every operation. It is
// a middleware inside the gate, which knows the caller; operations with a permission ":self" are about the
// caller themself.
func Discretion(next openapi.StrictHandlerFunc, _ string) openapi.StrictHandlerFunc {
	return func(e echo.Context, request any) (any, error) {
		response, err := next(e, request)
		if err == nil {
			return response, nil
		}
		c := gate.From(e.Request().Context())
		return response, leagueapi.ReaderOf(c).Refusal(err, strings.HasSuffix(c.Operation.Permission, ":self"))
	}
}
