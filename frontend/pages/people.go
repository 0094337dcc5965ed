package pages

import (
	"io"
	"strconv"
	"strings"

	"referto/frontend/words"
	"referto/openapi"
)

// PeoplePath is the address, below a tenant's, of the page on which the staff sees to the register
// of people. Below it are the pages of single records.
const PeoplePath = "/people"

// People lists the pending tasks of the staff of a register: requests, records that may belong to one person, and
// people who left an event without good reason.
type People struct {
	Reader
	Tenant openapi.Tenant
	// Key is the idempotency key of the acts on the page; Sent is the refused form, nil for none.
	Key  string
	Sent *Sent
	// Name holds the searched name (?name=), "" for none; Found are the people of that name.
	Name     string
	Found    []openapi.Player
	Requests []openapi.PlayerRequest
	Pairs    []openapi.DuplicatePlayers
	Leavings []openapi.LeavingReport
	// Expulsions are those about which it is not decided yet.
	Expulsions []openapi.ExpulsionReport
	// Photos are those from which people ask to be taken off, as far as they wait for the reader.
	Photos []PhotoAskedOff
	// PhotosAlone: the reader is responsible for photos but not for the register: for events, and not for the tenant.
	PhotosAlone bool
	// Lapses are entries that were not kept.
	Lapses []openapi.PlayerLapse
	// MoreRequests, MorePairs and MoreLapses continue the lists (?requests=, ?pairs=, ?lapses=); "" at their ends.
	MoreRequests, MorePairs, MoreLapses string
}

// PhotoAskedOff is a photo that a person named on it asks to be taken off.
type PhotoAskedOff struct {
	Event openapi.EventRef
	Photo openapi.Photo
	Named openapi.PhotoPeople
	Due   string // until when, in words
	Late  bool
}

// The acts of the pages' forms, as in their field "act". Merging and splitting are previewed first.
const (
	ActDecide     = "decide"       // a request
	ActLookMerge  = "look-merge"   // preview the merge of two records
	ActMerge      = "merge"        // two records
	ActLookPart   = "look-unmerge" // preview the split of two records
	ActUnmerge    = "unmerge"      // two records
	ActDistinct   = "distinct"     // two people
	ActIndistinct = "indistinct"   // that is taken back
	ActExcuse     = "excuse"       // an entry that was not kept, or count it
	ActLeaving    = "leaving"      // decide about a person who left
	ActExpulsion  = "expulsion"    // decide about a person who was expelled
	ActTakeOff    = "take-off"     // remove the names of people who asked for it from a photo
	ActRemove     = "remove-photo"
	ActMakeCode   = "make-code" // by which a person claims the record
	ActUnlink     = "unlink"    // a record from its account
	ActAddress    = "address"   // note another mail address of a person
)

// peopleModel is the content of templates/people.html.
type peopleModel struct {
	frame
	Heading, Lead, LeadLink, Fault string
	Said                           string // the act just done
	Rule                           ruleRef
	Back, BackLink                 string
	Search                         *findModel
	Parts                          []matters
}

// begun is the beginning of a page on which the staff of a tenant acts by forms, by the keys of its title and lead, and its forms.
func (v Reader) begun(t openapi.Tenant, at address, title, lead, key string, sent *Sent) (peopleModel, *acts) {
	heading := v.words().Text(title, nil)
	m := peopleModel{frame: v.frame(&t, heading, at), Heading: heading, Lead: v.words().Text(lead, nil)}
	m.Unlisted = true
	return m, &acts{Reader: v, action: v.link(at), key: key, sent: sent}
}

func peopleAddress(t openapi.Tenant) address {
	return address{path: homeAddress(t).path + PeoplePath}
}

func personAddress(t openapi.Tenant, id openapi.PlayerID) address {
	return address{path: peopleAddress(t).path + "/" + id.String()}
}

