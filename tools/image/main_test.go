package main

import (
	"archive/tar"
	"bytes"
	"debug/buildinfo"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/CycloneDX/cyclonedx-go"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
)

var made = source{Version: "v1.2.0", Commit: "b200363efe80e06dffd6300c512bb532f6b113a5", Time: time.Date(2026, 11, 27, 8, 0, 0, 0, time.UTC)}

// programs are the same bytes in another folder, of another time, each time.
func programs(t *testing.T) (out []program) {
	t.Helper()
	for _, architecture := range []string{"amd64", "arm64"} {
		path := filepath.Join(t.TempDir(), "api")
		if err := os.WriteFile(path, []byte("program for "+architecture), 0o700); err != nil {
			t.Fatal(err)
		}
		out = append(out, program{v1.Platform{OS: "linux", Architecture: architecture}, path})
	}
	return out
}

func archived(t *testing.T) []byte {
	t.Helper()
	index, err := assemble(made, programs(t))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "image.tar")
	if err := writeArchive(path, made.Version, index); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestTheSameProgramsAreTheSameImage(t *testing.T) {
	t.Parallel()
	first, second := archived(t), archived(t)
	if !bytes.Equal(first, second) {
		t.Error("two archives of the same programs differ")
	}
	var names []string
	for r := tar.NewReader(bytes.NewReader(first)); ; {
		header, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, header.Name)
	}
	if all := strings.Join(names, " "); !strings.Contains(all, "index.json") || !strings.Contains(all, "oci-layout") || strings.Count(all, "blobs/sha256/") != 7 {
		t.Errorf("want a layout with an index, the index of two images, and manifest, configuration and layer of each, got %v", names)
	}
}

func TestAnImageHoldsTheProgramAlone(t *testing.T) {
	t.Parallel()
	for _, p := range programs(t) {
		image, err := imageOf(made, p)
		if err != nil {
			t.Fatal(err)
		}
		files := mutate.Extract(image)
		defer files.Close()
		r := tar.NewReader(files)
		header, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil || header.Name != "api" || header.Mode != 0o555 || header.Uid != 0 || string(content) != "program for "+p.Architecture {
			t.Errorf("got %s, mode %o, owner %d, content %q, error %v", header.Name, header.Mode, header.Uid, content, err)
		}
		if header, err := r.Next(); err != io.EOF {
			t.Errorf("there is also %+v, %v", header, err)
		}
		config, err := image.ConfigFile()
		if err != nil {
			t.Fatal(err)
		}
		if config.Config.User != "65532:65532" || config.Architecture != p.Architecture || config.Config.Entrypoint[0] != "/api" || !config.Created.Equal(made.Time) {
			t.Errorf("got %+v", config)
		}
	}
}

func TestVersionOfACommit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, tags string
		dirty      bool
		want       string
	}{
		{"a release has its tag", "v1.2.0", false, "v1.2.0"},
		{"the highest of several", "v1.2.1\nv1.2.0", false, "v1.2.1"},
		{"between releases, time and commit", "", false, "v0.0.0-20261127080000-b200363efe80"},
		{"with changed files it is no release", "v1.2.0", true, "v1.2.0-dirty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := version(made.Commit, made.Time, tt.tags, tt.dirty)
			if got.Version != tt.want || got.Dirty != tt.dirty {
				t.Errorf("got %+v, want %s", got, tt.want)
			}
		})
	}
}

func TestPartsAreWhatWasLinked(t *testing.T) {
	t.Parallel()
	info := &buildinfo.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Path: "referto"}, Deps: []*debug.Module{
		{Path: "example.com/a", Version: "v1.0.0"},
		{Path: "example.com/b", Version: "v1.0.0", Replace: &debug.Module{Path: "example.com/fork", Version: "v1.1.0"}},
	}}
	bom := parts(info, made, []cyclonedx.Component{script("@sveltejs/kit", "2.70.4", "MIT")})
	var got []string
	for _, c := range *bom.Components {
		got = append(got, c.PackageURL)
	}
	want := "pkg:golang/std@1.26.8 pkg:golang/example.com/a@v1.0.0 pkg:golang/example.com/fork@v1.1.0 pkg:npm/%40sveltejs/kit@2.70.4"
	if strings.Join(got, " ") != want || bom.Metadata.Component.PackageURL != "pkg:golang/referto@v1.2.0" {
		t.Errorf("got %v of %s, want %s", got, bom.Metadata.Component.PackageURL, want)
	}
}

// Packages of npm have the version, license and digest of the lock file, and for a package that it lacks nothing is
// guessed.
func TestPartsOfNpm(t *testing.T) {
	t.Parallel()
	const lock = `{"packages": {
		"node_modules/svelte": {"version": "5.57.3", "license": "MIT", "integrity": "sha512-5mAftM3SoDV9X0zdF386F9p2pv8iKOwi/KfBS1XnBAkVCKFzVOLHUoa8iGWAt4buoicLmyWVRpuuD5wplXOQsg=="},
		"node_modules/@sveltejs/kit": {"version": "2.70.4", "license": "MIT"},
		"node_modules/svelte/node_modules/clsx": {"version": "2.1.1", "license": "MIT"},
		"node_modules/vite": {"version": "8.3.8", "license": "MIT"}}}`
	clone := func(listed string) string {
		root := t.TempDir()
		for name, text := range map[string]string{
			"bin/console-parts.json": listed, "frontend/console/package-lock.json": lock, "frontend/reference/reference.go": "package reference\n\nconst Version = \"9.3.8\"\n",
		} {
			path := filepath.Join(root, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return root
	}
	found, err := scripts(clone(`["node_modules/@sveltejs/kit", "node_modules/svelte", "node_modules/svelte/node_modules/clsx"]`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range found {
		got = append(got, c.PackageURL)
	}
	if want := "pkg:npm/%40sveltejs/kit@2.70.4 pkg:npm/svelte@5.57.3 pkg:npm/clsx@2.1.1 pkg:npm/rapidoc@9.3.8"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if hashes := found[1].Hashes; hashes == nil || !strings.HasPrefix((*hashes)[0].Value, "e6601fb4cdd2a0") || found[0].Hashes != nil {
		t.Errorf("got the digests %v and %v", found[1].Hashes, found[0].Hashes)
	}
	for _, listed := range []string{`["node_modules/unknown"]`, `[]`, `{`} {
		if _, err := scripts(clone(listed)); !errors.Is(err, errParts) {
			t.Errorf("with %s: %v", listed, err)
		}
	}
}
