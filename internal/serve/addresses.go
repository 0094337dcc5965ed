package serve

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"referto/frontend/pages"
	"referto/frontend/words"
)

// accepts reports whether a parameter of a page may have a value. A parameter with an impossible value is ignored.
type accepts func(value string) bool

// addressed lists the parameters that the address of a page may have, by name.
type addressed struct {
	pattern string // of the path, as echo has it
	params  map[string]accepts
}

// The parameters of pages. Text is bounded in length only: a page answers 404 if there is no such region, club or
// table of standings.
var (
	ofReader = map[string]accepts{"lang": oneOf(words.Languages()...), "theme": oneOf("light", "dark")}
	ofEvent  = map[string]accepts{"round": aRound, "standings": regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,59}$`).MatchString, "q": someText}
	ofRegion = map[string]accepts{"region": someText}
	// A wrong parameter of a ranking is refused, because a page other than the requested one would be wrong
	// information.
	ofRanking = map[string]accepts{"page": someText, "asOf": someText, "around": someText, "q": someText, "club": someText, "category": someText}
)

// publicPages are the pages that are the same for everybody, with all their parameters. Their routes are those of
// site.routes; a test compares.
var publicPages = []addressed{
	{"/", with(ofReader, map[string]accepts{"n": isExpected})},
	{pages.OrganizersPath, with(ofReader, map[string]accepts{"after": isTenant})},
	{string(pages.Accessibility), with(ofReader)},
	{string(pages.Privacy), with(ofReader)},
	{"/t/:tenant", with(ofReader)},
	{"/t/:tenant/", with(ofReader)},
	{"/t/:tenant/e/:event", with(ofReader, ofEvent)},
	{"/t/:tenant/e/:event/draw", with(ofReader)},
	{"/t/:tenant/series/:series", with(ofReader)},
	{"/t/:tenant/s/:season", with(ofReader, ofRegion, map[string]accepts{"by": oneOf("region")})},
	{"/t/:tenant/s/:season/qualification", with(ofReader)},
	{"/t/:tenant/s/:season" + pages.FinalListPath, with(ofReader, ofRegion)},
	{"/t/:tenant/s/:season/calendar.ics", with(ofReader, ofRegion, map[string]accepts{"club": someText})},
	{"/t/:tenant/rankings", with(ofReader)},
	{"/t/:tenant/rankings/:ranking", with(ofReader, ofRanking)},
	{"/t/:tenant/rankings/:ranking/hall", with(ofReader, ofRanking)},
	{"/t/:tenant/players/:player", with(ofReader, map[string]accepts{"against": someText, "results": oneOf("all")})},
	{"/t/:tenant" + pages.RulesPath, with(ofReader)},
	{"/t/:tenant" + pages.RulesPath + "/:ruleset", with(ofReader)},
	{"/t/:tenant/clubs", with(ofReader)},
	{"/t/:tenant/clubs/:club", with(ofReader)},
}

// publicReads are the operations of the API that are cached in the same way. The contract defines their parameters
// and refuses others, so here they are only sorted.
var publicReads = []string{
	"/v1/tenants/:tenant/events/:event/standings",
	"/v1/tenants/:tenant/seasons/:season/places",
	"/v1/tenants/:tenant/series/:series/standings",
	"/v1/tenants/:tenant/series/:series/clubs",
	"/v1/tenants/:tenant/rankings/:ranking/standings",
}

func with(sets ...map[string]accepts) map[string]accepts {
	all := map[string]accepts{}
	for _, set := range sets {
		for name, one := range set {
			all[name] = one
		}
	}
	return all
}

func oneOf(values ...string) accepts {
	return func(value string) bool { return slices.Contains(values, value) }
}

// mostRounds bounds the rounds of an event.
const mostRounds = 50

func aRound(value string) bool {
	n, err := strconv.Atoi(value)
	return err == nil && n >= 1 && n <= mostRounds && strconv.Itoa(n) == value
}

func someText(value string) bool { return value != "" && len(value) <= 200 }

// publicAddress returns a request with the canonical form of its address: the path in our own spelling, and of the
// parameters those that the page knows with values that they can have, each once, in one order. It returns false for
// an address that is not public in its own right.
func publicAddress(r *http.Request) (*http.Request, bool) {
	raw := r.URL.RawPath
	if strings.Contains(strings.ToLower(raw), "%2f") {
		return nil, false // a slash that parts nothing
	}
	var params map[string]accepts
	read := slices.ContainsFunc(publicReads, func(pattern string) bool { return fits(pattern, r.URL.Path) })
	if !read {
		i := slices.IndexFunc(publicPages, func(a addressed) bool { return fits(a.pattern, r.URL.Path) })
		if i < 0 {
			return nil, false
		}
		params = publicPages[i].params
	}
	if r.RequestURI == r.URL.Path && plainPath(r.RequestURI) {
		return r, true // without a query there is only one form
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil && read {
		return nil, false // refused by the contract
	}
	meant := url.Values{}
	for name, values := range query {
		switch accepted := params[name]; {
		case read:
			meant[name] = values
		case accepted != nil && accepted(values[0]):
			meant.Set(name, values[0])
		}
	}
	out := *r
	out.URL = &url.URL{Path: r.URL.Path, RawQuery: meant.Encode()}
	out.RequestURI = out.URL.RequestURI()
	return &out, true
}

// plainPath reports whether a path is of letters, digits and signs only that are never
// escaped in an address.
func plainPath(path string) bool {
	for _, c := range []byte(path) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		digit := '0' <= c && c <= '9'
		if !letter && !digit && strings.IndexByte("/-_.~", c) < 0 {
			return false
		}
	}
	return true
}

// fits reports whether a path is of a pattern of echo's.
func fits(pattern, path string) bool {
	for {
		segment, rest, more := strings.Cut(pattern, "/")
		part, after, parts := strings.Cut(path, "/")
		switch {
		case more != parts:
			return false
		case strings.HasPrefix(segment, ":"):
			if part == "" {
				return false
			}
		case segment != part:
			return false
		}
		if !more {
			return true
		}
		pattern, path = rest, after
	}
}
