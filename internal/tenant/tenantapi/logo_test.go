package tenantapi_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// logo is the file of a logo of some width, as base64.
func logo(t *testing.T, width int) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewNRGBA(image.Rect(0, 0, width, 40))); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(out.Bytes())
}

// A logo is set, replaced and removed by a caller who names the tenant's current version; its pictures are public,
// under an address that names their content.
func TestLogo(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	lega := s.Federation("Lega")
	manager, stranger, at := lega.Manager, s.Anonymous(), lega.Path+"/logo"
	before := manager.Get(lega.Path).Want(200)
	if strings.Contains(string(before.Body), `"logo"`) {
		t.Fatalf("a logo from the beginning: %s", before.Body)
	}
	seen := apitest.Header("If-Match", before.ETag())
	set := manager.Do(http.MethodPut, at, apitest.JSON{"content": logo(t, 60), "alternativeText": " Un  esagono "}, seen).Want(200)
	var tenant openapi.Tenant
	set.Into(&tenant)
	if tenant.Logo.Width != 60 || tenant.Logo.Height != 40 || tenant.Logo.AlternativeText != "Un esagono" || set.ETag() == before.ETag() {
		t.Errorf("set: %s under %s", set.Body, set.ETag())
	}
	for _, size := range []string{"", "?size=mark", "?size=print"} {
		picture := stranger.Get(at + "/" + tenant.Logo.Digest + size).Want(200)
		if picture.Header.Get("Content-Type") != "image/png" || picture.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%s: %v", size, picture.Header)
		}
		if shape, err := png.DecodeConfig(bytes.NewReader(picture.Body)); err != nil || shape.Width != 60 || shape.Height != 40 {
			t.Errorf("%s: %+v %v", size, shape, err)
		}
		stranger.Get(at+"/"+tenant.Logo.Digest+size, apitest.Header("If-None-Match", picture.ETag())).Want(304)
	}
	if c := manager.Get(at + "/" + tenant.Logo.Digest).Want(200).Header.Get("Cache-Control"); strings.Contains(c, "public") {
		t.Errorf("kept of who has signed in: %s", c)
	}

	t.Run("who has seen it as it was is told", func(t *testing.T) {
		manager.In(t).Do(http.MethodPut, at, apitest.JSON{"content": logo(t, 80)}, seen).Want(412)
		manager.In(t).Delete(at, seen).Want(412)
		manager.In(t).Do(http.MethodPut, at, apitest.JSON{"content": logo(t, 80)}).Want(428)
		manager.In(t).Delete(at).Want(428)
	})
	t.Run("what is none is refused", func(t *testing.T) {
		svg := base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`))
		now := apitest.Header("If-Match", set.ETag())
		manager.In(t).Do(http.MethodPut, at, apitest.JSON{"content": svg}, now).Refused(422, "logo-svg")
		manager.In(t).Do(http.MethodPut, at, apitest.JSON{"content": logo(t, 20_000)}, now).Refused(422, "logo-too-long")
		manager.In(t).Do(http.MethodPut, at, apitest.JSON{"content": "nothing like it"}, now).Refused(422, "invalid")
		manager.In(t).Do(http.MethodPut, at, apitest.JSON{"content": logo(t, 60), "alternativeText": strings.Repeat("a", 121)}, now).Refused(422, "invalid")
		stranger.In(t).Get(at + "/" + strings.Repeat("0", 64)).Want(404)
		stranger.In(t).Get(at + "/logo.png").Want(404)
	})
	t.Run("only who changes the tenant may", func(t *testing.T) {
		now := apitest.Header("If-Match", set.ETag())
		for _, other := range []*apitest.Client{s.SignUp("Eva Terza"), s.Federation("Altra").Manager} {
			other.In(t).Do(http.MethodPut, at, apitest.JSON{"content": logo(t, 60)}, now).Refused(403, "role-missing")
			other.In(t).Do(http.MethodPut, at, apitest.JSON{"content": "bm90aGluZw=="}, now).Refused(403, "role-missing") // and not the faults of the request
			other.In(t).Delete(at, now).Refused(403, "role-missing")
		}
		stranger.In(t).Do(http.MethodPut, at, apitest.JSON{"content": logo(t, 60)}, now).Want(401)
	})

	other := manager.Do(http.MethodPut, at, apitest.JSON{"content": logo(t, 120)}, apitest.Header("If-Match", set.ETag())).Want(200)
	if other.Text("logo.alternativeText") != "Lega" || other.Text("logo.digest") == tenant.Logo.Digest {
		t.Errorf("replaced: %s", other.Body)
	}
	stranger.Get(at + "/" + tenant.Logo.Digest).Want(404)
	stranger.Get(at + "/" + other.Text("logo.digest")).Want(200)
	if of := stranger.Get("/tenants?kind=federation").Want(200); !strings.Contains(string(of.Body), other.Text("logo.digest")) {
		t.Error("the list of tenants has no logo")
	}
	removed := manager.Delete(at, apitest.Header("If-Match", other.ETag())).Want(200)
	if strings.Contains(string(removed.Body), `"logo"`) || manager.Get(lega.Path).Want(200).ETag() != removed.ETag() {
		t.Errorf("removed: %s", removed.Body)
	}
	stranger.Get(at + "/" + other.Text("logo.digest")).Want(404)
	var audit openapi.AuditPage
	manager.Get(lega.Path + "/audit?kind=tenants").Want(200).Into(&audit)
	if a := audit.Items; len(a) < 3 || a[0].Operation != "RemoveLogo" || a[0].Before["width"] != 120.0 || a[0].After != nil || a[2].Operation != "SetLogo" || a[2].Before != nil {
		t.Errorf("the audit: %+v", audit.Items)
	}
}
