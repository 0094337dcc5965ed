package serve

import (
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"referto/openapi"
)

// A value that fitting accepts is accepted by the library too, for every parameter of a path in the contract; and the
// common schemas are covered, or nothing would be gained.
func TestFittings(t *testing.T) {
	t.Parallel()
	contract, err := openapi.Parsed()
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{
		"", "-", "a", "ab", "-a", "a-", "9-", "a b", "aB", "é9", "federazione-italiana", "federazione_italiana", "0123456789012345678901234567890123456789", "01234567890123456789012345678901234567890",
		"01a208f8-9b5f-7425-af9c-bea44517a4a7", "01A208f8-9b5f-7425-af9c-bea44517a4a7", "01a208f8-9b5f-0425-af9c-bea44517a4a7", "01a208f8-9b5f-f425-af9c-bea44517a4a7", "00000000-0000-0000-0000-000000000000",
		"01a208f8_9b5f-7425-af9c-bea44517a4a7", "01a208f8-9b5f-7425-af9c-bea44517a4a", "01a208f8-9b5f-7425-af9c-bea44517a4a77", "01a208f89b5f7425af9cbea44517a4a7", "g1a208f8-9b5f-7425-af9c-bea44517a4a7", "------------------------------------",
	}
	known, agreed := map[string]bool{}, 0
	for _, item := range contract.Doc.Paths.Map() {
		for _, op := range item.Operations() {
			for _, p := range append(item.Parameters[:len(item.Parameters):len(item.Parameters)], op.Parameters...) {
				fits := fittingOf(p.Value.Schema.Value)
				if p.Value.In != openapi3.ParameterInPath || fits == nil {
					continue
				}
				known[p.Value.Name] = true
				for _, text := range texts {
					if !fits(text) {
						continue
					}
					agreed++
					if err := p.Value.Schema.Value.VisitJSON(text, formats...); err != nil || !spelledOnce(p.Value, text) {
						t.Errorf("%s: %q is taken for fitting: %v", p.Value.Name, text, err)
					}
				}
			}
		}
	}
	for _, name := range []string{"tenant", "event", "player", "season"} {
		if !known[name] {
			t.Errorf("%s is asked of the library", name)
		}
	}
	if agreed == 0 {
		t.Error("nothing fits")
	}
}
