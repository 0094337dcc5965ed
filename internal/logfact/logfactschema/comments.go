package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
)

// comments has the source's words about types, read package by package.
type comments struct {
	root string           // folder of the module
	read map[string]words // by import path
}

// words are the comments of one package.
type words struct {
	types  map[string]string            // by type
	fields map[string]map[string]string // by type and Go name of the field
}

// of are the comments of the package that declares a type.
func (c *comments) of(t reflect.Type) (words, error) {
	path := t.PkgPath()
	if known, ok := c.read[path]; ok {
		return known, nil
	}
	_, folder, ours := strings.Cut(path, "referto/")
	names, err := filepath.Glob(filepath.Join(c.root, folder, "*.go"))
	if err != nil || !ours || len(names) == 0 {
		return words{}, fmt.Errorf("no source of %s: %w", path, err)
	}
	w := words{types: map[string]string{}, fields: map[string]map[string]string{}}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return words{}, err
		}
		w.add(file)
	}
	c.read[path] = w
	return w, nil
}

func (w words) add(file *ast.File) {
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.TYPE {
			continue
		}
		for _, spec := range group.Specs {
			spec := spec.(*ast.TypeSpec)
			w.types[spec.Name.Name] = plain(spec.Doc, group.Doc)
			s, ok := spec.Type.(*ast.StructType)
			if !ok {
				continue
			}
			fields := map[string]string{}
			for _, field := range s.Fields.List {
				for _, name := range field.Names {
					fields[name.Name] = plain(field.Doc, field.Comment)
				}
			}
			w.fields[spec.Name.Name] = fields
		}
	}
}

// link is a reference in a comment, which a schema does not have.
var link = regexp.MustCompile(`\[([A-Za-z.]+)\]`)

// plain is the first comment that is there, on one line.
func plain(groups ...*ast.CommentGroup) string {
	for _, group := range groups {
		if text := strings.Join(strings.Fields(group.Text()), " "); text != "" {
			return link.ReplaceAllString(text, "$1")
		}
	}
	return ""
}
