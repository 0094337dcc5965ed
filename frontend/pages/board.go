package pages

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"referto/internal/league/season"
	"referto/openapi"
)

// boardPage is the content of the template "board".
type boardPage struct {
	frame
	Heading, Season, SeasonLink, Period string
	Figures                             []boardFigure
	Today                               string
	Axis                                []axisMonth
	Large                               string // name of the larger tiers, for the key
	Regions                             []regionRow
	Open                                *openRow
	Places, Lost                        []placeRow
	Coming                              *comingRow
	NationalFinal                       string
	// Caption and National are of the table of places.
	Caption  string
	National bool
	// ListLink leads to the list of the national final.
	ListLink string
	Series   []choice
}

type boardFigure struct{ Label, Number, Of string }

type axisMonth struct {
	X    int
	Name string
}

// regionRow is a region of the board: the visible row, and the details that open below it.
type regionRow struct {
	ID, Name, Contact string
	Strip             strip
	Count             string
	// CalledUp is "+2": the finalists added by the rule on small fields.
	CalledUp, CalledUpText string
	Text                   string
	Rule                   ruleRef
	Notes                  []string
	Why                    explanation // the rule in full
	Tentative              bool
	Final                  finalCell
	Events                 []seasonEvent
	People, Void           []placeRow
	Breaches               []explanation
	ListLink               string // to the list of its final
}

// finalCell shows when and where a region plays its final.
type finalCell struct {
	Day, DateTime, City, Link string
	ToFix                     bool
}

// openRow is the strip of the events that belong to no region.
type openRow struct {
	Strip  strip
	Count  string
	Events []seasonEvent
}

// placeRow is a place with how it came to be so.
type placeRow struct {
	ID, Position, Holder, Region string
	HolderLink                   string // "" if the player is unknown
	Via, ViaLink                 string
	Rule                         ruleRef
	Refund                       string
	RefundRule                   ruleRef
	State                        tag
	Pencil                       bool
	Steps                        []stepLine
	RefundWhy                    explanation
}

// tag is a state: a shape and a word, a color last.
type tag struct{ Color, Icon, Text string }

type stepLine struct {
	Day, DateTime, Name, Text string
	Link                      string // to the page of the person; "" for none
	Rule                      ruleRef
}

// comingRow stands for the places that the regional finals will give.
type comingRow struct {
	Positions, Text string
	Rule            ruleRef
}

// Board writes the page of the players qualified for the finals of a season.
func (p *Pages) Board(out io.Writer, v Board) error {
	s := newSeasonPage(v.Reader, v.Tenant, v.Season)
	m := boardPage{
		frame:   v.frame(&v.Tenant, s.text("board.title")+" · "+v.Season.Title, boardAddress(v.Tenant, v.Season)),
		Heading: s.text("board.title"), Season: v.Season.Title, SeasonLink: s.link(seasonAddress(v.Tenant, v.Season)),
		Period: s.period(), Figures: s.figures(v), NationalFinal: s.nationalFinal(), Caption: s.text("board.national-caption"), National: true, Series: seriesLinks(v.Reader, v.Tenant, v.Series),
	}
	m.Description = m.Period
	m.Sheet, m.Data = seasonSheet, seasonData(v.Tenant, v.Season)+"/places"
	m.Twins, m.ListLink = []twin{tableTwin(s.w, m.Data+"?format=csv")}, s.link(finalAddress(v.Tenant, v.Season, ""))
	sc := newScale(v.Season, v.Today, latest(v)...)
	for _, month := range sc.months() {
		m.Axis = append(m.Axis, axisMonth{X: sc.at(month), Name: s.text("month-short." + strconv.Itoa(int(month.Month())))})
	}
	for i, region := range v.Regions {
		row := s.regionRow(sc, region)
		row.ID = "r" + strconv.Itoa(i+1)
		m.Regions = append(m.Regions, row)
		if row.Strip.Now > 0 {
			m.Today = s.text("board.today", "day", s.w.PlainDate(v.Today))
		}
	}
	m.Open, m.Large = s.openRow(sc, v.Open), largeTiers(v)
	s.national(&m, v)
	return p.render(out, m.Lang, "board", m)
}

// latest are days that must find room on the strips.
func latest(v Board) []time.Time {
	var latest []time.Time
	for _, region := range v.Regions {
		latest = append(latest, region.Final.Day)
		for _, e := range region.Events {
			latest = append(latest, e.Day)
		}
	}
	for _, e := range v.Open {
		latest = append(latest, e.Day)
	}
	return latest
}

