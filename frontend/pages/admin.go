package pages

import (
	"io"
	"strings"
	"time"

	"referto/openapi"
)

// AdminPath is the address of the page of the platform's own people.
const AdminPath = "/admin"

// Admin is the page of the platform's own people.
type Admin struct {
	Reader
	// Key is the idempotency key of the acts on the page; Sent is the refused form, nil for none.
	Key      string
	Sent     *Sent
	State    openapi.PlatformState
	Tenants  []openapi.PlatformTenant
	More     string // continues the list of tenants (?tenants=); "" at its end
	Accesses []openapi.PlatformAccess
	Acts     []openapi.PlatformAct
	Now      time.Time
}

// The acts of the page's forms.
const (
	ActRetry  = "retry"  // a job
	ActAccess = "access" // a tenant
	ActUnlook = "unlook" // ends a look into one
)

// Admin writes the page.
func (p *Pages) Admin(out io.Writer, v Admin) error {
	w := v.words()
	at := address{path: AdminPath}
	m := peopleModel{frame: v.frame(nil, w.Text("admin.title", nil), at), Heading: w.Text("admin.title", nil), Lead: w.Text("admin.lead", nil)}
	m.Unlisted = true
	forms := &acts{Reader: v.Reader, action: v.link(at), key: v.Key, sent: v.Sent}
	m.Parts = []matters{v.jobs(forms), v.backlogs(), v.refused(), v.tenants(at), v.accesses(forms), v.done()}
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "register", m)
}

// jobs are those that have failed, each with the way to try it again.
func (v Admin) jobs(forms *acts) matters {
	w := v.words()
	out := matters{ID: "jobs", Title: w.Text("admin.jobs", nil), Empty: w.Text("admin.jobs-none", nil)}
	for _, j := range v.State.Jobs {
		said := []string{w.Text("admin.tries", map[string]any{"count": j.Tries}), w.Moment(j.At)}
		one := matter{Title: j.Kind, Late: j.State == openapi.FailedJobStateDead, Lines: append([]matterLine{{Text: j.Error}}, muted(strings.Join(said, " · "))...)}
		if one.Late {
			one.Lines = append(one.Lines, matterLine{Text: w.Text("admin.dead", nil)})
		}
		one.Forms = []actForm{forms.form(actForm{Act: ActRetry, ID: j.Id, Buttons: []actButton{{Text: w.Text("admin.retry", nil)}}})}
		out.Items = append(out.Items, one)
	}
	return out
}

// backlogs are the kinds of jobs of which some are not done.
func (v Admin) backlogs() matters {
	w := v.words()
	out := matters{ID: "backlogs", Title: w.Text("admin.backlogs", nil), Empty: w.Text("admin.backlogs-none", nil)}
	for _, b := range v.State.Backlogs {
		out.Items = append(out.Items, matter{Title: b.Kind, Lines: muted(strings.Join([]string{
			w.Text("admin.due", map[string]any{"count": b.Due}), w.Text("admin.oldest", map[string]any{"time": (time.Duration(b.OldestSeconds) * time.Second).String()}),
			w.Text("admin.dead-jobs", map[string]any{"count": b.Dead}),
		}, " · "))})
	}
	return out
}

// refused lists the refusals, including exceeded limits.
func (v Admin) refused() matters {
	w := v.words()
	out := matters{ID: "refused", Title: w.Text("admin.refused", nil), Empty: w.Text("admin.refused-none", nil)}
	for _, r := range v.State.Refusals {
		out.Items = append(out.Items, matter{Title: refusalText(w, r.Reason), Lines: muted(strings.Join([]string{
			w.Text("admin.answers", map[string]any{"count": r.Times}), w.Text("admin.addresses", map[string]any{"count": r.Addresses}),
		}, " · "))})
	}
	return out
}

