package pages

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/openapi"
)

// HistoriesPath is the address, below a tenant's, of the page on which tables of the past are brought in. Below it are the pages
// of single tables.
const HistoriesPath = "/histories"

// The acts of these pages' forms.
const (
	ActSendTable  = "send-table"
	ActCheckTable = "check-table"
	ActApplyTable = "apply-table"
	ActUndoTable  = "undo-table"
)

// The fields of the form that configures how a table is read: the meaning of a column, counted from 0, and the person
// of a line.
const (
	HeadingField = "heading-"
	PersonField  = "person-"
)

// The answers to the question about a person: a new person, or still undecided. Any other value is a player's id, or
// "line-" and the line of the same person.
const (
	PersonNew  = "new"
	PersonOpen = ""
	PersonLine = "line-"
)

// questionsAtOnce bounds the questions that a page asks; those that follow are asked when these have their answers.
const questionsAtOnce = 100

// Histories is the page on which managers send tables of their federation's past, with those that were sent.
type Histories struct {
	Reader
	Tenant openapi.Tenant
	// Key is the idempotency key of the acts on the page; Sent is the refused form, nil for none.
	Key      string
	Sent     *Sent
	Tables   []openapi.History
	Rankings []openapi.Ranking
}

func historiesAddress(t openapi.Tenant) address {
	return address{path: homeAddress(t).path + HistoriesPath}
}

func historyAddress(t openapi.Tenant, id uuid.UUID) address {
	return address{path: historiesAddress(t).path + "/" + id.String()}
}

// Histories writes the page.
func (p *Pages) Histories(out io.Writer, v Histories) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	w := v.words()
	text := func(key string) string { return w.Text(key, nil) }
	m, forms := v.begun(v.Tenant, historiesAddress(v.Tenant), "history.title", "history.lead", v.Key, v.Sent)
	send := matters{ID: "send", Title: text("history.send"), Lead: text("history.send-lead")}
	var subjects []choice
	for i, s := range []openapi.HistorySubject{openapi.HistorySubjectPlayers, openapi.HistorySubjectOpenings, openapi.HistorySubjectResults} {
		subjects = append(subjects, choice{Code: string(s), Name: text("history.subject-" + string(s)), Current: i == 0})
	}
	form := forms.form(actForm{
		Act: ActSendTable, File: true, Fields: []actField{
			{Name: "subject", Label: text("history.subject"), Options: subjects},
			{Name: "ranking", Label: text("history.ranking-if"), Options: rankingChoices(w, v.Rankings, openapi.RankingID{})},
			{Name: "file", Label: text("history.file"), Kind: "file", Accept: ".csv,text/csv", Required: true},
		},
		Buttons: []actButton{{Text: text("history.send-now"), Primary: true}},
	})
	send.Forms = []actForm{form}
	sent := matters{ID: "sent", Title: text("history.sent"), Empty: text("history.none")}
	for _, h := range v.Tables {
		sent.Items = append(sent.Items, matter{
			Title: h.Name, Link: v.link(historyAddress(v.Tenant, h.Id)),
			Lines: muted(strings.Join([]string{text("history.subject-" + string(h.Subject)), text("history.state-" + string(h.State)), w.Moment(h.CreatedAt)}, " · ")),
		})
	}
	m.Parts = []matters{send, sent}
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "register", m)
}

// rankingChoices are the rankings of a tenant, and none.
func rankingChoices(w *words.Words, rankings []openapi.Ranking, now openapi.RankingID) []choice {
	out := []choice{{Name: w.Text("history.ranking-none", nil), Current: now.UUID == uuid.Nil}}
	for _, r := range rankings {
		out = append(out, choice{Code: r.Id.String(), Name: r.Title, Current: r.Id == now})
	}
	return out
}

// HistoryTable is the page of one table: how it is read, who its people are, the changes of storing it, and its
// progress.
type HistoryTable struct {
	Reader
	Tenant openapi.Tenant
	// Key is the idempotency key of the acts on the page; Sent is the refused form, nil for none.
	Key      string
	Sent     *Sent
	Table    openapi.History
	Rankings []openapi.Ranking
}

