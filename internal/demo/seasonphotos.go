package demo

import (
	"bytes"
	"cmp"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"slices"
	"time"

	"referto/openapi"
)

// shot is a photo that a report needs (CN09 1.6.a).
type shot struct {
	kind        openapi.PhotoKind
	round       int
	alternative string
}

var shots = []shot{
	{"winner", 4, "Chi ha vinto, con la coppa"},
	{"panorama", 1, "I tavoli del primo turno"},
	{"final-table", 4, "Il tavolo della finale"},
}

// photograph sends the photos of a fixture. From one whose report is returned, that of
// the final's table is missing.
func (s *championship) photograph(f fixture) {
	by := s.clients[organizer]
	for i, one := range shots {
		if f.course == returned && one.kind == "final-table" {
			continue
		}
		file := picture(i, len(f.city))
		s.act(by, s.events[f.slug()].path+"/photos", openapi.NewPhoto{
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

// picture stands for a photo: tables seen from above, in colors of its own.
func picture(tables, tint int) []byte {
	const w, h = 480, 320
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	fill := func(r image.Rectangle, c color.Color) {
		draw.Draw(out, r, image.NewUniform(c), image.Point{}, draw.Src)
	}
	shade := uint8(40 * (tint % 5))
	fill(out.Bounds(), color.RGBA{200 - shade/2, 190, 150 + shade/2, 255})
	for i := range 1 + 2*tables {
		corner := image.Pt(30+150*(i%3), 40+140*(i/3))
		fill(image.Rectangle{corner, corner.Add(image.Pt(120, 110))}, color.RGBA{120, 80, 50, 255})
		fill(image.Rectangle{corner.Add(image.Pt(25, 20)), corner.Add(image.Pt(95, 90))}, color.RGBA{60, 130 + shade/2, 70, 255})
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, out, nil); err != nil {
		panic(err) // into memory
	}
	return file.Bytes()
}
