package seating

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"

	"referto/internal/league"
)

// The purposes of drawings. One seed serves them all, without relation between
// them.
const (
	PurposeLots       = "lots"        // tie-break lots
	PurposeFirstRound = "first-round" // order of the first round's seating
	PurposePlaces     = "places"      // places of a fixed schedule
)

// PurposeRound returns the purpose of the drawing of a later round that is drawn by lot: "round-2".
func PurposeRound(round int) string { return "round-" + strconv.Itoa(round) }

// Commitment returns the digest of a secret that is published before the draw.
func Commitment(secret []byte) [32]byte { return sha256.Sum256(secret) }

// Seed returns the seed of an event's drawings, from its secret and the published ids of its entrants, in any
// order. The package documentation gives the bytes.
func Seed(secret []byte, entrants []string) [32]byte {
	hash := sha256.New()
	hash.Write(secret)
	for _, id := range slices.Sorted(slices.Values(entrants)) {
		hash.Write([]byte(id + "\n"))
	}
	return [32]byte(hash.Sum(nil))
}

// Shuffle returns the entries in the order drawn for a purpose. The order in which they are given does not
// matter.
func Shuffle(seed [32]byte, purpose string, entries []league.Entry) []league.Entry {
	shuffled := slices.Sorted(slices.Values(entries))
	numbers := stream{seed: seed, purpose: purpose}
	for i := len(shuffled) - 1; i > 0; i-- {
		j := numbers.below(uint32(i) + 1)
		shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
	}
	return shuffled
}

// DrawLots returns tie-break lots, numbered from 1; the lower prevails.
func DrawLots(seed [32]byte, entries []league.Entry) map[league.Entry]int {
	lots := make(map[league.Entry]int, len(entries))
	for i, entry := range Shuffle(seed, PurposeLots, entries) {
		lots[entry] = i + 1
	}
	return lots
}

// DrawPlaces gives each entry one of the places of a fixed schedule. There must be as many places as entries.
func DrawPlaces(seed [32]byte, entries []league.Entry, places []int) map[league.Entry]int {
	drawn := make(map[league.Entry]int, len(entries))
	for i, entry := range Shuffle(seed, PurposePlaces, entries) {
		drawn[entry] = places[i]
	}
	return drawn
}

// stream is the sequence of numbers of one drawing.
type stream struct {
	seed    [32]byte
	purpose string
	next    uint64 // block
	block   []byte // rest of the last block
}

func (s *stream) uint32() uint32 {
	if len(s.block) == 0 {
		hash := sha256.New()
		hash.Write(s.seed[:])
		hash.Write([]byte(s.purpose + "\x00"))
		hash.Write(binary.BigEndian.AppendUint64(nil, s.next))
		s.block = hash.Sum(nil)
		s.next++
	}
	v := binary.BigEndian.Uint32(s.block)
	s.block = s.block[4:]
	return v
}

// below draws a number from 0 to n-1, each as likely.
func (s *stream) below(n uint32) uint32 {
	const all = uint64(1) << 32
	limit := all - all%uint64(n)
	for {
		if v := s.uint32(); uint64(v) < limit {
			return v % n
		}
	}
}