// tenants lists all of them.
func (v Admin) tenants(at address) matters {
	w := v.words()
	out := matters{ID: "tenants", Title: w.Text("admin.tenants", nil)}
	for _, t := range v.Tenants {
		n := t.Counts
		said := []string{t.Tenant.Slug, w.Text("founding.kind-"+string(t.Tenant.Kind), nil)}
		if !t.LastActAt.IsZero() {
			said = append(said, w.Text("admin.last-act", map[string]any{"date": w.Date(t.LastActAt)}))
		}
		one := matter{Title: t.Tenant.Name, Link: v.link(homeAddress(t.Tenant)), Lines: append(muted(strings.Join(said, " · ")), muted(strings.Join([]string{
			w.Text("deletion.events", map[string]any{"count": n.Events}), w.Text("deletion.players", map[string]any{"count": n.Players}), w.Text("deletion.photos", map[string]any{"count": n.Photos}),
		}, " · "))...)}
		if !t.DeleteAt.IsZero() {
			one.Late = true
			one.Lines = append(one.Lines, matterLine{Text: w.Text("deletion.closed", map[string]any{"date": w.Moment(t.DeleteAt)})})
		}
		out.Items = append(out.Items, one)
	}
	if v.More != "" {
		out.More = v.link(at.with("tenants", v.More))
	}
	return out
}

// accesses lists the accesses of operators to tenants, with the forms to begin and end one.
func (v Admin) accesses(forms *acts) matters {
	w := v.words()
	out := matters{ID: "accesses", Title: w.Text("admin.accesses", nil), Lead: w.Text("admin.accesses-lead", nil), Empty: w.Text("admin.accesses-none", nil)}
	for _, a := range v.Accesses {
		of := a.TenantSlug
		if of == "" {
			of = a.Tenant.String()
		}
		one := matter{Title: of, Lines: append([]matterLine{{Text: a.Reason}}, muted(strings.Join([]string{a.By, w.Moment(a.At), w.Text("account.until", map[string]any{"date": w.Moment(a.Until)})}, " · "))...)}
		switch {
		case !a.EndedAt.IsZero():
			one.Lines = append(one.Lines, muted(w.Text("admin.access-ended", map[string]any{"date": w.Moment(a.EndedAt), "by": a.EndedBy}))...)
		case a.Until.After(v.Now):
			one.Forms = []actForm{forms.form(actForm{Act: ActUnlook, ID: a.Id.String(), Buttons: []actButton{{Text: w.Text("admin.access-end", nil)}}})}
		}
		out.Items = append(out.Items, one)
	}
	hours := []choice{}
	for _, n := range []string{"1", "4", "24"} {
		hours = append(hours, choice{Code: n, Name: n})
	}
	out.Forms = []actForm{forms.form(actForm{
		Act: ActAccess, Opener: w.Text("admin.access", nil), Lead: w.Text("admin.access-lead", nil),
		Fields: []actField{
			{Name: "tenant", Label: w.Text("admin.access-tenant", nil), Most: 40, Required: true},
			{Name: "reason", Label: w.Text("admin.access-reason", nil), Kind: "area", Most: 500, Required: true},
			{Name: "hours", Label: w.Text("admin.access-hours", nil), Options: hours},
			{Name: "password", Label: w.Text("account.password", nil), Kind: "password", Autocomplete: "current-password", Most: 128, Required: true},
		},
		Buttons: []actButton{{Text: w.Text("admin.access-now", nil)}},
	})}
	return out
}

// done lists the acts of operators outside of tenants, and the people who became operators or ceased to be.
func (v Admin) done() matters {
	w := v.words()
	out := matters{ID: "acts", Title: w.Text("admin.acts", nil), Lead: w.Text("admin.acts-lead", nil), Empty: w.Text("admin.acts-none", nil)}
	for _, a := range v.Acts {
		of := map[openapi.PlatformActAct]string{openapi.PlatformActActJobRetried: "admin.act-job-retried", openapi.PlatformActActOperatorAdded: "admin.act-operator-added", openapi.PlatformActActOperatorRemoved: "admin.act-operator-removed"}
		by := a.By
		if by == "" {
			by = w.Text("admin.by-command", nil)
		}
		out.Items = append(out.Items, matter{Title: w.Text(of[a.Act], nil), Lines: append([]matterLine{{Text: a.Subject + a.Whom}}, muted(by+" · "+w.Moment(a.At))...)})
	}
	return out
}
