package supply

import (
	"fmt"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// Findings compares a go.mod file with the table and gives one line for each
// version that is too low, in the order of the table; none when all is well.
// From Go 1.17 on go.mod names every module of the build, so nothing else has to
// be read. A replaced module is judged by its replacement's version, and always
// reported when that is a folder, which has no version.
func (t Table) Findings(name string, goMod []byte) ([]string, error) {
	file, err := modfile.Parse(name, goMod, nil)
	if err != nil {
		return nil, err
	}
	used := versions(file)
	var findings []string
	for _, m := range t.Minimums {
		have, found := used[m.Module]
		if found && semver.Compare(semantic(have), semantic(m.Version)) < 0 {
			findings = append(findings, fmt.Sprintf("%s: %s is at %q, want %s or later: %s", name, m.Module, have, m.Version, m.Reason))
		}
	}
	return findings, nil
}

// versions gives the version of each module that the build uses, and of go.
func versions(file *modfile.File) map[string]string {
	used := make(map[string]string, len(file.Require)+1)
	if file.Go != nil {
		used["go"] = file.Go.Version
	}
	for _, r := range file.Require {
		used[r.Mod.Path] = r.Mod.Version
	}
	for _, r := range file.Replace {
		if _, found := used[r.Old.Path]; found && (r.Old.Version == "" || r.Old.Version == used[r.Old.Path]) {
			used[r.Old.Path] = r.New.Version
		}
	}
	return used
}
