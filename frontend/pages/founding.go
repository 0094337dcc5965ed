package pages

import (
	"io"

	"referto/openapi"
)

// FoundingPath is the address of the page on which a signed-in person founds a club or a federation.
const FoundingPath = "/account/founding"

// ActFound founds a club or a federation: the one form of the page.
const ActFound = "found"

// Founding is the page on which a club or a federation is founded.
type Founding struct {
	Reader
	// Key is the idempotency key of the act, so that a form that is sent twice acts once; Sent is the refused form,
	// nil for none.
	Key  string
	Sent *Sent
}

// FoundingFields are the fields of the form, as the operation names them.
func FoundingFields() []string { return []string{"kind", "name", "slug"} }

// Founding writes the page.
func (p *Pages) Founding(out io.Writer, v Founding) error {
	w := v.words()
	text := func(key string) string { return w.Text(key, nil) }
	at := address{path: FoundingPath}
	m := peopleModel{
		frame: v.frame(nil, text("founding.title"), at), Heading: text("founding.title"), Lead: text("founding.lead"),
		Back: text("account.mine"), BackLink: v.Link(string(MyAccount)),
	}
	m.Unlisted = true
	kinds := []choice{}
	for _, kind := range []openapi.TenantKind{openapi.TenantKindClub, openapi.TenantKindFederation} {
		kinds = append(kinds, choice{Code: string(kind), Name: text("founding.kind-" + string(kind))})
	}
	forms := &acts{Reader: v.Reader, action: v.link(at), key: v.Key, sent: v.Sent}
	m.Parts = []matters{{ID: "founding", Title: text("founding.what"), Forms: []actForm{forms.form(actForm{
		Act: ActFound,
		Fields: []actField{
			{Name: "kind", Label: text("founding.kind"), Options: kinds},
			{Name: "name", Label: text("founding.name"), Autocomplete: "organization", Most: 120, Required: true},
			{Name: "slug", Label: text("founding.slug"), Most: 40},
		},
		Buttons: []actButton{{Text: text("founding.submit"), Primary: true}},
	})}}}
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "register", m)
}
