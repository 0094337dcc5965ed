package serve

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/internal/league"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/publication"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

// ofSeason leads from an address of a tenant's navigation to a page of the season under way, and
// to the tenant's own page where none is.
func (s *site) ofSeason(page string) echo.HandlerFunc {
	return s.entered(func(v visit) error {
		season, err := seasonUnderWay(v)
		if err != nil {
			return err
		}
		to := "/t/" + url.PathEscape(v.tenant.Slug)
		if season != nil {
			to += "/s/" + url.PathEscape(season.Slug) + page
		}
		v.echo.Response().Header().Set("Cache-Control", "no-cache")
		return v.echo.Redirect(http.StatusFound, v.reader.Link(to))
	})
}

// rules serves the list of the regulations of a tenant. The list can change without a new revision, so it is cached
// only for times when the database does not answer.
func (s *site) rules(v visit, body *bytes.Buffer) (string, error) {
	list, err := s.rulesets(v)
	if err != nil {
		return "", err
	}
	publication.Spare(v.echo.Response().Header().Set)
	err = s.pages.Rules(body, pages.Rules{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Rulesets: list})
	return bodyTag(body), err
}

// rulebook is one regulation by its paragraphs, named by its id, or by the code with which
// it is cited.
func (s *site) rulebook(v visit, body *bytes.Buffer) (string, error) {
	list, err := s.rulesets(v)
	if err != nil {
		return "", err
	}
	book, found := rulesetNamed(list, v.echo.Param("ruleset"))
	if !found {
		return "", league.ErrNotFound
	}
	var texts openapi.RulesetTextList
	if err := s.read(v, "/rulesets/"+url.PathEscape(book.Id)+"/texts", &texts); err != nil {
		return "", err
	}
	r, _, err := rulesetdesk.At(s.api.desk).Published(v.door, book.Id, 0)
	if err != nil {
		return "", err
	}
	publication.Spare(v.echo.Response().Header().Set)
	err = s.pages.Rulebook(body, pages.Rulebook{
		Reader: v.reader, Tenant: tenantapi.View(v.tenant), Ruleset: book, Texts: texts.Items, Calculators: calculates(r),
	})
	return bodyTag(body), err
}

// rulesetNamed finds the ruleset of an id, else the first of a code: those for new events before
// those that are for none.
func rulesetNamed(list []openapi.RulesetSummary, name string) (openapi.RulesetSummary, bool) {
	for _, fits := range []func(openapi.RulesetSummary) bool{
		func(one openapi.RulesetSummary) bool {
			return one.Id == name && one.State != openapi.RulesetSummaryStateDraft
		},
		func(one openapi.RulesetSummary) bool {
			return one.Code == name && one.State == openapi.RulesetSummaryStatePublished
		},
		func(one openapi.RulesetSummary) bool {
			return one.Code == name && one.State == openapi.RulesetSummaryStateArchived
		},
	} {
		if i := slices.IndexFunc(list, fits); i >= 0 {
			return list[i], true
		}
	}
	return openapi.RulesetSummary{}, false
}

func (s *site) rulesets(v visit) ([]openapi.RulesetSummary, error) {
	var list openapi.RulesetList
	err := s.read(v, "/rulesets", &list)
	return list.Items, err
}

// read reads something public of the tenant from the API.
func (s *site) read(v visit, path string, into any) error {
	problem, err := s.caller(v, false).call(http.MethodGet, tenantPath(v)+path, nil, into)
	if problem != nil {
		return &insideProblem{*problem}
	}
	return err
}
