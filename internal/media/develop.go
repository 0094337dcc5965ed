package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/jpeg"
	"image/png"
	"runtime/debug"
	"strconv"
	"sync"
)

// Limits of photos.
const (
	// MostBytes is the longest photo, in bytes.
	MostBytes = 20 << 20
	// MostPixels and MostSide are the largest picture.
	MostPixels = 40_000_000
	MostSide   = 12_000
	// PageSide and ThumbnailSide are the longer sides of the finished pictures, in pixels; smaller pictures keep
	// their size.
	PageSide      = 1600
	ThumbnailSide = 480

	pageQuality      = 82
	thumbnailQuality = 75
	// mostMemory bounds the memory for decoding one photo, in bytes, mostShared the memory that it may take beside
	// another.
	mostMemory = 160 << 20
	mostShared = mostMemory / 2
	// returned is the memory, in bytes, from which on it is given back before the next
	// photo takes as much: the collector alone would let twice as much pile up.
	returned = 32 << 20
	// mostScans bounds the passes that a JPEG file may ask for. Encoders make a dozen; a
	// file of some bytes a pass would keep a processor for hours.
	mostScans = 40
)

// Image is a JPEG file made here.
type Image struct {
	Data          []byte
	Digest        string // SHA-256 of Data, hexadecimal
	Width, Height int    // in pixels
}

// Photo holds the images that are made of a photo.
type Photo struct{ Page, Thumbnail Image }

// Studio develops photos, two at once. Make one with [NewStudio].
type Studio struct {
	slots chan struct{}
	// queue is held while slots are taken, so that a photo that needs both gets them.
	queue sync.Mutex
}

// NewStudio makes a studio. A program has one: its bounds are for all that is
// decoded at once.
func NewStudio() *Studio { return &Studio{slots: make(chan struct{}, 2)} }

// Develop makes a page's picture and a thumbnail of a photo. The error is a
// league.RuleError where the file is not taken, or the context's.
func (s *Studio) Develop(ctx context.Context, data []byte) (Photo, error) {
	p, err := plan(data)
	if err != nil {
		return Photo{}, err
	}
	leave, err := s.enter(ctx, p.memory)
	if err != nil {
		return Photo{}, err
	}
	defer leave()
	picture, err := p.decode(bytes.NewReader(data))
	if err != nil {
		return Photo{}, refuse("photo-damaged")
	}
	page := turned(fit(picture, PageSide), p.orientation)
	var out Photo
	if out.Page, err = encode(page, pageQuality); err != nil {
		return Photo{}, err
	}
	out.Thumbnail, err = encode(fit(page, ThumbnailSide), thumbnailQuality)
	return out, err
}

// planned describes the decoding of a photo.
type planned struct {
	decode      func(*bytes.Reader) (image.Image, error)
	orientation int
	memory      int // in bytes
}

// plan decides by a photo's head whether it may be decoded.
func plan(data []byte) (planned, error) {
	format, err := checkPhoto(data)
	if err != nil {
		return planned{}, err
	}
	var p planned
	var config image.Config
	bytesForTen := 0
	if format == formatJPEG {
		file := readJPEG(data)
		if file.scans > mostScans {
			return planned{}, refuse("photo-too-heavy")
		}
		p.decode = func(r *bytes.Reader) (image.Image, error) { return jpeg.Decode(r) }
		p.orientation, bytesForTen = file.orientation, file.bytesForTen()
		config, err = jpeg.DecodeConfig(bytes.NewReader(data))
	} else {
		config, err = png.DecodeConfig(bytes.NewReader(data))
		p.decode = func(r *bytes.Reader) (image.Image, error) { return png.Decode(r) }
		p.orientation, bytesForTen = pngOrientation(data), pngBytesForTen(data, config.ColorModel)
	}
	if err != nil || config.Width < 1 || config.Height < 1 {
		return planned{}, refuse("photo-damaged")
	}
	if config.Width > MostSide || config.Height > MostSide || config.Width*config.Height > MostPixels {
		return planned{}, refuse("photo-too-many-pixels", "pixels", strconv.Itoa(MostPixels/1_000_000), "side", strconv.Itoa(MostSide))
	}
	if p.memory = config.Width * config.Height / 10 * bytesForTen; p.memory > mostMemory {
		return planned{}, refuse("photo-too-heavy")
	}
	return p, nil
}

// enter waits for room to decode.
func (s *Studio) enter(ctx context.Context, memory int) (leave func(), err error) {
	need := 1
	if memory > mostShared {
		need = cap(s.slots)
	}
	s.queue.Lock()
	defer s.queue.Unlock()
	taken := 0
	leave = func() {
		if memory > returned && taken == need {
			debug.FreeOSMemory()
		}
		for range taken {
			<-s.slots
		}
	}
	for taken < need {
		select {
		case s.slots <- struct{}{}:
			taken++
		case <-ctx.Done():
			leave()
			return nil, ctx.Err()
		}
	}
	return leave, nil
}

// encode writes a picture as a JPEG file, which then holds the picture and nothing
// about it.
func encode(picture image.Image, quality int) (Image, error) {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: quality}); err != nil {
		return Image{}, err
	}
	size := picture.Bounds().Size()
	return Image{Data: out.Bytes(), Digest: digest(out.Bytes()), Width: size.X, Height: size.Y}, nil
}

// digest is the SHA-256 of bytes, hexadecimal.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
