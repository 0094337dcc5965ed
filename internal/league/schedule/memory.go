package schedule

import (
	"fmt"
	"sync"

	"referto/internal/recent"
)

// remembered holds the schedules made most recently, up to a total number of places in all their rounds. A
// schedule depends only on sizes and rounds, so that nothing ever needs to be invalidated.
var remembered = recent.Sized(4_000_000, func(_ string, s *once) int { return s.places })

// once is a schedule that its first caller computes; the others wait for it.
type once struct {
	sync.Once
	places   int
	schedule Schedule
}

func recall(sizes []int, rounds int) Schedule {
	asked := &once{}
	for _, size := range sizes {
		asked.places += size * rounds
	}
	entry := remembered.GetOrPut(fmt.Sprint(rounds, sizes), asked)
	entry.Do(func() { entry.schedule = compute(sizes, rounds) })
	return entry.schedule
}
