// Package password accepts, hashes and checks passwords.
//
// [Prepare] decides whether a new password may be used: 8 to 128 characters,
// counted after Unicode normalization and never cut, and not one that is guessed
// first. There are no rules about kinds of characters. Accents composed or
// decomposed are the same password, so a phone and a computer agree.
//
// [Hasher] turns it into an argon2id hash (19 MiB, two passes, one lane) and checks
// one against it. A hash takes some twenty milliseconds of a core and its memory, so
// only half of the cores hash at a time: a storm of sign-ins cannot take the public pages
// down. Callers wait in the order in which they came, as many as are served within the ten
// seconds that a request has (320 for each worker), and the rest gets [ErrBusy]. A
// sign-in for an address nobody has costs as much as any other.
//
// Guesses are limited before they reach the hash, by package authzapi. The package stores nothing and logs nothing; no error shows a password.
package password
