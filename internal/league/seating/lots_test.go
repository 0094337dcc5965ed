package seating_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/seating"
)

var (
	secret   = []byte("0123456789abcdef0123456789abcdef")
	entrants = []string{"019332c4-0002", "019332c4-0001", "019332c4-0003"}
)

// TestDrawByHand follows the steps of the package documentation with only SHA-256 and big numbers, as an
// outsider would.
func TestDrawByHand(t *testing.T) {
	t.Parallel()
	seed := sha256.Sum256(append(slices.Clone(secret), "019332c4-0001\n019332c4-0002\n019332c4-0003\n"...))
	if got := seating.Seed(secret, entrants); got != seed {
		t.Fatalf("seed %x, want %x", got, seed)
	}
	var numbers []*big.Int
	for block := range 4 {
		sum := sha256.Sum256(fmt.Appendf(nil, "%slots\x00%s", seed[:], []byte{0, 0, 0, 0, 0, 0, 0, byte(block)}))
		for i := 0; i < len(sum); i += 4 {
			numbers = append(numbers, new(big.Int).SetBytes(sum[i:i+4]))
		}
	}
	want := upTo(12)
	for i := 11; i > 0; i-- {
		n := big.NewInt(int64(i + 1))
		all := new(big.Int).Lsh(big.NewInt(1), 32)
		limit := new(big.Int).Sub(all, new(big.Int).Mod(all, n))
		for numbers[0].Cmp(limit) >= 0 {
			numbers = numbers[1:]
		}
		j := new(big.Int).Mod(numbers[0], n).Int64()
		numbers = numbers[1:]
		want[i], want[j] = want[j], want[i]
	}
	got := seating.Shuffle(seed, seating.PurposeLots, upTo(12))
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	lots := seating.DrawLots(seed, upTo(12))
	for i, entry := range want {
		if lots[entry] != i+1 {
			t.Errorf("entry %d has lot %d, want %d", entry, lots[entry], i+1)
		}
	}
}

// TestDrawIsPinned: the sequence is a promise and must not change with any
// library. CN09 3.2a draws the first round, 3.2b the lots.
func TestDrawIsPinned(t *testing.T) {
	t.Parallel()
	commitment := seating.Commitment(secret)
	seed := seating.Seed(secret, entrants)
	got := fmt.Sprintf("%s\n%s\n%v\n%v\n%v",
		hex.EncodeToString(commitment[:]), hex.EncodeToString(seed[:]),
		seating.Shuffle(seed, seating.PurposeLots, upTo(16)),
		seating.Shuffle(seed, seating.PurposeFirstRound, upTo(16)),
		seating.DrawPlaces(seed, upTo(4), []int{17, 18, 19, 20}))
	const want = `3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9
bab2152c7bfa243807f6f6b2db6f1db1d2888b6dc9c2a4ee8cec76096aaf52b6
[3 8 1 5 7 11 15 13 12 14 2 10 9 6 16 4]
[4 2 5 11 16 10 14 8 15 13 6 7 9 3 1 12]
map[1:20 2:19 3:17 4:18]`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestDrawProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seed := [32]byte(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "seed"))
		entries := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) league.Entry {
			return league.Entry(rapid.IntRange(1, 500).Draw(t, "entry"))
		}), 0, 60, rapid.ID[league.Entry]).Draw(t, "entries")
		shuffled := seating.Shuffle(seed, "test", entries)
		again := seating.Shuffle(seed, "test", rapid.Permutation(entries).Draw(t, "permuted"))
		if !slices.Equal(shuffled, again) {
			t.Fatalf("the order given matters: %v and %v", shuffled, again)
		}
		if !slices.Equal(slices.Sorted(slices.Values(shuffled)), slices.Sorted(slices.Values(entries))) {
			t.Fatalf("%v is no order of %v", shuffled, entries)
		}
		lots := seating.DrawLots(seed, entries)
		seen := make(map[int]bool)
		for _, lot := range lots {
			if lot < 1 || lot > len(entries) || seen[lot] {
				t.Fatalf("lots %v", lots)
			}
			seen[lot] = true
		}
	})
}

// TestDrawIsFair counts the positions of each of six entries in many draws. The limit is a chi-square of 25
// degrees of freedom that would be exceeded once in a hundred thousand runs.
func TestDrawIsFair(t *testing.T) {
	t.Parallel()
	const draws, n = 6000, 6
	var counts [n + 1][n]int
	for i := range draws {
		seed := sha256.Sum256(fmt.Append(nil, i))
		for place, entry := range seating.Shuffle(seed, seating.PurposeLots, upTo(n)) {
			counts[entry][place]++
		}
	}
	const expected = draws / n
	sum := 0
	for _, row := range counts[1:] {
		for _, count := range row {
			sum += (count - expected) * (count - expected)
		}
	}
	if limit := 68 * expected; sum > limit {
		t.Errorf("squares add up to %d, more than %d: %v", sum, limit, counts)
	}
}
