package officiating

import (
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// MayEnterTogether refuses a list of players unless each of them may enter now
// ([Situation.WhyNotEnter]): with [league.Faults] that contain every reason of every player, at
// their positions behind the field of the list, so that the list can be corrected in one go, or with
// a [league.StateError] if entries are not open. The zero player stands for an unknown id.
func (s *Situation) MayEnterTogether(p *Background, list string, players []facts.Player) error {
	if closed := s.ClosedTo(); len(closed) > 0 {
		return Refusal(closed)
	}
	var faults league.Faults
	seen := make(map[league.PlayerID]bool, len(players))
	for i, player := range players {
		field := list + "/" + strconv.Itoa(i)
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
