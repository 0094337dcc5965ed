package leagueapi

import (
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/register"
	"referto/openapi"
)

// reader is who reads why people may not take part. He reads it of himself, and of
// others where bans and exclusions are his office; the zero reader reads it of nobody.
type reader struct {
	account uuid.UUID
	office  bool
}

// readerOf is the caller, as far as the first answer has told who that is.
func readerOf(c *gate.Call) reader {
	return reader{account: c.Account(), office: !withheld(c, "ban") && !withheld(c, "exclusion")}
}

// is tells whether an account, nil for none, is that of the reader.
func (r reader) is(account *uuid.UUID) bool {
	return account != nil && r.account != uuid.Nil && *account == r.account
}

// told are grounds about a person as the reader gets them; his own tells that the
// person is himself.
func (r reader) told(g league.Grounds, own bool) league.Grounds {
	if r.office || own {
		return g
	}
	return register.Discreet(g)
}

// toldAll is [reader.told] for several grounds about one person. What reads alike is
// told once: how often would tell that he is both banned and an employee.
func (r reader) toldAll(all []league.Grounds, own bool) []league.Grounds {
	faults := make(league.Faults, len(all))
	for i, g := range all {
		faults[i].Grounds = g
	}
	return openapi.Each(r.faults(faults, own), func(f league.Fault) league.Grounds { return f.Grounds })
}

// faults is [reader.toldAll] for a refusal, in which each pointer is about one person.
func (r reader) faults(faults league.Faults, own bool) league.Faults {
	out := make(league.Faults, 0, len(faults))
	for _, f := range faults {
		was := f.Reason
		f.Grounds = r.told(f.Grounds, own)
		again := f.Reason != was && slices.ContainsFunc(out, func(x league.Fault) bool {
			return x.Pointer == f.Pointer && x.Reason == f.Reason && x.Par == f.Par
		})
		if !again {
			out = append(out, f)
		}
	}
	return out
}

// refusal is an error as the reader gets it.
func (r reader) refusal(err error, own bool) error {
	hidden := func(g league.Grounds) bool { return r.told(g, own).Reason != g.Reason }
	var faults league.Faults
	var state *league.StateError
	var rule *league.RuleError
	switch {
	case errors.As(err, &rule) && hidden(rule.Grounds):
		return &league.RuleError{Grounds: r.told(rule.Grounds, own)}
	case errors.As(err, &faults) && slices.ContainsFunc(faults, func(f league.Fault) bool { return hidden(f.Grounds) }):
		return r.faults(faults, own)
	case errors.As(err, &state) && hidden(state.Grounds):
		return &league.StateError{Grounds: r.told(state.Grounds, own), Current: state.Current}
	}
	return err
}

// Discretion keeps from whoever is refused something about another why that person may
// not take part, by whatever door. It is a middleware inside the gate, which knows the
// caller; operations with a permission ":self" are about himself.
func Discretion(next openapi.StrictHandlerFunc, _ string) openapi.StrictHandlerFunc {
	return func(e echo.Context, request any) (any, error) {
		response, err := next(e, request)
		if err == nil {
			return response, nil
		}
		c := gate.From(e.Request().Context())
		return response, readerOf(c).refusal(err, strings.HasSuffix(c.Operation.Permission, ":self"))
	}
}
