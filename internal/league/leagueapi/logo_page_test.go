package leagueapi_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
)

// A manager sets, replaces and removes the logo by forms, and finds it in the bar of every page, on the first
// page of the site, on printed pages and in the preview of a link.
func TestLogoByForms(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"startsAt": "2029-02-08T09:00:00Z"})
	s.open()
	home := "/t/" + s.federation.Slug
	at, manager, stranger := home+"/logo", newBrowser(t, s.server, s.federation.Manager), newBrowser(t, s.server, s.server.SignUp("Eva Terza"))
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewNRGBA(image.Rect(0, 0, 80, 60))); err != nil {
		t.Fatal(err)
	}
	version := func() string {
		t.Helper()
		_, text := manager.get(at)
		found := regexp.MustCompile(`name="version" value="([^"]+)"`).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("no form: %s", text)
		}
		return found[1]
	}
	set := func(content []byte, version, alt string) (int, string) {
		return manager.upload(at, map[string]string{"act": "set-logo", "version": version, "alternativeText": alt}, "content", content)
	}

	first := version()
	if _, text := manager.get(home); !strings.Contains(text, `href="`+at+`"`) || strings.Contains(text, "/v1/tenants/"+s.federation.Slug+"/logo/") {
		t.Error("the menu does not lead there, or there is a logo")
	}
	for name, c := range map[string]struct {
		content []byte
		says    string
	}{
		"a text": {[]byte("a logo"), "PNG, JPEG"}, "an SVG": {[]byte("<svg/>"), "SVG"}, "nothing": {nil, "fault"}, "too much": {make([]byte, 3<<20), "2 MB"},
	} {
		if status, text := set(c.content, first, "Un esagono"); status != http.StatusUnprocessableEntity && status != http.StatusBadRequest || !strings.Contains(text, c.says) || !strings.Contains(text, `value="Un esagono"`) {
			t.Errorf("%s: %d", name, status)
		}
	}
	if status, text := set(file.Bytes(), first, "Un esagono"); status != http.StatusSeeOther {
		t.Fatalf("%d %s", status, text)
	}
	if status, text := set(file.Bytes(), first, "Altro"); status != http.StatusUnprocessableEntity || !strings.Contains(text, `alt="Un esagono"`) {
		t.Errorf("over what somebody else has set: %d %s", status, text)
	}
	address := "/v1/tenants/" + s.federation.Slug + "/logo/" + s.federation.Manager.Get(s.federation.Path).Want(200).Text("logo.digest")
	event := home + "/e/" + s.federation.Manager.Get(s.path).Want(200).Text("slug")
	for page, want := range map[string]string{
		at: `alt="Un esagono"`, home: `src="` + address + `?size=mark"`, home + "/rules": `src="` + address + `?size=mark"`, "/": `src="` + address + `?size=mark"`,
		event:                   `<meta property="og:image" content="` + apitest.PublicURL + address + `"><meta property="og:image:alt" content="Un esagono">`,
		event + "/print/poster": `<img class="logo" src="` + address + `"`,
	} {
		if status, text := stranger.get(page); page != at && (status != http.StatusOK || !strings.Contains(text, want)) {
			t.Errorf("%s: %d, without %s", page, status, want)
		} else if _, text := manager.get(page); !strings.Contains(text, want) {
			t.Errorf("%s: the manager's has no %s", page, want)
		}
	}
	tag := func() string {
		answer, _ := (&browser{t: t, address: s.server.Address}).send(http.MethodGet, event, "", http.NoBody)
		return answer.Header.Get("ETag")
	}
	shown := tag()
	if status, _ := manager.upload(at, map[string]string{"act": "remove-logo", "version": version()}, "none", nil); status != http.StatusSeeOther {
		t.Fatalf("%d", status)
	}
	if _, text := manager.get(home); strings.Contains(text, address) {
		t.Error("it is still there")
	}
	s.server.Clock.Advance(2 * time.Minute) // cached pages may have the frame of a minute ago
	if tag() == shown {
		t.Error("a page of before is taken for the one of now")
	}

	t.Run("only who changes the tenant has the page", func(t *testing.T) {
		if status, _ := stranger.get(at); status != http.StatusForbidden {
			t.Errorf("looks: %d", status)
		}
		if status, _ := stranger.upload(at, map[string]string{"act": "set-logo", "version": version()}, "content", file.Bytes()); status != http.StatusForbidden {
			t.Errorf("sets: %d", status)
		}
		if status, _ := manager.upload(at, map[string]string{"act": "nothing"}, "content", nil); status != http.StatusBadRequest {
			t.Errorf("an act there is not: %d", status)
		}
	})
}