// Works reports whether the table is worked on at the moment, so that the page is soon another.
func Works(h openapi.History) bool {
	return h.State == openapi.HistoryStateChecking || h.State == openapi.HistoryStateStoring || h.State == openapi.HistoryStateUndoing
}

// HistoryTable writes the page.
func (p *Pages) HistoryTable(out io.Writer, v HistoryTable) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	w := v.words()
	m, forms := v.begun(v.Tenant, historyAddress(v.Tenant, v.Table.Id), "history.title", "history.lead", v.Key, v.Sent)
	m.Heading, m.Lead = v.Table.Name, w.Text("history.subject-"+string(v.Table.Subject), nil)
	m.Back, m.BackLink = w.Text("history.title", nil), v.link(historiesAddress(v.Tenant))
	m.Parts = shownParts(v.state(forms), v.faults(), v.reading(forms), v.differences())
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "register", m)
}

// state shows the progress of the table, with the possible next steps.
func (v HistoryTable) state(forms *acts) matters {
	w, h := v.words(), v.Table
	out := matters{ID: "state", Title: w.Text("history.state-"+string(h.State), nil)}
	say := func(text string) { out.Items = append(out.Items, matter{Lines: []matterLine{{Text: text}}}) }
	if Works(h) || h.State == openapi.HistoryStateStopped {
		phase := w.Text("history.phase-"+string(h.Progress.Phase), nil)
		say(w.Text("history.progress", map[string]any{"what": phase, "done": h.Progress.Done, "total": h.Progress.Total}))
		if h.Progress.Total > 0 {
			out.Items[0].Bar = &progressBar{Label: phase, Done: h.Progress.Done, Total: h.Progress.Total}
		}
	}
	if Works(h) {
		out.Lead = w.Text("history.works", nil)
		out.More, out.MoreText = v.link(historyAddress(v.Tenant, h.Id)), w.Text("history.look-again", nil)
	}
	if h.Reason != "" {
		say(h.Reason)
	}
	for _, one := range []struct {
		key    string
		number int
	}{
		{"lines", h.Counts.Lines},
		{"known", h.Counts.Known},
		{"new", h.Counts.New},
		{"same", h.Counts.Same},
		{"openings", h.Counts.Openings},
		{"unchanged", h.Counts.Unchanged},
		{"events", h.Counts.Events},
		{"results", h.Counts.Results},
		{"repeated", h.Counts.Repeated},
		{"arrivals", h.Counts.Arrivals},
		{"clubs", h.Counts.Clubs},
	} {
		if one.number > 0 {
			say(w.Text("history.count-"+one.key, map[string]any{"count": one.number}))
		}
		if one.key == "lines" && h.Counts.LastLine > 0 {
			say(v.end())
		}
	}
	apply := actForm{Act: ActApplyTable, Buttons: []actButton{{Text: w.Text("history.apply", nil), Primary: true}}}
	undo := actForm{
		Act: ActUndoTable, Opener: w.Text("history.undo", nil), Lead: w.Text("history.undo-lead", nil), Fields: []actField{reason(w, true)},
		Buttons: []actButton{{Text: w.Text("history.undo-now", nil)}},
	}
	switch h.State {
	case openapi.HistoryStateClean:
		out.Lead, out.Forms = w.Text("history.clean-lead", nil), []actForm{forms.form(apply)}
	case openapi.HistoryStateStopped:
		apply.Buttons[0].Text = w.Text("history.go-on", nil)
		out.Forms = []actForm{forms.form(apply), forms.form(undo)}
	case openapi.HistoryStateStored:
		out.Forms = []actForm{forms.form(undo)}
	}
	return out
}

