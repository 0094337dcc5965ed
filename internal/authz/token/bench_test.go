package token_test

import (
	"testing"
	"time"

	"referto/internal/authz/token"
)

// BenchmarkVerify compares a repeated token with a signature's verification (P13: at
// most 1/50).
func BenchmarkVerify(b *testing.B) {
	for _, bb := range []struct {
		name string
		size int
	}{{"repeated", 0}, {"signature", -1}} {
		b.Run(bb.name, func(b *testing.B) {
			a := authority(b, token.Config{Keys: keys(b, newKey(b)), Now: func() time.Time { return noon }, CacheSize: bb.size})
			text := issue(b, a)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := a.Verify(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
