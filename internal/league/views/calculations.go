package views

import (
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/calculator"
	"referto/internal/league/rules"
	"referto/openapi"
)

// Holdings converts a player of the wire for the calculator.
func Holdings(p openapi.PlayerHoldings) calculator.Player {
	return calculator.Player{Objective: p.Objective, Territories: p.Territories, Frozen: p.Frozen}
}

// Calculations makes the wire form of the calculations of one ruleset, in a language.
type Calculations struct {
	rules *rules.Ruleset
	w     *words.Words
}

// NewCalculations makes it for a ruleset.
func NewCalculations(r *rules.Ruleset, w *words.Words) Calculations { return Calculations{r, w} }

// TablePoints are [calculator.TablePoints].
func (c Calculations) TablePoints(t calculator.Table) (openapi.TablePoints, error) {
	scores, err := calculator.TablePoints(c.rules, t)
	if err != nil {
		return openapi.TablePoints{}, err
	}
	return openapi.TablePoints{Players: openapi.Each(scores, func(s calculator.Score) openapi.PlayerPoints {
		return openapi.PlayerPoints{
			Points: s.Points, Sum: s.Sum, Won: c.mayExplain(s.Won), Rowless: c.mayExplain(s.Rowless),
			Terms: openapi.Each(s.Terms, func(t calculator.Term) openapi.PointsTerm {
				return openapi.PointsTerm{Territory: t.Territory, Region: t.Region, Points: t.Points, InRow: t.InRow, Explanation: c.explain(t.Grounds)}
			}),
		}
	})}, nil
}

// ArmyLimit is [calculator.ArmyLimit].
func (c Calculations) ArmyLimit(armies int) (openapi.ArmyLimit, error) {
	a, err := calculator.ArmyLimit(c.rules, armies)
	return openapi.ArmyLimit{Remove: a.Remove, Limit: a.Limit, Explanation: c.explain(a.Grounds)}, err
}

// CardExchange is [calculator.CardExchange].
func (c Calculations) CardExchange(hand int) (openapi.CardExchange, error) {
	x, err := calculator.CardExchange(c.rules, hand)
	return openapi.CardExchange{
		Armies: x.Armies, Left: x.Left,
		Exchanges: openapi.Each(x.Exchanges, func(e calculator.Exchange) openapi.CardsExchanged {
			return openapi.CardsExchanged{Cards: e.Cards, Armies: e.Armies, Explanation: c.explain(e.Grounds)}
		}),
	}, err
}

func (c Calculations) explain(g league.Grounds) openapi.Explanation {
	return Explanation(g, c.w.Reason(g.Reason, g.Params, nil))
}

// mayExplain is the zero explanation for no grounds.
func (c Calculations) mayExplain(g *league.Grounds) openapi.Explanation {
	if g == nil {
		return openapi.Explanation{}
	}
	return c.explain(*g)
}
