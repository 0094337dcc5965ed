package counted

import "iter"

// Row is an item with its place in the list.
type Row struct {
	Position int // from 0
	Rank     int // from 1, shared by all items of one key
	Item
}

// Page yields n rows from a position on, in order. Positions before the list or behind it are left out: a page at -2
// of 5 rows has the first three.
func (t *Tree) Page(from, n int) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		length := t.Len()
		if n <= 0 || max(0, from) >= length {
			return
		}
		to := length
		if from < length-n {
			to = from + n
		}
		w := walk{tree: t, from: max(0, from), to: to, yield: yield}
		w.rows(t.root, 0)
	}
}

// Neighbors yields up to n rows before an item, the item, and up to n after it, or nothing
// if it is not in the list.
func (t *Tree) Neighbors(item Item, n int) iter.Seq[Row] {
	position, found := t.Position(item)
	if !found || n < 0 {
		return t.Page(0, 0)
	}
	n = min(n, t.Len())
	return t.Page(position-n, 2*n+1)
}

// walk is a page on its way.
type walk struct {
	tree     *Tree
	from, to int
	yield    func(Row) bool

	begun bool
	key   string // of the row before
	rank  int
}

// rows yields the rows of the page that lie in a node whose first item is at a position, and returns false when the
// reader stops.
func (w *walk) rows(n *node, at int) bool {
	if n.isLeaf() {
		return w.leaf(n, at)
	}
	for c := n.childAt(max(0, w.from-at)); c < len(n.children) && at+n.start(c) < w.to; c++ {
		if !w.rows(n.children[c], at+n.start(c)) {
			return false
		}
	}
	return true
}

func (w *walk) leaf(n *node, at int) bool {
	i, end := max(0, w.from-at), min(len(n.ids), w.to-at)
	for r := n.runOf(i); i < end; r++ {
		w.enter(n, r, at)
		for last := min(end, int(n.runs[r].item)); i < last; i++ {
			if !w.yield(Row{at + i, w.rank, Item{w.key, n.ids[i]}}) {
				return false
			}
		}
	}
	return true
}

// enter takes up the key of a run of a leaf and the rank that goes with it. Only the first
// run of a leaf may have begun in another one.
func (w *walk) enter(n *node, r, at int) {
	key := n.key(r)
	switch {
	case r > 0 || w.begun && key != w.key:
		w.rank = at + int(n.begin(r).item) + 1
	case !w.begun:
		w.rank = w.tree.Rank(key)
	}
	w.begun, w.key = true, key
}
