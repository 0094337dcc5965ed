package pages

import (
	"fmt"
	"io"
	"strings"

	"referto/frontend/words"
	"referto/internal/authz"
)

// Task is something that a person does about an account on a page of its own. The value is
// the address of the page, to which mails lead.
type Task string

// The tasks. Those of a mail's link take the token that stands behind the # of
// the address, which browsers send to no server.
const (
	SignIn            Task = "/sign-in"
	Register          Task = "/account/registration"
	ConfirmAddress    Task = "/account/verification" // #token=
	ForgottenPassword Task = "/account/forgotten-password"
	NewPassword       Task = "/account/new-password" // #token=
	Invitations       Task = "/account/invitations"
	Records           Task = "/account/records" // ?tenant= and #token= or #code=
)

// Tasks are all tasks: the pages to be served.
func Tasks() []Task {
	return []Task{SignIn, Register, ConfirmAddress, ForgottenPassword, NewPassword, Invitations, Records}
}

// accountForm is the one form of a task's page. account.js sends it: the fields
// by their names, with the token of the address where one is needed, as JSON.
type accountForm struct {
	// call is the operation of the API, under /v1.
	call   string
	fields []accountField
	token  bool
	// title, lead, submit and done are keys of messages. Without lead the form
	// says all; without done the answer is a session, and the page goes on to
	// the roles of the account.
	title, lead, submit, done string
	// stale is the key of what to do when the link is wrong, used or out of date.
	stale string
	// also are the pages that help who is wrong here.
	also []Task
}

// accountField is a field of a form, and of the body of the request.
type accountField struct {
	name, kind   string // kind is the type of the input
	label        string // key of a message
	autocomplete string // how password managers know it
}

var (
	fieldName        = accountField{"name", "text", "account.name", "name"}
	fieldEmail       = accountField{"email", "email", "account.email", "username"}
	fieldPassword    = accountField{"password", "password", "account.password", "current-password"}
	fieldNewPassword = accountField{"password", "password", "account.new-password", "new-password"}
)

var accountForms = map[Task]accountForm{
	SignIn: {
		call: "/sessions", fields: []accountField{fieldEmail, fieldPassword},
		title: "account.sign-in", submit: "account.sign-in",
		also: []Task{ForgottenPassword, Register},
	},
	Invitations: {
		call: "/sessions", fields: []accountField{fieldEmail, fieldPassword},
		title: "account.invitations", lead: "account.invitations-lead", submit: "account.sign-in",
		also: []Task{Register, ForgottenPassword},
	},
	Records: {
		call: "/sessions", fields: []accountField{fieldEmail, fieldPassword},
		title: "account.records", lead: "account.records-lead", submit: "account.sign-in",
		also: []Task{Register, ForgottenPassword},
	},
	Register: {
		call: "/accounts", fields: []accountField{fieldName, fieldEmail, fieldNewPassword},
		title: "account.register", lead: "account.register-lead", submit: "account.register-submit", done: "account.register-done",
		also: []Task{SignIn},
	},
	ConfirmAddress: {
		call: "/account-verifications", token: true,
		title: "account.confirm", lead: "account.confirm-lead", submit: "account.confirm-submit", done: "account.confirm-done", stale: "account.confirm-stale",
		also: []Task{SignIn, Register},
	},
	ForgottenPassword: {
		call: "/password-resets", fields: []accountField{fieldEmail},
		title: "account.forgotten", lead: "account.forgotten-lead", submit: "account.forgotten-submit", done: "account.forgotten-done",
		also: []Task{SignIn},
	},
	NewPassword: {
		call: "/password-resets/confirmation", fields: []accountField{fieldNewPassword}, token: true,
		title: "account.reset", lead: "account.reset-lead", submit: "account.reset-submit", done: "account.reset-done", stale: "account.reset-stale",
		also: []Task{SignIn, ForgottenPassword},
	},
}

