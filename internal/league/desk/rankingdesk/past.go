package rankingdesk

import (
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/ladder"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// A ranking at the end of a day differs from today's in the players who have played since. Their careers are
// added up again from the events until then, and these players are moved in the tree of today's ranking by
// their keys: going back a month costs as much as the postings of a month.

// pastAtOnce is the number of players who are moved back at once, because their postings are held in memory.
const pastAtOnce = 5000

// past makes the ladder of a ranking at the end of a day. It returns errMoved if the ranking has changed
// meanwhile.
func (d Desk) past(door tenantdb.Door, found Ranking, day rules.Day) (*desk.Ladder, error) {
	now := d.Recall(door, found.ID, "")
	if now == nil {
		var err error
		if now, err = d.LoadLadder(door, found.Ranking, found.Kept); err != nil {
			return nil, err
		}
	}
	var since []league.PlayerID
	past := *now
	past.Day = day
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayersAfter(b, &since, found.ID, day)
	leaguedb.LoadLastChange(b, &past.Changed, found.ID, day)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	var back []ladder.Change
	for begin := 0; begin < len(since); begin += pastAtOnce {
		some, err := takeBack(door, found, since[begin:min(begin+pastAtOnce, len(since))], day)
		if err != nil {
			return nil, err
		}
		back = append(back, some...)
	}
	var changes []facts.RankingChange
	b = &tenantdb.Batch{}
	leaguedb.LoadRankingChanges(b, &changes, found.ID, now.Changed)
	leaguedb.LoadRanking(b, &past.Ranking, found.ID)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	switch {
	case past.Ranking.Form != now.Ranking.Form || past.Ranking.Rebuilt != now.Ranking.Rebuilt:
		d.Forget(door, found.ID, "")
		return nil, errMoved
	case len(changes) > 0:
		if d.advance(door, now, past.Ranking, changes) == nil {
			d.Forget(door, found.ID, "")
		}
		return nil, errMoved
	}
	var err error
	if past.Snapshot, err = now.With(back); err != nil {
		return nil, err
	}
	d.Remember(door, &past)
	return &past, nil
}

// takeBack returns the keys that some players have now and those that they had at the end of a day.
func takeBack(door tenantdb.Door, r Ranking, players []league.PlayerID, day rules.Day) ([]ladder.Change, error) {
	var openings []facts.RankingOpening
	var postings []facts.RankedPosting
	var now []leaguedb.PlayerKey
	b := &tenantdb.Batch{}
	leaguedb.LoadOpeningsOfPeople(b, &openings, r.ID, players)
	leaguedb.LoadPostingsOf(b, &postings, r.ID, players)
	leaguedb.LoadKeysOf(b, &now, r.ID, players)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	then, err := desk.Gather(r.Keeper, openings, until(postings, day))
	if err != nil {
		return nil, err
	}
	changes := make([]ladder.Change, len(now))
	for i, p := range now {
		changes[i] = ladder.Change{Player: p.PlayerID, Before: string(p.Key), After: then[p.PlayerID].Key}
	}
	return changes, nil
}

// until leaves out the postings of events after a day; "" leaves out none.
func until(postings []facts.RankedPosting, day rules.Day) []facts.RankedPosting {
	if day == "" {
		return postings
	}
	var out []facts.RankedPosting
	for _, p := range postings {
		if p.Day <= day {
			out = append(out, p)
		}
	}
	return out
}
