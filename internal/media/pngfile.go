package media

import (
	"encoding/binary"
	"image/color"
)

// pngOrientation reads the orientation of the camera from the chunk that holds Exif in a PNG file. Damage is left to
// the decoder to report.
func pngOrientation(data []byte) int {
	const mark, head, sum = 8, 8, 4
	for rest := data[min(len(data), mark):]; len(rest) >= head; {
		length := int64(binary.BigEndian.Uint32(rest))
		name := string(rest[4:head])
		if length > int64(len(rest)-head) {
			return upright
		}
		if name == "eXIf" {
			return orientation(rest[head : head+length])
		}
		rest = rest[min(int64(len(rest)), head+length+sum):]
	}
	return upright
}

// pngBytesForTen is about how many bytes decoding a PNG file takes for 10 pixels.
func pngBytesForTen(data []byte, model color.Model) int {
	need := 40
	switch model {
	case color.NRGBA64Model, color.RGBA64Model:
		need = 80
	case color.Gray16Model:
		need = 20
	case color.GrayModel:
		need = 10
	}
	if _, palette := model.(color.Palette); palette {
		need = 10
	}
	const interlace = 28
	if len(data) > interlace && data[interlace] != 0 { // each pass is a picture of its own
		need += need / 2
	}
	return need
}
