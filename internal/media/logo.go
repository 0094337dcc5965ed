package media

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"strconv"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"
)

// TypePNG is the media type of a logo's pictures.
const TypePNG = "image/png"

// Limits of logos.
const (
	// MostLogoBytes is the longest file of a logo, in bytes.
	MostLogoBytes = 2 << 20
	// MostLogoPixels and LeastLogoSide bound its picture, and MostLogoStretch how many times longer one side may be than
	// the other.
	MostLogoPixels  = 4_000_000
	LeastLogoSide   = 32
	MostLogoStretch = 4

	// A logo on paper, and the one beside a name on screens.
	printSide, mostPrintBytes = 512, 96 << 10
	markSide, mostMarkBytes   = 192, 16 << 10
	// leastMade is the side below which a picture is not made smaller: of so many pixels none takes more bytes.
	leastMade = 48
)

// Logo holds the pictures made from a logo, as PNG files with transparency.
type Logo struct {
	Print, Mark   []byte
	Width, Height int    // of Print, in pixels; Mark has the same shape
	Digest        string // SHA-256 of both, hexadecimal
}

// logoReaders read the formats in which a logo is taken.
var logoReaders = map[string]struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}{
	formatJPEG: {jpeg.DecodeConfig, jpeg.Decode},
	formatPNG:  {png.DecodeConfig, png.Decode},
	formatWebP: {webp.DecodeConfig, webp.Decode},
}

// DevelopLogo makes the pictures of a logo, of its pixels alone. The error is a league.RuleError where the file is not
// taken, or the context's.
func (s *Studio) DevelopLogo(ctx context.Context, data []byte) (Logo, error) {
	if len(data) > MostLogoBytes {
		return Logo{}, refuse("logo-too-large", "megabytes", strconv.Itoa(MostLogoBytes>>20))
	}
	format := sniff(data)
	orientation := upright
	switch format {
	case formatJPEG:
		file := readJPEG(data)
		if file.scans > mostScans {
			return Logo{}, refuse("logo-damaged")
		}
		orientation = file.orientation
	case formatPNG:
		orientation = pngOrientation(data)
	case formatWebP:
	case formatSVG:
		return Logo{}, refuse("logo-svg")
	default:
		return Logo{}, refuse("logo-other-format")
	}
	read := logoReaders[format]
	config, err := read.config(bytes.NewReader(data))
	if err != nil {
		return Logo{}, refuse("logo-damaged")
	}
	if err := checkLogo(config.Width, config.Height); err != nil {
		return Logo{}, err
	}
	leave, err := s.enter(ctx, 0) // it takes some 40 MB: less than the memory that is returned to the system
	if err != nil {
		return Logo{}, err
	}
	defer leave()
	picture, err := read.decode(bytes.NewReader(data))
	if err != nil {
		return Logo{}, refuse("logo-damaged")
	}
	return makeLogo(picture, orientation)
}

// checkLogo refuses a logo of other measures than those that can be shown.
func checkLogo(width, height int) error {
	longer, shorter := max(width, height), min(width, height)
	switch {
	case shorter < 1:
		return refuse("logo-damaged")
	case width > MostLogoPixels/height:
		return refuse("logo-too-many-pixels", "pixels", strconv.Itoa(MostLogoPixels/1_000_000))
	case longer > MostLogoStretch*shorter:
		return refuse("logo-too-long", "times", strconv.Itoa(MostLogoStretch))
	case longer < LeastLogoSide:
		return refuse("logo-too-small", "side", strconv.Itoa(LeastLogoSide))
	}
	return nil
}

func makeLogo(picture image.Image, orientation int) (out Logo, err error) {
	large, size, err := pngOf(picture, orientation, printSide, mostPrintBytes)
	if err != nil {
		return out, err
	}
	small, _, err := pngOf(picture, orientation, markSide, mostMarkBytes)
	if err != nil {
		return out, err
	}
	return Logo{Print: large, Mark: small, Width: size.X, Height: size.Y, Digest: digest(bytes.Join([][]byte{large, small}, nil))}, nil
}

// pngOf writes a picture as a PNG file whose longer side is at most side pixels, and fewer if the file would be
// longer than most bytes.
func pngOf(picture image.Image, orientation, side, most int) ([]byte, image.Point, error) {
	for ; ; side = side * 3 / 4 {
		small := turned(transparent(picture, side), orientation)
		var out bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		if err := encoder.Encode(&out, small); err != nil {
			return nil, image.Point{}, err
		}
		if out.Len() <= most || side <= leastMade {
			return out.Bytes(), small.Rect.Size(), nil
		}
	}
}

// transparent scales a picture to a longer side of at most side pixels, keeping its transparency.
func transparent(picture image.Image, side int) *image.RGBA {
	size := picture.Bounds().Size()
	longer := max(size.X, size.Y)
	if longer > side {
		size = image.Pt(max(1, size.X*side/longer), max(1, size.Y*side/longer))
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.CatmullRom.Scale(out, out.Rect, picture, picture.Bounds(), draw.Src, nil)
	return out
}
