package demo

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"sync"

	"golang.org/x/image/vector"
)

// The size of a picture in pixels.
const wide, high = 540, 360

// variety is the number of different rooms, boards and people in pictures: events of towns with equally long names
// (modulo this number) have the same photos.
const variety = 5

// scene draws the subject of a picture.
type scene func(c canvas)

// kept caches pictures by their subject: the season needs hundreds of few kinds.
var kept sync.Map // of key to file

type key struct{ shows, look int }

// The subjects of pictures, in the order of shots.
const (
	showsWinner = iota
	showsRoom
	showsFinal
	showsTicket
)

// picture is drawn in place of a real photo.
func picture(shows, look int) []byte {
	k := key{shows, look % variety}
	if file, ok := kept.Load(k); ok {
		return file.([]byte)
	}
	c := canvas{image.NewRGBA(image.Rect(0, 0, wide, high)), rand.New(rand.NewPCG(uint64(k.look), uint64(shows))), k.look}
	[]scene{canvas.winner, canvas.room, canvas.finalTable, canvas.ticket}[shows](c)
	c.expose()
	var file bytes.Buffer
	if err := jpeg.Encode(&file, c.RGBA, &jpeg.Options{Quality: 82}); err != nil {
		panic(err) // into memory
	}
	kept.Store(k, file.Bytes())
	return file.Bytes()
}

// canvas is a picture while it is drawn.
type canvas struct {
	*image.RGBA
	random *rand.Rand
	look   int
}

// paint is an opaque color by its hexadecimal digits.
func paint(rgb uint32) color.RGBA {
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

// mixed is a color on the way from one to another.
func mixed(a, b color.RGBA, part float64) color.RGBA {
	mix := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*part) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

var (
	walls     = []color.RGBA{paint(0xd8cdb8), paint(0xb9c6cc), paint(0xcfd3bd), paint(0xd9bfae), paint(0xc4bccb)}
	woods     = []color.RGBA{paint(0x8a5f3c), paint(0x9c7348), paint(0x73503a), paint(0xa27f57), paint(0x7e5a44)}
	shirts    = []color.RGBA{paint(0x32557f), paint(0x9a3b34), paint(0x4f6f4a), paint(0xd7d2c6), paint(0x3a3a44), paint(0xb78436), paint(0x6a4a73), paint(0x5f8c93)}
	skins     = []color.RGBA{paint(0xe7bd9c), paint(0xd9a581), paint(0xf0cdb2), paint(0xb98360), paint(0x8d5f43)}
	hairs     = []color.RGBA{paint(0x2c211b), paint(0x5a3b25), paint(0x8a6a45), paint(0x9a9690), paint(0x1d1b1f), paint(0x7a3d22)}
	lands     = []color.RGBA{paint(0x2f6b3a), paint(0xe0b440), paint(0xa9543a), paint(0x8dbb4f), paint(0x84888c)}
	desert    = paint(0xd9c793)
	sea       = paint(0x3f83ad)
	pieces4   = []color.RGBA{paint(0xc2352b), paint(0x2c57a8), paint(0xf2f0e8), paint(0xe08a2b)}
	gold      = paint(0xd8a62c)
	shine     = paint(0xf6de8a)
	parchment = paint(0xf4ecd8)
	shade     = paint(0x2a241f)
)

// one chooses one of some colors by a number.
func one(of []color.RGBA, n int) color.RGBA { return of[n%len(of)] }

// polygon fills the area between points.
func (c canvas) polygon(fill color.RGBA, points ...[2]float64) {
	area := image.Rectangle{}
	for _, p := range points {
		x, y := int(math.Floor(p[0])), int(math.Floor(p[1]))
		area = area.Union(image.Rect(x, y, x+2, y+2))
	}
	if !area.In(c.Bounds()) {
		area = c.Bounds() // the rasterizer only clips at the bounds of the whole picture
	}
	r := vector.NewRasterizer(area.Dx(), area.Dy())
	for i, p := range points {
		x, y := float32(p[0])-float32(area.Min.X), float32(p[1])-float32(area.Min.Y)
		if i == 0 {
			r.MoveTo(x, y)
			continue
		}
		r.LineTo(x, y)
	}
	r.ClosePath()
	r.Draw(c.RGBA, area, image.NewUniform(fill), image.Point{})
}

// box fills a rectangle.
func (c canvas) box(fill color.RGBA, x, y, w, h float64) {
	draw.Draw(c.RGBA, image.Rect(int(x), int(y), int(x+w), int(y+h)), image.NewUniform(fill), image.Point{}, draw.Src)
}

// oval fills an ellipse around a point.
func (c canvas) oval(fill color.RGBA, x, y, rx, ry float64) {
	const corners = 40
	points := make([][2]float64, corners)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		points[i] = [2]float64{x + rx*cos, y + ry*sin}
	}
	c.polygon(fill, points...)
}

