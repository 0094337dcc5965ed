package demo

import (
	"bytes"
	"image/color"
	"image/jpeg"
	"testing"
)

// Each picture has its own subject, is small enough to be sent at once, and no two are the same; the next call
// returns the cached picture.
func TestPictures(t *testing.T) {
	t.Parallel()
	var seen [][]byte
	for shows := range showsTicket + 1 {
		for look := range variety {
			file := picture(shows, look)
			for _, other := range seen {
				if bytes.Equal(file, other) {
					t.Errorf("look %d of %d is like another", look, shows)
				}
			}
			seen = append(seen, file)
			if again := picture(shows, look+variety); !bytes.Equal(file, again) {
				t.Errorf("look %d of %d comes out differently", look, shows)
			}
			shown, err := jpeg.Decode(bytes.NewReader(file))
			if err != nil || len(file) > 60<<10 {
				t.Fatalf("%d bytes, %v", len(file), err)
			}
			if size := shown.Bounds().Size(); size.X != wide || size.Y != high {
				t.Errorf("%d by %d pixels", size.X, size.Y)
			}
			colors := make(map[color.RGBA]bool) // of blocks that differ in more than their light
			for x := range wide {
				for y := range high {
					r, g, b, _ := shown.At(x, y).RGBA()
					colors[color.RGBA{uint8(r >> 8 & 0xe0), uint8(g >> 8 & 0xe0), uint8(b >> 8 & 0xe0), 255}] = true
				}
			}
			if len(colors) < 15 {
				t.Errorf("look %d of %d has %d colors", look, shows, len(colors))
			}
		}
	}
}
