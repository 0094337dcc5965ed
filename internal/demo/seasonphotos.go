package demo

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"referto/openapi"
)

// shot is a photo that a report needs (CN09 1.6.a).
type shot struct {
	kind        openapi.PhotoKind
	round       int // of which it is a photo; 0 for the last, whichever number it has
	alternative string
}

var shots = []shot{
	{"winner", 0, "Chi ha vinto, con la coppa"},
	{"panorama", 1, "I tavoli del primo turno"},
	{"final-table", 0, "Il tavolo della finale"},
}

// photograph sends the photos of a fixture. For a fixture whose report is returned, the photo of the final's table is
// missing.
func (s *championship) photograph(f fixture) {
	taken := shots
	if f.course == returned {
		taken = slices.DeleteFunc(slices.Clone(shots), func(s shot) bool { return s.kind == "final-table" })
	}
	s.events[f.slug()].photograph(len(f.city)-f.day, taken)
}

// photograph sends the photos of an event.
func (s *heldEvent) photograph(look int, taken []shot) {
	for _, one := range taken {
		file := picture(slices.Index(shots, one), look)
		s.act(s.clients[organizer], s.path+"/photos", openapi.NewPhoto{
			Kind: one.kind, Round: one.round, AlternativeText: one.alternative, Consent: openapi.PhotoConsent{People: true}, Bytes: len(file), Content: file,
		}, nil)
	}
}

// The pause between two looks at whether photos are developed, and the number
// of looks.
const (
	pause = 50 * time.Millisecond
	looks = 2400
)

// developed waits until the photos of a fixture are developed.
func (s *championship) developed(f fixture) {
	for range looks {
		var photos openapi.PhotoPage
		s.get(s.clients[organizer], s.events[f.slug()].path+"/photos", &photos)
		if !slices.ContainsFunc(photos.Items, func(p openapi.Photo) bool { return p.State != openapi.PhotoStateReady }) {
			return
		}
		time.Sleep(pause)
	}
	s.err = cmp.Or(s.err, errors.New("the photos are not developed"))
}