// fade fills rows from one color to another.
func (c canvas) fade(from, to color.RGBA, top, bottom int) {
	for y := top; y < bottom; y++ {
		c.box(mixed(from, to, float64(y-top)/float64(bottom-top)), 0, float64(y), wide, 1)
	}
}

// expose darkens the corners, and lets light and grain fall on everything, as a telephone in a
// room with little light does.
func (c canvas) expose() {
	for y := range high {
		for x := range wide {
			dx, dy := float64(x)/wide-0.45, float64(y)/high-0.4
			light := 1.08 - 0.75*(dx*dx+dy*dy) + (c.random.Float64()-0.5)*0.05
			pixel := c.Pix[y*c.Stride+4*x:][:3]
			for i := range pixel {
				pixel[i] = uint8(min(255, float64(pixel[i])*light))
			}
		}
	}
}

// person draws a person down to the breast: the head is as high as the size, around a point. A person seen from
// behind has no face.
func (c canvas) person(x, y, size float64, n int, behind bool) {
	skin, hair, shirt := one(skins, n), one(hairs, n*5+1), one(shirts, n*3+c.look)
	c.oval(mixed(shirt, shade, 0.12), x, y+1.75*size, 1.05*size, 1.05*size)
	c.oval(shirt, x, y+1.7*size, 0.95*size, 0.95*size)
	c.polygon(shirt, [2]float64{x - 0.95*size, y + 1.7*size}, [2]float64{x + 0.95*size, y + 1.7*size}, [2]float64{x + 0.9*size, y + 2.7*size}, [2]float64{x - 0.9*size, y + 2.7*size})
	c.polygon(mixed(skin, shade, 0.15), [2]float64{x - 0.2*size, y + 0.3*size}, [2]float64{x + 0.2*size, y + 0.3*size}, [2]float64{x + 0.24*size, y + 0.85*size}, [2]float64{x - 0.24*size, y + 0.85*size})
	long := n%2 == 0
	if long {
		c.oval(hair, x, y+0.12*size, 0.5*size, 0.72*size)
	}
	if behind {
		c.oval(hair, x, y, 0.44*size, 0.54*size)
		return
	}
	c.oval(hair, x, y-0.1*size, 0.45*size, 0.5*size)
	c.oval(skin, x, y+0.06*size, 0.37*size, 0.46*size)
	c.polygon(hair, [2]float64{x - 0.4*size, y - 0.05*size}, [2]float64{x - 0.3*size, y - 0.42*size}, [2]float64{x + 0.3*size, y - 0.42*size}, [2]float64{x + 0.4*size, y - 0.05*size}, [2]float64{x + 0.1*size, y - 0.22*size})
	dark := mixed(skin, shade, 0.75)
	for _, side := range []float64{-1, 1} {
		c.oval(dark, x+side*0.15*size, y+0.04*size, 0.04*size, 0.045*size)
		c.oval(mixed(skin, paint(0xd0604a), 0.25), x+side*0.22*size, y+0.2*size, 0.07*size, 0.05*size)
	}
	c.oval(mixed(skin, paint(0x8c2f2a), 0.6), x, y+0.27*size, 0.12*size, 0.045*size)
	c.oval(skin, x, y+0.245*size, 0.12*size, 0.035*size)
}

