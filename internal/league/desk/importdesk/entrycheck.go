package importdesk

import (
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// confirmPeople takes the decisions about the people of a file who resemble a person that may not take part,
// and refuses the people without a decision. The person who brings the file in enters the people and confirms
// them: that is the manager's office.
func (d Desk) confirmPeople(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, why map[int]string) ([]facts.EntryCheck, error) {
	playing := s.InPlay()
	checks, err := entrydesk.At(d.Desk).ChecksOf(tx, s, playing)
	if err != nil {
		return nil, err
	}
	var faults league.Faults
	var out []facts.EntryCheck
	for _, e := range playing {
		check := checks[e.Number]
		if !check.Open() {
			continue
		}
		if why[e.Number] == "" {
			faults = append(faults, officiating.Unchecked(e.Number))
			continue
		}
		if check.Involves(act.By, e) {
			return nil, desk.ErrOwnCase
		}
		n := officiating.NewCheck{Outcome: facts.CheckConfirmed, Reason: why[e.Number], Everywhere: act.Authority.Everywhere()}
		decision, err := s.DecideCheck(check, e, n, act.Now)
		if err != nil {
			return nil, err
		}
		decision.ID = desk.NewID()
		out = append(out, decision)
	}
	return out, faults.OrNil()
}

// Unconfirmed refuses the people of a file whose checks are undecided.
func Unconfirmed(people []Person) error {
	var faults league.Faults
	for _, p := range people {
		if p.Open() {
			faults = append(faults, officiating.Unchecked(p.Entry))
		}
	}
	return faults.OrNil()
}
