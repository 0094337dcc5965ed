package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"net/http"
	"time"

	"referto/openapi"
)

// fileFaults are the faults of the connection to the service that stores files.
var fileFaults = []fault{
	fileFault("files-away", "bucket away", func(ctx context.Context, l *line) error { return l.cut(ctx, true) }),
	fileFault("files-silent", "bucket that takes connections and says nothing", func(ctx context.Context, l *line) error {
		return l.spoil(ctx, "timeout", attributes{"timeout": 0})
	}),
	fileFault("files-reset", "connections to the bucket reset", func(ctx context.Context, l *line) error {
		return l.spoil(ctx, "reset_peer", attributes{"timeout": 5})
	}),
	fileFault("files-torn", "connections torn after 3,000 bytes of a file", func(ctx context.Context, l *line) error {
		return l.spoil(ctx, "limit_data", attributes{"bytes": 3000}, "upstream")
	}),
	fileFault("files-thin", "30 KB a second to the bucket and back", func(ctx context.Context, l *line) error {
		return l.spoil(ctx, "bandwidth", attributes{"rate": 30})
	}),
}

// photosSent is the number of photos of a fault.
const photosSent = 6

func fileFault(name, what string, begin func(context.Context, *line) error) fault {
	return fault{name: name, id: "F-06", what: what + " while 6 photos arrive", set: setup{files: true}, try: func(ctx context.Context, s *scene) (string, error) {
		picture, err := snapshot()
		if err != nil {
			return "", err
		}
		ready, err := s.photograph(ctx, picture, "before")
		if err != nil {
			return "", err
		}
		if err := s.awaitPhotos(ctx, 1); err != nil {
			return "", err
		}
		if err := begin(ctx, s.filesLine); err != nil {
			return "", err
		}
		slowest := time.Duration(0)
		for i := range photosSent {
			took, err := s.photograph(ctx, picture, fmt.Sprint("during-", i))
			if err != nil {
				return "", fmt.Errorf("sending waits for the bucket: %w", err)
			}
			slowest = max(slowest, took)
		}
		shown := s.look(ctx)
		time.Sleep(3 * time.Second)
		if err := errors.Join(s.filesLine.mend(ctx), s.filesLine.cut(ctx, false)); err != nil {
			return "", err
		}
		began := time.Now()
		if err := s.awaitPhotos(ctx, photosSent+1); err != nil {
			return "", err
		}
		took := time.Since(began)
		figure := fmt.Sprintf("sending took %s at most, %s without the fault; a photo that is looked at meanwhile is answered %d after %s; all ready %s after",
			slowest.Round(time.Millisecond), ready.Round(time.Millisecond), shown.status, shown.took.Round(10*time.Millisecond), took.Round(time.Second))
		if shown.status != http.StatusOK && (shown.status != http.StatusServiceUnavailable || shown.wait == "") || shown.took > s.patience {
			return figure, errors.Join(fmt.Errorf("a photo that is looked at: %d, Retry-After %q: %s", shown.status, shown.wait, shown.body), shown.err)
		}
		return figure, s.filesAreRows(ctx)
	}}
}

// snapshot is a photo of some 20 KB.
func snapshot() ([]byte, error) {
	picture := image.NewRGBA(image.Rect(0, 0, 320, 240))
	for x := range 320 {
		for y := range 240 {
			picture.Set(x, y, color.RGBA{uint8(x * y), uint8(x ^ y), uint8(x + 3*y), 255})
		}
	}
	var out bytes.Buffer
	err := jpeg.Encode(&out, picture, nil)
	return out.Bytes(), err
}

// photograph sends a photo.
func (s *scene) photograph(ctx context.Context, picture []byte, key string) (time.Duration, error) {
	r := s.crowd.ask(ctx, 0, http.MethodPost, s.people.event+"/photos", openapi.NewPhoto{
		Kind: "winner", AlternativeText: "The winner", Consent: openapi.PhotoConsent{People: true}, Bytes: len(picture), Content: picture,
	}, key)
	return r.took, r.into(http.StatusCreated, nil)
}

// photos lists the photos of the event.
func (s *scene) photos(ctx context.Context) ([]openapi.Photo, error) {
	var page openapi.PhotoPage
	err := s.crowd.ask(ctx, 0, http.MethodGet, s.people.event+"/photos?limit=100", nil, "").into(http.StatusOK, &page)
	return page.Items, err
}

// awaitPhotos waits until so many photos can be seen.
func (s *scene) awaitPhotos(ctx context.Context, number int) error {
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		photos, err := s.photos(ctx)
		if err != nil {
			return err
		}
		ready := 0
		for _, p := range photos {
			if p.State == openapi.PhotoStateReady {
				ready++
			}
		}
		if ready == number && len(photos) == number {
			return nil
		}
		if time.Since(began) > 2*time.Minute {
			return fmt.Errorf("%d of %d photos are ready two minutes after: %+v", ready, number, photos)
		}
	}
}

// look asks for the image of the photo that was sent first.
func (s *scene) look(ctx context.Context) reply {
	photos, err := s.photos(ctx)
	if err != nil {
		return reply{err: err}
	}
	for _, p := range photos {
		if p.State == openapi.PhotoStateReady {
			return s.crowd.ask(ctx, 0, http.MethodGet, s.image(p, "page"), nil, "")
		}
	}
	return reply{err: errors.New("no photo can be seen")}
}

func (s *scene) image(p openapi.Photo, size string) string {
	return s.people.event + "/photos/" + p.Id.String() + "/image?size=" + size
}

// filesAreRows compares the files in the bucket with those that the photos name: none is missing, and there is none
// without a row.
func (s *scene) filesAreRows(ctx context.Context) error {
	photos, err := s.photos(ctx)
	if err != nil {
		return err
	}
	images := 0
	for _, p := range photos {
		for _, size := range []string{"page", "thumbnail"} {
			images++
			if r := s.crowd.ask(ctx, 0, http.MethodGet, s.image(p, size), nil, ""); r.status != http.StatusOK {
				return errors.Join(fmt.Errorf("photo %s, %s: %d %s", p.Id, size, r.status, r.body), r.err)
			}
		}
	}
	if keys := s.bucket.Keys(); len(keys) != images {
		return fmt.Errorf("the bucket has %d files, photos name %d: %q", len(keys), images, keys)
	}
	return nil
}
