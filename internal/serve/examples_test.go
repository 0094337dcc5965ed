package serve

import (
	"encoding/json"
	"errors"
	"testing"

	"referto/openapi"
)

// Every body that is taken as JSON or YAML has an example, and the server takes each of
// them as it would take it from a client.
func TestEveryBodyHasAnExampleThatIsTaken(t *testing.T) {
	t.Parallel()
	served, err := openapi.Served()
	if err != nil {
		t.Fatal(err)
	}
	contract, err := openapi.Parsed()
	if err != nil {
		t.Fatal(err)
	}
	bodies, schemas := 0, taken{}
	for path, item := range served.Paths.Map() {
		for method, op := range item.Operations() {
			if op.RequestBody == nil {
				continue
			}
			for form, body := range op.RequestBody.Value.Content {
				if form == "application/octet-stream" {
					continue
				}
				if bodies++; len(body.Examples) == 0 {
					t.Errorf("%s: no example of %s", op.OperationID, form)
				}
				compared := contract.Doc.Paths.Value(path).GetOperation(method).RequestBody.Value.Content[form].Schema.Value
				for regulation, example := range body.Examples {
					text, err := json.Marshal(example.Value.Value)
					if err != nil {
						t.Fatal(err)
					}
					if err := schemas.apart(compared).check(text); err != nil {
						t.Errorf("%s, %s: %v %s", op.OperationID, regulation, err, faultsOf(err))
					}
					if example.Value.Summary == "" {
						t.Errorf("%s, %s: nobody says what it is an example of", op.OperationID, regulation)
					}
				}
			}
		}
	}
	if bodies < 120 {
		t.Errorf("only %d bodies looked at: the test is broken", bodies)
	}
}

// faultsOf returns the places and reasons of a body's faults.
func faultsOf(err error) string {
	var invalid *invalidRequest
	if !errors.As(err, &invalid) {
		return ""
	}
	out := ""
	for _, f := range invalid.faults {
		out += f.Field + " " + f.Reason + "; "
	}
	return out
}
