package attack_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/openapi"
)

// fault is a request that is wrong in one way, and the statuses of which it must be
// answered by one.
type fault struct {
	name string
	message
	want []int
	said string // the reason of the refusal, or of one of its errors; "" for any
}

// target is an operation under attack: its valid request and all that follows from
// the contract.
type target struct {
	*arena
	c       *contract
	op      openapi.Operation
	request request
	valid   message
}

// aim prepares the attack on one operation.
func (a *arena) aim(r request) *target {
	a.t.Helper()
	c := theContract(a.t)
	t := &target{arena: a, c: c, op: c.operations[r.operation], request: r, valid: a.message(r)}
	if t.op.Idempotency != openapi.IdempotencyNone {
		t.valid.header.Set("Idempotency-Key", uuid.NewString())
	}
	return t
}

// in is the target with the failures of a subtest.
func (t *target) in(sub *testing.T) *target {
	a, out := *t.arena, *t
	a.t = sub
	out.arena = &a
	return &out
}

// faults are all requests derived from the contract that must be refused.
func (t *target) faults() []fault {
	return slices.Concat(t.credentialFaults(), t.pathFaults(), t.queryFaults(), t.headerFaults(), t.formFaults(), t.yamlFaults(), t.valueFaults())
}

// make is a fault of the valid request changed by fn.
func (t *target) make(name string, want int, fn func(*message)) fault {
	m := t.valid.clone()
	fn(&m)
	return fault{name: name, message: m, want: []int{want}}
}

// or allows another status too.
func (f fault) or(status int) fault {
	f.want = append(f.want, status)
	return f
}

// bodyFault sends another body.
func (t *target) bodyFault(name string, want int, body []byte) fault {
	return t.make(name, want, func(m *message) { m.body = body })
}

// headerFaults are wrong preconditions, keys and media types.
func (t *target) headerFaults() []fault {
	var out []fault
	set := func(name, value string, want int) {
		out = append(out, t.make(name+": "+shorten(value), want, func(m *message) { m.header[name] = []string{value} }))
	}
	if t.op.NeedsMatch {
		out = append(out, t.make("If-Match missing", http.StatusPreconditionRequired, func(m *message) { m.header.Del("If-Match") }))
		set("If-Match", "", http.StatusPreconditionRequired)
		for _, stale := range []string{`"999999"`, `"0"`, `"-1"`, `*`, `abc`, `""`, `","`, `"' or 1=1--"`, `"1`} {
			set("If-Match", stale, http.StatusPreconditionFailed)
		}
		good := t.valid.header.Get("If-Match")
		for _, many := range []string{`W/"`, "W/" + good, good + ", " + good, good + `,"0"`, `"0", ` + good, good + ", *", "W/" + good + ", " + good, good + ",", "x, " + good} {
			set("If-Match", many, http.StatusBadRequest)
		}
		set("If-Match", `"`+strings.Repeat("1", 80)+`"`, http.StatusBadRequest)
	}
	if t.op.Idempotency != openapi.IdempotencyNone {
		for _, malformed := range []string{"1234567", strings.Repeat("k", 256), "key with space", "schlüssel-1234", "tab\tseparated"} {
			set("Idempotency-Key", malformed, http.StatusBadRequest)
		}
	}
	if t.op.Idempotency == openapi.IdempotencyRequired {
		out = append(out, t.make("Idempotency-Key missing", http.StatusBadRequest, func(m *message) { m.header.Del("Idempotency-Key") }))
	}
	if t.request.offset != "" {
		out = append(out, t.make("Upload-Offset missing", http.StatusBadRequest, func(m *message) { m.header.Del("Upload-Offset") }))
		for _, bad := range []string{"", "x", "-1", "1.5", "1e1", "0x10", "NaN", "+100", "0100", "1e2", "100.0", "20971521", "9223372036854775808", "1,2"} {
			set("Upload-Offset", bad, http.StatusBadRequest)
		}
		for _, elsewhere := range []string{"0", "99", "101", "20971519"} {
			out = append(out, t.make("Upload-Offset "+elsewhere, http.StatusConflict, func(m *message) { m.header.Set("Upload-Offset", elsewhere) }).or(http.StatusUnprocessableEntity))
		}
	}
	for _, name := range []string{"Idempotency-Key", "If-Match", "Content-Type", "Upload-Offset", "Content-Encoding", "Last-Event-Id"} {
		value := t.valid.header.Get(name)
		out = append(out, t.make(name+" twice", http.StatusBadRequest, func(m *message) { m.header[name] = []string{value, value} }))
	}
	if t.valid.body == nil {
		return append(out, t.make("a body where none belongs", http.StatusBadRequest, func(m *message) {
			m.body = []byte(`{}`)
			m.header.Set("Content-Type", "application/json")
		}))
	}
	for _, media := range []string{
		"", "text/plain", "text/json", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
		"application/jsonx", "application/problem+json", "application/json; charset=utf-16", "application/json; charset=latin1", "application/json;;",
	} {
		set("Content-Type", media, http.StatusUnsupportedMediaType)
	}
	for _, coding := range []string{"gzip", "br", "x"} {
		set("Content-Encoding", coding, http.StatusUnsupportedMediaType)
	}
	return out
}

func shorten(text string) string {
	if len(text) > 60 {
		return text[:60] + "…"
	}
	return text
}
