// Package leaguelog holds the facts of the league in the log of a tenant, each a type of
// its own: what happened at events, in seasons, and with the people and the money of
// both.
//
// Which event a record is about stands beside the data of the record. Numbers of entries
// are start numbers of that event. Facts hold ids, days, codes and numbers; of what
// somebody has written the log has nothing, or its SHA-256 (decision 0043). Of bans and
// exclusions it records only that something was decided.
//
// Whoever adds a fact writes its type, adds it to [Registry] and runs go generate in
// package openapi, which puts it into the contract. A member that is added to a fact has
// the tag `since`, see package logfact.
package leaguelog
