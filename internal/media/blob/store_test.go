package blob_test

import (
	"bytes"
	"errors"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"referto/internal/media/blob"
	"referto/internal/media/blob/blobtest"
)

// each runs a test on a store of every kind.
func each(t *testing.T, test func(*testing.T, blob.Store)) {
	t.Helper()
	t.Run("folder", func(t *testing.T) {
		t.Parallel()
		store, err := blob.Open("", filepath.Join(t.TempDir(), "files"))
		if err != nil {
			t.Fatal(err)
		}
		test(t, store)
	})
	t.Run("S3", func(t *testing.T) {
		t.Parallel()
		store, _ := serve(t, "key", "photos")
		test(t, store)
	})
}

// serve is a store in a bucket that speaks S3.
func serve(t *testing.T, user, name string) (blob.Store, *blobtest.Bucket) {
	t.Helper()
	b := blobtest.NewBucket("photos", "key", time.Now)
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	address := url.URL{Scheme: "s3+plain", User: url.UserPassword(user, "secret"), Host: server.Listener.Addr().String(), Path: "/" + name}
	store, err := blob.Open(address.String(), "")
	if err != nil {
		t.Fatal(err)
	}
	return store, b
}

func TestFilesComeBack(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s blob.Store) {
		for key, data := range map[string][]byte{
			"a": []byte("one"), "018f/7a1b/" + strings.Repeat("f", 64) + ".jpg": bytes.Repeat([]byte("photo "), 400_000),
		} {
			if has, err := s.Has(t.Context(), key); has || err != nil {
				t.Errorf("%s is there before: %v", key, err)
			}
			if _, err := s.Get(t.Context(), key); !errors.Is(err, blob.ErrNotFound) {
				t.Errorf("%s before: %v", key, err)
			}
			for range 2 { // again is no error
				if err := s.Put(t.Context(), key, data); err != nil {
					t.Fatal(err)
				}
			}
			got, err := s.Get(t.Context(), key)
			if err != nil || !bytes.Equal(got, data) {
				t.Errorf("%s came back with %d bytes of %d: %v", key, len(got), len(data), err)
			}
			if has, err := s.Has(t.Context(), key); !has || err != nil {
				t.Errorf("%s is not there: %v", key, err)
			}
			for range 2 {
				if err := s.Delete(t.Context(), key); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := s.Get(t.Context(), key); !errors.Is(err, blob.ErrNotFound) {
				t.Errorf("%s after its end: %v", key, err)
			}
		}
	})
}

func TestReplacedFilesAreWhole(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s blob.Store) {
		long, short := bytes.Repeat([]byte("a"), 100_000), []byte("b")
		if err := s.Put(t.Context(), "k", long); err != nil {
			t.Fatal(err)
		}
		var writers sync.WaitGroup
		for i := range 8 {
			writers.Go(func() {
				if err := s.Put(t.Context(), "k", [][]byte{long, short}[i%2]); err != nil {
					t.Error(err)
				}
			})
		}
		for range 20 {
			if got, err := s.Get(t.Context(), "k"); err != nil || len(got) != len(long) && len(got) != len(short) {
				t.Errorf("%d bytes: %v", len(got), err)
			}
		}
		writers.Wait()
	})
}

// TestKeysStayInside: an invalid key is refused before any look-up.
func TestKeysStayInside(t *testing.T) {
	t.Parallel()
	keys := []string{
		"", ".", "..", "/", "/etc/passwd", "../secret", "a/../../secret", "a//b", "a/", "a/.hidden", `a\b`, "a%2fb", "a%2e%2e",
		"a\x00b", "a\nb", "A", "à", "a b", "a~b", "a:b", strings.Repeat("a", 200), strings.Repeat("a/", 10) + "a",
	}
	each(t, func(t *testing.T, s blob.Store) {
		for _, key := range keys {
			_, getting := s.Get(t.Context(), key)
			_, asking := s.Has(t.Context(), key)
			for _, err := range []error{getting, asking, s.Put(t.Context(), key, []byte("x")), s.Delete(t.Context(), key)} {
				if err == nil || errors.Is(err, blob.ErrNotFound) || !strings.Contains(err.Error(), "is no key") {
					t.Errorf("%q: %v", key, err)
				}
			}
		}
	})
}

