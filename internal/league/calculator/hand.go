package calculator

import (
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Armies is the number of armies that a player removes from the board, with the new limit.
type Armies struct {
	// Remove is the number of armies to remove.
	Remove int `json:"remove"`
	// Limit is the highest number of armies that the player may have for the rest of the game.
	Limit   int            `json:"limit"`
	Grounds league.Grounds `json:"grounds"`
}

// ArmyLimit calculates how many armies a player with this many armies removes (SQ00 base 5).
// Example: 160 armies are 10 too many, so the player removes 20 and the new limit is 140.
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

// Cards holds the exchanges of a hand of cards.
type Cards struct {
	// Exchanges are in the order in which they are made.
	Exchanges []Exchange `json:"exchanges"`
	// Armies is the total of all exchanges.
	Armies int `json:"armies"`
	// Left is the number of cards that stay in hand.
	Left int `json:"left"`
}

// Exchange is one exchange of cards for armies.
type Exchange struct {
	Cards   int            `json:"cards"`
	Armies  int            `json:"armies"`
	Grounds league.Grounds `json:"grounds"`
}

// MostCards is the largest hand that [CardExchange] accepts.
const MostCards = 1000

// CardExchange exchanges a hand of cards until no more exchange is possible (SQ00 base 12).
// Example: seven cards give 12 armies, then 10, and one card stays in hand.
//
// A player who has begun with sets of three may continue only with sets of three.
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

// setFor returns the set that can be exchanged from a hand. given is the size of the set exchanged
// just before, 0 for none.
func setFor(sets []rules.CardSet, hand, given int) (rules.CardSet, bool) {
	for _, set := range sets {
		if hand >= set.MinHand && (set.MaxHand == 0 || hand <= set.MaxHand) && (given == 0 || given == set.Cards) {
			return set, true
		}
	}
	return rules.CardSet{}, false
}
