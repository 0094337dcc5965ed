package entryapi

import (
	"context"

	"referto/frontend/words"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/email"
	"referto/internal/authz/gate"
	"referto/internal/authz/token"
	"referto/internal/league"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/facts"
	"referto/internal/league/jobs"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/letters"
	"referto/internal/league/officiating"
	"referto/internal/oneline"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// EnterByForm receives the form of a person without an account. The answer is the same whether the person is
// known or not: anything specific is sent to the address.
func (a API) EnterByForm(ctx context.Context, r openapi.EnterByFormRequestObject) (openapi.EnterByFormResponseObject, error) {
	c := gate.From(ctx)
	if _, err := a.See(c, r.Event); err != nil { // a draft is not there
		return nil, err
	}
	form, err := formOf(c, *r.Body)
	if err != nil {
		return nil, err
	}
	if err := a.TakeMail(ctx, c, "form", form.EmailKey); err != nil {
		return nil, err
	}
	form.EventID = r.Event
	form, s, write, err := entrydesk.At(a.Desk).SendForm(c.Tx(), leagueapi.ActByLink(c), form)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	if form.Letters == 1 {
		if err := a.Later.InsertAt(c.Tx(), jobs.FormLapse{Tenant: c.Tenant.ID, Event: r.Event, Form: form.ID}, form.ConfirmBy); err != nil {
			return nil, err
		}
	}
	if write {
		err = a.Later.Insert(c.Tx(), letters.FormLetter{Tenant: c.Tenant.ID, Form: form.ID, Number: form.Letters})
	}
	return openapi.EnterByForm202Response{}, err
}

// formOf reads a form.
func formOf(c *gate.Call, body openapi.NewFormEntry) (facts.FormEntry, error) {
	address, err := email.Parse(body.Email)
	if err != nil {
		return facts.FormEntry{}, err
	}
	name, err := oneline.Clean(body.Name)
	if err != nil {
		return facts.FormEntry{}, err
	}
	form := facts.FormEntry{
		Name: name, NameKey: words.Fold(name), Email: address.Text, EmailKey: address.Key,
		Club: body.Club, City: body.City, BirthYear: body.BirthYear, Language: string(body.Language), NameReserved: body.NameReserved,
	}
	if form.Language == "" {
		form.Language = c.Language
	}
	return form, nil
}

// ListFormEntries lists the unconfirmed forms of an event.
func (a API) ListFormEntries(ctx context.Context, r openapi.ListFormEntriesRequestObject) (openapi.ListFormEntriesResponseObject, error) {
	c := gate.From(ctx)
	if _, err := a.Desk.View(c.Door(), r.Event); err != nil {
		return nil, err
	}
	forms, err := entrydesk.At(a.Desk).Forms(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	if len(forms) > 0 {
		keys := openapi.Each(forms, func(f facts.FormEntry) string { return f.EmailKey })
		if err := a.Note(ctx, c, func(b *tenantdb.Batch) { leaguedb.AddAddressAccess(b, leagueapi.Access(c, leaguedb.ContactRead), keys) }); err != nil {
			return nil, err
		}
	}
	return openapi.ListFormEntries200JSONResponse{Items: openapi.Each(forms, func(f facts.FormEntry) openapi.FormEntry {
		return openapi.FormEntry{Id: f.ID, Name: f.Name, Email: f.Email, Club: f.Club, HoldsSeat: f.HoldsSeat, SentAt: f.SentAt, ConfirmBy: f.ConfirmBy, NameReserved: f.NameReserved}
	})}, nil
}

// DiscardFormEntry discards an unconfirmed form.
func (a API) DiscardFormEntry(ctx context.Context, r openapi.DiscardFormEntryRequestObject) (openapi.DiscardFormEntryResponseObject, error) {
	c := gate.From(ctx)
	_, s, err := entrydesk.At(a.Desk).GiveUpForm(c.Tx(), leagueapi.Act(c), r.Form, r.Event, true, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.DiscardFormEntry204Response{}, nil
}

// OpenFormEntry returns the form that the link of a letter is about.
func (a API) OpenFormEntry(ctx context.Context, r openapi.OpenFormEntryRequestObject) (openapi.OpenFormEntryResponseObject, error) {
	c := gate.From(ctx)
	form, err := a.linkedForm(c, r.Body.Token)
	if err != nil {
		return nil, err
	}
	s, err := a.Desk.View(c.Door(), form.EventID)
	if err != nil {
		return nil, err
	}
	view, err := a.formView(c, s, form)
	return openapi.OpenFormEntry200JSONResponse(view), err
}

// AnswerFormEntry confirms a form, or gives it or its entry up, by the link of its letter.
func (a API) AnswerFormEntry(ctx context.Context, r openapi.AnswerFormEntryRequestObject) (openapi.AnswerFormEntryResponseObject, error) {
	c := gate.From(ctx)
	form, err := a.linkedForm(c, r.Body.Token)
	if err != nil {
		return nil, err
	}
	desk, act := entrydesk.At(a.Desk), leagueapi.ActByLink(c)
	var s *officiating.Situation
	switch answer := r.Body.Answer; answer {
	case openapi.FormAnswerAnswerConfirm:
		form, s, err = desk.ConfirmForm(c.Tx(), act, form.ID, form.EventID)
	case openapi.FormAnswerAnswerConfirmSeat:
		form, s, err = desk.ConfirmSeatOfForm(c.Tx(), act, form.ID, form.EventID)
	case openapi.FormAnswerAnswerReserveName, openapi.FormAnswerAnswerShowName:
		form, s, err = desk.ReserveNameOfForm(c.Tx(), act, form.ID, form.EventID, answer == openapi.FormAnswerAnswerReserveName)
	default:
		form, s, err = desk.GiveUpForm(c.Tx(), act, form.ID, form.EventID, false, "")
	}
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	view, err := a.formView(c, s, form)
	return openapi.AnswerFormEntry200JSONResponse(view), err
}

// linkedForm finds the form of a letter's link. The error is [authzdb.ErrLink] for any other text.
func (a API) linkedForm(c *gate.Call, text string) (facts.FormEntry, error) {
	hash, err := token.ParseLink(text)
	if err != nil {
		return facts.FormEntry{}, authzdb.ErrLink
	}
	form, err := entrydesk.At(a.Desk).LinkedForm(c.Door(), hash[:])
	if err == nil && form == nil {
		err = authzdb.ErrLink
	}
	if err != nil {
		return facts.FormEntry{}, err
	}
	return *form, nil
}

// formView makes a form for the holder of its letter.
func (a API) formView(c *gate.Call, s *officiating.Situation, form facts.FormEntry) (openapi.FormEntryView, error) {
	v := leagueapi.View(c, s)
	out := openapi.FormEntryView{
		State: openapi.FormEntryState(form.State), Event: v.Event(nil), Name: form.Name,
		HoldsSeat: form.HoldsSeat, SentAt: form.SentAt, ConfirmBy: form.ConfirmBy, NameReserved: form.NameReserved,
	}
	if form.Entry == nil {
		return out, nil
	}
	e := *s.Entry(league.Entry(*form.Entry))
	entry, err := a.checked(c, s, e)
	out.Entry = entry
	return out, err
}
