package blob

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
)

// Folder keeps files below a folder, which it never leaves.
type Folder struct{ root *os.Root }

// NewFolder is the store in a folder, which is made if it is missing.
func NewFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	return &Folder{root}, nil
}

// Put keeps a file: it is written beside its place, flushed and moved there.
func (f *Folder) Put(_ context.Context, key string, data []byte) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := f.root.MkdirAll(path.Dir(key), 0o700); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	partial := key + "~" + rand.Text() // no key has a tilde
	if err := f.write(partial, data); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, errors.Join(err, f.root.Remove(partial)))
	}
	if err := f.root.Rename(partial, key); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, errors.Join(err, f.root.Remove(partial)))
	}
	return nil
}

func (f *Folder) write(name string, data []byte) error {
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}

// Get is a file's content.
func (f *Folder) Get(_ context.Context, key string) ([]byte, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	data, err := f.root.ReadFile(key)
	return data, translateFile(err)
}

// Has reports whether there is a file.
func (f *Folder) Has(_ context.Context, key string) (bool, error) {
	if err := checkKey(key); err != nil {
		return false, err
	}
	_, err := f.root.Stat(key)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, translateFile(err)
}

// Delete removes a file.
func (f *Folder) Delete(_ context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := f.root.Remove(key); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// Below returns the files in a folder, without those that are still being written.
func (f *Folder) Below(_ context.Context, folder string) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		if err := checkKey(folder); err != nil {
			yield(File{}, err)
			return
		}
		_ = fs.WalkDir(f.root.FS(), folder, func(key string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist): // there is none, or it has just been removed
				return nil
			case err != nil:
				yield(File{}, fmt.Errorf("%w: %w", ErrUnavailable, err))
				return fs.SkipAll
			case entry.IsDir() || checkKey(key) != nil:
				return nil
			}
			info, err := entry.Info()
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				yield(File{}, fmt.Errorf("%w: %w", ErrUnavailable, err))
				return fs.SkipAll
			case yield(File{Key: key, Written: info.ModTime()}, nil):
				return nil
			}
			return fs.SkipAll
		})
	}
}

func translateFile(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return ErrNotFound
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}
