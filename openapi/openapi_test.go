package openapi_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"referto/internal/authz"
	"referto/openapi"
)

func document(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Every operation says which permission it needs, how far that reaches and
// whether it takes a key; black-box suites read nothing else.
func TestEveryOperationIsAnnotated(t *testing.T) {
	t.Parallel()
	table, err := openapi.Operations(document(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range openapi.Sorted(table) {
		switch {
		case op.Scope == openapi.ScopeStage && !op.InEvent():
			t.Errorf("%s concerns a stage and its path names no event", op.ID)
		case op.Scope == openapi.ScopeTenant && !op.InTenant():
			t.Errorf("%s concerns a tenant and its path names none", op.ID)
		case op.Method == "GET" && op.Idempotency != openapi.IdempotencyNone:
			t.Errorf("%s reads and takes an Idempotency-Key", op.ID)
		case (op.Method == "PATCH" || op.Method == "PUT") && !op.NeedsMatch && !appends(op):
			t.Errorf("%s changes something and does not need If-Match", op.ID)
		case op.Public && op.InTenant() && !op.Reads() && !op.ByToken && !isForm(op):
			t.Errorf("%s lets anybody write in a tenant", op.ID)
		}
	}
}

// isForm reports whether anybody may leave something in a tenant by the operation: the form of somebody
// without an account, of which nothing is left when its letter is not answered.
func isForm(op openapi.Operation) bool { return op.ID == "EnterByForm" }

// appends reports whether the operation says where what it sends begins: its place in
// the whole is the version it starts from.
func appends(op openapi.Operation) bool { return op.ID == "AppendUpload" }

// A missing annotation is noticed.
func TestOperationsWithoutAnnotationsAreRefused(t *testing.T) {
	t.Parallel()
	for _, annotation := range []string{"x-permission", "x-scope", "x-idempotency"} {
		doc := document(t)
		delete(doc.Paths.Value("/me").Get.Extensions, annotation)
		if _, err := openapi.Operations(doc); err == nil || !strings.Contains(err.Error(), "GetMe") {
			t.Errorf("without %s: %v", annotation, err)
		}
	}
}

// Every list in a request body says how long it may be, or a body of two megabytes has
// a million items to look at; and no id is the one of zeros, which stands for none.
func TestListsOfBodiesAreBounded(t *testing.T) {
	t.Parallel()
	lists, ids := 0, 0
	seen := map[*openapi3.Schema]bool{}
	var walk func(at string, s *openapi3.Schema)
	walk = func(at string, s *openapi3.Schema) {
		if seen[s] {
			return
		}
		seen[s] = true
		if s.Type.Is(openapi3.TypeArray) {
			if lists++; s.MaxItems == nil {
				t.Errorf("%s has no maxItems", at)
			}
			walk(at+"/0", s.Items.Value)
		}
		if s.Format == "uuid" {
			if ids++; s.Pattern == "" || regexp.MustCompile(s.Pattern).MatchString("00000000-0000-0000-0000-000000000000") {
				t.Errorf("%s takes the id of zeros", at)
			}
		}
		for name, inner := range s.Properties {
			walk(at+"/"+name, inner.Value)
		}
		if more := s.AdditionalProperties.Schema; more != nil {
			if s.MaxProps == nil {
				t.Errorf("%s has no maxProperties", at)
			}
			walk(at+"/*", more.Value)
		}
		for _, list := range []openapi3.SchemaRefs{s.AllOf, s.AnyOf, s.OneOf} {
			for _, inner := range list {
				walk(at, inner.Value)
			}
		}
	}
	for path, item := range document(t).Paths.Map() {
		for method, op := range item.Operations() {
			for _, params := range []openapi3.Parameters{item.Parameters, op.Parameters} {
				for _, p := range params {
					walk(method+" "+path+" "+p.Value.Name, p.Value.Schema.Value)
				}
			}
			if op.RequestBody == nil {
				continue
			}
			for media, content := range op.RequestBody.Value.Content {
				walk(method+" "+path+" "+media, content.Schema.Value)
			}
		}
	}
	if lists < 20 || ids < 5 {
		t.Errorf("only %d lists and %d ids looked at: the test is broken", lists, ids)
	}
}

// A Role of the contract is one that somebody may grant: nothing else is accepted, and
// nothing that can be granted is missing.
func TestRolesAreThoseThatCanBeGranted(t *testing.T) {
	t.Parallel()
	table, err := authz.Compile()
	if err != nil {
		t.Fatal(err)
	}
	granted := map[string]bool{}
	for _, by := range authz.Roles() {
		for _, role := range table.MayGrantRoles(by) {
			granted[string(role)] = true
		}
	}
	for _, role := range document(t).Components.Schemas["Role"].Value.Enum {
		if name, _ := role.(string); !granted[name] {
			t.Errorf("nobody may grant %v", role)
		} else {
			delete(granted, name)
		}
	}
	for role := range granted {
		t.Errorf("%s can be granted and is not in the contract", role)
	}
}

// people are the schemas whose name is a person's.
var people = []string{"Account", "Member", "Player", "PlayerRef", "Staff"}

// Whoever answers with personal data says who may see it.
func TestPersonalDataHaveAnAudience(t *testing.T) {
	t.Parallel()
	doc := document(t)
	checked := 0
	for name, schema := range doc.Components.Schemas {
		if strings.HasPrefix(name, "New") || strings.HasSuffix(name, "Change") || slices.Contains([]string{"Credentials", "PasswordResetRequest", "SignInLinkRequest"}, name) {
			continue // what people send about themselves
		}
		for property, value := range schema.Value.Properties {
			personal := property == "email" || property == "name" && slices.Contains(people, name) ||
				property == "reason" && slices.Contains([]string{"Sanction", "Withdrawal", "AuditRecord"}, name)
			if !personal {
				continue
			}
			checked++
			audience, _ := value.Value.Extensions["x-audience"].([]any)
			if len(audience) == 0 {
				t.Errorf("%s.%s has no x-audience", name, property)
			}
			for _, who := range audience {
				if name, _ := who.(string); !slices.Contains([]any{"public", "staff", "self"}, who) && !authz.Role(name).Known() {
					t.Errorf("%s.%s: nobody is called %v", name, property, who)
				}
			}
		}
	}
	if checked < 10 {
		t.Errorf("only %d properties looked at: the test is broken", checked)
	}
}
