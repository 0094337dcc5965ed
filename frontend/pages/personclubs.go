package pages

import (
	"slices"
	"strconv"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/words"
	"referto/openapi"
)

// The acts of the forms about the clubs of a person, as in their field "act".
const (
	ActTransfer     = "transfer"       // to another club from a day on
	ActLeaveClub    = "leave-club"     // from a day on the person is in no club
	ActTakeBackClub = "take-back-club" // the last coming or leaving, by its day
	ActCorrectClubs = "correct-clubs"  // the whole history
)

// The fields of a membership in the forms that write the history anew, by its number; see [MembershipField].
const (
	FieldClub  = "club"
	FieldFrom  = "from"
	FieldUntil = "until"
)

// LeftOut is the value of the field [FieldClub] of a membership that is taken out of the history.
const LeftOut = "left-out"

// EmptyRows is the number of memberships that can be added at once to a history that is written anew.
const EmptyRows = 3

// The fields of a form that was refused because somebody else had changed the clubs: the version that is on the page
// since, and that the reader wants to replace that one.
const (
	FieldCurrent = "current"
	FieldOver    = "over"
)

// MembershipField is the name of a field of the membership with a number, from 0.
func MembershipField(field string, number int) string { return field + "-" + strconv.Itoa(number) }

// clubs is the section of the clubs in which the person has been, the latest first, with the forms that record a
// transfer and correct the history.
func (v Person) clubs(forms *acts) matters {
	w := v.words()
	out := memberships(v.Reader, v.Tenant, v.Memberships)
	out.Empty = w.Text("people.clubs-none", nil)
	if v.Player.KeptAs.Name != "" { // the record that is kept has the clubs of the person
		return out
	}
	if v.MayCorrect {
		out.Forms = append(out.Forms, v.transfers(forms)...)
	}
	switch {
	case v.MayKeepClubs && v.Memberships.OfAlias: // such clubs are not corrected
		out.Lead = w.Text("people.clubs-of-alias", nil)
	case v.MayKeepClubs:
		if len(v.Memberships.Items) > 0 {
			out.Forms = append(out.Forms, v.takingBack(forms))
		}
		out.Forms = append(out.Forms, v.correcting(forms))
	}
	return out
}

// memberships lists the clubs of a person over time, each with its days.
func memberships(r Reader, t openapi.Tenant, list openapi.MembershipList) matters {
	w := r.words()
	out := matters{ID: "clubs", Title: w.Text("people.clubs", nil)}
	for _, one := range list.Items {
		out.Items = append(out.Items, matter{Title: one.Club.Name, Link: r.link(clubAddress(t, one.Club.Id)), Lines: muted(timeIn(w, one))})
	}
	return out
}

// timeIn says from when until when a membership lasts.
func timeIn(w *words.Words, m openapi.Membership) string {
	from, until := map[string]any{"date": w.PlainDate(m.From.Time)}, map[string]any{"date": w.PlainDate(m.Until.Time)}
	switch {
	case m.From.IsZero() && m.Until.IsZero():
		return w.Text("people.club-always", nil)
	case m.From.IsZero():
		return w.Text("people.club-ended", until)
	case m.Until.IsZero():
		return w.Text("mine.since", from)
	}
	return w.Text("season.from-to", map[string]any{"from": w.PlainDate(m.From.Time), "to": w.PlainDate(m.Until.Time)})
}

// transfers are the forms that record that the person is in another club from a day on, or in none.
func (v Person) transfers(forms *acts) []actForm {
	w := v.words()
	out := []actForm{forms.form(actForm{
		Act: ActTransfer, Opener: w.Text("people.transfer", nil), Lead: w.Text("people.transfer-lead", nil),
		Fields: []actField{
			{Name: FieldClub, Label: w.Text("people.transfer-club", nil), Options: v.offered(choice{Name: w.Text("people.club-choose", nil)}, openapi.PlayerClubRef{}, false)},
			{Name: "day", Label: w.Text("people.transfer-day", nil), Kind: "date", Required: true},
			reason(w, false),
		},
		Buttons: []actButton{{Text: w.Text("people.transfer-now", nil), Primary: true}},
	})}
	if items := v.Memberships.Items; len(items) == 0 || !items[0].Until.IsZero() {
		return out
	}
	return append(out, forms.form(actForm{
		Act: ActLeaveClub, Opener: w.Text("people.leave-club", nil), Lead: w.Text("people.leave-club-lead", map[string]any{"club": v.Memberships.Items[0].Club.Name}),
		Fields:  []actField{{Name: "day", Label: w.Text("people.leave-club-day", nil), Kind: "date", Required: true}, reason(w, false)},
		Buttons: []actButton{{Text: w.Text("people.transfer-now", nil), Primary: true}},
	}))
}