// everyEvent are the events of the season.
func everyEvent(v Board) []SeasonEvent {
	all := v.Open[:len(v.Open):len(v.Open)]
	for _, region := range v.Regions {
		all = append(all, region.Events...)
	}
	return all
}

// figures are the three numbers at the top.
func (s *seasonPage) figures(v Board) []boardFigure {
	count := map[season.Standing]int{}
	all := everyEvent(v)
	for _, e := range all {
		count[e.Standing]++
	}
	number := func(n int) string { return s.w.Number(n) }
	return []boardFigure{
		{Label: s.text("board.homologated"), Number: number(count[season.Homologated]), Of: s.text("board.of", "number", len(all))},
		{Label: s.text("board.waiting"), Number: number(count[season.Provisional])},
		{Label: s.text("board.assigned"), Number: number(len(v.Places)), Of: s.text("board.of", "number", len(v.Places)+v.Coming)},
	}
}

// largeTiers are the names of the larger tiers that there are.
func largeTiers(v Board) string {
	var names []string
	for _, e := range everyEvent(v) {
		if e.Large && !strings.Contains(strings.Join(names, ", "), e.Tier) {
			names = append(names, e.Tier)
		}
	}
	return strings.Join(names, ", ")
}

func (s *seasonPage) openRow(sc scale, events []SeasonEvent) *openRow {
	if len(events) == 0 {
		return nil
	}
	row := &openRow{Strip: sc.strip(), Count: s.w.Number(len(events))}
	for _, e := range events {
		row.Events = append(row.Events, s.event(e))
		row.Strip.Marks = append(row.Strip.Marks, s.mark(sc, e))
	}
	return row
}

func (s *seasonPage) regionRow(sc scale, r BoardRegion) regionRow {
	own := len(r.Finalists) - r.CalledUp
	row := regionRow{
		Name: r.Name, Contact: r.Contact, Strip: sc.strip(), Count: s.w.Number(own),
		Rule: s.cite(r.Why.Rule), Tentative: r.Tentative && r.Format.Kind != season.NoFinal, Final: s.finalCell(r),
	}
	row.ListLink = s.link(finalAddress(s.tenant, s.season, cmp.Or(r.Host, r.Name)))
	row.Text, row.Notes = s.format(r, own)
	if !r.Decided { // the manager's words stand in the row
		row.Why = s.explained(r.Why)
	}
	if r.CalledUp > 0 {
		row.CalledUp, row.CalledUpText = "+"+s.w.Number(r.CalledUp), s.text("board.called-up-count", "count", r.CalledUp)
	}
	for _, e := range r.Events {
		row.Events = append(row.Events, s.event(e))
		row.Strip.Marks = append(row.Strip.Marks, s.mark(sc, e))
	}
	if !r.Final.Day.IsZero() && r.Host == "" {
		title := strings.Join(present(s.text("board.regional-final"), s.w.Day(r.Final.Day), r.Final.City), ", ")
		row.Strip.Marks = append(row.Strip.Marks, mark{X: sc.at(r.Final.Day), Shape: finalShape(r.Result), Title: title})
	}
	for _, place := range r.Finalists {
		row.People = append(row.People, s.place(place))
	}
	for _, place := range r.Void {
		row.Void = append(row.Void, s.place(place))
	}
	for _, breach := range r.Breaches {
		row.Breaches = append(row.Breaches, s.explained(breach))
	}
	return row
}

// format describes the format of a region's final, or its winner, and further notes.
func (s *seasonPage) format(r BoardRegion, own int) (text string, notes []string) {
	f := r.Format
	switch {
	case r.Champion != "" && r.Result != season.Invalidated:
		text = s.text("board.won", "name", r.Champion)
	case r.Result == season.Invalidated:
		text = s.text("board.final-invalid")
	case f.Kind == season.Table && f.Semifinals > 0:
		text = s.text("board.format-semifinals", "tables", f.Semifinals, "field", f.Field)
	default:
		text = s.text("board.format-"+string(f.Kind), "field", f.Field, "finalists", own, "host", r.Host)
	}
	if r.Decided {
		notes = append(notes, r.Why.Text)
	}
	if len(r.Guests) > 0 {
		notes = append(notes, s.text("board.guests", "regions", s.w.List(r.Guests)))
	}
	if r.CalledUp > 0 && r.Result == "" {
		var names []string
		for _, place := range r.Finalists[own:] {
			names = append(names, place.Holder)
		}
		notes = append(notes, s.text("board.called-up", "names", s.w.List(present(names...))))
	}
	return text, notes
}

