package offline

import (
	"encoding/json"

	"referto/internal/league/calculator"
	"referto/internal/league/rules"
)

// tableRequest asks for a calculation at a table. Each question reads only its own fields.
type tableRequest struct {
	ruleset
	Table  calculator.Table `json:"table"`  // for tablePoints
	Armies int              `json:"armies"` // on the board, for armyLimit
	Cards  int              `json:"cards"`  // in hand, for cardExchange
}

// tablePoints returns the points of each player of a table.
func tablePoints(request []byte) (any, error) {
	return atTable(request, func(r *rules.Ruleset, asked tableRequest) (any, error) {
		return calculator.TablePoints(r, asked.Table)
	})
}

// armyLimit calculates how many armies a player removes from the board.
func armyLimit(request []byte) (any, error) {
	return atTable(request, func(r *rules.Ruleset, asked tableRequest) (any, error) {
		return calculator.ArmyLimit(r, asked.Armies)
	})
}

// cardExchange exchanges a hand of cards for armies.
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
