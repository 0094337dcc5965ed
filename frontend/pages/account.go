package pages

import (
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"

	"referto/frontend/words"
	"referto/openapi"
)

// Task is a task of a person about an account, on a page of its own. The value is the address of the page, to which
// mails link.
type Task string

// The tasks. Those of a mail's link take its token as ?token=. Opening such a page changes nothing, because programs
// that check the links of a mail send no form.
const (
	SignIn            Task = "/sign-in"
	AskSignInLink     Task = "/account/sign-in-link"
	SignInByLink      Task = "/account/sign-in" // ?token=
	Register          Task = "/account/registration"
	ConfirmAddress    Task = "/account/verification" // ?token=
	ForgottenPassword Task = "/account/forgotten-password"
	NewPassword       Task = "/account/new-password" // ?token=
	ChangePassword    Task = "/account/password"     // of the signed-in person
)

// The pages of the signed-in person, to which mails lead too.
const (
	MyAccount   Task = "/account"
	Invitations Task = "/account/invitations"
	Records     Task = "/account/records" // ?tenant= and ?token= or ?code=
	MyData      Task = "/account/data"
)

// SignOutPath and SignOutEverywherePath take the forms that end sessions.
const (
	SignOutPath           = "/sign-out"
	SignOutEverywherePath = "/account/sign-out-everywhere"
)

// Tasks are the tasks with a form: the pages to be served.
func Tasks() []Task {
	return []Task{SignIn, AskSignInLink, SignInByLink, Register, ConfirmAddress, ForgottenPassword, NewPassword, ChangePassword}
}