// board draws an island of nineteen lands around a point, seen from the side: its height is flattened.
func (c canvas) board(x, y, size, flat float64) {
	hexagon := func(fill color.RGBA, cx, cy, r float64) {
		points := make([][2]float64, 6)
		for i := range points {
			sin, cos := math.Sincos(math.Pi/6 + math.Pi/3*float64(i))
			points[i] = [2]float64{cx + r*cos, cy + r*sin*flat}
		}
		c.polygon(fill, points...)
	}
	hexagon(mixed(sea, shade, 0.5), x, y+0.06*size, 1.06*size)
	hexagon(sea, x, y, 1.05*size)
	r := size / 5.4
	barren := c.random.IntN(19)
	n := 0
	for row, cells := range []int{3, 4, 5, 4, 3} {
		for i := range cells {
			cx := x + (float64(i)-float64(cells-1)/2)*r*math.Sqrt(3)
			cy := y + (float64(row)-2)*1.5*r*flat
			land := lands[c.random.IntN(len(lands))]
			if n == barren {
				land = desert
			}
			hexagon(parchment, cx, cy, r)
			hexagon(land, cx, cy, 0.93*r)
			if n != barren {
				c.oval(parchment, cx, cy, 0.32*r, 0.32*r*flat)
			}
			if size > 60 && c.random.IntN(2) == 0 {
				c.house(pieces4[c.random.IntN(len(pieces4))], cx+0.5*math.Sqrt(3)*r, cy-0.5*r*flat, 0.3*r)
			}
			n++
		}
	}
}

// house draws a settlement that stands at a point.
func (c canvas) house(fill color.RGBA, x, y, s float64) {
	c.polygon(mixed(fill, shade, 0.35), [2]float64{x, y - s}, [2]float64{x + 0.8*s, y - 1.2*s}, [2]float64{x + 1.2*s, y - 0.6*s}, [2]float64{x + 1.2*s, y + 0.2*s}, [2]float64{x, y + 0.3*s})
	c.polygon(fill, [2]float64{x - 0.6*s, y - 0.5*s}, [2]float64{x, y - 1.2*s}, [2]float64{x + 0.6*s, y - 0.5*s}, [2]float64{x + 0.6*s, y + 0.3*s}, [2]float64{x - 0.6*s, y + 0.3*s})
}

// wall draws a room's, with windows through which the day comes in, and its floor.
func (c canvas) wall(floor int) {
	base := one(walls, c.look)
	c.fade(mixed(base, paint(0xffffff), 0.25), mixed(base, shade, 0.12), 0, floor)
	for i := range 3 {
		x := float64(40 + 180*i + 12*c.look)
		c.box(paint(0xf5f2ea), x-5, 13, 90, float64(floor)*0.62+10)
		for y := range floor * 62 / 100 {
			c.box(mixed(paint(0xeaf4fb), paint(0xc9dbe0), float64(y)/float64(floor)), x, float64(18+y), 80, 1)
		}
		c.box(paint(0xf5f2ea), x+37, 18, 5, float64(floor)*0.62)
	}
	wood := one(woods, c.look+2)
	c.fade(mixed(wood, paint(0xffffff), 0.35), mixed(wood, shade, 0.15), floor, high)
	for y := floor; y < high; y++ { // its boards come towards us
		near := float64(y-floor) / float64(high-floor)
		for i := -12; i <= 12; i++ {
			c.box(mixed(wood, shade, 0.2), wide/2+float64(i)*(38+92*near), float64(y), 1+2*near, 1)
		}
	}
}

