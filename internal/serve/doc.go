// Package serve is the program behind cmd/api: it wires everything into one
// HTTP server and stops it gracefully.
//
// A request passes, in this order: the front, which refuses malformed text and repeated headers; the shelf of
// finished pages; request id, access log, recovery from panics, security headers; then, under /v1, the address, the
// credential, the permission, and only then the body (strictjson, validation against the contract), the gate, the
// handler. Errors become answers in one place, [problems], a table from error to status.
//
// Beside the API stand the probes (/livez, /readyz), the document (/v1/openapi.json), its reader (/docs/), and the
// public pages (/t/{tenant}/). Metrics are served on a listener of their own ([Server.Metrics]).
//
// [New] takes its surroundings as a [Config]: tests start the same server on a database of their own, with their own
// clock.
package serve
