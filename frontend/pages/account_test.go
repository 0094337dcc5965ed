package pages_test

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/authz"
	"referto/openapi"
)

func accountPage(t *testing.T, lang string, task pages.Task) document {
	t.Helper()
	return rendered(t, func(p *pages.Pages, out io.Writer) error {
		return p.Account(out, pages.Account{Reader: pages.Reader{Lang: lang}, Task: task})
	})
}

// everyAccountPage renders the page of each task in each language.
func everyAccountPage(t *testing.T, check func(t *testing.T, lang string, task pages.Task, page document)) {
	t.Helper()
	for _, lang := range words.Languages() {
		for _, task := range pages.Tasks() {
			t.Run(lang+string(task), func(t *testing.T) {
				t.Parallel()
				check(t, lang, task, accountPage(t, lang, task))
			})
		}
	}
}

func TestAccountPagesSpeakTheReadersLanguage(t *testing.T) {
	t.Parallel()
	tests := []struct {
		task pages.Task
		want map[string]string // heading, then the button that sends the form
	}{
		{pages.SignIn, map[string]string{"en": "Sign in: Sign in", "it": "Accedi: Accedi", "bg": "Вход: Вход"}},
		{pages.Register, map[string]string{"en": "Create an account: Create account", "it": "Crea un account: Crea l’account", "bg": "Създаване на профил: Създай профила"}},
		{pages.ConfirmAddress, map[string]string{
			"en": "Confirm your address: Confirm address", "it": "Conferma il tuo indirizzo: Conferma l’indirizzo", "bg": "Потвърдете адреса си: Потвърждавам адреса",
		}},
		{pages.ForgottenPassword, map[string]string{"en": "Forgotten password: Send the mail", "it": "Password dimenticata: Invia la mail", "bg": "Забравена парола: Изпрати писмото"}},
		{pages.NewPassword, map[string]string{
			"en": "Choose a new password: Set password", "it": "Scegli una nuova password: Imposta la password", "bg": "Изберете нова парола: Запази паролата",
		}},
		{pages.Invitations, map[string]string{"en": "Your invitations: Sign in", "it": "I tuoi inviti: Accedi", "bg": "Вашите покани: Вход"}},
		{pages.Records, map[string]string{"en": "My records: Sign in", "it": "Le mie schede: Accedi", "bg": "Моите записи: Вход"}},
	}
	if len(tests) != len(pages.Tasks()) {
		t.Errorf("%d pages for %d tasks", len(tests), len(pages.Tasks()))
	}
	for _, tt := range tests {
		for lang, want := range tt.want {
			page := accountPage(t, lang, tt.task)
			if got := text(page.one(tag("h1"))) + ": " + text(within(page.one(with("id", "entry")), with("type", "submit"))[0]); got != want {
				t.Errorf("%s %s: got %q, want %q", tt.task, lang, got, want)
			}
		}
	}
}

// The form sends what the operation requires, and nothing else: the fields by
// their names, and the token of the mail's link.
func TestAccountFormsFitTheContract(t *testing.T) {
	t.Parallel()
	doc, err := openapi.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	everyAccountPage(t, func(t *testing.T, _ string, _ pages.Task, page document) {
		form := page.one(with("id", "entry"))
		path := doc.Paths.Find(strings.TrimPrefix(attribute(form, "action"), "/v1"))
		if path == nil || path.Post == nil {
			t.Fatalf("no operation POST %s", attribute(form, "action"))
		}
		body := path.Post.RequestBody.Value.Content["application/json"].Schema.Value
		var sent []string
		for _, input := range within(form, tag("input")) {
			sent = append(sent, attribute(input, "name"))
		}
		if has("data-token")(form) {
			sent = append(sent, "token")
		}
		for _, name := range body.Required {
			if !slices.Contains(sent, name) {
				t.Errorf("%q is required and not sent", name)
			}
		}
		for _, name := range sent {
			if body.Properties[name] == nil {
				t.Errorf("%q is sent and unknown", name)
			}
		}
	})
}

