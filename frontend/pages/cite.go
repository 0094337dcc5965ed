package pages

import (
	"net/url"
	"strings"

	"referto/openapi"
)

// ruleRef is a citation: the paragraph, the regulation with it in full, and where it
// can be read; Link is "" where there is no page of rules.
type ruleRef struct{ Paragraph, Full, Link string }

// citations knows the pages of the paragraphs that a page cites.
type citations struct {
	rules   string // the page of the rules of a tenant; "" for none
	ruleset openapi.RulesetRef
}

// citing returns the reader of a tenant's page that follows a ruleset: citations of that ruleset's code link to it,
// any other code is looked up among the tenant's rulesets. With the zero ruleset all codes are looked up.
func (r Reader) citing(tenant openapi.Tenant, ruleset openapi.RulesetRef) Reader {
	r.cited = citations{rules: rulesAddress(tenant).path, ruleset: ruleset}
	return r
}

// cite makes a citation. A paragraph that begins with a figure is marked as one, or it
// looks like the figures around it.
func (r Reader) cite(rule openapi.Rule) ruleRef {
	if rule.Paragraph == "" {
		return ruleRef{}
	}
	marked := markedParagraph(rule.Paragraph)
	ref := ruleRef{Paragraph: marked, Full: strings.TrimSpace(rule.Code + " " + marked)}
	if r.cited.rules == "" || rule.Code == "" {
		return ref
	}
	book := rule.Code
	if at := r.cited.ruleset; at.Code == rule.Code && at.Id != "" {
		book = at.Id
	}
	at := address{path: r.cited.rules + "/" + url.PathEscape(book), fragment: paragraphID(rule.Paragraph)}
	ref.Link = r.link(at)
	return ref
}

// explained is a reason of the API with its citation.
func (r Reader) explained(e openapi.Explanation) explanation {
	return explanation{Text: e.Text, Rule: r.cite(e.Rule)}
}

// markedParagraph writes the number of a paragraph: "§ 3.2d". One that begins with a word
// needs no mark.
func markedParagraph(number string) string {
	if number != "" && number[0] >= '0' && number[0] <= '9' {
		return "§\u00a0" + number
	}
	return number
}

// paragraphID is the id that a paragraph has on the page of its regulation.
func paragraphID(number string) string { return "p" + strings.ReplaceAll(number, " ", "") }
