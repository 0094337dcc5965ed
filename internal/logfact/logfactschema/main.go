// Logfactschema writes the catalog of the facts of the log, as the contract publishes
// it: the version of each, its description, and the JSON Schema of its data.
//
// Members and kinds are read off the Go types, which write the data too; descriptions are
// their comments. Whoever adds a fact writes its comment once.
//
// Usage, by `go generate` in package openapi:
//
//	go run ./internal/logfact/logfactschema -root . -out openapi/logfacts.json
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	root := flag.String("root", ".", "folder of the module")
	out := flag.String("out", "", "file to write")
	flag.Parse()
	if err := write(*root, *out); err != nil {
		fmt.Fprintln(os.Stderr, "logfactschema:", err)
		os.Exit(1)
	}
}

func write(root, out string) error {
	c := comments{root: root, read: map[string]words{}}
	document, err := catalogOf(&c)
	if err != nil {
		return err
	}
	return os.WriteFile(out, document, 0o644)
}
