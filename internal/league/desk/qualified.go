package desk

import (
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// qualifiedAt is the reason of somebody who is qualified for a final of the season; it
// names where and when.
const qualifiedAt = "qualified-at"

// bySeason are the reasons of its season for which players may not enter an event. To
// an event that leads to the finals nobody comes who is qualified for one since an
// earlier day (CN09 1.5), unless the manager let him in; to a final only who has said
// that he takes his place (CN09 1.7, 1.9).
func (d *Desk) bySeason(door tenantdb.Door, s *Stage, players []uuid.UUID) (map[uuid.UUID]league.Grounds, error) {
	if s.Event.SeasonID == nil {
		return nil, nil
	}
	id := league.SeasonID{UUID: *s.Event.SeasonID}
	if IsFinal(s.Event) {
		of, err := d.ViewSeason(door, id)
		if err != nil {
			return nil, err
		}
		return of.notFinalists(s, players), nil
	}
	heeded := slices.ContainsFunc(s.Rules.Eligibility, func(e rules.Exclusion) bool { return e.Reason == rules.AlreadyQualified })
	if !heeded || s.Event.Circuit == "" {
		return nil, nil
	}
	var placed, exempt []uuid.UUID
	b := &tenantdb.Batch{}
	leaguedb.LoadPlacedBefore(b, &placed, id, players)
	leaguedb.LoadExempt(b, &exempt, s.Event.ID)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	placed = slices.DeleteFunc(placed, func(p uuid.UUID) bool { return slices.Contains(exempt, p) })
	if len(placed) == 0 { // as for nearly everybody: the season need not be loaded
		return nil, nil
	}
	of, err := d.ViewSeason(door, id)
	if err != nil {
		return nil, err
	}
	return of.qualified(s, placed), nil
}

// qualified are those of players who may not enter an event because they are qualified
// for a final, with where they won the right (CN09 1.5).
func (s *Season) qualified(stage *Stage, players []uuid.UUID) map[uuid.UUID]league.Grounds {
	on := rules.DayOf(stage.Event.LocalDate())
	out := map[uuid.UUID]league.Grounds{}
	for _, player := range players {
		p, is := s.State.QualifiedOn(league.PlayerID{UUID: player}, on)
		if !is {
			continue
		}
		event, since := s.Season.Title, rules.DayOf(s.Season.PlaysFrom) // of the reigning champion
		if e := s.Event(p.Origin.Event); e != nil {
			event, since = e.Title, p.Origin.Day
		}
		out[player] = s.Rules.Grounds("", qualifiedAt, "event", event, "day", string(since))
	}
	return out
}

// notFinalists are those of players who have not said that they take a place in a final.
func (s *Season) notFinalists(stage *Stage, players []uuid.UUID) map[uuid.UUID]league.Grounds {
	to := rules.SeasonFinal(stage.Event.Kind)
	coming := s.coming(stage.Event)
	out := map[uuid.UUID]league.Grounds{}
	for _, p := range players {
		if !slices.Contains(coming, league.PlayerID{UUID: p}) {
			out[p] = s.Rules.Grounds(s.paragraph(to), "not-a-finalist")
		}
	}
	return out
}

// coming are those who have said that they take a place in the final that is played at
// an event, in the order of the register.
func (s *Season) coming(e facts.Event) []league.PlayerID {
	var out []league.PlayerID
	for _, p := range s.State.Places {
		if p.State != season.Accepted || slices.Contains(out, p.Holder) {
			continue
		}
		if f := s.FinalOf(p); f != nil && f.ID == e.ID {
			out = append(out, p.Holder)
		}
	}
	return out
}

// exempt lets a candidate in although he is qualified.
func (s *Stage) exempt(tx tenantdb.Tx, act Act, c *candidate, reason string) error {
	player := c.player.ID
	g, told := c.known.season[player.UUID]
	if !told || g.Reason != qualifiedAt {
		return league.NotNow("no-exemption-needed")
	}
	delete(c.known.season, player.UUID)
	c.despite = reason
	id := s.Event.ID
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddExemption(b, id, player, reason, act.By, act.Now) })
	act.Record.Log(id.UUID, leaguelog.EntryExempted{Player: player})
	return nil
}
