package pages

import (
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"referto/frontend/words"
	"referto/openapi"
)

// TablePath is the address, below an event's, of the page of a table: its code follows.
const TablePath = "/table/"

// The acts of the forms on the page of a table, as in their field "act".
const (
	ActDeclare = "declare" // declare the result
	ActRight   = "right"   // agree with the declared result
	ActCall    = "call"    // call a referee
)

// AtTable is the page behind the code on a score sheet: the people at the table declare the result, agree with it,
// and call a referee. Opening it changes nothing.
type AtTable struct {
	Reader
	Tenant openapi.Tenant
	// Event names the event where the code does not work.
	Event openapi.Event
	Code  string
	Table openapi.TableAtCode
	Key   string
	Sent  *Sent
	// Refused is the reason why the code does not work; nil if it does.
	Refused *Refusal
}

// atTableModel is the content of templates/attable.html.
type atTableModel struct {
	frame
	Heading, Event, Back, Again string
	Table                       int
	// Clock is the clock of the round, with the extra time of the table; nil once the table has its result.
	Clock   *clockModel
	Fault   string
	Faults  []string
	Rule    ruleRef
	Lines   []explanation
	Seats   []declaredSeat
	Agree   *actForm
	Declare *declareForm
	Call    *actForm
	Calls   []explanation
}

// declaredSeat is a seat with its declared or recorded figures.
type declaredSeat struct {
	Name    string
	Figures string
	// Agreed reports that they have declared it or agree, where that counts.
	Agreed bool
	// Stands reports that it was recorded.
	Stands bool
}

// declareForm is the form for declaring a result: the questions of the score sheet, in its order.
type declareForm struct {
	Action, Key, Act, Submit string
	Opener                   string // "" stands open
	Open                     bool
	Who                      actField
	Seats                    []declareSeat
	Choices                  []actField
}

type declareSeat struct {
	Name string
	// Left reports that they are known to have left the game.
	Left   bool
	Fields []declareBox
}

// declareBox is a figure of a seat to type. One with Options is chosen.
type declareBox struct {
	Name, Label, Value, Min, Max string
	Decimal                      bool
	Options                      []choice
}

// VPField names the field of the victory points of an entrant.
func VPField(entry int) string { return "vp-" + strconv.Itoa(entry) }

// PointsField names the field of the points for the standings of an entrant.
func PointsField(entry int) string { return "points-" + strconv.Itoa(entry) }

// ObjectiveField names the field of the objective of an entrant.
func ObjectiveField(entry int) string { return "objective-" + strconv.Itoa(entry) }

// FigureField names the field of a further figure of an entrant.
func FigureField(figure string, entry int) string {
	return "figure-" + figure + "-" + strconv.Itoa(entry)
}

// HolderField returns the name of the field for the holder of a figure that one at the table can have.
func HolderField(figure string) string { return "holder-" + figure }

// AtTable writes the page.
func (p *Pages) AtTable(out io.Writer, v AtTable) error {
	w := v.words()
	text := func(key string) string { return w.Text(key, nil) }
	event := v.Event
	if v.Refused == nil {
		event = v.Table.Event
	}
	v.Reader = v.citing(v.Tenant, event.Ruleset)
	at := eventAddress(v.Tenant, event).below(TablePath + v.Code)
	m := atTableModel{Event: event.Title, Back: v.link(eventAddress(v.Tenant, event)), Heading: text("attable.title")}
	title := m.Heading
	if v.Refused == nil {
		title = w.Text("table.number", map[string]any{"n": v.Table.Table.Number})
	}
	m.frame = v.frame(&v.Tenant, title+" · "+event.Title, at)
	m.Unlisted, m.Sheet = true, "attable.css"
	if v.Refused != nil {
		if m.Fault = v.Refused.Text; v.Refused.Stale || m.Fault == "" {
			m.Fault = text("attable.stale")
		}
		return p.render(out, m.Lang, "attable", m)
	}
	round := v.Table.Round
	round.Clock = clockOf(round.Clock, v.Table.Table.Number)
	s := newEventPage(EventPage{Reader: v.Reader, Tenant: v.Tenant, Event: event, Rounds: []openapi.Round{round}}, p.zone(event.TimeZone))
	m.Live = s.live()
	m.Table, m.Heading, m.Again = v.Table.Table.Number, s.roundName(v.Table.Round), v.link(at)
	forms := &acts{Reader: v.Reader, action: v.link(at), key: v.Key, sent: v.Sent}
	m.Seats = v.seats(w)
	m.Lines = v.lines(s)
	recorded := v.Table.Table.Result.Version > 0
	if !recorded {
		m.Clock = s.clock()
	}
	if !recorded && v.Table.TableResults != openapi.TableResultsOff {
		m.Agree = v.agreeing(w, forms)
		m.Declare = v.declaring(w, forms.action)
	}
	call := forms.form(v.calling(w))
	m.Call, m.Calls = &call, v.calls(s)
	switch {
	case v.Sent == nil || v.Sent.Act != ActDeclare:
		m.Fault, m.Rule = forms.unplaced()
	case m.Declare == nil: // a referee was faster
		m.Fault, m.Rule = strings.Join(v.faults(), " "), v.cite(v.Sent.Refused.Rule)
	default:
		m.Faults, m.Rule = v.faults(), v.cite(v.Sent.Refused.Rule)
	}
	return p.render(out, m.Lang, "attable", m)
}