// end says where the file ends: one that was cut off between two lines is told from a whole one by whoever has the table.
func (v HistoryTable) end() string {
	key := "history.last-line"
	if v.Table.Counts.LastOpen {
		key = "history.last-line-open"
	}
	return v.words().Text(key, map[string]any{"line": v.Table.Counts.LastLine})
}

// faults lists why a table cannot be stored, by its lines.
func (v HistoryTable) faults() matters {
	w := v.words()
	out := matters{ID: "faults", Title: w.Text("history.faults", map[string]any{"count": v.Table.Counts.Faults})}
	for _, f := range v.Table.Faults {
		text := f.Text
		if f.Line > 0 {
			text = w.Text("history.fault-at", map[string]any{"line": f.Line, "text": text})
		}
		out.Items = append(out.Items, matter{Lines: append([]matterLine{{Text: text, Rule: v.cite(f.Rule)}}, muted(strings.Join(present(f.Column, f.Value), ": "))...)})
	}
	return out
}

// reading is the form that configures how a table is read: the identity of the people in question, and the meaning of
// the columns.
func (v HistoryTable) reading(forms *acts) matters {
	w, h := v.words(), v.Table
	out := matters{ID: "reading", Title: w.Text("history.reading", nil), Lead: w.Text("history.reading-lead", nil)}
	switch h.State {
	case openapi.HistoryStateReceived, openapi.HistoryStateFaulty, openapi.HistoryStateQuestions, openapi.HistoryStateClean:
	default: // it is not read any more
		return matters{}
	}
	form := actForm{Act: ActCheckTable, Buttons: []actButton{{Text: w.Text("history.check", nil), Primary: h.State != openapi.HistoryStateClean}}}
	for _, q := range h.Questions[:min(len(h.Questions), questionsAtOnce)] {
		form.Fields = append(form.Fields, v.question(q))
	}
	if h.State == openapi.HistoryStateQuestions {
		out.Title, out.Lead = w.Text("history.questions", map[string]any{"count": h.Counts.Questions}), w.Text("history.questions-lead", nil)
		var rests []choice
		for _, rest := range []openapi.HistorySettingsRest{openapi.HistorySettingsRestAsk, openapi.HistorySettingsRestKnown, openapi.HistorySettingsRestNew} {
			rests = append(rests, choice{Code: string(rest), Name: w.Text("history.rest-"+string(rest), nil), Current: rest == h.Settings.Rest})
		}
		form.Fields = append(form.Fields, actField{Name: "rest", Label: w.Text("history.rest", nil), Options: rests})
	}
	if h.Subject != openapi.HistorySubjectPlayers {
		form.Fields = append(form.Fields, actField{Name: "ranking", Label: w.Text("history.ranking", nil), Options: rankingChoices(w, v.Rankings, h.Ranking)})
	}
	if h.Subject == openapi.HistorySubjectResults {
		form.Fields = append(form.Fields, v.kind(), actField{Name: "timeZone", Label: w.Text("history.time-zone", map[string]any{"example": "Europe/Sofia"}), Value: h.Settings.TimeZone, Most: 60, Required: true})
	}
	mapping := h.Settings.Mapping
	if len(mapping) == 0 {
		mapping = h.Suggested
	}
	columns := v.columns()
	for i, heading := range h.Headings {
		options := []choice{{Name: w.Text("history.left-out", nil), Current: true}}
		for _, column := range columns {
			column.Current = slices.Contains(mapping, openapi.HistoryMapping{Column: column.Code, Heading: heading})
			options[0].Current = options[0].Current && !column.Current
			options = append(options, column)
		}
		form.Fields = append(form.Fields, actField{Name: HeadingField + strconv.Itoa(i), Label: v.heading(i, heading), Options: options})
	}
	out.Forms = []actForm{forms.form(form)}
	return out
}

// heading shows a heading of the table with the values below it in its first lines.
func (v HistoryTable) heading(i int, heading string) string {
	var below []string
	for _, line := range v.Table.Sample {
		if i < len(line) && line[i] != "" && len(below) < 3 {
			below = append(below, line[i])
		}
	}
	if len(below) == 0 {
		return heading
	}
	return heading + " (" + strings.Join(below, ", ") + ")"
}

