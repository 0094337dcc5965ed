package offline

import (
	"encoding/json"

	"referto/internal/league/calculator"
	"referto/internal/league/rules"
)

// tableRequest asks for a sum at a table; each question reads what is meant for it.
type tableRequest struct {
	ruleset
	Table  calculator.Table `json:"table"`  // of tablePoints
	Armies int              `json:"armies"` // on the board, of armyLimit
	Cards  int              `json:"cards"`  // in hand, of cardExchange
}

// tablePoints adds up the victory points of each player of a table.
func tablePoints(request []byte) (any, error) {
	return atTable(request, func(r *rules.Ruleset, asked tableRequest) (any, error) {
		return calculator.TablePoints(r, asked.Table)
	})
}

// armyLimit calculates the armies that a player who has so many takes off the board.
func armyLimit(request []byte) (any, error) {
	return atTable(request, func(r *rules.Ruleset, asked tableRequest) (any, error) {
		return calculator.ArmyLimit(r, asked.Armies)
	})
}

// cardExchange calculates the worth of a hand of cards.
func cardExchange(request []byte) (any, error) {
	return atTable(request, func(r *rules.Ruleset, asked tableRequest) (any, error) {
		return calculator.CardExchange(r, asked.Cards)
	})
}

func atTable(request []byte, answer func(*rules.Ruleset, tableRequest) (any, error)) (any, error) {
	var asked tableRequest
	if err := json.Unmarshal(request, &asked); err != nil {
		return nil, err
	}
	r, err := asked.rules()
	if err != nil {
		return nil, err
	}
	return answer(r, asked)
}
