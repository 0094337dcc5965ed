package pages

import (
	"io"
	"net/url"

	"referto/openapi"
)

// LogoPath is the address, below a tenant's, of the page on which its logo is changed.
const LogoPath = "/logo"

// The acts of the page's forms besides [ActRemoveLogo].
const (
	ActSetLogo    = "set-logo"
	ActRemoveLogo = "remove-logo"
)

// logo are the addresses of a tenant's logo.
type logo struct {
	Mark, Print   string // for screens, and for paper
	Shared        string // Print with the site's address, for links shown elsewhere; "" if the site is unknown
	Alt           string
	Width, Height int // of Print; both have one shape
}

// logo is nil where a tenant has none.
func (r Reader) logo(t openapi.Tenant) *logo {
	if t.Logo.Digest == "" {
		return nil
	}
	at := "/v1/tenants/" + url.PathEscape(t.Slug) + "/logo/" + t.Logo.Digest
	out := &logo{Mark: at + "?size=mark", Print: at, Alt: t.Logo.AlternativeText, Width: t.Logo.Width, Height: t.Logo.Height}
	if r.Site != "" {
		out.Shared = r.Site + at
	}
	return out
}

func logoAddress(t openapi.Tenant) address { return address{path: homeAddress(t).path + LogoPath} }

// LogoPage shows the logo of a tenant to those who may change it.
type LogoPage struct {
	Reader
	Tenant openapi.Tenant
	// Key is the idempotency key of the acts on the page, Version the version of the tenant that they change; Sent is the refused form, nil for none.
	Key, Version string
	Sent         *Sent
}

// Logo writes the page.
func (p *Pages) Logo(out io.Writer, v LogoPage) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	w := v.words()
	m, forms := v.begun(v.Tenant, logoAddress(v.Tenant), "logo.title", "logo.lead", v.Key, v.Sent)
	seen := []param{{"version", v.Version}}
	part := matters{ID: "logo", Title: w.Text("logo.now", nil), Empty: w.Text("logo.none", nil)}
	if shown := v.logo(v.Tenant); shown != nil {
		part.Items = []matter{{
			Picture: &photo{Page: shown.Print, Thumbnail: shown.Print, Alt: shown.Alt, Width: shown.Width, Height: shown.Height}, Lines: muted(shown.Alt),
			Forms: []actForm{forms.form(actForm{
				Act: ActRemoveLogo, File: true, Hidden: seen, Opener: w.Text("logo.remove", nil), Lead: w.Text("logo.remove-lead", nil), Buttons: []actButton{{Text: w.Text("logo.remove-now", nil)}},
			})},
		}}
	}
	part.Forms = []actForm{forms.form(actForm{
		Act: ActSetLogo, File: true, Hidden: seen, Lead: w.Text("logo.set-lead", nil),
		Fields: []actField{
			{Name: "content", Label: w.Text("logo.file", nil), Kind: "file", Accept: "image/png,image/jpeg,image/webp", Required: true},
			{Name: "alternativeText", Label: w.Text("logo.alt", nil), Most: 120, Value: v.Tenant.Logo.AlternativeText},
		},
		Buttons: []actButton{{Text: w.Text("logo.send", nil), Primary: true}},
	})}
	m.Parts = []matters{part}
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "register", m)
}
