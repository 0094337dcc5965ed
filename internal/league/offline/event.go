package offline

import (
	"encoding/json"

	"referto/internal/league/draws"
	"referto/internal/league/tournament"
)

// eventRequest asks for the state of an event.
type eventRequest struct {
	ruleset
	Facts tournament.Facts `json:"facts"`
}

// event derives an event: its rounds with their standings, the seats of the next round, the next
// task, the players who are out, and the final standings.
func event(request []byte) (any, error) {
	var asked eventRequest
	if err := json.Unmarshal(request, &asked); err != nil {
		return nil, err
	}
	r, err := asked.rules()
	if err != nil {
		return nil, err
	}
	state, err := tournament.Replay(r, asked.Facts)
	return state, err
}

// drawRequest asks for the document of a round's draw.
type drawRequest struct {
	eventRequest
	Round int    `json:"round"` // from 1
	Event string `json:"event"` // its id
	// Lots are the lots of the event, from its draw document.
	Lots         draws.Lots          `json:"lots"`
	Replacements []draws.Replacement `json:"replacements,omitempty"`
}

// draw returns the document of a round's draw, with its hash.
func draw(request []byte) (any, error) {
	var asked drawRequest
	if err := json.Unmarshal(request, &asked); err != nil {
		return nil, err
	}
	r, err := asked.rules()
	if err != nil {
		return nil, err
	}
	d, err := draws.Of(r, asked.Facts, asked.Round)
	if err != nil {
		return nil, err
	}
	d.Event, d.Draw, d.Replacements = asked.Event, asked.Lots, asked.Replacements
	document, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	d.Hash, err = draws.Hash(document)
	return d, err
}

// drawReport is a [draws.Report] in JSON.
type drawReport struct {
	Checked    []string `json:"checked"`
	Believed   []string `json:"believed"`
	Difference string   `json:"difference"` // "" if the document is right
}

// checkDraw checks a draw document, which is the whole request.
func checkDraw(document []byte) (any, error) {
	report, err := draws.Verify(document)
	if err != nil {
		return nil, err
	}
	return drawReport(report), nil
}
