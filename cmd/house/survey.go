package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// module is the path under which the rooms import each other.
const module = "referto/"

// room is a Go package with what was measured of it.
type room struct {
	name      string   // its folder, "internal/league/seating"
	code      int      // lines of code
	tests     int      // lines of code in its test files
	functions []int    // lines of each function outside of tests, the shortest first
	imports   []string // rooms that it imports outside of tests, sorted
}

// survey measures all rooms of a checkout but the tools, which are modules of their own, in the order of their
// names. It returns an error for a source that cannot be read or parsed.
func survey(root fs.FS) ([]*room, error) {
	rooms := map[string]*room{}
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{"node_modules", "testdata", ".git", "tools", "bin", "dist"}, entry.Name()):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		source, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		folder := path.Dir(name)
		r := cmp.Or(rooms[folder], &room{name: folder})
		rooms[folder] = r
		return r.add(name, source)
	})
	if err != nil {
		return nil, err
	}
	for _, r := range rooms {
		slices.Sort(r.functions)
		slices.Sort(r.imports)
		r.imports = slices.Compact(r.imports)
	}
	return slices.SortedFunc(maps.Values(rooms), func(a, b *room) int { return cmp.Compare(a.name, b.name) }), nil
}

// add measures one file.
func (r *room) add(name string, source []byte) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.ParseComments)
	if err != nil {
		return err
	}
	if ast.IsGenerated(file) {
		return nil
	}
	lines := codeLines(source)
	if strings.HasSuffix(name, "_test.go") {
		r.tests += len(lines)
		return nil
	}
	r.code += len(lines)
	for _, declared := range file.Decls {
		f, ok := declared.(*ast.FuncDecl)
		if !ok {
			continue
		}
		first, last := files.Position(f.Pos()).Line, files.Position(f.End()).Line
		from, _ := slices.BinarySearch(lines, first)
		to, _ := slices.BinarySearch(lines, last+1)
		r.functions = append(r.functions, to-from)
	}
	for _, i := range file.Imports {
		imported, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if room, ok := strings.CutPrefix(imported, module); ok {
			r.imports = append(r.imports, room)
		}
	}
	return nil
}

// codeLines returns the numbers of the lines on which a token of code begins or goes on, in ascending order.
func codeLines(source []byte) []int {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, 0)
	var lines []int
	for {
		at, tok, text := s.Scan()
		if tok == token.EOF {
			return slices.Compact(lines)
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue // put in by the scanner at the end of a line
		}
		first := file.Line(at)
		for n := range 1 + strings.Count(text, "\n") { // a raw string of several lines
			lines = append(lines, first+n)
		}
	}
}
