package serve_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

func TestFaultsAreReportedInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	person := apitest.Start(t).SignUp("Anna Prova")
	const tenants, account = "/tenants", "/accounts"
	tests := []struct{ name, method, target, body, pointer, reason, text string }{
		{"a field missing", "POST", tenants, `{"slug":"fed","name":"Fed"}`, "/kind", "schema-required", "Questo campo manca."},
		{"an unknown field", "POST", tenants, `{"slug":"fed","name":"Fed","kind":"club","x":1}`, "/x", "schema-properties", "Qui non c’è un campo con questo nome."},
		{"another type", "POST", tenants, `{"slug":"fed","name":7,"kind":"club"}`, "/name", "schema-type", "Qui serve: un testo."},
		{"null", "POST", tenants, `{"slug":"fed","name":null,"kind":"club"}`, "/name", "schema-nullable", "Qui serve un valore."},
		{"too short", "POST", tenants, `{"slug":"fed","name":"F","kind":"club"}`, "/name", "schema-minlength", "Almeno 3 caratteri."},
		{"too long", "POST", account, `{"email":"a@b.it","name":"Anna","password":"` + longPassword + `"}`, "/password", "schema-maxlength", "Al massimo 128 caratteri."},
		{"none of the values", "POST", tenants, `{"slug":"fed","name":"Fed","kind":"shop"}`, "/kind", "schema-enum", "Valori possibili: federation e club."},
		{"another form", "POST", tenants, `{"slug":"Fed","name":"Fed","kind":"club"}`, "/slug", "schema-pattern", "Non è scritto nella forma prevista."},
		{"too few", "POST", tenants, `{"slug":"fed","name":"Fed","kind":"club","languages":[]}`, "/languages", "schema-minitems", "Almeno 1 elemento."},
		{"too many", "POST", tenants, `{"slug":"fed","name":"Fed","kind":"club","languages":["it","en","bg","it"]}`, "/languages", "schema-maxitems", "Al massimo 3 elementi."},
		{"twice", "POST", tenants, `{"slug":"fed","name":"Fed","kind":"club","languages":["it","it"]}`, "/languages", "schema-uniqueitems", "Qui nulla può ripetersi."},
		{"no body", "POST", tenants, ``, "", "body-missing", "Manca il contenuto della richiesta."},
		{"a parameter too large", "GET", tenants + "?limit=101", ``, "query:limit", "schema-maximum", "Al massimo 100."},
		{"a parameter too small", "GET", tenants + "?limit=0", ``, "query:limit", "schema-minimum", "Almeno 1."},
		{"a parameter of another type", "GET", tenants + "?limit=x", ``, "query:limit", "parameter-invalid", "Un parametro ha un valore non valido."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var p openapi.Problem
			answer := person.In(t).Do(tt.method, tt.target, tt.body, apitest.Header("Accept-Language", "it"))
			if err := json.Unmarshal(answer.Body, &p); err != nil || len(p.Errors) == 0 {
				t.Fatalf("no faults: %s, error %v", answer.Body, err)
			}
			if got := p.Errors[0]; got.Pointer != tt.pointer || got.Reason != tt.reason || got.Text != tt.text {
				t.Errorf("got %s %s %q, want %s %s %q", got.Pointer, got.Reason, got.Text, tt.pointer, tt.reason, tt.text)
			}
		})
	}
}

const longPassword = "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"

func TestTitlesAreInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	for lang, want := range map[string]string{"en": "Sign in first", "it": "Prima bisogna entrare", "bg": "Първо влезте"} {
		if p := problem(t, do(t, h, http.MethodGet, "/v1/me", "", "Accept-Language", lang)); p.Title != want {
			t.Errorf("%s: %q, want %q", lang, p.Title, want)
		}
	}
}

// However much is wrong, twenty faults are reported and that there are more, and
// nothing that was sent comes back in full.
func TestFaultsAreCounted(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	unknown := func(n int, name string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(`,"` + name + strings.Repeat("x", i) + `":1`)
		}
		return `{"email":"a@b.it","password":"x"` + b.String() + `}`
	}
	for _, tt := range []struct {
		name, body string
		listed     int
		more       bool
	}{
		{"as many as are told", unknown(20, "a"), 20, false},
		{"one more", unknown(21, "a"), 20, true},
		{"more than are counted", unknown(200, "a"), 1, false},
		{"long names", unknown(20, strings.Repeat("n", 5000)), 20, false},
		{"a long list", `{"email":[` + strings.TrimSuffix(strings.Repeat("{},", 40_000), ",") + `]}`, 1, false},
		{"a long list inside", `{"email":{"x":[` + strings.TrimSuffix(strings.Repeat("{},", 40_000), ",") + `]}}`, 1, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := do(t, h, http.MethodPost, "/v1/sessions", tt.body)
			body, err := io.ReadAll(r.Body)
			if err != nil || len(body) > 32<<10 {
				t.Fatalf("an answer of %d bytes, error %v", len(body), err)
			}
			var p openapi.Problem
			if err := json.Unmarshal(body, &p); err != nil || r.StatusCode != http.StatusUnprocessableEntity {
				t.Fatalf("%d %s, error %v", r.StatusCode, body, err)
			}
			if len(p.Errors) != tt.listed || p.MoreErrors != tt.more {
				t.Errorf("%d faults told, more %v; want %d and %v\n%s", len(p.Errors), p.MoreErrors, tt.listed, tt.more, body)
			}
		})
	}
}
