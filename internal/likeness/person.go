package likeness

import (
	"slices"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Person holds the data by which two records may turn out to be one person.
type Person struct {
	Name  Name
	mails []string
}

// PersonOf prepares a person for comparison. Empty mail addresses are ignored.
func PersonOf(name string, mails ...string) Person {
	p := Person{Name: Of(name)}
	for _, address := range mails {
		if m := mailbox(address); m != "" {
			p.mails = append(p.mails, m)
		}
	}
	return p
}

// Resembles reports whether two may be one person: by their names or by a mail address that
// both have.
func (p Person) Resembles(o Person) bool {
	return p.Name.Alike(o.Name) || slices.ContainsFunc(p.mails, func(m string) bool { return slices.Contains(o.mails, m) })
}

// mailbox returns an address without the parts that do not change where its mail arrives: case, spaces around it and
// the suffix after a plus.
func mailbox(address string) string {
	local, domain, found := strings.Cut(cases.Fold().String(norm.NFKC.String(strings.TrimSpace(address))), "@")
	if !found {
		return ""
	}
	local, _, _ = strings.Cut(local, "+")
	return local + "@" + domain
}

// Index finds the people who resemble a person among many. Make one with [NewIndex]; it is read-only.
type Index struct{ at map[string][]int }

// NewIndex makes an index of people, who are identified by their index in the list.
func NewIndex(people []Person) Index {
	x := Index{at: map[string][]int{}}
	for i, p := range people {
		for key := range p.handles {
			x.at[key] = append(x.at[key], i)
		}
	}
	return x
}

// Like returns the indexes of the people who resemble a person, in order and each once.
func (x Index) Like(p Person) []int {
	var out []int
	for key := range p.handles {
		out = append(out, x.at[key]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// handles yields keys of which two people who resemble each other share at least one.
func (p Person) handles(yield func(string) bool) {
	for _, key := range p.Name.keys {
		if !yield("name " + key) {
			return
		}
	}
	for _, m := range p.mails {
		if !yield("mail " + m) {
			return
		}
	}
}
