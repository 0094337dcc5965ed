package pages

import (
	"io"

	"referto/frontend/words"
	"referto/openapi"
)

// ClaimPath is the address, below a player's page, of the page for claiming the player's record.
const ClaimPath = "/claim"

// The acts of the page's forms besides [ActByCode], which takes a printed code.
const (
	ActLetter   = "letter"    // have a link sent to the address that the register has
	ActAskStaff = "ask-staff" // ask the staff to decide whose record it is
)

// Claiming is the page on which a signed-in person claims a record, in one of three ways.
type Claiming struct {
	Reader
	Tenant openapi.Tenant
	// Key is the idempotency key of the acts on the page; Sent is the refused form, nil for none.
	Key    string
	Sent   *Sent
	Player openapi.PlayerRef
	// After names the act just done, see [AfterLetter].
	After string
}

func claimAddress(t openapi.Tenant, id openapi.PlayerID) address {
	return address{path: playerAddress(t, id).path + ClaimPath}
}

// Claiming writes the page.
func (p *Pages) Claiming(out io.Writer, v Claiming) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	w := v.words()
	text := func(key string) string { return w.Text(key, nil) }
	m, forms := v.begun(v.Tenant, claimAddress(v.Tenant, v.Player.Id), "claim.title", "claim.lead", v.Key, v.Sent)
	m.Heading = w.Text("claim.heading", map[string]any{"name": v.Player.Name})
	m.Back, m.BackLink = v.Player.Name, playerLink(v.Reader, v.Tenant, v.Player.Id)
	m.said(w, v.After)
	m.Parts = []matters{{ID: "letter", Title: text("claim.letter"), Lead: text("claim.letter-lead"), Forms: []actForm{forms.form(actForm{
		Act: ActLetter, Buttons: []actButton{{Text: text("claim.letter-send"), Primary: true}},
	})}}, {ID: "code", Title: text("account.code"), Lead: text("account.code-lead"), Forms: []actForm{forms.form(actForm{
		Act: ActByCode, Fields: []actField{{Name: "code", Label: text("account.code"), Most: 40, Required: true}}, Buttons: []actButton{{Text: text("account.code-submit"), Primary: true}},
	})}}, {ID: "staff", Title: text("claim.staff"), Lead: text("claim.staff-lead"), Forms: []actForm{forms.form(actForm{
		Act: ActAskStaff, Fields: []actField{{Name: "words", Label: text("claim.words"), Kind: "area", Most: 500}}, Buttons: []actButton{{Text: text("claim.staff-ask"), Primary: true}},
	})}}}
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "register", m)
}

// ClaimCode shows a code by which a person claims a record. The code is shown only once.
type ClaimCode struct {
	Reader
	Tenant openapi.Tenant
	Player openapi.PlayerRef
	Code   openapi.ClaimCode
}

// ClaimCode writes the page, to be printed or copied by hand.
func (p *Pages) ClaimCode(out io.Writer, v ClaimCode) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	w := v.words()
	at := personAddress(v.Tenant, v.Player.Id)
	m, _ := v.begun(v.Tenant, at, "people.code-title", "people.code-told", "", nil)
	m.Back, m.BackLink = v.Player.Name, v.link(at)
	m.Parts = []matters{{ID: "code", Title: v.Code.Code, Items: []matter{{Lines: []matterLine{
		{Text: w.Text("people.code-use", map[string]any{"name": v.Player.Name, "date": w.Date(v.Code.ExpiresAt)})},
		{Text: w.Text("people.code-link", nil), Links: []choice{{Name: v.Code.Link, Address: v.Code.Link}}},
	}}}}}
	return p.render(out, m.Lang, "register", m)
}

// account is the section of a person's staff page about the account of the record, with the forms that link or unlink
// it.
func (v Person) account(forms *acts) matters {
	w := v.words()
	text := func(key string) string { return w.Text(key, nil) }
	out := matters{ID: "account", Title: text("people.account")}
	switch {
	case v.Player.KeptAs.Name != "": // an alias cannot be claimed
		return out
	case v.Player.HasAccount:
		out.Items = []matter{{Lines: []matterLine{{Text: text("people.has-account")}}}}
		out.Forms = []actForm{forms.form(actForm{
			Act: ActUnlink, Opener: text("people.unlink"), Lead: text("people.unlink-lead"), Fields: []actField{reason(w, true)},
			Buttons: []actButton{{Text: text("people.unlink-sure"), Primary: true}},
		})}
		return out
	}
	out.Items = []matter{{Lines: []matterLine{{Text: text("people.no-account")}}}}
	out.Forms = []actForm{forms.form(actForm{
		Act: ActMakeCode, Opener: text("people.code-make"), Lead: text("people.code-lead"), Buttons: []actButton{{Text: text("people.code-make-now"), Primary: true}},
	})}
	switch {
	case v.Player.Email == "":
		out.Items[0].Lines = append(out.Items[0].Lines, muted(text("people.letter-nowhere"))...)
	case v.Player.EmailUnconfirmed:
		out.Items[0].Lines = append(out.Items[0].Lines, muted(text("people.letter-unconfirmed"))...)
	default:
		out.Forms = append(out.Forms, forms.form(actForm{
			Act: ActLetter, Opener: text("people.letter"), Lead: w.Text("people.letter-lead", map[string]any{"address": v.Player.Email}),
			Buttons: []actButton{{Text: text("people.letter-send"), Primary: true}},
		}))
	}
	return out
}

// claimLink returns the link to the page for claiming a player's record.
func claimLink(r Reader, t openapi.Tenant, id openapi.PlayerID) string {
	return r.link(claimAddress(t, id))
}

// said shows the act just done at the top of a page.
func (m *peopleModel) said(w *words.Words, after string) {
	if key := said(after, AfterLetter, AfterSending, AfterAddress); key != "" {
		m.Said = w.Text(key, nil)
	}
}
