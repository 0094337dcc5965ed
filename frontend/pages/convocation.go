package pages

import (
	"io"
	"strings"

	"referto/openapi"
)

// Convocation is the page for answering a convocation to a final: letters link to it, and signed-in persons find
// their own convocations there. Opening it changes nothing.
type Convocation struct {
	Reader
	Tenant openapi.Tenant
	// Token is the token of the letter's link; "" for the convocations of the signed-in person.
	Token string
	// Asked are the finals to answer: one for a letter.
	Asked []Asked
	// Refused is the reason why an answer was refused or the link does not work; nil otherwise.
	Refused *Refusal
}

// Asked is a final in which the person has a place.
type Asked struct {
	openapi.ConvocationView
	// Season is the slug of the season where the answer is given by session.
	SeasonSlug string
}

// ConvocationPath is the address of the page, below the tenant's.
const ConvocationPath = "/convocation"

// convocationModel is the content of templates/convocation.html.
type convocationModel struct {
	frame
	Heading, Action, Token, Fault string
	None                          string
	Asked                         []askedModel
}

// askedModel is one final to answer.
type askedModel struct {
	Title, Season, Final string
	Answer               tag
	Facts                []convocationFact
	// Open: an answer is accepted; SaidYes and SaidNo are the given answer.
	Open, SaidYes, SaidNo bool
	// Sure is asked before a no is taken.
	Sure string
}

// convocationFact is a fact to know before answering.
type convocationFact struct {
	Label, Text string
	Rule        ruleRef
}

// Convocation writes the page for answering a convocation.
func (p *Pages) Convocation(out io.Writer, v Convocation) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	w := v.words()
	heading, at := w.Text("convocation.title", nil), address{path: homeAddress(v.Tenant).path + ConvocationPath}
	m := convocationModel{Heading: heading, Action: v.link(at), Token: v.Token}
	if v.Token != "" {
		at = at.with("token", v.Token)
	}
	m.frame = v.frame(&v.Tenant, heading, at)
	m.Unlisted = true
	if v.Refused != nil {
		m.Fault = v.Refused.Text
		if v.Refused.Stale {
			m.Fault = w.Text("convocation.stale", nil)
		}
	} else if len(v.Asked) == 0 {
		m.None = w.Text("convocation.none", nil)
	}
	for _, one := range v.Asked {
		m.Asked = append(m.Asked, v.asked(one))
	}
	return p.render(out, m.Lang, "convocation", m)
}

func (v Convocation) asked(one Asked) askedModel {
	w := v.words()
	m := askedModel{
		Title: one.Title + " · " + one.Season, Season: one.SeasonSlug, Final: string(one.Final),
		Answer:  tag{Color: "muted", Icon: "ring", Text: strings.Join(present(w.Text("convocation."+string(one.Answer), nil), one.Ended.Text), " ")},
		SaidYes: one.Answer == openapi.ConvocationStateComing,
		SaidNo:  one.Answer == openapi.ConvocationStateNotComing,
		Sure:    w.Text("convocation.no-sure", nil),
	}
	m.Open = one.Answer == openapi.ConvocationStateWaiting || m.SaidYes || m.SaidNo
	switch {
	case m.SaidYes:
		m.Answer.Color, m.Answer.Icon = "pine", "check"
	case m.SaidNo:
		m.Answer.Icon = "cross"
	case m.Open:
		m.Answer.Color, m.Answer.Icon = "ochre", "clock"
	}
	if name := one.Follows.Player.Name; name != "" {
		m.Sure = w.Text("convocation.no-sure-next", map[string]any{"name": name})
	}
	until := one.Until
	if one.Answer == openapi.ConvocationStateEnded {
		until = ""
	}
	for _, fact := range []convocationFact{
		{Label: "convocation.when", Text: one.When},
		{Label: "convocation.where", Text: strings.Join(present(one.Venue.Name, one.Venue.Address, one.Venue.City), ", ")},
		{Label: "convocation.right", Text: one.Right.Text, Rule: v.cite(one.Right.Rule)},
		{Label: "convocation.refund", Text: one.RefundExplanation.Text, Rule: v.cite(one.RefundExplanation.Rule)},
		{Label: "convocation.until", Text: until},
		{Label: "convocation.next", Text: strings.Join(present(one.Follows.Player.Name, one.Follows.Explanation.Text), " · "), Rule: v.cite(one.Follows.Explanation.Rule)},
	} {
		if fact.Text != "" {
			fact.Label = w.Text(fact.Label, nil)
			m.Facts = append(m.Facts, fact)
		}
	}
	return m
}
