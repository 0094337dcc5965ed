package people

import (
	_ "embed" // the table of ages is a file
	"strconv"
	"strings"
	"time"
)

// AgeOfRegulation is the age of GDPR Art. 8 (1): it applies if the law of a country sets no lower
// one, and if the country is not known.
const AgeOfRegulation = 16

// agesFile has the age of each country that the table knows, a line each: the code of ISO 3166-1, a comma, the age.
// Sources: the laws by which the member states use Art. 8 (1), as the Commission lists them; among them Italy,
// d.lgs. 196/2003 art. 2-quinquies (14), Bulgaria, ZZLD art. 25v (14), and Germany, which has no law of its own (16).
// GB, IS, LI and NO are no member states and use the same article. CH is none and has no age in its law (the power of
// judgment decides, ZGB art. 16), so that it has the one of the regulation.
//
// Compared on 2026-11-27 from memory with what the laws said, not with the official journals of that day: whoever runs
// a federation in a country with a bill to raise its age (Norway 15, Spain 16) looks it up. Denmark's 15 holds
// since 2024, Slovenia's since 2023.
//
// The age is compared with the year of the day at which somebody asks (UTC), less the year of birth, which is all that is
// known: [MinorsFrom]. By it is decided for whom a guardian agrees, to whatever purpose, and who is shown by the
// initials. It is not the age of majority, and not that of a year category, which is a setting of the tenant.
//
//go:embed ages.csv
var agesFile string

// ages are the ages by country.
var ages = func() map[string]int {
	out := map[string]int{}
	for line := range strings.Lines(agesFile) {
		country, text, _ := strings.Cut(strings.TrimSpace(line), ",")
		age, err := strconv.Atoi(text)
		if err != nil {
			panic("people: ages.csv: " + line)
		}
		out[country] = age
	}
	return out
}()

// AgeOf returns the age from which people of a country consent themselves to the processing of
// their data.
func AgeOf(country string) int {
	if age, known := ages[country]; known {
		return age
	}
	return AgeOfRegulation
}

// MinorsFrom returns the first year of birth of minors on a day. Only the year of birth is known,
// so a person counts as a minor until the end of the year in which they come of age.
func MinorsFrom(country string, today time.Time) int { return today.UTC().Year() - AgeOf(country) }

// IsMinor reports whether a person born in a year is a minor on a day; false if the year is not
// known (0).
func IsMinor(born int, country string, today time.Time) bool {
	return born != 0 && born >= MinorsFrom(country, today)
}
