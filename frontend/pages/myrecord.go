package pages

import (
	"io"
	"slices"
	"strings"
	"time"

	"referto/openapi"
)

// MyRecordPath is the address, below a tenant's, of what concerns who has signed in there.
const MyRecordPath = "/mine"

// MyRecord is the page of what concerns somebody at one tenant: what was decided about them, what
// they have agreed to, and what their public page shows.
type MyRecord struct {
	Reader
	Tenant openapi.Tenant
	// Fault says why something was not done; Key is that of the acts on the page.
	Fault, Key string
	Record     openapi.OwnPlayer
	Bans       openapi.MyBans
	Consents   openapi.ConsentList
	Profile    openapi.Profile
}

// What forms of the page do, as their field "act" says.
const (
	ActAgree    = "agree"    // to a text
	ActDisagree = "disagree" // from now on
	ActShow     = "show"     // blocks of the public page
)

// blocks are what a public page may show beside results and ranks, in the order asked.
var blocks = []openapi.ProfileBlock{
	openapi.ProfileBlockClub, openapi.ProfileBlockCity, openapi.ProfileBlockChart, openapi.ProfileBlockRecords, openapi.ProfileBlockOpponents,
}

// myRecordModel is the content of templates/myrecord.html.
type myRecordModel struct {
	frame
	Heading, Name, About, Fault, Key string
	Action, Page, Finals             string
	Bans                             []mineLine
	Held, Offered                    []consentLine
	Minor                            bool
	Blocks                           []blockLine
	Version                          int
	ProfileOpen                      bool // whether blocks can be turned on
}

// consentLine is a text to which somebody has agreed, or can.
type consentLine struct {
	Text, Since, ID, Purpose string
	Version                  int
}

// blockLine is a block of the public page.
type blockLine struct {
	Code, Name string
	On         bool
}

// MyRecord writes the page.
func (p *Pages) MyRecord(out io.Writer, v MyRecord) error {
	w := v.words()
	at := address{path: homeAddress(v.Tenant).path + MyRecordPath}
	heading := w.Text("mine.title", map[string]any{"tenant": v.Tenant.Name})
	m := myRecordModel{
		frame: v.frame(&v.Tenant, heading, at), Heading: heading, Name: v.Record.Name, About: strings.Join(present(v.Record.Club, v.Record.City), ", "),
		Fault: v.Fault, Key: v.Key, Action: v.link(at), Page: playerLink(v.Reader, v.Tenant, v.Record.Id), Finals: v.link(address{path: homeAddress(v.Tenant).path + ConvocationPath}),
		Minor: v.Consents.Minor, Version: v.Profile.Version,
	}
	m.Unlisted = true
	for _, one := range v.Bans.Items {
		m.Bans = append(m.Bans, v.ban(one))
	}
	for _, one := range v.Consents.Items {
		if one.Holds {
			m.Held = append(m.Held, consentLine{Text: one.Text, Since: w.Text("mine.since", map[string]any{"date": w.PlainDate(one.GivenOn.Time)}), ID: one.Id.String()})
			m.ProfileOpen = m.ProfileOpen || one.Purpose == openapi.ConsentPurposeProfile
		}
	}
	for _, one := range v.Consents.Texts {
		holds := slices.ContainsFunc(v.Consents.Items, func(c openapi.Consent) bool { return c.Holds && c.Purpose == one.Purpose })
		if !holds {
			m.Offered = append(m.Offered, consentLine{Text: one.Text, Purpose: string(one.Purpose), Version: one.Version})
		}
	}
	for _, block := range blocks {
		m.Blocks = append(m.Blocks, blockLine{Code: string(block), Name: w.Text("mine.block-"+string(block), nil), On: slices.Contains(v.Profile.Blocks, block)})
	}
	return p.render(out, m.Lang, "my-record", m)
}

func (v MyRecord) ban(one openapi.MyBan) mineLine {
	w := v.words()
	line := mineLine{Title: w.Text("mine.no-ban", nil), Over: one.Reason, State: one.Event.Title}
	if one.Outcome == openapi.BanOutcomeBan {
		line.Title, line.Late = w.Text("mine.ban", nil), true
		line.State = strings.Join(present(one.Event.Title, one.Season.Title, v.span(one.From, one.Until)), ", ")
	}
	return line
}

// span is a time between two days, of which either may be missing.
func (v MyRecord) span(from, until openapi.Day) string {
	w := v.words()
	day := func(d openapi.Day) string {
		if at, err := time.Parse(time.DateOnly, d); err == nil {
			return w.PlainDate(at)
		}
		return ""
	}
	switch {
	case from != "" && until != "":
		return w.Text("season.from-to", map[string]any{"from": day(from), "to": day(until)})
	case until != "":
		return w.Text("account.until", map[string]any{"date": day(until)})
	}
	return day(from)
}
