package draws

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"referto/internal/league"
	"referto/internal/league/seating"
)

// mostEntry is the largest start number in an untrusted document.
const mostEntry = 1_000_000

// secretBytes is the length of the secret of a draw.
const secretBytes = 32

// drawing checks commitment, seed, lots, the order of the first round and places.
func (v *verifier) drawing(d *Lots) error {
	if d.Algorithm != Algorithm {
		return fmt.Errorf("the algorithm is %q; this program knows %q", d.Algorithm, Algorithm)
	}
	if d.Method == Sealed {
		return v.sealed(d)
	}
	if err := v.field(d.Entrants); err != nil {
		return err
	}
	seed, err := v.seed(d)
	if err != nil {
		return err
	}
	switch d.Method {
	case Drawn:
		if d.Reason != "" {
			return differs("draw/reason: a draw from the secret has none")
		}
		err = v.drawnLots(d, seed)
	case ByHand:
		err = v.lotsByHand(d, seed)
	default:
		err = differs("draw/method: %q is none of %q, %q, %q", d.Method, Sealed, Drawn, ByHand)
	}
	return err
}

// sealed checks that only the commitment is shown before the draw.
func (v *verifier) sealed(d *Lots) error {
	if commitment, err := hex.DecodeString(d.Commitment); d.Commitment != "" && (err != nil || len(commitment) != secretBytes) {
		return differs("commitment: no SHA-256 in hexadecimal")
	}
	if d.Secret != "" || d.Seed != "" || d.Reason != "" || len(d.Entrants)+len(d.Lots)+len(d.FirstRound)+len(d.Places) > 0 {
		return differs("method: sealed, yet something of the draw is told")
	}
	v.checked("the draw is sealed: nothing but its commitment is told")
	return nil
}

// field sets the entrants.
func (v *verifier) field(entrants []Entrant) error {
	players := make(map[string]bool)
	for _, e := range entrants {
		switch {
		case e.Entry < 1 || e.Entry > mostEntry:
			return differs("entrants: %d is no start number", e.Entry)
		case len(v.entrants) > 0 && e.Entry <= v.entrants[len(v.entrants)-1]:
			return differs("entrants: not in the order of start numbers, each once, at %d", e.Entry)
		case players[e.Player]:
			return differs("entrants: player %q stands there twice", e.Player)
		}
		players[e.Player] = true
		v.entrants = append(v.entrants, e.Entry)
	}
	v.drawn = slices.Clone(v.entrants)
	return nil
}

func (v *verifier) seed(d *Lots) (seed [32]byte, err error) {
	secret, err := hex.DecodeString(d.Secret)
	if err != nil || len(secret) != secretBytes || hex.EncodeToString(secret) != d.Secret {
		return seed, differs("secret: not %d bytes in lower hexadecimal", secretBytes)
	}
	if commitment := seating.Commitment(secret); hex.EncodeToString(commitment[:]) != d.Commitment {
		return seed, differs("commitment: the hash of the secret is %x", commitment)
	}
	v.checked("the hash of the secret is the commitment published before")
	ids := make([]string, len(d.Entrants))
	for i, e := range d.Entrants {
		ids[i] = e.Player
	}
	seed = seating.Seed(secret, ids)
	if hex.EncodeToString(seed[:]) != d.Seed {
		return seed, differs("seed: that of secret and %d entrants is %x", len(ids), seed)
	}
	v.checked("the seed is that of the secret and the %d entrants", len(ids))
	return seed, nil
}

func (v *verifier) drawnLots(d *Lots, seed [32]byte) error {
	var err error
	if v.lots, err = v.numbers("lots", d.Lots); err != nil {
		return err
	}
	if want := seating.DrawLots(seed, v.entrants); !maps.Equal(v.lots, want) {
		return unequal("lots", v.lots, want)
	}
	v.checked("the %d lots follow from the seed", len(d.Lots))
	if want := seating.Shuffle(seed, seating.PurposeFirstRound, v.entrants); !slices.Equal(d.FirstRound, want) {
		return differs("firstRound: the order drawn is %v", want)
	}
	v.checked("the order of the first round follows from the seed")
	return v.drawnPlaces(d, seed)
}

func (v *verifier) drawnPlaces(d *Lots, seed [32]byte) error {
	if d.Places == nil {
		return nil
	}
	var err error
	if v.places, err = v.numbers("places", d.Places); err != nil {
		return err
	}
	want := seating.DrawPlaces(seed, v.entrants, slices.Sorted(maps.Values(v.places)))
	if !maps.Equal(v.places, want) {
		return unequal("places", v.places, want)
	}
	v.checked("the places of the schedule follow from the seed")
	return nil
}

// lotsByHand checks that lots from a hat are complete, and that everything else follows from the
// seed.
func (v *verifier) lotsByHand(d *Lots, seed [32]byte) (err error) {
	if d.Reason == "" {
		return differs("draw/reason: lots drawn by hand need one")
	}
	if v.lots, err = v.numbers("lots", d.Lots); err != nil {
		return err
	}
	if d.Places != nil {
		if v.places, err = v.numbers("places", d.Places); err != nil {
			return err
		}
	}
	want := seating.Shuffle(seed, seating.PurposeFirstRound, v.entrants)
	if !maps.Equal(v.lots, seating.DrawLots(seed, v.entrants)) { // the lots come from the hat, and so does the order
		want = league.Sorted(v.entrants, func(a, b league.Entry) int { return cmp.Compare(v.lots[a], v.lots[b]) })
	}
	if d.FirstRound != nil && !slices.Equal(d.FirstRound, want) {
		return differs("firstRound: the order drawn is %v", want)
	}
	v.checked("the lots drawn by hand are complete, each once")
	v.believed("the numbers drawn by hand, and why")
	return nil
}

// numbers reads drawn numbers: one for each entrant, by start number, all different.
func (v *verifier) numbers(where string, list []Number) (map[league.Entry]int, error) {
	drawn := make(map[league.Entry]int, len(list))
	taken := make(map[int]bool, len(list))
	for i, n := range list {
		if i >= len(v.entrants) || n.Entry != v.entrants[i] {
			return nil, differs("%s: not one for each entrant in the order of start numbers, at %d", where, n.Entry)
		}
		if n.Number < 1 || taken[n.Number] {
			return nil, differs("%s: %d is drawn twice or none", where, n.Number)
		}
		drawn[n.Entry], taken[n.Number] = n.Number, true
	}
	if len(drawn) != len(v.entrants) {
		return nil, differs("%s: %d of %d entrants have one", where, len(drawn), len(v.entrants))
	}
	return drawn, nil
}

// unequal returns the difference of the first entry with a wrong number.
func unequal(where string, got, want map[league.Entry]int) error {
	entries := slices.Sorted(maps.Keys(want))
	entry := entries[slices.IndexFunc(entries, func(entry league.Entry) bool { return got[entry] != want[entry] })]
	return differs("%s: entry %d has %d, drawn was %d", where, entry, got[entry], want[entry])
}
