package pages

import (
	"io"
	"strconv"
	"time"

	"referto/openapi"
)

// EnterPath is the address, below an event's, of the page for entering it. FormPath is the address, below a tenant's,
// to which the letter about a form links, with ?token=.
const (
	EnterPath = "/enter"
	FormPath  = "/entry"
)

// The acts of these pages' forms, as in their field "act".
const (
	ActForm        = "form"         // send a form, without an account
	ActEnter       = "enter"        // enter oneself
	ActLeave       = "leave"        // take one's own entry back
	ActLeavePlay   = "leave-play"   // leave the event that is being played
	ActConfirm     = "confirm"      // make an entry of a form
	ActGiveUp      = "give-up"      // the form or its entry
	ActConfirmSeat = "confirm-seat" // confirm to come, after moving up
	ActReserveName = "reserve-name" // keep one's name out of the list of entrants
	ActShowName    = "show-name"    // have it there after all
	AfterForm      = "sent"         // value of ?after= on the page: the form was accepted
	EventDates     = "/date.ics"    // below an event's address: its date as a calendar file
)

// Enter is the page on which people enter an event: by a form without an account, or by one tap once
// they have signed in.
type Enter struct {
	Reader
	Tenant openapi.Tenant
	Event  openapi.Event
	// Ages reports whether the tenant has year categories, for which the year of birth is asked.
	Ages bool
	// Freed counts the seats that usually become free; the zero value if it is unknown, or if an entrant would not
	// have to wait.
	Freed openapi.FreedSeats
	// Mine is the entry of the signed-in person; the zero entry if they have none.
	Mine openapi.Entry
	// Standings are the final ones of an event that is over; the zero value before.
	Standings openapi.Standings
	// After names the act just done, from the address.
	After string
	// Key is the idempotency key of the acts on the page; Sent is the refused form, nil for none.
	Key  string
	Sent *Sent
}

// FormEntry is the page to which the letter about a form leads. It changes nothing by being opened.
type FormEntry struct {
	Reader
	Tenant openapi.Tenant
	Token  string
	Form   openapi.FormEntryView
	// Rounds are those that were drawn, with the tables at which the entrant has sat.
	Rounds []openapi.Round
	// Standings are the final ones of an event that is over; the zero value before.
	Standings openapi.Standings
	Key       string
	Sent      *Sent
	// Refused is the reason why the link does not work; nil if it does.
	Refused *Refusal
}

// enterModel is the content of templates/enter.html.
type enterModel struct {
	frame
	Heading, About, Place string
	Back, Calendar        string
	Said                  string
	Fault                 string
	Rule                  ruleRef
	Figure, Of            string
	Lines                 []explanation
	Forms                 []actForm
	Note                  string
	Also                  []choice
}

// Enter writes the page.
func (p *Pages) Enter(out io.Writer, v Enter) error {
	v.Reader = v.citing(v.Tenant, v.Event.Ruleset)
	w := v.words()
	at := enterAddress(v.Tenant, v.Event)
	m := enterModel{Heading: w.Text("enter.title", map[string]any{"event": v.Event.Title}), Back: v.link(eventAddress(v.Tenant, v.Event))}
	m.frame = v.frame(&v.Tenant, m.Heading, at)
	m.About, m.Place = capital(w.DateTime(v.Event.StartsAt.In(p.zone(v.Event.TimeZone)))), place(v.Event)
	forms := &acts{Reader: v.Reader, action: v.link(at), key: v.Key, sent: v.Sent}
	switch {
	case v.After == AfterForm:
		m.Said = w.Text("enter.sent", nil)
	case v.Mine.Number > 0:
		m.Figure, m.Lines = standing(v.Reader, v.Mine, p.zone(v.Event.TimeZone))
		if v.Event.State == openapi.EventStateFinished {
			m.Figure, m.Lines = result(v.Reader, v.Mine, v.Standings)
		}
		m.Calendar = v.link(eventAddress(v.Tenant, v.Event).below(EventDates))
		for _, form := range entryForms(v.Reader, v.Mine, v.Event, ActLeave) {
			m.Forms = append(m.Forms, forms.form(form))
		}
		if v.Event.State == openapi.EventStateRunning && v.Mine.State == openapi.EntryStatePlaying {
			m.Forms = append(m.Forms, forms.form(leavePlayForm(v.Reader)))
		}
	case v.Event.State != openapi.EventStateOpen:
		m.Lines = []explanation{{Text: w.Text("enter.closed", nil)}}
	default:
		form := forms.form(v.form())
		m.Forms = []actForm{form}
		if said, _ := forms.unplaced(); said == "" && form.Fault == "" { // a refused entrant would have no place
			m.Figure, m.Of, m.Lines = v.before()
		}
		if v.Visitor == nil {
			m.Note = w.Text("enter.privacy", nil)
			m.Also = []choice{{Name: w.Text("enter.sign-in", nil), Address: v.link(address{path: string(SignIn)}.with("next", at.path))}}
		}
	}
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "enter", m)
}

