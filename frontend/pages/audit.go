package pages

import (
	"io"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/openapi"
)

// AuditPath is the address of the audit page, below a tenant's, and AuditTablePath the address of its table.
const (
	AuditPath      = "/audit"
	AuditTablePath = AuditPath + "/acts.csv"
)

// Audit lists the acts of people in a tenant, and the refused ones, the latest first.
type Audit struct {
	Reader
	Tenant openapi.Tenant
	Asked  AuditAsked
	Acts   []openapi.AuditRecord
	More   string // continues the list (?older=); "" at its end
	// Zone is the zone of the days and times on the page.
	Zone *time.Location
	// Members, Events and Seasons are those to choose from; none where the reader sees the acts about one event alone.
	Members []openapi.Member
	Events  []openapi.Event
	Seasons []openapi.SeasonSummary
	// Namesakes are the people of the register whose names fit the typed one, if there are several.
	Namesakes []openapi.Player
	// Faults are the names of the fields of the filter that were not taken.
	Faults []string
}

// AuditAsked holds the filter of an [Audit], by parameters of its address.
type AuditAsked struct {
	Actor, Kind, Player, Name, Event, Season, From, Until string
	Refused                                               bool
}

// AuditAskedIn reads the filter from an address.
func AuditAskedIn(parameter func(name string) string) AuditAsked {
	return AuditAsked{
		Actor: parameter("actor"), Kind: parameter("kind"), Player: parameter("player"), Name: strings.TrimSpace(parameter("name")), Event: parameter("event"),
		Season: parameter("season"), From: parameter("from"), Until: parameter("until"), Refused: parameter("refused") != "",
	}
}

// params are the parameters of an address that asks for it.
func (a AuditAsked) params() (out []param) {
	for _, one := range []param{
		{"actor", a.Actor}, {"kind", a.Kind}, {"player", a.Player}, {"name", a.Name}, {"event", a.Event}, {"season", a.Season}, {"from", a.From}, {"until", a.Until},
	} {
		if one.Value != "" {
			out = append(out, one)
		}
	}
	if a.Refused {
		out = append(out, param{"refused", "true"})
	}
	return out
}

// auditModel is the content of templates/audit.html.
type auditModel struct {
	frame
	Heading, Lead string
	Action        string
	Keep          []param
	Fields        []actField
	Clear, Table  string
	Namesakes     []choice
	Parts         []matters
}

func auditAddress(t openapi.Tenant) address { return address{path: homeAddress(t).path + AuditPath} }

// Audit writes the page.
func (p *Pages) Audit(out io.Writer, v Audit) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	w, at := v.words(), auditAddress(v.Tenant)
	asked := at
	asked.params = v.Asked.params()
	heading := w.Text("audit.title", nil)
	m := auditModel{frame: v.frame(&v.Tenant, heading, asked), Heading: heading, Action: at.path, Keep: v.choices(), Fields: v.fields()}
	m.Unlisted, m.Sheet = true, "audit.css"
	lead := "audit.lead"
	if v.narrow() {
		lead = "audit.lead-event"
		m.Keep = append(m.Keep, param{"event", v.Asked.Event})
	}
	m.Lead = w.Text(lead, map[string]any{"zone": v.Zone.String()})
	if len(asked.params) > 0 && (!v.narrow() || len(asked.params) > 1) {
		clear := at
		if v.narrow() {
			clear = at.with("event", v.Asked.Event)
		}
		m.Clear = v.link(clear)
	}
	table := asked
	table.path = homeAddress(v.Tenant).path + AuditTablePath
	m.Table = v.link(table)
	for _, one := range v.Namesakes {
		chosen := v.Asked
		chosen.Name, chosen.Player = "", one.Id.String()
		to := at
		to.params = chosen.params()
		m.Namesakes = append(m.Namesakes, choice{Name: strings.Join(present(one.Name, one.Club, one.City), ", "), Address: v.link(to)})
	}
	if len(v.Namesakes) == 0 {
		m.Parts = v.days(asked)
	}
	return p.render(out, m.Lang, "audit", m)
}

// narrow reports whether the reader sees the acts about one event alone.
func (v Audit) narrow() bool { return v.Members == nil }

