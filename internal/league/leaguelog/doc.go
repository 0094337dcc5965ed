// Package leaguelog holds the facts of the league in the log of a tenant, each a type of
// its own, about events, seasons, and the people and the money of
// both.
//
// Which event a record is about stands beside the data of the record. Numbers of entries
// are start numbers of that event. Facts hold ids, days, codes and numbers. Free texts are not in
// the log, or only as their SHA-256 (decision 0043). Of bans and
// exclusions the log records only that a decision was made.
//
// To add a fact, write its type, add it to [Registry] and run go generate in
// package openapi, which puts it into the contract. A member that is added to a fact has
// the tag `since`, see package logfact.
package leaguelog