// table draws one with a board and four people around it.
func (c canvas) table(x, y, size float64, n int) {
	wood := one(woods, c.look)
	for _, side := range []float64{-0.55, 0.55} {
		n++
		c.person(x+side*size, y-0.75*size, 0.3*size, n, false)
	}
	c.oval(mixed(wood, shade, 0.55), x, y+0.18*size, 1.22*size, 0.5*size)
	c.oval(mixed(wood, shade, 0.3), x, y+0.07*size, 1.2*size, 0.5*size)
	c.oval(wood, x, y, 1.2*size, 0.5*size)
	c.board(x, y-0.02*size, 0.62*size, 0.5)
	for _, side := range []float64{-0.75, 0.7} {
		c.polygon(parchment, [2]float64{x + side*size, y + 0.1*size}, [2]float64{x + side*size + 0.12*size, y + 0.08*size}, [2]float64{x + side*size + 0.15*size, y + 0.2*size}, [2]float64{x + side*size + 0.02*size, y + 0.22*size})
	}
	for _, side := range []float64{-0.5, 0.6} {
		n++
		c.person(x+side*size, y+0.22*size, 0.34*size, n, true)
	}
}

// room shows all tables of the first round.
func (c canvas) room() {
	c.wall(150)
	for i := range 4 {
		c.table(70+135*float64(i), 160, 44, 4*i+c.look)
	}
	for i := range 3 {
		c.table(95+180*float64(i), 222, 64, 16+4*i+c.look)
	}
	for i := range 2 {
		c.table(135+285*float64(i), 310, 98, 28+4*i+c.look)
	}
}

// winner shows a person with the cup.
func (c canvas) winner() {
	c.wall(300)
	for i := range 12 {
		x := float64(i) * 48
		c.polygon(one(pieces4, i), [2]float64{x, 8 + 6*float64(i%3)}, [2]float64{x + 40, 10 + 6*float64((i+1)%3)}, [2]float64{x + 20, 46})
	}
	c.person(90, 220, 54, c.look+3, false)
	c.person(455, 226, 52, c.look+8, false)
	const x, y, size = 262.0, 152.0, 86.0
	n := c.look*7 + 2
	c.person(x, y, size, n, false)
	shirt, skin := one(shirts, n*3+c.look), one(skins, n)
	arm := mixed(shirt, shade, 0.18)
	c.polygon(arm, [2]float64{x - 82, y + 135}, [2]float64{x - 60, y + 105}, [2]float64{x + 18, y + 168}, [2]float64{x + 8, y + 200}, [2]float64{x - 66, y + 208})
	c.polygon(arm, [2]float64{x + 82, y + 135}, [2]float64{x + 62, y + 105}, [2]float64{x + 44, y + 168}, [2]float64{x + 48, y + 200}, [2]float64{x + 76, y + 208})
	c.cup(x+28, y+150, 46)
	c.oval(skin, x+8, y+186, 17, 13)
	c.oval(skin, x+50, y+188, 16, 13)
}

// cup draws a golden one around a point.
func (c canvas) cup(x, y, s float64) {
	for _, side := range []float64{-1, 1} {
		c.oval(mixed(gold, shade, 0.25), x+side*0.75*s, y-0.5*s, 0.35*s, 0.4*s)
		c.oval(mixed(gold, paint(0xffffff), 0.1), x+side*0.72*s, y-0.52*s, 0.2*s, 0.25*s)
	}
	c.polygon(gold, [2]float64{x - 0.8*s, y - s}, [2]float64{x + 0.8*s, y - s}, [2]float64{x + 0.55*s, y - 0.1*s}, [2]float64{x + 0.15*s, y + 0.25*s}, [2]float64{x + 0.15*s, y + 0.6*s}, [2]float64{x + 0.5*s, y + 0.8*s}, [2]float64{x - 0.5*s, y + 0.8*s}, [2]float64{x - 0.15*s, y + 0.6*s}, [2]float64{x - 0.15*s, y + 0.25*s}, [2]float64{x - 0.55*s, y - 0.1*s})
	c.oval(mixed(gold, shade, 0.35), x, y-s, 0.8*s, 0.16*s)
	c.polygon(shine, [2]float64{x - 0.55*s, y - 0.8*s}, [2]float64{x - 0.35*s, y - 0.8*s}, [2]float64{x - 0.2*s, y - 0.05*s}, [2]float64{x - 0.3*s, y - 0.1*s})
	c.box(paint(0x4a3527), x-0.5*s, y+0.75*s, s, 0.3*s)
}

