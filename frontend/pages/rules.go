package pages

import (
	"io"
	"net/url"

	"referto/openapi"
)

// Rules is the list of the regulations by which a tenant plays.
type Rules struct {
	Reader
	Tenant   openapi.Tenant
	Rulesets []openapi.RulesetSummary
}

// Rulebook is a regulation by its paragraphs.
type Rulebook struct {
	Reader
	Tenant  openapi.Tenant
	Ruleset openapi.RulesetSummary
	Texts   []openapi.RulesetText
	// Calculators reports whether the ruleset has a page of calculators.
	Calculators bool
}

// rulesSheet is the style sheet that only a regulation needs.
const rulesSheet = "rules.css"

// rulesModel is the content of the template "rules".
type rulesModel struct {
	frame
	Heading string
	Books   []rulesLine
}

// rulesLine is one regulation in the list.
type rulesLine struct{ Title, Code, Link, Lang string }

// rulebookModel is the content of the template "rulebook".
type rulebookModel struct {
	frame
	Heading, Code, Language, All, CalculatorLink string
	Texts                                        []paragraph
}

// paragraph is one of a regulation, as the regulation words it.
type paragraph struct {
	Number, ID, Title, Language string
	Blocks                      []textBlock
	Computed                    bool
}

func rulesAddress(tenant openapi.Tenant) address {
	return address{path: homeAddress(tenant).path + RulesPath}
}

func rulebookAddress(tenant openapi.Tenant, ruleset string) address {
	return address{path: rulesAddress(tenant).path + "/" + url.PathEscape(ruleset)}
}

// Rules writes the list of the regulations of a tenant.
func (p *Pages) Rules(out io.Writer, v Rules) error {
	w := v.words()
	m := rulesModel{frame: v.frame(&v.Tenant, w.Text("rules.title", nil), rulesAddress(v.Tenant)), Heading: w.Text("rules.title", nil)}
	m.Data = "/v1/tenants/" + url.PathEscape(v.Tenant.Slug) + "/rulesets"
	for _, one := range v.Rulesets {
		if one.State != openapi.RulesetSummaryStateDraft {
			m.Books = append(m.Books, rulesLine{Title: one.Title, Code: one.Code, Lang: one.Language, Link: v.link(rulebookAddress(v.Tenant, one.Id))})
		}
	}
	return p.render(out, m.Lang, "rules", m)
}

// Rulebook writes a regulation, each paragraph at an address of its own.
func (p *Pages) Rulebook(out io.Writer, v Rulebook) error {
	m := rulebookModel{
		frame:   v.frame(&v.Tenant, v.Ruleset.Title, rulebookAddress(v.Tenant, v.Ruleset.Id)),
		Heading: v.Ruleset.Title, Code: v.Ruleset.Code, Language: v.Ruleset.Language, All: v.link(rulesAddress(v.Tenant)),
	}
	m.Sheet, m.Data = rulesSheet, rulesDataAddress(v.Tenant, v.Ruleset.Id)
	if v.Calculators {
		m.CalculatorLink = v.link(calculatorAddress(v.Tenant, v.Ruleset.Id))
	}
	known := make(map[string]bool, len(v.Texts))
	for _, one := range v.Texts {
		known[one.Paragraph] = true
	}
	for _, one := range v.Texts {
		m.Texts = append(m.Texts, paragraph{
			Number: markedParagraph(one.Paragraph), ID: paragraphID(one.Paragraph), Title: one.Title, Language: one.Language,
			Blocks: ruleText(one.Text, known), Computed: one.Computed,
		})
	}
	return p.render(out, m.Lang, "rulebook", m)
}
