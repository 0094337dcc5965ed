package pages

import (
	"io"
	"net/url"

	"referto/openapi"
)

// PlayerAddress is the page to which the letter to a person's new mail address leads. It
// is the same for everybody and changes nothing by being opened: whose address it is
// about is behind the # of the address of the page.
type PlayerAddress struct {
	Reader
	Tenant openapi.Tenant
}

// PlayerAddressPath is the address of the page among those of a tenant.
const PlayerAddressPath = "/address"

// playerAddressForm is the form of the page, sent as those of accounts are.
var playerAddressForm = accountForm{
	token: true, title: "address.title", lead: "address.lead", submit: "address.submit", done: "address.done", stale: "address.stale",
}

// PlayerAddress writes the page on which somebody confirms their mail address.
func (p *Pages) PlayerAddress(out io.Writer, v PlayerAddress) error {
	form := playerAddressForm
	form.call = "/tenants/" + url.PathEscape(v.Tenant.Slug) + "/address-confirmations"
	w := v.words()
	heading := w.Text(form.title, nil)
	m := accountModel{
		frame:   v.frame(&v.Tenant, heading, address{path: homeAddress(v.Tenant).path + PlayerAddressPath}),
		Heading: heading, Lead: w.Text(form.lead, nil), Submit: w.Text(form.submit, nil), Done: w.Text(form.done, nil),
		Call: form.call, Token: true, Example: form.example(),
	}
	m.Account = Account{Reader: v.Reader}.accountSettings(form)
	return p.render(out, m.Lang, "account", m)
}
