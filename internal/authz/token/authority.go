package token

import (
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
)

// MaxLifetime is the longest an access token may live.
const MaxLifetime = 10 * time.Minute

// MaxLength is the longest text that is looked at, in bytes. Ours are about 400.
const MaxLength = 4096

// skew bounds the difference between the clocks of two replicas: a token issued at most this far in the future is
// accepted. Expiry has no such grace.
const skew = time.Minute

// typ is the type of access tokens (RFC 9068 2.1), which no other signed thing of
// ours has.
const typ = "at+jwt"

// ErrInvalid is the only error of verification, for every fault.
var ErrInvalid = errors.New("token: invalid")

// Config sets up an [Authority]: the tokens that it issues and accepts.
type Config struct {
	Keys     Keys
	Issuer   string // iss: the installation, such as https://league.example
	Audience string // aud: the API

	// Lifetime of the tokens, whole seconds up to [MaxLifetime]. Zero is
	// MaxLifetime.
	Lifetime time.Duration

	// CacheSize is the number of verified tokens remembered, at most. Zero is
	// 10,000 (about 2 MB), negative is none.
	CacheSize int

	Now func() time.Time // the clock; required
}

// Claims are the statements of an access token.
type Claims struct {
	Account   uuid.UUID // sub
	Session   uuid.UUID // sid
	IssuedAt  time.Time // UTC, whole seconds
	ExpiresAt time.Time // UTC, whole seconds; the first moment it is not valid
}

// Authority issues and verifies access tokens. It is safe for concurrent use.
type Authority struct {
	config Config
	parser *jwt.Parser
	cache  *cache
}

// NewAuthority checks the configuration and returns its authority.
func NewAuthority(c Config) (*Authority, error) {
	if c.Lifetime == 0 {
		c.Lifetime = MaxLifetime
	}
	if c.CacheSize == 0 {
		c.CacheSize = 10_000
	}
	switch {
	case c.Keys.signing == nil:
		return nil, errors.New("token: no keys")
	case c.Issuer == "" || c.Audience == "":
		return nil, errors.New("token: issuer and audience must be set")
	case c.Now == nil:
		return nil, errors.New("token: no clock")
	case c.Lifetime < time.Second || c.Lifetime > MaxLifetime || c.Lifetime%time.Second != 0:
		return nil, fmt.Errorf("token: lifetime %s: want whole seconds up to %s", c.Lifetime, MaxLifetime)
	}
	return &Authority{config: c, parser: newParser(c), cache: newCache(c.CacheSize)}, nil
}

// newParser switches on every check of the library: by default it accepts a token
// without expiry, of any audience and of any algorithm.
func newParser(c Config) *jwt.Parser {
	return jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}),
		jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(),
		jwt.WithIssuer(c.Issuer),
		jwt.WithAudience(c.Audience),
		jwt.WithLeeway(skew),
		jwt.WithStrictDecoding(),
		jwt.WithTimeFunc(c.Now),
	)
}

// payload is the body of an access token.
type payload struct {
	Session string `json:"sid"`
	jwt.RegisteredClaims
}

// Issue signs an access token for the session of the account and returns it with
// the claims it states.
func (a *Authority) Issue(account, session uuid.UUID) (string, Claims, error) {
	issued := a.config.Now().UTC().Truncate(time.Second)
	claims := Claims{
		Account: account, Session: session,
		IssuedAt: issued, ExpiresAt: issued.Add(a.config.Lifetime),
	}
	t := jwt.NewWithClaims(jwt.SigningMethodEdDSA, payload{
		Session: session.String(),
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer:    a.config.Issuer,
			Audience:  jwt.ClaimStrings{a.config.Audience},
			Subject:   account.String(),
			IssuedAt:  jwt.NewNumericDate(claims.IssuedAt),
			ExpiresAt: jwt.NewNumericDate(claims.ExpiresAt),
		},
	})
	t.Header["typ"] = typ
	t.Header["kid"] = a.config.Keys.signingID
	text, err := t.SignedString(a.config.Keys.signing)
	if err != nil {
		return "", Claims{}, fmt.Errorf("token: sign: %w", err)
	}
	return text, claims, nil
}

// Verify returns the claims of the token, or [ErrInvalid]. It does not check whether the session is still valid.
func (a *Authority) Verify(text string) (Claims, error) {
	if len(text) > MaxLength {
		return Claims{}, ErrInvalid
	}
	now := a.config.Now()
	digest := a.cache.digest(text)
	if claims, ok := a.cache.get(digest, now); ok {
		return claims, nil
	}
	claims, ok := a.verify(text, now)
	if !ok {
		return Claims{}, ErrInvalid
	}
	a.cache.put(digest, claims)
	return claims, nil
}
