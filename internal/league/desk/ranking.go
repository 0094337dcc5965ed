package desk

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Kept is the keeper of a ranking, with the version of the ruleset that it keeps to.
type Kept struct {
	Version facts.RulesetVersion
	Keeper  *ranking.Keeper
}

// KeepersOf makes the keepers of rankings, each by the ruleset that its ranking has; they
// are parallel to the rankings.
func (d *Desk) KeepersOf(door tenantdb.Door, list ...facts.Ranking) ([]Kept, error) {
	readings := make([]Reading, len(list))
	for i, r := range list {
		readings[i] = Reading{r.RulesetVersionID, r.Readings}
	}
	read, err := d.Rulesets(door, readings...)
	if err != nil {
		return nil, err
	}
	out := make([]Kept, len(list))
	for i, r := range read {
		out[i] = Kept{r.Version, ranking.NewKeeper(r.Rules)}
	}
	return out, nil
}

// HoldKept sends a batch and holds some rankings until the commit, behind its statements. It returns
// them with their next revisions, by their ids, and parallel to them their keepers.
func (d *Desk) HoldKept(tx tenantdb.Tx, b *tenantdb.Batch, ids []league.RankingID) (held []facts.Ranking, keepers []Kept, err error) {
	leaguedb.HoldRankings(b, &held, ids)
	if err := tx.Send(b); err != nil {
		return nil, nil, err
	}
	slices.SortFunc(held, func(a, b facts.Ranking) int { return slices.Compare(a.ID.UUID[:], b.ID.UUID[:]) })
	keepers, err = d.KeepersOf(tx, held...)
	return held, keepers, err
}

// GameOf names the game and variant that an event plays by a ruleset.
func GameOf(r *rules.Ruleset, e facts.Event) facts.PlayedGame {
	return facts.PlayedGame{Game: r.Game.Name, Variant: e.Variant}
}

// Stands reports whether an event counts: it is finished, homologated if it belongs to a season, and not
// declared void.
func Stands(door tenantdb.Door, s *officiating.Situation) (bool, error) {
	var verdict *facts.Verdict
	var validity *facts.EventValidity
	b := &tenantdb.Batch{}
	leaguedb.LoadVerdict(b, &verdict, s.Event.ID)
	leaguedb.LoadValidity(b, &validity, s.Event.ID)
	if err := door.Send(b); err != nil {
		return false, err
	}
	return ranking.Counts(s.Event, verdict, validity), nil
}

// PostIfValid posts an event that has just ended, if it counts.
func (d *Desk) PostIfValid(tx tenantdb.Tx, act Act, s *officiating.Situation) error {
	stands, err := Stands(tx, s)
	if err != nil {
		return err
	}
	_, err = d.Post(tx, act, s, stands)
	return err
}

// Posted holds the points that all players get from an event in a ranking or a series after an act, or the fact
// that the event gives nothing there any more.
type Posted struct {
	Ranking league.RankingID // zero for a series
	Series  league.SeriesID  // zero for a ranking
	Slug    string
	Title   string
	Counts  bool
	Refused *league.Grounds // why it gives nothing to a series although it is over; nil elsewhere
	Points  []Got           // in the order in which they were posted
}

// Got holds the points of a player from an event.
type Got struct {
	Player league.PlayerID
	Place  int // in the final order; 0: none
	Points league.Frac
}

// Post posts an event to every ranking that takes it and every series that contains it. If the event does not
// stand, it withdraws its postings instead. Earlier postings are kept but count no more. The event is open at
// the desk; the rankings are held until the commit. It returns the postings, so that they can be announced.
func (d *Desk) Post(tx tenantdb.Tx, act Act, s *officiating.Situation, stands bool) ([]Posted, error) {
	var entered facts.EnteredPoints
	if s.Event.Elsewhere && stands {
		b := &tenantdb.Batch{}
		leaguedb.LoadEnteredPoints(b, &entered, s.Event.ID)
		if err := tx.Send(b); err != nil {
			return nil, err
		}
	}
	return d.PostEntered(tx, act, s, stands, entered)
}

// PostEntered is [Desk.Post] of an event whose entered points are known already: they may be stored with the commit only.
func (d *Desk) PostEntered(tx tenantdb.Tx, act Act, s *officiating.Situation, stands bool, entered facts.EnteredPoints) ([]Posted, error) {
	var all []facts.Ranking
	var last []facts.EventPosting
	var in seriesOf
	b := &tenantdb.Batch{}
	leaguedb.LoadRankings(b, &all)
	leaguedb.LoadEventPostings(b, &last, s.Event.ID)
	in.load(b, s.Event.ID)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	stands = stands && (!s.Event.Elsewhere || len(entered.Columns) > 0) // otherwise its points are not known
	out, err := d.postToSeries(tx, act, s, in, stands, entered)
	if err != nil {
		return nil, err
	}
	lastOf := make(map[league.RankingID]facts.EventPosting, len(last))
	for _, p := range last {
		lastOf[p.RankingID] = p
	}
	day := rules.DayOf(s.Event.LocalDate())
	var ids []league.RankingID
	for _, r := range all {
		_, takes := ranking.Takes(r, s.Event.Kind, GameOf(s.Rules, s.Event), day)
		if takes && stands || lastOf[r.ID].Counts {
			ids = append(ids, r.ID)
		}
	}
	if len(ids) == 0 {
		return out, nil
	}
	held, keepers, err := d.HoldKept(tx, &tenantdb.Batch{}, ids)
	if err != nil {
		return nil, err
	}
	for i, r := range held {
		posted, err := d.post(tx, act, s, r, keepers[i].Keeper, lastOf[r.ID], stands, entered)
		if err != nil {
			return nil, err
		}
		out = append(out, posted)
	}
	return out, nil
}