// People writes the page.
func (p *Pages) People(out io.Writer, v People) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	w := v.words()
	at := peopleAddress(v.Tenant)
	heading := w.Text("people.title", nil)
	forms := &acts{Reader: v.Reader, action: v.link(at), key: v.Key, sent: v.Sent}
	m := peopleModel{Heading: heading, Search: &findModel{Action: at.path, Query: v.Name, Keep: v.choices()}}
	switch {
	case v.PhotosAlone:
		m.frame, m.Search = v.frame(&v.Tenant, heading, at), nil
	case v.Name != "":
		m.frame = v.frame(&v.Tenant, heading, at.with("name", v.Name))
		m.Parts = append(m.Parts, v.found())
	default:
		m.frame = v.frame(&v.Tenant, heading, at)
	}
	m.Unlisted = true
	if !v.PhotosAlone {
		m.Parts = append(m.Parts, v.requests(forms))
	}
	if len(v.Photos) > 0 || v.PhotosAlone {
		m.Parts = append(m.Parts, v.photos(forms))
	}
	if len(v.Expulsions) > 0 {
		m.Parts = append(m.Parts, v.expulsions(forms))
	}
	if len(v.Leavings) > 0 {
		m.Parts = append(m.Parts, v.leavings(forms))
	}
	if len(v.Lapses) > 0 {
		m.Parts = append(m.Parts, v.lapses(forms))
	}
	if !v.PhotosAlone {
		m.Parts = append(m.Parts, v.pairs(forms))
	}
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "register", m)
}

// who shows a record with the link to its page for the staff.
func (v People) who(p openapi.PlayerRef) (name, link string) {
	return strings.Join(present(p.Name, p.Club), ", "), v.link(personAddress(v.Tenant, p.Id))
}

func (v People) found() matters {
	w := v.words()
	out := matters{ID: "found", Title: w.Text("people.found", map[string]any{"name": v.Name}), Empty: w.Text("people.found-none", nil)}
	for _, one := range v.Found {
		item := matter{Title: one.Name, Link: v.link(personAddress(v.Tenant, one.Id))}
		item.Lines = muted(strings.Join(present(one.Club, one.City, one.Email), " · "))
		if one.HasAccount {
			item.Lines = append(item.Lines, muted(w.Text("people.has-account", nil))...)
		}
		out.Items = append(out.Items, item)
	}
	return out
}

// requests are those that wait, each beside the account that asks.
func (v People) requests(forms *acts) matters {
	w := v.words()
	out := matters{ID: "requests", Title: w.Text("people.requests", nil), Empty: w.Text("people.requests-none", nil)}
	if v.MoreRequests != "" {
		out.More = v.link(peopleAddress(v.Tenant).with("requests", v.MoreRequests))
	}
	for _, one := range v.Requests {
		item := matter{}
		item.Title, item.Link = v.who(one.Player)
		said := w.Text("people.claim", map[string]any{"name": one.Claimant.Name})
		if one.Kind == openapi.PlayerRequestKindName {
			said = w.Text("people.name", map[string]any{"name": one.Name})
		}
		item.Lines = append(item.Lines, matterLine{Text: said + " · " + w.PlainDate(one.AskedAt.UTC())})
		if one.Kind == openapi.PlayerRequestKindClaim {
			item.Lines = append(item.Lines, muted(claimant(w, one.Claimant))...)
		}
		if one.Words != "" {
			item.Lines = append(item.Lines, matterLine{Text: "“" + one.Words + "”"})
		}
		item.Forms = []actForm{forms.form(actForm{
			Act: ActDecide, ID: one.Id.String(), Opener: w.Text("people.decide", nil), Fields: []actField{reason(w, false)},
			Buttons: []actButton{{"confirmed", "true", w.Text("people.confirm", nil), true}, {"confirmed", "false", w.Text("people.refuse", nil), false}},
		})}
		out.Items = append(out.Items, item)
	}
	return out
}

// claimant describes how similar the claiming account is to the record.
func claimant(w *words.Words, c openapi.Claimant) string {
	said := present(c.Email)
	if c.SameMail {
		said = append(said, w.Text("people.same-mail", nil))
	}
	said = append(said, w.Text("people.name-"+string(c.NameIs), nil))
	if c.Others > 0 {
		said = append(said, w.Text("people.others", map[string]any{"count": c.Others}))
	}
	return strings.Join(said, " · ")
}

// reason is the field for a reason. If the API requires one only in some cases, its refusal asks for it.
func reason(w *words.Words, required bool) actField {
	return actField{Name: "reason", Label: w.Text("people.reason", nil), Kind: "area", Most: 500, Required: required}
}

