package schedule

import (
	"fmt"
	"sync"
)

// remembered are the schedules made last. A schedule depends on sizes and rounds
// only, so that there is nothing to invalidate.
var remembered = memory{limit: 4_000_000}

// memory keeps schedules up to a number of places in all their rounds; beyond it
// begins anew.
type memory struct {
	limit int
	mu    sync.Mutex
	held  int // places
	made  map[string]*once
}

// once is a schedule that is made by the first who asks.
type once struct {
	sync.Once
	schedule Schedule
}

func (m *memory) schedule(sizes []int, rounds int) Schedule {
	places := 0
	for _, size := range sizes {
		places += size * rounds
	}
	entry := m.entry(fmt.Sprint(rounds, sizes), places)
	entry.Do(func() { entry.schedule = compute(sizes, rounds) })
	return entry.schedule
}

func (m *memory) entry(key string, places int) *once {
	m.mu.Lock()
	defer m.mu.Unlock()
	if entry := m.made[key]; entry != nil {
		return entry
	}
	if m.made == nil || m.held+places > m.limit {
		m.made, m.held = make(map[string]*once), 0
	}
	m.made[key] = &once{}
	m.held += places
	return m.made[key]
}
