// Package counted keeps a long list in order and knows every place in it: a counted
// B-tree in memory, for rankings of a million players.
//
// An [Item] is a key and an id. The key is an order-preserving byte string (package
// orderkey makes them of exact figures), and the larger key is the better one: the list
// begins with the largest key, and items of one key stand by id, the smallest first. Any
// number of items may share a key, and then they share a rank. An item stands in a list
// once.
//
// It answers: the item at a position; the number of items with a better key ([Tree.Rank]); the position of an item,
// present or not; a page anywhere in the list with positions and ranks; the items around an item. Each takes time
// that grows with the logarithm of the length and, for a page, with its rows, wherever in the list it is. Positions
// count from 0, ranks from 1.
//
// A [Tree] never changes. [Tree.With] makes another one that shares with the first the parts that are equal in both,
// so that a change costs about as much as it touches, and readers hold one tree for as long as they like, without a
// lock: a writer puts the new one where the next reader looks (an atomic pointer). All methods are safe for
// concurrent use.
//
// Keys that are handed out are parts of the tree's own strings, so that a page allocates nothing for its rows. A
// caller that keeps one for long should clone it (strings.Clone), because it keeps its neighbors in memory too.
//
// The package does not know the meaning of a key, the owner of an id, or the key that an id had before: a change
// names the item that goes with its key. It refuses keys of more than [MaxKey] bytes.
package counted
