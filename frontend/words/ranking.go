package words

import (
	"slices"
	"strings"

	"golang.org/x/text/language"

	"referto/internal/recent"
)

// Ranking reduces an Accept-Language header to its meaning for every page there can be: two
// headers of one ranking are answered in the same language by [Negotiate], whatever is
// offered. There are few of them, however many headers there are.
func Ranking(acceptLanguage string) string {
	if acceptLanguage == "" || len(acceptLanguage) > longestHeader {
		return ""
	}
	if known, ok := rankings.Get(acceptLanguage); ok {
		return known
	}
	ranking := rank(acceptLanguage)
	rankings.Put(strings.Clone(acceptLanguage), ranking)
	return ranking
}

func rank(acceptLanguage string) string {
	wanted, _, err := language.ParseAcceptLanguage(acceptLanguage)
	if err != nil {
		return ""
	}
	answers := make([]string, len(choices))
	for i, c := range choices {
		if _, best, confidence := c.matcher.Match(wanted...); confidence >= language.High {
			answers[i] = c.offered[best]
		}
	}
	if slices.Max(answers) == "" {
		return "" // none of ours
	}
	return strings.Join(answers, ",")
}

// offer is a set of languages that a page may be there in.
type offer struct {
	offered []string
	matcher language.Matcher
}

// choices are all non-empty sets of languages, in one order: the order of a tenant matters only if the header names
// none of them.
var choices = func() (all []offer) {
	for set := 1; set < 1<<len(languages); set++ {
		var o offer
		var tags []language.Tag
		for i, lang := range languages {
			if set&(1<<i) != 0 {
				o.offered = append(o.offered, lang)
				tags = append(tags, language.MustParse(lang))
			}
		}
		o.matcher = language.NewMatcher(tags)
		all = append(all, o)
	}
	return all
}()

// rankings caches the rankings of the headers seen, of which a site's readers have a few hundred; the bound is for
// invented ones.
var rankings = recent.New[string, string](1000)
