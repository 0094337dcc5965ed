// Package token makes and checks the secrets a caller presents.
//
// There are two families. An access token is a signed statement of at most ten
// minutes, "this is session S of account A", as a JWT (RFC 9068) under Ed25519;
// it says nothing about roles, which are read with each request. [Authority]
// issues and verifies it. Verification is strict: one algorithm, one type, one
// issuer, one audience, a key known by configuration, canonical encoding, no
// other header. Whatever is wrong, the error is [ErrInvalid] and nothing more, so
// that an answer reveals nothing to a forger.
//
// The other family is opaque: random text that means nothing by itself, kept by
// us only as its SHA-256 ([Secret]). Refresh tokens have 256 bits, mail links 128,
// API keys a prefix that secret scanners know and a checksum that refuses a
// mistyped one before the database is asked.
//
// A verified access token is remembered until it expires ([Config.CacheSize] of
// them), because a signature costs fifty microseconds and the same token comes
// again and again. What is remembered is only that the signature was right:
// whether the session still stands is read with each request elsewhere.
//
// The clock is an argument; randomness is the system's.
package token