// enterAddress is the address of the page.
func enterAddress(tenant openapi.Tenant, event openapi.Event) address {
	return eventAddress(tenant, event).below(EnterPath)
}

// before describes the place that an entrant would get now.
func (v Enter) before() (figure, of string, lines []explanation) {
	w, free := v.words(), freePlaces(v.Event)
	switch {
	case len(v.Event.Field.Sizes) > 0:
		if why := v.Event.Field.Explanation; why.Text != "" {
			lines = append(lines, v.explained(why))
		}
		return "", "", append(lines, explanation{Text: w.Text("enter.by-field", nil)})
	case full(v.Event):
		lines = []explanation{{Text: w.Text("enter.would-wait", map[string]any{"n": v.Event.Counts.Waiting + 1})}}
		if freed := freedSeats(w, v.Freed); freed != "" {
			lines = append(lines, explanation{Text: freed})
		}
		return "", "", lines
	}
	would := "enter.would-be"
	if v.Visitor != nil {
		would = "enter.would-be-at-once"
	}
	figure = strconv.Itoa(free)
	return figure, w.Text("places.free", map[string]any{"count": free}) + " " + w.Text("places.of", map[string]any{"capacity": v.Event.Capacity}),
		[]explanation{{Text: w.Text(would, map[string]any{"n": v.Event.Capacity - free + 1})}}
}

// form is the form to enter: a button for a signed-in person, fields for everybody else.
func (v Enter) form() actForm {
	w := v.words()
	text := func(key string) string { return w.Text(key, nil) }
	reserved := actField{Name: "nameReserved", Kind: "checkbox", Label: text("enter.reserve")}
	submit := text("enter.send")
	if full(v.Event) {
		submit = text("enter.send-waiting")
	}
	if v.Visitor != nil {
		return actForm{
			Act: ActEnter, Lead: w.Text("enter.as", map[string]any{"name": v.Visitor.Name}),
			Fields: []actField{reserved}, Buttons: []actButton{{Text: submit, Primary: true}},
		}
	}
	f := actForm{
		Act: ActForm, Buttons: []actButton{{Text: submit, Primary: true}},
		Fields: []actField{
			{Name: "name", Label: text("enter.name"), Most: 80, Required: true, Autocomplete: "name"},
			{Name: "email", Kind: "email", Label: text("enter.email"), Most: 254, Required: true, Autocomplete: "email"},
			{Name: "club", Label: text("enter.club"), Most: 80, Autocomplete: "organization"},
			{Name: "city", Label: text("enter.city"), Most: 80, Autocomplete: "address-level2"},
		},
	}
	if v.Ages {
		f.Fields = append(f.Fields, actField{Name: "birthYear", Kind: "number", Label: text("enter.birth-year"), Autocomplete: "bday-year"})
	}
	f.Fields = append(f.Fields, reserved)
	return f
}

// freePlaces counts the seats that are neither taken nor held.
func freePlaces(event openapi.Event) int {
	return max(event.Capacity-event.Counts.Entered-event.Counts.Held, 0)
}

// full reports whether a new entrant has to wait.
func full(event openapi.Event) bool {
	return event.Capacity > 0 && freePlaces(event) == 0 && len(event.Field.Sizes) == 0
}

// leaves reports whether an entry can be given up.
func leaves(e openapi.Entry, event openapi.Event) bool {
	waits := e.State == openapi.EntryStateEntered || e.State == openapi.EntryStateWaiting || e.State == openapi.EntryStateCheckedIn
	return waits && !started(event)
}

