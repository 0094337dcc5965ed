package pages

import (
	"net/url"
	"strconv"

	"referto/openapi"
)

// address is a page of this site with its own parameters; the parameters of the reader's preferences follow them.
type address struct {
	path     string
	params   []param // in the order written
	fragment string
}

type param struct{ Name, Value string }

func homeAddress(tenant openapi.Tenant) address {
	return address{path: "/t/" + url.PathEscape(tenant.Slug)}
}

func eventAddress(tenant openapi.Tenant, event openapi.Event) address {
	return address{path: homeAddress(tenant).path + "/e/" + url.PathEscape(event.Slug)}
}

// below is the address of a page below another one's.
func (a address) below(path string) address { return address{path: a.path + path} }

func drawAddress(tenant openapi.Tenant, event openapi.Event) address {
	return address{path: eventAddress(tenant, event).path + "/draw"}
}

func calculatorAddress(tenant openapi.Tenant, ruleset string) address {
	return address{path: homeAddress(tenant).path + "/rules/" + url.PathEscape(ruleset) + "/calculator"}
}

// dataAddress returns the address of an event in the API.
func dataAddress(tenant openapi.Tenant, event openapi.Event) string {
	return "/v1/tenants/" + url.PathEscape(tenant.Slug) + "/events/" + event.Id.String()
}

// rulesDataAddress returns the address of a ruleset with its texts in the API.
func rulesDataAddress(tenant openapi.Tenant, ruleset string) string {
	return "/v1/tenants/" + url.PathEscape(tenant.Slug) + "/rulesets/" + url.PathEscape(ruleset)
}

// round is the address with the round that is shown.
func (a address) round(number int) address {
	return a.with("round", strconv.Itoa(number))
}

func (a address) with(name, value string) address {
	a.params = append(a.params[:len(a.params):len(a.params)], param{name, value})
	return a
}

// choices are the reader's own parameters.
func (r Reader) choices() []param {
	var params []param
	if r.LangChosen {
		params = append(params, param{"lang", r.words().Lang()})
	}
	if r.ShownTheme() != "" {
		params = append(params, param{"theme", r.ShownTheme()})
	}
	return params
}

// link writes an address for this reader.
func (r Reader) link(a address) string {
	link, separator := a.path, "?"
	for _, p := range append(a.params[:len(a.params):len(a.params)], r.choices()...) {
		link += separator + url.QueryEscape(p.Name) + "=" + url.QueryEscape(p.Value)
		separator = "&"
	}
	if a.fragment != "" {
		link += "#" + a.fragment
	}
	return link
}
