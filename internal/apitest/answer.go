package apitest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// JSON is an object to send.
type JSON = map[string]any

// Answer is an answer of the server.
type Answer struct {
	T       testing.TB
	Request string // method and path, for messages
	Status  int
	Header  http.Header
	Body    []byte
}

// In is the same answer for a subtest.
func (a *Answer) In(t testing.TB) *Answer {
	other := *a
	other.T = t
	return &other
}

// Want ends the test unless the status is this one.
func (a *Answer) Want(status int) *Answer {
	a.T.Helper()
	if a.Status != status {
		a.T.Fatalf("%s: got %d, want %d\n%s", a.Request, a.Status, status, a.Body)
	}
	return a
}

// Refused ends the test unless it is a problem of this status and reason.
func (a *Answer) Refused(status int, reason string) *Answer {
	a.T.Helper()
	a.Want(status)
	if got := a.Text("reason"); got != reason {
		a.T.Fatalf("%s: refused because of %q, want %q\n%s", a.Request, got, reason, a.Body)
	}
	if detail := a.Text("detail"); detail == "" || strings.Contains(detail, "("+reason+")") {
		a.T.Errorf("%s: no words for %q", a.Request, reason)
	}
	return a
}

// ETag is the entity tag; the test ends without one.
func (a *Answer) ETag() string {
	a.T.Helper()
	tag := a.Header.Get("ETag")
	if tag == "" {
		a.T.Fatalf("%s: no ETag", a.Request)
	}
	return tag
}

// Into decodes the body.
func (a *Answer) Into(out any) *Answer {
	a.T.Helper()
	if err := json.Unmarshal(a.Body, out); err != nil {
		a.T.Fatalf("%s: %v\n%s", a.Request, err, a.Body)
	}
	return a
}

// Value finds a value of the body by a path of names and indices, such as
// "items.0.id"; nil if there is nothing. Numbers are json.Number.
func (a *Answer) Value(path string) any {
	a.T.Helper()
	decoder := json.NewDecoder(strings.NewReader(string(a.Body)))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		a.T.Fatalf("%s: %v\n%s", a.Request, err, a.Body)
	}
	for name := range strings.SplitSeq(path, ".") {
		switch inner := value.(type) {
		case map[string]any:
			value = inner[name]
		case []any:
			n, err := strconv.Atoi(name)
			if err != nil || n < 0 || n >= len(inner) {
				return nil
			}
			value = inner[n]
		default:
			return nil
		}
	}
	return value
}

// Text is the text under a path, "" if there is none.
func (a *Answer) Text(path string) string {
	a.T.Helper()
	text, _ := a.Value(path).(string)
	return text
}

// Int is the whole number under a path; the test ends without one.
func (a *Answer) Int(path string) int {
	a.T.Helper()
	number, ok := a.Value(path).(json.Number)
	if !ok {
		a.T.Fatalf("%s: no number under %q\n%s", a.Request, path, a.Body)
	}
	n, err := number.Int64()
	if err != nil {
		a.T.Fatalf("%s: %q: %v", a.Request, path, err)
	}
	return int(n)
}

// ID is the id under a path; the test ends without one.
func (a *Answer) ID(path string) uuid.UUID {
	a.T.Helper()
	id, err := uuid.Parse(a.Text(path))
	if err != nil {
		a.T.Fatalf("%s: no id under %q\n%s", a.Request, path, a.Body)
	}
	return id
}

// Len is the number of elements of the list under a path; the test ends without a
// list.
func (a *Answer) Len(path string) int {
	a.T.Helper()
	list, ok := a.Value(path).([]any)
	if !ok {
		a.T.Fatalf("%s: no list under %q\n%s", a.Request, path, a.Body)
	}
	return len(list)
}

// Traits returns all parts of an answer except those that differ between requests by design: its date and id. Two
// answers with the same traits reveal the same to a stranger.
func (a *Answer) Traits() string {
	a.T.Helper()
	header := a.Header.Clone()
	for _, name := range []string{"Date", "X-Request-Id"} {
		header.Del(name)
	}
	var b strings.Builder
	b.WriteString(http.StatusText(a.Status) + "\n")
	if err := header.Write(&b); err != nil {
		a.T.Fatal(err)
	}
	if len(a.Body) == 0 {
		return b.String()
	}
	var body map[string]any
	a.Into(&body)
	delete(body, "requestId")
	text, err := json.Marshal(body)
	if err != nil {
		a.T.Fatal(err)
	}
	b.Write(text)
	return b.String()
}
