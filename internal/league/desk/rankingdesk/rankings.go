package rankingdesk

import (
	"errors"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/people"
	"referto/internal/league/planning"
	"referto/internal/league/ranking"
	"referto/internal/tenant/tenantdb"
)

// Ranking is a ranking with the keeper of its ruleset.
type Ranking struct {
	facts.Ranking
	desk.Kept
}

// CreateRanking begins to keep a ranking. Events that have ended and count are posted to it, in their order.
func (d Desk) CreateRanking(tx tenantdb.Tx, act desk.Act, r facts.Ranking, choice planning.Choice) (Ranking, error) {
	rulesets := rulesetdesk.At(d.Desk)
	read, stored, err := rulesets.Chosen(tx, act, choice)
	if err != nil {
		return Ranking{}, err
	}
	var games []facts.PlayedGame
	if len(r.Games) > 0 {
		if games, err = rulesets.Games(tx); err != nil {
			return Ranking{}, err
		}
	}
	if err := ranking.CheckSetup(read, r, games); err != nil {
		return Ranking{}, err
	}
	r.Games = ranking.Titled(r.Games, games)
	r.ID, r.RulesetVersionID, r.Readings = desk.MakeID[league.RankingID](), stored.ID, choice.Readings
	if r.Readings == nil {
		r.Readings = map[string]string{}
	}
	r.Revision, r.CreatedBy, r.CreatedAt = 1, act.By, act.Now
	b := &tenantdb.Batch{}
	leaguedb.AddRanking(b, r)
	var ended []league.EventID
	leaguedb.LoadEnded(b, &ended, append(append([]string{}, r.Counted...), r.National...))
	if err := tx.Send(b); err != nil {
		return Ranking{}, err
	}
	act.Record.Log(uuid.Nil, leaguelog.RankingCreated{Ranking: r.ID, Slug: r.Slug})
	act.Record.Audit("ranking "+r.ID.String(), "", nil, map[string]any{
		"title": r.Title, "ruleset": stored.Key, "counted": r.Counted, "national": r.National, "games": r.Games, "from": r.FromDay, "until": r.UntilDay,
	})
	for _, id := range ended {
		s, err := d.Open(tx, id)
		if err != nil {
			return Ranking{}, err
		}
		if err := d.PostIfValid(tx, act, s); err != nil {
			return Ranking{}, err
		}
	}
	keeper := ranking.NewKeeper(read)
	if err := tx.Flush(); err != nil {
		return Ranking{}, err
	}
	if err := d.Rebuild(tx, r, keeper); err != nil {
		return Ranking{}, err
	}
	b = &tenantdb.Batch{}
	leaguedb.LoadRanking(b, &r, r.ID)
	err = tx.Send(b)
	return Ranking{r, desk.Kept{Version: stored, Keeper: keeper}}, err
}

// Find loads a ranking with its keeper.
func (d Desk) Find(door tenantdb.Door, id league.RankingID) (Ranking, error) {
	var out Ranking
	b := &tenantdb.Batch{}
	leaguedb.LoadRanking(b, &out.Ranking, id)
	if err := door.Send(b); err != nil {
		return out, err
	}
	keepers, err := d.KeepersOf(door, out.Ranking)
	if err == nil {
		out.Kept = keepers[0]
	}
	return out, err
}

// RecordOpening records the opening of a player in a ranking, in place of an earlier one; without figures it
// removes it.
func (d Desk) RecordOpening(tx tenantdb.Tx, act desk.Act, id league.RankingID, player league.PlayerID, figures map[string]league.Frac, national league.Frac, reason string) error {
	r, err := d.Find(tx, id)
	if err != nil {
		return err
	}
	o := facts.RankingOpening{PlayerID: player, Number: 1, National: national.String(), Reason: reason}
	if figures != nil {
		checked, err := r.Keeper.CheckOpening(figures, national)
		if err != nil {
			return err
		}
		for _, f := range checked {
			o.Figures = append(o.Figures, f.String())
		}
	}
	var held []facts.Ranking
	var last []facts.RankingOpening
	var known facts.Player
	b := &tenantdb.Batch{}
	leaguedb.HoldRankings(b, &held, []league.RankingID{id})
	leaguedb.LoadOpeningsOf(b, &last, id, []league.PlayerID{player})
	leaguedb.LoadPlayer(b, &known, player)
	if err := tx.Send(b); errors.Is(err, tenantdb.ErrNotFound) {
		return desk.UnknownPlayer
	} else if err != nil {
		return err
	}
	if err := people.MayUse(known); err != nil {
		return err
	}
	var before any
	if len(last) > 0 {
		o.Number = last[0].Number + 1
		before = map[string]any{"figures": last[0].Figures, "national": last[0].National}
	}
	if o.Figures == nil && (len(last) == 0 || last[0].Figures == nil) {
		return league.NotNow("no-opening")
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddOpening(b, id, o, act.By, act.Now) })
	if err := d.Reproject(tx, held[0], r.Keeper, []league.PlayerID{player}, ""); err != nil {
		return err
	}
	tx.Publish(id.UUID, &held[0].Revision)
	act.Record.Log(uuid.Nil, leaguelog.OpeningRecorded{Ranking: id, Player: player, Number: o.Number, Figures: o.Figures, National: o.National})
	act.Record.Audit("ranking "+id.String(), reason, before, map[string]any{"player": player, "figures": o.Figures, "national": o.National})
	return tx.Flush() // the answer shows it
}

// DecideValidity declares an event void, or that it counts after all (D003-15). An event of
// a season is homologated or invalidated instead.
func (d Desk) DecideValidity(tx tenantdb.Tx, act desk.Act, id league.EventID, valid bool, reason string) (facts.EventValidity, error) {
	s, err := d.Open(tx, id)
	if err != nil {
		return facts.EventValidity{}, err
	}
	var last *facts.EventValidity
	b := &tenantdb.Batch{}
	leaguedb.LoadValidity(b, &last, id)
	if err := tx.Send(b); err != nil {
		return facts.EventValidity{}, err
	}
	v, err := ranking.Declare(s.Event, last, valid, reason)
	if err != nil {
		return facts.EventValidity{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddValidity(b, id, v, act.By, act.Now) })
	act.Record.Log(id.UUID, leaguelog.EventValidityDecided{Number: v.Number, Valid: valid})
	act.Record.Audit("event validity", reason, map[string]any{"valid": !valid}, map[string]any{"valid": valid})
	_, err = d.Post(tx, act, s, valid)
	return v, err
}
