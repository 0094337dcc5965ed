package media_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"referto/internal/media"
)

// drawn is a picture of some size: transparent, with a red square in its upper left corner.
func drawn(width, height int) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height / 2 {
		for x := range width / 2 {
			out.Set(x, y, color.NRGBA{R: 0xff, A: 0xff})
		}
	}
	return out
}

func asPNG(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// logoOf develops a logo and reads both of its pictures again.
func logoOf(t *testing.T, data []byte) (logo media.Logo, large, small image.Image) {
	t.Helper()
	logo, err := media.NewStudio().DevelopLogo(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	if large, err = png.Decode(bytes.NewReader(logo.Print)); err != nil {
		t.Fatal(err)
	}
	if small, err = png.Decode(bytes.NewReader(logo.Mark)); err != nil {
		t.Fatal(err)
	}
	return logo, large, small
}

// A logo becomes two PNG files of its pixels with the same transparency, without anything else from the upload.
func TestLogosAreDeveloped(t *testing.T) {
	t.Parallel()
	chunk := binary.BigEndian.AppendUint32([]byte("\x00\x00\x00\x08tEXtWhere\x00it"), crc32.ChecksumIEEE([]byte("tEXtWhere\x00it")))
	plain := asPNG(t, drawn(1200, 600))
	sent := slices.Concat(plain[:33], chunk, plain[33:]) // behind the head
	logo, large, small := logoOf(t, sent)
	if large.Bounds().Size() != image.Pt(512, 256) || small.Bounds().Size() != image.Pt(192, 96) || logo.Width != 512 || logo.Height != 256 || len(logo.Digest) != 64 {
		t.Errorf("%v, %v, %d by %d", large.Bounds(), small.Bounds(), logo.Width, logo.Height)
	}
	for name, picture := range map[string]image.Image{"print": large, "mark": small} {
		size := picture.Bounds().Size()
		if _, _, _, alpha := picture.At(size.X-2, size.Y-2).RGBA(); alpha != 0 {
			t.Errorf("%s: what was transparent is not", name)
		}
		if r, _, _, alpha := picture.At(2, 2).RGBA(); alpha != 0xffff || r != 0xffff {
			t.Errorf("%s: what was red is not", name)
		}
	}
	if bytes.Contains(logo.Print, []byte("tEXt")) || bytes.Contains(logo.Mark, []byte("tEXt")) {
		t.Error("what came with the picture stays")
	}
	t.Run("a small one stays as it is", func(t *testing.T) {
		t.Parallel()
		if _, large, small := logoOf(t, asPNG(t, drawn(64, 40))); large.Bounds().Size() != image.Pt(64, 40) || small.Bounds().Size() != image.Pt(64, 40) {
			t.Errorf("%v, %v", large.Bounds(), small.Bounds())
		}
	})
	t.Run("a JPEG", func(t *testing.T) {
		t.Parallel()
		var sent bytes.Buffer
		if err := jpeg.Encode(&sent, drawn(600, 600), nil); err != nil {
			t.Fatal(err)
		}
		if _, large, _ := logoOf(t, sent.Bytes()); large.Bounds().Size() != image.Pt(512, 512) {
			t.Errorf("%v", large.Bounds())
		}
	})
	t.Run("a WebP", func(t *testing.T) {
		t.Parallel()
		sent, err := base64.StdEncoding.DecodeString(redSquareAsWebP)
		if err != nil {
			t.Fatal(err)
		}
		_, large, _ := logoOf(t, sent)
		if r, g, _, _ := large.At(20, 20).RGBA(); large.Bounds().Size() != image.Pt(40, 40) || r < 0xf000 || g > 0x0fff {
			t.Errorf("%v, %v", large.Bounds(), large.At(20, 20))
		}
	})
	t.Run("however little it can be compressed", func(t *testing.T) {
		t.Parallel()
		noise := image.NewNRGBA(image.Rect(0, 0, 700, 700))
		random := rand.New(rand.NewPCG(1, 2))
		for i := range noise.Pix {
			noise.Pix[i] = byte(random.Uint32())
		}
		logo, _, _ := logoOf(t, asPNG(t, noise))
		if len(logo.Print) > 96<<10 || len(logo.Mark) > 16<<10 {
			t.Errorf("%d and %d bytes", len(logo.Print), len(logo.Mark))
		}
	})
}

// A file that cannot be a logo is refused with the reason.
func TestLogosThatAreNone(t *testing.T) {
	t.Parallel()
	whole := asPNG(t, drawn(100, 100))
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"an SVG":                  {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), "logo-svg"},
		"an SVG with a head":      {[]byte(`<?xml version="1.0"?><svg/>`), "logo-svg"},
		"an SVG with a type":      {[]byte(`<!DOCTYPE svg PUBLIC ""><svg/>`), "logo-svg"},
		"a GIF":                   {[]byte("GIF89a"), "logo-other-format"},
		"a PDF":                   {[]byte("%PDF-1.4"), "logo-other-format"},
		"a text":                  {[]byte("a logo"), "logo-other-format"},
		"nothing":                 {nil, "logo-other-format"},
		"half of one":             {whole[:len(whole)/2], "logo-damaged"},
		"the head of one":         {whole[:20], "logo-damaged"},
		"a WebP without content":  {[]byte("RIFF\x00\x00\x00\x00WEBP"), "logo-damaged"},
		"too many bytes":          {append(whole, make([]byte, media.MostLogoBytes)...), "logo-too-large"},
		"too many pixels":         {asPNG(t, image.NewGray(image.Rect(0, 0, 2001, 2000))), "logo-too-many-pixels"},
		"too many in one side":    {asPNG(t, image.NewGray(image.Rect(0, 0, 4_000_001, 1))), "logo-too-many-pixels"},
		"a banner":                {asPNG(t, drawn(401, 100)), "logo-too-long"},
		"a column":                {asPNG(t, drawn(100, 401)), "logo-too-long"},
		"a dot":                   {asPNG(t, drawn(31, 31)), "logo-too-small"},
		"a JPEG that breaks off":  {[]byte("\xff\xd8\xff\xe0"), "logo-damaged"},
		"one pixel within bounds": {asPNG(t, drawn(32, 32)), ""},
	} {
		_, err := media.NewStudio().DevelopLogo(t.Context(), c.data)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// redSquareAsWebP is a red picture of 40 by 40 pixels as ImageMagick writes it.
const redSquareAsWebP = "UklGRiIAAABXRUJQVlA4TBUAAAAvJ8AJAAcQ/Y/+B4CE8P+8GtH/1AAA"
