package pages

import (
	"io"
	"strconv"
	"strings"

	"referto/openapi"
)

// Person is the staff's page of one record: candidates for the same person, and earlier decisions about it.
type Person struct {
	Reader
	Tenant openapi.Tenant
	// Key is the idempotency key of the acts on the page; Sent is the refused form, nil for none.
	Key          string
	Sent         *Sent
	Player       openapi.Player
	Merges       []openapi.PlayerMerge
	Distinctions []openapi.PlayerDistinction
	Duplicates   []openapi.PlayerDuplicate
	// Lapses are entries that were not kept, for readers with the right to see them.
	Lapses []openapi.Lapse
	// MayErase: the reader may erase records of people who ask for it. MayCorrect: the reader may note another mail
	// address, and record transfers.
	MayErase, MayCorrect bool
	// Memberships are the clubs of the person over time, and Clubs those that the forms about them offer.
	Memberships openapi.MembershipList
	Clubs       []openapi.PlayerClub
	// MayKeepClubs: the reader may correct memberships.
	MayKeepClubs bool
	// After names the act just done, see [AfterSending] and [AfterAddress].
	After string
	// Name searches for another record (?name=), "" for none; Found are the people of that name.
	Name  string
	Found []openapi.Player
}

// Person writes the page.
func (p *Pages) Person(out io.Writer, v Person) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	w := v.words()
	at := personAddress(v.Tenant, v.Player.Id)
	forms := &acts{Reader: v.Reader, action: v.link(at), key: v.Key, sent: v.Sent}
	m := peopleModel{
		frame: v.frame(&v.Tenant, v.Player.Name, at), Heading: v.Player.Name, Lead: strings.Join(present(v.Player.Club, v.Player.City, v.Player.Email), " · "),
		Back: w.Text("people.title", nil), BackLink: v.link(peopleAddress(v.Tenant)),
	}
	m.Unlisted = true
	m.said(w, v.After)
	account := v.account(forms)
	if v.MayErase {
		account.Forms = append(account.Forms, erasing(v.Reader, forms, false))
	}
	m.Parts = shownParts(v.clubs(forms), v.mailed(forms), account, v.merged(forms), v.alike(forms), v.distinct(forms), v.lapses(forms))
	if v.Player.KeptAs.Name == "" { // an alias cannot be merged into another record
		m.Search = &findModel{Action: at.path, Query: v.Name, Keep: v.choices()}
	}
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "register", m)
}

// shownParts returns the sections that are not empty.
func shownParts(parts ...matters) (shown []matters) {
	for _, part := range parts {
		if len(part.Items) > 0 || len(part.Forms) > 0 || part.Empty != "" {
			shown = append(shown, part)
		}
	}
	return shown
}

// mailed is the section about the mail address of a person without an account: the reason why the latest letter to it was not
// delivered, and the form that notes another one.
func (v Person) mailed(forms *acts) matters {
	w := v.words()
	out := matters{ID: "address", Title: w.Text("account.email", nil)}
	if !v.MayCorrect || v.Player.HasAccount || v.Player.KeptAs.Name != "" {
		return out
	}
	item := matter{Title: v.Player.Email}
	switch {
	case v.Player.Email == "":
		item.Lines = muted(w.Text("people.letter-nowhere", nil))
	case v.Player.Mail.State == openapi.MailOutcomeStateRefused, v.Player.Mail.State == openapi.MailOutcomeStateFailed:
		item.Late = true
		item.Lines = []matterLine{{Text: strings.Join(present(w.Text("staff.mail-"+string(v.Player.Mail.State), nil), v.Player.Mail.Reply), " ")}}
	}
	out.Items = []matter{item}
	out.Forms = []actForm{forms.form(actForm{
		Act: ActAddress, Opener: w.Text("people.address", nil), Lead: w.Text("people.address-lead", nil),
		Hidden:  []param{{"version", strconv.Itoa(v.Player.Version)}},
		Fields:  []actField{{Name: "email", Label: w.Text("account.email", nil), Kind: "email", Most: 254, Required: true}},
		Buttons: []actButton{{Text: w.Text("people.address-now", nil), Primary: true}},
	})}
	return out
}

func (v Person) ref() openapi.PlayerRef {
	return openapi.PlayerRef{Id: v.Player.Id, Name: v.Player.Name, Club: v.Player.Club}
}

