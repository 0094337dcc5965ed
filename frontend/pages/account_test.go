package pages_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/openapi"
)

// accountPage renders the page of a task as seen by a person with a link of a mail.
func accountPage(t *testing.T, view pages.Account) document {
	t.Helper()
	return rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Account(out, view) })
}

// everyAccountPage renders the page of each task in each language.
func everyAccountPage(t *testing.T, check func(t *testing.T, lang string, task pages.Task, page document)) {
	t.Helper()
	for _, lang := range words.Languages() {
		for _, task := range pages.Tasks() {
			t.Run(lang+string(task), func(t *testing.T) {
				t.Parallel()
				check(t, lang, task, accountPage(t, pages.Account{Reader: pages.Reader{Lang: lang}, Task: task, Token: "secret", Key: "key"}))
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
		{pages.AskSignInLink, map[string]string{
			"en": "Sign in without the password: Send the mail", "it": "Accedi senza password: Invia la mail", "bg": "Вход без парола: Изпрати писмото",
		}},
		{pages.SignInByLink, map[string]string{"en": "Sign in: Sign in", "it": "Accedi: Accedi", "bg": "Вход: Вход"}},
		{pages.Register, map[string]string{"en": "Create an account: Create account", "it": "Crea un account: Crea l’account", "bg": "Създаване на профил: Създай профила"}},
		{pages.ConfirmAddress, map[string]string{
			"en": "Confirm your address: Confirm address", "it": "Conferma il tuo indirizzo: Conferma l’indirizzo", "bg": "Потвърдете адреса си: Потвърждавам адреса",
		}},
		{pages.ForgottenPassword, map[string]string{"en": "Forgotten password: Send the mail", "it": "Password dimenticata: Invia la mail", "bg": "Забравена парола: Изпрати писмото"}},
		{pages.NewPassword, map[string]string{
			"en": "Choose a new password: Set password", "it": "Scegli una nuova password: Imposta la password", "bg": "Изберете нова парола: Запази паролата",
		}},
		{pages.ChangePassword, map[string]string{"en": "Change password: Set password", "it": "Cambia password: Imposta la password", "bg": "Смяна на паролата: Запази паролата"}},
	}
	if len(tests) != len(pages.Tasks()) {
		t.Errorf("%d pages for %d tasks", len(tests), len(pages.Tasks()))
	}
	for _, tt := range tests {
		for lang, want := range tt.want {
			page := accountPage(t, pages.Account{Reader: pages.Reader{Lang: lang}, Task: tt.task, Token: "secret"})
			if got := text(page.one(tag("h1"))) + ": " + text(within(page.one(with("id", "entry")), with("type", "submit"))[0]); got != want {
				t.Errorf("%s %s: got %q, want %q", tt.task, lang, got, want)
			}
		}
	}
}

// The form sends the operation's required values by the names of its fields, and besides them only fields that the
// server of the pages reads itself.
func TestAccountFormsFitTheContract(t *testing.T) {
	t.Parallel()
	doc, err := openapi.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	everyAccountPage(t, func(t *testing.T, _ string, task pages.Task, page document) {
		form, _ := pages.FormOf(task)
		path := doc.Paths.Find(form.Call)
		if path == nil || path.Post == nil {
			t.Fatalf("no operation POST %s", form.Call)
		}
		if shown := page.one(with("id", "entry")); attribute(shown, "method") != "post" || attribute(shown, "action") != string(task) {
			t.Errorf("the form: %v", shown.Attr)
		}
		body := path.Post.RequestBody.Value.Content["application/json"].Schema.Value
		sent := form.Fields()
		if form.Token {
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
			page.one(with("name", name))
		}
		for _, input := range within(page.one(with("id", "entry")), tag("input")) {
			if name := attribute(input, "name"); !slices.Contains(append(sent, "key"), name) {
				t.Errorf("%q is in the form", name)
			}
		}
	})
}

// Each field has a label and a name that password managers know, and accepts pasted text; a secret can be shown if
// script runs.
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
			if attribute(input, "autocomplete") == "" || has("onpaste")(input) || has("readonly")(input) {
				t.Errorf("%s: %v", name, input.Attr)
			}
			if shown := page.all(with("data-shows", name)); (len(shown) == 1) != (attribute(input, "type") == "password") || len(shown) == 1 && !has("hidden")(shown[0]) {
				t.Errorf("%s can be shown: %d", name, len(shown))
			}
		}
	})
}