// finalTable shows the table of the final from above the shoulders of the people around it.
func (c canvas) finalTable() {
	c.wall(90)
	for i, x := range []float64{105, 265, 425} {
		c.person(x, 62+4*float64(i%2), 54, c.look+5*i+1, false)
	}
	wood := one(woods, c.look)
	c.polygon(mixed(wood, paint(0xffffff), 0.12), [2]float64{40, 138}, [2]float64{500, 138}, [2]float64{640, high}, [2]float64{-100, high})
	for i := range 7 {
		x := 40 + 76.6*float64(i)
		c.polygon(mixed(wood, shade, 0.18), [2]float64{x, 138}, [2]float64{x + 1.5, 138}, [2]float64{-100 + 123.3*float64(i) + 3, high}, [2]float64{-100 + 123.3*float64(i), high})
	}
	c.board(270, 240, 168, 0.55)
	for i, spot := range [][2]float64{{60, 300}, {430, 310}, {96, 172}, {420, 170}} {
		for card := range 4 {
			x, y := spot[0]+14*float64(card), spot[1]-2*float64(card)
			c.polygon(mixed(parchment, shade, 0.25), [2]float64{x, y + 2}, [2]float64{x + 20, y}, [2]float64{x + 25, y + 33}, [2]float64{x + 3, y + 35})
			c.polygon(one(lands, card+i), [2]float64{x, y}, [2]float64{x + 20, y - 2}, [2]float64{x + 24, y + 31}, [2]float64{x + 3, y + 33})
		}
	}
	for _, die := range [][2]float64{{375, 325}, {400, 338}} {
		c.box(parchment, die[0], die[1], 15, 15)
		c.oval(shade, die[0]+5, die[1]+5, 2, 2)
		c.oval(shade, die[0]+10, die[1]+10, 2, 2)
	}
	c.person(205, 318, 62, c.look+17, true)
}

// ticket shows one of a railway on a table.
func (c canvas) ticket() {
	wood := one(woods, c.look)
	c.fade(mixed(wood, paint(0xffffff), 0.2), wood, 0, high)
	c.polygon(mixed(wood, shade, 0.5), [2]float64{96, 62}, [2]float64{466, 44}, [2]float64{476, 296}, [2]float64{106, 316})
	c.polygon(parchment, [2]float64{88, 54}, [2]float64{458, 38}, [2]float64{468, 288}, [2]float64{98, 306})
	c.polygon(paint(0x2f6b4a), [2]float64{88, 54}, [2]float64{458, 38}, [2]float64{459, 72}, [2]float64{89, 90}) // the railway's stripe
	line := func(x, y, w, h float64) {
		c.polygon(mixed(shade, parchment, 0.25), [2]float64{x, y}, [2]float64{x + w, y - 0.045*w}, [2]float64{x + w, y - 0.045*w + h}, [2]float64{x, y + h})
	}
	for i := range 5 {
		line(112, 120+26*float64(i), 70+float64(c.random.IntN(60)), 7)
		line(280, 113+26*float64(i), 60+float64(c.random.IntN(80)), 7)
	}
	for x := 112.0; x < 420; x += 4 + 4*float64(c.random.IntN(3)) {
		line(x, 256-0.045*(x-112), 2+2*float64(c.random.IntN(2)), 30)
	}
}
