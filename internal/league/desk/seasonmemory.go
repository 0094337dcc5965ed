package desk

import (
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/register"
)

type seasonPlace struct {
	tenant uuid.UUID
	season league.SeasonID
}

// mostSeasons bounds the seasons that are kept: some 60 MB of the largest ones.
const mostSeasons = 16

// KnownSeason returns the remembered state of a season; nil if it is not remembered. Its revision shows whether
// it is still current.
func (d *Desk) KnownSeason(tenant uuid.UUID, id league.SeasonID) *register.Season {
	known, _ := d.seasons.Get(seasonPlace{tenant, id})
	return known
}

// keepSeason remembers a season as it was committed, unless a later one is known.
func (d *Desk) keepSeason(tenant uuid.UUID, s *register.Season) {
	if tenant == uuid.Nil {
		return
	}
	d.seasons.PutUnless(seasonPlace{tenant, s.Season.ID}, s, func(known *register.Season) bool { return known.Season.Revision >= s.Season.Revision })
}
