package words

import (
	"slices"

	"golang.org/x/text/language"
)

// longestHeader bounds the Accept-Language that is looked at; browsers send
// under a hundred bytes.
const longestHeader = 300

// Negotiate chooses the language of an answer: the one asked for by name
// (?lang=it), else the best by the Accept-Language header, else the first of
// those offered. Offered are a tenant's languages in its order of preference;
// those that the product does not speak are passed over, and where none remains
// all of [Languages] are offered. The result is always one of [Languages].
func Negotiate(asked, acceptLanguage string, offered []string) string {
	var spoken []string
	for _, lang := range offered {
		if slices.Contains(languages, lang) {
			spoken = append(spoken, lang)
		}
	}
	if len(spoken) == 0 {
		spoken = languages
	}
	if slices.Contains(spoken, asked) {
		return asked
	}
	if acceptLanguage == "" || len(acceptLanguage) > longestHeader {
		return spoken[0]
	}
	tags := make([]language.Tag, len(spoken))
	for i, lang := range spoken {
		tags[i] = language.MustParse(lang)
	}
	wanted, _, err := language.ParseAcceptLanguage(acceptLanguage)
	if err != nil {
		return spoken[0]
	}
	_, best, confidence := language.NewMatcher(tags).Match(wanted...)
	if confidence < language.High {
		return spoken[0]
	}
	return spoken[best]
}
