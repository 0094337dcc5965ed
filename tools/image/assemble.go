package main

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"os"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// user is the number of the user and the group of the program, unused on usual machines. It is a number so that
// Kubernetes can see that it is not root.
const user = "65532:65532"

// assemble makes the image of each platform and the index of all.
func assemble(s source, programs []program) (v1.ImageIndex, error) {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, p := range programs {
		image, err := imageOf(s, p)
		if err != nil {
			return nil, fmt.Errorf("image for %s: %w", p.Platform.String(), err)
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{Platform: &p.Platform}})
	}
	return mutate.Annotations(index, s.annotations()).(v1.ImageIndex), nil
}

// imageOf makes an image from nothing but a program.
func imageOf(s source, p program) (v1.Image, error) {
	content, err := os.ReadFile(p.Path)
	if err != nil {
		return nil, err
	}
	files, err := packed(s, "api", content)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(files)), nil }, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	created := v1.Time{Time: s.Time}
	base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err := mutate.Append(base, mutate.Addendum{Layer: layer, History: v1.History{Created: created, CreatedBy: "tools/image", Comment: "the program"}})
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.Created, config.OS, config.Architecture, config.Variant = created, p.OS, p.Architecture, p.Variant
	config.Config = v1.Config{
		User: user, Entrypoint: []string{"/api"}, Cmd: []string{"serve"}, WorkingDir: "/",
		Env:          []string{"LISTEN=:8080", "METRICS_LISTEN=:9090", "DATA_DIR=/data"},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}, "9090/tcp": {}},
		Labels:       s.annotations(),
	}
	if image, err = mutate.ConfigFile(image, config); err != nil {
		return nil, err
	}
	return mutate.Annotations(image, s.annotations()).(v1.Image), nil
}

// annotations describe an image, in the words of the OCI.
func (s source) annotations() map[string]string {
	const prefix = "org.opencontainers.image."
	return map[string]string{
		prefix + "title": "Referto", prefix + "description": "Leagues of tabletop federations and clubs", prefix + "licenses": "Apache-2.0",
		prefix + "version": s.Version, prefix + "revision": s.Commit, prefix + "created": s.Time.Format("2006-01-02T15:04:05Z"),
	}
}

// packed is an archive with one file that every user may run and no user may change.
func packed(s source, name string, content []byte) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o555, Size: int64(len(content)), ModTime: s.Time, Typeflag: tar.TypeReg}); err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	return out.Bytes(), w.Close()
}

// writeArchive writes an index with all it names as one file, in the layout of the OCI: one
// image under its version, of which a reader takes the platform it has.
func writeArchive(path, version string, index v1.ImageIndex) (err error) {
	folder, err := os.MkdirTemp("", "referto-image-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	archive, err := layout.Write(folder, empty.Index)
	if err != nil {
		return err
	}
	if err := archive.AppendIndex(index, layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": version})); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if closed := file.Close(); err == nil {
			err = closed
		}
	}()
	return archiveFolder(file, os.DirFS(folder))
}