// result returns the recorded result of the table, else the declared one.
func (v AtTable) result() (seats []openapi.NewSeatResult) {
	if r := v.Table.Table.Result; r.Version > 0 {
		for _, seat := range r.Seats {
			seats = append(seats, openapi.NewSeatResult{Entry: seat.Entry, Vp: seat.Vp, Points: seat.Points, Figures: seat.Figures, Objective: seat.Objective})
		}
		return seats
	}
	return v.Table.Declaration.Result.Seats
}

func (v AtTable) seats(w *words.Words) (out []declaredSeat) {
	said, stands := v.result(), v.Table.Table.Result.Version > 0
	counts := !stands && v.Table.TableResults == openapi.TableResultsTable
	if len(said) == 0 {
		return nil
	}
	for _, seat := range v.Table.Table.Seats {
		one := declaredSeat{Name: seat.Player.Name, Agreed: counts && v.agrees(seat.Number), Stands: stands}
		if i := slices.IndexFunc(said, func(s openapi.NewSeatResult) bool { return s.Entry == seat.Number }); i >= 0 {
			one.Figures = v.figures(w, said[i])
		}
		out = append(out, one)
	}
	return out
}

// figures lists the figures of a seat in one line, each with its name but the first.
func (v AtTable) figures(w *words.Words, seat openapi.NewSeatResult) string {
	form := v.Table.Form
	var parts []string
	if AsksVP(form) {
		parts = append(parts, strconv.Itoa(seat.Vp))
	}
	if AsksPoints(form) && seat.Points != "" {
		parts = append(parts, w.Decimal(seat.Points))
	}
	for _, one := range form.Objectives {
		if one.Id == seat.Objective {
			parts = append(parts, one.Name)
		}
	}
	for _, figure := range form.Figures {
		if n := seat.Figures[figure.Id]; n != 0 {
			name := figure.Name
			if !OfTable(figure) {
				name += " " + strconv.Itoa(n)
			}
			parts = append(parts, name)
		}
	}
	return strings.Join(parts, " · ")
}

// agrees reports whether an entrant has declared the result or agreed with it.
func (v AtTable) agrees(entry int) bool {
	d := v.Table.Declaration
	return d.Number > 0 && (d.By.Number == entry || slices.Contains(d.Agreed, entry))
}

// lines describes the state of the result.
func (v AtTable) lines(s *eventPage) (lines []explanation) {
	say := func(key string, params ...any) { lines = append(lines, explanation{Text: s.text(key, params...)}) }
	d, r := v.Table.Declaration, v.Table.Table.Result
	switch {
	case r.Version > 0 && r.EnteredBy == "":
		say("attable.agreed")
	case r.Version > 0:
		say("attable.recorded", "name", r.EnteredBy)
	case d.Number > 0:
		say("attable.declared", "name", d.By.Player.Name, "time", s.w.Time(d.DeclaredAt.In(s.zone)))
		if v.Table.TableResults == openapi.TableResultsTable {
			say("attable.waits-for-all")
		} else {
			say("attable.waits-for-referee")
		}
	case v.Table.TableResults == openapi.TableResultsOff:
		say("attable.off")
	default:
		say("attable.lead")
	}
	return lines
}

// agreeing is the form by which the others at the table agree: a button for each entrant who has not; nil if no one
// can.
func (v AtTable) agreeing(w *words.Words, forms *acts) *actForm {
	d := v.Table.Declaration
	if d.Number == 0 || v.Table.TableResults != openapi.TableResultsTable {
		return nil
	}
	f := actForm{Act: ActRight, Lead: w.Text("attable.agree-lead", nil), Hidden: []param{{Name: "number", Value: strconv.Itoa(d.Number)}}}
	for _, seat := range v.Table.Table.Seats {
		if !v.agrees(seat.Number) {
			f.Buttons = append(f.Buttons, actButton{Name: "entry", Value: strconv.Itoa(seat.Number), Text: w.Text("attable.agree", map[string]any{"name": seat.Player.Name})})
		}
	}
	if len(f.Buttons) == 0 {
		return nil
	}
	made := forms.form(f)
	return &made
}

// typed returns the text of a field of the form that was refused, else the earlier declaration.
func (v AtTable) typed(field, before string) string {
	if v.Sent != nil && v.Sent.Act == ActDeclare {
		return v.Sent.Typed[field]
	}
	return before
}

