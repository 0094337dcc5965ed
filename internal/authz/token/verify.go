package token

import (
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
)

// verify does all the checks: of the text, of the signature and the claims that the library compares, and of the
// claims that the library lets pass.
func (a *Authority) verify(text string, now time.Time) (Claims, bool) {
	if !compact(text) {
		return Claims{}, false
	}
	var p payload
	t, err := a.parser.ParseWithClaims(text, &p, func(t *jwt.Token) (any, error) {
		return a.keyOf(t.Header)
	})
	if err != nil || !t.Valid {
		return Claims{}, false
	}
	return a.claims(&p, now)
}

// compact reports whether text is three parts of base64url. The decoders below
// would skip line breaks, so that one token could be written in many ways.
func compact(text string) bool {
	dots := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '.':
			dots++
		case 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '-', c == '_':
		default:
			return false
		}
	}
	return dots == 2
}

// keyOf finds the key by its id among the configured ones. The header holds alg,
// typ and kid and nothing else: no key or address of one that the token brings
// along (jwk, jku, x5u, x5c), no critical extension (crit).
func (a *Authority) keyOf(header map[string]any) (any, error) {
	if len(header) != 3 || header["alg"] != jwt.SigningMethodEdDSA.Alg() || header["typ"] != typ {
		return nil, ErrInvalid
	}
	id, ok := header["kid"].(string)
	if !ok {
		return nil, ErrInvalid
	}
	key, ok := a.config.Keys.verifying[id]
	if !ok {
		return nil, ErrInvalid
	}
	return key, nil
}

// claims checks the rules that the library does not: one audience and no other, a life no longer than allowed, expiry
// without grace, ids in their one spelling.
func (a *Authority) claims(p *payload, now time.Time) (Claims, bool) {
	if len(p.Audience) != 1 || p.IssuedAt == nil || p.ExpiresAt == nil {
		return Claims{}, false
	}
	account, ok := parseID(p.Subject)
	if !ok {
		return Claims{}, false
	}
	session, ok := parseID(p.Session)
	if !ok {
		return Claims{}, false
	}
	c := Claims{
		Account: account, Session: session,
		IssuedAt: p.IssuedAt.UTC(), ExpiresAt: p.ExpiresAt.UTC(),
	}
	life := c.ExpiresAt.Sub(c.IssuedAt)
	if life <= 0 || life > MaxLifetime || !now.Before(c.ExpiresAt) {
		return Claims{}, false
	}
	return c, true
}

// parseID accepts an id only in the spelling in which this program writes it: the parser would also take upper case,
// braces, a urn and no dashes.
func parseID(text string) (uuid.UUID, bool) {
	id, err := uuid.Parse(text)
	return id, err == nil && id != uuid.Nil && id.String() == text
}

// Bearer returns the credential of an Authorization header, an access token or an
// API key (see [IsAPIKey]), or [ErrInvalid]. The scheme is compared without case
// (RFC 9110 11.1); a header longer than [MaxLength] is refused.
func Bearer(header string) (string, error) {
	const scheme = "bearer "
	if len(header) > MaxLength || len(header) <= len(scheme) || !strings.EqualFold(header[:len(scheme)], scheme) {
		return "", ErrInvalid
	}
	credential := header[len(scheme):]
	for i := range len(credential) {
		if c := credential[i]; c <= ' ' || c == ',' || c >= 0x7f {
			return "", ErrInvalid
		}
	}
	return credential, nil
}
