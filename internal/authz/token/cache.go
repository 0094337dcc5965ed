package token

import (
	"crypto/sha256"
	"sync"
	"time"
)

// cache remembers tokens whose signature was right. It keeps two generations of
// half its size: when the young one is full it becomes the old one, which is
// forgotten. That bounds the memory, and a token in use is carried over.
//
// Only verified tokens enter, so a stranger cannot push others out.
type cache struct {
	half int

	mu         sync.Mutex
	young, old map[[sha256.Size]byte]Claims
}

// newCache remembers at most size tokens, none if size is not positive.
func newCache(size int) *cache {
	return &cache{half: (size + 1) / 2, young: make(map[[sha256.Size]byte]Claims)}
}

// digest is what a token is known by: the token itself is not kept in memory.
func (c *cache) digest(text string) [sha256.Size]byte { return sha256.Sum256([]byte(text)) }

// get returns what is remembered, unless it has expired.
func (c *cache) get(digest [sha256.Size]byte, now time.Time) (Claims, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	claims, ok := c.young[digest]
	if !ok {
		if claims, ok = c.old[digest]; !ok {
			return Claims{}, false
		}
		c.store(digest, claims)
	}
	if !now.Before(claims.ExpiresAt) || now.Add(skew).Before(claims.IssuedAt) {
		return Claims{}, false
	}
	return claims, true
}

func (c *cache) put(digest [sha256.Size]byte, claims Claims) {
	if c.half <= 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.store(digest, claims)
}

// store adds to the young generation. The caller holds the lock.
func (c *cache) store(digest [sha256.Size]byte, claims Claims) {
	if len(c.young) >= c.half {
		c.old, c.young = c.young, make(map[[sha256.Size]byte]Claims)
	}
	c.young[digest] = claims
}

// len is the number of tokens remembered.
func (c *cache) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.young) + len(c.old)
}
