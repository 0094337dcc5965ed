package pages

import (
	"strings"

	"referto/openapi"
)

// decided lists the decisions about a person, the reports about them, and the entries that they did not keep. A ban
// can be answered once.
func (v MyRecord) decided(forms *acts) matters {
	w := v.words()
	out := matters{ID: "decided", Title: w.Text("mine.bans", nil)}
	for _, one := range v.Bans.Items {
		out.Items = append(out.Items, v.ban(forms, one))
	}
	for _, one := range v.Bans.Reports {
		item := matter{Title: w.Text("mine.left", map[string]any{"event": one.Event.Title}), Lines: muted(w.Text("mine.undecided", nil))}
		if one.Barred {
			item.Late, item.Lines = true, muted(w.Text("mine.barred", nil))
		}
		out.Items = append(out.Items, item)
	}
	for _, one := range v.Lapses {
		out.Items = append(out.Items, v.lapse(one))
	}
	return out
}

func (v MyRecord) ban(forms *acts, one openapi.MyBan) matter {
	w := v.words()
	item := matter{Title: w.Text("mine.no-ban", nil), Lines: []matterLine{{Text: one.Reason}}}
	if one.Outcome != openapi.BanOutcomeBan {
		item.Lines = append(item.Lines, muted(one.Event.Title)...)
		return item
	}
	item.Title, item.Late = w.Text("mine.ban", nil), true
	item.Lines = append(item.Lines, muted(strings.Join(present(one.Event.Title, one.Season.Title, v.span(one.From, one.Until)), ", "))...)
	if one.Appeal != "" {
		item.Lines = append(item.Lines, matterLine{Text: w.Text("mine.appealed", map[string]any{"text": one.Appeal})})
		return item
	}
	item.Forms = append(item.Forms, forms.form(actForm{
		Act: ActAppeal, ID: one.Id.String(), Opener: w.Text("mine.appeal", nil), Lead: w.Text("mine.appeal-lead", nil),
		Fields:  []actField{{Name: "text", Label: w.Text("mine.appeal-text", nil), Kind: "area", Most: 4000, Required: true}},
		Buttons: []actButton{{Text: w.Text("mine.appeal-send", nil), Primary: true}},
	}))
	return item
}

// lapse is an entry that was not kept, with its consequences.
func (r Reader) lapse(one openapi.Lapse) matter {
	w := r.words()
	item := matter{Title: strings.Join(present(one.Event.Title, r.span(one.LocalDate, "")), ", "), Lines: []matterLine{r.sentence(one.Explanation)}}
	said := w.Text("people.lapse-counts-not", nil)
	switch {
	case one.Excused:
		said = w.Text("people.lapse-excused", nil)
	case one.Follows == openapi.LapseConsequenceBan:
		said = w.Text("mine.ban", nil)
	case one.Follows == openapi.LapseConsequenceUndecided:
		said = w.Text("people.lapse-undecided", nil)
	case one.Counts:
		said = w.Text("people.lapse-counts", nil)
	}
	item.Lines = append(item.Lines, muted(strings.Join(present(said, one.Decision.Reason), " · "))...)
	return item
}

// photos lists the photos that name the person, with the form to ask for removal.
func (v MyRecord) photos(forms *acts) matters {
	w := v.words()
	out := matters{ID: "photos", Title: w.Text("mine.photos", nil)}
	for _, one := range v.Photos {
		at := homeAddress(v.Tenant).path + MyRecordPath + "/photos/" + one.Event.Id.String() + "/" + one.Photo.Id.String()
		item := matter{Title: one.Event.Title, Lines: muted(w.Text("mine.photo-hidden", nil))}
		if one.Photo.State == openapi.PhotoStateReady {
			item.Picture = &photo{
				Page: at, Thumbnail: at + "?size=thumbnail", Alt: one.Photo.AlternativeText, Width: one.Photo.Thumbnail.Width, Height: one.Photo.Thumbnail.Height,
			}
		}
		act, button := ActOff, w.Text("mine.photo-off", nil)
		switch {
		case !one.AskedOffAt.IsZero():
			act, button = ActStay, w.Text("mine.photo-stay", nil)
			item.Lines = muted(w.Text("mine.photo-asked", map[string]any{"date": w.PlainDate(one.AskedOffAt)}))
		case one.Photo.Public:
			item.Lines = muted(w.Text("mine.photo-public", nil))
		case one.Photo.Withheld.Text != "":
			item.Lines = []matterLine{v.sentence(one.Photo.Withheld)}
		}
		item.Forms = []actForm{forms.form(actForm{
			Act: act, ID: one.Photo.Id.String(), Hidden: []param{{"event", one.Event.Id.String()}}, Buttons: []actButton{{Text: button}},
		})}
		out.Items = append(out.Items, item)
	}
	return out
}

// refunds lists the person's claims of travel refunds, and whether a journey is refunded.
func (v MyRecord) refunds(forms *acts) matters {
	w := v.words()
	out := matters{ID: "refunds", Title: w.Text("mine.refunds", nil)}
	for _, one := range v.Journeys {
		claim := one.Refund.Claim
		item := matter{Title: one.Season.Title, Lines: []matterLine{v.sentence(one.Refund.Journey.Why)}}
		switch {
		case claim.State != "":
			item.Title += ": " + w.Text("mine.refund-"+string(claim.State), nil)
			item.Lines = append(item.Lines, muted(strings.Join(present(comesTo(w, claim), claim.Account), " · "))...)
			if n := len(claim.Steps); n > 0 && claim.Steps[n-1].Reason != "" {
				item.Lines = append(item.Lines, matterLine{Text: claim.Steps[n-1].Reason, Rule: v.cite(claim.Steps[n-1].Rule)})
			}
		case one.Refund.Claimable:
			item.Title += ": " + w.Text("mine.refund-claimable", nil)
			item.Lines = append(item.Lines, muted(v.span("", one.Refund.ClaimBy))...)
		case one.Refund.NotYet.Text != "":
			item.Lines = append(item.Lines, v.sentence(one.Refund.NotYet))
		}
		claimed := v.claimForms(forms, one)
		item.Lines, item.Forms = append(item.Lines, claimed.Lines...), claimed.Forms
		out.Items = append(out.Items, item)
	}
	return out
}
