package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// comments holds the comments of the source about the types of a document.
type comments struct {
	types  map[string]string            // by type
	fields map[string]map[string]string // by type and Go name of the field
	values map[string][]value           // of the values of named options by type, in the order of the source
}

// value is one value of a named option.
type value struct{ text, comment string }

func readComments(folder string) (*comments, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("no source in %q: %w", folder, err)
	}
	c := &comments{types: make(map[string]string), fields: make(map[string]map[string]string), values: make(map[string][]value)}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, decl := range file.Decls {
			if group, ok := decl.(*ast.GenDecl); ok {
				c.read(group)
			}
		}
	}
	return c, nil
}

func (c *comments) read(group *ast.GenDecl) {
	for _, spec := range group.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			c.types[spec.Name.Name] = plain(spec.Doc, group.Doc)
			if s, ok := spec.Type.(*ast.StructType); ok {
				c.fields[spec.Name.Name] = fieldComments(s)
			}
		case *ast.ValueSpec:
			doc := group.Doc
			if len(group.Specs) > 1 {
				doc = nil // it describes the whole group
			}
			c.constant(spec, doc)
		}
	}
}

func (c *comments) constant(spec *ast.ValueSpec, doc *ast.CommentGroup) {
	named, ok := spec.Type.(*ast.Ident)
	if !ok || len(spec.Values) != 1 {
		return
	}
	if literal, ok := spec.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
		if text, err := strconv.Unquote(literal.Value); err == nil {
			c.values[named.Name] = append(c.values[named.Name], value{text, plain(spec.Doc, spec.Comment, doc)})
		}
	}
}

func fieldComments(s *ast.StructType) map[string]string {
	fields := make(map[string]string)
	for _, field := range s.Fields.List {
		for _, name := range field.Names {
			fields[name.Name] = plain(field.Doc, field.Comment)
		}
	}
	return fields
}

// link is a doc link in a comment; a schema has no such links.
var link = regexp.MustCompile(`\[([A-Za-z.]+)\]`)

// plain returns the first comment that is not empty, on one line.
func plain(groups ...*ast.CommentGroup) string {
	for _, group := range groups {
		if text := strings.Join(strings.Fields(group.Text()), " "); text != "" {
			return link.ReplaceAllString(text, "$1")
		}
	}
	return ""
}