// post posts an event to one ranking. Last is the event's latest posting there, zero if there was none.
func (d *Desk) post(tx tenantdb.Tx, act Act, s *officiating.Situation, r facts.Ranking, k *ranking.Keeper, last facts.EventPosting, stands bool, entered facts.EnteredPoints) (Posted, error) {
	number, day := last.Number+1, rules.DayOf(s.Event.LocalDate())
	national, takes := ranking.Takes(r, s.Event.Kind, GameOf(s.Rules, s.Event), day)
	header := facts.EventPosting{
		RankingID: r.ID, EventID: s.Event.ID, Number: number, National: national, Day: day, StartsAt: s.Event.StartsAt, PostedAt: act.Now,
	}
	var postings []facts.Posting
	if stands && takes {
		header.Counts = true
		postings = postingsOf(k, s)
		if s.Event.Elsewhere {
			postings = k.PostingsEntered(entered)
		}
	}
	players, from, err := moved(tx, r, last, header, postings)
	if err != nil {
		return Posted{}, err
	}
	b := &tenantdb.Batch{}
	leaguedb.PostEvent(b, header, postings, act.By)
	if err := d.ReprojectAfter(tx, b, r, k, players, from); err != nil {
		return Posted{}, err
	}
	revision := r.Revision
	tx.Publish(r.ID.UUID, &revision)
	act.Record.Log(s.Event.ID.UUID, leaguelog.EventPosted{Ranking: r.ID, Number: number, Counts: header.Counts, Players: len(postings)})
	out := Posted{Ranking: r.ID, Slug: r.Slug, Title: r.Title, Counts: header.Counts}
	for _, p := range postings {
		points, err := k.PointsIn(p.Figures)
		if err != nil {
			return Posted{}, err
		}
		out.Points = append(out.Points, Got{p.PlayerID, p.Place, points})
	}
	return out, nil
}

// moved returns the players whose standing a posting changes, including those of the event's last posting, and
// the first day on which it does.
func moved(tx tenantdb.Tx, r facts.Ranking, last, now facts.EventPosting, postings []facts.Posting) ([]league.PlayerID, rules.Day, error) {
	day := now.Day
	var before []league.PlayerID
	if last.Counts {
		day = min(day, last.Day)
		b := &tenantdb.Batch{}
		leaguedb.LoadPostedPlayers(b, &before, r.ID, last)
		if err := tx.Send(b); err != nil {
			return nil, "", err
		}
	}
	players := make([]league.PlayerID, 0, len(postings)+len(before))
	for _, p := range postings {
		players = append(players, p.PlayerID)
	}
	for _, p := range before {
		if !slices.Contains(players, p) {
			players = append(players, p)
		}
	}
	return players, day, nil
}

// postingsOf returns the gains of an event, by the records named in the entries.
func postingsOf(k *ranking.Keeper, s *officiating.Situation) []facts.Posting {
	var out []facts.Posting
	penalties := ranking.HasPenalties(k.Columns(), s.Rules, s.State)
	for _, g := range ranking.GainsOf(k.Columns(), s.Rules, s.State) {
		entry := s.Entry(g.Entry)
		p := facts.Posting{PlayerID: entry.Record(), Place: g.Place, Figures: make([]string, len(g.Figures))}
		for i, f := range g.Figures {
			p.Figures[i] = f.String()
		}
		if penalties && g.Ranked {
			p.Penalties = penaltiesOf(s, g.Entry)
		}
		out = append(out, p)
	}
	return out
}

// penaltiesOf are the penalties in points that an entry has had in all rounds.
func penaltiesOf(s *officiating.Situation, entry league.Entry) (out []facts.PostedPenalty) {
	for x, points := range s.PointPenalties(entry, len(s.State.Rounds)) {
		out = append(out, facts.PostedPenalty{Round: x.Round, Points: points.String(), Code: s.Rules.Code, Paragraph: s.PenaltyParagraph(x)})
	}
	return out
}

// inHalls returns the grounds for which players may not enter an event: they had reached the cap of a ranking
// when it was held (BG 1). Later events do not matter.
func (d *Desk) inHalls(door tenantdb.Door, s *officiating.Situation, all []facts.Ranking, players []league.PlayerID) (map[league.PlayerID]league.Grounds, error) {
	out := make(map[league.PlayerID]league.Grounds)
	day := rules.DayOf(s.Event.LocalDate())
	keepers, err := d.KeepersOf(door, all...)
	if err != nil {
		return nil, err
	}
	for i, r := range all {
		national, takes := ranking.Takes(r, s.Event.Kind, GameOf(s.Rules, s.Event), day)
		k := keepers[i].Keeper
		if !takes && !k.RetiresFromAll() {
			continue
		}
		var openings []facts.RankingOpening
		var postings []facts.RankedPosting
		b := &tenantdb.Batch{}
		leaguedb.LoadOpeningsOfPeople(b, &openings, r.ID, players)
		leaguedb.LoadPostingsOf(b, &postings, r.ID, players)
		if err := door.Send(b); err != nil {
			return nil, err
		}
		postings = slices.DeleteFunc(postings, func(p facts.RankedPosting) bool { return !ranking.Precedes(p, s.Event) })
		opened, posted, err := ranking.Parse(openings, postings)
		if err != nil {
			return nil, err
		}
		for player, career := range k.Careers(opened, posted) {
			if refusal := k.Refusal(career, takes && !national); refusal != nil {
				out[player] = refusal.Grounds
			}
		}
	}
	return out, nil
}
