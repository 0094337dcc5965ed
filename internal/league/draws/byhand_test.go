package draws_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/draws"
)

// stranger draws as docs/draws.md describes it, with nothing of ours.
type stranger struct {
	seed    [32]byte
	purpose string
	numbers []uint32
	block   uint64
}

// seedOf returns SHA-256(secret ‖ list), the list sorted by bytes, a line feed behind each.
func seedOf(secret []byte, ids []string) [32]byte {
	ids = slices.Sorted(slices.Values(ids))
	return sha256.Sum256(append(slices.Clone(secret), strings.Join(ids, "\n")+strings.Repeat("\n", min(1, len(ids)))...))
}

func (s *stranger) below(n uint32) uint32 {
	for {
		if len(s.numbers) == 0 {
			block := sha256.Sum256(binary.BigEndian.AppendUint64(append(slices.Clone(s.seed[:]), s.purpose+"\x00"...), s.block))
			for at := 0; at < 32; at += 4 {
				s.numbers = append(s.numbers, binary.BigEndian.Uint32(block[at:]))
			}
			s.block++
		}
		v := s.numbers[0]
		s.numbers = s.numbers[1:]
		if uint64(v) < 1<<32-(1<<32)%uint64(n) {
			return v % n
		}
	}
}

func shuffle(seed [32]byte, purpose string, entries []league.Entry) []league.Entry {
	s, list := stranger{seed: seed, purpose: purpose}, slices.Sorted(slices.Values(entries))
	for i := len(list) - 1; i > 0; i-- {
		j := s.below(uint32(i + 1))
		list[i], list[j] = list[j], list[i]
	}
	return list
}

const hat = "0123456789abcdef0123456789abcdef"

// drawnFrom draws everything of an event that has not begun from a secret of 32 bytes, and returns
// the document of its lots. Places are those of its schedule; nil for none.
func (s *stage) drawnFrom(secret string, places []int) draws.Lots {
	d := draws.Lots{Algorithm: "referto-draw/1 (SHA-256)", Method: "drawn", Secret: hex.EncodeToString([]byte(secret))}
	commitment := sha256.Sum256([]byte(secret))
	d.Commitment = hex.EncodeToString(commitment[:])
	var ids []string
	for _, entry := range slices.Sorted(slices.Values(s.facts.Entrants)) {
		d.Entrants = append(d.Entrants, draws.Entrant{Entry: entry, Player: fmt.Sprintf("019332c4-0000-7000-8000-%012d", 101-entry)})
		ids = append(ids, d.Entrants[len(d.Entrants)-1].Player)
	}
	seed := seedOf([]byte(secret), ids)
	d.Seed = hex.EncodeToString(seed[:])
	number := func(purpose string, numbers []int) (map[league.Entry]int, []draws.Number) {
		drawn := make(map[league.Entry]int)
		var list []draws.Number
		for i, entry := range shuffle(seed, purpose, s.facts.Entrants) {
			drawn[entry] = numbers[i]
		}
		for _, e := range d.Entrants {
			list = append(list, draws.Number{Entry: e.Entry, Number: drawn[e.Entry]})
		}
		return drawn, list
	}
	upTo := make([]int, len(ids))
	for i := range upTo {
		upTo[i] = i + 1
	}
	s.facts.Lots, d.Lots = number("lots", upTo)
	s.facts.FirstRound = shuffle(seed, "first-round", s.facts.Entrants)
	d.FirstRound = slices.Clone(s.facts.FirstRound)
	if places != nil {
		s.facts.Places, d.Places = number("places", places)
	}
	for round := 2; round <= 5; round++ {
		s.facts.Draws = append(s.facts.Draws, shuffle(seed, fmt.Sprintf("round-%d", round), s.facts.Entrants))
	}
	return d
}

// TestAStrangersDraw: a draw made by docs/draws.md alone passes, whatever the secret and the
// players; with one byte of the secret changed it fails.
func TestAStrangersDraw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := &stage{}
		for _, entry := range rapid.SliceOfNDistinct(rapid.IntRange(1, 90), 1, 40, rapid.ID).Draw(t, "entrants") {
			s.facts.Entrants = append(s.facts.Entrants, league.Entry(entry))
		}
		secret := rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "secret")
		var places []int
		if rapid.Bool().Draw(t, "by a schedule") {
			for i := range s.facts.Entrants {
				places = append(places, 2*i+1)
			}
		}
		d := draws.Event{Lots: s.drawnFrom(string(secret), places), CheckedIn: s.facts.Entrants}
		for i, order := range s.facts.Draws {
			d.Rounds = append(d.Rounds, draws.DrawnRound{Round: i + 2, Method: "drawn", Order: order})
		}
		report, err := draws.Verify(hashed(t, d))
		if err != nil || report.Difference != "" {
			t.Fatalf("%v %s", err, report.Difference)
		}
		secret[rapid.IntRange(0, 31).Draw(t, "byte")] ^= 1
		d.Secret = hex.EncodeToString(secret)
		if report, err := draws.Verify(hashed(t, d)); err != nil || !strings.HasPrefix(report.Difference, "commitment: the hash of the secret is") {
			t.Errorf("another secret: %v %+v", err, report)
		}
	})
}

// TestNumbersOfTheWorkedExample: the numbers drawn below 12, 11, … 2 of docs/draws.md.
func TestNumbersOfTheWorkedExample(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-nazionale-2009", 12)
	d := s.drawnFrom(hat, nil)
	for _, tt := range []struct{ what, got, want string }{
		{"commitment", d.Commitment, "3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9"},
		{"seed", d.Seed, "7cdc6d4337d29c6b3e05377e83523d03ba8e0d9d85078c185ff705d0c0767a7b"},
		{"order of the first round", spaced(d.FirstRound), "7 12 1 9 10 6 2 11 5 4 3 8"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.what, tt.got, tt.want)
		}
	}
	seed, err := hex.DecodeString(d.Seed)
	if err != nil {
		t.Fatal(err)
	}
	numbers := stranger{seed: [32]byte(seed), purpose: "first-round"}
	var drawn []uint32
	for n := uint32(12); n > 1; n-- {
		drawn = append(drawn, numbers.below(n))
	}
	if got, want := spaced(drawn), "7 2 3 4 2 1 5 3 3 0 0"; got != want {
		t.Errorf("numbers %s, want %s", got, want)
	}
	round := s.drawn("").document(1)
	round.Event, round.Draw = "019332c4-0000-7000-8000-000000000000", d
	if report, err := draws.Verify(hashed(t, round)); err != nil || report.Difference != "" {
		t.Errorf("%v %s", err, report.Difference)
	}
}
