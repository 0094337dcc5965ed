package main

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

// writeParts writes the parts list of a program: the modules that Go linked into it, from the program's own build
// information, the Go version, and the packages of npm in it.
func writeParts(p program, s source, scripts []cyclonedx.Component, path string) error {
	info, err := buildinfo.ReadFile(p.Path)
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	encoder := cyclonedx.NewBOMEncoder(file, cyclonedx.BOMFileFormatJSON).SetPretty(true)
	if err := encoder.Encode(parts(info, s, scripts)); err != nil {
		_ = file.Close()
		return fmt.Errorf("%s: %w", path, err)
	}
	return file.Close()
}

// parts is the bill of materials of a program. It has no number and no time of its own: the
// same program has the same.
func parts(info *buildinfo.BuildInfo, s source, scripts []cyclonedx.Component) *cyclonedx.BOM {
	components := []cyclonedx.Component{component(cyclonedx.ComponentTypePlatform, "std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, module := range info.Deps {
		components = append(components, component(cyclonedx.ComponentTypeLibrary, used(module).Path, used(module).Version))
	}
	components = append(components, scripts...)
	main := component(cyclonedx.ComponentTypeApplication, info.Main.Path, s.Version)
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Component: &main, Properties: &[]cyclonedx.Property{{Name: "commit", Value: s.Commit}}}
	bom.Components = &components
	return bom
}

// used is the module that stands for another where one was replaced.
func used(m *debug.Module) *debug.Module {
	if m.Replace != nil {
		return m.Replace
	}
	return m
}

// component names a module as scanners look it up.
func component(kind cyclonedx.ComponentType, path, version string) cyclonedx.Component {
	address := fmt.Sprintf("pkg:golang/%s@%s", path, version)
	return cyclonedx.Component{Type: kind, BOMRef: address, Name: path, Version: version, PackageURL: address}
}
