package pages_test

import (
	"bytes"
	"strings"
	"testing"

	"referto/frontend/pages"
	"referto/openapi"
)

// logoPage is the page of a tenant that has a logo.
func logoPage(reader pages.Reader, tenant openapi.Tenant) pages.LogoPage {
	tenant.Logo = openapi.Logo{Digest: strings.Repeat("a", 64), Width: 512, Height: 256, AlternativeText: "Un esagono"}
	return pages.LogoPage{Reader: reader, Tenant: tenant, Version: "3", Key: "k"}
}

// The page shows the logo there is with the form that removes it, and the form that sets one names the version that was seen.
func TestLogoPage(t *testing.T) {
	t.Parallel()
	p, err := pages.New()
	if err != nil {
		t.Fatal(err)
	}
	written := func(v pages.LogoPage) string {
		t.Helper()
		var out bytes.Buffer
		if err := p.Logo(&out, v); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	v := logoPage(pages.Reader{Lang: "en"}, openapi.Tenant{Slug: "lega", Name: "Lega"})
	at := "/v1/tenants/lega/logo/" + v.Tenant.Logo.Digest
	with := written(v)
	for _, want := range []string{
		`<img class="logo" src="` + at + `?size=mark" alt="" width="512" height="256">`, `<img src="` + at + `" alt="Un esagono"`, `value="set-logo"`, `value="remove-logo"`, `name="version" value="3"`,
		`accept="image/png,image/jpeg,image/webp"`, `enctype="multipart/form-data"`,
	} {
		if !strings.Contains(with, want) {
			t.Errorf("no %s", want)
		}
	}
	v.Tenant.Logo = openapi.Logo{}
	if without := written(v); strings.Contains(without, "remove-logo") || strings.Contains(without, "/logo/") || !strings.Contains(without, "There is no logo yet.") || !strings.Contains(without, "<svg") {
		t.Error("a logo that is not there is shown, or can be removed")
	}
}