// TestLinksOutOfTheFolderAreNotFollowed, whatever their origin.
func TestLinksOutOfTheFolderAreNotFollowed(t *testing.T) {
	t.Parallel()
	outside := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	store, err := blob.NewFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Dir(outside), filepath.Join(dir, "folder")); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"link", "folder/secret"} {
		if got, err := store.Get(t.Context(), key); err == nil {
			t.Errorf("%s gives %q", key, got)
		}
	}
	if err := store.Put(t.Context(), "folder/new", []byte("x")); err == nil {
		t.Error("it wrote outside")
	}
}

// TestTroubleIsNoMissingFile: a service that refuses or fails is an error, so that no file is wrongly taken for lost.
func TestTroubleIsNoMissingFile(t *testing.T) {
	t.Parallel()
	stranger, _ := serve(t, "stranger", "photos")
	elsewhere, _ := serve(t, "key", "another")
	for name, s := range map[string]blob.Store{"another's credentials": stranger, "another bucket": elsewhere} {
		_, getting := s.Get(t.Context(), "a")
		if !errors.Is(getting, blob.ErrUnavailable) || errors.Is(getting, blob.ErrNotFound) {
			t.Errorf("%s: %v", name, getting)
		}
		if err := s.Put(t.Context(), "a", []byte("x")); !errors.Is(err, blob.ErrUnavailable) {
			t.Errorf("%s: keeping a file: %v", name, err)
		}
	}
	if has, err := stranger.Has(t.Context(), "a"); has || err == nil {
		t.Errorf("a stranger is told that there is none: %v", err)
	}
	tired, b := serve(t, "key", "photos")
	b.Fail(1)
	if err := tired.Put(t.Context(), "a", []byte("x")); err != nil {
		t.Errorf("a moment's trouble is an error: %v", err)
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"http://key:secret@host/bucket", "s3://host/bucket", "s3://key@host/bucket", "s3://key:secret@host", "s3://key:secret@host/a/b", "s3://key:secret@/bucket", "s3://key:sec%ret@host/bucket",
		"file:files", "file://host/files",
	} {
		if _, err := blob.Open(address, ""); err == nil || strings.Contains(err.Error(), "sec") && !strings.Contains(err.Error(), "key:secret@host/bucket or") {
			t.Errorf("%s: %v", address, err)
		}
	}
	if _, err := blob.Open("s3://key:secret@s3.example.org:9000/bucket?region=eu-south-1", ""); err != nil {
		t.Error(err)
	}
	folder, other := t.TempDir(), t.TempDir()
	store, err := blob.Open("file://"+folder, other)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Put(t.Context(), "a", []byte("one")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "a")); err != nil {
		t.Errorf("the file is not in the folder of the address: %v", err)
	}
}

func TestFilesBelowAFolder(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s blob.Store) {
		below := func(folder string) (keys []string) {
			t.Helper()
			for f, err := range s.Below(t.Context(), folder) {
				if err != nil {
					t.Fatal(err)
				}
				if age := time.Since(f.Written); age < -time.Minute || age > time.Minute {
					t.Errorf("%s was written %s ago", f.Key, age)
				}
				keys = append(keys, f.Key)
			}
			slices.Sort(keys)
			return keys
		}
		if got := below("018f"); len(got) != 0 {
			t.Errorf("before there is anything: %q", got)
		}
		for _, key := range []string{"018f/7a1b/one.jpg", "018f/two", "018f0/other", "018f/refunds/9c/three"} {
			if err := s.Put(t.Context(), key, []byte("file")); err != nil {
				t.Fatal(err)
			}
		}
		if got := below("018f"); !slices.Equal(got, []string{"018f/7a1b/one.jpg", "018f/refunds/9c/three", "018f/two"}) {
			t.Errorf("got %q", got)
		}
		for f, err := range s.Below(t.Context(), "018f") {
			if err != nil || f.Key == "" {
				t.Errorf("the first is %q: %v", f.Key, err)
			}
			break // the consumer stops
		}
		for f, err := range s.Below(t.Context(), "../elsewhere") {
			if err == nil {
				t.Errorf("a folder of another form has %q", f.Key)
			}
		}
	})
}

// A file that is being written when the power fails does not exist.
func TestUnfinishedFilesAreNone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := blob.NewFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), "018f/whole", []byte("file")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "018f", "cut~7Q"), []byte("fi"), 0o600); err != nil {
		t.Fatal(err)
	}
	for f, err := range s.Below(t.Context(), "018f") {
		if err != nil || f.Key != "018f/whole" {
			t.Errorf("got %q: %v", f.Key, err)
		}
	}
}
