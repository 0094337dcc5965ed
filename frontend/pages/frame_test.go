package pages

import (
	"strings"
	"testing"

	"referto/internal/release"
)

// A reader who reports a fault finds version and commit of the program at the foot of the page.
func TestTheFootShowsTheRelease(t *testing.T) {
	t.Parallel()
	const commit = "b200363efe80a1b2c3d4e5f60718293a4b5c6d7e"
	versions := map[string]bool{}
	for _, tt := range []struct {
		name    string
		running release.Release
		want    string
	}{
		{"a release", release.Release{Version: "v1.2.0", Commit: commit}, "<span>Referto v1.2.0 (b200363efe80)</span>"},
		{"between releases", release.Release{Version: "v0.0.0-20261127082007-b200363efe80", Commit: commit}, "<span>Referto v0.0.0-20261127082007-b200363efe80</span>"},
		{"a program that does not know", release.Release{Version: release.Unknown, Commit: release.Unknown}, ""},
	} {
		p, err := newOf(tt.running)
		if err != nil {
			t.Fatal(err)
		}
		var page strings.Builder
		if err := p.Account(&page, Account{Reader: Reader{Lang: "en"}, Task: Register}); err != nil {
			t.Fatal(err)
		}
		_, foot, _ := strings.Cut(page.String(), `<footer class="page">`)
		if tt.want == "" {
			if strings.Contains(foot, "<span>Referto v") || strings.Contains(foot, release.Unknown) {
				t.Errorf("%s: the foot is\n%s", tt.name, foot)
			}
		} else if !strings.Contains(foot, tt.want) {
			t.Errorf("%s: no %s in\n%s", tt.name, tt.want, foot)
		}
		versions[p.Version()] = true
	}
	if len(versions) != 3 {
		t.Error("two releases give the same version, so that a browser keeps the foot of the older")
	}
}
