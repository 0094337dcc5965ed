package pages

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/words"
	"referto/openapi"
)

// MyRecordPath is the address, below a tenant's, of the signed-in person's page there.
const MyRecordPath = "/mine"

// MyRecord is the page of everything that concerns a person at one tenant: their record, the decisions about them,
// their consents, the photos that show them, refunds, and the blocks of their public page.
type MyRecord struct {
	Reader
	Tenant openapi.Tenant
	// Key is the idempotency key of the acts on the page; Sent is the refused form, nil for none.
	Key    string
	Sent   *Sent
	Record openapi.OwnPlayer
	// Memberships are the clubs of the person over time.
	Memberships openapi.MembershipList
	Requests    []openapi.MyPlayerRequest
	Bans        openapi.MyBans
	Lapses      []openapi.Lapse
	Consents    openapi.ConsentList
	Profile     openapi.Profile
	Photos      []openapi.MyPhoto
	Journeys    []MyJourney
	// Standings are the person's rows in the rankings that know them, at the end of the day AsOf; zero is now.
	Standings []MyStanding
	AsOf      openapi_types.Date
}

// MyJourney describes whether the journey to a final of a season is paid, and the claim for it.
type MyJourney struct {
	Season openapi.SeasonSummary
	Refund openapi.MyRefund
}

// The acts of the page's forms, as in their field "act".
const (
	ActAgree    = "agree"    // to a text
	ActDisagree = "disagree" // from now on
	ActShow     = "show"     // blocks of the public page
	ActCorrect  = "correct"  // club and city
	ActName     = "name"     // ask for another name
	ActAppeal   = "appeal"   // appeal against a ban
	ActOff      = "off"      // ask to be taken off a photo
	ActStay     = "stay"     // ask so no more
)

// blocks lists the parts that a public page may show beside results and ranks, in the order asked.
var blocks = []openapi.ProfileBlock{
	openapi.ProfileBlockClub, openapi.ProfileBlockCity, openapi.ProfileBlockChart, openapi.ProfileBlockRecords, openapi.ProfileBlockOpponents,
}

// myRecordModel is the content of templates/myrecord.html.
type myRecordModel struct {
	frame
	Heading, Name, About, Fault, Key string
	Rule                             ruleRef
	Action, Page, Finals             string
	Standings                        myStandingsModel
	Parts                            []matters
	Erasing                          matters
	Blocks                           []blockLine
	Version                          int
	ProfileOpen                      bool // whether blocks can be turned on
}

// blockLine is a block of the public page.
type blockLine struct {
	Code, Name string
	On         bool
}

// MyRecord writes the page.
func (p *Pages) MyRecord(out io.Writer, v MyRecord) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	w := v.words()
	at := address{path: homeAddress(v.Tenant).path + MyRecordPath}
	heading := w.Text("mine.title", map[string]any{"tenant": v.Tenant.Name})
	m := myRecordModel{
		frame: v.frame(&v.Tenant, heading, at), Heading: heading, Name: v.Record.Name, About: strings.Join(present(v.Record.Club, v.Record.City), ", "),
		Key: v.Key, Action: v.link(at), Page: playerLink(v.Reader, v.Tenant, v.Record.Id), Finals: v.link(address{path: homeAddress(v.Tenant).path + ConvocationPath}),
		Version: v.Profile.Version,
	}
	m.Unlisted = true
	m.Standings = v.standings(at)
	forms := &acts{Reader: v.Reader, action: m.Action, key: v.Key, sent: v.Sent}
	for _, part := range []matters{v.record(forms), memberships(v.Reader, v.Tenant, v.Memberships), v.decided(forms), v.refunds(forms), v.photos(forms), v.consents(forms)} {
		if len(part.Items) > 0 || len(part.Forms) > 0 {
			m.Parts = append(m.Parts, part)
		}
	}
	m.Erasing = matters{ID: "erasure", Title: w.Text("erasure.own", nil), Forms: []actForm{erasing(v.Reader, forms, true)}}
	m.ProfileOpen = slices.ContainsFunc(v.Consents.Items, func(c openapi.Consent) bool { return c.Holds && c.Purpose == openapi.ConsentPurposeProfile })
	for _, block := range blocks {
		m.Blocks = append(m.Blocks, blockLine{Code: string(block), Name: w.Text("mine.block-"+string(block), nil), On: slices.Contains(v.Profile.Blocks, block)})
	}
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "my-record", m)
}