// entryForms lists the forms for a person's entry before the start: to confirm the seat to which they have moved up,
// to hide their name in the list of entrants or show it, and to leave by an act.
func entryForms(r Reader, e openapi.Entry, event openapi.Event, leave string) []actForm {
	if !leaves(e, event) {
		return nil
	}
	var out []actForm
	if !e.ConfirmBy.IsZero() {
		out = append(out, actForm{Act: ActConfirmSeat, Buttons: []actButton{{Text: r.words().Text("enter.confirm", nil), Primary: true}}})
	}
	if e.CheckedInAt.IsZero() {
		out = append(out, nameForm(r, e.NameReserved))
	}
	return append(out, leaveForm(r, leave))
}

// nameForm keeps a name out of the list of entrants, or shows it after all.
func nameForm(r Reader, reserved bool) actForm {
	text := func(key string) string { return r.words().Text(key, nil) }
	if reserved {
		return actForm{Act: ActShowName, Lead: text("enter.name-reserved"), Buttons: []actButton{{Text: text("enter.show-name")}}}
	}
	return actForm{Act: ActReserveName, Lead: text("enter.name-shown"), Buttons: []actButton{{Text: text("enter.reserve-name")}}}
}

// leaveForm takes an entry back, once one has opened it.
func leaveForm(r Reader, act string) actForm {
	w := r.words()
	return actForm{
		Act: act, Opener: w.Text("enter.leave", nil), Lead: w.Text("enter.leave-sure", nil),
		Buttons: []actButton{{Text: w.Text("enter.leave-yes", nil)}},
	}
}

// leavePlayForm is the form to leave a running event, for good (CN09 3.5).
func leavePlayForm(r Reader) actForm {
	w := r.words()
	return actForm{
		Act: ActLeavePlay, Opener: w.Text("enter.leave-play", nil), Lead: w.Text("enter.leave-play-sure", nil),
		Fields:  []actField{{Name: "reason", Label: w.Text("enter.leave-play-why", nil), Most: 500}},
		Buttons: []actButton{{Text: w.Text("enter.leave-play-yes", nil)}},
	}
}

// standing describes the state of an entry: the figure that is shown large, and sentences.
func standing(r Reader, e openapi.Entry, zone *time.Location) (figure string, lines []explanation) {
	w := r.words()
	say := func(key string, params map[string]any) { lines = append(lines, explanation{Text: w.Text(key, params)}) }
	switch e.State {
	case openapi.EntryStateWaiting:
		figure = strconv.Itoa(e.WaitingPosition)
		say("enter.waiting", map[string]any{"n": e.WaitingPosition})
	case openapi.EntryStateEntered:
		figure = strconv.Itoa(e.Number)
		if e.ConfirmBy.IsZero() {
			say("enter.entered", map[string]any{"n": e.Number})
		} else {
			say("enter.moved-up", map[string]any{"time": w.DateTime(e.ConfirmBy.In(zone))})
		}
	case openapi.EntryStateCancelled:
		if e.ConfirmBy.IsZero() {
			say("enter.cancelled", nil)
		} else {
			say("enter.seat-lapsed", map[string]any{"time": w.DateTime(e.ConfirmBy.In(zone))})
		}
	default:
		figure = strconv.Itoa(e.Number)
		say("enter.state-"+string(e.State), map[string]any{"n": e.Number})
	}
	if e.Check.State == openapi.EntryCheckStateOpen {
		say("enter.check", nil)
	}
	if e.Admission.As != openapi.AdmissionAsSeat && e.Admission.Explanation.Text != "" { // a seat is already mentioned
		lines = append(lines, r.explained(e.Admission.Explanation))
	}
	for _, why := range e.Barred {
		lines = append(lines, r.explained(why))
	}
	return figure, lines
}