// question asks for the identity of the person of a line.
func (v HistoryTable) question(q openapi.HistoryQuestion) actField {
	w := v.words()
	field := actField{Name: PersonField + strconv.Itoa(q.Line), Label: w.Text("history.who", map[string]any{"line": q.Line, "who": told(q.Name, q.Club, q.BirthYear)})}
	field.Options = []choice{{Code: PersonOpen, Name: w.Text("history.who-open", nil), Current: true}}
	for _, c := range q.Candidates {
		code, key := c.Player.String(), "history.who-known"
		if c.Line > 0 {
			code, key = PersonLine+strconv.Itoa(c.Line), "history.who-line"
		}
		by := make([]string, len(c.By))
		for i, basis := range c.By {
			by[i] = w.Text("history.by-"+string(basis), nil)
		}
		field.Options = append(field.Options, choice{Code: code, Name: w.Text(key, map[string]any{"line": c.Line, "who": told(c.Name, c.Club, c.BirthYear), "by": strings.Join(by, ", ")})})
	}
	field.Options = append(field.Options, choice{Code: PersonNew, Name: w.Text("history.who-new", nil)})
	return field
}

// told lists the facts that distinguish a person from namesakes.
func told(name, club string, born int) string {
	year := ""
	if born > 0 {
		year = strconv.Itoa(born)
	}
	return strings.Join(present(name, club, year), ", ")
}

// kind is the kind of the events of a table of results.
func (v HistoryTable) kind() actField {
	w := v.words()
	field := actField{Name: "kind", Label: w.Text("history.kind", nil)}
	now := v.Table.Settings.Kind
	if now == "" {
		now = openapi.EventKindRanking
	}
	for _, kind := range []openapi.EventKind{openapi.EventKindRanking, openapi.EventKindNationalFinal, openapi.EventKindRegionalFinal, openapi.EventKindOpen, openapi.EventKindClub, openapi.EventKindOnline} {
		field.Options = append(field.Options, choice{Code: string(kind), Name: w.Text("event-kind."+string(kind), nil), Current: kind == now})
	}
	return field
}

// columns lists the columns a heading can stand for: those that every table of the subject has, and the figures of the ranking.
func (v HistoryTable) columns() (out []choice) {
	w, h := v.words(), v.Table
	names := []string{"name", "club", "city", "birth-year", "mail", "member"}
	switch h.Subject {
	case openapi.HistorySubjectOpenings:
		names = append(names, "national-points")
	case openapi.HistorySubjectResults:
		names = append(names, "event", "day", "place", "venue-city")
	case openapi.HistorySubjectPlayers:
	}
	for _, name := range names {
		out = append(out, choice{Code: name, Name: w.Text("history.column-"+name, nil)})
	}
	if h.Subject == openapi.HistorySubjectPlayers {
		return out
	}
	for _, r := range v.Rankings {
		if r.Id != h.Ranking {
			continue
		}
		for _, c := range r.Columns {
			out = append(out, choice{Code: "figure-" + c.Key, Name: c.Label})
		}
	}
	return out
}

// differences lists the changes of storing the table, planned or done.
func (v HistoryTable) differences() matters {
	w := v.words()
	out := matters{ID: "differences", Title: w.Text("history.differences", nil)}
	for _, d := range v.Table.Differences {
		params := map[string]any{"name": d.Name, "people": d.People, "day": "", "count": d.People}
		if !d.Day.IsZero() {
			params["day"] = w.PlainDate(d.Day.Time)
		}
		item := matter{Lines: []matterLine{{Text: w.Text("history.fault-at", map[string]any{"line": d.Line, "text": w.Text("history.difference-"+string(d.What), params)})}}}
		item.Lines = append(item.Lines, muted(strings.Join(d.Figures, " · "))...)
		out.Items = append(out.Items, item)
	}
	return out
}
