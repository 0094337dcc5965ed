package playapi

import (
	"context"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league/calculator"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/views"
	"referto/openapi"
)

// CalculateTablePoints adds up the victory points of the players of a table.
func (a API) CalculateTablePoints(ctx context.Context, r openapi.CalculateTablePointsRequestObject) (openapi.CalculateTablePointsResponseObject, error) {
	c, err := a.calculations(ctx, r.Ruleset)
	if err != nil {
		return nil, err
	}
	out, err := c.TablePoints(calculator.Table{
		Variant: r.Body.Variant, Size: r.Body.Size,
		Players: openapi.Each(r.Body.Players, views.Holdings),
	})
	return openapi.CalculateTablePoints200JSONResponse(out), err
}

// CalculateArmyLimit returns the number of armies that a player with a given number takes off the board.
func (a API) CalculateArmyLimit(ctx context.Context, r openapi.CalculateArmyLimitRequestObject) (openapi.CalculateArmyLimitResponseObject, error) {
	c, err := a.calculations(ctx, r.Ruleset)
	if err != nil {
		return nil, err
	}
	out, err := c.ArmyLimit(r.Body.Armies)
	return openapi.CalculateArmyLimit200JSONResponse(out), err
}

// CalculateCardExchange returns the best exchange of a hand of cards.
func (a API) CalculateCardExchange(ctx context.Context, r openapi.CalculateCardExchangeRequestObject) (openapi.CalculateCardExchangeResponseObject, error) {
	c, err := a.calculations(ctx, r.Ruleset)
	if err != nil {
		return nil, err
	}
	out, err := c.CardExchange(r.Body.Cards)
	return openapi.CalculateCardExchange200JSONResponse(out), err
}

func (a API) calculations(ctx context.Context, ruleset string) (views.Calculations, error) {
	c := gate.From(ctx)
	r, _, err := rulesetdesk.At(a.Desk).Published(c.Door(), ruleset, 0)
	if err != nil {
		return views.Calculations{}, err
	}
	return views.NewCalculations(r, words.For(c.Language)), nil
}
