package password

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"

	"github.com/alexedwards/argon2id"
	"golang.org/x/crypto/argon2"
)

// Cost is the price of one hash.
type Cost struct {
	Memory     uint32 // KiB
	Iterations uint32
}

// Sound is OWASP's first choice for argon2id, and the cost wherever none is set.
var Sound = Cost{Memory: 19 * 1024, Iterations: 2}

func (c Cost) params() argon2id.Params {
	return argon2id.Params{Memory: c.Memory, Iterations: c.Iterations, Parallelism: 1, SaltLength: 16, KeyLength: 32}
}

// The errors that are not about the password.
var (
	// ErrBusy: too many callers are waiting. Answer 503 with Retry-After of a second or two.
	ErrBusy = errors.New("password: too many sign-ins at once")

	// ErrHash: a stored hash is damaged.
	ErrHash = errors.New("password: the stored hash is damaged")
)

// Limits bound the machine's resources for hashing.
type Limits struct {
	Workers int // hashes at a time; zero: half of the cores, at least 1
	Queue   int // callers that wait at most; zero: 320 for each worker, negative: none

	// Cost is the cost of a hash; zero: [Sound]. Only tests that sign up hundreds of people set another.
	Cost Cost
}

// Hasher hashes and checks passwords, a few at a time. It is safe for concurrent
// use. Its memory is 19 MiB for each worker, and garbage of the same order.
type Hasher struct {
	params argon2id.Params
	line   *Line  // of callers
	nobody string // a hash that no password has
}

// NewHasher returns a hasher within the limits.
func NewHasher(l Limits) *Hasher {
	if l.Workers <= 0 {
		l.Workers = max(1, runtime.GOMAXPROCS(0)/2)
	}
	if l.Queue == 0 {
		l.Queue = 320 * l.Workers
	}
	if l.Cost == (Cost{}) {
		l.Cost = Sound
	}
	params := l.Cost.params()
	return &Hasher{
		params: params,
		line:   NewLine(l.Workers, l.Queue),
		nobody: unmatchable(params),
	}
}

// unmatchable returns a hash of the given cost whose key is random instead of computed.
func unmatchable(params argon2id.Params) string {
	random := make([]byte, params.SaltLength+params.KeyLength)
	rand.Read(random) // never fails: it ends the program instead
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, params.Memory, params.Iterations,
		params.Parallelism, encode(random[:params.SaltLength]), encode(random[params.SaltLength:]))
}

// Hash returns the hash of a password that came from [Prepare], as a text that
// carries salt and cost. The error is [ErrBusy] or the context's.
func (h *Hasher) Hash(ctx context.Context, prepared string) (string, error) {
	if err := h.line.Enter(ctx); err != nil {
		return "", err
	}
	defer h.line.Leave()
	hash, err := argon2id.CreateHash(prepared, &h.params)
	if err != nil {
		return "", fmt.Errorf("password: hash: %w", err)
	}
	return hash, nil
}

// Verify reports whether the typed password belongs to the hash. If it does and the hash was made at a cost other
// than today's, rehash is true: the caller should hash it again and store that. An empty hash means an account
// without a password, such as one of an archive: no password belongs to it, in the same time. It returns [ErrBusy],
// [ErrHash] or the context's error; a wrong password is no error.
func (h *Hasher) Verify(ctx context.Context, typed, hash string) (ok, rehash bool, err error) {
	normal, err := normalize(typed)
	if err != nil {
		return false, false, nil //nolint:nilerr // an impossible password is a wrong one
	}
	if hash == "" {
		hash = h.nobody
	}
	if err := checkCost(hash); err != nil {
		return false, false, err
	}
	if err := h.line.Enter(ctx); err != nil {
		return false, false, err
	}
	defer h.line.Leave()
	ok, cost, err := argon2id.CheckHash(normal, hash)
	if err != nil {
		return false, false, fmt.Errorf("%w: %w", ErrHash, err)
	}
	return ok, ok && *cost != h.params, nil
}

// VerifyNobody takes the time of [Hasher.Verify] and always fails to match: for a sign-in with an unknown address. It
// returns [ErrBusy] or the context's error.
func (h *Hasher) VerifyNobody(ctx context.Context, typed string) error {
	_, _, err := h.Verify(ctx, typed, h.nobody)
	return err
}

// checkCost refuses a hash that is damaged or would cost too much to check, such as
// gigabytes of memory.
func checkCost(hash string) error {
	cost, _, key, err := argon2id.DecodeHash(hash)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrHash, err)
	}
	sound := cost.Memory >= 8 && cost.Memory <= 128*1024 &&
		cost.Iterations >= 1 && cost.Iterations <= 10 &&
		cost.Parallelism >= 1 && cost.Parallelism <= 4 &&
		cost.SaltLength >= 8 && len(key) >= 16 && len(key) <= 64
	if !sound {
		return ErrHash
	}
	return nil
}
