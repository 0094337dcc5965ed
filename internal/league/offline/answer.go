package offline

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// questions maps each question's name to the function that answers it.
var questions = map[string]func(request []byte) (answer any, err error){
	"event":        event,
	"draw":         draw,
	"checkDraw":    checkDraw,
	"season":       seasonOf,
	"tablePoints":  tablePoints,
	"armyLimit":    armyLimit,
	"cardExchange": cardExchange,
}

// Questions returns the questions that [Answer] accepts, in alphabetical order.
func Questions() []string { return slices.Sorted(maps.Keys(questions)) }

// reply is the answer to a question.
type reply struct {
	Answer  any      `json:"answer,omitempty"`
	Refused *refusal `json:"refused,omitempty"`
}

// refusal says why a question has no answer.
type refusal struct {
	// Faults are the faults of the request, each with its place in the faulty value.
	Faults league.Faults `json:"faults,omitempty"`
	// Grounds are the grounds of a regulation that forbids or does not cover the request.
	Grounds *league.Grounds `json:"grounds,omitempty"`
	Message string          `json:"message"`
}

// Answer answers a request. The reply also holds any error in the request or the question.
func Answer(question string, request []byte) []byte {
	var r reply
	answer, err := ask(question, request)
	if err == nil {
		r.Answer = answer
	} else {
		r.Refused = refused(err)
	}
	text, err := json.Marshal(r)
	if err != nil { // cannot fail: answers are values of the core
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

// ruleset is the part of a request that gives the ruleset.
type ruleset struct {
	// Ruleset is the document as the server sends it.
	Ruleset json.RawMessage `json:"ruleset"`
	// Readings are the readings chosen for its open paragraphs.
	Readings map[string]string `json:"readings,omitempty"`
}

func (r ruleset) rules() (*rules.Ruleset, error) { return rules.Stored(r.Ruleset, r.Readings) }
