package desk

import (
	"slices"
	"sync"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/register"
)

// seasonMemory holds the last seasons that were looked at, as they were committed.
type seasonMemory struct {
	mu    sync.Mutex
	order []seasonPlace // the one kept last at the end
	kept  map[seasonPlace]*register.Season
}

type seasonPlace struct {
	tenant uuid.UUID
	season league.SeasonID
}

// mostSeasons is how many seasons are kept: some 60 MB of the largest ones.
const mostSeasons = 16

func (m *seasonMemory) Recall(tenant uuid.UUID, id league.SeasonID) *register.Season {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.kept[seasonPlace{tenant, id}]
}

func (m *seasonMemory) keep(tenant uuid.UUID, s *register.Season) {
	if tenant == uuid.Nil {
		return
	}
	at := seasonPlace{tenant, s.Season.ID}
	m.mu.Lock()
	defer m.mu.Unlock()
	if known := m.kept[at]; known != nil && known.Season.Revision >= s.Season.Revision {
		return
	}
	if m.kept == nil {
		m.kept = make(map[seasonPlace]*register.Season)
	}
	m.kept[at] = s
	m.order = append(slices.DeleteFunc(m.order, func(p seasonPlace) bool { return p == at }), at)
	if len(m.order) > mostSeasons {
		delete(m.kept, m.order[0])
		m.order = m.order[1:]
	}
}
