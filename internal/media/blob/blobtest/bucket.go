// Package blobtest is a service of files for tests and rehearsals: a bucket in memory that
// speaks as much of the S3 protocol as a store of package blob needs.
package blobtest

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Bucket is one bucket of one account. It is safe for concurrent use.
type Bucket struct {
	name, account string
	now           func() time.Time

	mu    sync.Mutex
	files map[string][]byte
	// failing is the number of requests still to be answered as by a service in trouble.
	failing int
}

// NewBucket returns an empty bucket that only one account may enter. Its clock sets the age of its files.
func NewBucket(name, account string, now func() time.Time) *Bucket {
	return &Bucket{name: name, account: account, now: now, files: map[string][]byte{}}
}

// Fail has so many of the next requests answered as a service in trouble does.
func (b *Bucket) Fail(requests int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failing = requests
}

// Keys lists the files in alphabetical order.
func (b *Bucket) Keys() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Sorted(maps.Keys(b.files))
}

// ServeHTTP answers like the service. Contents are read before the lock is taken, so that a slow upload delays no
// other request.
func (b *Bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := content(r)
	b.mu.Lock()
	defer b.mu.Unlock()
	key, mine := strings.CutPrefix(r.URL.Path, "/"+b.name+"/")
	switch {
	case b.failing > 0:
		b.failing--
		refuse(w, http.StatusServiceUnavailable, "SlowDown")
	case !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 Credential="+b.account+"/"):
		refuse(w, http.StatusForbidden, "AccessDenied")
	case !mine:
		refuse(w, http.StatusNotFound, "NoSuchBucket")
	case err != nil:
		refuse(w, http.StatusBadRequest, "IncompleteBody")
	case r.URL.Query().Get("list-type") == "2":
		b.list(w, r.URL.Query().Get("prefix"))
	case r.Method == http.MethodPut:
		b.files[key] = body
		w.Header().Set("ETag", `"1"`)
	case r.Method == http.MethodDelete:
		delete(b.files, key)
		w.WriteHeader(http.StatusNoContent)
	case b.files[key] == nil:
		refuse(w, http.StatusNotFound, "NoSuchKey")
	default:
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("Last-Modified", b.now().UTC().Format(http.TimeFormat))
		w.Header().Set("Content-Length", strconv.Itoa(len(b.files[key])))
		_, _ = w.Write(b.files[key])
	}
}

// list answers with the keys that begin with a prefix.
func (b *Bucket) list(w http.ResponseWriter, prefix string) {
	w.Header().Set("Content-Type", "application/xml")
	fmt.Fprint(w, "<ListBucketResult><IsTruncated>false</IsTruncated>")
	for key := range b.files {
		if strings.HasPrefix(key, prefix) {
			fmt.Fprintf(w, "<Contents><Key>%s</Key><LastModified>%s</LastModified></Contents>", key, b.now().UTC().Format(time.RFC3339))
		}
	}
	fmt.Fprint(w, "</ListBucketResult>")
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<Error><Code>%s</Code></Error>", code)
}

// content is the body of a request, without the signatures between its parts.
func content(r *http.Request) ([]byte, error) {
	if !strings.HasPrefix(r.Header.Get("X-Amz-Content-Sha256"), "STREAMING-") {
		return io.ReadAll(r.Body)
	}
	var out []byte
	for in := bufio.NewReader(r.Body); ; {
		line, err := in.ReadString('\n')
		if err != nil {
			return nil, err
		}
		length, err := strconv.ParseInt(strings.Split(strings.TrimSpace(line), ";")[0], 16, 32)
		if err != nil || length == 0 {
			return out, err
		}
		part := make([]byte, length+2)
		if _, err := io.ReadFull(in, part); err != nil {
			return nil, err
		}
		out = append(out, part[:length]...)
	}
}