// pairs are records that may be of one person.
func (v People) pairs(forms *acts) matters {
	w := v.words()
	out := matters{ID: "pairs", Title: w.Text("people.pairs", nil), Lead: w.Text("people.pairs-lead", nil), Empty: w.Text("people.pairs-none", nil)}
	if v.MorePairs != "" {
		out.More = v.link(peopleAddress(v.Tenant).with("pairs", v.MorePairs))
	}
	for _, one := range v.Pairs {
		item := matter{Lines: muted(likeness(w, one.Other))}
		item.Title, item.Link = v.who(one.Player)
		item.Also, item.AlsoLink = v.who(one.Other.Player)
		item.Forms = pairForms(w, forms, one.Player, one.Other.Player)
		out.Items = append(out.Items, item)
	}
	return out
}

// likeness lists the reasons why two records may belong to one person.
func likeness(w *words.Words, d openapi.PlayerDuplicate) string {
	said := []string{w.Text("people.name-"+string(d.NameIs), nil)}
	if d.SameMail {
		said = append(said, w.Text("people.same-mail", nil))
	}
	if d.SameBirthYear {
		said = append(said, w.Text("people.same-year", nil))
	}
	if d.OtherBirthYear {
		said = append(said, w.Text("people.other-year", nil))
	}
	if d.HasAccount {
		said = append(said, w.Text("people.other-has-account", nil))
	}
	return strings.Join(said, " · ")
}

// pairForms are the forms to decide whether two records belong to one person, or to two.
func pairForms(w *words.Words, forms *acts, one, other openapi.PlayerRef) []actForm {
	id := one.Id.String() + "." + other.Id.String()
	alike := one.Name == other.Name && one.Club == other.Club
	kept := func(p openapi.PlayerRef, current bool) choice {
		name := strings.Join(present(p.Name, p.Club), ", ")
		if alike { // the end of the id distinguishes them
			name += " (…" + p.Id.String()[24:] + ")"
		}
		return choice{Code: p.Id.String(), Name: name, Current: current}
	}
	return []actForm{
		forms.form(actForm{
			Act: ActLookMerge, ID: id, Opener: w.Text("people.same", nil), Lead: w.Text("people.same-lead", nil),
			Fields:  []actField{{Name: "into", Label: w.Text("people.keep", nil), Options: []choice{kept(one, true), kept(other, false)}}, reason(w, true)},
			Buttons: []actButton{{Text: w.Text("people.look", nil), Primary: true}},
		}),
		forms.form(actForm{
			Act: ActDistinct, ID: id, Opener: w.Text("people.two", nil), Lead: w.Text("people.two-lead", nil), Fields: []actField{reason(w, true)},
			Buttons: []actButton{{Text: w.Text("people.two-say", nil), Primary: true}},
		}),
	}
}

// lapses are the entries that were not kept, of all players.
func (v People) lapses(forms *acts) matters {
	w := v.words()
	out := matters{ID: "lapses", Title: w.Text("people.lapses", nil)}
	if v.MoreLapses != "" {
		out.More = v.link(peopleAddress(v.Tenant).with("lapses", v.MoreLapses))
	}
	for _, one := range v.Lapses {
		item := v.lapse(one.Lapse)
		item.Lines = append([]matterLine{{Text: item.Title}}, item.Lines...)
		item.Title, item.Link = v.who(one.Player)
		item.Forms = v.excusing(forms, one.Lapse)
		out.Items = append(out.Items, item)
	}
	return out
}

