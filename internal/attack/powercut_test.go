package attack_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/attack/worlddbtest"
	"referto/internal/sampling"
	"referto/openapi"
)

// beside are tables that requests write in a transaction of their own before the act, with the reason. A change in one of them does not
// mean that a part of the act was stored.
var beside = map[string]string{
	"platform.allowances": "what somebody has asked for is counted whatever becomes of it",
	"league.claim_codes":  "so is each try of a code",
}

// TestPowerCutOfEveryOperation sends the valid request to every operation that stores something, in the order of the table of requests,
// while the line to the database is cut between its statements. Every time either everything is stored that the operation stores
// undisturbed, or nothing. A client that repeats the request under the same key gets the answer of an undisturbed request, and the act is
// done once.
func TestPowerCutOfEveryOperation(t *testing.T) {
	t.Parallel()
	o := &outage{}
	o.calm, o.calmLine = enterBehind(t)
	o.cut, o.line = enterBehind(t)
	missing := map[string]bool{}
	for id, op := range theContract(t).operations {
		if op.Stores() {
			missing[id] = true
		}
	}
	all := len(missing)
	for _, r := range o.cut.world.requests(o.cut.world.sides[0]) {
		if op := theContract(t).operations[r.operation]; op.Stores() && o.play(op, r) {
			delete(missing, op.ID)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(missing)) {
		t.Errorf("%s stores something, and no request to it was accepted", id)
	}
	if o.cuts < all*9/10 {
		t.Errorf("%d cuts in %d operations: the line was not where they pass", o.cuts, all)
	}
	t.Logf("%d operations that store: %d requests of %d statements, %d cuts", all, o.requests, o.statements, o.cuts)
	t.Run("the archive of a tenant finds the accounts in what they have left", o.calm.accountsAreFound)
}

// enterBehind copies the world and starts a server that reaches the copy through a line.
func enterBehind(t *testing.T) (a *arena, line *apitest.PowerLine) {
	t.Helper()
	a = enterBy(t, func(database string) (address string) {
		line, address = apitest.LineTo(t, database)
		return address
	})
	return a, line
}

// outage plays requests on two copies of the world, on one of them while the line to its database is cut.
type outage struct {
	calm, cut                  *arena
	calmLine, line             *apitest.PowerLine
	requests, statements, cuts int
}

// cutBehind returns the statements after which a request with the given number of statements is cut: after each of the last sixty, which
// include the writing ones, and after every seventh before them; with -short after one of the last twelve.
func cutBehind(name string, statements int) (behind []int) {
	for n := range statements {
		if last := statements - n; last <= 60 || n%7 == 0 {
			behind = append(behind, n)
		}
	}
	if testing.Short() {
		return sampling.Of(name, behind[max(0, len(behind)-12):])[:1]
	}
	return behind
}

// leftBy returns the tables of an arena that a request has changed, each with the number of rows it has gained, and whether the act is
// among them.
func (a *arena) leftBy(before worlddbtest.Hashes) (left string, act bool) {
	a.t.Helper()
	after := a.hashes()
	var out []string
	for _, table := range after.Changed(before) {
		act = act || beside[table] == ""
		if table != "platform.allowances" { // a repeated request is counted twice
			out = append(out, fmt.Sprintf("%s %+d", table, rowsOf(after[table])-rowsOf(before[table])))
		}
	}
	return strings.Join(out, "\n"), act
}

// rowsOf returns the number of rows with which a hash begins.
func rowsOf(hash string) (n int) {
	_, _ = fmt.Sscan(hash, &n) // a table that did not exist has none
	return n
}

// play sends a request undisturbed, and then with cuts until it is stored. It reports whether the undisturbed request was accepted.
func (o *outage) play(op openapi.Operation, r request) (accepted bool) {
	t, name := o.cut.t, strings.TrimSpace(r.operation+" "+r.about)
	t.Helper()
	m := keyed(o.calm.message(r), op)
	before, crossed := o.calm.hashes(), o.calmLine.Statements()
	calm := o.calm.send(m)
	statements := o.calmLine.Statements() - crossed
	if calm.status >= 300 {
		return false
	}
	want, _ := o.calm.leftBy(before)
	o.requests, o.statements = o.requests+1, o.statements+statements
	m = keyed(o.cut.message(r), op)
	before = o.cut.hashes()
	if o.stored(name, m, before, want, statements) && m.header.Get("Idempotency-Key") == "" {
		return true // without a key it would be done twice
	}
	again := o.cut.send(m)
	if again.status != calm.status && !saysDone(m, again) {
		t.Errorf("%s: asked again it is answered with %d, undisturbed with %d\n%s", name, again.status, calm.status, again.body)
	}
	left, _ := o.cut.leftBy(before)
	if diff := cmp.Diff(want, left); diff != "" {
		t.Errorf("%s: left in the tables (-undisturbed +cut and asked again)\n%s", name, diff)
	}
	return true
}

// stored sends a request with a cut after one statement after another until it is stored. It reports whether it was stored.
func (o *outage) stored(name string, m message, before worlddbtest.Hashes, want string, statements int) bool {
	t := o.cut.t
	t.Helper()
	for _, n := range cutBehind(name, statements) {
		o.line.CutAfter(n)
		answer := o.cut.send(m)
		cut := o.line.Mend()
		o.recover()
		o.cut.database.ForgetAllowances(t) // real clients do not repeat a request so often
		left, act := o.cut.leftBy(before)
		if cut {
			o.cuts++
		}
		if cut && answer.status != http.StatusServiceUnavailable {
			t.Errorf("%s: cut after statement %d and answered with %d\n%s", name, n, answer.status, answer.body)
		}
		if diff := cmp.Diff(want, left); act && diff != "" {
			t.Errorf("%s: cut after statement %d it leaves (-undisturbed +cut)\n%s", name, n, diff)
		}
		if act || !cut {
			return true
		}
	}
	return false
}

// recover sends requests until the server has closed all dead connections.
func (o *outage) recover() {
	o.cut.t.Helper()
	side := o.cut.world.sides[0]
	probe := message{method: http.MethodGet, path: side.Path + "/members", header: http.Header{"Authorization": {"Bearer " + o.cut.bearer(side.Manager)}}}
	for good, tried := 0, 0; good < 3; tried++ {
		if o.cut.send(probe).status == http.StatusOK {
			good++
		} else {
			good = 0
		}
		if tried == 100 {
			o.cut.t.Fatal("the server does not recover")
		}
	}
}

// keyed returns a message with a key of its own, if the operation takes one.
func keyed(m message, op openapi.Operation) message {
	if op.Idempotency == openapi.IdempotencyNone {
		return m
	}
	return m.with("Idempotency-Key", uuid.NewString())
}

// saysDone reports whether the answer to a repeated request means that it was done already: a request with a version is told that this
// version is no longer the latest, and a deletion is told that the thing does not exist.
func saysDone(m message, again answer) bool {
	return m.header.Get("If-Match") != "" && again.status == http.StatusPreconditionFailed ||
		m.method == http.MethodDelete && again.status == http.StatusNotFound
}
