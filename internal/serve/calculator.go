package serve

import (
	"bytes"
	"errors"
	"strconv"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/calculator"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/rules"
	"referto/internal/league/views"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

// calculator serves the page of a ruleset's calculators; a ruleset without any gets 404. Faults of the form are shown
// on the page, beside the form.
func (s *site) calculator(v visit, body *bytes.Buffer) (string, error) {
	r, _, err := rulesetdesk.At(s.api.desk).Published(v.door, v.echo.Param("ruleset"), 0)
	if err != nil {
		return "", err
	}
	if !calculates(r) {
		return "", league.ErrNotFound
	}
	page := pages.Calculator{
		Reader: v.reader, Tenant: tenantapi.View(v.tenant), Rules: r, Form: pages.ReadCalculatorForm(r, v.echo.QueryParams()),
	}
	for _, refusal := range answer(&page, views.NewCalculations(r, words.For(v.reader.Lang))) {
		sentences, err := refused(refusal, r, words.For(v.reader.Lang))
		if err != nil {
			return "", err
		}
		page.Faults = append(page.Faults, sentences...)
	}
	return "", s.pages.Calculator(body, page)
}

// calculates reports whether a ruleset has any calculator.
func calculates(r *rules.Ruleset) bool {
	return r.Board != nil || r.Game.Armies != nil || r.Game.Cards != nil
}

// answer calculates the results that the form asks for, and returns the refusals.
func answer(page *pages.Calculator, c views.Calculations) (refusals []error) {
	if page.Form.PointsAsked {
		points, err := c.TablePoints(calculator.Table{
			Size: page.Form.Size, Players: openapi.Each(page.Form.Players, views.Holdings),
		})
		page.Points, refusals = answered(points, err, refusals)
	}
	if page.Form.Armies != "" {
		limit, err := c.ArmyLimit(written(page.Form.Armies))
		page.Armies, refusals = answered(limit, err, refusals)
	}
	if page.Form.Cards != "" {
		exchange, err := c.CardExchange(written(page.Form.Cards))
		page.Cards, refusals = answered(exchange, err, refusals)
	}
	return refusals
}

// answered is an answer, or one refusal more.
func answered[T any](answer T, err error, refusals []error) (*T, []error) {
	if err != nil {
		return nil, append(refusals, err)
	}
	return &answer, refusals
}

// written parses a number of a form. Text that is no number becomes -1, which is out of every range.
func written(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return -1
	}
	return n
}

// refused are the sentences of a refusal by the calculators; another error is
// given back.
func refused(err error, r *rules.Ruleset, w *words.Words) ([]string, error) {
	var faults league.Faults
	var no *league.RuleError
	switch {
	case errors.As(err, &faults):
	case errors.As(err, &no):
		faults = league.Faults{{Grounds: no.Grounds}}
	default:
		return nil, err
	}
	return openapi.Each(faults, func(f league.Fault) string { return w.Reason(f.Reason, named(r, f.Params), nil) }), nil
}

// named returns params with the names of the things that they mention by id.
func named(r *rules.Ruleset, params map[string]string) map[string]string {
	out := make(map[string]string, len(params))
	for name, value := range params {
		out[name] = value
	}
	if r.Board != nil {
		if t, ok := r.Board.Territory(params["territory"]); ok {
			out["territory"] = t.Name
		}
	}
	for _, o := range r.Game.Objectives {
		if o.ID == params["objective"] {
			out["objective"] = o.Name
		}
	}
	return out
}
