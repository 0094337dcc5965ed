package media

import "encoding/binary"

// upright is the orientation of a photo that needs no turning.
const upright = 1

// orientationTag is the field of the first directory with the orientation of the camera.
const orientationTag = 0x0112

// orientation reads how the camera was held from the fields of Exif, which have the
// form of a TIFF file: 1 to 8, and [upright] where they do not say.
func orientation(tiff []byte) int {
	var order binary.ByteOrder
	switch {
	case len(tiff) < 8:
		return upright
	case string(tiff[:4]) == "II*\x00":
		order = binary.LittleEndian
	case string(tiff[:4]) == "MM\x00*":
		order = binary.BigEndian
	default:
		return upright
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return upright
	}
	fields := tiff[at+2:]
	const size = 12 // tag, type, count, value
	for n := order.Uint16(tiff[at:]); n > 0 && len(fields) >= size; n, fields = n-1, fields[size:] {
		if order.Uint16(fields) != orientationTag {
			continue
		}
		const short = 3
		if turn := order.Uint16(fields[8:]); order.Uint16(fields[2:]) == short && turn >= 1 && turn <= 8 {
			return int(turn)
		}
		return upright
	}
	return upright
}
