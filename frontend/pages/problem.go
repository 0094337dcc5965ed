package pages

import (
	"io"
	"strconv"

	"referto/openapi"
)

// problemModel is the content of templates/problem.html.
type problemModel struct {
	frame
	Heading, Detail, Hint string
	Rule                  ruleRef
	Reasons               []explanation
	NeedsRole             string
	RequestID             string
}

// Problem writes the page that explains an error. The caller sets the status of the answer.
func (p *Pages) Problem(out io.Writer, v Problem) error {
	w, problem := v.words(), v.Problem
	if v.Tenant != nil {
		v.Reader = v.citing(*v.Tenant, openapi.RulesetRef{})
	}
	heading := problem.Title
	if key := "problem." + strconv.Itoa(problem.Status); w.Has(key) {
		heading = w.Text(key, nil)
	}
	var at address // the page itself, whatever it is called
	m := problemModel{
		frame: v.frame(v.Tenant, heading, at), Heading: heading,
		Detail: problem.Detail, Rule: v.cite(problem.Rule), RequestID: problem.RequestId,
	}
	if key := "problem.hint-" + strconv.Itoa(problem.Status); w.Has(key) {
		m.Hint = w.Text(key, nil)
	}
	for _, reason := range problem.Errors {
		m.Reasons = append(m.Reasons, explanation{Text: reason.Text, Rule: v.cite(reason.Rule)})
	}
	if len(problem.NeedsRole) > 0 {
		roles := make([]string, len(problem.NeedsRole))
		for i, role := range problem.NeedsRole {
			roles[i] = role
			if key := "role." + role; w.Has(key) {
				roles[i] = w.Text(key, nil)
			}
		}
		m.NeedsRole = w.Text("problem.needs-role", map[string]any{"roles": w.List(roles)})
	}
	return p.render(out, m.Lang, "problem", m)
}