// photos are those from which people ask to be taken off: they are removed, or name those people no more.
func (v People) photos(forms *acts) matters {
	w := v.words()
	out := matters{ID: "photos", Title: w.Text("people.photos", nil), Lead: w.Text("people.photos-lead", nil), Empty: w.Text("people.photos-none", nil)}
	for _, one := range v.Photos {
		at := homeAddress(v.Tenant).path + MyRecordPath + "/photos/" + one.Event.Id.String() + "/" + one.Photo.Id.String()
		item := matter{Title: one.Event.Title, Late: one.Late, Picture: &photo{
			Page: at, Thumbnail: at + "?size=thumbnail", Alt: one.Photo.AlternativeText, Width: one.Photo.Thumbnail.Width, Height: one.Photo.Thumbnail.Height,
		}}
		var stay []string
		for _, p := range one.Named.Items {
			if p.AskedOffAt.IsZero() {
				stay = append(stay, p.Player.Id.String())
				continue
			}
			item.Lines = append(item.Lines, matterLine{Text: w.Text("people.photo-asked", map[string]any{"name": p.Player.Name, "date": w.PlainDate(p.AskedOffAt.UTC())})})
		}
		item.Lines = append(item.Lines, muted(w.Text("people.photo-due", map[string]any{"due": one.Due}))...)
		event := param{"event", one.Event.Id.String()}
		item.Forms = []actForm{
			forms.form(actForm{
				Act: ActRemove, ID: one.Photo.Id.String(), Hidden: []param{event}, Opener: w.Text("people.photo-remove", nil), Fields: []actField{reason(w, true)},
				Buttons: []actButton{{Text: w.Text("people.photo-remove", nil), Primary: true}},
			}),
			forms.form(actForm{
				Act: ActTakeOff, ID: one.Photo.Id.String(), Hidden: []param{event, {"version", strconv.Itoa(one.Named.Version)}, {"players", strings.Join(stay, ".")}},
				Opener: w.Text("people.photo-unname", nil), Lead: w.Text("people.photo-unname-lead", nil), Buttons: []actButton{{Text: w.Text("people.photo-unname", nil), Primary: true}},
			}),
		}
		out.Items = append(out.Items, item)
	}
	return out
}

// expulsions is the section of reports of expelled people, with the forms to decide whether a ban follows.
func (v People) expulsions(forms *acts) matters {
	w := v.words()
	out := matters{ID: "expulsions", Title: w.Text("people.expulsions", nil), Lead: w.Text("people.expulsions-lead", nil)}
	for _, one := range v.Expulsions {
		item := matter{Lines: append([]matterLine{v.sentence(one.Explanation)}, muted(strings.Join(present(one.Event.Title, v.span(one.LocalDate, ""), one.Reason, one.Referee), " · "))...)}
		item.Title, item.Link = v.who(one.Player)
		item.Forms = []actForm{forms.form(banForm(w, ActExpulsion, one.Sanction.String(), one.Event))}
		out.Items = append(out.Items, item)
	}
	return out
}

// banForm is the form to decide whether a ban follows from a report about a person at an event.
func banForm(w *words.Words, act, id string, event openapi.EventRef) actForm {
	return actForm{
		Act: act, ID: id, Hidden: []param{{"event", event.Id.String()}}, Opener: w.Text("people.decide", nil),
		Fields: []actField{
			{Name: "outcome", Label: w.Text("people.outcome", nil), Options: []choice{
				{Code: string(openapi.BanOutcomeNone), Name: w.Text("people.no-ban", nil), Current: true}, {Code: string(openapi.BanOutcomeBan), Name: w.Text("people.ban", nil)},
			}},
			{Name: "from", Label: w.Text("people.ban-from", nil), Kind: "date"},
			{Name: "until", Label: w.Text("people.ban-until", nil), Kind: "date"},
			reason(w, true),
		},
		Buttons: []actButton{{Text: w.Text("people.decide", nil), Primary: true}},
	}
}

// leavings is the section of reports of people who left an event without good reason, with the forms to decide
// whether a ban follows.
func (v People) leavings(forms *acts) matters {
	w := v.words()
	out := matters{ID: "leavings", Title: w.Text("people.leavings", nil)}
	for _, one := range v.Leavings {
		item := matter{Lines: append([]matterLine{v.sentence(one.Explanation)}, muted(strings.Join(present(one.Event.Title, v.span(one.LocalDate, ""), one.Reason, one.By), " · "))...)}
		item.Title, item.Link = v.who(one.Player)
		if one.Barred {
			item.Lines = append(item.Lines, muted(w.Text("people.barred", nil))...)
		}
		item.Forms = []actForm{forms.form(banForm(w, ActLeaving, one.Withdrawal.String(), one.Event))}
		out.Items = append(out.Items, item)
	}
	return out
}
