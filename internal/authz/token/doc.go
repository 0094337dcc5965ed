// Package token makes and checks the secrets that callers present.
//
// There are two families. An access token is a signed statement of at most ten minutes, "this is session S of account
// A", as a JWT (RFC 9068) under Ed25519; it contains no roles, which are read with each request. [Authority] issues
// and verifies it. Verification is strict: one algorithm, one type, one issuer, one audience, a key known by
// configuration, canonical encoding, no other header. Every fault gives the same error, [ErrInvalid], so that an
// answer reveals nothing to a forger.
//
// The other family is opaque: random text without inner meaning, stored only as its SHA-256 ([Secret]). Refresh
// tokens have 256 bits, mail links 128, API keys a prefix that secret scanners know and a checksum by which a
// mistyped key is refused before the database is queried.
//
// A verified access token is cached until it expires ([Config.CacheSize] of them), because a signature costs fifty
// microseconds and the same token comes again and again. The cache holds only that the signature was right: whether
// the session is still valid is read with each request elsewhere.
//
// The clock is an argument; randomness is the system's.
package token