// offered are the clubs that a field offers, after a first choice of none. Closed ones are among them if the field
// is about the past; the chosen one is in any case.
func (v Person) offered(none choice, chosen openapi.PlayerClubRef, past bool) []choice {
	none.Current = chosen.Name == ""
	out, found := []choice{none}, false
	for _, c := range v.Clubs {
		current := chosen.Name != "" && c.Id == chosen.Id
		if past || c.ClosedFrom.IsZero() {
			out = append(out, choice{Code: c.Id.String(), Name: c.Name, Current: current})
			found = found || current
		}
	}
	if chosen.Name != "" && !found {
		out = append(out, choice{Code: chosen.Id.String(), Name: chosen.Name, Current: true})
	}
	return out
}

// takingBack is the form that takes back the last coming or leaving, by its day: it writes the history anew as it was
// without. Whatever else was corrected last stays.
func (v Person) takingBack(forms *acts) actForm {
	w := v.words()
	last, before := v.Memberships.Items[0], BeforeLastMove(v.Memberships.Items)
	label := w.Text("people.club-back-coming", map[string]any{"club": last.Club.Name})
	if !last.Until.IsZero() {
		label = w.Text("people.club-back-leaving", map[string]any{"club": last.Club.Name})
	}
	lead := w.Text("people.club-back-none", nil)
	if len(before) > 0 {
		lead = w.Text("people.club-back", map[string]any{"club": before[0].Club.Name, "time": timeIn(w, before[0])})
	}
	form := v.writing(forms, actForm{
		Act: ActTakeBackClub, Opener: label, Lead: lead, Fields: []actField{reason(w, true)}, Buttons: []actButton{{Text: label, Primary: true}},
	})
	for i, m := range before {
		form.Hidden = append(form.Hidden, param{MembershipField(FieldClub, i), m.Club.Id.String()}, param{MembershipField(FieldFrom, i), dayField(m.From)}, param{MembershipField(FieldUntil, i), dayField(m.Until)})
	}
	return form
}

// writing completes a form that writes the history anew with the version that the reader has seen. Where somebody else
// has changed the clubs since, sending it once more is refused as well, until the reader ticks that they have seen that.
func (v Person) writing(forms *acts, f actForm) actForm {
	current := strconv.Itoa(v.Memberships.Version)
	seen := current
	if v.Sent != nil && v.Sent.Act == f.Act && v.Sent.Typed["version"] != "" {
		seen = v.Sent.Typed["version"]
	}
	f.Hidden = append(f.Hidden, param{"version", seen})
	if seen != current {
		f.Hidden = append(f.Hidden, param{FieldCurrent, current})
		f.Fields = append(f.Fields, actField{Name: FieldOver, Label: v.words().Text("people.clubs-over", nil), Kind: "checkbox"})
	}
	return forms.form(f)
}

// BeforeLastMove returns a history, the latest membership first, without what happened last in it: a leaving, or the coming
// into the latest club. Whoever came from another club on that day is in that one again.
func BeforeLastMove(items []openapi.Membership) []openapi.Membership {
	if len(items) == 0 {
		return nil
	}
	out := slices.Clone(items)
	if !out[0].Until.IsZero() {
		out[0].Until = openapi_types.Date{}
		return out
	}
	last := out[0]
	out = out[1:]
	if len(out) > 0 && !last.From.IsZero() && out[0].Until.Equal(last.From.AddDate(0, 0, -1)) {
		out[0].Until = openapi_types.Date{}
	}
	return out
}

// dayField is a day as a field of a form holds it; "" for none.
func dayField(d openapi_types.Date) string {
	if d.IsZero() {
		return ""
	}
	return d.Format(time.DateOnly)
}

// correcting is the form that writes the whole history anew: a row of fields for each membership, and some empty ones.
func (v Person) correcting(forms *acts) actForm {
	w := v.words()
	form := actForm{
		Act: ActCorrectClubs, Opener: w.Text("people.clubs-correct", nil), Lead: w.Text("people.clubs-correct-lead", nil),
		Buttons: []actButton{{Text: w.Text("people.clubs-correct-now", nil), Primary: true}},
	}
	for i, m := range append(slices.Clone(v.Memberships.Items), make([]openapi.Membership, EmptyRows)...) {
		number := map[string]any{"number": w.Number(i + 1)}
		none := choice{Code: LeftOut, Name: w.Text("people.club-without", nil)}
		if i >= len(v.Memberships.Items) {
			none = choice{Name: w.Text("people.club-choose", nil)}
		}
		form.Fields = append(form.Fields,
			actField{Name: MembershipField(FieldClub, i), Label: w.Text("people.club-number", number), Options: v.offered(none, m.Club, true)},
			actField{Name: MembershipField(FieldFrom, i), Label: w.Text("people.club-from", number), Kind: "date", Value: dayField(m.From)},
			actField{Name: MembershipField(FieldUntil, i), Label: w.Text("people.club-until", number), Kind: "date", Value: dayField(m.Until)},
		)
	}
	form.Fields = append(form.Fields, reason(w, true))
	return v.writing(forms, form)
}