// result describes the result of an entry of a past event: the place, which is shown large, the number of entrants,
// and the figure that decided it.
func result(r Reader, e openapi.Entry, of openapi.Standings) (figure string, lines []explanation) {
	w, ranked := r.words(), 0
	var mine openapi.StandingsRow
	for _, row := range of.Rows {
		if row.Rank > 0 {
			ranked++
		}
		if row.Entry.Number == e.Number {
			mine = row
		}
	}
	for _, left := range of.Left {
		if left.Entry.Number == e.Number {
			return "", []explanation{{Text: left.Text, Rule: r.cite(left.Rule)}}
		}
	}
	switch {
	case mine.Rank > 0:
		figure = strconv.Itoa(mine.Rank)
		lines = append(lines, explanation{Text: w.Text("enter.result", map[string]any{"rank": mine.Rank, "count": ranked})})
	case mine.Entry.Number > 0:
		lines = append(lines, explanation{Text: w.Text("enter.unranked", nil)})
	case e.State == openapi.EntryStatePlaying:
		return "", []explanation{{Text: w.Text("enter.over", nil)}}
	default:
		return standing(r, e, time.UTC)
	}
	if why := mine.DecidedBy; why.Text != "" {
		lines = append(lines, explanation{Text: why.Text, Rule: r.cite(why.Rule)})
	}
	return figure, lines
}

// FormEntry writes the page to which the letter about a form leads.
func (p *Pages) FormEntry(out io.Writer, v FormEntry) error {
	v.Reader = v.citing(v.Tenant, v.Form.Event.Ruleset)
	w := v.words()
	at := address{path: homeAddress(v.Tenant).path + FormPath}
	m := enterModel{Heading: w.Text("enter.link-title", nil)}
	forms := &acts{Reader: v.Reader, action: v.link(at), key: v.Key, sent: v.Sent}
	if v.Refused != nil {
		m.frame = v.frame(&v.Tenant, m.Heading, at)
		m.Unlisted, m.Fault = true, v.Refused.Text
		if v.Refused.Stale {
			m.Fault = w.Text("enter.stale", nil)
		}
		return p.render(out, m.Lang, "enter", m)
	}
	event := v.Form.Event
	zone := p.zone(event.TimeZone)
	m.Heading = event.Title
	m.frame = v.frame(&v.Tenant, m.Heading, at.with("token", v.Token))
	m.Unlisted = true
	m.About, m.Place = capital(w.DateTime(event.StartsAt.In(zone))), place(event)
	m.Back = v.link(eventAddress(v.Tenant, event))
	of := func(f actForm) actForm {
		f.Hidden = []param{{"token", v.Token}}
		return forms.form(f)
	}
	switch v.Form.State {
	case openapi.FormEntryStateSent:
		m.Lines = v.toConfirm(zone)
		m.Forms = []actForm{
			of(actForm{Act: ActConfirm, Buttons: []actButton{{Text: w.Text("enter.confirm", nil), Primary: true}}}),
			of(nameForm(v.Reader, v.Form.NameReserved)),
			of(leaveForm(v.Reader, ActGiveUp)),
		}
	case openapi.FormEntryStateConfirmed:
		m.Figure, m.Lines = standing(v.Reader, v.Form.Entry, zone)
		if event.State == openapi.EventStateFinished {
			m.Figure, m.Lines = result(v.Reader, v.Form.Entry, v.Standings)
		}
		m.Lines = append(m.Lines, v.tables()...)
		m.Calendar = v.link(eventAddress(v.Tenant, event).below(EventDates))
		for _, form := range entryForms(v.Reader, v.Form.Entry, event, ActGiveUp) {
			m.Forms = append(m.Forms, of(form))
		}
	default:
		m.Lines = []explanation{{Text: w.Text("enter.gone-"+string(v.Form.State), nil)}}
	}
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "enter", m)
}

// toConfirm names the entry that waits to be confirmed, and the deadline.
func (v FormEntry) toConfirm(zone *time.Location) []explanation {
	w := v.words()
	key := "enter.held-until"
	if !v.Form.HoldsSeat {
		key = "enter.wait-until"
	}
	return []explanation{{Text: w.Text(key, map[string]any{"name": v.Form.Name, "time": w.DateTime(v.Form.ConfirmBy.In(zone))})}}
}

// tables lists the present and past tables of the entrant, the last first.
func (v FormEntry) tables() (out []explanation) {
	w := v.words()
	for i := len(v.Rounds) - 1; i >= 0; i-- {
		for _, table := range v.Rounds[i].Tables {
			for seat, sitter := range table.Seats {
				if sitter.Number == v.Form.Entry.Number {
					out = append(out, explanation{Text: w.Text("enter.table", map[string]any{"round": v.Rounds[i].Number, "table": table.Number, "seat": seat + 1})})
				}
			}
		}
	}
	return out
}
