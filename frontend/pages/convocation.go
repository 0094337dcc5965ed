package pages

import (
	"io"
	"net/url"

	"referto/openapi"
)

// Convocation is the page to which the letter about a convocation leads. It is the same
// for everybody: who is convoked is behind the # of the address, which browsers send to
// no server, and convocation.js asks the API for the rest.
type Convocation struct {
	Reader
	Tenant openapi.Tenant
}

// ConvocationPath is the address of the page among those of a tenant.
const ConvocationPath = "/convocation"

// convocationModel is the content of templates/convocation.html.
type convocationModel struct {
	frame
	Heading string
	Call    string // the operation that takes the answer, under /v1
	Facts   []convocationFact
}

// convocationFact is something that the script fills in, by the name of the element.
type convocationFact struct{ ID, Label string }

// convocationSettings holds what convocation.js needs, as JSON in the page.
type convocationSettings struct {
	// Open is the address at which the API says what a link is about.
	Open  string            `json:"open"`
	Words map[string]string `json:"words"`
}

// Convocation writes the page on which somebody answers their convocation.
func (p *Pages) Convocation(out io.Writer, v Convocation) error {
	w := v.words()
	heading := w.Text("convocation.title", nil)
	of := "/v1/tenants/" + url.PathEscape(v.Tenant.Slug)
	m := convocationModel{
		frame:   v.frame(&v.Tenant, heading, address{path: homeAddress(v.Tenant).path + ConvocationPath}),
		Heading: heading, Call: of + "/convocation-answers",
	}
	for _, fact := range []convocationFact{
		{"when", "convocation.when"},
		{"where", "convocation.where"},
		{"right", "convocation.right"},
		{"refund", "convocation.refund"},
		{"until", "convocation.until"},
		{"next", "convocation.next"},
	} {
		m.Facts = append(m.Facts, convocationFact{fact.ID, w.Text(fact.Label, nil)})
	}
	m.Convocation = &convocationSettings{Open: of + "/convocation-links", Words: map[string]string{
		"unreachable": w.Text("account.unreachable", nil), "failed": w.Text("account.failed", nil), "stale": w.Text("convocation.stale", nil),
		"waiting": w.Text("convocation.waiting", nil), "overdue": w.Text("convocation.overdue", nil),
		"coming": w.Text("convocation.coming", nil), "not-coming": w.Text("convocation.not-coming", nil), "lapsed": w.Text("convocation.lapsed", nil),
		"ended": w.Text("convocation.ended", nil),
	}}
	return p.render(out, m.Lang, "convocation", m)
}