// accountModel is the content of templates/account.html.
type accountModel struct {
	frame
	Heading, Lead, Submit, Done string
	Call                        string
	Fields                      []fieldModel
	Token, Session, Registers   bool
	RecordsFirst                bool // what somebody has come to the page for
	// Example is the body of the request, for who sends it without script.
	Example string
	Also    []choice
}

type fieldModel struct {
	Name, Kind, Label, Autocomplete string
	Secret                          bool
}

// accountSettings holds what account.js needs, as JSON in the page.
type accountSettings struct {
	Words map[string]string `json:"words"`
	Roles map[string]string `json:"roles,omitempty"` // names of roles by code
}

// Account writes the page of a task. It is the same for everybody: who the reader
// is, and the token of a mail's link, are known to the script only.
func (p *Pages) Account(out io.Writer, v Account) error {
	form, ok := accountForms[v.Task]
	if !ok {
		return fmt.Errorf("pages: no page for the task %q", v.Task)
	}
	w := v.words()
	heading := w.Text(form.title, nil)
	m := accountModel{
		frame: v.frame(nil, heading, address{path: string(v.Task)}), Heading: heading, Submit: w.Text(form.submit, nil),
		Call: form.call, Token: form.token, Session: form.session(), Registers: v.Task == Register, RecordsFirst: v.Task == Records, Example: form.example(),
	}
	if form.lead != "" {
		m.Lead = w.Text(form.lead, nil)
	}
	if form.done != "" {
		m.Done = w.Text(form.done, nil)
	}
	m.Fields = inputs(w, form.fields)
	for _, task := range form.also {
		m.Also = append(m.Also, choice{Name: w.Text(accountForms[task].title, nil), Address: v.link(address{path: string(task)})})
	}
	m.Account = v.accountSettings(form)
	return p.render(out, m.Lang, "account", m)
}

// inputs are the fields of a form.
func inputs(w *words.Words, fields []accountField) (out []fieldModel) {
	for _, f := range fields {
		out = append(out, fieldModel{
			Name: f.name, Kind: f.kind, Label: w.Text(f.label, nil), Autocomplete: f.autocomplete, Secret: f.kind == "password",
		})
	}
	return out
}

func (v Account) accountSettings(form accountForm) *accountSettings {
	w := v.words()
	s := &accountSettings{Words: map[string]string{
		"unreachable": w.Text("account.unreachable", nil),
		"failed":      w.Text("account.failed", nil),
		"show":        w.Text("account.show", nil),
		"hide":        w.Text("account.hide", nil),
	}}
	if form.stale != "" {
		s.Words["stale"] = w.Text(form.stale, nil)
	}
	if !form.session() {
		return s
	}
	for name, key := range map[string]string{
		"signedIn": "account.signed-in",
		"accepted": "account.accepted",
		"until":    "account.until",
		"region":   "account.one-region",
		"stage":    "account.one-event",

		"unlink":     "account.record-unlink",
		"unlinkSure": "account.record-unlink-sure",
		"unlinked":   "account.record-unlinked",
		"linked":     "account.record-linked",
		"withdraw":   "account.request-withdraw",
		"claim":      "account.request-claim",
		"name":       "account.request-name",
		"open":       "account.request-open",
		"confirmed":  "account.request-confirmed",
		"refused":    "account.request-refused",
		"withdrawn":  "account.request-withdrawn",
		"overtaken":  "account.request-overtaken",
		"linkOf":     "account.link-lead",
	} {
		s.Words[name] = w.Text(key, nil)
	}
	s.Roles = map[string]string{}
	for _, role := range authz.Roles() {
		if key := "role." + string(role); w.Has(key) {
			s.Roles[string(role)] = capital(w.Text(key, nil))
		}
	}
	return s
}

// session reports whether the answer is a session.
func (f accountForm) session() bool { return f.done == "" }

// example is the body that account.js sends, with gaps for the values.
func (f accountForm) example() string {
	var members []string
	if f.token {
		members = append(members, `"token": "…"`)
	}
	for _, field := range f.fields {
		members = append(members, `"`+field.name+`": "…"`)
	}
	return "{" + strings.Join(members, ", ") + "}"
}
