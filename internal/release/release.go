// Package release returns the release of Referto that a program is, so that an operator who sees a figure, a page or
// a log knows its origin.
//
// The builder of images stamps version and commit into the program (tools/image). A program built by `go build` in a
// clone takes them from Go's build information; one built elsewhere, such as a test, has neither, and reports them as
// unknown.
package release

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// Set by the linker: -X referto/internal/release.version=v1.2.0, and commit likewise.
var version, commit string

// Unknown stands where a program does not know its version or commit.
const Unknown = "unknown"

// Release identifies the source that a program was built from.
type Release struct {
	Version string // such as v1.2.0, or v0.0.0-20261127082007-b200363efe80 between releases; or Unknown
	Commit  string // the whole name of the commit; or Unknown
	Go      string // the version of Go that built it
}

// Current is the release of this program.
var Current = sync.OnceValue(func() Release {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return of(version, commit, info)
})

// of returns the release by the stamped values, or else by Go's build information.
func of(version, commit string, info *debug.BuildInfo) Release {
	r := Release{Version: version, Commit: commit, Go: runtime.Version()}
	if r.Version == "" && info.Main.Version != "(devel)" {
		r.Version = info.Main.Version
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" && r.Commit == "" {
			r.Commit = setting.Value
		}
	}
	if r.Version == "" {
		r.Version = Unknown
	}
	if r.Commit == "" {
		r.Commit = Unknown
	}
	return r
}

// Known reports whether the program knows its version.
func (r Release) Known() bool { return r.Version != Unknown }

// Short is the version, followed by the first twelve characters of the commit where the version does not contain them;
// "" if the program does not know its version.
func (r Release) Short() string {
	if !r.Known() {
		return ""
	}
	commit := fmt.Sprintf("%.12s", r.Commit)
	if r.Commit == Unknown || strings.Contains(r.Version, commit) {
		return r.Version
	}
	return r.Version + " (" + commit + ")"
}

// String is the release on one line.
func (r Release) String() string {
	return fmt.Sprintf("Referto %s, commit %s, built by %s for %s/%s", r.Version, r.Commit, r.Go, runtime.GOOS, runtime.GOARCH)
}
