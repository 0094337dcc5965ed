package demo

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"net/http"

	"referto/internal/apiclient"
	"referto/openapi"
)

// emblemSide is the side of an emblem in pixels.
const emblemSide = 256

// emblem draws the logo of a federation: a hexagon with the drawing of marks inside.
func emblem(fill color.RGBA, marks func(canvas)) []byte {
	c := canvas{RGBA: image.NewRGBA(image.Rect(0, 0, emblemSide, emblemSide))}
	const middle = emblemSide / 2
	var corners [][2]float64
	for i := range 6 {
		angle := math.Pi/6 + float64(i)*math.Pi/3
		corners = append(corners, [2]float64{middle + (middle-2)*math.Cos(angle), middle + (middle-2)*math.Sin(angle)})
	}
	c.polygon(fill, corners...)
	marks(c)
	var file bytes.Buffer
	if err := png.Encode(&file, c.RGBA); err != nil {
		panic(err) // into memory
	}
	return file.Bytes()
}

// The colors of emblems.
var (
	white = color.RGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff}
	brick = color.RGBA{R: 0xb0, G: 0x3a, B: 0x2e, A: 0xff}
	pine  = color.RGBA{R: 0x1f, G: 0x6b, B: 0x4a, A: 0xff}
)

// settlement is a house below a roof.
func settlement(c canvas) {
	c.polygon(white, [2]float64{64, 186}, [2]float64{64, 118}, [2]float64{128, 64}, [2]float64{192, 118}, [2]float64{192, 186})
}

// dice are three dots.
func dice(c canvas) {
	for _, at := range []float64{80, 128, 176} {
		c.oval(white, at, at, 20, 20)
	}
}

// setLogo gives a federation its logo, once: its first version is the one that was founded.
func (l *loader) setLogo(who *apiclient.Client, tenant string, file []byte, shows string) {
	l.change(who, http.MethodPut, tenant+"/logo", 1, openapi.NewLogo{Content: file, AlternativeText: shows})
}
