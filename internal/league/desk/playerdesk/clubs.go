package playerdesk

import (
	"fmt"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/clubs"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/people"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Memberships holds the club history of a player, with the clubs.
type Memberships struct {
	Player  facts.Player
	History clubs.History
	// OfAlias: an alias of the player holds clubs, so that they are not corrected, see [clubs.Person.MayCorrect].
	OfAlias bool
	Clubs   map[league.ClubID]facts.Club
}

// Memberships loads the clubs of a player.
func (d Desk) Memberships(door tenantdb.Door, id league.PlayerID) (Memberships, error) {
	var out Memberships
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayer(b, &out.Player, id)
	if err := door.Send(b); err != nil {
		return out, fmt.Errorf("player %s: %w", id, err)
	}
	of, err := desk.LoadHistories(door, id)
	if err != nil {
		return out, err
	}
	out.History, out.OfAlias = of.Together(), of.MayCorrect(nil) != nil
	var ids []league.ClubID
	for _, s := range out.History.Spans() {
		ids = append(ids, s.Club)
	}
	var found []facts.Club
	b = &tenantdb.Batch{}
	leaguedb.LoadPlayerClubs(b, &found, ids)
	out.Clubs = map[league.ClubID]facts.Club{}
	if err := door.Send(b); err != nil {
		return out, err
	}
	for _, c := range found {
		out.Clubs[c.ID] = c
	}
	return out, nil
}

// Transfer ends the player's current membership and begins one in another club on a day; a nil club means none.
// The reason may be "".
// If two transfers are made at once, the second is checked against the result of the first.
func (d Desk) Transfer(tx tenantdb.Tx, act desk.Act, id league.PlayerID, club *league.ClubID, day rules.Day, reason string) (Changed, error) {
	p, of, err := take(tx, id)
	if err != nil {
		return Changed{}, err
	}
	var to *facts.Club
	if club != nil {
		held, err := holdClubs(tx, []league.ClubID{*club})
		if err != nil {
			return Changed{}, err
		}
		found, known := held[*club]
		if !known {
			return Changed{}, league.Faults{{Field: "/club", Grounds: league.Grounds{Reason: "club-unknown"}}}
		}
		to = &found
	}
	next, err := of.Transfer(to, day, desk.Today(act))
	if err != nil {
		return Changed{}, err
	}
	act.Record.Log(uuid.Nil, leaguelog.PlayerTransferred{Player: id, Club: club, Day: day})
	return d.saveClubs(tx, act, p, of, next, to, reason)
}

// CorrectMemberships replaces the club history of a player, for a reason.
func (d Desk) CorrectMemberships(tx tenantdb.Tx, act desk.Act, id league.PlayerID, from desk.Version, spans []clubs.Span, reason string) (Changed, error) {
	p, of, err := take(tx, id)
	if err != nil {
		return Changed{}, err
	}
	if from.Stale(p.Version) {
		return Changed{}, &desk.StaleError{Current: map[string]any{"version": p.Version}}
	}
	if err := mayCorrect(tx, of); err != nil {
		return Changed{}, err
	}
	var ids []league.ClubID
	for _, s := range spans {
		ids = append(ids, s.Club)
	}
	held, err := holdClubs(tx, ids)
	if err != nil {
		return Changed{}, err
	}
	next, err := clubs.Corrected(spans, held, desk.Today(act))
	if err != nil {
		return Changed{}, err
	}
	var now *facts.Club
	if last := next.Last(); last != nil {
		found := held[*last]
		now = &found
	}
	act.Record.Log(uuid.Nil, leaguelog.MembershipsCorrected{Player: id, Memberships: logged(next)})
	return d.saveClubs(tx, act, p, of, map[league.PlayerID]clubs.History{id: next}, now, reason)
}

// mayCorrect refuses to rewrite the clubs of a person if an alias of theirs has clubs of its own.
func mayCorrect(tx tenantdb.Tx, of clubs.Person) error {
	var aliases []facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadAliasesOf(b, &aliases, []league.PlayerID{of[0].ID})
	if err := tx.Send(b); err != nil {
		return err
	}
	names := map[league.PlayerID]string{}
	for _, a := range aliases {
		names[a.ID] = a.Name
	}
	return of.MayCorrect(names)
}

// take loads a player with their clubs, and holds them against other changes until the transaction ends.
func take(tx tenantdb.Tx, id league.PlayerID) (facts.Player, clubs.Person, error) {
	var p facts.Player
	b := &tenantdb.Batch{}
	leaguedb.TakePlayer(b, &p, id)
	if err := tx.Send(b); err != nil {
		return p, nil, fmt.Errorf("player %s: %w", id, err)
	}
	if p.ID != id { // of an alias the record that is kept is taken
		return p, nil, people.ErrMerged(p)
	}
	if err := people.MayUse(p); err != nil {
		return p, nil, err
	}
	of, err := desk.LoadHistories(tx, id)
	return p, of, err
}

// holdClubs loads clubs and keeps them from being closed until the transaction ends.
func holdClubs(tx tenantdb.Tx, ids []league.ClubID) (map[league.ClubID]facts.Club, error) {
	var found []facts.Club
	b := &tenantdb.Batch{}
	leaguedb.HoldPlayerClubs(b, &found, ids)
	out := make(map[league.ClubID]facts.Club, len(ids))
	err := tx.Send(b)
	for _, c := range found {
		out[c.ID] = c
	}
	return out, err
}

// saveClubs stores the club history of a player, whose current club is given; nil if they are in none.
func (d Desk) saveClubs(tx tenantdb.Tx, act desk.Act, p facts.Player, of clubs.Person, next map[league.PlayerID]clubs.History, now *facts.Club, reason string) (Changed, error) {
	var out Changed
	before, after := of.Together(), of.With(next).Together()
	p.ClubID, p.Club = after.Last(), ""
	if now != nil {
		p.Club = now.Name
	}
	b := &tenantdb.Batch{}
	setClubs(b, act, next)
	leaguedb.BumpPlayers(b, []league.PlayerID{p.ID})
	publish := bump(b, &out, p.ID)
	if err := tx.Send(b); err != nil {
		return Changed{}, err
	}
	publish(tx)
	act.Record.Audit("memberships", reason, map[string]any{"player": p.ID, "version": p.Version, "memberships": logged(before)},
		map[string]any{"player": p.ID, "version": p.Version + 1, "memberships": logged(after)})
	p.Version++
	out.Player = p
	return out, nil
}

func setClubs(b *tenantdb.Batch, act desk.Act, histories map[league.PlayerID]clubs.History) {
	stored := make(map[league.PlayerID][]facts.Membership, len(histories))
	for id, h := range histories {
		stored[id] = h
	}
	leaguedb.SetMemberships(b, stored, act.By, act.Now)
}

// renamedClub returns the histories, by record, of a player for whom another club name was written; that counts
// as a transfer of today. It returns nil if the club is the same. The given player is the one to be saved.
func (d Desk) renamedClub(tx tenantdb.Tx, act desk.Act, before facts.Player, p *facts.Player) (map[league.PlayerID]clubs.History, error) {
	text := clubs.Name(p.Club)
	if text == before.Club {
		p.Club = before.Club
		return nil, nil
	}
	found, err := desk.ClubsNamed(tx, act, []string{text})
	if err != nil {
		return nil, err
	}
	p.ClubID, p.Club = nil, ""
	var to *facts.Club
	if text != "" {
		club := found[text]
		to, p.ClubID, p.Club = &club, &club.ID, club.Name
	}
	if before.ClubID == nil && to == nil || before.ClubID != nil && to != nil && *before.ClubID == to.ID {
		return nil, nil // it is written otherwise
	}
	of, err := desk.LoadHistories(tx, p.ID)
	if err != nil {
		return nil, err
	}
	next, err := of.Transfer(to, desk.Today(act), desk.Today(act))
	if err != nil {
		return nil, err
	}
	act.Record.Log(uuid.Nil, leaguelog.PlayerTransferred{Player: p.ID, Club: p.ClubID, Day: desk.Today(act)})
	act.Record.Audit("memberships", "", map[string]any{"player": p.ID, "memberships": logged(of.Together())}, map[string]any{"player": p.ID, "memberships": logged(of.With(next).Together())})
	return next, nil
}

func logged(h clubs.History) []leaguelog.Membership {
	out := make([]leaguelog.Membership, len(h))
	for i, m := range h {
		out[i] = leaguelog.Membership{Club: m.Club, From: m.From}
	}
	return out
}
