package pages_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
)

// newPages parses the templates once for all tests.
var newPages = sync.OnceValues(pages.New)

// document is a rendered page to ask questions of.
type document struct {
	t      *testing.T
	source string
	root   *html.Node
}

// rendered renders a page and parses it.
func rendered(t *testing.T, render func(*pages.Pages, io.Writer) error) document {
	t.Helper()
	p, err := newPages()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := render(p, &out); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return document{t: t, source: out.String(), root: root}
}

// stageView is the stage of Bologna in a phase, to be changed by a test.
func stageView(t *testing.T, lang string, phase sample.Phase) pages.EventPage {
	t.Helper()
	view, err := sample.Event(pages.Reader{Lang: lang}, phase, 0)
	if err != nil {
		t.Fatal(err)
	}
	return view
}

func stagePage(t *testing.T, view pages.EventPage) document {
	t.Helper()
	return rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Event(out, view) })
}

// screenPage is the projector page of an event.
func screenPage(t *testing.T, view pages.EventPage) document {
	t.Helper()
	return rendered(t, func(p *pages.Pages, out io.Writer) error {
		return p.Screen(out, pages.Screen{EventPage: view, Public: "https://league.example"})
	})
}

// all are the elements that a test is true of, in order.
func (d document) all(is func(*html.Node) bool) []*html.Node {
	return within(d.root, is)
}

func within(n *html.Node, is func(*html.Node) bool) []*html.Node {
	var found []*html.Node
	for child := range n.Descendants() {
		if child.Type == html.ElementNode && is(child) {
			found = append(found, child)
		}
	}
	return found
}

// one is the only element of its kind.
func (d document) one(is func(*html.Node) bool) *html.Node {
	d.t.Helper()
	found := d.all(is)
	if len(found) != 1 {
		d.t.Fatalf("found %d elements, want one", len(found))
	}
	return found[0]
}

func tag(name string) func(*html.Node) bool {
	return func(n *html.Node) bool { return n.Data == name }
}

func class(name string) func(*html.Node) bool {
	return func(n *html.Node) bool { return slices.Contains(strings.Fields(attribute(n, "class")), name) }
}

func with(name, value string) func(*html.Node) bool {
	return func(n *html.Node) bool { return attribute(n, name) == value }
}

func has(name string) func(*html.Node) bool {
	return func(n *html.Node) bool {
		return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
	}
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// text returns the text of an element as readers see it, spaces made single.
func text(n *html.Node) string {
	var b strings.Builder
	for child := range n.Descendants() {
		if child.Type == html.TextNode && child.Parent.Data != "script" {
			b.WriteString(child.Data + " ")
		}
	}
	return strings.NewReplacer(" ,", ",", " .", ".").Replace(strings.Join(strings.Fields(b.String()), " "))
}

func texts(nodes []*html.Node) []string {
	found := make([]string, len(nodes))
	for i, n := range nodes {
		found[i] = text(n)
	}
	return found
}

// row is the standings row of a player.
func (d document) row(name string) *html.Node {
	d.t.Helper()
	return d.one(func(n *html.Node) bool {
		return has("data-entry")(n) && strings.HasPrefix(text(within(n, tag("th"))[0]), name)
	})
}

// why is the explanation above a player's row.
func (d document) why(name string) *html.Node {
	d.t.Helper()
	for n := d.row(name).PrevSibling; n != nil; n = n.PrevSibling {
		if n.Type == html.ElementNode {
			if !class("why")(n) {
				d.t.Fatalf("above %s stands a row of class %q", name, attribute(n, "class"))
			}
			return n
		}
	}
	d.t.Fatalf("nothing above %s", name)
	return nil
}
