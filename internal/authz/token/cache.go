package token

import (
	"crypto/sha256"
	"time"

	"referto/internal/recent"
)

// cache keeps tokens whose signature was verified. Only verified tokens enter, so a stranger cannot push others out.
type cache struct {
	tokens *recent.Cache[[sha256.Size]byte, Claims]
}

// newCache remembers at most size tokens, none if size is not positive.
func newCache(size int) *cache { return &cache{recent.New[[sha256.Size]byte, Claims](size)} }

// digest makes the name of a token: the token itself is not kept in memory.
func (c *cache) digest(text string) [sha256.Size]byte { return sha256.Sum256([]byte(text)) }

// get returns the cached claims, unless they have expired.
func (c *cache) get(digest [sha256.Size]byte, now time.Time) (Claims, bool) {
	claims, ok := c.tokens.Get(digest)
	if !ok || !now.Before(claims.ExpiresAt) || now.Add(skew).Before(claims.IssuedAt) {
		return Claims{}, false
	}
	return claims, true
}

func (c *cache) put(digest [sha256.Size]byte, claims Claims) { c.tokens.Put(digest, claims) }
