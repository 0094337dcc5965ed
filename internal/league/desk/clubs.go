package desk

import (
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/clubs"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Today is the day on which something is done.
func Today(act Act) rules.Day { return rules.DayOf(act.Now.UTC()) }

// ClubsNamed returns the clubs that some texts name, each by the text as [clubs.Name] writes it. A club that
// does not exist yet is made: this is the only way from a text to a club.
func ClubsNamed(tx tenantdb.Tx, act Act, texts []string) (map[string]facts.Club, error) {
	return clubsNamed(tx, act, texts, nil)
}

// ClubsOfHistory is [ClubsNamed] for the texts in a table of the past. Clubs made here are removed with that
// table.
func ClubsOfHistory(tx tenantdb.Tx, act Act, texts []string, history uuid.UUID) (map[string]facts.Club, error) {
	return clubsNamed(tx, act, texts, &history)
}

func clubsNamed(tx tenantdb.Tx, act Act, texts []string, history *uuid.UUID) (map[string]facts.Club, error) {
	names := make([]string, 0, len(texts))
	for _, text := range texts {
		if name := clubs.Name(text); name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	out := make(map[string]facts.Club, len(names))
	if len(names) == 0 {
		return out, nil
	}
	find := func() error {
		var found []leaguedb.NamedClub
		b := &tenantdb.Batch{}
		leaguedb.LoadNamedClubs(b, &found, names)
		err := tx.Send(b)
		for _, f := range found {
			out[f.Asked] = f.Club
		}
		return err
	}
	if err := find(); err != nil || len(out) == len(names) {
		return out, err
	}
	var missing []string
	var ids []uuid.UUID
	for _, name := range names {
		if _, found := out[name]; !found {
			missing, ids = append(missing, name), append(ids, NewID())
		}
	}
	var added []facts.Club
	b := &tenantdb.Batch{}
	leaguedb.AddNamedClubs(b, &added, ids, missing, history, act.By, act.Now)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	for _, c := range added {
		act.Record.Log(uuid.Nil, leaguelog.ClubCreated{Club: c.ID, How: "named"})
		act.Record.Audit("club "+c.ID.String(), "", nil, map[string]any{"club": c.ID, "name": c.Name})
	}
	return out, find()
}

// NameClubs gives new players the clubs that their texts name. A club that has closed
// has no new members; the fault's field is "/club".
func NameClubs(tx tenantdb.Tx, act Act, players []facts.Player) error {
	texts := make([]string, len(players))
	for i, p := range players {
		texts[i] = p.Club
	}
	found, err := ClubsNamed(tx, act, texts)
	if err != nil {
		return err
	}
	for i := range players {
		p := &players[i]
		name := clubs.Name(p.Club)
		if p.Club = ""; name == "" {
			continue
		}
		club := found[name]
		if err := clubs.Open(club); err != nil {
			return err
		}
		p.ClubID, p.Club = &club.ID, club.Name
	}
	return nil
}

// NameClub is [NameClubs] of one player.
func NameClub(tx tenantdb.Tx, act Act, p *facts.Player) error {
	one := []facts.Player{*p}
	err := NameClubs(tx, act, one)
	*p = one[0]
	return err
}

// LoadHistories loads the clubs of a player by each of their records; of an alias only its own.
func LoadHistories(door tenantdb.Door, player league.PlayerID) (clubs.Person, error) {
	var stored []leaguedb.PlayerMembership
	b := &tenantdb.Batch{}
	leaguedb.LoadMemberships(b, &stored, player)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	out := clubs.Person{{ID: player}}
	for _, m := range stored {
		if m.PlayerID != out[len(out)-1].ID {
			out = append(out, clubs.Record{ID: m.PlayerID})
		}
		own := &out[len(out)-1].History
		*own = append(*own, m.Fact())
	}
	return out, nil
}
