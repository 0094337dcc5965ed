// Package openapi is the contract of the public API and what is generated from
// it: the types of requests and answers, the strict server interface, and the
// table of operations with their annotations.
//
// openapi.yaml is written by hand and comes first; openapi.gen.go follows by
// `go generate` and is never edited. [Operations] says, for each operation,
// which permission it needs, how wide that permission reaches and whether it
// takes an idempotency key; the gate (internal/authz/gate), the authorization
// matrix and the black-box suites read nothing else.
package openapi

//go:generate go tool -modfile=../tools/go.mod oapi-codegen -config oapi-codegen.yaml openapi.yaml
//go:generate go run ../internal/league/rulesetschema -source ../internal/league/rules -out ruleset.schema.json
//go:generate go run ../internal/logfact/logfactschema -root .. -out logfacts.json

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sort"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
)

// Scope is the reach that an operation asks of a permission.
type Scope string

// The scopes of operations (x-scope).
const (
	ScopePlatform Scope = "platform" // no tenant
	ScopeTenant   Scope = "tenant"   // the tenant of the path
	ScopeRegion   Scope = "region"   // one region of it
	ScopeStage    Scope = "stage"    // the event of the path
	ScopeSelf     Scope = "self"     // what belongs to the caller
)

// Idempotency is the way in which an operation treats an Idempotency-Key.
type Idempotency string

// The values of x-idempotency.
const (
	IdempotencyNone     Idempotency = "none"
	IdempotencyAccepted Idempotency = "accepted"
	IdempotencyRequired Idempotency = "required"
)

// Operation is one row of the table of operations.
type Operation struct {
	ID          string // as in the document with an upper-case first letter: GetEvent
	Method      string // GET, POST, ...
	Path        string // /tenants/{tenant}/events/{event}, without the server's /v1
	Permission  string // x-permission; empty when public
	Public      bool   // x-public: anyone may, signed in or not
	Scope       Scope
	Anywhere    bool // x-reach: a role over any part of the tenant will do
	Idempotency Idempotency
	NeedsMatch  bool   // takes If-Match: 428 without
	MaxBody     int    // longest request body, in bytes
	Previews    bool   // x-preview: does the act that it describes, and takes it back
	ByToken     bool   // x-by-token: a secret in the body says who may; nobody signs in
	Computes    bool   // x-computes: the answer follows from the request, nothing is stored
	WhileClosed bool   // x-while-closed: also in a tenant that is closed because it is to be deleted
	Hidden      bool   // x-hidden: 404 for whoever may not
	Cost        int    // x-cost: points that a request takes, see [costOf]
	Tag         string // what it is about, as the document sorts operations
}

// The points that requests take, by what they cost the server.
const (
	readCost    = 1  // looks
	writeCost   = 5  // is checked, stored and told
	computeCost = 20 // works out much, or writes a file
)

// costOf is the points that a request for an operation takes, besides those of a long body.
func costOf(row Operation, op *openapi3.Operation) int {
	switch {
	case row.Previews, row.Computes, row.Method == http.MethodGet && answersFile(op):
		return computeCost
	case row.Reads():
		return readCost
	}
	return writeCost
}

// answersFile reports whether an operation answers with a file that is written for its caller: a
// workbook, an archive, a table.
func answersFile(op *openapi3.Operation) bool {
	ok := op.Responses.Status(http.StatusOK)
	if ok == nil {
		return false
	}
	for media := range ok.Value.Content {
		if strings.HasPrefix(media, "application/vnd.") || media == "application/zip" || media == "text/csv" {
			return true
		}
	}
	return false
}

// Reads reports whether the operation only reads.
func (o Operation) Reads() bool { return o.Method == "GET" || o.Computes }

// Stores reports whether the operation may leave something behind.
func (o Operation) Stores() bool { return !o.Reads() && !o.Previews }

// InTenant reports whether the path names a tenant.
func (o Operation) InTenant() bool { return strings.Contains(o.Path, "{tenant}") }

// InEvent reports whether the path names an event.
func (o Operation) InEvent() bool { return strings.Contains(o.Path, "{event}") }

// Operations returns the table of operations by id. It fails when an operation
// of the document lacks one of the annotations.
func Operations(doc *openapi3.T) (map[string]Operation, error) {
	table := make(map[string]Operation)
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			row, err := operation(method, path, op)
			if err != nil {
				return nil, err
			}
			row.NeedsMatch = takesIfMatch(item.Parameters) || takesIfMatch(op.Parameters)
			table[row.ID] = row
		}
	}
	return table, nil
}

