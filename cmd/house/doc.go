// House measures and draws the rooms of this repository, that is its Go packages: their lines of code and of tests,
// the lengths of their functions, and their imports of each other.
//
//	go run ./cmd/house                 a table, by rooms and by their groups
//	go run ./cmd/house -dot            the imports as a graph for Graphviz
//	go run ./cmd/house -root ../old    another checkout, to compare with
//
// It reads sources only, so that it can measure any version. Lines are those with code on them: blank lines,
// comments and generated files do not count.
package main
