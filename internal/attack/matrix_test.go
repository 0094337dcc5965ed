package attack_test

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/openapi"
)

const matrixFile = "testdata/matrix.golden"

// The three decisions of the matrix.
const (
	allow  = "allow"
	signIn = "401"
	forbid = "403"
	hide   = "404" // for operations that do not exist for callers without the right
)

// row is one line of the matrix: a request and the decision for each column.
type row struct {
	op    openapi.Operation
	about string
	cells []string
}

// TestMatrix sends every operation as every caller. Any status other than 401 or 403 means permitted: that the thing
// is missing or not in the right state (404, 409, 422) is told only to permitted callers.
func TestMatrix(t *testing.T) {
	t.Parallel()
	w, c := theWorld(t), theContract(t)
	requests, columns := w.requests(w.sides[0]), w.columns()
	for i := range requests { // also where the valid request is a club's
		if requests[i].path["tenant"] != "" {
			requests[i].path["tenant"] = w.sides[0].Slug
		}
	}
	rows := make([]row, len(requests))
	for i, r := range requests {
		rows[i] = row{op: c.operations[r.operation], about: r.about, cells: make([]string, len(columns))}
	}
	requireEveryOperation(t, c, requests)
	t.Run("asked", func(t *testing.T) {
		for n, who := range columns {
			t.Run(who.title, func(t *testing.T) {
				t.Parallel()
				for i, cell := range enter(t).column(requests, who) {
					rows[i].cells[n] = cell
				}
			})
		}
	})
	if t.Failed() {
		return // half a matrix is none
	}
	t.Run("the second opinion agrees", func(t *testing.T) {
		law := readLaw(t)
		for i, r := range rows {
			for n, who := range columns {
				if want := law.decide(r.op, requests[i], who); r.cells[n] != want {
					t.Errorf("%s %s as %s: observed %s, by policy %s", r.op.ID, r.about, who.title, r.cells[n], want)
				}
			}
		}
	})
	compareMatrix(t, layout(rows, columns))
}

// requireEveryOperation fails for an operation without a valid request.
func requireEveryOperation(t *testing.T, c *contract, requests []request) {
	t.Helper()
	for id := range c.operations {
		if !slices.ContainsFunc(requests, func(r request) bool { return r.operation == id && r.about == "" }) {
			t.Errorf("no valid request to %s: add it to requests_test.go", id)
		}
	}
}

// column sends all requests as one person and returns the decisions. The copy of the world is theirs alone, so that
// other callers' acts do not affect the decisions.
func (a *arena) column(requests []request, as column) []string {
	a.t.Helper()
	fresh, who := "", as.who
	if who != nil {
		fresh = a.signIn(who)
	}
	cells := make([]string, len(requests))
	for i, r := range requests {
		m := a.message(r).with("Authorization", "")
		switch {
		case who != nil && r.fresh:
			m = m.with("Authorization", "Bearer "+fresh)
		case who != nil:
			m = m.with("Authorization", "Bearer "+a.bearer(who))
		}
		op := theContract(a.t).operations[r.operation]
		got := a.send(m)
		if err := theContract(a.t).fault(&op, m, got); err != nil {
			a.t.Errorf("%s %s: %d: %v\n%s\n%s", r.operation, m, got.status, err, got.body, a.log.about(got.header.Get("X-Request-Id")))
		}
		if err := theContract(a.t).audienceFault(op, r, got, as); err != nil {
			a.t.Errorf("%s %s as %s: %v\n%s", r.operation, m, as.title, err, got.body)
		}
		cells[i] = decision(op, got.status)
	}
	return cells
}

// signIn begins another session of a person and returns its token.
func (a *arena) signIn(who *apitest.Client) string {
	a.t.Helper()
	got := a.send(message{
		method: http.MethodPost, path: "/sessions", header: http.Header{"Content-Type": {"application/json"}},
		body: encode(a.t, apitest.JSON{"email": who.Email, "password": who.Password}),
	})
	if got.status != http.StatusCreated {
		a.t.Fatalf("sign in as %s: %d\n%s", who.Name, got.status, got.body)
	}
	return got.text("accessToken")
}

func decision(op openapi.Operation, status int) string {
	switch {
	case op.Hidden && status == http.StatusNotFound:
		return hide
	case status == http.StatusUnauthorized:
		return signIn
	case status == http.StatusForbidden:
		return forbid
	default:
		return allow
	}
}

// layout is the matrix as text, by address.
func layout(rows []row, columns []column) string {
	slices.SortStableFunc(rows, func(a, b row) int {
		if a.op.Path != b.op.Path {
			return strings.Compare(a.op.Path, b.op.Path)
		}
		return strings.Compare(a.op.Method, b.op.Method)
	})
	var b strings.Builder
	b.WriteString("# What was decided for whom, observed through HTTP: the wall of the house, for review.\n")
	b.WriteString("# Rewritten by: go test ./internal/attack -run TestMatrix -update\n#\n")
	for _, c := range columns {
		fmt.Fprintf(&b, "# %-10s %s\n", c.title, c.about)
	}
	width := 0
	for _, r := range rows {
		width = max(width, len(r.name()))
	}
	fmt.Fprintf(&b, "\n%-*s", width, "")
	for _, c := range columns {
		fmt.Fprintf(&b, "  %-9s", c.title)
	}
	b.WriteString("\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "%-*s", width, r.name())
		for _, cell := range r.cells {
			fmt.Fprintf(&b, "  %-9s", cell)
		}
		b.WriteString("\n")
	}
	return trimLines(b.String())
}

// name returns the operation, its address and the part that distinguishes the request from others.
func (r row) name() string {
	name := fmt.Sprintf("%-6s %s", r.op.Method, r.op.Path)
	if r.about != "" {
		name += " (" + r.about + ")"
	}
	return name
}

func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func compareMatrix(t *testing.T, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(matrixFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(matrixFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("decisions have changed (-golden +observed); review them, then run with -update:\n%s", diff)
	}
}
