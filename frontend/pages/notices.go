package pages

import "io"

// Notice is a page about the site itself, by its path.
type Notice string

// The pages about the site itself. Every page links to them.
const (
	Accessibility Notice = "/accessibility"
	Privacy       Notice = "/privacy"
)

// Notices lists the pages about the site itself in the order in which every page links to them.
func Notices() []Notice { return []Notice{Accessibility, Privacy} }

// title returns the word key of a notice's heading.
func (n Notice) title() string {
	if n == Privacy {
		return "notice.privacy"
	}
	return "notice.accessibility"
}

// parts returns the word keys of a notice: the key of its first sentence, and for each part those of its heading and paragraphs.
func (n Notice) parts() (lead string, parts [][]string) {
	if n == Privacy {
		return "notice.privacy-lead", [][]string{
			{"notice.who", "notice.who-decides"},
			{"notice.seen", "notice.seen-public", "notice.seen-minors", "notice.seen-staff"},
			{"notice.kept", "notice.kept-results", "notice.kept-days"},
			{"notice.browser", "notice.browser-cookies", "notice.browser-console"},
			{"notice.rights", "notice.rights-alone", "notice.rights-ask"},
		}
	}
	return "notice.accessibility-lead", [][]string{
		{"notice.ways", "notice.ways-keyboard", "notice.ways-look", "notice.ways-script"},
		{"notice.checked", "notice.checked-how"},
		{"notice.lacks", "notice.lacks-people", "notice.lacks-console", "notice.lacks-photos"},
		{"notice.barrier", "notice.barrier-write"},
	}
}

// noticePart is a heading with its paragraphs.
type noticePart struct {
	Heading string
	Texts   []string
}

// noticeModel is the content of templates/notice.html.
type noticeModel struct {
	frame
	Heading, Lead string
	Parts         []noticePart
	MyData        string // address of the page on which people can exercise their rights themselves; "" for other notices
}

// Notice writes a page about the site itself.
func (p *Pages) Notice(out io.Writer, r Reader, n Notice) error {
	w := r.words()
	lead, parts := n.parts()
	m := noticeModel{Heading: w.Text(n.title(), nil), Lead: w.Text(lead, nil)}
	m.frame, m.Description = r.frame(nil, m.Heading, address{path: string(n)}), m.Lead
	for _, keys := range parts {
		part := noticePart{Heading: w.Text(keys[0], nil)}
		for _, key := range keys[1:] {
			part.Texts = append(part.Texts, w.Text(key, nil))
		}
		m.Parts = append(m.Parts, part)
	}
	if n == Privacy {
		m.MyData = r.Link(string(MyData))
	}
	return p.render(out, m.Lang, "notice", m)
}

// notices returns the links to the pages about the site itself, for every page.
func (r Reader) notices() []choice {
	var links []choice
	for _, n := range Notices() {
		links = append(links, choice{Name: r.words().Text(n.title(), nil), Address: r.Link(string(n))})
	}
	return links
}
