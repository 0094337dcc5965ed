package offline

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// questions are the functions that a device can call, by name.
var questions = map[string]func(request []byte) (answer any, err error){
	"event":        event,
	"draw":         draw,
	"checkDraw":    checkDraw,
	"season":       seasonOf,
	"tablePoints":  tablePoints,
	"armyLimit":    armyLimit,
	"cardExchange": cardExchange,
}

// Questions are the questions that [Answer] takes, in alphabetical order.
func Questions() []string { return slices.Sorted(maps.Keys(questions)) }

// reply is the answer to a question.
type reply struct {
	Answer  any      `json:"answer,omitempty"`
	Refused *refusal `json:"refused,omitempty"`
}

// refusal says why there is no answer.
type refusal struct {
	// Faults are those of the request, with their places in what was faulty.
	Faults league.Faults `json:"faults,omitempty"`
	// Grounds are those of a regulation that does not allow or foresee it.
	Grounds *league.Grounds `json:"grounds,omitempty"`
	Message string          `json:"message"`
}

// Answer answers a request. Whatever is wrong with the request or the question is in the reply.
func Answer(question string, request []byte) []byte {
	var r reply
	answer, err := ask(question, request)
	if err == nil {
		r.Answer = answer
	} else {
		r.Refused = refused(err)
	}
	text, err := json.Marshal(r)
	if err != nil { // all answers are values of the core, which can be written
		panic(err)
	}
	return text
}

func ask(question string, request []byte) (any, error) {
	asked, known := questions[question]
	if !known {
		return nil, errors.New("no such question: " + question)
	}
	return asked(request)
}

func refused(err error) *refusal {
	r := &refusal{Message: err.Error()}
	var no *league.RuleError
	if errors.As(err, &no) {
		r.Grounds = &no.Grounds
	}
	errors.As(err, &r.Faults)
	return r
}

// ruleset is the part of a request that names the rules in force.
type ruleset struct {
	// Ruleset is the document, as the server serves it.
	Ruleset json.RawMessage `json:"ruleset"`
	// Readings are those chosen of its open paragraphs.
	Readings map[string]string `json:"readings,omitempty"`
}

func (r ruleset) rules() (*rules.Ruleset, error) { return rules.Stored(r.Ruleset, r.Readings) }
