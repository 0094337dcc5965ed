package desk

import (
	"time"

	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/people"
	"referto/internal/tenant/tenantdb"
)

// Consents lists the consents of a person.
type Consents struct {
	Player facts.Player // the record that is kept for them
	// Minor reports that the person is a minor by the law of the tenant's country, so that a guardian agrees for
	// them.
	Minor bool
	Items []facts.Consent // the latest first
}

// ConsentsOf loads the consents of a person, given for any record of theirs. The player is the record that is
// kept.
func ConsentsOf(door tenantdb.Door, p facts.Player, today time.Time) (Consents, error) {
	out := Consents{Player: p}
	var country string
	var born int
	b := &tenantdb.Batch{}
	leaguedb.LoadCountry(b, &country)
	leaguedb.LoadLastBirth(b, &born, p.ID)
	leaguedb.LoadConsents(b, &out.Items, p.ID)
	if err := door.Send(b); err != nil {
		return out, err
	}
	out.Minor = people.IsMinor(born, country, today)
	return out, nil
}

// BlocksOf loads the blocks that a person has turned on for their public page, and those of them that the page
// shows. The player is the record that is kept.
func BlocksOf(door tenantdb.Door, p facts.Player, today time.Time) (on, shown []facts.ProfileBlock, err error) {
	b := &tenantdb.Batch{}
	leaguedb.LoadProfile(b, &on, p.ID)
	if err := door.Send(b); err != nil {
		return nil, nil, err
	}
	if len(on) == 0 {
		return on, on, nil
	}
	agreed, err := ConsentsOf(door, p, today)
	return on, people.ShownBlocks(on, agreed.Items, agreed.Minor), err
}
