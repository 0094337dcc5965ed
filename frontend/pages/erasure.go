package pages

import (
	"io"

	"referto/openapi"
)

// The acts of the forms about the erasure of a record. A preview comes first.
const (
	ActLookErase = "look-erase"
	ActErase     = "erase"
)

// Erasing previews the data that an erasure of a record deletes and keeps, and asks for confirmation.
type Erasing struct {
	Reader
	Tenant openapi.Tenant
	Key    string
	// From is the page, below the site's address, on which it was asked.
	From string
	// Own: the record is the reader's own; otherwise the staff erases it, for Reason.
	Own     bool
	Reason  string
	Follows openapi.Erasure
}

// Erasing writes the page.
func (p *Pages) Erasing(out io.Writer, v Erasing) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	w := v.words()
	heading := w.Text("erasure.title", map[string]any{"name": v.Follows.Player.Name})
	m := peopleModel{
		frame: v.frame(&v.Tenant, heading, address{path: homeAddress(v.Tenant).path}), Heading: heading, Lead: v.Reason,
		Back: w.Text("people.not-now", nil), BackLink: v.Link(v.From),
	}
	m.Unlisted = true
	forms := &acts{Reader: v.Reader, action: v.Link(v.From), key: v.Key}
	goes, stays := v.lines("goes", "erasure.goes", v.Follows.Erases), v.lines("stays", "erasure.stays", v.Follows.Keeps)
	sure := actForm{Act: ActErase, Lead: w.Text("erasure.for-good", nil), Buttons: []actButton{{Text: w.Text("erasure.sure", nil)}}}
	if !v.Own {
		sure.Hidden = []param{{"reason", v.Reason}}
	}
	stays.Forms = []actForm{forms.form(sure)}
	m.Parts = []matters{goes, stays}
	return p.render(out, m.Lang, "register", m)
}

// lines lists kinds of data with how many there are of each.
func (v Erasing) lines(id, title string, of []openapi.ErasureLine) matters {
	w := v.words()
	out := matters{ID: id, Title: w.Text(title, nil), Empty: w.Text("erasure.nothing", nil)}
	for _, one := range of {
		out.Items = append(out.Items, matter{Lines: []matterLine{{Text: w.Text("erasure.line", map[string]any{"count": one.Number, "what": one.Text})}}})
	}
	return out
}

// erasing is the form for the preview of an erasure; for the staff it asks for the reason.
func erasing(r Reader, forms *acts, own bool) actForm {
	w := r.words()
	form := actForm{
		Act: ActLookErase, Opener: w.Text("erasure.ask", nil), Lead: w.Text("erasure.ask-own", nil),
		Buttons: []actButton{{Text: w.Text("people.look", nil), Primary: true}},
	}
	if !own {
		form.Lead, form.Fields = w.Text("erasure.ask-staff", nil), []actField{reason(w, true)}
	}
	return forms.form(form)
}
