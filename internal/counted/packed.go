package counted

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"unsafe"
)

// MaxKey is the length of the longest key that a list holds, in bytes.
const MaxKey = math.MaxUint16 / most

// packed holds some items in order in as few bytes as can be searched: their ids one
// after another, and each different key once.
type packed struct {
	keys string // the different keys, one after another
	runs []run  // of the items that share a key, one for each
	ids  [][16]byte
}

// run holds the end of a key within the keys, and the end of the items that have it. Both begin at the ends of the
// previous run.
type run struct{ key, item uint16 }

// pack holds items in order, at most as many as a node has, and returns the memory that they take, as allocated: Go
// rounds sizes up.
func pack(items []Item) (p packed, held int) {
	p.ids = slices.Grow(p.ids, len(items))
	var made [most]run
	runs, length := made[:0], 0
	for i := range items {
		item := &items[i]
		p.ids = append(p.ids, item.ID)
		if i == 0 || item.Key != items[i-1].Key {
			length += len(item.Key)
			runs = append(runs, run{key: uint16(length)})
		}
		runs[len(runs)-1].item = uint16(i + 1)
	}
	p.runs = append(p.runs, runs...)
	var keys strings.Builder
	keys.Grow(length)
	for r := range runs {
		keys.WriteString(items[p.begin(r).item].Key)
	}
	p.keys = keys.String()
	held = keys.Cap() + cap(p.runs)*int(unsafe.Sizeof(run{})) + cap(p.ids)*len(Item{}.ID)
	return p, held
}

// key returns the key of run r.
func (p *packed) key(r int) string { return p.keys[p.begin(r).key:p.runs[r].key] }

// begin returns the position at which run r begins.
func (p *packed) begin(r int) run {
	if r == 0 {
		return run{}
	}
	return p.runs[r-1]
}

// runOf is the run of item i.
func (p *packed) runOf(i int) int {
	low, high := 0, len(p.runs)
	for low < high {
		if middle := (low + high) / 2; int(p.runs[middle].item) <= i {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

func (p *packed) item(i int) Item { return Item{p.key(p.runOf(i)), p.ids[i]} }

// find returns how many items stand before this one, and whether the next one is it.
func (p *packed) find(item *Item) (before int, found bool) {
	low, high := 0, len(p.runs)
	for low < high {
		if middle := (low + high) / 2; p.key(middle) > item.Key {
			low = middle + 1
		} else {
			high = middle
		}
	}
	r := low
	if r == len(p.runs) {
		return len(p.ids), false
	}
	low = int(p.begin(r).item)
	if p.key(r) != item.Key {
		return low, false
	}
	for high = int(p.runs[r].item); low < high; {
		middle := (low + high) / 2
		switch c := bytes.Compare(p.ids[middle][:], item.ID[:]); {
		case c == 0:
			return middle, true
		case c < 0:
			low = middle + 1
		default:
			high = middle
		}
	}
	return low, false
}

// appendTo appends all items to a list.
func (p *packed) appendTo(items []Item) []Item {
	i := 0
	for r, run := range p.runs {
		for key := p.key(r); i < int(run.item); i++ {
			items = append(items, Item{key, p.ids[i]})
		}
	}
	return items
}
