package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// groups are the parts of the house, each with the folders whose rooms belong to it; the first that fits takes a room.
// Tests of the rooms of the desk and of the API lie in the API's main room, which serves real requests.
var groups = []struct {
	name    string
	folders []string
}{
	{"the desk, its rooms, and the API", []string{"internal/league/desk", "internal/league/leagueapi", "internal/league/letters", "internal/league/jobs", "internal/league/views"}},
	{"what is stored: SQL", []string{"internal/league/leaguedb"}},
	{"conformance", []string{"internal/league/conformance", "internal/conformance", "cmd/conformance"}},
	{"the core of the league", []string{"internal/league"}},
	{"tenants, accounts and rights", []string{"internal/tenant", "internal/authz"}},
	{"the server and its pages", []string{"internal/serve", "frontend", "internal/browser", "internal/demo"}},
	{"all else", []string{""}},
}

// groupOf returns the index of the group of a room.
func groupOf(name string) int {
	return slices.IndexFunc(groups, func(g struct {
		name    string
		folders []string
	},
	) bool {
		return slices.ContainsFunc(g.folders, func(f string) bool { return f == "" || name == f || strings.HasPrefix(name, f+"/") })
	})
}

// tabulate writes a table of all rooms with code, each group with its sum.
func tabulate(w io.Writer, rooms []*room) {
	fmt.Fprintln(w, "| room | code | tests | tests/code | functions | median | 90th |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
	all := &room{name: "**the whole house**"}
	for i, g := range groups {
		sum := &room{name: "**" + g.name + "**"}
		for _, r := range rooms {
			if groupOf(r.name) != i {
				continue
			}
			sum.join(r)
			if r.code > 0 {
				r.row(w)
			}
		}
		if len(sum.functions) == 0 {
			continue
		}
		sum.row(w)
		all.join(sum)
	}
	all.row(w)
}

// join adds the figures of another room.
func (r *room) join(other *room) {
	r.code, r.tests = r.code+other.code, r.tests+other.tests
	r.functions = append(r.functions, other.functions...)
	slices.Sort(r.functions)
}

// row writes the figures of a room.
func (r *room) row(w io.Writer) {
	ratio := "–"
	if r.code > 0 {
		hundredths := (100*r.tests + r.code/2) / r.code
		ratio = fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100)
	}
	median, high := 0, 0
	if n := len(r.functions); n > 0 {
		median, high = r.functions[n/2], r.functions[min(n-1, n*9/10)]
	}
	fmt.Fprintf(w, "| %s | %d | %d | %s | %d | %d | %d |\n", r.name, r.code, r.tests, ratio, len(r.functions), median, high)
}

// draw writes the imports of all rooms as a graph. An arrow that others imply is left out: where a room
// imports a second and a third, and the second imports the third, two arrows say it all.
func draw(w io.Writer, rooms []*room) {
	below := reachable(rooms)
	fmt.Fprintln(w, "digraph house {\n\trankdir=LR; node [shape=box, style=rounded, fontname=\"sans-serif\"];")
	for _, r := range rooms {
		for _, to := range r.imports {
			implied := slices.ContainsFunc(r.imports, func(via string) bool { return via != to && below[via][to] })
			if !implied {
				fmt.Fprintf(w, "\t%q -> %q;\n", r.name, to)
			}
		}
	}
	fmt.Fprintln(w, "}")
}

// reachable returns for every room all rooms that it imports, directly or through others.
func reachable(rooms []*room) map[string]map[string]bool {
	direct := make(map[string][]string, len(rooms))
	for _, r := range rooms {
		direct[r.name] = r.imports
	}
	below := make(map[string]map[string]bool, len(rooms))
	var visit func(name string) map[string]bool
	visit = func(name string) map[string]bool {
		if known, ok := below[name]; ok {
			return known
		}
		found := map[string]bool{}
		below[name] = found // imports have no circles: the compiler refuses them
		for _, to := range direct[name] {
			found[to] = true
			for further := range visit(to) {
				found[further] = true
			}
		}
		return found
	}
	for name := range direct {
		visit(name)
	}
	return below
}