// fields returns the fields of the filter.
func (v Audit) fields() []actField {
	w := v.words()
	all := func(key string) choice { return choice{Name: w.Text(key, nil)} }
	who, events, seasons := []choice{all("audit.anybody")}, []choice{all("audit.all")}, []choice{all("audit.all")}
	for _, one := range v.Members {
		if !slices.ContainsFunc(who, func(c choice) bool { return c.Code == one.Account.String() }) {
			who = append(who, choice{Code: one.Account.String(), Name: one.Name})
		}
	}
	for _, one := range v.Events {
		events = append(events, choice{Code: one.Id.String(), Name: one.Title + ", " + w.ShortDate(one.LocalDate.Time)})
	}
	for _, one := range v.Seasons {
		seasons = append(seasons, choice{Code: one.Id.String(), Name: one.Title})
	}
	kinds := []choice{all("audit.everything")}
	for _, kind := range auditKinds {
		kinds = append(kinds, choice{Code: string(kind), Name: w.Text("act-kind."+string(kind), nil)})
	}
	fields := []actField{
		{Name: "actor", Label: w.Text("audit.who", nil), Value: v.Asked.Actor, Options: v.named(who, v.Asked.Actor, "audit.somebody")},
		{Name: "kind", Label: w.Text("audit.what", nil), Value: v.Asked.Kind, Options: kinds},
	}
	if !v.narrow() {
		fields = append(fields,
			actField{Name: "event", Label: w.Text("audit.event", nil), Value: v.Asked.Event, Options: v.named(events, v.Asked.Event, "audit.chosen")},
			actField{Name: "season", Label: w.Text("audit.season", nil), Value: v.Asked.Season, Options: v.named(seasons, v.Asked.Season, "audit.chosen")},
		)
		if v.Asked.Player != "" {
			fields = append(fields, actField{Name: "player", Label: w.Text("audit.about", nil), Value: v.Asked.Player, Options: v.named([]choice{all("audit.anybody")}, v.Asked.Player, "audit.somebody")})
		} else {
			fields = append(fields, actField{Name: "name", Label: w.Text("audit.about", nil), Value: v.Asked.Name, Kind: "search", Most: 60})
		}
	}
	fields = append(fields,
		actField{Name: "from", Label: w.Text("audit.from", nil), Value: v.Asked.From, Kind: "date"},
		actField{Name: "until", Label: w.Text("audit.until", nil), Value: v.Asked.Until, Kind: "date"},
	)
	refused := actField{Name: "refused", Label: w.Text("audit.refused", nil), Kind: "checkbox"}
	if v.Asked.Refused {
		refused.Value = "true"
	}
	fields = append(fields, refused)
	for i := range fields {
		f := &fields[i]
		f.ID = "audit-" + f.Name
		if slices.Contains(v.Faults, f.Name) {
			f.Focus, f.Fault = true, w.Text("audit.bad-day", nil)
			if f.Name == "name" {
				f.Fault = w.Text("audit.nobody", nil)
			}
		}
		if f.Options != nil {
			f.choose(f.Value)
		}
	}
	return fields
}

// named completes the options of a choice by the one that is chosen, which may not be among those that are offered: it is
// called as the acts of the page name it.
func (v Audit) named(options []choice, chosen, otherwise string) []choice {
	if chosen == "" || slices.ContainsFunc(options, func(c choice) bool { return c.Code == chosen }) {
		return options
	}
	name := v.words().Text(otherwise, nil)
	for _, one := range v.Acts {
		if one.Account.String() == chosen {
			name = one.Actor
		}
		for _, about := range one.About {
			if about.Id.String() == chosen {
				name = about.Name
			}
		}
	}
	return append(options, choice{Code: chosen, Name: name})
}

// auditKinds are the kinds of acts that a choice offers.
var auditKinds = []openapi.AuditKind{
	openapi.AuditKindEvents, openapi.AuditKindEntries, openapi.AuditKindRounds, openapi.AuditKindTables, openapi.AuditKindDiscipline, openapi.AuditKindPhotos, openapi.AuditKindHomologation,
	openapi.AuditKindSeasons, openapi.AuditKindHosting, openapi.AuditKindPlaces, openapi.AuditKindPlayers, openapi.AuditKindBans, openapi.AuditKindRefunds, openapi.AuditKindPrizes,
	openapi.AuditKindMembers, openapi.AuditKindTenants, openapi.AuditKindRulesets, openapi.AuditKindRankings, openapi.AuditKindSeries, openapi.AuditKindFiles, openapi.AuditKindWaiting, openapi.AuditKindAccounts, openapi.AuditKindPlatform,
}

