package counted

import "fmt"

// BuildNarrow builds a tree of nodes with few items, so that a short list is a high tree.
func BuildNarrow(items []Item, width int) (*Tree, error) { return build(items, width) }

// Nodes is the set of the nodes of a tree.
func Nodes(t *Tree) map[any]bool {
	nodes := map[any]bool{}
	var walk func(n *node)
	walk = func(n *node) {
		nodes[n] = true
		for _, child := range n.children {
			walk(child)
		}
	}
	if t.root != nil {
		walk(t.root)
	}
	return nodes
}

// Check reports the first fault in the form of a tree; nil is none.
func Check(t *Tree) error {
	if t.root == nil {
		if t.held != 0 {
			return fmt.Errorf("%d bytes of nothing", t.held)
		}
		return nil
	}
	if len(t.root.children) == 1 {
		return fmt.Errorf("the root has one child")
	}
	f := form{width: t.most, leaves: -1}
	if err := f.check(t.root, 0, true); err != nil {
		return err
	}
	if f.held != t.held {
		return fmt.Errorf("%d bytes held, %d said", f.held, t.held)
	}
	return nil
}

type form struct{ width, leaves, held int }

func (f *form) check(n *node, depth int, isRoot bool) error {
	f.held += n.held()
	size, few := len(n.ids), f.width/3
	if size == 0 || size > f.width || !isRoot && size < few {
		return fmt.Errorf("%d items in a node of %d to %d", size, few, f.width)
	}
	if n.isLeaf() {
		if f.leaves >= 0 && depth != f.leaves {
			return fmt.Errorf("leaves at depths %d and %d", f.leaves, depth)
		}
		f.leaves = depth
		return nil
	}
	count := 0
	for c, child := range n.children {
		count += child.count()
		if n.ends[c] != count {
			return fmt.Errorf("%d items up to child %d, %d said", count, c, n.ends[c])
		}
		if n.item(c) != child.item(0) {
			return fmt.Errorf("child %d begins with another item", c)
		}
		if err := f.check(child, depth+1, false); err != nil {
			return err
		}
	}
	return nil
}
