package rules

// ArmyLimit is the most armies that a player may have on the board.
type ArmyLimit struct {
	Max int `json:"max"` // armies on the board
	// Times is how often the excess is taken off; once more it lowers the limit
	// for the rest of the game.
	Times     int    `json:"times"`
	Paragraph string `json:"paragraph"`
}

// Excess is how many armies a player takes off who has so many on the board, and
// the limit he plays on with (SQ00 base 5): 160 are 20 too many twice over, and
// 140 remain. The zero ArmyLimit takes nothing off and has no limit, which is 0.
func (l *ArmyLimit) Excess(armies int) (remove, limit int) {
	if l == nil {
		return 0, 0
	}
	excess := max(0, armies-l.Max)
	return l.Times * excess, max(0, l.Max-excess)
}

// CardExchange is what a player gets for cards that he gives up.
type CardExchange struct {
	// Sets are tried in order, each as often as it fits before the next.
	Sets      []CardSet `json:"sets"`
	Paragraph string    `json:"paragraph"`
}

// CardSet is one exchange, allowed with a number of cards in hand.
type CardSet struct {
	// MinHand and MaxHand are the cards in hand, 0 is no upper end.
	MinHand int `json:"minHand"`
	MaxHand int `json:"maxHand,omitempty"` // 0 is no upper end
	Cards   int `json:"cards"`             // given up
	Armies  int `json:"armies"`            // got
}

// Exchanges are the armies that a hand of cards gets, exchange by exchange until
// no more is possible (SQ00 base 12): seven cards get 12 and then 10, and one
// stays in hand.
//
// Who has begun to give up threes may go on with threes only.
func (x *CardExchange) Exchanges(hand int) []int {
	if x == nil {
		return nil
	}
	var armies []int
	given := 0
	for {
		set, ok := x.setFor(hand, given)
		if !ok {
			return armies
		}
		armies = append(armies, set.Armies)
		hand -= set.Cards
		given = set.Cards
	}
}

// setFor is the exchange possible with a hand by somebody who has just given up
// a number of cards, 0 for none.
func (x *CardExchange) setFor(hand, given int) (CardSet, bool) {
	for _, set := range x.Sets {
		if hand >= set.MinHand && (set.MaxHand == 0 || hand <= set.MaxHand) && (given == 0 || given == set.Cards) {
			return set, true
		}
	}
	return CardSet{}, false
}
