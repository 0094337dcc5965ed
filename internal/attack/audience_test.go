package attack_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"referto/internal/apitest"
	"referto/openapi"
)

// audience lists the audiences to which a caller belongs in the contract's x-audience: everybody is the public; a
// signed-in caller, or one with the secret of a letter, may be the person concerned; and a holder of a role is staff
// too.
func (c column) audience(r request) []string {
	out := []string{"public"}
	body, _ := r.body.(apitest.JSON)
	if c.who != nil || body["token"] != nil {
		out = append(out, "self")
	}
	for _, g := range c.grants {
		out = append(out, "staff", g.role)
	}
	return out
}

// audienceFault finds a property in an answer that the contract reserves for other audiences than the caller's; nil
// if there is none.
func (c *contract) audienceFault(op openapi.Operation, asked request, r answer, who column) error {
	documented := c.operation(op).Responses.Status(r.status)
	if documented == nil || documented.Value.Content["application/json"] == nil || r.header.Get("Content-Type") != "application/json" {
		return nil
	}
	var value any
	if err := json.Unmarshal(r.body, &value); err != nil {
		return err
	}
	return notFor(documented.Value.Content["application/json"].Schema.Value, value, "", who.audience(asked))
}

// notFor finds the first property of a value, which is described by a schema, whose audience does not include the
// given people.
func notFor(s *openapi3.Schema, value any, at string, people []string) error {
	for _, part := range slices.Concat(s.AllOf, s.OneOf, s.AnyOf) {
		if err := notFor(part.Value, value, at, people); err != nil {
			return err
		}
	}
	switch value := value.(type) {
	case []any:
		for i, item := range value {
			if s.Items == nil {
				break
			}
			if err := notFor(s.Items.Value, item, fmt.Sprintf("%s/%d", at, i), people); err != nil {
				return err
			}
		}
	case map[string]any:
		for name, member := range value {
			property := s.Properties[name]
			if property == nil {
				property = s.AdditionalProperties.Schema
			}
			if property == nil {
				continue
			}
			if audience := audienceOf(property.Value); len(audience) > 0 && !slices.ContainsFunc(audience, func(who string) bool { return slices.Contains(people, who) }) {
				return fmt.Errorf("%s/%s is for %v", at, name, audience)
			}
			if err := notFor(property.Value, member, at+"/"+name, people); err != nil {
				return err
			}
		}
	}
	return nil
}

// audienceOf lists the audiences of a schema; nil if the contract names none.
func audienceOf(s *openapi3.Schema) []string {
	list, _ := s.Extensions["x-audience"].([]any)
	var out []string
	for _, who := range list {
		name, _ := who.(string)
		out = append(out, name)
	}
	return out
}

// TestAudienceLaw: the check that the matrix applies to every answer finds properties for others, also within lists,
// and permits those for the caller.
func TestAudienceLaw(t *testing.T) {
	t.Parallel()
	c := theContract(t)
	op := c.operations["ListPlayers"]
	list := answer{status: http.StatusOK, header: http.Header{"Content-Type": {"application/json"}}, body: []byte(`{"items": [{"id": "1", "name": "A"}, {"id": "2", "name": "B", "email": "b@example.org"}]}`)}
	for _, tt := range []struct {
		who  column
		want string
	}{
		{column{title: "anonymous"}, "/items/1/email is for [championship-manager regional-contact organizer]"},
		{column{grants: []grant{{"first-referee", "stage", true}}}, "/items/1/email is for [championship-manager regional-contact organizer]"},
		{column{grants: []grant{{"championship-manager", "tenant", true}}}, ""},
	} {
		got := ""
		if err := c.audienceFault(op, request{}, list, tt.who); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s %v: %q, want %q", tt.who.title, tt.who.grants, got, tt.want)
		}
	}
}
