package desk

import (
	"errors"
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// The careers of a ranking are stored beside the postings and openings from which they are computed, with the
// keys that put them in order. They are written in the transaction that holds the ranking, so that they always
// belong to its revision.

const (
	// KeyForm is the form of the keys that [ranking.Keeper.Key] writes. A change of the form raises this number,
	// and all careers are then computed anew.
	KeyForm = 1
	// NoKeys is the form of a ranking whose figures have no keys: it has no stored careers
	// and is derived with each reading.
	NoKeys = -1
)

// Gathered is a career in a ranking, with its key and the event by which the player arrived.
type Gathered struct {
	ranking.Career
	Key     string
	Arrived ranking.Moment // with which the player reached the cap; zero: with none, or the opening
}

// Gather adds up stored openings and postings by player. It returns [ranking.ErrNoKey] if the figures of a
// player have no key.
func Gather(k *ranking.Keeper, openings []facts.RankingOpening, postings []facts.RankedPosting) (map[league.PlayerID]Gathered, error) {
	opened, posted, err := ranking.Parse(openings, postings)
	if err != nil {
		return nil, err
	}
	moments := momentsOf(postings)
	out := make(map[league.PlayerID]Gathered, len(openings))
	for player, career := range k.Careers(opened, posted) {
		g := Gathered{Career: career}
		if career.Since > 0 {
			g.Arrived = moments[career.Since-1]
		}
		if g.Key, err = k.Key(career, g.Arrived); err != nil {
			return nil, err
		}
		out[player] = g
	}
	return out, nil
}

// momentsOf are the events of postings, in the order in which [Ranked] numbers them.
func momentsOf(postings []facts.RankedPosting) []ranking.Moment {
	var moments []ranking.Moment
	for i, p := range postings {
		if i == 0 || p.EventID != postings[i-1].EventID {
			moments = append(moments, ranking.Moment{Day: p.Day, At: p.StartsAt, Event: p.EventID})
		}
	}
	return moments
}

// Reproject adds up the careers of players again after their facts in a ranking have changed; the transaction
// holds the ranking. Any record of a player may be given: a person has one career, under the record that is
// kept, and an alias has none. The ranking differs from the end of the given day on; "" means from its start.
// Statements deferred to the end of the transaction are sent before.
func (d *Desk) Reproject(tx tenantdb.Tx, r facts.Ranking, k *ranking.Keeper, players []league.PlayerID, day rules.Day) error {
	return d.ReprojectAfter(tx, &tenantdb.Batch{}, r, k, players, day)
}

// ReprojectAfter is [Desk.Reproject] after the statements of a batch, which travel with its own.
func (d *Desk) ReprojectAfter(tx tenantdb.Tx, b *tenantdb.Batch, r facts.Ranking, k *ranking.Keeper, players []league.PlayerID, day rules.Day) error {
	if err := tx.Flush(); err != nil {
		return err
	}
	if r.Form != KeyForm { // the careers are made anew later, of everybody
		return tx.Send(b)
	}
	var openings []facts.RankingOpening
	var postings []facts.RankedPosting
	var before []leaguedb.PlayerKey
	leaguedb.LoadOpeningsOfPeople(b, &openings, r.ID, players)
	leaguedb.LoadPostingsOf(b, &postings, r.ID, players)
	leaguedb.LoadKeysBehind(b, &before, r.ID, players)
	if err := tx.Send(b); err != nil {
		return err
	}
	gathered, err := Gather(k, openings, postings)
	if errors.Is(err, ranking.ErrNoKey) {
		tx.Defer(func(b *tenantdb.Batch) {
			leaguedb.ForgetCareers(b, r.ID)
			leaguedb.SetForm(b, r.ID, NoKeys)
		})
		return nil
	}
	if err != nil {
		return err
	}
	players = concerned(players, gathered, before)
	careers, change := stored(gathered), changeOf(gathered, before, players)
	change.Revision, change.Day = r.Revision, string(day)
	tx.Defer(func(b *tenantdb.Batch) {
		leaguedb.PutCareers(b, r.ID, players, careers)
		if len(change.Players) > 0 {
			leaguedb.AddRankingChange(b, r.ID, change)
		}
	})
	return nil
}

// concerned returns the given records together with the players who have a career or had one before, each once.
func concerned(records []league.PlayerID, gathered map[league.PlayerID]Gathered, before []leaguedb.PlayerKey) []league.PlayerID {
	out := slices.Clone(records)
	for player := range gathered {
		out = append(out, player)
	}
	for _, p := range before {
		out = append(out, p.PlayerID)
	}
	slices.SortFunc(out, func(a, b league.PlayerID) int { return slices.Compare(a.UUID[:], b.UUID[:]) })
	return slices.Compact(out)
}

// stored are careers as they are stored, in the order of the ids.
func stored(gathered map[league.PlayerID]Gathered) []facts.RankingCareer {
	careers := make([]facts.RankingCareer, 0, len(gathered))
	for player, g := range gathered {
		c := facts.RankingCareer{PlayerID: player, Key: []byte(g.Key), Figures: texts(g.Figures), National: g.National.String(), Nationals: g.Nationals, Penalty: g.Penalty.String()}
		if g.Career.Arrived {
			c.Arrival = texts(g.Arrival)
		}
		if g.Arrived.Day != "" {
			event := g.Arrived.Event
			c.Since = &event
		}
		careers = append(careers, c)
	}
	slices.SortFunc(careers, func(a, b facts.RankingCareer) int { return slices.Compare(a.PlayerID.UUID[:], b.PlayerID.UUID[:]) })
	return careers
}

func texts(figures []league.Frac) []string {
	out := make([]string, len(figures))
	for i, f := range figures {
		out[i] = f.String()
	}
	return out
}

// changeOf finds those of the given players whose standing has changed. A player whose key is the same stands
// where they stood before, whatever else has changed.
func changeOf(gathered map[league.PlayerID]Gathered, before []leaguedb.PlayerKey, players []league.PlayerID) (c facts.RankingChange) {
	was := make(map[league.PlayerID][]byte, len(before))
	for _, p := range before {
		was[p.PlayerID] = p.Key
	}
	for _, p := range players {
		old, now := was[p], gathered[p].Key
		if string(old) == now {
			continue
		}
		c.Players, c.Before, c.After = append(c.Players, p), append(c.Before, append([]byte{}, old...)), append(c.After, []byte(now))
	}
	return c
}

// rebuiltAtOnce is the number of players whose careers are computed at once, because their postings are held in
// memory.
const rebuiltAtOnce = 5000

// Rebuild computes all careers of a ranking anew; the transaction holds the ranking. A reader who continues a
// page of the old ranking is told to begin again.
func (d *Desk) Rebuild(tx tenantdb.Tx, r facts.Ranking, k *ranking.Keeper) error {
	b := &tenantdb.Batch{}
	leaguedb.ForgetCareers(b, r.ID)
	form := KeyForm
	for after, more := (league.PlayerID{}), true; more; {
		var players []league.PlayerID
		leaguedb.LoadPlayersOfRanking(b, &players, r.ID, after, rebuiltAtOnce)
		if err := tx.Send(b); err != nil {
			return err
		}
		b = &tenantdb.Batch{}
		if more = len(players) == rebuiltAtOnce; len(players) == 0 {
			break
		}
		after = players[len(players)-1]
		gathered, err := gather(tx, r, k, players)
		if errors.Is(err, ranking.ErrNoKey) {
			form = NoKeys
			leaguedb.ForgetCareers(b, r.ID)
			break
		}
		if err != nil {
			return err
		}
		leaguedb.PutCareers(b, r.ID, players, stored(gathered))
	}
	leaguedb.SetForm(b, r.ID, form)
	return tx.Send(b)
}

func gather(door tenantdb.Door, r facts.Ranking, k *ranking.Keeper, players []league.PlayerID) (map[league.PlayerID]Gathered, error) {
	var openings []facts.RankingOpening
	var postings []facts.RankedPosting
	b := &tenantdb.Batch{}
	leaguedb.LoadOpeningsOfPeople(b, &openings, r.ID, players)
	leaguedb.LoadPostingsOf(b, &postings, r.ID, players)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	return Gather(k, openings, postings)
}

// RebuildOutdated computes the careers of those of a tenant's rankings that have another form than this
// program's, or none yet, and returns the number of these rankings.
func (d *Desk) RebuildOutdated(tx tenantdb.Tx) (int64, error) {
	var outdated []facts.Ranking
	b := &tenantdb.Batch{}
	leaguedb.LoadOutdatedRankings(b, &outdated, KeyForm, NoKeys)
	if err := tx.Send(b); err != nil || len(outdated) == 0 {
		return 0, err
	}
	ids := make([]league.RankingID, len(outdated))
	for i, r := range outdated {
		ids[i] = r.ID
	}
	held, keepers, err := d.HoldKept(tx, &tenantdb.Batch{}, ids)
	if err != nil {
		return 0, err
	}
	for i, r := range held {
		if err := d.Rebuild(tx, r, keepers[i].Keeper); err != nil {
			return 0, err
		}
		revision := r.Revision
		tx.Publish(r.ID.UUID, &revision)
	}
	return int64(len(held)), nil
}
