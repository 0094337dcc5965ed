package words

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

const (
	module     = "referto"
	moduleRoot = "../.."
)

// sources are packages of this module, read and type-checked without their
// tests. Packages of others are taken as empty: whatever comes from them has no
// type here, which is of no consequence for constants and types of our own.
type sources struct {
	fset     *token.FileSet
	info     types.Info // of all packages
	packages map[string]*types.Package
	files    map[string][]*ast.File // by package path
}

func newSources() *sources {
	return &sources{
		fset: token.NewFileSet(),
		info: types.Info{
			Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
			Uses: make(map[*ast.Ident]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		},
		packages: make(map[string]*types.Package),
		files:    make(map[string][]*ast.File),
	}
}

// loadUnder reads every package under a folder of the module.
func (s *sources) loadUnder(folder string) error {
	return filepath.WalkDir(filepath.Join(moduleRoot, folder), func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if base := d.Name(); base == "testdata" || base == "node_modules" {
			return filepath.SkipDir
		}
		relative, err := filepath.Rel(moduleRoot, name)
		if err != nil {
			return err
		}
		_, err = s.Import(path.Join(module, filepath.ToSlash(relative)))
		return err
	})
}

// Import is the package at a path, for the type checker.
func (s *sources) Import(pkg string) (*types.Package, error) {
	if known := s.packages[pkg]; known != nil {
		return known, nil
	}
	folder, ours := strings.CutPrefix(pkg, module+"/")
	if !ours {
		empty := types.NewPackage(pkg, path.Base(pkg))
		empty.MarkComplete()
		s.packages[pkg] = empty
		return empty, nil
	}
	names, err := filepath.Glob(filepath.Join(moduleRoot, folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range names {
		built, err := build.Default.MatchFile(filepath.Dir(name), filepath.Base(name))
		if err != nil {
			return nil, err
		}
		if !built || strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(s.fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return s.check(pkg, files), nil
}

// check type-checks a package as far as possible without foreign packages.
func (s *sources) check(pkg string, files []*ast.File) *types.Package {
	config := types.Config{Importer: s, Error: func(error) {}} // faults of the source are the compiler's to report
	checked, _ := config.Check(pkg, s.fset, files, &s.info)
	s.packages[pkg], s.files[pkg] = checked, files
	return checked
}

// at is the place of a node, from the root of the module.
func (s *sources) at(node ast.Node) string {
	position := s.fset.Position(node.Pos())
	name, err := filepath.Rel(moduleRoot, position.Filename)
	if err != nil {
		name = position.Filename
	}
	position.Filename = filepath.ToSlash(name)
	return position.String()
}
