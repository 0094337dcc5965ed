// Package password accepts, hashes and checks passwords.
//
// [Prepare] decides whether a new password may be used: 8 to 128 characters, counted after Unicode normalization and
// never cut, and not one of the passwords that are guessed first. There are no rules about kinds of characters.
// Accents composed or decomposed are the same password, so a phone and a computer agree.
//
// [Hasher] turns it into an argon2id hash (19 MiB, two passes, one lane) and checks one against it. A hash takes some
// twenty milliseconds of a core and its memory, so only half of the cores hash at a time: a storm of sign-ins cannot
// take the public pages down. Callers wait in order of arrival, as many as can be served within the ten seconds of a
// request (320 for each worker), and the rest gets [ErrBusy]. A sign-in with an unknown address costs as much as any
// other.
//
// Guesses are limited before they reach the hash, by package authzapi. The package stores nothing and logs nothing; no error shows a password.
package password
