package pages

import (
	"fmt"
	"io"
	"strings"

	"referto/openapi"
)

// Front is the front page of the site: what the product does, a rule at work in a real event, current events, how
// each regulation seats a number of players, and the organizers.
type Front struct {
	Reader
	// Proofs are events, one of whose standings is shown with a rule at work: the first in which the rule draws a
	// line, else the first in which it decides anything.
	Proofs []EventPage
	// On are the events that are played and the next ones, in the order shown.
	On []Hosted
	// Organizers are federations and clubs in the order shown; More: there are others.
	Organizers []Organizer
	More       bool
	// Expected is the number of players that the reader has entered, Answers how each regulation seats them.
	Expected int
	Answers  []FieldAnswer
}

// Organizer is a federation or a club with its current or next event.
type Organizer struct {
	Tenant openapi.Tenant
	Next   *openapi.Event // nil for nothing
}

// FieldAnswer describes the tables and rounds of a regulation for a number of players.
type FieldAnswer struct {
	Title, Language string
	Tables          []int // sizes, in order
	Waiting         int   // number of reserves
	Rounds          int
	Semifinal       bool
	Final           bool
	Rule            openapi.Rule
	Refusal         string // why they cannot play; "" where they can
}

// The numbers of players that the page can be asked about, and the one it begins with.
const (
	FewestExpected  = 3
	MostExpected    = 200
	UsuallyExpected = 17
)

// frontSheet is the style sheet that only this page needs.
const frontSheet = "front.css"

// frontModel is the content of templates/front.html.
type frontModel struct {
	frame
	Register, Found, Here  string
	Proof                  *standingsModel
	ProofTitle, ProofLink  string
	On                     []eventLine
	Organizers             []organizerLine
	Expected, Fewest, Most int
	AnswerHeading          string
	Answers                []answerLine
	Choices                []param
	All                    string // address of all federations and clubs, where there are others; "" for none
}

// organizerLine is one federation or club.
type organizerLine struct {
	Name, Link, Kind, Next string
	Logo                   *logo
}

// answerLine shows the answer of one regulation.
type answerLine struct {
	Title, Language, Tables, Then string
	Rule                          ruleRef
}

// Front writes the first page of the site.
func (p *Pages) Front(out io.Writer, v Front) error {
	w := v.words()
	at := address{path: "/"}
	if v.Expected != UsuallyExpected {
		at = at.with("n", fmt.Sprint(v.Expected))
	}
	m := frontModel{
		frame: v.frame(nil, w.Text("front.title", nil), at), Register: v.Link(string(Register)), Found: v.Link(FoundingPath), Here: "/", Choices: v.choices(),
		Expected: v.Expected, Fewest: FewestExpected, Most: MostExpected,
		AnswerHeading: w.Text("front.with", map[string]any{"count": v.Expected}),
	}
	m.Title, m.Sheet, m.Description = "Referto: "+w.Text("front.title", nil), frontSheet, w.Text("front.lead", nil)
	if v.More {
		m.All = v.Link(OrganizersPath)
	}
	for _, one := range v.Proofs {
		shown, line := newEventPage(one, p.zone(one.Event.TimeZone)).proof()
		if shown == nil || m.Proof != nil && !line {
			continue
		}
		m.Proof, m.ProofTitle, m.ProofLink = shown, one.Event.Title, v.link(eventAddress(one.Tenant, one.Event))
		if line {
			break
		}
	}
	for _, one := range v.On {
		m.On = append(m.On, p.eventLine(Home{Reader: v.Reader}, one))
	}
	for _, one := range v.Organizers {
		m.Organizers = append(m.Organizers, p.organizer(v, one))
	}
	for _, one := range v.Answers {
		m.Answers = append(m.Answers, v.answer(one))
	}
	return p.render(out, m.Lang, "front", m)
}

func (p *Pages) organizer(v Front, one Organizer) organizerLine {
	w := v.words()
	line := v.organizer(one.Tenant)
	switch {
	case one.Next == nil:
	case one.Next.State == openapi.EventStateRunning:
		line.Next = strings.Join(present(w.Text("front.now", nil), one.Next.Venue.City), ", ")
	default:
		line.Next = strings.Join(present(w.ShortDate(one.Next.StartsAt.In(p.zone(one.Next.TimeZone))), one.Next.Venue.City), ", ")
	}
	return line
}

func (v Front) answer(one FieldAnswer) answerLine {
	w := v.words()
	line := answerLine{Title: one.Title, Language: one.Language, Rule: v.cite(one.Rule)}
	if one.Refusal != "" {
		line.Then = one.Refusal
		return line
	}
	line.Tables = w.Text("front.tables", map[string]any{"sizes": strings.Trim(fmt.Sprint(one.Tables), "[]")})
	var then []string
	if one.Waiting > 0 {
		then = append(then, w.Text("front.waiting", map[string]any{"count": one.Waiting}))
	}
	if one.Rounds > 0 {
		then = append(then, w.Text("front.rounds", map[string]any{"count": one.Rounds}))
	}
	if one.Semifinal {
		then = append(then, w.Text("front.semifinal", nil))
	}
	if one.Final {
		then = append(then, w.Text("front.final", nil))
	}
	line.Then = strings.Join(then, ", ")
	return line
}

// proof is a part of the standings around a place that a rule decides: where a line is drawn if it is
// decided there, else the first one, and whether it is a line. It is nil where nothing is decided.
func (s *eventPage) proof() (m *standingsModel, line bool) {
	m = s.standings()
	decided := -1
	for i, row := range m.Rows {
		if row.Why.Text != "" && (decided < 0 || row.Why.Open) {
			if decided = i; row.Why.Open {
				break
			}
		}
	}
	if decided < 1 {
		return nil, false
	}
	line = m.Rows[decided].Why.Open
	m.Rows[decided].Why.Open = true
	m.Rows = m.Rows[max(0, decided-2):min(len(m.Rows), decided+2)]
	if len(m.Rows) > 0 && m.Rows[0].Entry != s.Standings.Rows[0].Entry.Number {
		m.Rows[0].Why, m.Rows[0].Cut = whyModel{}, nil
	}
	m.ShowMovement, m.ShowTable, m.ShowGames, m.Lists, m.Left, m.Unclassified = false, false, false, nil, nil, nil
	m.Span = 2 + len(m.Columns)
	return m, line
}
