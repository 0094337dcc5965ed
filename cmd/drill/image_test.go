package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// tarred packs files by name, in order.
func tarred(t *testing.T, files ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		if err := w.WriteHeader(&tar.Header{Name: files[i], Mode: 0o555, Size: int64(len(files[i+1])), Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// layout is an image for an architecture and this system, with one layer.
func layout(t *testing.T, architecture string, layer []byte) string {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(layer); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	text := func(document any) string {
		encoded, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		return string(encoded)
	}
	type object = map[string]any
	platforms := text(object{"manifests": []object{
		{"digest": "sha256:other", "platform": object{"os": "plan9", "architecture": architecture}},
		{"digest": "sha256:image", "platform": object{"os": runtime.GOOS, "architecture": architecture}},
	}})
	file := filepath.Join(t.TempDir(), "image.tar")
	content := tarred(t, "index.json", text(object{"manifests": []object{{"digest": "sha256:all"}}}), "blobs/sha256/all", platforms,
		"blobs/sha256/image", text(object{"layers": []object{{"digest": "sha256:layer"}}}), "blobs/sha256/layer", packed.String())
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// An image is unpacked as a container's engine does it, for this machine; one that has more than a program is refused.
func TestUnpack(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "root")
	if err := unpack(layout(t, runtime.GOARCH, tarred(t, "api", "the program")), folder); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(folder, "api"))
	if err != nil || string(content) != "the program" {
		t.Errorf("unpacked %q, %v", content, err)
	}
	if info, err := os.Stat(filepath.Join(folder, "api")); err != nil || info.Mode().Perm() != 0o555 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	for _, tt := range []struct {
		name, file, want string
	}{
		{"another machine's", layout(t, "abacus", tarred(t, "api", "the program")), fmt.Sprintf("nothing for %s/%s", runtime.GOOS, runtime.GOARCH)},
		{"a file more, in a folder", layout(t, runtime.GOARCH, tarred(t, "api", "the program", "etc/passwd", "root")), "etc/passwd, which is more than a program"},
		{"a file outside", layout(t, runtime.GOARCH, tarred(t, "../api", "the program")), "more than a program"},
	} {
		if err := unpack(tt.file, filepath.Join(t.TempDir(), "root")); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
