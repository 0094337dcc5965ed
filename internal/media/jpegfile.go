package media

import (
	"bytes"
	"encoding/binary"
)

// jpegFile is the work of decoding a JPEG file, as its markers announce it.
type jpegFile struct {
	progressive bool
	rgb         bool // its components are not luminance and colors
	sampling    [][2]int
	scans       int
	orientation int
}

// The markers that are looked for.
const (
	markSOF0  = 0xc0
	markSOF2  = 0xc2
	markRST0  = 0xd0
	markSOI   = 0xd8
	markEOI   = 0xd9
	markSOS   = 0xda
	markAPP1  = 0xe1
	markAPP14 = 0xee
	markTEM   = 0x01
)

// readJPEG walks over the markers of a JPEG file. The walk ends at a damaged place, which the decoder reports.
func readJPEG(data []byte) jpegFile {
	f := jpegFile{orientation: upright}
	for len(data) >= 2 {
		start := bytes.IndexByte(data, 0xff)
		if start < 0 || start+1 >= len(data) {
			return f
		}
		marker := data[start+1]
		data = data[start+1:]
		switch {
		case marker == 0xff: // fill
			continue
		case marker == markEOI:
			return f
		case marker == 0, marker == markTEM, marker >= markRST0 && marker <= markSOI:
			data = data[1:]
			continue
		}
		data = data[1:]
		if len(data) < 2 {
			return f
		}
		length := int(binary.BigEndian.Uint16(data))
		if length < 2 || length > len(data) {
			return f
		}
		f.segment(marker, data[2:length])
		data = data[length:]
		// The data of a scan comes after its segment, up to the next marker; the search above passes over its escaped
		// bytes.
	}
	return f
}

func (f *jpegFile) segment(marker byte, body []byte) {
	switch {
	case marker == markSOS:
		f.scans++
	case marker >= markSOF0 && marker <= markSOF2:
		f.frame(body)
		f.progressive = marker == markSOF2
	case marker == markAPP1:
		if tiff, found := bytes.CutPrefix(body, []byte("Exif\x00\x00")); found && f.orientation == upright {
			f.orientation = orientation(tiff)
		}
	case marker == markAPP14:
		const transform = 11
		if bytes.HasPrefix(body, []byte("Adobe")) && len(body) > transform {
			f.rgb = f.rgb || body[transform] == 0
		}
	}
}

// frame reads the sampling of the components.
func (f *jpegFile) frame(body []byte) {
	const fixed, each = 6, 3 // precision, height, width, count; id, sampling, table
	if len(body) < fixed {
		return
	}
	f.sampling = nil
	ids := ""
	for body = body[fixed:]; len(body) >= each; body = body[each:] {
		ids += string(body[:1])
		f.sampling = append(f.sampling, [2]int{int(body[1] >> 4), int(body[1] & 15)})
	}
	f.rgb = f.rgb || ids == "RGB"
}

// bytesForTen is about how many bytes decoding takes for 10 pixels.
func (f jpegFile) bytesForTen() int {
	most := [2]int{1, 1}
	for _, s := range f.sampling {
		most = [2]int{max(most[0], s[0]), max(most[1], s[1])}
	}
	samples := 0
	for _, s := range f.sampling {
		samples += 10 * s[0] * s[1] / (most[0] * most[1])
	}
	need := samples
	if f.progressive { // the coefficients of all scans, four bytes each
		need += 4 * samples
	}
	if f.rgb && len(f.sampling) == 3 || len(f.sampling) == 4 { // put together to another picture
		need += 40
	}
	return need
}
