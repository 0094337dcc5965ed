package playerdesk

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/biography"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// Life holds the record of a player over all events.
type Life struct {
	Player facts.Player // for an alias the record that is kept
	biography.Biography
	Met int // how many opponents there are; the first of them are named
	// Blocks are the parts of the profile that are shown besides results and ranks. The data of the others are left out.
	Blocks []facts.ProfileBlock
	// Events are the events that are over and count, in the order in which they were held.
	Events []desk.HeldEvent
	// Against is the player with whom the first one is compared, and Meetings are their games against each other;
	// both are nil if no comparison was requested.
	Against  *biography.Opponent
	Meetings []biography.Meeting
	// Names are the people that are named, by their ids.
	Names map[league.PlayerID]facts.Player
}

// mostOpponents bounds the opponents that are named. Any other can be requested by id.
const mostOpponents = 20

// Life adds up the record of a player, and their games against another player if one is given; each may be
// named by any record of theirs. It returns [league.ErrNotFound] for a player who has never appeared in public,
// and for another player whom they have not met. The public is shown the blocks that the player has turned on,
// a reader with an office all of them.
func (d Desk) Life(door tenantdb.Door, id league.PlayerID, against *league.PlayerID, r Reading) (Life, error) {
	out := Life{}
	var seen bool
	var played []leaguedb.PlayedEvent
	b := &tenantdb.Batch{}
	leaguedb.LoadPerson(b, &out.Player, id)
	leaguedb.LoadSeen(b, &seen, id)
	leaguedb.LoadPlayedEvents(b, &played, id)
	var other league.PlayerID
	if against != nil {
		leaguedb.LoadKept(b, &other, *against)
	}
	if err := door.Send(b); err != nil {
		return out, err
	}
	id = out.Player.ID
	if !seen {
		return out, league.ErrNotFound
	}
	out.Blocks = facts.ProfileBlocks
	var err error
	if !r.Office {
		if _, out.Blocks, err = desk.BlocksOf(door, out.Player, r.Now); err != nil {
			return out, err
		}
	}
	if against != nil && !out.Shows(facts.OpponentsBlock) {
		return out, league.ErrNotFound
	}
	if out.Events, err = d.HeldEvents(door, played); err != nil {
		return out, err
	}
	events := make([]biography.Event, len(out.Events))
	for i, e := range out.Events {
		events[i] = e.Event
	}
	out.Biography = biography.Of(id, events)
	if against != nil {
		if err := out.compare(id, other, events); err != nil {
			return out, err
		}
	}
	out.hide()
	out.Met = len(out.Opponents)
	out.Opponents = out.Opponents[:min(len(out.Opponents), mostOpponents)]
	out.Names, err = named(door, out)
	return out, err
}

// Reading describes a reader of a player's biography.
type Reading struct {
	Office bool
	Now    time.Time
}

// Shows reports whether a block is shown.
func (l *Life) Shows(block facts.ProfileBlock) bool { return slices.Contains(l.Blocks, block) }

// hide removes the data of blocks that are not shown.
func (l *Life) hide() {
	if !l.Shows(facts.ClubBlock) {
		l.Player.ClubID, l.Player.Club = nil, ""
	}
	if !l.Shows(facts.CityBlock) {
		l.Player.City = ""
	}
	if !l.Shows(facts.RecordsBlock) {
		l.Records, l.Streaks = nil, nil
	}
	if !l.Shows(facts.OpponentsBlock) {
		l.Opponents = nil
	}
}

// compare adds the games against another player, whom the first one must have met.
func (l *Life) compare(id, other league.PlayerID, events []biography.Event) error {
	i := slices.IndexFunc(l.Opponents, func(o biography.Opponent) bool { return o.Player == other })
	if i < 0 {
		return league.ErrNotFound
	}
	l.Against, l.Meetings = &l.Opponents[i], biography.Between(id, other, events)
	return nil
}

// named loads the people that are named.
func named(door tenantdb.Door, l Life) (map[league.PlayerID]facts.Player, error) {
	var ids []league.PlayerID
	for _, o := range l.Opponents {
		ids = append(ids, o.Player)
	}
	if l.Against != nil {
		ids = append(ids, l.Against.Player)
	}
	out := make(map[league.PlayerID]facts.Player, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var players []facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayersByID(b, &players, ids)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	for _, p := range players {
		out[p.ID] = p
	}
	return out, nil
}
