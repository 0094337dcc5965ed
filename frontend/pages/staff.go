package pages

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/google/uuid"

	"referto/openapi"
)

// StaffPath is the address, below a tenant's, of the page on which roles are offered and taken back.
const StaffPath = "/staff"

// Staff lists the holders of the roles of a tenant and the roles that are offered, by role.
type Staff struct {
	Reader
	Tenant openapi.Tenant
	// Key is the idempotency key of the acts on the page; Sent is the refused form, nil for none.
	Key  string
	Sent *Sent
	// Account is the account of the reader.
	Account     uuid.UUID
	Members     []openapi.Member
	Invitations []openapi.Invitation
	// Regions and Events are those over which roles can be offered.
	Regions []openapi.Region
	Events  []openapi.Event
	// May reports whether the reader may give and take a role over a scope.
	May func(openapi.Role, openapi.GrantScope) bool
	// MoreMembers and MoreInvitations continue the lists (?members=, ?invitations=); "" at their ends.
	MoreMembers, MoreInvitations string
	// Part: the lists are not shown from their beginning.
	Part bool
	// Narrow: the reader sees the roles over some regions or events, and not all of the tenant.
	Narrow bool
}

// The acts of the page's forms besides [ActWithdraw], which withdraws an invitation.
const (
	ActInvite = "invite" // invite a person to a role
	ActRevoke = "revoke" // a role
)

// staffRoles are the roles in the order of the page, each with the kinds of scope that it has.
var staffRoles = []struct {
	role openapi.Role
	over []openapi.GrantScopeKind
}{
	{openapi.RoleChampionshipManager, []openapi.GrantScopeKind{openapi.GrantScopeKindTenant}},
	{openapi.RoleTreasurer, []openapi.GrantScopeKind{openapi.GrantScopeKindTenant}},
	{openapi.RoleRegionalContact, []openapi.GrantScopeKind{openapi.GrantScopeKindRegion}},
	{openapi.RoleOrganizer, []openapi.GrantScopeKind{openapi.GrantScopeKindTenant, openapi.GrantScopeKindStage}},
	{openapi.RoleFirstReferee, []openapi.GrantScopeKind{openapi.GrantScopeKindStage}},
	{openapi.RoleReferee, []openapi.GrantScopeKind{openapi.GrantScopeKindStage}},
	{openapi.RoleHelper, []openapi.GrantScopeKind{openapi.GrantScopeKindStage}},
	{openapi.RoleAuditor, []openapi.GrantScopeKind{openapi.GrantScopeKindTenant}},
	{openapi.RoleIntegrator, []openapi.GrantScopeKind{openapi.GrantScopeKindTenant}},
}

func staffAddress(t openapi.Tenant) address { return address{path: homeAddress(t).path + StaffPath} }

// Staff writes the page.
func (p *Pages) Staff(out io.Writer, v Staff) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	at := staffAddress(v.Tenant)
	m, forms := v.begun(v.Tenant, at, "staff.title", "staff.lead", v.Key, v.Sent)
	if v.Narrow {
		m.Lead = v.words().Text("staff.lead-narrow", nil)
	}
	for _, one := range staffRoles {
		part := v.ofRole(forms, one.role, one.over)
		if len(part.Items) > 0 || len(part.Forms) > 0 {
			m.Parts = append(m.Parts, part)
		}
	}
	if n := len(m.Parts); n > 0 {
		switch {
		case v.MoreMembers != "":
			m.Parts[n-1].More = v.link(at.with("members", v.MoreMembers))
		case v.MoreInvitations != "":
			m.Parts[n-1].More = v.link(at.with("invitations", v.MoreInvitations))
		}
	}
	if v.May(openapi.RoleChampionshipManager, openapi.GrantScope{Kind: openapi.GrantScopeKindTenant}) {
		w := v.words()
		m.Parts = append(m.Parts, matters{ID: "archives", Title: w.Text("archives.title", nil), Items: []matter{{Title: w.Text("archives.go", nil), Link: v.link(archivesAddress(v.Tenant))}}})
		m.Parts = append(m.Parts, matters{ID: "deletion", Title: w.Text("deletion.title", nil), Items: []matter{{Title: w.Text("deletion.go", nil), Link: v.link(deletionAddress(v.Tenant))}}})
	}
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "register", m)
}

// ofRole is the section of one role: its holders, the open invitations, and the form that offers it.
func (v Staff) ofRole(forms *acts, role openapi.Role, over []openapi.GrantScopeKind) matters {
	w := v.words()
	out := matters{ID: "role-" + string(role), Title: w.Text("staff.of-"+string(role), nil), Lead: w.Text("staff.does-"+string(role), nil), Empty: v.nobody()}
	for _, one := range v.Members {
		if one.Role == role {
			out.Items = append(out.Items, v.member(forms, one))
		}
	}
	for _, one := range v.Invitations {
		if one.Role == role {
			out.Items = append(out.Items, v.invitation(forms, one))
		}
	}
	if scopes := v.scopes(role, over); len(scopes) > 0 {
		out.Forms = []actForm{forms.form(actForm{
			Act: ActInvite, ID: string(role), Opener: w.Text("staff.invite", nil), Lead: w.Text("staff.invite-lead", nil),
			Fields: []actField{
				{Name: "email", Label: w.Text("staff.email", nil), Kind: "email", Most: 254, Required: true},
				{Name: "over", Label: w.Text("staff.over", nil), Options: scopes},
			},
			Buttons: []actButton{{Text: w.Text("staff.invite-send", nil), Primary: true}},
		})}
	}
	return out
}

