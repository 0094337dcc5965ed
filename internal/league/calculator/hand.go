package calculator

import (
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Armies is the number of armies that a player takes off the board, with the new limit.
type Armies struct {
	// Remove counts the armies that come off.
	Remove int `json:"remove"`
	// Limit is the most they may have for the rest of the game.
	Limit   int            `json:"limit"`
	Grounds league.Grounds `json:"grounds"`
}

// ArmyLimit calculates the armies that a player with so many takes off the board (SQ00 base
// 5): 160 are 10 too many; twice as many come off, and 140 is the new limit.
func ArmyLimit(r *rules.Ruleset, armies int) (Armies, error) {
	rule := r.Game.Armies
	if rule == nil {
		return Armies{}, refuse(r, "army-limit")
	}
	if armies < 0 {
		return Armies{}, league.Faults{{Field: "/armies", Grounds: r.Grounds("", "outside-range")}}
	}
	excess := max(0, armies-rule.Max)
	a := Armies{Remove: rule.Times * excess, Limit: max(0, rule.Max-excess)}
	if excess == 0 {
		a.Grounds = r.Grounds(rule.Paragraph, "armies-within-limit", "limit", strconv.Itoa(a.Limit))
		return a, nil
	}
	a.Grounds = r.Grounds(rule.Paragraph, "armies-too-many", "excess", strconv.Itoa(excess), "times", strconv.Itoa(rule.Times),
		"remove", strconv.Itoa(a.Remove), "limit", strconv.Itoa(a.Limit))
	return a, nil
}

// Cards holds the worth of a hand of cards.
type Cards struct {
	// Exchanges are made one after the other.
	Exchanges []Exchange `json:"exchanges"`
	// Armies are those of all exchanges.
	Armies int `json:"armies"`
	// Left are the cards that stay in hand.
	Left int `json:"left"`
}

// Exchange is one exchange of cards for armies.
type Exchange struct {
	Cards   int            `json:"cards"`
	Armies  int            `json:"armies"`
	Grounds league.Grounds `json:"grounds"`
}

// MostCards bounds the hand that [CardExchange] exchanges.
const MostCards = 1000

// CardExchange exchanges a hand of cards until no more is possible (SQ00 base
// 12): seven cards get 12 armies and then 10, and one stays in hand.
//
// Who has begun to give up threes may go on with threes only.
func CardExchange(r *rules.Ruleset, hand int) (Cards, error) {
	rule := r.Game.Cards
	if rule == nil {
		return Cards{}, refuse(r, "card-exchange")
	}
	if hand < 0 || hand > MostCards {
		return Cards{}, league.Faults{{Field: "/cards", Grounds: r.Grounds("", "outside-range")}}
	}
	c := Cards{Left: hand}
	given := 0
	for {
		set, ok := setFor(rule.Sets, c.Left, given)
		if !ok {
			return c, nil
		}
		c.Exchanges = append(c.Exchanges, Exchange{Cards: set.Cards, Armies: set.Armies, Grounds: r.Grounds(rule.Paragraph, "cards-exchanged",
			"hand", strconv.Itoa(c.Left), "cards", strconv.Itoa(set.Cards), "armies", strconv.Itoa(set.Armies))})
		c.Armies += set.Armies
		c.Left -= set.Cards
		given = set.Cards
	}
}

// setFor is the exchange possible with a hand by somebody who has just given up
// a number of cards, 0 for none.
func setFor(sets []rules.CardSet, hand, given int) (rules.CardSet, bool) {
	for _, set := range sets {
		if hand >= set.MinHand && (set.MaxHand == 0 || hand <= set.MaxHand) && (given == 0 || given == set.Cards) {
			return set, true
		}
	}
	return rules.CardSet{}, false
}
