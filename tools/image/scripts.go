package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

// errParts: the packages of npm in the program are unknown.
var errParts = errors.New("parts of npm")

// scripts returns the packages of npm whose code is in the program: those in the bundle of the console, as listed by
// the bundler (parts.js of the console), and the viewer of the API document. Version, license and digest are those of
// the lock file.
func scripts(root string) ([]cyclonedx.Component, error) {
	var folders []string
	if err := readJSON(filepath.Join(root, "bin", "console-parts.json"), &folders); err != nil {
		return nil, fmt.Errorf("%w: make image builds the console and writes them: %w", errParts, err)
	}
	var lock struct {
		Packages map[string]struct{ Version, License, Integrity string }
	}
	if err := readJSON(filepath.Join(root, "frontend", "console", "package-lock.json"), &lock); err != nil {
		return nil, fmt.Errorf("%w: %w", errParts, err)
	}
	if len(folders) == 0 {
		return nil, fmt.Errorf("%w: the console is made of none", errParts)
	}
	var out []cyclonedx.Component
	for _, folder := range folders {
		found, known := lock.Packages[folder]
		if !known {
			return nil, fmt.Errorf("%w: %s is in the console and not in its lock file: build it anew", errParts, folder)
		}
		one := script(folder[strings.LastIndex(folder, "node_modules/")+len("node_modules/"):], found.Version, found.License)
		if digest, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(found.Integrity, "sha512-")); err == nil && len(digest) == 64 {
			one.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA512, Value: hex.EncodeToString(digest)}}
		}
		out = append(out, one)
	}
	viewer, err := viewer(root)
	return append(out, viewer), err
}

// viewer is the viewer of the API document, which is kept as it was published. Its version stands in the package that serves it.
func viewer(root string) (cyclonedx.Component, error) {
	text, err := os.ReadFile(filepath.Join(root, "frontend", "reference", "reference.go"))
	if err != nil {
		return cyclonedx.Component{}, err
	}
	version := regexp.MustCompile(`(?m)^const Version = "(.+)"$`).FindSubmatch(text)
	if version == nil {
		return cyclonedx.Component{}, fmt.Errorf("%w: frontend/reference names no version of RapiDoc", errParts)
	}
	return script("rapidoc", string(version[1]), "MIT"), nil
}

func readJSON(path string, into any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// script names a package of npm as scanners look it up.
func script(name, version, license string) cyclonedx.Component {
	address := fmt.Sprintf("pkg:npm/%s@%s", strings.Replace(name, "@", "%40", 1), version)
	out := cyclonedx.Component{Type: cyclonedx.ComponentTypeLibrary, BOMRef: address, Name: name, Version: version, PackageURL: address}
	if license != "" {
		out.Licenses = &cyclonedx.Licenses{{License: &cyclonedx.License{ID: license}}}
	}
	return out
}
