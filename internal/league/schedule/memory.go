package schedule

import (
	"fmt"
	"sync"
)

// remembered are the schedules made last. A schedule depends on sizes and rounds
// only, so that there is nothing to invalidate.
var remembered = memory{limit: 64}

// memory keeps schedules up to a limit; beyond it begins anew.
type memory struct {
	limit int
	mu    sync.Mutex
	made  map[string]*once
}

// once is a schedule that is made by the first who asks.
type once struct {
	sync.Once
	schedule Schedule
}

func (m *memory) schedule(sizes []int, rounds int) Schedule {
	entry := m.entry(fmt.Sprint(rounds, sizes))
	entry.Do(func() { entry.schedule = compute(sizes, rounds) })
	return entry.schedule
}

func (m *memory) entry(key string) *once {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.made == nil || len(m.made) >= m.limit && m.made[key] == nil {
		m.made = make(map[string]*once)
	}
	if m.made[key] == nil {
		m.made[key] = &once{}
	}
	return m.made[key]
}
