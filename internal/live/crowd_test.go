package live_test

import (
	"sync"
	"testing"

	"referto/internal/live"
)

func TestCrowd(t *testing.T) {
	t.Parallel()
	var crowd live.Crowd
	first, ok := crowd.Enter("anna", 2)
	if !ok {
		t.Fatal("the first is refused")
	}
	if _, ok := crowd.Enter("anna", 2); !ok {
		t.Fatal("the second is refused")
	}
	if _, ok := crowd.Enter("anna", 2); ok {
		t.Error("a third is let in")
	}
	if _, ok := crowd.Enter("bruno", 2); !ok {
		t.Error("somebody else is refused")
	}
	first()
	first() // leaves once
	if _, ok := crowd.Enter("anna", 2); !ok {
		t.Error("the place of who has left is not free")
	}
	if _, ok := crowd.Enter("anna", 2); ok {
		t.Error("who has left once has left twice")
	}
	if _, ok := crowd.Enter("anna", 0); !ok {
		t.Error("without a limit somebody is refused")
	}
}

func TestCrowdAtOnce(t *testing.T) {
	t.Parallel()
	var crowd live.Crowd
	let := make(chan func(), 200)
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			if leave, ok := crowd.Enter("anna", 30); ok {
				let <- leave
			}
		})
	}
	all.Wait()
	close(let)
	if len(let) != 30 {
		t.Errorf("%d were let in", len(let))
	}
	for leave := range let {
		leave()
	}
	if _, ok := crowd.Enter("anna", 1); !ok {
		t.Error("somebody is still counted")
	}
}
