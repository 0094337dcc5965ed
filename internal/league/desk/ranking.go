package desk

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

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
func (d *Desk) HoldKept(tx tenantdb.Tx, b *tenantdb.Batch, ids []uuid.UUID) (held []facts.Ranking, keepers []Kept, err error) {
	leaguedb.HoldRankings(b, &held, ids)
	if err := tx.Send(b); err != nil {
		return nil, nil, err
	}
	slices.SortFunc(held, func(a, b facts.Ranking) int { return slices.Compare(a.ID.UUID[:], b.ID.UUID[:]) })
	keepers, err = d.KeepersOf(tx, held...)
	return held, keepers, err
}

// GameOf names what an event plays by a ruleset.
func GameOf(r *rules.Ruleset, e facts.Event) facts.PlayedGame {
	return facts.PlayedGame{Game: r.Game.Name, Variant: e.Variant}
}

// Counts reports whether an event counts in rankings: it is finished, and where it
// belongs to a season it has been homologated. Verdict is the last one; nil without.
func Counts(s *officiating.Situation, verdict *facts.Verdict) bool {
	homologated := verdict != nil && verdict.Kind == facts.VerdictHomologated
	return s.Event.State == facts.Finished && (s.Event.SeasonID == nil || homologated)
}

// Stands reports whether an event counts: it is finished, homologated where it belongs to a
// season, and not declared void.
func Stands(door tenantdb.Door, s *officiating.Situation) (bool, error) {
	var verdict *facts.Verdict
	var validity *leaguedb.EventValidity
	b := &tenantdb.Batch{}
	leaguedb.LoadVerdict(b, &verdict, s.Event.ID)
	leaguedb.LoadValidity(b, &validity, s.Event.ID)
	if err := door.Send(b); err != nil {
		return false, err
	}
	return Counts(s, verdict) && (validity == nil || validity.Valid), nil
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

// Posted holds the points that everybody gets of an event in a ranking or a series after an act,
// or says that the event gives nothing there any more.
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

// Post posts an event to every ranking that takes it and every series that has it, or where it does not stand takes
// it out of those that have it. What was posted before stays as it was and counts no
// more. The event is open at the desk; the rankings are held until the commit. What was
// posted comes back, to be told.
func (d *Desk) Post(tx tenantdb.Tx, act Act, s *officiating.Situation, stands bool) ([]Posted, error) {
	var all []facts.Ranking
	var last []facts.EventPosting
	var in seriesOf
	b := &tenantdb.Batch{}
	leaguedb.LoadRankings(b, &all)
	leaguedb.LoadEventPostings(b, &last, s.Event.ID)
	in.load(b, s.Event.ID)
	var entered facts.EnteredPoints
	if s.Event.Elsewhere {
		leaguedb.LoadEnteredPoints(b, &entered, s.Event.ID)
	}
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	out, err := d.postToSeries(tx, act, s, in, stands && !s.Event.Elsewhere)
	if err != nil {
		return nil, err
	}
	stands = stands && (!s.Event.Elsewhere || len(entered.Columns) > 0) // nobody knows what it gave
	lastOf := make(map[league.RankingID]facts.EventPosting, len(last))
	for _, p := range last {
		lastOf[p.RankingID] = p
	}
	day := rules.DayOf(s.Event.LocalDate())
	var ids []uuid.UUID
	for _, r := range all {
		_, takes := ranking.Takes(r, s.Event.Kind, GameOf(s.Rules, s.Event), day)
		if takes && stands || lastOf[r.ID].Counts {
			ids = append(ids, r.ID.UUID)
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

// post posts an event to one ranking, where it was last posted as it says or never.
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
			postings = PostingsEntered(k, entered)
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

// moved are the players whom a posting moves, those of the last one of the event too, and the
// day from which on it does.
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

// postingsOf are the gains of an event, by the records that have the entries.
func postingsOf(k *ranking.Keeper, s *officiating.Situation) []facts.Posting {
	var out []facts.Posting
	for _, g := range ranking.GainsOf(k.Columns(), s.Rules, s.State) {
		entry := s.Entry(g.Entry)
		p := facts.Posting{PlayerID: entry.Record(), Place: g.Place, Figures: make([]string, len(g.Figures))}
		for i, f := range g.Figures {
			p.Figures[i] = f.String()
		}
		out = append(out, p)
	}
	return out
}

// PostingsEntered are the gains of an event of which only these are known, as columns of a
// ranking: what was not entered is nothing, but that the event was one.
func PostingsEntered(k *ranking.Keeper, e facts.EnteredPoints) []facts.Posting {
	columns := k.Columns()
	from := make([]int, len(columns))
	for i, c := range columns {
		from[i] = slices.Index(e.Columns, c.Figure)
	}
	out := make([]facts.Posting, len(e.Gains))
	for n, g := range e.Gains {
		out[n] = facts.Posting{PlayerID: g.PlayerID, Place: g.Place, Figures: make([]string, len(columns))}
		for i, c := range columns {
			switch {
			case from[i] >= 0:
				out[n].Figures[i] = g.Figures[from[i]]
			case c.Figure == rules.LineTournaments:
				out[n].Figures[i] = "1"
			default:
				out[n].Figures[i] = "0"
			}
		}
	}
	return out
}

// inHalls are the grounds for which players may not enter an event: they had reached
// the cap of a ranking when it was held (BG 1). Events that came later do not matter.
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
		postings = slices.DeleteFunc(postings, func(p facts.RankedPosting) bool { return !before(p, s.Event, day) })
		opened, posted, err := Ranked(openings, postings)
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

// before reports whether the event of a posting comes before another event: by its
// day, on one day by its time (D003-16).
func before(p facts.RankedPosting, e facts.Event, day rules.Day) bool {
	return cmp.Or(cmp.Compare(p.Day, day), p.StartsAt.Compare(e.StartsAt), slices.Compare(p.EventID.UUID[:], e.ID.UUID[:])) < 0
}

// Ranked are stored openings and postings as a keeper takes them: the postings are in the
// order of their events, which it numbers from 1.
func Ranked(openings []facts.RankingOpening, postings []facts.RankedPosting) ([]ranking.Opening, []ranking.Posting, error) {
	opened := make([]ranking.Opening, 0, len(openings))
	for _, o := range openings {
		if o.Figures == nil {
			continue
		}
		figures, err := fractions(o.Figures)
		if err != nil {
			return nil, nil, err
		}
		national, err := league.ParseFrac(o.National)
		if err != nil {
			return nil, nil, err
		}
		opened = append(opened, ranking.Opening{Player: o.PlayerID, Figures: figures, National: national})
	}
	posted := make([]ranking.Posting, 0, len(postings))
	number := 0
	for i, p := range postings {
		if i == 0 || p.EventID != postings[i-1].EventID {
			number++
		}
		figures, err := fractions(p.Figures)
		if err != nil {
			return nil, nil, err
		}
		posted = append(posted, ranking.Posting{Event: number, National: p.National, Player: p.PlayerID, Figures: figures})
	}
	return opened, posted, nil
}

func fractions(texts []string) ([]league.Frac, error) {
	out := make([]league.Frac, len(texts))
	for i, text := range texts {
		f, err := league.ParseFrac(text)
		if err != nil {
			return nil, err
		}
		out[i] = f
	}
	return out, nil
}
