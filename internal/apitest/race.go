package apitest

import (
	"slices"
	"sync"
)

// AtOnce does n things at the same moment, each in a goroutine of its own, and
// waits for all of them. The things must not end the test (Want, Refused): look at
// the answers afterwards.
func AtOnce(n int, do func(i int)) {
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-start
			do(i)
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
}

// AnswersAtOnce asks n times at the same moment.
func AnswersAtOnce(n int, ask func(i int) *Answer) []*Answer {
	answers := make([]*Answer, n)
	AtOnce(n, func(i int) { answers[i] = ask(i) })
	return answers
}

// Statuses of the answers, sorted.
func Statuses(answers []*Answer) []int {
	out := make([]int, len(answers))
	for i, a := range answers {
		out[i] = a.Status
	}
	slices.Sort(out)
	return out
}
