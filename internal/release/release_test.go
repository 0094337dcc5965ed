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
