package ranking

import (
	"encoding/binary"
	"errors"
	"time"

	"referto/internal/counted/orderkey"
	"referto/internal/league"
	"referto/internal/league/rules"
)

// Moment tells when an event was held. Moments are ordered by their days, those of one day
// by their times, then by the ids of the events (D003-16). The zero Moment comes before all
// events: that of an opening.
type Moment struct {
	Day   rules.Day // at the venue
	At    time.Time
	Event league.EventID
}

// The first byte of a key says in which list a player stands: the one of the ranking is
// the larger, so that the ranking comes before the hall.
const (
	inHall    = 0x00
	inRanking = 0x01
)

// ErrNoKey says that the figures of a career are too fine or too large for a key.
var ErrNoKey = errors.New("ranking: no key for these figures")

// InRanking is below all keys of players in the ranking, and above all of those in the hall;
// InHall is below those.
const (
	InRanking = string(rune(inRanking))
	InHall    = string(rune(inHall))
)

// Key writes a career as bytes: the better one has the larger key, and careers of equal keys
// share a rank. Those in the hall come after all others, in the order of the hall. Arrived is
// the moment of the event with which the player arrived. The error is [ErrNoKey].
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
		at = uint64(m.At.UnixMicro()) + 1<<63 // those before 1970 are below
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
