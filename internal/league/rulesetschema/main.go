// Rulesetschema writes the JSON Schema (2020-12) of the ruleset document.
//
// The schema is derived from the Go types of package rules, so that it always agrees with the decoder: members
// and kinds come from the types, limits and patterns from the decoder's own, the values of an option from the
// constants of its type, and descriptions from the comments. A new option of a regulation therefore needs its
// comment only once.
//
// Usage, by `go generate` in package openapi:
//
//	go run ./internal/league/rulesetschema -source internal/league/rules -out openapi/ruleset.schema.json
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	source := flag.String("source", "", "folder of package rules")
	out := flag.String("out", "", "file to write")
	flag.Parse()
	if err := write(*source, *out); err != nil {
		fmt.Fprintln(os.Stderr, "rulesetschema:", err)
		os.Exit(1)
	}
}

func write(source, out string) error {
	comments, err := readComments(source)
	if err != nil {
		return err
	}
	document, err := schemaOf(comments)
	if err != nil {
		return err
	}
	return os.WriteFile(out, document, 0o644)
}
