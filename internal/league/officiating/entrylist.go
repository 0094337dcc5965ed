package officiating

import (
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// MayEnterTogether refuses a list of players unless each of them may enter now
// ([Situation.WhyNotEnter]): by [league.Faults] at /players with every reason of everybody, so that the list can be
// put right at once, or by a [league.StateError] where entries are not open. The zero player is an id
// that is nobody's.
func (s *Situation) MayEnterTogether(p *Background, players []facts.Player) error {
	if closed := s.ClosedTo(); len(closed) > 0 {
		return Refusal(closed)
	}
	var faults league.Faults
	seen := make(map[league.PlayerID]bool, len(players))
	for i, player := range players {
		field := "/players/" + strconv.Itoa(i)
		switch {
		case player.ID == league.PlayerID{}, player.ErasedAt != nil:
			faults = append(faults, league.Fault{Field: field, Grounds: league.Grounds{Reason: "unknown-player"}})
		case seen[player.ID]:
			faults = append(faults, league.Fault{Field: field, Grounds: league.Grounds{Reason: "player-twice"}})
		default:
			for _, g := range s.WhyNotEnter(p, player, s.EntryOf(player.ID)) {
				faults = append(faults, league.Fault{Field: field, Grounds: g})
			}
		}
		seen[player.ID] = true
	}
	if len(faults) > 0 {
		return faults
	}
	return nil
}
