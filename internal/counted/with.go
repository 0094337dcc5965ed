package counted

import (
	"cmp"
	"iter"
	"slices"
	"sort"
)

// With returns the list without some items and with others. Removals are applied first, so that an item that is both
// removed and added stays. The items are in any order.
//
// It returns [ErrMissing] for a removed item that is not there or is removed twice, [ErrTwice] for an added item that
// is there already or is added twice, and [ErrKey].
func (t *Tree) With(gone, come []Item) (*Tree, error) {
	changes, err := sorted(gone, come)
	if err != nil || len(changes) == 0 {
		return t, err
	}
	e := edit{most: cmp.Or(t.most, most), held: t.held}
	if t.root == nil {
		items, err := e.merge(nil, changes)
		if err != nil {
			return t, err
		}
		return e.tree(e.leaves(items)), nil
	}
	nodes, err := e.apply(nil, t.root, changes)
	if err != nil {
		return t, err
	}
	return e.tree(nodes), nil
}

type change struct {
	Item
	goes bool
}

// sorted is all changes in the order of the list; an item goes before it comes.
func sorted(gone, come []Item) ([]change, error) {
	changes := make([]change, 0, len(gone)+len(come))
	for _, item := range gone {
		changes = append(changes, change{item, true})
	}
	for _, item := range come {
		if err := fits(item); err != nil {
			return nil, err
		}
		changes = append(changes, change{item, false})
	}
	slices.SortStableFunc(changes, func(a, b change) int { return a.Compare(b.Item) })
	return changes, nil
}

// edit makes the nodes of one new tree and counts the bytes of those that it has.
type edit struct {
	most int
	held int
	old  []Item // of the leaf at hand, before and after: used again for each
	new  []Item

	firsts []Item // of the children of the branch at hand
}

// apply appends the nodes that stand in the place of one: none, one or several, of the
// same height.
func (e *edit) apply(list []child, n *node, changes []change) ([]child, error) {
	e.held -= n.held()
	if n.isLeaf() {
		e.old = n.appendTo(e.old[:0])
		items, err := e.merge(e.old, changes)
		return append(list, e.leaves(items)...), err
	}
	children := make([]child, 0, len(n.children)+len(n.children)/8+1)
	next := 0
	for len(changes) > 0 {
		c := n.childOf(&changes[0].Item)
		children = n.appendChildren(children, next, c)
		mine := changes
		if next = c + 1; next < len(n.children) {
			end := n.item(next)
			mine = changes[:sort.Search(len(changes), func(i int) bool { return changes[i].Compare(end) >= 0 })]
		}
		var err error
		if children, err = e.apply(children, n.children[c], mine); err != nil {
			return nil, err
		}
		changes = changes[len(mine):]
	}
	children = e.level(n.appendChildren(children, next, len(n.children)))
	if n.hasFirsts(children) {
		return append(list, e.branch(n.packed, n.packs, children)), nil
	}
	return append(list, e.branches(children)...), nil
}

// merge carries changes out on items. The list is good until the next one.
func (e *edit) merge(items []Item, changes []change) ([]Item, error) {
	e.new = e.new[:0]
	for _, change := range changes {
		before, there := slices.BinarySearchFunc(items, change.Item, Item.Compare)
		e.new = append(e.new, items[:before]...)
		items = items[before:]
		switch {
		case change.goes && !there:
			return nil, refuse(ErrMissing, change.Item)
		case change.goes:
			items = items[1:]
		case there || len(e.new) > 0 && e.new[len(e.new)-1] == change.Item:
			return nil, refuse(ErrTwice, change.Item)
		default:
			e.new = append(e.new, change.Item)
		}
	}
	e.new = append(e.new, items...)
	return e.new, nil
}

// leaves makes leaves of items in order.
func (e *edit) leaves(items []Item) []child {
	var list []child
	for part := range e.parts(len(items)) {
		p, packs := pack(items[part.from:part.to])
		list = append(list, e.made(node{packed: p, packs: packs}))
	}
	return list
}

// branches makes branches of nodes in order.
func (e *edit) branches(children []child) []child {
	var list []child
	for part := range e.parts(len(children)) {
		mine := children[part.from:part.to]
		e.firsts = e.firsts[:0]
		for i := range mine {
			e.firsts = append(e.firsts, mine[i].first)
		}
		p, packs := pack(e.firsts)
		list = append(list, e.branch(p, packs, mine))
	}
	return list
}

// branch makes a branch of nodes whose first items are packed.
func (e *edit) branch(firsts packed, packs int, children []child) child {
	n := node{packed: firsts, packs: packs, children: make([]*node, len(children)), ends: make([]int, len(children))}
	count := 0
	for i := range children {
		count += children[i].count
		n.children[i], n.ends[i] = children[i].node, count
	}
	return e.made(n)
}

func (e *edit) made(n node) child {
	e.held += n.held()
	return childOf(&n)
}

type span struct{ from, to int }

// parts divides children that do not fit into one node evenly among several, with room in each for later ones.
func (e *edit) parts(n int) iter.Seq[span] {
	return func(yield func(span) bool) {
		parts := min(1, n)
		if n > e.most {
			filled := e.most * 3 / 4
			parts = (n + filled - 1) / filled
		}
		for i := range parts {
			if !yield(span{n * i / parts, n * (i + 1) / parts}) {
				return
			}
		}
	}
}

// few bounds the nodes that are so small that they are joined with one beside them. Two of
// which one is smaller make one node, or two that are not.
func (e *edit) few() int { return e.most / 3 }

// level joins nodes that have become too small with those beside them. One remains
// too small only if it is the only one.
func (e *edit) level(children []child) []child {
	small := func(c child) bool { return c.fresh && len(c.node.ids) < e.few() }
	if !slices.ContainsFunc(children, small) {
		return children
	}
	out := make([]child, 0, len(children))
	for _, next := range children {
		last := len(out) - 1
		if last < 0 || !small(out[last]) && !small(next) {
			out = append(out, next)
			continue
		}
		out = append(out[:last], e.join(out[last].node, next.node)...)
	}
	return out
}

// join makes one node of two, or two of a better size.
func (e *edit) join(a, b *node) []child {
	e.held -= a.held() + b.held()
	if a.isLeaf() {
		e.old = b.appendTo(a.appendTo(e.old[:0]))
		return e.leaves(e.old)
	}
	children := a.appendChildren(make([]child, 0, len(a.children)+len(b.children)), 0, len(a.children))
	children = b.appendChildren(children, 0, len(b.children))
	for i := range children {
		children[i].fresh = true // an only child had no sibling to be joined with
	}
	return e.branches(e.level(children))
}

// tree puts branches above nodes until there is one root, and takes away those with an
// only child.
func (e *edit) tree(nodes []child) *Tree {
	for len(nodes) > 1 {
		nodes = e.branches(nodes)
	}
	t := &Tree{most: e.most}
	if len(nodes) == 0 {
		return t
	}
	for t.root = nodes[0].node; len(t.root.children) == 1; t.root = t.root.children[0] {
		e.held -= t.root.held()
	}
	t.held = e.held
	return t
}
