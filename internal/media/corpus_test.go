package media_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"
)

// canary stands in everything about a photo that must not come out with it.
const canary = "CANARY-45.4642N-9.1900E"

// quarters is a picture of four colors: red, green above blue, black.
func quarters(w, h int) *image.NRGBA {
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			p.SetNRGBA(x, y, [2][2]color.NRGBA{
				{{R: 255, A: 255}, {G: 255, A: 255}}, {{B: 255, A: 255}, {A: 255}},
			}[2*y/h][2*x/w])
		}
	}
	return p
}

func jpegOf(t testing.TB, p image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, p, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func pngOf(t testing.TB, p image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, p); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// segment is one of a JPEG file.
func segment(marker byte, body ...[]byte) []byte {
	all := bytes.Join(body, nil)
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(all)+2)), all...)
}

// behindStart puts segments behind the first marker of a JPEG file.
func behindStart(file []byte, segments ...[]byte) []byte {
	return append(append(bytes.Clone(file[:2]), bytes.Join(segments, nil)...), file[2:]...)
}

// exifOf returns the Exif fields of the camera's orientation, place and model.
func exifOf(order binary.AppendByteOrder, turn uint16) []byte {
	out := []byte("II*\x00")
	if order == binary.AppendByteOrder(binary.BigEndian) {
		out = []byte("MM\x00*")
	}
	out = order.AppendUint32(out, 8)
	out = order.AppendUint16(out, 3)
	field := func(tag, kind uint16, count, value uint32) {
		out = order.AppendUint32(order.AppendUint32(order.AppendUint16(order.AppendUint16(out, tag), kind), count), value)
	}
	field(0x010f, 2, uint32(len(canary)), 50)
	out = order.AppendUint32(order.AppendUint16(order.AppendUint16(out, 0x0112), 3), 1)
	out = order.AppendUint16(order.AppendUint16(out, turn), 0)
	field(0x8825, 4, 1, 50) // GPS
	return append(order.AppendUint32(out, 0), canary...)
}

// described is a JPEG file with all that cameras and programs write into one.
func described(t testing.TB, p image.Image, turn uint16) []byte {
	t.Helper()
	file := behindStart(jpegOf(t, p),
		segment(0xe0, []byte("JFIF\x00\x01\x02\x00\x00\x01\x00\x01\x00\x00")),
		segment(0xe1, []byte("Exif\x00\x00"), exifOf(binary.LittleEndian, turn), jpegOf(t, quarters(16, 16))),
		segment(0xe1, []byte("http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta>"+canary)),
		segment(0xe2, []byte("ICC_PROFILE\x00\x01\x01"+canary)),
		segment(0xed, []byte("Photoshop 3.0\x00"+canary)),
		segment(0xfe, []byte(canary)))
	return append(file, "PK\x03\x04"+canary...)
}

// chunk is one of a PNG file.
func chunk(name string, body []byte) []byte {
	out := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), name...)
	out = append(out, body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// headEnd is the offset at which the first chunk of a PNG file ends.
const headEnd = 33

// behindHead puts chunks behind the first of a PNG file.
func behindHead(file []byte, chunks ...[]byte) []byte {
	return append(append(bytes.Clone(file[:headEnd]), bytes.Join(chunks, nil)...), file[headEnd:]...)
}

// claiming is a PNG file whose head claims other dimensions.
func claiming(file []byte, w, h uint32) []byte {
	head := bytes.Clone(file[16:29])
	binary.BigEndian.PutUint32(head, w)
	binary.BigEndian.PutUint32(head[4:], h)
	return append(append(bytes.Clone(file[:8]), chunk("IHDR", head)...), file[headEnd:]...)
}

// claimingJPEG is a JPEG file whose frame claims other dimensions.
func claimingJPEG(file []byte, w, h uint16) []byte {
	out := bytes.Clone(file)
	at := bytes.Index(out, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(out[at+5:], h)
	binary.BigEndian.PutUint16(out[at+7:], w)
	return out
}

// parts returns the tables of a gray JPEG file and the content of its only scan.
func parts(t testing.TB, p image.Image) (tables, scan []byte) {
	t.Helper()
	gray := image.NewGray(p.Bounds())
	for y := range gray.Rect.Dy() {
		for x := range gray.Rect.Dx() {
			gray.Set(x, y, p.At(x, y))
		}
	}
	for rest := jpegOf(t, gray)[2:]; ; {
		length := int(binary.BigEndian.Uint16(rest[2:])) + 2
		switch rest[1] {
		case 0xdb, 0xc4:
			tables = append(tables, rest[:length]...)
		case 0xda:
			return tables, bytes.TrimSuffix(rest[length:], []byte{0xff, 0xd9})
		}
		rest = rest[length:]
	}
}

// separate is a JPEG file of several components, each alone in a scan: as made by printers (four components) and by
// some programs for colors (three).
func separate(t testing.TB, p image.Image, ids string) []byte {
	t.Helper()
	tables, scan := parts(t, p)
	frame := []byte{8, 0, byte(p.Bounds().Dy()), 0, byte(p.Bounds().Dx()), byte(len(ids))}
	for _, id := range []byte(ids) {
		frame = append(frame, id, 0x11, 0)
	}
	out := append([]byte{0xff, 0xd8}, segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00"))...)
	out = append(append(out, tables...), segment(0xc0, frame)...)
	for _, id := range []byte(ids) {
		out = append(append(out, segment(0xda, []byte{1, id, 0, 0, 63, 0})...), scan...)
	}
	return append(out, 0xff, 0xd9)
}

// progressive is a gray JPEG file in so many passes, of which the first draws the
// picture, w by h pixels, both multiples of 16.
func progressive(t testing.TB, w, h uint16, passes int) []byte {
	t.Helper()
	tables, _ := parts(t, quarters(16, 16))
	frame := binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16([]byte{8}, h), w)
	frame = append(frame, 1, 1, 0x11, 0)
	out := append(append([]byte{0xff, 0xd8}, tables...), segment(0xc2, frame)...)
	for pass := range passes {
		bits := 1 // of a block: whether it changes
		from := byte(0x10)
		if pass == 0 {
			bits, from = 2, 0x01 // the code of "as the block before"
		}
		out = append(out, segment(0xda, []byte{1, 1, 0, 0, 0, from})...)
		out = append(out, make([]byte, (int(w)*int(h)/64*bits+7)/8)...)
	}
	return append(out, 0xff, 0xd9)
}

// boxed is the beginning of a file in the container of newer phones.
func boxed(brand string) []byte {
	return append([]byte("\x00\x00\x00\x18ftyp"+brand+"\x00\x00\x00\x00mif1"+brand), make([]byte, 64)...)
}
