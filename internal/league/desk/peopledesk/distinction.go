package peopledesk

import (
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/people"
	"referto/internal/tenant/tenantdb"
)

// Distinguish records, for a reason, that two records belong to two people, or revokes that. Nobody uses their
// office for their own record. It returns the fact and the two records, in the order of the arguments.
func (d Desk) Distinguish(tx tenantdb.Tx, act desk.Act, one, other league.PlayerID, distinct bool, reason string) (facts.Distinction, [2]facts.Player, error) {
	two, into, err := takeTwo(tx, act, one, other, "/other")
	if err != nil {
		return facts.Distinction{}, two, err
	}
	n := people.Namesakes{One: two[0], Other: two[1], Into: into}
	lower, higher := people.InOrder(one, other)
	b := &tenantdb.Batch{}
	leaguedb.LoadLastDistinction(b, &n.Last, lower, higher)
	if err := tx.Send(b); err != nil {
		return facts.Distinction{}, two, err
	}
	say := n.TakeBack
	if distinct {
		say = n.Distinguish
	}
	said, err := say(reason, act.Now)
	if err != nil {
		return facts.Distinction{}, two, err
	}
	said.DecidedBy = act.By
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddDistinction(b, said) })
	if distinct {
		act.Record.Log(uuid.Nil, leaguelog.PlayersDistinguished{Player: said.OneID, From: said.OtherID, Number: said.Number})
	} else {
		act.Record.Log(uuid.Nil, leaguelog.DistinctionRevoked{Player: said.OneID, From: said.OtherID, Number: said.Number})
	}
	act.Record.Audit("player", reason, map[string]any{"player": one, "other": other, "distinct": !distinct}, map[string]any{"player": one, "other": other, "distinct": distinct})
	return said, two, nil
}
