package desk

import (
	"bytes"

	"referto/internal/tenant/tenantdb"
)

// A million written rows would take some 300 MB, and as much again if each had a place of its own in the cache. So
// neighbors share a place, and whatever all rows of rankings have in common is not stored in each.

// blockRows is the number of neighboring rows that share a place in the cache.
const blockRows = 64

// blockPlace names the rows from one multiple of [blockRows] to the next.
type blockPlace struct {
	RowsPlace
	block int
}

// block returns the place of the row at a position, for the tenant of a door.
func (p RowsPlace) block(door tenantdb.Door, position int) of[blockPlace] {
	return of[blockPlace]{door.Tenant(), blockPlace{p, position / blockRows}}
}

// block holds the shortened texts of neighboring rows, one behind the other. It never changes. Nil has no rows.
type block struct {
	text []byte
	ends [blockRows]uint32 // of each row in the text; that of the row before for a row that is not there
}

// size is the memory of a block, in bytes.
func (b *block) size() int { return cap(b.text) + 4*blockRows + 32 }

// short returns the shortened text of the row at a place of the block; none if it is not there.
func (b *block) short(at int) []byte {
	if b == nil {
		return nil
	}
	begin := uint32(0)
	if at > 0 {
		begin = b.ends[at-1]
	}
	return b.text[begin:b.ends[at]]
}

// with returns the block with the texts of some of its rows, which are in the order of the ranking.
func (b *block) with(rows []WrittenRow) *block {
	out, text := &block{}, make([]byte, 0, 16<<10)
	for at := range out.ends {
		if len(rows) > 0 && rows[0].Position%blockRows == at {
			text, rows = shorten(text, rows[0]), rows[1:]
		} else {
			text = append(text, b.short(at)...)
		}
		out.ends[at] = uint32(len(text))
	}
	out.text = bytes.Clone(text)
	return out
}

// common are texts that many rows have, in the order in which JSON has them in a row. "" stands for the id of the
// player, which the order of the ranking has anyway.
var common = [...]string{
	`{"decidedBy":"`, `","distance":"`, `{"distance":"`, `","figures":["`, `"],"nationalPoints":"`, `","penalty":"`, `","player":{"club":"`,
	`","id":"`, `","player":{"id":"`, "", `","name":"`, `"},"rank":`, `,"scoreLine":"`, `","shared":`, `,"shared":`,
}

// shorten appends the text of a row with a byte in place of each common text. Compact JSON, as json.Marshal writes it,
// has no such bytes; a text that has them is not cached.
func shorten(to []byte, r WrittenRow) []byte {
	if bytes.ContainsFunc(r.Text, func(c rune) bool { return c < rune(len(common)) }) {
		return to
	}
	rest, id := r.Text, r.Player.String()
	for code, part := range common {
		if part == "" {
			part = id
		}
		if before, after, found := bytes.Cut(rest, []byte(part)); found {
			to, rest = append(append(to, before...), byte(code)), after
		}
	}
	return append(to, rest...)
}

// lengthen appends the text of a row that was shortened.
func lengthen(to, short []byte, r WrittenRow) []byte {
	for {
		n := 0
		for n < len(short) && int(short[n]) >= len(common) {
			n++
		}
		to = append(to, short[:n]...)
		if n == len(short) {
			return to
		}
		if part := common[short[n]]; part != "" {
			to = append(to, part...)
		} else {
			to = append(to, r.Player.String()...)
		}
		short = short[n+1:]
	}
}
