package main

import (
	"archive/tar"
	"io"
	"io/fs"
)

// archiveFolder writes the files of a folder in the order of their names, without times and
// owners: the same files are the same archive.
func archiveFolder(out io.Writer, folder fs.FS) error {
	w := tar.NewWriter(out)
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			return err
		}
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o444, Size: int64(len(content)), Typeflag: tar.TypeReg}); err != nil {
			return err
		}
		_, err = w.Write(content)
		return err
	})
	if err != nil {
		return err
	}
	return w.Close()
}
