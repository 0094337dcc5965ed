package password

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
)

func hashed(t *testing.T, h *Hasher, p string) string {
	t.Helper()
	hash, err := h.Hash(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

func TestHashAndVerify(t *testing.T) {
	t.Parallel()
	h := NewHasher(Limits{})
	prepared, err := Prepare("perche\u0301 no, papa\u0300")
	if err != nil {
		t.Fatal(err)
	}
	hash := hashed(t, h, prepared)
	if !regexp.MustCompile(`^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`).MatchString(hash) {
		t.Errorf("hash %s", hash)
	}
	if hashed(t, h, prepared) == hash {
		t.Error("two hashes share their salt")
	}
	tests := []struct {
		rule, typed string
		want        bool
	}{
		{"as it was chosen", "perche\u0301 no, papa\u0300", true},
		{"composed, by another keyboard", "perch\u00e9 no, pap\u00e0", true},
		{"without accents", "perche no, papa", false},
		{"in capitals", "PERCHÉ NO, PAPÀ", false},
		{"with a space behind", "perché no, papà ", false},
		{"cut", "perché no, pap", false},
		{"nothing", "", false},
		{"no text", "perch\xff no, papà", false},
		{"with NUL behind", "perché no, papà\x00", false},
		{"a megabyte", strings.Repeat("x", 1<<20), false},
	}
	for _, tt := range tests {
		ok, rehash, err := h.Verify(t.Context(), tt.typed, hash)
		if err != nil || ok != tt.want || rehash {
			t.Errorf("%s: %t, rehash %t, %v", tt.rule, ok, rehash, err)
		}
	}
}

// Not cut: argon2id takes the last of 128 characters into account, where bcrypt
// would stop at 72 bytes.
func TestVerifyReadsThePasswordToItsEnd(t *testing.T) {
	t.Parallel()
	h := NewHasher(Limits{})
	hash := hashed(t, h, strings.Repeat("ж", 127)+"ж")
	if ok, _, err := h.Verify(t.Context(), strings.Repeat("ж", 127)+"ш", hash); ok || err != nil {
		t.Errorf("a wrong last character: %t, %v", ok, err)
	}
	if ok, _, err := h.Verify(t.Context(), strings.Repeat("ж", 128), hash); !ok || err != nil {
		t.Errorf("the right one: %t, %v", ok, err)
	}
}

func TestVerifyAsksForARehash(t *testing.T) {
	t.Parallel()
	h := NewHasher(Limits{})
	old, err := argon2id.CreateHash("kv9tzmwp", &argon2id.Params{Memory: 1024, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32})
	if err != nil {
		t.Fatal(err)
	}
	if ok, rehash, err := h.Verify(t.Context(), "kv9tzmwp", old); !ok || !rehash || err != nil {
		t.Errorf("the right password: %t, rehash %t, %v", ok, rehash, err)
	}
	if ok, rehash, err := h.Verify(t.Context(), "kv9tzmwq", old); ok || rehash || err != nil {
		t.Errorf("a wrong password: %t, rehash %t, %v", ok, rehash, err)
	}
}

func TestVerifyRefusesADamagedHash(t *testing.T) {
	t.Parallel()
	h := NewHasher(Limits{})
	good := hashed(t, h, "kv9tzmwp")
	replace := func(a, b string) string { return strings.Replace(good, a, b, 1) }
	for fault, hash := range map[string]string{
		"another algorithm":   replace("argon2id", "argon2i"),
		"another version":     replace("v=19", "v=16"),
		"no passes":           replace("t=2", "t=0"),
		"no lanes":            replace("p=1", "p=0"),
		"gigabytes of memory": replace("m=19456", "m=4194304"),
		"a million passes":    replace("t=2", "t=1000000"),
		"no memory":           replace("m=19456", "m=0"),
		"cut":                 good[:len(good)-30],
		"no key":              good[:strings.LastIndex(good, "$")+1],
		"bcrypt":              "$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
	} {
		if ok, _, err := h.Verify(t.Context(), "kv9tzmwp", hash); ok || !errors.Is(err, ErrHash) {
			t.Errorf("%s: %t, %v", fault, ok, err)
		}
	}
}

func TestNobodyHasAPassword(t *testing.T) {
	t.Parallel()
	h := NewHasher(Limits{})
	for _, typed := range []string{"", "kv9tzmwp", "password", h.nobody} {
		if err := h.VerifyNobody(t.Context(), typed); err != nil {
			t.Errorf("%q: %v", typed, err)
		}
		for _, hash := range []string{h.nobody, ""} { // of an account without a password
			if ok, rehash, err := h.Verify(t.Context(), typed, hash); ok || rehash || err != nil {
				t.Errorf("%q is somebody's: %v", typed, err)
			}
		}
	}
	if h.nobody == NewHasher(Limits{}).nobody {
		t.Error("all processes share nobody's hash")
	}
	cost, _, _, err := argon2id.DecodeHash(h.nobody)
	if err != nil || *cost != Sound.params() {
		t.Errorf("nobody's hash costs %+v (%v), everybody's %+v", cost, err, Sound.params())
	}
}

// T23: known and unknown accounts take the same time. The cost is the same by
// construction (above); this measures it, alternating, with room for a busy machine.
func TestUnknownAccountTakesAsLong(t *testing.T) {
	h := NewHasher(Limits{})
	hash := hashed(t, h, "kv9tzmwp")
	var known, unknown []time.Duration
	for range 15 {
		start := time.Now()
		if ok, _, err := h.Verify(t.Context(), "wrong password", hash); ok || err != nil {
			t.Fatal(ok, err)
		}
		between := time.Now()
		if err := h.VerifyNobody(t.Context(), "wrong password"); err != nil {
			t.Fatal(err)
		}
		known, unknown = append(known, between.Sub(start)), append(unknown, time.Since(between))
	}
	slices.Sort(known)
	slices.Sort(unknown)
	a, b := known[len(known)/2], unknown[len(unknown)/2]
	t.Logf("known %s, unknown %s", a, b)
	if ratio := float64(b) / float64(a); ratio < 0.7 || ratio > 1.4 {
		t.Errorf("known %s, unknown %s", a, b)
	}
}

func TestWorkersAndQueueAtOnceAreBounded(t *testing.T) {
	t.Parallel()
	if got, want := cap(NewHasher(Limits{}).line.inside), max(1, runtime.GOMAXPROCS(0)/2); got != want {
		t.Errorf("%d workers, want %d: half of the cores", got, want)
	}
	h := NewHasher(Limits{Workers: 1, Queue: 2})
	h.line.inside <- struct{}{} // a hash is being made
	var waiting sync.WaitGroup
	var done atomic.Int64
	for range 2 {
		waiting.Go(func() {
			if err := h.VerifyNobody(t.Context(), "kv9tzmwp"); err != nil {
				t.Errorf("a caller in the queue: %v", err)
			}
			done.Add(1)
		})
	}
	waitUntil(t, func() bool { return h.line.waiting.Load() == 2 })
	for _, call := range []func() error{
		func() error { return h.VerifyNobody(t.Context(), "kv9tzmwp") },
		func() error { _, err := h.Hash(t.Context(), "kv9tzmwp"); return err },
		func() error { _, _, err := h.Verify(t.Context(), "kv9tzmwp", h.nobody); return err },
	} {
		start := time.Now()
		if err := call(); !errors.Is(err, ErrBusy) {
			t.Errorf("a caller beyond the queue: %v", err)
		}
		if took := time.Since(start); took > time.Minute {
			t.Errorf("it took %s to be told", took)
		}
	}
	if done.Load() != 0 {
		t.Error("somebody hashed beside the only worker")
	}
	h.line.Leave()
	waiting.Wait()
	if err := h.VerifyNobody(t.Context(), "kv9tzmwp"); err != nil || h.line.waiting.Load() != 0 || len(h.line.inside) != 0 {
		t.Errorf("afterwards: %v, %d waiting, %d working", err, h.line.waiting.Load(), len(h.line.inside))
	}
}

func TestWaitingAtOnceEndsWithTheRequest(t *testing.T) {
	t.Parallel()
	h := NewHasher(Limits{Workers: 1, Queue: 1})
	h.line.inside <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() { result <- h.VerifyNobody(ctx, "kv9tzmwp") }()
	waitUntil(t, func() bool { return h.line.waiting.Load() == 1 })
	cancel()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if h.line.waiting.Load() != 0 {
		t.Error("it is still counted as waiting")
	}
	h.line.Leave()
	if err := h.VerifyNobody(ctx, "kv9tzmwp"); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that is over is hashed: %v", err)
	}
}

// Three hundred callers at once are more than any morning has: all of them wait, and all of them
// have their turn.
func TestThreeHundredAtOnceWait(t *testing.T) {
	t.Parallel()
	h := NewHasher(Limits{Workers: 1, Cost: Cost{Memory: 8, Iterations: 1}})
	h.line.inside <- struct{}{} // a hash is being made
	var all sync.WaitGroup
	for range 300 {
		all.Go(func() {
			if err := h.VerifyNobody(t.Context(), "kv9tzmwp"); err != nil {
				t.Error(err)
			}
		})
	}
	waitUntil(t, func() bool { return h.line.waiting.Load() == 300 })
	h.line.Leave()
	all.Wait()
}

func waitUntil(t *testing.T, reached func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !reached(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("never reached")
		}
	}
}

