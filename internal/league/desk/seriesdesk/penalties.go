package seriesdesk

import (
	"errors"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/people"
	"referto/internal/league/series"
	"referto/internal/tenant/tenantdb"
)

// ImposePenalty adds points to a player's total in a series, mostly less than 0; or to that in
// every series of its year (SQ00, penalties).
func (d Desk) ImposePenalty(tx tenantdb.Tx, act desk.Act, id league.SeriesID, player league.PlayerID, n series.NewPenalty, reason string) (league.PenaltyID, error) {
	of, err := d.Find(tx, id)
	if err != nil {
		return league.PenaltyID{}, err
	}
	if n, err = series.CheckPenalty(of.Rules, of.Series, n); err != nil {
		return league.PenaltyID{}, err
	}
	var known facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayer(b, &known, player)
	if err := tx.Send(b); errors.Is(err, tenantdb.ErrNotFound) {
		return league.PenaltyID{}, desk.UnknownPlayer
	} else if err != nil {
		return league.PenaltyID{}, err
	}
	if err := people.MayUse(known); err != nil {
		return league.PenaltyID{}, err
	}
	p := facts.SeriesPenalty{
		ID: desk.MakeID[league.PenaltyID](), SeriesID: id, PlayerID: player, Points: n.Points.String(), Code: of.Rules.Code, Paragraph: n.Paragraph,
		Offense: n.Offense, Reason: reason, ImposedAt: act.Now,
	}
	if n.WholeYear {
		p.Year = of.Year
	}
	if err := holdOf(tx, p); err != nil {
		return league.PenaltyID{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddSeriesPenalty(b, p, act.By) })
	act.Record.Log(uuid.Nil, leaguelog.SeriesPenaltyImposed{Penalty: p.ID, Series: id, Player: player, Points: p.Points, Year: p.Year})
	act.Record.Audit("series "+id.String(), reason, nil, map[string]any{
		"penalty": p.ID, "player": player, "points": p.Points, "paragraph": p.Paragraph, "offense": p.Offense, "year": p.Year,
	})
	return p.ID, nil
}

// holdOf holds the series in which a penalty counts, with their next revisions.
func holdOf(tx tenantdb.Tx, p facts.SeriesPenalty) error {
	var held []facts.Series
	b := &tenantdb.Batch{}
	if p.Year != 0 {
		leaguedb.HoldSeriesOfYear(b, &held, p.Year)
	} else {
		leaguedb.HoldSeries(b, &held, []league.SeriesID{p.SeriesID})
	}
	if err := tx.Send(b); err != nil {
		return err
	}
	for _, s := range held {
		tx.Publish(s.ID.UUID, &s.Revision)
	}
	return nil
}

// RevokePenalty revokes a penalty, in every series in which it counts. The penalty is one of the series, or of
// its year.
func (d Desk) RevokePenalty(tx tenantdb.Tx, act desk.Act, id league.SeriesID, penalty league.PenaltyID, reason string) error {
	p, err := d.penalty(tx, id, penalty)
	if err != nil {
		return err
	}
	if err := holdOf(tx, p); err != nil {
		return err
	}
	if p, err = d.penalty(tx, id, penalty); err != nil { // from now on no other transaction revokes it
		return err
	}
	if p.RevokedAt != nil {
		return league.NotNow("series-penalty-revoked")
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RevokeSeriesPenalty(b, p.ID, reason, act.By, act.Now) })
	act.Record.Log(uuid.Nil, leaguelog.SeriesPenaltyRevoked{Penalty: p.ID, Series: p.SeriesID, Player: p.PlayerID})
	act.Record.Audit("series "+p.SeriesID.String(), reason, map[string]any{"penalty": p.ID, "points": p.Points}, nil)
	return nil
}

// penalty loads a penalty that counts, or counted, in a series.
func (d Desk) penalty(door tenantdb.Door, id league.SeriesID, penalty league.PenaltyID) (facts.SeriesPenalty, error) {
	all, err := d.Penalties(door, id)
	if err != nil {
		return facts.SeriesPenalty{}, err
	}
	i := slices.IndexFunc(all, func(p facts.SeriesPenalty) bool { return p.ID == penalty })
	if i < 0 {
		return facts.SeriesPenalty{}, league.ErrNotFound
	}
	return all[i], nil
}

// Penalties loads the penalties on a series and its year, including revoked ones.
func (d Desk) Penalties(door tenantdb.Door, id league.SeriesID) ([]facts.SeriesPenalty, error) {
	var of facts.Series
	var all []facts.SeriesPenalty
	b := &tenantdb.Batch{}
	leaguedb.LoadSeries(b, &of, id)
	leaguedb.LoadSeriesPenalties(b, &all, id)
	return all, door.Send(b)
}
