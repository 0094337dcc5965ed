// Package logfact defines the facts of a tenant's log. It alone writes and reads the
// data of the log's records.
//
// A fact is a Go struct that knows its kind ("round.drawn"). [Encode] makes the data of a
// record of it, and a [Registry] of all kinds reads data again with [Registry.Decode].
// The facts themselves are in the packages of their subjects: leaguelog, tenantlog and
// authzlog. Package catalog lists them all, and describes them for the contract.
//
// # Versions
//
// The log is never changed, so that records of every version stay there. Version 1 has no
// mark. A member that is added later carries the version that brought it in the tag
// `since`; the version of a fact is the highest of its members, and from 2 on it stands
// in the data as "v":
//
//	type RoundDrawn struct {
//		Round  int     `json:"round"`
//		Tables []Table `json:"tables" since:"2"`
//	}
//
// Members are only added. A member that is no longer written stays, and a fact with another
// meaning becomes another kind.
//
// Decoding is strict: a member that the version of the record does not have is refused.
// Missing members have their zero value, because records of version 1 were written with
// fewer members at first (decision 0043).
package logfact