// merged are the merges that stand, which can be parted, and how that came about.
func (v Person) merged(forms *acts) matters {
	w := v.words()
	out := matters{ID: "merges", Title: w.Text("people.merges", nil)}
	standing := v.Player.Aliases
	if v.Player.KeptAs.Name != "" {
		standing = []openapi.PlayerRef{v.Player.KeptAs}
	}
	for _, other := range standing {
		alias := other
		if v.Player.KeptAs.Name != "" {
			alias = v.ref()
		}
		item := matter{}
		item.Title, item.Link = People{Reader: v.Reader, Tenant: v.Tenant}.who(other)
		item.Forms = []actForm{forms.form(actForm{
			Act: ActLookPart, ID: alias.Id.String(), Opener: w.Text("people.part", nil), Fields: []actField{reason(w, true)},
			Buttons: []actButton{{Text: w.Text("people.look", nil), Primary: true}},
		})}
		out.Items = append(out.Items, item)
	}
	for _, one := range v.Merges {
		key := "people.was-parted"
		if one.Merged {
			key = "people.was-merged"
		}
		said := w.Text(key, map[string]any{"player": one.Player.Name, "kept": one.Kept.Name})
		out.Items = append(out.Items, matter{Lines: append([]matterLine{{Text: said}}, v.saidBy(one.Reason, one.By, w.PlainDate(one.At.UTC()))...)})
	}
	return out
}

func (v Person) saidBy(texts ...string) []matterLine {
	return muted(strings.Join(present(texts...), " · "))
}

// alike are records that may be of the same person: those that look so, and those looked for.
func (v Person) alike(forms *acts) matters {
	w := v.words()
	out := matters{ID: "alike", Title: w.Text("people.alike", nil)}
	shown := map[openapi.PlayerID]bool{v.Player.Id: true}
	if v.Player.KeptAs.Name != "" {
		return out
	}
	add := func(other openapi.PlayerRef, said string) {
		if shown[other.Id] {
			return
		}
		shown[other.Id] = true
		item := matter{Lines: muted(said), Forms: pairForms(w, forms, v.ref(), other)}
		item.Title, item.Link = People{Reader: v.Reader, Tenant: v.Tenant}.who(other)
		out.Items = append(out.Items, item)
	}
	for _, one := range v.Duplicates {
		add(one.Player, likeness(w, one))
	}
	for _, one := range v.Found {
		add(openapi.PlayerRef{Id: one.Id, Name: one.Name, Club: one.Club}, strings.Join(present(one.City, one.Email), " · "))
	}
	if v.Name != "" && len(out.Items) == 0 {
		out.Empty = w.Text("people.found-none", nil)
	}
	return out
}

// distinct lists the other records from which this one was distinguished, each with the latest decision.
func (v Person) distinct(forms *acts) matters {
	w := v.words()
	out := matters{ID: "distinctions", Title: w.Text("people.distinctions", nil)}
	seen := map[openapi.PlayerID]bool{}
	for _, one := range v.Distinctions {
		other := one.Other
		if other.Id == v.Player.Id {
			other = one.Player
		}
		item := matter{Lines: v.saidBy(one.Reason, one.By, w.PlainDate(one.At.UTC()))}
		item.Title, item.Link = People{Reader: v.Reader, Tenant: v.Tenant}.who(other)
		switch {
		case !one.Distinct:
			item.Lines = append([]matterLine{{Text: w.Text("people.two-taken-back", nil)}}, item.Lines...)
		case !seen[other.Id]:
			item.Forms = []actForm{forms.form(actForm{
				Act: ActIndistinct, ID: v.Player.Id.String() + "." + other.Id.String(), Opener: w.Text("people.two-take-back", nil), Fields: []actField{reason(w, true)},
				Buttons: []actButton{{Text: w.Text("people.two-take-back", nil)}},
			})}
		}
		seen[other.Id] = true
		out.Items = append(out.Items, item)
	}
	return out
}

// lapses are entries that were not kept: a good reason makes one count no more. Leaving is decided
// about as a report.
func (v Person) lapses(forms *acts) matters {
	w := v.words()
	out := matters{ID: "lapses", Title: w.Text("people.lapses", nil)}
	for _, one := range v.Lapses {
		item := v.lapse(one)
		item.Forms = v.excusing(forms, one)
		out.Items = append(out.Items, item)
	}
	return out
}

// excusing excuses an entry that was not kept, or has it count again; leaving is decided about as a report.
func (r Reader) excusing(forms *acts, one openapi.Lapse) []actForm {
	if one.Kind == openapi.LapseKindLeft {
		return nil
	}
	w := r.words()
	value, button := "true", w.Text("people.excuse", nil)
	if one.Excused {
		value, button = "false", w.Text("people.count", nil)
	}
	return []actForm{forms.form(actForm{
		Act: ActExcuse, ID: one.Event.Id.String() + "." + strconv.Itoa(one.Entry), Opener: button, Fields: []actField{reason(w, true)},
		Buttons: []actButton{{"excused", value, button, true}},
	})}
}