func operation(method, path string, op *openapi3.Operation) (Operation, error) {
	row := Operation{Method: method, Path: path}
	if op.OperationID == "" {
		return row, fmt.Errorf("openapi: %s %s has no operationId", method, path)
	}
	row.ID = OperationID(op)
	if len(op.Tags) > 0 {
		row.Tag = op.Tags[0]
	}
	row.Permission, _ = op.Extensions["x-permission"].(string)
	row.Public, _ = op.Extensions["x-public"].(bool)
	row.ByToken, _ = op.Extensions["x-by-token"].(bool)
	row.Computes, _ = op.Extensions["x-computes"].(bool)
	row.Hidden, _ = op.Extensions["x-hidden"].(bool)
	row.WhileClosed, _ = op.Extensions["x-while-closed"].(bool)
	scope, _ := op.Extensions["x-scope"].(string)
	reach, _ := op.Extensions["x-reach"].(string)
	row.Anywhere = reach == "anywhere"
	row.Previews, _ = op.Extensions["x-preview"].(bool)
	idempotency, _ := op.Extensions["x-idempotency"].(string)
	row.Scope, row.Idempotency, row.MaxBody = Scope(scope), Idempotency(idempotency), MaxBody(op)
	row.Cost = costOf(row, op)
	switch {
	case row.Public == (row.Permission != ""):
		return row, fmt.Errorf("openapi: %s needs exactly one of x-permission and x-public", row.ID)
	case scope == "":
		return row, fmt.Errorf("openapi: %s has no x-scope", row.ID)
	case idempotency == "":
		return row, fmt.Errorf("openapi: %s has no x-idempotency", row.ID)
	}
	return row, nil
}

// OperationID is the id of an operation in the table of operations.
func OperationID(op *openapi3.Operation) string {
	return strings.ToUpper(op.OperationID[:1]) + op.OperationID[1:]
}

// usualBody is the longest request body, in bytes, of an operation that says
// nothing else. A round of 2,000 players seated by hand has some 40 kB.
const usualBody = 128 << 10

// MaxBody is the longest request body that an operation takes, in bytes
// (x-max-body).
func MaxBody(op *openapi3.Operation) int {
	if most, ok := op.Extensions["x-max-body"].(float64); ok {
		return int(most)
	}
	return usualBody
}

func takesIfMatch(params openapi3.Parameters) bool {
	for _, p := range params {
		if p.Value != nil && p.Value.In == "header" && p.Value.Name == "If-Match" {
			return true
		}
	}
	return false
}

// Sorted returns the operations ordered by path and method, for tables that
// people read.
func Sorted(table map[string]Operation) []Operation {
	rows := make([]Operation, 0, len(table))
	for _, row := range table {
		rows = append(rows, row)
	}
	sort.Slice(rows, func(i, j int) bool {
		if rows[i].Path != rows[j].Path {
			return rows[i].Path < rows[j].Path
		}
		return rows[i].Method < rows[j].Method
	})
	return rows
}

// Served returns the contract as it is served, see [Complete]. Each call returns another
// copy.
func Served() (*openapi3.T, error) {
	doc, err := GetSpec()
	if err != nil {
		return nil, fmt.Errorf("openapi: read the embedded document: %w", err)
	}
	return doc, Complete(doc)
}

// Contract is the document in the forms that a server needs. Nobody may change it:
// every server of a process has the same.
type Contract struct {
	Doc        *openapi3.T
	Operations map[string]Operation // by id, see [Operations]
	JSON       []byte               // the document as it is served
}

// Parsed returns the embedded contract. It is read once per process: that takes a
// tenth of a second. The error says what the document lacks.
var Parsed = sync.OnceValues(func() (Contract, error) {
	doc, err := GetSpec()
	if err != nil {
		return Contract{}, fmt.Errorf("openapi: read the embedded document: %w", err)
	}
	operations, err := Operations(doc)
	if err != nil {
		return Contract{}, err
	}
	served, err := Served()
	if err != nil {
		return Contract{}, err
	}
	raw, err := json.Marshal(served)
	if err != nil {
		return Contract{}, fmt.Errorf("openapi: encode the document: %w", err)
	}
	return Contract{Doc: doc, Operations: operations, JSON: raw}, nil
})
