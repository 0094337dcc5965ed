package ranking

import (
	"encoding/binary"
	"errors"
	"time"

	"referto/internal/counted/orderkey"
	"referto/internal/league"
	"referto/internal/league/rules"
)

// Moment is the time at which an event was held. Moments are ordered by day, then by time, then by the ids of
// the events (D003-16). The zero Moment comes before all events; it stands for an opening.
type Moment struct {
	Day   rules.Day // at the venue
	At    time.Time
	Event league.EventID
}

// The first byte of a key tells the list in which a player is: the byte of the ranking is larger, so that the
// ranking comes before the hall.
const (
	inHall    = 0x00
	inRanking = 0x01
)

// ErrNoKey is returned for figures of a career that are too fine or too large for a key.
var ErrNoKey = errors.New("ranking: no key for these figures")

// InRanking is smaller than all keys of players in the ranking and larger than all keys of players in the hall;
// InHall is smaller than the latter.
const (
	InRanking = string(rune(inRanking))
	InHall    = string(rune(inHall))
)

// Key encodes a career as bytes: a better career has a larger key, and careers with equal keys share a rank.
// Careers in the hall come after all others, in the order of the hall. Arrived is the moment of the event with
// which the player arrived. It returns [ErrNoKey] if there is no key.
func (k *Keeper) Key(c Career, arrived Moment) (string, error) {
	if !c.Arrived {
		return k.key([]byte{inRanking}, c.Figures)
	}
	if k.rule.Hall != rules.Chronological {
		return k.key([]byte{inHall}, c.Figures)
	}
	return k.key(arrived.earlierIsLarger([]byte{inHall}), c.Arrival)
}

// earlierIsLarger appends a moment to a key: the earlier it is, the larger the key.
func (m Moment) earlierIsLarger(key []byte) []byte {
	begin := len(key)
	var day [len("2009-02-08")]byte
	copy(day[:], m.Day)
	key = append(key, day[:]...)
	at := uint64(0)
	if m.Day != "" {
		at = uint64(m.At.UnixMicro()) + 1<<63 // keeps times before 1970, which are negative, in order
	}
	key = binary.BigEndian.AppendUint64(key, at)
	key = append(key, m.Event.UUID[:]...)
	for i := begin; i < len(key); i++ {
		key[i] = ^key[i]
	}
	return key
}

func (k *Keeper) key(key []byte, figures []league.Frac) (string, error) {
	for i, c := range k.criteria {
		num, den, ok := figures[i].Ratio()
		if !ok {
			return "", ErrNoKey
		}
		var err error
		if key, err = orderkey.Append(key, orderkey.Figure{Num: num, Den: den, Fewest: c.Best != rules.Most}); err != nil {
			return "", ErrNoKey
		}
	}
	return string(key), nil
}