// A fault is shown at its field, where the reader continues; the typed values are kept, except a password.
func TestRefusedAccountForms(t *testing.T) {
	t.Parallel()
	page := accountPage(t, pages.Account{
		Reader: pages.Reader{Lang: "en"}, Task: pages.Register, Typed: map[string]string{"name": `Anna "A" <b>`, "email": "anna@", "password": "secret"},
		Refused: &pages.Refusal{Fields: map[string]string{"email": "No address.", "password": "Too short."}},
	})
	for name, want := range map[string]string{"name": `Anna "A" <b>`, "email": "anna@", "password": ""} {
		if got := attribute(page.one(with("id", name)), "value"); got != want {
			t.Errorf("%s holds %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"email": "No address.", "password": "Too short."} {
		input := page.one(with("id", name))
		if got := text(page.one(with("id", attribute(input, "aria-describedby")))); got != want || attribute(input, "aria-invalid") != "true" {
			t.Errorf("at %s stands %q", name, got)
		}
	}
	if focused := page.all(has("autofocus")); len(focused) != 1 || attribute(focused[0], "id") != "email" {
		t.Errorf("%d fields take the focus", len(focused))
	}
	if strings.Contains(page.source, "secret") {
		t.Error("the password is in the page")
	}
	stale := accountPage(t, pages.Account{Reader: pages.Reader{Lang: "en"}, Task: pages.ConfirmAddress, Token: "x", Refused: &pages.Refusal{Stale: true}})
	if got, want := text(stale.one(with("id", "problem"))), words.For("en").Text("account.confirm-stale", nil); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Without the token of a mail's link there is no form that could not work.
func TestAccountPagesWithoutToken(t *testing.T) {
	t.Parallel()
	for _, task := range pages.Tasks() {
		form, _ := pages.FormOf(task)
		page := accountPage(t, pages.Account{Reader: pages.Reader{Lang: "en"}, Task: task})
		if got := len(page.all(with("id", "entry"))) == 0; got != form.Token {
			t.Errorf("%s: no form: %t", task, got)
		}
	}
}

func TestAccountPagesHelpOnward(t *testing.T) {
	t.Parallel()
	everyAccountPage(t, func(t *testing.T, _ string, task pages.Task, page document) {
		links := within(page.one(with("id", "also")), tag("a"))
		if len(links) == 0 {
			t.Error("leads nowhere")
		}
		for _, link := range links {
			if to := pages.Task(attribute(link, "href")); to == task || !slices.Contains(append(pages.Tasks(), pages.MyAccount), to) {
				t.Errorf("leads to %q", to)
			}
		}
		if sections := page.all(class("sections")); len(sections) != 0 {
			t.Errorf("sections of no tenant: %q", texts(sections))
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

// A page reports the act that was done on it, and no other that a made-up link names.
func TestAPageSaysOnlyWhatIsDoneThere(t *testing.T) {
	t.Parallel()
	says := func(task pages.Task, after string) bool {
		page := accountPage(t, pages.Account{Reader: pages.Reader{Lang: "en"}, Task: task, After: after})
		return len(page.all(with("class", "lead said"))) > 0
	}
	for _, done := range []string{pages.AfterConfirming, pages.AfterReset, pages.AfterSignOut} {
		if !says(pages.SignIn, done) || says(pages.Register, done) {
			t.Errorf("%s is for the page of signing in", done)
		}
	}
	for _, elsewhere := range []string{pages.AfterErasure, pages.AfterLetter, pages.AfterPassword, "anything"} {
		if says(pages.SignIn, elsewhere) {
			t.Errorf("%s is said on the page of signing in", elsewhere)
		}
	}
}
