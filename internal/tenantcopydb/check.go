package tenantcopydb

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ErrDamaged means that an archive differs from its manifest.
var ErrDamaged = errors.New("the archive is damaged")

// Check compares every part of an archive with the manifest, and returns the manifest. The error is
// [ErrDamaged] with the name of the first part that differs, is missing or is too many.
func Check(archive io.ReaderAt, size int64) (m Manifest, err error) {
	parts, err := zip.NewReader(archive, size)
	if err != nil {
		return m, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	entries := map[string]*zip.File{}
	for _, f := range parts.File {
		if entries[f.Name] != nil {
			return m, fmt.Errorf("%w: %s is there twice", ErrDamaged, f.Name)
		}
		entries[f.Name] = f
	}
	if err := readManifest(entries[manifestName], &m); err != nil {
		return m, err
	}
	delete(entries, manifestName)
	for _, part := range m.Tables {
		if err := compare(entries[part.Name], part, true); err != nil {
			return m, err
		}
		delete(entries, part.Name)
	}
	for _, part := range m.Files {
		if err := compare(entries[part.Name], part, false); err != nil {
			return m, err
		}
		delete(entries, part.Name)
	}
	for name := range entries {
		return m, fmt.Errorf("%w: %s is not in the manifest", ErrDamaged, name)
	}
	return m, nil
}

func readManifest(f *zip.File, m *Manifest) error {
	if f == nil {
		return fmt.Errorf("%w: no %s", ErrDamaged, manifestName)
	}
	in, err := f.Open()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer in.Close()
	if err := json.NewDecoder(in).Decode(m); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrDamaged, manifestName, err)
	}
	if m.Format != Format {
		return fmt.Errorf("the archive has format %d, this program reads %d", m.Format, Format)
	}
	return nil
}

// compare compares a part of the archive with its entry in the manifest.
func compare(f *zip.File, want Part, rows bool) error {
	if f == nil {
		return fmt.Errorf("%w: no %s", ErrDamaged, want.Name)
	}
	in, err := f.Open()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer in.Close()
	got := entry{part: Part{Name: want.Name}, sum: sha256.New(), out: io.Discard, countRows: rows}
	if _, err := io.Copy(&got, in); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrDamaged, want.Name, err)
	}
	if part := got.end(); part != want {
		return fmt.Errorf("%w: %s has %d bytes and %d rows, SHA-256 %s", ErrDamaged, part.Name, part.Bytes, part.Rows, part.SHA256)
	}
	return nil
}
