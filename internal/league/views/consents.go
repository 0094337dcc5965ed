package views

import (
	"slices"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/people"
	"referto/openapi"
)

// ConsentList writes the consents of a person, for themselves or for those who read their private data.
func ConsentList(w *words.Words, c peopledesk.Consents) openapi.ConsentList {
	return openapi.ConsentList{
		Player: PlayerRefOf(w, c.Player), Minor: c.Minor, Initials: c.Player.Initials,
		Items: openapi.Each(c.Items, func(x facts.Consent) openapi.Consent { return consent(w, x, c) }),
		Texts: openapi.Each(facts.Purposes, func(p facts.Purpose) openapi.ConsentText {
			version := people.TextVersion(p)
			return openapi.ConsentText{Purpose: openapi.ConsentPurpose(p), Version: version, Text: w.Text(people.TextKey(p, version), nil)}
		}),
	}
}

// ConsentsAtEvent writes the consents of an entrant for an organizer of the event: those that hold, with guardian and proof of those that
// this organizer noted, and the texts of those that they may record.
func ConsentsAtEvent(w *words.Words, c peopledesk.Consents, organizer uuid.UUID) openapi.ConsentList {
	holding := c
	holding.Items = slices.DeleteFunc(slices.Clone(c.Items), func(x facts.Consent) bool { return !people.Holds(x, c.Minor) })
	out := ConsentList(w, holding)
	for i, x := range holding.Items {
		item := &out.Items[i]
		item.Withdrawable = people.MayWithdrawAtEvent(x, c.Player.AccountID) == nil
		if x.RecordedByID != organizer {
			item.Guardian, item.Proof = "", ""
		}
	}
	out.Texts = slices.DeleteFunc(out.Texts, func(t openapi.ConsentText) bool { return people.MayRecordAtEvent(facts.Purpose(t.Purpose)) != nil })
	return out
}

func consent(w *words.Words, c facts.Consent, of peopledesk.Consents) openapi.Consent {
	out := openapi.Consent{
		Id: c.ID, Purpose: openapi.ConsentPurpose(c.Purpose), TextVersion: c.TextVersion, Text: w.Text(people.TextKey(c.Purpose, c.TextVersion), nil),
		Guardian: c.Guardian, Proof: c.Proof, GivenOn: day(c.GivenOn), RecordedBy: w.Person(c.RecordedBy), RecordedAt: c.RecordedAt,
		WithdrawnBy: w.Person(c.WithdrawnBy), WithdrawnReason: c.WithdrawnReason, Holds: people.Holds(c, of.Minor),
		ByAccount: people.ByAccount(c, of.Player.AccountID), Withdrawable: people.MayWithdraw(c) == nil,
	}
	if c.WithdrawnAt != nil {
		out.WithdrawnAt = *c.WithdrawnAt
	}
	return out
}

// Privacy writes in which country a tenant is.
func Privacy(p leaguedb.Privacy) openapi.Privacy {
	return openapi.Privacy{Country: p.Country, Age: people.AgeOf(p.Country), Version: p.Version}
}

// Profile writes the content of a player's public page, for themselves.
func Profile(p peopledesk.Profile) openapi.Profile {
	block := func(b facts.ProfileBlock) openapi.ProfileBlock { return openapi.ProfileBlock(b) }
	return openapi.Profile{Blocks: openapi.Each(p.On, block), Shown: openapi.Each(p.Shown, block), Version: p.Player.Version}
}
