package pages

import (
	"io"

	"referto/openapi"
)

// OrganizersPath is the path of the page that lists all federations and clubs.
const OrganizersPath = "/tenants"

// Organizers is a part of the list of all federations and clubs, by the names in their addresses.
type Organizers struct {
	Reader
	// After is the name in the address of the last one before this part; "" for the first part.
	After string
	List  []openapi.Tenant
	More  bool // others follow
}

// organizersModel is the content of templates/organizers.html.
type organizersModel struct {
	frame
	Organizers []organizerLine
	Next       string // address of the next page; "" for none
}

// Organizers writes a part of the list of all federations and clubs.
func (p *Pages) Organizers(out io.Writer, v Organizers) error {
	w := v.words()
	part := func(after string) address {
		if after == "" {
			return address{path: OrganizersPath}
		}
		return address{path: OrganizersPath}.with("after", after)
	}
	m := organizersModel{frame: v.frame(nil, w.Text("front.organizers", nil), part(v.After)), Organizers: openapi.Each(v.List, v.organizer)}
	m.Sheet, m.Description = frontSheet, w.Text("front.lead", nil)
	if v.More && len(v.List) > 0 {
		m.Next = v.link(part(v.List[len(v.List)-1].Slug))
	}
	return p.render(out, m.Lang, "organizers", m)
}

// organizer is the line of a federation or club without its next event.
func (r Reader) organizer(t openapi.Tenant) organizerLine {
	return organizerLine{Logo: r.logo(t), Name: t.Name, Link: r.link(homeAddress(t)), Kind: r.words().Text("home.tenant-kind."+string(t.Kind), nil)}
}
