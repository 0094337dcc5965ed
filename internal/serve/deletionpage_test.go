package serve_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"referto/internal/apitest"
)

// Two managers delete a federation by the forms of its page. All its pages, cached ones too, then show that it is
// closed, except to its managers; one of them withdraws the deletion, and the pages are back.
func TestDeletionByForms(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation, event, public := openStage(t, server)
	federation.Manager.Post(event+"/announcement", nil).Want(200)
	second := federation.Member("Bruna Seconda", "championship-manager", apitest.WholeTenant())
	at := "/t/" + federation.Slug + "/deletion"
	anna, bruna := signIn(t, server, federation.Manager), signIn(t, server, second)
	nobody, treasurer := &reader{t: t, server: server}, signIn(t, server, federation.Member("Tea Cassa", "treasurer", apitest.WholeTenant()))
	pages := func(r *reader, status int) {
		t.Helper()
		for _, page := range []string{"/t/" + federation.Slug, "/t/" + federation.Slug + "/rules", public} {
			if p := r.get(page); p.status != status || status == http.StatusGone && !strings.Contains(p.text, "closed") {
				t.Errorf("%s: %d %.300s", page, p.status, p.text)
			}
		}
	}
	pages(nobody, http.StatusOK)
	if p := treasurer.get(at); p.status != http.StatusForbidden {
		t.Errorf("a treasurer: %d", p.status)
	}
	if p := anna.get("/t/" + federation.Slug + "/staff"); !strings.Contains(p.text, `href="`+at+`"`) {
		t.Error("the page of roles does not lead there")
	}
	ask := url.Values{"act": {"ask-deletion"}, "slug": {"altra"}, "reason": {"Si scioglie"}, "password": {apitest.Password}}
	if p := anna.post(at, ask); p.status != http.StatusUnprocessableEntity || !strings.Contains(p.text, "Si scioglie") || strings.Contains(p.text, apitest.Password) {
		t.Errorf("another name: %d %s", p.status, p.text)
	}
	ask.Set("slug", federation.Slug)
	anna.post(at, ask).leadsTo(t, at)
	if p := anna.get(at); strings.Contains(p.text, `value="confirm-deletion"`) || !strings.Contains(p.text, "another manager has to confirm") {
		t.Errorf("whoever has asked: %s", p.text)
	}
	pages(nobody, http.StatusOK)
	bruna.post(at, url.Values{"act": {"confirm-deletion"}, "slug": {federation.Slug}, "password": {apitest.Password}}).leadsTo(t, at)
	pages(nobody, http.StatusGone)
	pages(treasurer, http.StatusGone)
	pages(anna, http.StatusOK)
	notice := `<p class="offline" id="closed" role="status">Closed, deleted from `
	for _, page := range []string{"/t/" + federation.Slug, public, "/t/" + federation.Slug + "/staff"} {
		if p := anna.get(page); !strings.Contains(p.text, notice) || !strings.Contains(p.text, `<a href="`+at+`">Take it back</a></p>`) {
			t.Errorf("%s does not tell a manager until when it can be taken back: %.600s", page, p.text)
		}
		for _, other := range []*reader{nobody, treasurer} {
			if p := other.get(page); strings.Contains(p.text, `id="closed"`) || strings.Contains(p.text, at) {
				t.Errorf("%s tells of it who does not manage: %s", page, p.text)
			}
		}
	}
	if p := anna.get(at); !strings.Contains(p.text, `value="withdraw-deletion"`) || !strings.Contains(p.text, "Closed, deleted from") {
		t.Errorf("closed: %s", p.text)
	}
	anna.post(at, url.Values{"act": {"withdraw-deletion"}}).leadsTo(t, at)
	pages(nobody, http.StatusOK)
	if p := anna.get("/t/" + federation.Slug); strings.Contains(p.text, `id="closed"`) {
		t.Error("a federation that is open says that it is closed")
	}
}