// mostOver is the number of regions and events that a sentence names.
const mostOver = 3

// nobody states that a role has no holder that the reader can see, and over which scopes if they do not see the whole
// tenant.
func (v Staff) nobody() string {
	w := v.words()
	if !v.Narrow {
		return w.Text("staff.nobody", nil)
	}
	var over []string
	for _, one := range v.Members {
		if one.Account == v.Account && !slices.Contains(over, one.Over) {
			over = append(over, one.Over)
		}
	}
	if len(over) == 0 || len(over) > mostOver || v.Part {
		return w.Text("staff.nobody-reached", nil)
	}
	return w.Text("staff.nobody-over", map[string]any{"over": strings.Join(over, ", ")})
}

// scopes are those over which the reader may offer a role, as codes of [ScopeOf].
func (v Staff) scopes(role openapi.Role, over []openapi.GrantScopeKind) (out []choice) {
	add := func(kind openapi.GrantScopeKind, id uuid.UUID, name string) {
		if !slices.Contains(over, kind) || !v.May(role, openapi.GrantScope{Kind: kind, Id: id}) {
			return
		}
		out = append(out, choice{Code: strings.Join(present(string(kind), idText(id)), "."), Name: name, Current: len(out) == 0})
	}
	add(openapi.GrantScopeKindTenant, uuid.Nil, v.Tenant.Name)
	for _, one := range v.Regions {
		add(openapi.GrantScopeKindRegion, one.Id, one.Name)
	}
	for _, one := range v.Events {
		add(openapi.GrantScopeKindStage, one.Id.UUID, one.Title+", "+v.words().ShortDate(one.LocalDate.Time))
	}
	return out
}

func idText(id uuid.UUID) string {
	if id == uuid.Nil {
		return ""
	}
	return id.String()
}

// ScopeOf parses the scope that was chosen for a role; ok is false for an invalid one.
func ScopeOf(code string) (scope map[string]any, ok bool) {
	kind, text, _ := strings.Cut(code, ".")
	if openapi.GrantScopeKind(kind) == openapi.GrantScopeKindTenant {
		return map[string]any{"kind": kind}, text == ""
	}
	id, err := uuid.Parse(text)
	return map[string]any{"kind": kind, "id": id}, err == nil
}

// member is a holder of a role, with the form to revoke it. The role of the only championship manager cannot be
// revoked.
func (v Staff) member(forms *acts, one openapi.Member) matter {
	w := v.words()
	said := []string{cmp.Or(one.Over, v.Tenant.Name), w.Text("staff.since", map[string]any{"date": w.PlainDate(one.From.UTC())})}
	if !one.Until.IsZero() {
		said = append(said, w.Text("account.until", map[string]any{"date": w.PlainDate(one.Until.UTC())}))
	}
	item := matter{Title: one.Name, Lines: muted(strings.Join(said, " · "))}
	if !v.May(one.Role, one.Scope) {
		return item
	}
	if v.alone(one) {
		item.Lines = append(item.Lines, muted(w.Text("reason.last-manager", nil))...)
		return item
	}
	lead := w.Text("staff.removed-"+string(one.Role), map[string]any{"name": one.Name, "over": cmp.Or(one.Over, v.Tenant.Name)})
	if one.Account == v.Account {
		lead += " " + w.Text("staff.removed-self", nil)
	}
	item.Forms = []actForm{forms.form(actForm{
		Act: ActRevoke, ID: one.Id.String(), Opener: w.Text("staff.remove", nil), Lead: lead,
		Buttons: []actButton{{Text: w.Text("staff.remove-now", map[string]any{"name": one.Name})}},
	})}
	return item
}

// alone reports whether a member is the only championship manager, provided that all of them are on the page.
func (v Staff) alone(one openapi.Member) bool {
	if one.Role != openapi.RoleChampionshipManager || v.Part || v.MoreMembers != "" {
		return false
	}
	return !slices.ContainsFunc(v.Members, func(o openapi.Member) bool { return o.Role == one.Role && o.Account != one.Account })
}

// invitation is an offered role, with the outcome of the letter and the form to withdraw it.
func (v Staff) invitation(forms *acts, one openapi.Invitation) matter {
	w := v.words()
	item := matter{Title: one.Email, Lines: muted(strings.Join([]string{
		cmp.Or(one.Over, v.Tenant.Name), w.Text("staff.offered", map[string]any{"date": w.PlainDate(one.CreatedAt.UTC()), "until": w.PlainDate(one.ExpiresAt.UTC())}),
	}, " · "))}
	switch one.Mail.State {
	case openapi.MailOutcomeStateRefused, openapi.MailOutcomeStateFailed:
		item.Late = true
		item.Lines = append(item.Lines, matterLine{Text: strings.Join(present(w.Text("staff.mail-"+string(one.Mail.State), nil), one.Mail.Reply), " ")})
	case openapi.MailOutcomeStateWaiting, openapi.MailOutcomeStateSent:
		item.Lines = append(item.Lines, muted(w.Text("staff.mail-"+string(one.Mail.State), nil))...)
	}
	if v.May(one.Role, one.Scope) {
		item.Forms = []actForm{forms.form(actForm{
			Act: ActWithdraw, ID: one.Id.String(), Opener: w.Text("staff.withdraw", nil), Lead: w.Text("staff.withdraw-lead", nil),
			Buttons: []actButton{{Text: w.Text("staff.withdraw-now", nil)}},
		})}
	}
	return item
}
