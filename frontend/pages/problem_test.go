package pages_test

import (
	"io"
	"testing"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/openapi"
)

func TestProblem(t *testing.T) {
	t.Parallel()
	tenant := sample.Tenant()
	tests := []struct {
		name    string
		tenant  *openapi.Tenant
		problem openapi.Problem
		want    string
	}{
		{
			"nothing here", &tenant,
			openapi.Problem{Status: 404, Title: "Not Found", RequestId: "R1"},
			"Qui non c’è nulla L’indirizzo può essere sbagliato, o la pagina non è pubblica. I tornei sono tutti sulla prima pagina. Numero della richiesta: R1 Alla prima pagina",
		},
		{
			"no longer here, and no tenant", nil,
			openapi.Problem{Status: 410, Title: "Gone"},
			"Non è più qui Ciò che stava qui è stato ritirato. Alla prima pagina",
		},
		{
			"not allowed", &tenant,
			openapi.Problem{Status: 403, Detail: "Il tuo ruolo non lo permette.", NeedsRole: []string{"referee", "first-referee", "new-role"}},
			"Non permesso Il tuo ruolo non lo permette. Può farlo: arbitro, primo arbitro e new-role. Alla prima pagina",
		},
		{"refused by the regulation", &tenant, openapi.Problem{
			Status: 422, Detail: "Non si può.", Rule: openapi.Rule{Code: "CN09", Paragraph: "1.5"},
			Errors: []openapi.Explanation{{Text: "Chi arbitra non gioca.", Rule: openapi.Rule{Code: "CN09", Paragraph: "1.5"}}},
		}, "Il regolamento non lo permette Non si può. § 1.5 Chi arbitra non gioca. § 1.5 Alla prima pagina"},
		{"a status without words of ours", &tenant, openapi.Problem{Status: 418, Title: "I'm a teapot"}, "I'm a teapot Alla prima pagina"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			page := rendered(t, func(p *pages.Pages, out io.Writer) error {
				return p.Problem(out, pages.Problem{Reader: pages.Reader{Lang: "it"}, Tenant: tt.tenant, Problem: tt.problem})
			})
			if got := text(page.one(tag("main"))); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// The page does not know its own address: changing the language stays on it.
func TestProblemKeepsItsAddress(t *testing.T) {
	t.Parallel()
	page := rendered(t, func(p *pages.Pages, out io.Writer) error {
		return p.Problem(out, pages.Problem{Reader: pages.Reader{Lang: "it"}, Problem: openapi.Problem{Status: 404}})
	})
	if got := attribute(within(page.one(class("languages")), tag("a"))[0], "href"); got != "?lang=en" {
		t.Errorf("got %q", got)
	}
}
