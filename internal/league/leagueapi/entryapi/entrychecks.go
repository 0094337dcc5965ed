package entryapi

import (
	"context"

	"referto/internal/authz/gate"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/officiating"
	"referto/internal/league/views"
	"referto/openapi"
)

// EntryCheck makes the check of an entry, as far as the caller may know it: only people who decide see whom the
// entrant resembles. To the entrant, and to others who see the entry, it awaits confirmation like any other
// that does.
func EntryCheck(v views.View, c *gate.Call, check officiating.Check) openapi.EntryCheck {
	var out openapi.EntryCheck
	decided := check.Decided
	switch {
	case check.Open():
		out.State = openapi.EntryCheckStateOpen
	case decided != nil:
		out.State = openapi.EntryCheckState(decided.Outcome)
	default:
		return out
	}
	if !c.May("entry:check") {
		return out
	}
	if decided != nil {
		out.Reason, out.DecidedBy, out.DecidedAt = decided.Reason, decided.DecidedBy, decided.DecidedAt
	}
	out.Resembles = openapi.Each(check.Resembles, func(d officiating.Double) openapi.EntryDouble {
		double := openapi.EntryDouble{Name: d.Name, Club: d.Club, Explanations: v.Barring(nil, d.Why...)}
		double.Player, _ = d.InRegister()
		return double
	})
	return out
}

// checked makes an entry with its check.
func (a API) checked(c *gate.Call, s *officiating.Situation, e facts.Entry) (openapi.Entry, error) {
	v := leagueapi.View(c, s)
	out := v.EntryOf(e)
	if !e.Waits() {
		return out, nil
	}
	check, err := entrydesk.At(a.Desk).CheckOf(c.Door(), s, e)
	out.Check = EntryCheck(v, c, check)
	return out, err
}

// changedEntry is [API.checked] after an act, with its tag and its news.
func (a API) changedEntry(c *gate.Call, s *officiating.Situation, e facts.Entry) (openapi.Entry, error) {
	a.Changed(c, s)
	c.ETag(gate.Version(e.Version))
	return a.checked(c, s, e)
}

// DecideEntryCheck confirms an entrant who resembles another person, or refuses them.
func (a API) DecideEntryCheck(ctx context.Context, r openapi.DecideEntryCheckRequestObject) (openapi.DecideEntryCheckResponseObject, error) {
	c := gate.From(ctx)
	e, s, err := entrydesk.At(a.Desk).DecideCheck(c.Tx(), leagueapi.ActWith(c, "entry:check"), r.Event, r.Entry, officiating.NewCheck{
		Outcome: facts.CheckOutcome(r.Body.Outcome), Reason: r.Body.Reason,
	})
	if err != nil {
		return nil, err
	}
	out := a.entry(c, s, e)
	out.Check = openapi.EntryCheck{State: openapi.EntryCheckState(r.Body.Outcome), Reason: r.Body.Reason, DecidedBy: c.Name(), DecidedAt: c.Now}
	return openapi.DecideEntryCheck200JSONResponse(out), nil
}