// AccountForm is the form of a task's page.
type AccountForm struct {
	// Call is the operation of the API that receives the form, under /v1.
	Call   string
	fields []accountField
	// Token: the token of the mail's link is sent too.
	Token bool
	// Mails: a mail follows, whose link leads to the page that follows signing in.
	Mails bool
	// title, lead, submit and done are keys of messages. The form may need no lead; without done another page
	// follows.
	title, lead, submit, done string
	// stale is the key of the advice when the link is wrong, used or out of date.
	stale string
	// also are the pages for people who came to the wrong form.
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

var accountForms = map[Task]AccountForm{
	SignIn: {
		Call: "/sessions", fields: []accountField{fieldEmail, fieldPassword},
		title: "account.sign-in", submit: "account.sign-in",
		also: []Task{AskSignInLink, ForgottenPassword, Register},
	},
	AskSignInLink: {
		Call: "/sign-in-links", Mails: true, fields: []accountField{fieldEmail},
		title: "account.sign-in-link", lead: "account.sign-in-link-lead", submit: "account.forgotten-submit", done: "account.sign-in-link-done",
		also: []Task{SignIn, Register},
	},
	SignInByLink: {
		Call: "/sessions/by-link", Token: true,
		title: "account.sign-in", lead: "account.by-link-lead", submit: "account.sign-in", stale: "account.by-link-stale",
		also: []Task{AskSignInLink, SignIn},
	},
	Register: {
		Call: "/accounts", Mails: true, fields: []accountField{fieldName, fieldEmail, fieldNewPassword},
		title: "account.register", lead: "account.register-lead", submit: "account.register-submit", done: "account.register-done",
		also: []Task{SignIn},
	},
	ConfirmAddress: {
		Call: "/account-verifications", Token: true,
		title: "account.confirm", lead: "account.confirm-lead", submit: "account.confirm-submit", stale: "account.confirm-stale",
		also: []Task{SignIn, Register},
	},
	ForgottenPassword: {
		Call: "/password-resets", Mails: true, fields: []accountField{fieldEmail},
		title: "account.forgotten", lead: "account.forgotten-lead", submit: "account.forgotten-submit", done: "account.forgotten-done",
		also: []Task{SignIn},
	},
	NewPassword: {
		Call: "/password-resets/confirmation", fields: []accountField{fieldNewPassword}, Token: true,
		title: "account.reset", lead: "account.reset-lead", submit: "account.reset-submit", stale: "account.reset-stale",
		also: []Task{SignIn, ForgottenPassword},
	},
	ChangePassword: {
		Call: "/me/password", fields: []accountField{
			{"current", "password", "account.current-password", "current-password"},
			{"new", "password", "account.new-password", "new-password"},
		},
		title: "account.change-password", lead: "account.change-password-lead", submit: "account.reset-submit",
		also: []Task{MyAccount},
	},
}

// taskTitles are the keys of the titles of the pages without form.
var taskTitles = map[Task]string{MyAccount: "account.mine", Invitations: "account.invitations", Records: "account.records", MyData: "account.data"}

// FormOf returns the form of a task, and whether there is one.
func FormOf(task Task) (AccountForm, bool) {
	form, known := accountForms[task]
	return form, known
}

// Fields are the names of the fields, as the operation names them.
func (f AccountForm) Fields() (names []string) {
	for _, field := range f.fields {
		names = append(names, field.name)
	}
	return names
}

// The values of ?after= on sign-in and account pages: the act that has just been done.
const (
	AfterConfirming = "confirmed"
	AfterReset      = "reset"
	AfterPassword   = "password"
	AfterSignOut    = "signed-out"
	AfterLetter     = "letter"  // asked for by a person about a record
	AfterSending    = "sending" // asked for by the staff
	AfterErasure    = "erased"  // of one's own record
	AfterAddress    = "address" // noted by the staff
)

// afterwards holds the keys of the messages that a page shows first, by ?after=.
var afterwards = map[string]string{
	AfterConfirming: "account.confirm-done", AfterReset: "account.reset-done", AfterPassword: "account.password-done", AfterSignOut: "account.signed-out",
	AfterLetter: "claim.letter-done", AfterSending: "people.letter-done", AfterErasure: "erasure.done", AfterAddress: "people.address-done",
}

// afterMine lists the values of ?after= that the personal pages accept.
var afterMine = map[Task][]string{MyAccount: {AfterPassword}, Records: {AfterErasure}}

// said returns the key of the message about the act just done, if the page accepts this value of ?after=; ""
// otherwise, so that a made-up link shows nothing.
func said(after string, here ...string) (key string) {
	if slices.Contains(here, after) {
		key = afterwards[after]
	}
	return key
}

// Account is the page of a task about an account.
type Account struct {
	Reader
	Task Task
	// Token is the token of the mail's link; Next is the page that follows signing in; Key is the idempotency key of
	// the act, so that a form that is sent twice acts once.
	Token, Next, Key string
	// After names the act just done, see [AfterConfirming]; Done means that the form was sent and accepted.
	After string
	Done  bool
	// Kept is the form that was sent when the session had ended: it is sent on to Next after the sign-in. "" for
	// none.
	Kept string
	// Typed are the values of fields as they were sent. A password is never among them.
	Typed map[string]string
	// Refused holds the reasons why the form was refused; nil if it was not sent.
	Refused *Refusal
}

// Refusal holds the faults of a form that was sent.
type Refusal struct {
	// Fields are sentences by the names of the fields that they are about.
	Fields map[string]string
	// Text is a sentence about all of it; "" for none.
	Text string
	// Stale: the link of the mail does not work.
	Stale bool
	// Rule is the paragraph behind the refusal, if there is one.
	Rule openapi.Rule
}

// accountModel is the content of templates/account.html.
type accountModel struct {
	frame
	Heading, Lead, Submit, Said   string
	Action, Token, Next, Key, For string
	Kept                          string
	Missing, Sent, Registers      bool
	Fault                         string
	Fields                        []fieldModel
	Also                          []choice
}

type fieldModel struct {
	Name, Kind, Label, Autocomplete string
	Value, Fault                    string
	Secret, Focus                   bool
}

// Account writes the page of a task.
func (p *Pages) Account(out io.Writer, v Account) error {
	form, ok := accountForms[v.Task]
	if !ok {
		return fmt.Errorf("pages: no page for the task %q", v.Task)
	}
	w := v.words()
	heading, at := w.Text(form.title, nil), v.address()
	m := accountModel{
		frame: v.frame(nil, heading, at), Heading: heading, Submit: w.Text(form.submit, nil), Action: v.link(address{path: string(v.Task)}),
		Next: v.Next, Key: v.Key, Kept: v.Kept, Missing: form.Token && v.Token == "", Sent: v.Done && form.done != "", Registers: v.Task == Register,
		Fields: inputs(w, form.fields),
	}
	m.Unlisted = true
	if form.Token {
		m.Token = v.Token
	}
	if v.Task == ChangePassword && v.Visitor != nil {
		m.For = v.Visitor.Email
	}
	if form.lead != "" {
		m.Lead = w.Text(form.lead, nil)
	}
	if m.Sent {
		m.Said = w.Text(form.done, nil)
	} else if key := said(v.After, AfterConfirming, AfterReset, AfterSignOut); key != "" && v.Task == SignIn {
		m.Said = w.Text(key, nil)
	}
	if v.Kept != "" {
		m.Said = w.Text("account.kept", nil)
	}
	m.refuse(w, form, v)
	for _, task := range form.also {
		m.Also = append(m.Also, choice{Name: w.Text(task.title(), nil), Address: v.link(v.passOn(task))})
	}
	return p.render(out, m.Lang, "account", m)
}

// GoOn is the page on which a person, after signing in anew, sends on the form that they sent when their session had
// ended.
type GoOn struct {
	Reader
	To    string     // where the form goes, an address of this site
	Typed url.Values // its fields
}

// goOnModel is the content of the template "go-on".
type goOnModel struct {
	frame
	Heading, Lead, Action, Leave string
	Fields                       []param
}

// GoOn writes the page. The form is not sent without a click, because another person may have signed in.
func (p *Pages) GoOn(out io.Writer, v GoOn) error {
	w := v.words()
	path, _, _ := strings.Cut(v.To, "?")
	m := goOnModel{Heading: w.Text("account.go-on", nil), Action: v.To, Leave: v.To}
	m.frame = v.frame(nil, m.Heading, address{path: path})
	m.Unlisted = true
	if v.Visitor != nil {
		m.Lead = w.Text("account.go-on-lead", map[string]any{"name": v.Visitor.Name})
	}
	for _, name := range slices.Sorted(maps.Keys(v.Typed)) {
		for _, value := range v.Typed[name] {
			m.Fields = append(m.Fields, param{name, value})
		}
	}
	return p.render(out, m.Lang, "go-on", m)
}

// refuse shows the faults beside their fields, or above the form, and keeps the values that were typed.
func (m *accountModel) refuse(w *words.Words, form AccountForm, v Account) {
	refused := v.Refused
	if refused == nil {
		refused = &Refusal{}
	}
	m.Fault = refused.Text
	if refused.Stale && form.stale != "" {
		m.Fault = w.Text(form.stale, nil)
	}
	first := m.Fault == ""
	for i, field := range m.Fields {
		if !field.Secret {
			m.Fields[i].Value = v.Typed[field.Name]
		}
		if fault := refused.Fields[field.Name]; fault != "" {
			m.Fields[i].Fault, m.Fields[i].Focus = fault, first
			first = false
		}
	}
}

// address returns the address of the page with the reader's parameters, which the switches of language keep.
func (v Account) address() address {
	at := address{path: string(v.Task)}
	for _, p := range []param{{"token", v.Token}, {"next", v.Next}, {"after", v.After}} {
		if p.Value != "" {
			at = at.with(p.Name, p.Value)
		}
	}
	if v.Done {
		at = at.with("done", "yes")
	}
	return at
}

// passOn returns the address of the page of another task, with the page that follows signing in.
func (v Account) passOn(task Task) address {
	at := address{path: string(task)}
	if v.Next != "" && task != MyAccount {
		at = at.with("next", v.Next)
	}
	return at
}

func (t Task) title() string {
	if key := taskTitles[t]; key != "" {
		return key
	}
	return accountForms[t].title
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
