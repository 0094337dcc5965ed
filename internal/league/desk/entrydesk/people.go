package entrydesk

import (
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/people"
	"referto/internal/tenant/tenantdb"
)

// EnterPeople is [Desk.EnterPlayers] for a list on which some are new to the register. They come into it, all
// or none. Beside the refusals of [officiating.Situation.MayEnterTogether] it refuses names without letters and new
// people who are named twice, and after these, with a [league.StateError] that contains each [people.Namesake], names
// that the register has.
func (d Desk) EnterPeople(tx tenantdb.Tx, act desk.Act, id league.EventID, listed []people.Listed) ([]facts.Entry, *officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return nil, nil, err
	}
	if closed := s.ClosedTo(); len(closed) > 0 {
		return nil, nil, officiating.Refusal(closed)
	}
	if err := people.MayBeListed(listed); err != nil {
		return nil, nil, err
	}
	namesakes, err := namesakesOf(tx, listed)
	if err != nil {
		return nil, nil, err
	}
	ids, err := intoRegister(tx, act, listed)
	if err != nil {
		return nil, nil, err
	}
	list, err := d.LoadCandidates(tx, s, ids...)
	if err != nil {
		return nil, nil, err
	}
	if err := s.MayEnterTogether(&list[0].Known, "/entrants", playersOf(list)); err != nil {
		return nil, nil, err
	}
	if len(namesakes) > 0 {
		return nil, nil, &league.StateError{
			Grounds: league.Grounds{Reason: "same-name", Params: map[string]string{"name": namesakes[0].Name}},
			Current: map[string]any{"namesakes": namesakes},
		}
	}
	return desk.AddEntries(tx, act, s, list), s, nil
}

// namesakesOf returns, for each new person who is not confirmed as another one, the closest player of that name.
func namesakesOf(tx tenantdb.Tx, list []people.Listed) ([]people.Namesake, error) {
	keys := people.UnconfirmedNames(list)
	if len(keys) == 0 {
		return nil, nil
	}
	var there []facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPeople(b, &there, keys)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	return people.NamesakesOf(list, there), nil
}

// intoRegister adds the new people of a list to the register, and returns the players of the whole list.
func intoRegister(tx tenantdb.Tx, act desk.Act, listed []people.Listed) ([]league.PlayerID, error) {
	var added []facts.Player
	for _, one := range listed {
		if one.Person != nil {
			added = append(added, *one.Person)
		}
	}
	if err := desk.AddPlayers(tx, act, added); err != nil {
		return nil, err
	}
	ids := make([]league.PlayerID, len(listed))
	for i, one := range listed {
		ids[i] = one.Player
		if one.Person != nil {
			ids[i], added = added[0].ID, added[1:]
		}
	}
	return ids, nil
}

func playersOf(list []desk.Candidate) []facts.Player {
	out := make([]facts.Player, len(list))
	for i, c := range list {
		out[i] = c.Player
	}
	return out
}
