package pages

import (
	"io"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/openapi"
)

// ArchivesPath is the address, below a tenant's, of the page of archives of everything of it.
const ArchivesPath = "/archives"

// ActAskArchive asks for an archive.
const ActAskArchive = "ask-archive"

// Archives is the page on which managers take everything of their tenant in a file.
type Archives struct {
	Reader
	Tenant openapi.Tenant
	// Key is the idempotency key of the acts on the page; Sent is the refused form, nil for none.
	Key      string
	Sent     *Sent
	Now      time.Time
	Account  uuid.UUID // of the reader
	Archives []openapi.TenantArchive
}

func archivesAddress(t openapi.Tenant) address {
	return address{path: homeAddress(t).path + ArchivesPath}
}

// Archives writes the page.
func (p *Pages) Archives(out io.Writer, v Archives) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	w, at := v.words(), archivesAddress(v.Tenant)
	m, forms := v.begun(v.Tenant, at, "archives.title", "archives.lead", v.Key, v.Sent)
	all := matters{ID: "archives", Title: w.Text("archives.made", nil), Empty: w.Text("archives.none", nil)}
	for _, a := range v.Archives {
		all.Items = append(all.Items, v.one(at, a))
	}
	all.Forms = []actForm{forms.form(actForm{
		Act: ActAskArchive, Opener: w.Text("archives.ask", nil), Lead: w.Text("archives.ask-lead", nil),
		Fields:  []actField{{Name: "password", Label: w.Text("account.password", nil), Kind: "password", Autocomplete: "current-password", Most: 128, Required: true}},
		Buttons: []actButton{{Text: w.Text("archives.ask-now", nil)}},
	})}
	m.Parts = []matters{all}
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "register", m)
}

// one shows an archive, with the link to download it for the account that asked for it.
func (v Archives) one(at address, a openapi.TenantArchive) matter {
	w := v.words()
	out := matter{Title: w.Text("archives.of", map[string]any{"name": a.By, "date": w.Moment(a.AskedAt)})}
	said := []string{w.Text("account.copy-"+string(a.State), nil)}
	switch {
	case a.State == openapi.TenantArchiveStateWaiting && a.Total > 0:
		said = append(said, w.Text("archives.step", map[string]any{"done": a.Done, "total": a.Total}))
	case a.State == openapi.TenantArchiveStateReady && !v.Now.Before(a.ExpiresAt):
		said = []string{w.Text("account.copy-expired", nil)}
	case a.State == openapi.TenantArchiveStateReady:
		said = append(said, w.Text("account.until", map[string]any{"date": w.Moment(a.ExpiresAt)}))
		if a.Account == v.Account {
			out.Link = v.link(address{path: at.path + "/" + a.Id.String()})
		}
	}
	out.Lines = muted(strings.Join(said, " · "))
	return out
}
