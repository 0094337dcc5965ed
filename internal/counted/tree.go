package counted

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Kinds of errors of [Build] and [Tree.With].
var (
	ErrMissing = errors.New("not in the list")
	ErrTwice   = errors.New("in the list already")
	ErrKey     = fmt.Errorf("a key of more than %d bytes", MaxKey)
)

// Item is one element of a list.
type Item struct {
	Key string // the larger, the better
	ID  [16]byte
}

// Compare is negative if a stands before b in a list, and 0 if they are the same.
func (a Item) Compare(b Item) int {
	if c := strings.Compare(b.Key, a.Key); c != 0 {
		return c
	}
	return bytes.Compare(a.ID[:], b.ID[:])
}

// Tree is a list that never changes. The zero Tree is the empty list.
type Tree struct {
	root *node
	held int // bytes of all nodes
	most int // of items in a leaf and children of a branch
}

// Build makes the list of items in any order. Items that are already sorted are not sorted again, and take half the
// memory during the build. The slice is not changed, and the keys are copied. It returns [ErrTwice] or [ErrKey].
func Build(items []Item) (*Tree, error) { return build(items, most) }

func build(items []Item, most int) (*Tree, error) {
	if !slices.IsSortedFunc(items, Item.Compare) {
		items = slices.Clone(items)
		slices.SortFunc(items, Item.Compare)
	}
	for i, item := range items {
		if err := fits(item); err != nil {
			return nil, err
		}
		if i > 0 && item == items[i-1] {
			return nil, refuse(ErrTwice, item)
		}
	}
	e := edit{most: most}
	return e.tree(e.leaves(items)), nil
}

func fits(item Item) error {
	if len(item.Key) > MaxKey {
		return fmt.Errorf("%w: %d, of %x", ErrKey, len(item.Key), item.ID)
	}
	return nil
}

func refuse(kind error, item Item) error {
	return fmt.Errorf("%w: %x with key %x", kind, item.ID, item.Key)
}

// Len is the number of items.
func (t *Tree) Len() int {
	if t.root == nil {
		return 0
	}
	return t.root.count()
}

// Bytes returns the memory that the list holds, including the parts shared with other lists: the allocations, with
// the rounding of Go's allocator, without the garbage collector's own data.
func (t *Tree) Bytes() int { return t.held }

// At is the item at a position from 0 to Len()-1, and false elsewhere.
func (t *Tree) At(position int) (Item, bool) {
	if position < 0 || position >= t.Len() {
		return Item{}, false
	}
	n := t.root
	for !n.isLeaf() {
		c := n.childAt(position)
		position -= n.start(c)
		n = n.children[c]
	}
	return n.item(position), true
}

// Rank is the rank that items with this key share, or would share if there were one: one
// more than there are items with a better key.
func (t *Tree) Rank(key string) int {
	// The id of all zeros is the smallest.
	before, _ := t.Position(Item{Key: key})
	return before + 1
}

// Position returns the position at which the item stands or, with false, at
// which it would stand.
func (t *Tree) Position(item Item) (position int, found bool) {
	n := t.root
	if n == nil {
		return 0, false
	}
	for !n.isLeaf() {
		c := n.childOf(&item)
		position += n.start(c)
		n = n.children[c]
	}
	before, found := n.find(&item)
	return position + before, found
}
