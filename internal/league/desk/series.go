package desk

import (
	"errors"
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
)

// SeriesRulesOf loads the rulesets of series, each as its series reads it; they are
// parallel to the series.
func (d *Desk) SeriesRulesOf(door tenantdb.Door, list ...facts.Series) ([]ReadRuleset, error) {
	readings := make([]Reading, len(list))
	for i, s := range list {
		readings[i] = Reading{s.RulesetVersionID, s.Readings}
	}
	return d.Rulesets(door, readings...)
}

// seriesOf holds the series that contain an event or ever contained it, with the last posting of the event in
// each.
type seriesOf struct {
	all    []facts.Series
	having []facts.Series // that have it now
	last   []facts.SeriesPosting
}

func (of *seriesOf) load(b *tenantdb.Batch, id league.EventID) {
	leaguedb.LoadSeriesOfEvent(b, &of.all, id)
	leaguedb.LoadSeriesWith(b, &of.having, id)
	leaguedb.LoadSeriesPostings(b, &of.last, id)
}

// posting finds the last posting to a series; the zero one for nothing.
func (of seriesOf) posting(id league.SeriesID) facts.SeriesPosting {
	if i := slices.IndexFunc(of.last, func(p facts.SeriesPosting) bool { return p.SeriesID == id }); i >= 0 {
		return of.last[i]
	}
	return facts.SeriesPosting{SeriesID: id}
}

// has reports whether a series contains the event now.
func (of seriesOf) has(id league.SeriesID) bool {
	return slices.ContainsFunc(of.having, func(s facts.Series) bool { return s.ID == id })
}

// postToSeries posts an event that is open at the desk to the series that contain it, one that was played elsewhere by
// its entered points; if the event does not stand, it withdraws its figures from them. The series are held until the
// commit.
func (d *Desk) postToSeries(tx tenantdb.Tx, act Act, s *officiating.Situation, of seriesOf, stands bool, entered facts.EnteredPoints) ([]Posted, error) {
	var ids []league.SeriesID
	for _, one := range of.all {
		last := of.posting(one.ID)
		if stands && of.has(one.ID) || last.Counts || last.Refused != nil {
			ids = append(ids, one.ID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	var held []facts.Series
	b := &tenantdb.Batch{}
	leaguedb.HoldSeries(b, &held, ids)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	slices.SortFunc(held, func(a, b facts.Series) int { return slices.Compare(a.ID.UUID[:], b.ID.UUID[:]) })
	read, err := d.SeriesRulesOf(tx, held...)
	if err != nil {
		return nil, err
	}
	out := make([]Posted, len(held))
	for i, one := range held {
		if out[i], err = PostToSeries(tx, act, s, one, read[i].Rules, of.posting(one.ID).Number+1, stands && of.has(one.ID), entered); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// PostToSeries posts an event that is open at the desk to one held series, one that was played elsewhere by its entered
// points. The event gives nothing if it does not stand, or if the ruleset of the series has no points for it: the
// grounds are posted too, because an event ends even if a series cannot use it.
func PostToSeries(
	tx tenantdb.Tx, act Act, s *officiating.Situation, of facts.Series, r *rules.Ruleset, number int, stands bool, entered facts.EnteredPoints,
) (Posted, error) {
	header := facts.SeriesPosting{SeriesID: of.ID, EventID: s.Event.ID, Number: number, PostedAt: act.Now}
	var gains []facts.SeriesGain
	var got []Got
	if stands {
		points, err := seriesGains(s, r, entered)
		var refusal *league.RuleError
		switch {
		case errors.As(err, &refusal):
			header.Refused = &refusal.Grounds
		case err != nil:
			return Posted{}, err
		default:
			header.Counts = true
		}
		for _, p := range points {
			entry := s.Entry(p.Entry)
			gains = append(gains, facts.SeriesGain{PlayerID: entry.Record(), Place: p.Place, Points: p.Points.String(), Club: entry.PlayerClub})
			got = append(got, Got{entry.Record(), p.Place, p.Points})
		}
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.PostToSeries(b, header, gains, act.By) })
	revision := of.Revision
	tx.Publish(of.ID.UUID, &revision)
	act.Record.Log(s.Event.ID.UUID, leaguelog.SeriesPosted{Series: of.ID, Number: number, Counts: header.Counts, Players: len(gains)})
	return Posted{Series: of.ID, Slug: of.Slug, Title: of.Title, Counts: header.Counts, Refused: header.Refused, Points: got}, nil
}

// seriesGains calculates the points that an event gives for a series: from its games, or from the points that were
// entered for it.
func seriesGains(s *officiating.Situation, r *rules.Ruleset, entered facts.EnteredPoints) ([]tournament.SeriesPoints, error) {
	played := tournament.FactsOf(&s.EventFacts)
	if !s.Event.Elsewhere {
		return tournament.SeriesPointsOf(r, s.Rules, played)
	}
	points, err := tournament.SeriesPointsEntered(r, entered, len(played.Entrants))
	if err != nil {
		return nil, err
	}
	var out []tournament.SeriesPoints
	for i, p := range points {
		entry := s.EntryOfRecord(entered.Gains[i].PlayerID)
		if p.Place == 0 || entry == nil {
			continue
		}
		p.Entry = league.Entry(entry.Number)
		out = append(out, p)
	}
	return out, nil
}
