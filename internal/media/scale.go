package media

import (
	"image"

	"golang.org/x/image/draw"
)

// fit returns a picture whose longer side is at most the given number of pixels, on white where it was transparent.
// The large step is an average of whole blocks of pixels, taken from a few rows at a time: that neither glitters nor
// needs memory for a second picture of the photo's size.
func fit(picture image.Image, side int) *image.RGBA {
	size := picture.Bounds().Size()
	longer := max(size.X, size.Y)
	if longer <= side {
		return averaged(picture, 1)
	}
	small := averaged(picture, longer/side)
	out := image.NewRGBA(image.Rect(0, 0, max(1, size.X*side/longer), max(1, size.Y*side/longer)))
	draw.ApproxBiLinear.Scale(out, out.Bounds(), small, small.Bounds(), draw.Src, nil)
	return out
}

// averaged is a picture with a pixel for each block of n by n pixels.
func averaged(picture image.Image, n int) *image.RGBA {
	from := picture.Bounds()
	wide, high := min(n, from.Dx()), min(n, from.Dy()) // of a block
	out := image.NewRGBA(image.Rect(0, 0, from.Dx()/wide, from.Dy()/high))
	rows := image.NewRGBA(image.Rect(0, 0, out.Rect.Dx()*wide, high))
	for y := range out.Rect.Dy() {
		draw.Draw(rows, rows.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(rows, rows.Rect, picture, from.Min.Add(image.Pt(0, y*high)), draw.Over)
		average(out.Pix[y*out.Stride:][:out.Stride], rows, wide, high)
	}
	return out
}

// average writes the averages of the blocks of some rows.
func average(out []byte, rows *image.RGBA, wide, high int) {
	const channels = 4
	count := wide * high
	for x := 0; x < len(out); x += channels {
		var sum [channels]int
		for y := range high {
			line := rows.Pix[y*rows.Stride+x*wide:][:wide*channels]
			for i := 0; i < len(line); i += channels {
				sum[0] += int(line[i])
				sum[1] += int(line[i+1])
				sum[2] += int(line[i+2])
			}
		}
		out[x], out[x+1], out[x+2], out[x+3] = byte(sum[0]/count), byte(sum[1]/count), byte(sum[2]/count), 0xff
	}
}

// turned is a picture as it was seen, by the orientation that the camera noted: 1 to
// 8 of Exif.
func turned(picture *image.RGBA, orientation int) *image.RGBA {
	if orientation == upright {
		return picture
	}
	w, h := picture.Rect.Dx(), picture.Rect.Dy()
	size := image.Pt(w, h)
	if orientation > 4 { // lying on its side
		size = image.Pt(h, w)
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			from := seenAt(orientation, image.Pt(x, y), w, h)
			out.SetRGBA(x, y, picture.RGBAAt(from.X, from.Y))
		}
	}
	return out
}

// seenAt is the pixel of a stored picture, w by h, that is seen at a place.
func seenAt(orientation int, at image.Point, w, h int) image.Point {
	switch orientation {
	case 2: // mirrored
		return image.Pt(w-1-at.X, at.Y)
	case 3: // upside down
		return image.Pt(w-1-at.X, h-1-at.Y)
	case 4:
		return image.Pt(at.X, h-1-at.Y)
	case 5:
		return image.Pt(at.Y, at.X)
	case 6: // the camera was turned to the left: turn right
		return image.Pt(at.Y, h-1-at.X)
	case 7:
		return image.Pt(w-1-at.Y, h-1-at.X)
	default: // 8
		return image.Pt(w-1-at.Y, at.X)
	}
}