// declaring is the form in which the result is declared.
func (v AtTable) declaring(w *words.Words, action string) *declareForm {
	text := func(key string) string { return w.Text(key, nil) }
	table, before := v.Table.Table, v.Table.Declaration
	f := &declareForm{Action: action, Key: v.Key, Act: ActDeclare, Submit: text("attable.declare")}
	if before.Number > 0 {
		f.Opener, f.Submit = text("attable.declare-anew"), text("attable.declare-anew")
		f.Open = v.Sent != nil && v.Sent.Act == ActDeclare
	}
	f.Who = v.chosen(w, tableQuestion{label: text("attable.who"), field: "entry", players: true, present: true, must: true}, "")
	said := map[int]openapi.NewSeatResult{}
	for _, seat := range before.Result.Seats {
		said[seat.Entry] = seat
	}
	asked := seatQuestions(w, v.Table.Form)
	for _, seat := range table.Seats {
		one := declareSeat{Name: seat.Player.Name, Left: slices.Contains(table.Left, seat.Number)}
		for _, question := range asked {
			if field := question.field(seat.Number); field != VPField(seat.Number) || AsksVPOf(v.Table.Form, table, seat.Number) {
				one.Fields = append(one.Fields, v.box(w, question, seat.Number, said))
			}
		}
		f.Seats = append(f.Seats, one)
	}
	for _, question := range tableQuestions(w, v.Table.Form) {
		f.Choices = append(f.Choices, v.chosen(w, question, question.said(before)))
	}
	return f
}

// holderOf finds the declared holder of a figure that is asked once for the table: "0" if it has no holder, "" if
// nothing was declared.
func holderOf(figure string, before openapi.Declaration) string {
	if before.Number == 0 {
		return ""
	}
	for _, seat := range before.Result.Seats {
		if seat.Figures[figure] > 0 {
			return strconv.Itoa(seat.Entry)
		}
	}
	return "0"
}

// chosen is the select field of a question that is asked once for the table, with the typed or declared value.
func (v AtTable) chosen(w *words.Words, q tableQuestion, before string) actField {
	f := actField{ID: "declare-" + q.field, Name: q.field, Label: q.label, Required: q.must, Value: v.typed(q.field, before)}
	if q.must {
		f.Options = []choice{{Code: "", Name: w.Text("attable.choose", nil)}}
	}
	if q.players {
		for _, seat := range v.Table.Table.Seats {
			if q.present && slices.Contains(v.Table.Table.Left, seat.Number) {
				continue
			}
			f.Options = append(f.Options, choice{Code: strconv.Itoa(seat.Number), Name: seat.Player.Name})
		}
	}
	f.Options = append(f.Options, q.options...)
	f.choose(f.Value)
	return f
}

// box is the field of a question about one seat, with the typed or declared value.
func (v AtTable) box(w *words.Words, q seatQuestion, entry int, said map[int]openapi.NewSeatResult) declareBox {
	shown := ""
	if before, known := said[entry]; known {
		shown = q.said(before)
	}
	name := q.field(entry)
	box := declareBox{Name: name, Label: q.label, Decimal: q.decimal, Value: v.typed(name, shown)}
	switch {
	case q.options != nil:
		box.Options = []choice{{Code: "", Name: w.Text("attable.choose", nil)}}
		for _, one := range q.options {
			box.Options = append(box.Options, choice{Code: one.Code, Name: one.Name, Current: one.Code == box.Value})
		}
	case !q.decimal:
		box.Min, box.Max = strconv.Itoa(q.between.Min), strconv.Itoa(q.between.Max)
	}
	return box
}

// calling is the form by which the table calls a referee.
func (v AtTable) calling(w *words.Words) actForm {
	reason := actField{Name: "reason", Label: w.Text("attable.call-reason", nil), Required: true}
	for _, one := range []openapi.CallReason{openapi.CallReasonRules, openapi.CallReasonDispute, openapi.CallReasonResult, openapi.CallReasonAbsence, openapi.CallReasonOther} {
		reason.Options = append(reason.Options, choice{Code: string(one), Name: w.Text("call.reason-"+string(one), nil)})
	}
	return actForm{
		Act: ActCall, Opener: w.Text("attable.call", nil), Fields: []actField{reason, {Name: "note", Label: w.Text("attable.call-note", nil), Most: 200}},
		Buttons: []actButton{{Text: w.Text("attable.call", nil), Primary: true}},
	}
}

// calls lists the table's calls of referees, with the referee who comes.
func (v AtTable) calls(s *eventPage) (lines []explanation) {
	for _, c := range v.Table.Calls {
		key, params := "attable.called", []any{"reason", s.text("call.reason-" + string(c.Reason)), "time", s.w.Time(c.CalledAt.In(s.zone))}
		if !c.AnsweredAt.IsZero() {
			key, params = "attable.call-answered", append(params, "name", c.AnsweredBy)
		}
		lines = append(lines, explanation{Text: s.text(key, params...)})
	}
	return lines
}

// faults lists the reasons why a declaration was refused, with the name of the seat if a reason is about one.
func (v AtTable) faults() (out []string) {
	refused := v.Sent.Refused
	out = present(refused.Text)
	for _, field := range slices.Sorted(maps.Keys(refused.Fields)) {
		text := refused.Fields[field]
		if parts := strings.Split(field, "/"); len(parts) > 1 && parts[0] == "seats" {
			if i, err := strconv.Atoi(parts[1]); err == nil && i < len(v.Table.Table.Seats) {
				text = v.Table.Table.Seats[i].Player.Name + ": " + text
			}
		}
		out = append(out, text)
	}
	return out
}