// record is the section of the record itself: the fields that can be changed at once, and the name, for which a
// change has to be requested.
func (v MyRecord) record(forms *acts) matters {
	w := v.words()
	text := func(key string) string { return w.Text(key, nil) }
	out := matters{ID: "record", Title: text("mine.record")}
	out.Forms = append(out.Forms, forms.form(actForm{
		Act: ActCorrect, Opener: text("mine.correct"), Hidden: []param{{"version", strconv.Itoa(v.Record.Version)}},
		Fields: []actField{
			{Name: "club", Label: text("mine.block-club"), Value: v.Record.Club, Most: 80},
			{Name: "city", Label: text("mine.block-city"), Value: v.Record.City, Most: 80},
		},
		Buttons: []actButton{{Text: text("mine.save"), Primary: true}},
	}), forms.form(actForm{
		Act: ActName, Opener: text("mine.name"), Lead: text("mine.name-lead"),
		Fields: []actField{
			{Name: "name", Label: text("mine.name-new"), Value: v.Record.Name, Most: 80, Required: true},
			{Name: "words", Label: text("mine.why"), Kind: "area", Most: 500},
		},
		Buttons: []actButton{{Text: text("mine.name-ask"), Primary: true}},
	}))
	for _, one := range v.Requests {
		line := Mine{Reader: v.Reader}.request(one)
		item := matter{Title: line.Asked, Lines: muted(line.State)}
		if line.ID != "" {
			item.Forms = append(item.Forms, forms.form(actForm{Act: ActWithdraw, ID: line.ID, Buttons: []actButton{{Text: text("account.request-withdraw")}}}))
		}
		out.Items = append(out.Items, item)
	}
	return out
}

// consents lists the consents that were given, and those that can be; for a minor a guardian agrees.
func (v MyRecord) consents(forms *acts) matters {
	w := v.words()
	out := matters{ID: "consents", Title: w.Text("mine.consents", nil)}
	held := map[openapi.ConsentPurpose]bool{}
	for _, one := range v.Consents.Items {
		if one.Holds {
			held[one.Purpose] = true
			out.Items = append(out.Items, matter{
				Lines: append([]matterLine{{Text: one.Text}}, muted(since(w, one))...),
				Forms: []actForm{forms.form(actForm{Act: ActDisagree, ID: one.Id.String(), Buttons: []actButton{{Text: w.Text("mine.disagree", nil)}}})},
			})
		}
	}
	for _, one := range v.Consents.Texts {
		if held[one.Purpose] {
			continue
		}
		agree := actForm{
			Act: ActAgree, ID: string(one.Purpose), Hidden: []param{{"purpose", string(one.Purpose)}, {"version", strconv.Itoa(one.Version)}},
			Buttons: []actButton{{Text: w.Text("mine.agree", nil)}},
		}
		if v.Consents.Minor {
			agree.Fields = []actField{{Name: "guardian", Label: w.Text("mine.guardian", nil), Required: true}}
		}
		out.Items = append(out.Items, matter{Lines: []matterLine{{Text: one.Text}}, Forms: []actForm{forms.form(agree)}})
	}
	return out
}

// since says from which day a consent holds and, unless it was given with the person's own account, who noted it and how it is known.
func since(w *words.Words, one openapi.Consent) string {
	said := []string{w.Text("mine.since", map[string]any{"date": w.PlainDate(one.GivenOn.Time)})}
	if one.Proof != "" {
		said = append(said, w.Text("mine.consent-noted", map[string]any{"name": one.RecordedBy, "proof": one.Proof}))
	}
	return strings.Join(append(said, present(one.Guardian)...), ", ")
}

// span is a time between two days, of which either may be missing.
func (r Reader) span(from, until openapi.Day) string {
	w := r.words()
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
