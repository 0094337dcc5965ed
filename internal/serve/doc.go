// Package serve is the program behind cmd/api: it wires everything into one
// HTTP server and stops it gracefully.
//
// A request passes, in this order: request id, access log, recovery from
// panics, security headers and limits; then, under /v1, the reading of the body
// (strictjson), validation against the contract, the gate, the handler. Errors
// become answers in one place, [problems], a table from error to status.
//
// Beside the API stand the probes (/livez, /readyz), /metrics, the document
// (/v1/openapi.json), its reader (/docs/), and the public pages (/t/{tenant}/).
//
// [New] takes its surroundings as a [Config]: tests start the same server on a
// database of their own, with their own clock.
package serve
