package register_test

import (
	"testing"

	"referto/internal/league/facts"
	"referto/internal/league/register"
	"referto/internal/league/rules"
)

// CN09 1.2.b: only the contact data that the ruleset names is public.
func TestPublishedIsWhatTheRulesetNames(t *testing.T) {
	t.Parallel()
	given := facts.ContactData{Mail: "rosa@example.org", Telephone: "+39 0165 555 010", City: "Aosta"}
	for _, tt := range []struct {
		rule      string
		publishes []rules.ContactDatum
		want      facts.ContactData
	}{
		{"CN09 1.2.b a ruleset that names nothing", nil, facts.ContactData{}},
		{"CN09 1.2.b one that names the city", []rules.ContactDatum{rules.ContactCity}, facts.ContactData{City: "Aosta"}},
		{"CN09 1.2.b one that names mail and telephone", []rules.ContactDatum{rules.ContactMail, rules.ContactTelephone}, facts.ContactData{Mail: given.Mail, Telephone: given.Telephone}},
		{"CN09 1.2.b one that names all", []rules.ContactDatum{rules.ContactMail, rules.ContactTelephone, rules.ContactCity}, given},
	} {
		s := &register.Season{Rules: &rules.Ruleset{Season: &rules.Season{Contacts: rules.Contacts{Publishes: tt.publishes}}}}
		if got := s.Published(given); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.rule, got, tt.want)
		}
	}
}
