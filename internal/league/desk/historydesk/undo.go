package historydesk

import (
	"encoding/json"
	"errors"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

func countsOf(h facts.History) (Counts, error) {
	var c Counts
	err := json.Unmarshal(h.Counts, &c)
	return c, err
}

// BeginUndo decides to take back everything that a table has brought in, as long as nothing else rests on it;
// [Desk.UndoStep] does it. The row is held.
func (d Desk) BeginUndo(tx tenantdb.Tx, act desk.Act, h *facts.History, reason string) error {
	if h.State != facts.HistoryStored && h.State != facts.HistoryStopped {
		return league.NotNow("history-state", "state", string(h.State))
	}
	if err := nothingRests(tx, h.ID); err != nil {
		return err
	}
	c, err := countsOf(*h)
	if err != nil {
		return err
	}
	before := h.State
	h.State, h.Phase, h.Done, h.Total = facts.HistoryUndoing, facts.HistoryUndoLines, 0, c.Openings+c.Events
	h.Reason, h.File, h.FinishedAt = reason, nil, nil
	act.Record.Audit("history "+h.ID.String(), reason, map[string]any{"state": before}, map[string]any{"state": h.State})
	b := &tenantdb.Batch{}
	leaguedb.ChangeHistory(b, *h) // rows go only with an import that is undone
	return tx.Send(b)
}

// nothingRests refuses to take back a table on which other facts rest, with the reason.
func nothingRests(door tenantdb.Door, id uuid.UUID) error {
	var on leaguedb.Resting
	b := &tenantdb.Batch{}
	tenantdb.PlanAnew(b)
	leaguedb.LoadResting(b, &on, id)
	if err := door.Send(b); err != nil {
		return err
	}
	switch {
	case on.Events:
		return league.NotNow("history-events-changed")
	case on.Openings:
		return league.NotNow("history-openings-changed")
	case on.Entered:
		return league.NotNow("history-people-play")
	case on.Players:
		return league.NotNow("history-people-changed")
	}
	return nil
}

// undoneAtOnce is the number of events that go at once.
const undoneAtOnce = 100

// UndoStep takes back the next part of what a table has brought in.
func (d Desk) UndoStep(tx tenantdb.Tx, act desk.Act, h *facts.History) error {
	if h.State != facts.HistoryUndoing {
		return nil
	}
	b := &tenantdb.Batch{}
	tenantdb.PlanAnew(b)
	err := tx.Send(b)
	if err != nil {
		return err
	}
	if h.Phase == facts.HistoryUndoLines {
		err = d.undoLines(tx, h)
	} else {
		err = d.undoPeople(tx, act, h)
	}
	var constraint *tenantdb.ConstraintError
	if errors.As(err, &constraint) { // another transaction has added something that rests on the table
		return league.NotNow("history-in-use")
	}
	return err
}

func (d Desk) undoLines(tx tenantdb.Tx, h *facts.History) error {
	var events []leaguedb.HistoryEvent
	b := &tenantdb.Batch{}
	leaguedb.LoadHistoryEvents(b, &events, h.ID, undoneAtOnce)
	if err := tx.Send(b); err != nil {
		return err
	}
	gone, err := len(events), error(nil)
	if gone > 0 {
		err = d.undoEvents(tx, events)
	} else if h.RankingID != nil {
		gone, err = d.undoOpenings(tx, h)
	}
	if h.Done += gone; gone > 0 || err != nil {
		return err
	}
	c, err := countsOf(*h)
	h.Phase, h.Done, h.Total = facts.HistoryUndoPeople, 0, c.Known+c.New+c.Same
	return err
}

// undoEvents takes events out of the rankings and away.
func (d Desk) undoEvents(tx tenantdb.Tx, events []leaguedb.HistoryEvent) error {
	var ids []league.EventID
	day, moved := rules.Day(events[0].Day), map[league.PlayerID]bool{}
	for _, e := range events {
		ids = append(ids, e.EventID)
		day = min(day, rules.Day(e.Day))
		for _, p := range e.Players {
			moved[p] = true
		}
	}
	var rankings []league.RankingID
	b := &tenantdb.Batch{}
	leaguedb.LoadPostedTo(b, &rankings, ids)
	if err := tx.Send(b); err != nil {
		return err
	}
	b = &tenantdb.Batch{}
	leaguedb.RemoveEvents(b, ids)
	return d.reproject(tx, b, rankings, inOrder(moved), day)
}

// undoOpenings takes openings away, and returns how many.
func (d Desk) undoOpenings(tx tenantdb.Tx, h *facts.History) (int, error) {
	var players []league.PlayerID
	b := &tenantdb.Batch{}
	leaguedb.RemoveOpenings(b, &players, h.ID, batch)
	if err := tx.Send(b); err != nil || len(players) == 0 {
		return 0, err
	}
	return len(players), d.reproject(tx, &tenantdb.Batch{}, []league.RankingID{*h.RankingID}, players, "")
}

// reproject adds up the careers of players in some rankings again, after the statements of a batch.
func (d Desk) reproject(tx tenantdb.Tx, b *tenantdb.Batch, rankings []league.RankingID, players []league.PlayerID, day rules.Day) error {
	held, keepers, err := d.HoldKept(tx, b, rankings)
	if err != nil {
		return err
	}
	for i, r := range held {
		if err := d.Reproject(tx, r, keepers[i].Keeper, players, day); err != nil {
			return err
		}
		tx.Publish(r.ID.UUID, &held[i].Revision)
	}
	return tx.Flush()
}

// undoPeople removes the people whom the table had added and whose lines are gone, and then the clubs that
// nothing else refers to.
func (d Desk) undoPeople(tx tenantdb.Tx, act desk.Act, h *facts.History) error {
	var gone []facts.HistoryPerson
	b := &tenantdb.Batch{}
	leaguedb.RemovePeople(b, &gone, h.ID, batch)
	if err := tx.Send(b); err != nil {
		return err
	}
	if h.Done += len(gone); len(gone) == batch {
		return nil
	}
	var empty []league.ClubID
	b = &tenantdb.Batch{}
	leaguedb.RemoveClubs(b, &empty, h.ID)
	if err := tx.Send(b); err != nil {
		return err
	}
	for _, club := range empty {
		act.Record.Log(uuid.Nil, leaguelog.ClubRemoved{Club: club})
	}
	h.State, h.Phase, h.FinishedAt = facts.HistoryUndone, "", &act.Now
	act.Record.Log(uuid.Nil, leaguelog.HistoryUndone{HistoryNow: now(*h)})
	act.Record.Audit("history "+h.ID.String(), h.Reason, nil, map[string]any{"state": h.State})
	return nil
}
