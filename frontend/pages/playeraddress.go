package pages

import (
	"io"

	"referto/openapi"
)

// PlayerAddress is the page to which the letter to a person's new mail address leads. It
// changes nothing by being opened: that is for its form.
type PlayerAddress struct {
	Reader
	Tenant openapi.Tenant
	// Token is the token of the letter; Done: it was accepted.
	Token string
	Done  bool
	// Refused is the reason why it was refused; nil for a form that was not sent.
	Refused *Refusal
}

// PlayerAddressPath is the address of the page, below the tenant's.
const PlayerAddressPath = "/address"

// playerAddressForm is the form of the page, sent like those of accounts.
var playerAddressForm = AccountForm{
	Token: true, title: "address.title", lead: "address.lead", submit: "address.submit", done: "address.done", stale: "address.stale",
}

// PlayerAddress writes the page on which a person confirms their mail address.
func (p *Pages) PlayerAddress(out io.Writer, v PlayerAddress) error {
	form, w := playerAddressForm, v.words()
	heading, at := w.Text(form.title, nil), address{path: homeAddress(v.Tenant).path + PlayerAddressPath}
	m := accountModel{Heading: heading, Lead: w.Text(form.lead, nil), Submit: w.Text(form.submit, nil), Action: v.link(at), Token: v.Token}
	switch {
	case v.Done:
		m.Sent, m.Said = true, w.Text(form.done, nil)
		at = at.with("done", "yes")
	case v.Token == "":
		m.Missing = true
	default:
		at = at.with("token", v.Token)
	}
	m.frame = v.frame(&v.Tenant, heading, at)
	m.Unlisted = true
	m.refuse(w, form, Account{Refused: v.Refused})
	return p.render(out, m.Lang, "account", m)
}