// T23: a hundred sign-ins at once stay under 120 MiB (one worker; each further one
// adds its 19 MiB and as much garbage).
func TestHundredSignInsAtOnce(t *testing.T) {
	h := NewHasher(Limits{Workers: 1, Queue: 100})
	runtime.GC()
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse
	}
	before, peak := heap(), uint64(0)
	var all sync.WaitGroup
	errs := make(chan error, 100)
	for range 100 {
		all.Go(func() { errs <- h.VerifyNobody(t.Context(), "kv9tzmwp") })
	}
	over := make(chan struct{})
	go func() { all.Wait(); close(over) }()
	for running := true; running; {
		select {
		case <-over:
			running = false
		case <-time.After(5 * time.Millisecond):
		}
		peak = max(peak, heap())
	}
	for range 100 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	grown := int64(peak) - int64(before)
	t.Logf("%d MiB", grown>>20)
	if grown > 120<<20 {
		t.Errorf("the heap grew by %d MiB", grown>>20)
	}
}

func BenchmarkHash(b *testing.B) {
	h := NewHasher(Limits{})
	for b.Loop() {
		if err := h.VerifyNobody(b.Context(), "kv9tzmwp"); err != nil {
			b.Fatal(err)
		}
	}
}

func TestErrorsShowNoPassword(t *testing.T) {
	t.Parallel()
	h := NewHasher(Limits{Workers: 1, Queue: -1})
	h.line.inside <- struct{}{}
	const canary = "canary-7f3a-kv9tzmwp"
	for _, err := range []error{
		second(h.Hash(t.Context(), canary)),
		h.VerifyNobody(t.Context(), canary),
		second(Prepare(canary + strings.Repeat("x", 200))),
		second(Prepare(canary + "\xff")),
		second(Prepare("canary", canary)),
	} {
		if err == nil || strings.Contains(fmt.Sprintf("%+v", err), "canary") {
			t.Errorf("got %v", err)
		}
	}
}

func second(_ string, err error) error { return err }
