package pages

import (
	"strings"

	"referto/frontend/words"
	"referto/openapi"
)

// Visitor describes the signed-in person.
type Visitor struct {
	Name, Email string
	// Roles are the codes of the roles that the visitor has in the tenant of the page.
	Roles []string
	// People: the visitor maintains the tenant's register of people.
	People bool
	// Refunds: the visitor sees the refund claims of the tenant.
	Refunds bool
	// Staff: the visitor sees the holders of roles in the tenant.
	Staff bool
	// Settings: the visitor may change the tenant's own data.
	Settings bool
	// History: the visitor uploads tables of past results of the tenant.
	History bool
	// Audit: the visitor may read the audit of the tenant.
	Audit bool
}

// visitorModel holds the name and the menu of the signed-in person.
type visitorModel struct {
	Name, Roles string
	Links       []choice
	SignOut     string // where the form goes
	Next        string // the page after signing out
}

// sections are a tenant's pages in its navigation.
func (r Reader) sections(tenant openapi.Tenant, at address) (out []choice) {
	home := homeAddress(tenant).path
	seasonal := tenant.Kind == openapi.TenantKindFederation
	for _, one := range []struct {
		name, path string
		shown      bool
		current    bool
	}{
		{"frame.events", "", true, at.path == home},
		{"frame.calendar", CalendarPath, seasonal, strings.HasPrefix(at.path, home+"/s/") && strings.Count(at.path[len(home):], "/") == 2},
		{"frame.qualified", QualificationPath, seasonal, strings.HasPrefix(at.path, home+"/s/") && strings.HasSuffix(at.path, "/qualification")},
		{"frame.rankings", "/rankings", true, strings.HasPrefix(at.path, home+"/rankings")},
		{"frame.rules", RulesPath, true, strings.HasPrefix(at.path, home+RulesPath)},
	} {
		if one.shown {
			out = append(out, choice{Name: r.words().Text(one.name, nil), Address: r.link(address{path: home + one.path}), Current: one.current})
		}
	}
	return out
}

// The addresses, below a tenant's, of its calendar and its qualified players, which lead to the
// season under way, and of its rules.
const (
	CalendarPath      = "/calendar"
	QualificationPath = "/qualification"
	RulesPath         = "/rules"
)

// visit shows the signed-in person in the bar, or the link to sign in.
func (f *frame) visit(w *words.Words, r Reader, tenant *openapi.Tenant, at address) {
	here := r.link(at)
	if r.Visitor == nil {
		to := address{path: string(SignIn)}
		if !ofAccount(at.path) {
			to = to.with("next", here)
		}
		f.SignIn = r.link(to)
		return
	}
	v := &visitorModel{Name: r.Visitor.Name, SignOut: SignOutPath, Next: f.Home}
	for _, one := range []struct {
		name string
		task Task
		part string
	}{
		{"account.mine", MyAccount, ""},
		{"account.entries", MyAccount, "entries"},
		{"account.records", Records, ""},
		{"account.waiting", MyAccount, "waiting"},
	} {
		at := address{path: string(one.task), fragment: one.part}
		v.Links = append(v.Links, choice{Name: w.Text(one.name, nil), Address: r.link(at)})
	}
	if tenant != nil {
		v.Links = append(v.Links, choice{Name: w.Text("mine.here", nil), Address: r.link(address{path: homeAddress(*tenant).path + MyRecordPath})})
		if r.Visitor.People {
			v.Links = append(v.Links, choice{Name: w.Text("people.title", nil), Address: r.link(peopleAddress(*tenant))})
		}
		if r.Visitor.Refunds {
			v.Links = append(v.Links, choice{Name: w.Text("refunds.title", nil), Address: r.link(refundsAddress(*tenant))})
		}
		if r.Visitor.Staff {
			v.Links = append(v.Links, choice{Name: w.Text("staff.title", nil), Address: r.link(staffAddress(*tenant))})
		}
		if r.Visitor.Settings {
			v.Links = append(v.Links, choice{Name: w.Text("logo.title", nil), Address: r.link(logoAddress(*tenant))})
		}
		if r.Visitor.History {
			v.Links = append(v.Links, choice{Name: w.Text("history.title", nil), Address: r.link(historiesAddress(*tenant))})
		}
		if r.Visitor.Audit {
			v.Links = append(v.Links, choice{Name: w.Text("audit.title", nil), Address: r.link(auditAddress(*tenant))})
		}
	}
	if len(r.Visitor.Roles) > 0 {
		v.Links = append(v.Links, choice{Name: w.Text("console.title", nil), Address: r.link(address{path: consolePath(tenant)})})
	}
	var roles []string
	for _, role := range r.Visitor.Roles {
		if key := "role." + role; w.Has(key) {
			roles = append(roles, w.Text(key, nil))
		}
	}
	v.Roles = capital(w.List(roles))
	f.Visitor = v
}

// consolePath returns the address of the console, with the tenant's pending tasks if there is a tenant.
func consolePath(tenant *openapi.Tenant) string {
	if tenant == nil {
		return "/console"
	}
	return "/console" + homeAddress(*tenant).path
}

// ofAccount reports whether a page is about an account; after a sign-in from there no return to it is needed.
func ofAccount(path string) bool {
	return path == string(SignIn) || path == string(MyAccount) || strings.HasPrefix(path, string(MyAccount)+"/")
}

// Link is the address of a page for this reader, with parameters as pairs of name and value.
func (r Reader) Link(path string, params ...string) string {
	at := address{path: path}
	for i := 0; i+1 < len(params); i += 2 {
		at = at.with(params[i], params[i+1])
	}
	return r.link(at)
}
