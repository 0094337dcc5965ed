package counted

import "unsafe"

// most bounds the items of a leaf, and the children of a branch.
const most = 64

// node is a leaf with its items, or a branch with the first item of each child. It never
// changes. All leaves are equally deep, and none is empty.
type node struct {
	packed
	packs    int     // memory that packed takes
	children []*node // none of a leaf
	ends     []int   // how many items there are in the children up to each one
}

// held is the memory that the node takes without its children, in bytes.
func (n *node) held() int {
	const pointer, word = int(unsafe.Sizeof(n)), int(unsafe.Sizeof(n.packs))
	return int(unsafe.Sizeof(*n)) + n.packs + cap(n.children)*pointer + cap(n.ends)*word
}

func (n *node) isLeaf() bool { return n.children == nil }

// count is the number of items below.
func (n *node) count() int {
	if n.isLeaf() {
		return len(n.ids)
	}
	return n.ends[len(n.ends)-1]
}

// start is the number of items before child c.
func (n *node) start(c int) int {
	if c == 0 {
		return 0
	}
	return n.ends[c-1]
}

// childOf is the child where an item stands or would stand.
func (n *node) childOf(item *Item) int {
	c, first := n.find(item)
	if !first && c > 0 {
		c--
	}
	return c
}

// childAt is the child that has the item at a position of the node.
func (n *node) childAt(position int) int {
	low, high := 0, len(n.ends)
	for low < high {
		if middle := (low + high) / 2; n.ends[middle] <= position {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// child is a node with the data that its parent keeps about it.
type child struct {
	first Item
	count int
	node  *node
	fresh bool // it may have too few items or children
}

func childOf(n *node) child {
	return child{first: n.item(0), count: n.count(), node: n, fresh: true}
}

// appendChildren appends the children from one up to another to a list.
func (n *node) appendChildren(list []child, from, to int) []child {
	for r := n.runOf(from); from < to; r++ {
		key := n.key(r)
		for ; from < min(to, int(n.runs[r].item)); from++ {
			list = append(list, child{
				first: Item{key, n.ids[from]}, count: n.ends[from] - n.start(from), node: n.children[from],
			})
		}
	}
	return list
}

// hasFirsts reports whether these are as many children as a branch has, which begin with
// the same items.
func (n *node) hasFirsts(children []child) bool {
	if len(children) != len(n.children) {
		return false
	}
	for c := range children {
		if children[c].node != n.children[c] && children[c].first != n.item(c) {
			return false
		}
	}
	return true
}
