package entrydesk

import (
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/logfact"
	"referto/internal/tenant/tenantdb"
)

// AcceptEntry records the referee's decision to let an entry in from the waiting list after another player has
// given up (FG14 1). With accepted false it withdraws the decision.
func (d Desk) AcceptEntry(tx tenantdb.Tx, act desk.Act, id league.EventID, number int, accepted bool) (facts.Entry, *officiating.Situation, error) {
	s, e, err := d.openEntry(tx, id, number)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	if err := s.MayAccept(*e, accepted); err != nil {
		return facts.Entry{}, nil, err
	}
	if accepted {
		if err := d.RequireMayPlay(tx, s, *e); err != nil {
			return facts.Entry{}, nil, err
		}
		if err := d.RequireChecked(tx, s, *e); err != nil {
			return facts.Entry{}, nil, err
		}
	}
	by, fact := act.By, logfact.Fact(leaguelog.EntryAccepted{Entry: league.Entry(number)})
	e.AcceptedAt, e.AcceptedBy = &act.Now, nil
	if !accepted {
		by, fact, e.AcceptedAt = uuid.Nil, leaguelog.AcceptanceUndone{Entry: league.Entry(number)}, nil
	}
	e.Version++
	at := e.AcceptedAt
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AcceptEntry(b, id, number, by, at) })
	if accepted {
		desk.Signed(tx, act, func(name string, _ bool) { e.AcceptedBy = &name })
	}
	act.Record.Log(id.UUID, fact)
	act.Record.Audit("entry "+strconv.Itoa(number), "", map[string]any{"accepted": !accepted}, map[string]any{"accepted": accepted})
	return *e, s, nil
}
