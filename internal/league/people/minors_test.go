package people_test

import (
	"testing"
	"time"

	"referto/internal/league/people"
)

func TestAgeOf(t *testing.T) {
	t.Parallel()
	for country, want := range map[string]int{"IT": 14, "BG": 14, "DE": 16, "FR": 15, "GB": 13, "US": 16, "": 16, "it": 16} {
		if got := people.AgeOf(country); got != want {
			t.Errorf("%q: %d, want %d", country, got, want)
		}
	}
}

// GDPR Art. 8(1): a member state sets an age from 13 to 16. Every one of them is in the table, and so are the neighbors that
// use the article or whose people play here; nothing else is.
func TestAgesOfCountries(t *testing.T) {
	t.Parallel()
	want := map[string]int{
		"AT": 14, "BE": 13, "BG": 14, "CY": 14, "CZ": 15, "DE": 16, "DK": 15, "EE": 13, "ES": 14, "FI": 13, "FR": 15, "GR": 15, "HR": 16, "HU": 16,
		"IE": 16, "IT": 14, "LT": 14, "LU": 16, "LV": 13, "MT": 13, "NL": 16, "PL": 16, "PT": 13, "RO": 16, "SE": 13, "SI": 15, "SK": 16,
		"CH": 16, "GB": 13, "IS": 13, "LI": 16, "NO": 13,
	}
	got := people.Ages()
	for country, age := range want {
		if got[country] != age {
			t.Errorf("%s: %d in the table, want %d", country, got[country], age)
		}
	}
	for country, age := range got {
		if _, known := want[country]; !known || age < 13 || age > people.AgeOfRegulation {
			t.Errorf("%s has %d in the table", country, age)
		}
	}
}

// Only the year of birth is known: a person is a minor until the end of the year in which they come
// of age.
func TestIsMinor(t *testing.T) {
	t.Parallel()
	at := func(text string) time.Time {
		day, err := time.Parse(time.DateTime, text)
		if err != nil {
			t.Fatal(err)
		}
		return day
	}
	for _, c := range []struct {
		name    string
		born    int
		country string
		now     string
		want    bool
	}{
		{"year of birth not known", 0, "IT", "2009-06-01 12:00:00", false},
		{"of age since the new year", 1994, "IT", "2009-01-01 00:00:00", false},
		{"comes of age some day in the year", 1995, "IT", "2009-01-01 00:00:00", true},
		{"on its last day", 1995, "IT", "2009-12-31 23:59:59", true},
		{"in the next", 1995, "IT", "2010-01-01 00:00:00", false},
		{"sixteen in Germany", 1993, "DE", "2009-06-01 12:00:00", true},
		{"the same in Bulgaria", 1993, "BG", "2009-06-01 12:00:00", false},
		{"the country is not known", 1993, "", "2009-06-01 12:00:00", true},
		{"born in this year", 2009, "IT", "2009-06-01 12:00:00", true},
	} {
		if got := people.IsMinor(c.born, c.country, at(c.now)); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
