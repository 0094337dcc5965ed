package attack_test

import (
	"bytes"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"

	"referto/internal/attack/worlddbtest"
	"referto/internal/sampling"
	"referto/openapi"
)

// squads is the number of copies of the world that are attacked at once.
const squads = 4

// TestGeneratedFaults attacks every operation with every kind of violation of the contract. No row of any table may
// differ afterwards. Then the valid request is accepted, which shows that the attack has reached the operation and
// that a changed row would have been noticed; and then come requests that are strange without being wrong.
func TestGeneratedFaults(t *testing.T) {
	t.Parallel()
	w, c := theWorld(t), theContract(t)
	requests := first(w.requests(w.sides[0]))
	requireEveryOperation(t, c, requests)
	var sent atomic.Int64
	t.Run("squads", func(t *testing.T) {
		for n := range squads {
			t.Run(itoa(n+1), func(t *testing.T) {
				t.Parallel()
				a := enter(t)
				a.sent = &sent
				for i := n; i < len(requests); i += squads {
					target := a.aim(requests[i])
					t.Run(target.op.ID, func(t *testing.T) { target.in(t).attack() })
				}
			})
		}
	})
	t.Logf("%d requests to %d operations", sent.Load(), len(requests))
}

func (t *target) attack() {
	before := t.hashes()
	for _, f := range sampling.Of(t.op.ID, t.faults()) {
		t.refused(f)
	}
	if tables := t.hashes().Changed(before); len(tables) > 0 {
		t.t.Fatalf("refused requests have changed rows of %v", tables)
	}
	t.repeated(t.accepted(before))
	for _, m := range sampling.Of(t.op.ID+" strange", t.strange()) {
		t.check(m, t.send(m))
	}
}

// refused sends a faulty request.
func (t *target) refused(f fault) {
	t.t.Helper()
	got := t.send(f.message)
	t.check(f.message, got)
	if !slices.Contains(f.want, got.status) {
		t.t.Errorf("%s: got %d %s, want %v\n%s\n%.300s", f.name, got.status, got.reason(), f.want, got.body, f.body)
	}
	if f.said != "" && !got.says(f.said) {
		t.t.Errorf("%s: refused, but not for %s\n%s\n%.300s", f.name, f.said, got.body, f.body)
	}
}

// check checks the promises of every answer, whatever was asked.
func (t *target) check(m message, got answer) {
	t.t.Helper()
	op := &t.op
	if got.reason() == "method-not-allowed" || got.reason() == "no-such-address" {
		op = nil // not this operation's answer
	}
	if err := t.c.fault(op, m, got); err != nil {
		t.t.Errorf("%s: %d: %v\n%s\n%.300s\n%s", m, got.status, err, got.body, m.body, t.log.about(got.header.Get("X-Request-Id")))
	}
}

// recordedRead is the operation that changes nothing and is recorded in the audit each time: everything of a tenant leaves.
const recordedRead = "GetTenantArchiveFile"

// accepted sends the valid request and returns the rows after it.
func (t *target) accepted(before worlddbtest.Hashes) worlddbtest.Hashes {
	t.t.Helper()
	got := t.send(t.valid)
	t.check(t.valid, got)
	if got.status >= 300 {
		t.t.Fatalf("the valid request %s is answered with %d: the attack has missed\n%s", t.valid, got.status, got.body)
	}
	after := t.hashes()
	changed := after.Changed(before)
	if t.op.ID == recordedRead {
		if !slices.Equal(changed, []string{"league.audit"}) {
			t.t.Errorf("%s: rows of %v have changed, want the audit alone", t.op.ID, changed)
		}
	} else if len(changed) > 0 != t.op.Stores() {
		t.t.Errorf("%s: rows of %v have changed", t.op.ID, changed)
	}
	return after
}

// repeated sends the valid request again. Under its key it gets the stored answer; without one it meets its own
// earlier effect. Neither changes a row.
func (t *target) repeated(before worlddbtest.Hashes) {
	t.t.Helper()
	switch {
	case t.op.Idempotency != openapi.IdempotencyNone:
		t.replayed()
	case t.op.NeedsMatch:
		t.refused(fault{name: "the version is changed already", message: t.valid, want: []int{http.StatusPreconditionFailed}})
	case t.op.Method == http.MethodDelete:
		t.refused(fault{name: "what is gone", message: t.valid, want: []int{http.StatusUnauthorized, http.StatusNotFound, http.StatusConflict}})
	}
	tables := t.hashes().Changed(before)
	if bytes.Contains(t.valid.body, []byte(`"password"`)) { // each typed password is counted
		tables = slices.DeleteFunc(tables, func(table string) bool { return table == "platform.allowances" })
	}
	if len(tables) > 0 {
		t.t.Errorf("repeats have changed rows of %v", tables)
	}
}

// replayed sends the valid request under its key, and another one under the same.
func (t *target) replayed() {
	t.t.Helper()
	again := t.send(t.valid)
	t.check(t.valid, again)
	if again.status >= 300 || again.header.Get("Idempotency-Replayed") != "true" {
		t.t.Errorf("the repeat is answered with %d, not replayed\n%s", again.status, again.body)
	}
	if t.valid.body != nil {
		t.refused(t.make("another payload under the same key", http.StatusUnprocessableEntity, func(m *message) { m.body = append(slices.Clone(m.body), ' ') }))
	}
}