// Without script nothing is shown that would not work: the form is hidden, and a
// sentence names the call of the API that does the same.
func TestAccountPagesWithoutScript(t *testing.T) {
	t.Parallel()
	everyAccountPage(t, func(t *testing.T, lang string, _ pages.Task, page document) {
		form := page.one(with("id", "entry"))
		if !has("hidden")(form) {
			t.Error("the form is seen")
		}
		// A form that is sent nevertheless must not put its fields into an address.
		if attribute(form, "method") != "post" {
			t.Errorf("the form is sent by %q", attribute(form, "method"))
		}
		without := text(within(page.one(tag("main")), tag("noscript"))[0])
		for _, want := range []string{words.For(lang).Text("account.no-script", nil), "POST " + attribute(form, "action")} {
			if !strings.Contains(without, want) {
				t.Errorf("%q is missing in %q", want, without)
			}
		}
		if has("data-token")(form) != strings.Contains(without, "#token=") {
			t.Errorf("where the token stands: %q", without)
		}
	})
}

// Each field has a label, a place for what is wrong with it, and a name that
// password managers know; what is secret can be shown.
func TestAccountFields(t *testing.T) {
	t.Parallel()
	everyAccountPage(t, func(t *testing.T, _ string, _ pages.Task, page document) {
		for _, input := range within(page.one(with("id", "entry")), tag("input")) {
			name := attribute(input, "name")
			if attribute(input, "type") == "hidden" {
				continue
			}
			if label := page.one(with("for", attribute(input, "id"))); text(label) == "" {
				t.Errorf("%s has an empty label", name)
			}
			if attribute(input, "aria-describedby") != name+"-fault" || attribute(input, "autocomplete") == "" {
				t.Errorf("%s: %v", name, input.Attr)
			}
			if shown := len(page.all(with("data-shows", name))) == 1; shown != (attribute(input, "type") == "password") {
				t.Errorf("%s can be shown: %t", name, shown)
			}
		}
	})
}

func TestAccountScriptKnowsEveryRoleByName(t *testing.T) {
	t.Parallel()
	table, err := authz.Compile()
	if err != nil {
		t.Fatal(err)
	}
	everyAccountPage(t, func(t *testing.T, lang string, task pages.Task, page document) {
		var settings struct{ Words, Roles map[string]string }
		if err := json.Unmarshal([]byte(page.one(with("id", "settings")).FirstChild.Data), &settings); err != nil {
			t.Fatal(err)
		}
		for name, said := range settings.Words {
			if said == "" || words.For(lang).Has(said) || strings.HasPrefix(said, "account.") {
				t.Errorf("word %s: %q", name, said)
			}
		}
		session := task == pages.SignIn || task == pages.Invitations || task == pages.Records
		if session != has("data-session")(page.one(with("id", "entry"))) || session != (len(page.all(with("id", "offers"))) == 1) {
			t.Errorf("leads to a session: not %t", session)
		}
		for _, role := range authz.Roles() {
			grantable := slices.ContainsFunc(authz.Scopes(), func(s authz.Scope) bool { return table.Grantable(role, s) })
			if session && grantable && settings.Roles[string(role)] == "" {
				t.Errorf("%s has no name", role)
			}
		}
	})
}

func TestAccountPagesHelpOnward(t *testing.T) {
	t.Parallel()
	everyAccountPage(t, func(t *testing.T, _ string, task pages.Task, page document) {
		links := within(page.one(with("id", "also")), tag("a"))
		if len(links) == 0 {
			t.Error("leads nowhere")
		}
		for _, link := range links {
			if to := pages.Task(attribute(link, "href")); to == task || !slices.Contains(pages.Tasks(), to) {
				t.Errorf("leads to %q", to)
			}
		}
		if sections := page.all(class("sections")); len(sections) != 0 {
			t.Errorf("sections of no tenant: %q", texts(sections))
		}
		if loaded := page.all(func(n *html.Node) bool { return strings.Contains(attribute(n, "src"), "/account.") }); len(loaded) != 1 {
			t.Errorf("%d scripts", len(loaded))
		}
	})
}

func TestNoPageForAnUnknownTask(t *testing.T) {
	t.Parallel()
	p, err := newPages()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Account(io.Discard, pages.Account{Task: "/account/nothing"}); err == nil {
		t.Error("a page is made")
	}
}