// days are the acts by the day on which they were done.
func (v Audit) days(at address) (out []matters) {
	w := v.words()
	for _, one := range v.Acts {
		day := one.At.In(v.Zone).Format(time.DateOnly)
		if n := len(out); n == 0 || out[n-1].ID != "day-"+day {
			out = append(out, matters{ID: "day-" + day, Title: capital(w.Date(one.At.In(v.Zone)))})
		}
		last := &out[len(out)-1]
		last.Items = append(last.Items, v.act(one))
	}
	switch {
	case len(out) == 0:
		return []matters{{ID: "acts", Title: w.Text("audit.acts", nil), Empty: w.Text("audit.none", nil)}}
	case v.More != "":
		last := &out[len(out)-1]
		last.More, last.MoreText = v.link(at.with("older", v.More)), w.Text("audit.older", nil)
	}
	return out
}

// mostNamed bounds the people that a line names.
const mostNamed = 4

// act is a line of the page.
func (v Audit) act(one openapi.AuditRecord) matter {
	w := v.words()
	item := matter{Title: w.Act(one.Operation)}
	about := matterLine{Rule: v.cite(one.Rule)}
	people, more := 0, 0
	for _, s := range one.About {
		if s.Kind == openapi.AuditSubjectKindPlayer {
			if people++; people > mostNamed {
				more++
				continue
			}
		} else if more > 0 {
			about.Links, more = append(about.Links, choice{Name: w.Text("audit.others", map[string]any{"count": more})}), 0
		}
		about.Links = append(about.Links, choice{Name: s.Name, Address: v.of(s)})
	}
	if more > 0 {
		about.Links = append(about.Links, choice{Name: w.Text("audit.others", map[string]any{"count": more})})
	}
	by := matterLine{Text: w.Time(one.At.In(v.Zone)) + " ·", Muted: true, Links: []choice{v.by(one)}}
	item.Lines = append(item.Lines, by)
	if len(about.Links) > 0 || about.Rule.Paragraph != "" {
		item.Lines = append(item.Lines, about)
	}
	if one.Reason != "" {
		item.Lines = append(item.Lines, matterLine{Text: w.Text("audit.because", map[string]any{"reason": one.Reason})})
	}
	if one.Refused != "" {
		item.Late = true
		item.Lines = append(item.Lines, matterLine{Text: w.Text("audit.was-refused", map[string]any{"reason": refusalText(w, one.Refused)})})
	}
	return item
}

// refusalText returns the sentence for the reason of a refusal; the code itself if there are no words for it.
func refusalText(w *words.Words, reason string) string {
	if key := "reason." + reason; w.Has(key) {
		return w.Text(key, nil)
	}
	return reason
}

// by shows the account behind an act, with a link to all its acts. An act without an account was done by the holder
// of a letter's link or of a table's code, or by the program itself.
func (v Audit) by(one openapi.AuditRecord) choice {
	if one.Account == uuid.Nil {
		return choice{Name: v.words().Text("audit.without-account", nil)}
	}
	return choice{Name: one.Actor, Address: v.only(AuditAsked{Actor: one.Account.String()})}
}

// only returns the address of the page restricted by a filter, within the event that is shown.
func (v Audit) only(asked AuditAsked) string {
	if v.narrow() {
		asked.Event = v.Asked.Event
	}
	at := auditAddress(v.Tenant)
	at.params = asked.params()
	return v.link(at)
}

// of is the address at which a thing can be looked at; "" for a thing without a page of its own.
func (v Audit) of(s openapi.AuditSubject) string {
	home := homeAddress(v.Tenant).path
	switch s.Kind {
	case openapi.AuditSubjectKindPlayer:
		if v.Visitor != nil && v.Visitor.People {
			return v.link(personAddress(v.Tenant, openapi.PlayerID{UUID: s.Id}))
		}
		return v.link(address{path: home + "/players/" + s.Id.String()})
	case openapi.AuditSubjectKindEvent:
		return v.link(address{path: home + EventPath + s.Id.String()})
	case openapi.AuditSubjectKindSeason:
		return v.link(address{path: home + "/s/" + s.Slug})
	case openapi.AuditSubjectKindRanking:
		return v.link(address{path: home + "/rankings/" + s.Slug})
	case openapi.AuditSubjectKindSeries:
		return v.link(address{path: home + "/series/" + s.Slug})
	case openapi.AuditSubjectKindClub:
		return v.link(address{path: home + "/clubs/" + s.Id.String()})
	case openapi.AuditSubjectKindRegion, openapi.AuditSubjectKindRound, openapi.AuditSubjectKindTable:
	}
	return ""
}
