package pages

import (
	"io"
	"strings"
	"time"

	"referto/openapi"
)

// DeletionPath is the address, below a tenant's, of the page on which everything of it is deleted.
const DeletionPath = "/deletion"

// Deletion is the page on which everything of a tenant is deleted, with how much that is.
type Deletion struct {
	Reader
	Tenant openapi.Tenant
	// Key is the idempotency key of the acts on the page; Sent is the refused form, nil for none.
	Key      string
	Sent     *Sent
	Now      time.Time
	Deletion openapi.TenantDeletion
}

// The acts of the page's forms.
const (
	ActAskDeletion      = "ask-deletion"
	ActConfirmDeletion  = "confirm-deletion"
	ActWithdrawDeletion = "withdraw-deletion"
)

func deletionAddress(t openapi.Tenant) address {
	return address{path: homeAddress(t).path + DeletionPath}
}

// Deletion writes the page.
func (p *Pages) Deletion(out io.Writer, v Deletion) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	at := deletionAddress(v.Tenant)
	m, forms := v.begun(v.Tenant, at, "deletion.title", "deletion.lead", v.Key, v.Sent)
	m.Parts = []matters{v.state(forms), v.counted()}
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "register", m)
}

// counted is the section with the numbers of things that are deleted.
func (v Deletion) counted() matters {
	w, n := v.words(), v.Deletion.Counts
	out := matters{ID: "counts", Title: w.Text("deletion.counts", nil), Lead: w.Text("deletion.export", nil), More: v.link(archivesAddress(v.Tenant)), MoreText: w.Text("archives.go", nil)}
	for _, one := range []string{
		w.Text("deletion.events", map[string]any{"count": n.Events}), w.Text("deletion.seasons", map[string]any{"count": n.Seasons}),
		w.Text("deletion.rankings", map[string]any{"count": n.Rankings}), w.Text("deletion.players", map[string]any{"count": n.Players}),
		w.Text("deletion.photos", map[string]any{"count": n.Photos}), w.Text("deletion.accounts", map[string]any{"count": n.Accounts}),
	} {
		out.Items = append(out.Items, matter{Lines: []matterLine{{Text: one}}})
	}
	return out
}

// state is the section with the state of the deletion and the forms for the reader's next steps.
func (v Deletion) state(forms *acts) matters {
	w, d := v.words(), v.Deletion
	out := matters{ID: "state"}
	switch d.State {
	case openapi.TenantDeletionStateClosed:
		out.Title = w.Text("deletion.closed", map[string]any{"date": w.Moment(d.DueAt)})
		out.Lead = w.Text("deletion.closed-lead", nil)
		if v.Now.Before(d.DueAt) {
			out.Forms = []actForm{v.withdraw(forms)}
		}
	case openapi.TenantDeletionStateAsked:
		out.Title = w.Text("deletion.asked", map[string]any{"name": d.AskedByName, "date": w.Date(d.AskedAt)})
		out.Lead = w.Text("deletion.asked-lead", map[string]any{"date": w.Moment(d.LapsesAt)})
		switch {
		case d.ConfirmableFrom.IsZero():
			out.Lead += " " + w.Text("deletion.asked-other", nil)
		case v.Now.Before(d.ConfirmableFrom):
			out.Lead += " " + w.Text("deletion.asked-alone", map[string]any{"date": w.Moment(d.ConfirmableFrom)})
		default:
			out.Forms = []actForm{forms.form(actForm{
				Act: ActConfirmDeletion, Opener: w.Text("deletion.confirm", nil), Lead: w.Text("deletion.confirm-lead", nil), Fields: v.sure(),
				Buttons: []actButton{{Text: w.Text("deletion.confirm-now", nil)}},
			})}
		}
		out.Forms = append(out.Forms, v.withdraw(forms))
	case openapi.TenantDeletionStateNone:
		out.Title, out.Lead = w.Text("deletion.how", nil), w.Text("deletion.how-lead", nil)
		reason := actField{Name: "reason", Label: w.Text("deletion.reason", nil), Kind: "area", Most: 500, Required: true}
		out.Forms = []actForm{forms.form(actForm{
			Act: ActAskDeletion, Opener: w.Text("deletion.ask", nil), Lead: w.Text("deletion.ask-lead", nil), Fields: append([]actField{reason}, v.sure()...),
			Buttons: []actButton{{Text: w.Text("deletion.ask-now", nil)}},
		})}
	}
	if d.Reason != "" {
		out.Items = []matter{{Lines: []matterLine{{Text: strings.Join([]string{w.Text("deletion.reason", nil), d.Reason}, ": ")}}}}
	}
	return out
}

// sure returns the fields that confirm a deletion.
func (v Deletion) sure() []actField {
	w := v.words()
	return []actField{
		{Name: "slug", Label: w.Text("deletion.slug", map[string]any{"slug": v.Tenant.Slug}), Most: 40, Required: true},
		{Name: "password", Label: w.Text("account.password", nil), Kind: "password", Autocomplete: "current-password", Most: 128, Required: true},
	}
}

func (v Deletion) withdraw(forms *acts) actForm {
	w := v.words()
	return forms.form(actForm{
		Act: ActWithdrawDeletion, Opener: w.Text("deletion.withdraw", nil), Lead: w.Text("deletion.withdraw-lead", nil),
		Buttons: []actButton{{Text: w.Text("deletion.withdraw-now", nil), Primary: true}},
	})
}
