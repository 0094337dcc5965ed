// Package playerdesk keeps the players of a tenant: who is added, renamed, moves, and which
// account is theirs.
package playerdesk
