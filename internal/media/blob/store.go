package blob

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"regexp"
	"time"
)

// ErrNotFound means that there is no file under a key.
var ErrNotFound = errors.New("blob: no such file")

// ErrUnavailable means that the store does not answer, or is in trouble; trying again later helps, once its operator has
// repaired it. The error wraps the store's own.
var ErrUnavailable = errors.New("blob: store unavailable")

// Store keeps files. Implementations are safe for concurrent use. Errors other than its own are [ErrUnavailable], or
// those of the context.
type Store interface {
	// Put keeps a file, whole or not at all. There may be one already: that is
	// replaced.
	Put(ctx context.Context, key string, data []byte) error
	// Get is a file's content; [ErrNotFound] without it.
	Get(ctx context.Context, key string) ([]byte, error)
	// Has reports whether there is a file. In a bucket that does not exist there is
	// none: the protocol does not distinguish the two here.
	Has(ctx context.Context, key string) (bool, error)
	// Delete removes a file. That there is none is no error.
	Delete(ctx context.Context, key string) error
	// Below are the files in a folder and the folders in it, in any order; none where
	// there is no such folder. After an error nothing follows.
	Below(ctx context.Context, folder string) iter.Seq2[File, error]
}

// File is a file that lies in a store.
type File struct {
	Key     string
	Written time.Time // last, by the clock of the store
}

// keyForm is the form of keys.
var keyForm = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{0,127}(/[a-z0-9][a-z0-9.-]{0,127}){0,7}$`)

func checkKey(key string) error {
	if !keyForm.MatchString(key) {
		return fmt.Errorf("blob: %q is no key", key)
	}
	return nil
}

// Open is the store at an address: "s3://key:secret@host/bucket" with TLS,
// "s3+plain://…" without, both with ?region= where the service has several;
// "file:///path" is that folder, "" the other.
func Open(address, folder string) (Store, error) {
	if address == "" {
		return NewFolder(folder)
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("blob: the address cannot be read") // it holds a secret
	}
	if u.Scheme == "file" {
		if u.Host != "" || u.Path == "" || u.RawQuery != "" {
			return nil, errors.New("blob: want file:///path")
		}
		return NewFolder(u.Path)
	}
	return NewS3(u)
}