func (s *seasonPage) finalCell(r BoardRegion) finalCell {
	if r.Final.Day.IsZero() {
		plays := r.Format.Kind == season.Table || r.Format.Kind == season.Tournament || r.Format.Kind == season.Unresolved
		return finalCell{ToFix: plays && r.Host == ""}
	}
	return finalCell{Day: s.w.Day(r.Final.Day), DateTime: r.Final.Day.Format(time.DateOnly), City: r.Final.City, Link: s.eventLink(r.Final.Slug)}
}

// national adds the list of the national final.
func (s *seasonPage) national(m *boardPage, v Board) {
	for i, place := range v.Places {
		row := s.place(place)
		row.ID, row.Position = "n"+strconv.Itoa(i+1), strconv.Itoa(i+1)
		m.Places = append(m.Places, row)
	}
	for i, place := range v.Lost {
		row := s.place(place)
		row.ID = "l" + strconv.Itoa(i+1)
		m.Lost = append(m.Lost, row)
	}
	m.Coming = s.coming(len(v.Places), v.Coming, v.ComingRefund, v.ComingRule)
}

// coming stands for places that the regional finals will give, after the places that have a holder; nil if there are
// none.
func (s *seasonPage) coming(has, more int, refund bool, by openapi.Rule) *comingRow {
	if more == 0 {
		return nil
	}
	row := &comingRow{Positions: strconv.Itoa(has + 1), Rule: s.cite(by), Text: s.text("board.coming")}
	if more > 1 {
		row.Positions += fmt.Sprintf("–%d", has+more)
	}
	if refund {
		row.Text = s.text("board.coming-paid")
	}
	return row
}

func (s *seasonPage) place(p BoardPlace) placeRow {
	row := placeRow{
		Holder: p.Holder, HolderLink: playerLink(s.Reader, s.tenant, p.HolderID), Region: p.Origin.Region, Via: s.via(p), ViaLink: s.eventLink(p.Origin.Slug), Rule: s.cite(p.Rule),
		Refund: s.text("board.no"), RefundRule: s.cite(p.RefundWhy.Rule), RefundWhy: s.explained(p.RefundWhy),
		State: s.placeState(p), Pencil: p.Provisional && p.Holder != "",
	}
	if p.Refund {
		row.Refund = s.text("board.yes")
	}
	for _, step := range p.Steps {
		line := stepLine{Name: step.Name, Link: playerLink(s.Reader, s.tenant, step.Player), Text: step.Text, Rule: s.cite(step.Rule)}
		if !step.Day.IsZero() {
			line.Day, line.DateTime = s.w.PlainDate(step.Day), step.Day.Format(time.DateOnly)
		}
		row.Steps = append(row.Steps, line)
	}
	return row
}

// via is the title of a place: where it comes from.
func (s *seasonPage) via(p BoardPlace) string {
	o := p.Origin
	event := o.Event
	if o.Tier != "" {
		event = o.Tier + ", " + event
	}
	via := s.text("board.from-"+string(o.Kind), "event", event, "rank", o.Rank, "players", o.Players, "region", o.Region)
	if p.For != "" {
		via = s.text("board.in-place-of", "title", via, "name", p.For)
	}
	return via
}

func (s *seasonPage) placeState(p BoardPlace) tag {
	t := tag{Text: s.text("board.place-" + string(p.State))}
	switch p.State {
	case season.Accepted:
		t.Color, t.Icon = "pine", "check"
	case season.Offered:
		t.Color, t.Icon = "ochre", "clock"
		if !p.AnswerBy.IsZero() {
			t.Text = s.text("board.answers-by", "day", s.w.Day(p.AnswerBy))
		}
	case season.PlaceDeclined, season.PlaceLapsed, season.Lost, season.Void:
		t.Color, t.Icon = "brick", "cross"
	case season.Held:
		t.Color, t.Icon = "muted", "ring"
		if p.Provisional {
			t.Text = s.text("board.place-provisional")
		}
	}
	return t
}
