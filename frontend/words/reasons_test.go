package words_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referto/frontend/words"
)

// Whoever gives a reason code promises words for it. The codes stand all over
// the program, each where it is decided; this test reads them out of the source:
//
//   - an argument for a parameter called reason or code ("entry-missing" in
//     fault(pointer, paragraph, "entry-missing")), of a function or a closure;
//   - a field called reason or Reason, a variable or result called reason;
//   - a constant of a type called …Reason;
//   - what a function called …Reason returns.
func TestEveryReasonCodeHasWords(t *testing.T) {
	t.Parallel()
	codes := reasonCodes(t, "../../internal")
	if len(codes) < 100 {
		t.Fatalf("found only %d codes: the reading of the source is broken", len(codes))
	}
	for _, lang := range words.Languages() {
		w := words.For(lang)
		for _, code := range slices.Sorted(maps.Keys(codes)) {
			if !w.Has("reason." + code) {
				t.Errorf("%s: no words for %q (%s)", lang, code, codes[code])
			}
		}
	}
}

// notForReaders are rooms whose reasons are for developers or are a person's own
// words: recorded cases, the demo's story.
var notForReaders = []string{"conformance", "demo", "apitest", "embedpg", "mail"}

var kebab = regexp.MustCompile(`^[a-z]+[0-9]*(-[a-z0-9]+)*$`)

// reasonCodes are the reason codes below a folder, with where each is given.
func reasonCodes(t *testing.T, root string) map[string]token.Position {
	t.Helper()
	packages := make(map[string][]*ast.File)
	files := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (slices.Contains(notForReaders, entry.Name()) || entry.Name() == "node_modules"):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		packages[filepath.Dir(path)] = append(packages[filepath.Dir(path)], file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	r := reader{files: files, found: make(map[string]token.Position), everywhere: make(map[string]int)}
	for _, pkg := range packages {
		maps.Copy(r.everywhere, parameters(pkg, ast.IsExported))
	}
	for _, pkg := range packages {
		r.here = parameters(pkg, func(string) bool { return true })
		r.rows = rowTypes(pkg)
		for _, file := range pkg {
			ast.Inspect(file, r.node)
		}
	}
	return r.found
}

// reader collects codes from syntax.
type reader struct {
	files *token.FileSet
	found map[string]token.Position
	// here and everywhere are the positions of the parameter reason, by the
	// name of the function, with a dot before a method's: those of the package,
	// and exported ones.
	here, everywhere map[string]int
	// rows are the positions of the field reason in structs of the package.
	rows map[string]int
}

func (r *reader) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		name := lastName(n.Fun)
		if _, isMethod := n.Fun.(*ast.SelectorExpr); isMethod {
			name = "." + name
		}
		at, ok := r.here[name]
		if !ok {
			at, ok = r.everywhere[name]
		}
		if ok && at < len(n.Args) {
			r.take(n.Args[at])
		}
	case *ast.KeyValueExpr:
		if isReason(lastName(n.Key)) {
			r.take(n.Value)
		}
	case *ast.CompositeLit:
		r.row(n)
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			if isReason(lastName(left)) && len(n.Rhs) == len(n.Lhs) {
				r.take(n.Rhs[i])
			}
		}
	case *ast.ValueSpec:
		if n.Type != nil && isReason(lastName(n.Type)) {
			for _, value := range n.Values {
				r.take(value)
			}
		}
	case *ast.FuncDecl:
		if isReason(n.Name.Name) && n.Body != nil {
			ast.Inspect(n.Body, func(inner ast.Node) bool {
				if result, ok := inner.(*ast.ReturnStmt); ok && len(result.Results) == 1 {
					r.take(result.Results[0])
				}
				return true
			})
		}
	}
	return true
}

// row takes the reason out of a struct written without field names, alone or in
// a list.
func (r *reader) row(literal *ast.CompositeLit) {
	at, ok := rowOf(literal.Type, r.rows)
	if list, isList := literal.Type.(*ast.ArrayType); isList {
		if at, ok = rowOf(list.Elt, r.rows); ok {
			for _, element := range literal.Elts {
				if inner, isRow := element.(*ast.CompositeLit); isRow && at < len(inner.Elts) {
					r.take(inner.Elts[at])
				}
			}
		}
		return
	}
	if ok && at < len(literal.Elts) {
		r.take(literal.Elts[at])
	}
}

func rowOf(typ ast.Expr, named map[string]int) (int, bool) {
	if inline, ok := typ.(*ast.StructType); ok {
		return reasonIn(inline.Fields)
	}
	at, ok := named[lastName(typ)]
	return at, ok
}

func (r *reader) take(value ast.Expr) {
	literal, ok := value.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return
	}
	code, err := strconv.Unquote(literal.Value)
	if err == nil && kebab.MatchString(code) {
		r.found[code] = r.files.Position(literal.Pos())
	}
}

func isReason(name string) bool {
	return name == "reason" || strings.HasSuffix(name, "Reason")
}

// lastName is the name an expression ends with: "Refuse" of r.Refuse.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return lastName(e.X)
	default:
		return ""
	}
}

// parameters are the positions of a text parameter called reason, by the name
// of the function.
func parameters(pkg []*ast.File, wanted func(name string) bool) map[string]int {
	found := make(map[string]int)
	for _, file := range pkg {
		for _, declaration := range file.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok || !wanted(function.Name.Name) {
				continue
			}
			at, ok := reasonIn(function.Type.Params)
			if ok && function.Recv == nil {
				found[function.Name.Name] = at
			}
			if ok && (function.Recv != nil || function.Name.IsExported()) {
				found["."+function.Name.Name] = at
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			assignment, ok := n.(*ast.AssignStmt)
			if !ok || len(assignment.Lhs) != 1 {
				return true
			}
			if closure, ok := assignment.Rhs[0].(*ast.FuncLit); ok && wanted(lastName(assignment.Lhs[0])) {
				if at, ok := reasonIn(closure.Type.Params); ok {
					found[lastName(assignment.Lhs[0])] = at
				}
			}
			return true
		})
	}
	return found
}

// rowTypes are the positions of the field reason, by the name of the struct.
func rowTypes(pkg []*ast.File) map[string]int {
	found := make(map[string]int)
	for _, file := range pkg {
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if row, ok := spec.Type.(*ast.StructType); ok {
					if at, ok := reasonIn(row.Fields); ok {
						found[spec.Name.Name] = at
					}
				}
			}
			return true
		})
	}
	return found
}

// reasonIn is the position of the text called reason, or code, among parameters
// or fields.
func reasonIn(list *ast.FieldList) (int, bool) {
	at := 0
	for _, field := range list.List {
		for _, name := range field.Names {
			if (isReason(name.Name) || name.Name == "code") && lastName(field.Type) == "string" {
				return at, true
			}
			at++
		}
		if len(field.Names) == 0 {
			at++
		}
	}
	return 0, false
}
