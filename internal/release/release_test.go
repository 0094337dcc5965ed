package release

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRelease(t *testing.T) {
	t.Parallel()
	noted := func(version, revision string) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: revision}}}
	}
	for _, tt := range []struct {
		name                    string
		version, commit         string
		info                    *debug.BuildInfo
		wantVersion, wantCommit string
	}{
		{"what was stamped counts", "v1.2.0", "abc", noted("v0.0.0-x", "def"), "v1.2.0", "abc"},
		{"else what Go noted", "", "", noted("v0.0.0-x", "def"), "v0.0.0-x", "def"},
		{"a test knows neither", "", "", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, Unknown, Unknown},
		{"nor does what Go noted nothing about", "", "", &debug.BuildInfo{}, Unknown, Unknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := Release{Version: tt.wantVersion, Commit: tt.wantCommit, Go: runtime.Version()}
			got := of(tt.version, tt.commit, tt.info)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("release (-want +got):\n%s", diff)
			}
			if got.Known() != (tt.wantVersion != Unknown) {
				t.Errorf("known: %v", got.Known())
			}
		})
	}
}

func TestShort(t *testing.T) {
	t.Parallel()
	const commit = "b200363efe80a1b2c3d4e5f60718293a4b5c6d7e"
	for _, tt := range []struct{ name, version, commit, want string }{
		{"a tag says nothing about the commit", "v1.2.0", commit, "v1.2.0 (b200363efe80)"},
		{"a version between releases contains it", "v0.0.0-20261127082007-b200363efe80", commit, "v0.0.0-20261127082007-b200363efe80"},
		{"so does one of changed files", "v0.0.0-20261127082007-b200363efe80+dirty", commit, "v0.0.0-20261127082007-b200363efe80+dirty"},
		{"a commit that is not known", "v1.2.0", Unknown, "v1.2.0"},
		{"a version that is not known", Unknown, commit, ""},
	} {
		if got := (Release{Version: tt.version, Commit: tt.commit}).Short(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
