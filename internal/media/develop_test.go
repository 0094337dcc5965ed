package media_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"referto/internal/league"
	"referto/internal/media"
)

// file is one of the corpus: an uploaded file, and the reason of its refusal ("" for none).
type file struct {
	name    string
	data    []byte
	refused string
}

func corpus(t *testing.T) []file {
	t.Helper()
	photo, drawing := jpegOf(t, quarters(64, 48)), pngOf(t, quarters(64, 48))
	deep := image.NewNRGBA64(image.Rect(0, 0, 64, 48))
	gray16 := image.NewGray16(image.Rect(0, 0, 64, 48))
	palette := image.NewPaletted(image.Rect(0, 0, 64, 48), color.Palette{color.White, color.Black})
	return []file{
		// taken
		{"a photo", photo, ""},
		{"a drawing, whatever its name ends in", drawing, ""},
		{"one pixel", jpegOf(t, quarters(1, 1)), ""},
		{"a strip", jpegOf(t, quarters(9000, 2)), ""},
		{"with all that cameras write", described(t, quarters(640, 480), 6), ""},
		{"with Exif in the other order", behindStart(photo, segment(0xe1, []byte("Exif\x00\x00"), exifOf(binary.BigEndian, 3))), ""},
		{"with Exif that leads beyond its end", behindStart(photo, segment(0xe1, []byte("Exif\x00\x00II*\x00\xff\xff\xff\xff"))), ""},
		{"with Exif of an orientation there is not", behindStart(photo, segment(0xe1, []byte("Exif\x00\x00"), exifOf(binary.LittleEndian, 9))), ""},
		{"with an archive behind its end", append(bytes.Clone(photo), "PK\x03\x04"+canary...), ""},
		{"with a script in a comment", behindStart(photo, segment(0xfe, []byte("<script>"+canary+"</script>"))), ""},
		{"a drawing with texts and Exif", behindHead(drawing, chunk("tEXt", []byte("Author\x00"+canary)), chunk("eXIf", exifOf(binary.BigEndian, 8))), ""},
		{"a drawing with a color profile of zeroes", behindHead(drawing, chunk("iCCP", append([]byte("p\x00\x00"), make([]byte, 1<<16)...))), ""},
		{"a drawing with an archive behind its end", append(bytes.Clone(drawing), "PK\x03\x04"+canary...), ""},
		{"16 bits a color", pngOf(t, deep), ""},
		{"16 bits of gray", pngOf(t, gray16), ""},
		{"a palette", pngOf(t, palette), ""},
		{"large and empty", pngOf(t, image.NewGray(image.Rect(0, 0, 4000, 4000))), ""},
		{"for a printer", separate(t, quarters(64, 48), "CMYK"), ""},
		{"of colors that are named", separate(t, quarters(64, 48), "RGB"), ""},
		{"in passes", progressive(t, 64, 48, 3), ""},
		// too much
		{"a photo that claims 65,000 pixels a side", claimingJPEG(photo, 65000, 65000), "photo-too-many-pixels"},
		{"a photo that claims a side of 12,001", claimingJPEG(photo, 12001, 8), "photo-too-many-pixels"},
		{"a drawing that claims 100,000 pixels a side", claiming(drawing, 100_000, 100_000), "photo-too-many-pixels"},
		{"a drawing that claims 41 million pixels", claiming(drawing, 8200, 5000), "photo-too-many-pixels"},
		{"a drawing of 16 bits that claims 36 million pixels", claiming(pngOf(t, deep), 6000, 6000), "photo-too-heavy"},
		{"a photo in passes that claims 36 million pixels", progressive(t, 6000, 6000, 1), "photo-too-heavy"},
		{"a photo in a thousand passes", progressive(t, 64, 48, 1000), "photo-too-heavy"},
		// damaged
		{"half a photo", photo[:len(photo)/2], "photo-damaged"},
		{"the head of a photo", photo[:20], "photo-damaged"},
		{"half a drawing", drawing[:len(drawing)/2], "photo-damaged"},
		{"a drawing with a wrong sum", append(append(bytes.Clone(drawing[:headEnd-1]), 'x'), drawing[headEnd:]...), "photo-damaged"},
		{"a drawing without pixels", claiming(drawing, 0, 10), "photo-damaged"},
		{"a drawing that claims more than it holds", claiming(drawing, 640, 480), "photo-damaged"},
		{"a photo that claims more than it holds", claimingJPEG(photo, 6400, 480), "photo-damaged"},
		// two things at once
		{"a photo that is a PDF too", behindStart(photo, segment(0xfe, []byte("%PDF-1.4\n"))), "photo-two-files"},
		{"a drawing that is a PDF too", behindHead(drawing, chunk("tEXt", []byte("a\x00%PDF-1.7"))), "photo-two-files"},
		// something else
		{"a photo of a newer phone", boxed("heic"), "photo-heic"},
		{"several photos of a newer phone", boxed("mif1"), "photo-heic"},
		{"AVIF", boxed("avif"), "photo-heic"},
		{"a film", boxed("isom"), "photo-unknown-format"},
		{"WebP", []byte("RIFF\x24\x00\x00\x00WEBPVP8 "), "photo-other-format"},
		{"TIFF", exifOf(binary.LittleEndian, 1), "photo-other-format"},
		{"TIFF in the other order", exifOf(binary.BigEndian, 1), "photo-other-format"},
		{"BMP", []byte("BM\x46\x00\x00\x00"), "photo-other-format"},
		{"GIF", []byte("GIF89a\x01\x00\x01\x00"), "photo-other-format"},
		{"GIF that is a script", []byte("GIF89a=1;alert(1)"), "photo-other-format"},
		{"PDF", []byte("%PDF-1.7\n%%EOF"), "photo-other-format"},
		{"SVG", []byte("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"), "photo-other-format"},
		{"a page", []byte("<!doctype html><script>alert(1)</script>"), "photo-unknown-format"},
		{"a program", []byte("MZ\x90\x00\x03"), "photo-unknown-format"},
		{"a program before a photo", append([]byte("MZ\x90\x00"), photo...), "photo-unknown-format"},
		{"one byte", []byte{0xff}, "photo-unknown-format"},
		{"nothing", nil, "photo-unknown-format"},
	}
}

func TestCorpus(t *testing.T) {
	t.Parallel()
	studio := media.NewStudio()
	for _, f := range corpus(t) {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			got, err := studio.Develop(t.Context(), f.data)
			if reason := reasonOf(t, err); reason != f.refused {
				t.Fatalf("refused because of %q, want %q", reason, f.refused)
			}
			if f.refused != "" {
				return
			}
			requirePixelsOnly(t, got.Page)
			requirePixelsOnly(t, got.Thumbnail)
			if long := max(got.Thumbnail.Width, got.Thumbnail.Height); long > media.ThumbnailSide {
				t.Errorf("a thumbnail of %d pixels", long)
			}
			if long := max(got.Page.Width, got.Page.Height); long > media.PageSide {
				t.Errorf("a page of %d pixels", long)
			}
		})
	}
}

func reasonOf(t *testing.T, err error) string {
	t.Helper()
	var no *league.RuleError
	if err != nil && !errors.As(err, &no) {
		t.Fatal(err)
	}
	if no == nil {
		return ""
	}
	return no.Reason
}

// requirePixelsOnly fails unless a picture holds only the data for decoding: no segment of an application, no
// comment, nothing behind its end.
func requirePixelsOnly(t *testing.T, p media.Image) {
	t.Helper()
	for _, text := range []string{"CANARY", "Exif", "ICC_PROFILE", "xmpmeta", "Adobe", "JFIF", "PK\x03\x04", "script"} {
		if bytes.Contains(p.Data, []byte(text)) {
			t.Errorf("it holds %q", text)
		}
	}
	needed := map[byte]bool{0xdb: true, 0xc0: true, 0xc4: true}
	rest := p.Data[2:]
	for rest[1] != 0xda {
		if rest[0] != 0xff || !needed[rest[1]] {
			t.Fatalf("it holds a segment %x", rest[:2])
		}
		rest = rest[2+int(binary.BigEndian.Uint16(rest[2:])):]
	}
	if end := bytes.Index(rest, []byte{0xff, 0xd9}); end != len(rest)-2 {
		t.Errorf("it ends at %d of %d", end, len(rest))
	}
	config, err := jpeg.DecodeConfig(bytes.NewReader(p.Data))
	if err != nil || config.Width != p.Width || config.Height != p.Height {
		t.Errorf("it is %d by %d, not %d by %d: %v", config.Width, config.Height, p.Width, p.Height, err)
	}
	if len(p.Digest) != 64 {
		t.Errorf("its name is %q", p.Digest)
	}
}

// TestItIsSeenAsItWasTaken: the corners of a picture, read by rows, for each way in
// which a camera is held.
func TestItIsSeenAsItWasTaken(t *testing.T) {
	t.Parallel()
	studio := media.NewStudio()
	for turn, want := range map[uint16]string{
		1: "rg/bk", 2: "gr/kb", 3: "kb/gr", 4: "bk/rg", 5: "rb/gk", 6: "br/kg", 7: "kg/br", 8: "gk/rb",
	} {
		files := [][]byte{
			behindStart(jpegOf(t, quarters(64, 32)), segment(0xe1, []byte("Exif\x00\x00"), exifOf(binary.LittleEndian, turn))),
			behindHead(pngOf(t, quarters(1000, 500)), chunk("eXIf", exifOf(binary.BigEndian, turn))),
		}
		for _, data := range files {
			got, err := studio.Develop(t.Context(), data)
			if err != nil {
				t.Fatal(err)
			}
			if lying := got.Page.Height > got.Page.Width; lying != (turn > 4) {
				t.Errorf("%d: it is %d by %d", turn, got.Page.Width, got.Page.Height)
			}
			if seen := corners(t, got.Thumbnail); seen != want {
				t.Errorf("%d: seen as %s, want %s", turn, seen, want)
			}
		}
	}
}

// corners are the colors of the quarters of a picture.
func corners(t *testing.T, p media.Image) string {
	t.Helper()
	picture, err := jpeg.Decode(bytes.NewReader(p.Data))
	if err != nil {
		t.Fatal(err)
	}
	name := func(x, y int) string {
		r, g, b, _ := picture.At(p.Width*x/4, p.Height*y/4).RGBA()
		switch {
		case r > 0xc000:
			return "r"
		case g > 0xc000:
			return "g"
		case b > 0xc000:
			return "b"
		}
		return "k"
	}
	return name(1, 1) + name(3, 1) + "/" + name(1, 3) + name(3, 3)
}

// TestWhatIsTransparentIsWhite and a fine pattern is the gray that it looks like.
func TestWhatIsTransparentIsWhite(t *testing.T) {
	t.Parallel()
	pattern := image.NewNRGBA(image.Rect(0, 0, 3200, 400))
	for y := range 200 {
		for x := range 3200 {
			pattern.SetNRGBA(x, y, color.NRGBA{A: 255, R: uint8(x+y) % 2 * 255, G: uint8(x+y) % 2 * 255, B: uint8(x+y) % 2 * 255})
		}
	}
	got, err := media.NewStudio().Develop(t.Context(), pngOf(t, pattern))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := jpeg.Decode(bytes.NewReader(got.Page.Data))
	if err != nil {
		t.Fatal(err)
	}
	above, _, _, _ := picture.At(800, 50).RGBA()
	below, _, _, _ := picture.At(800, 150).RGBA()
	if above>>8 < 120 || above>>8 > 135 || below>>8 < 250 {
		t.Errorf("the pattern is %d, what is transparent %d", above>>8, below>>8)
	}
}

// TestTwoAtOnce: a call without room waits, and leaves when its context ends.
func TestTwoAtOnce(t *testing.T) {
	t.Parallel()
	studio := media.NewStudio()
	photo := jpegOf(t, quarters(64, 48))
	done := make(chan error)
	for range 12 {
		go func() {
			_, err := studio.Develop(t.Context(), photo)
			done <- err
		}()
	}
	for range 12 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 100 { // a free slot and the end are both open: one of them is taken
		if _, err := studio.Develop(ctx, photo); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if _, err := studio.Develop(t.Context(), photo); err != nil {
		t.Errorf("slots were not given back: %v", err)
	}
}

func TestReceipts(t *testing.T) {
	t.Parallel()
	studio := media.NewStudio()
	pdf := "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"
	for _, tt := range []struct{ name, data, kind, refused string }{
		{"a document", pdf, media.TypePDF, ""},
		{"a photo", string(described(t, quarters(64, 48), 1)), media.TypeJPEG, ""},
		{"a document without an end", "%PDF-1.4\n1 0 obj", "", "receipt-damaged"},
		{"a document behind something", "\n" + pdf, "", "photo-unknown-format"},
		{"a document too long", "%PDF-1.4\n" + strings.Repeat("x", media.MostReceiptBytes) + "%%EOF", "", "receipt-too-large"},
		{"a text", "48,50 EUR", "", "photo-unknown-format"},
	} {
		got, err := studio.ReadReceipt(t.Context(), []byte(tt.data))
		if reason := reasonOf(t, err); reason != tt.refused || got.Type != tt.kind && err == nil {
			t.Errorf("%s: %q refused because of %q", tt.name, got.Type, reason)
			continue
		}
		if err == nil && (len(got.Digest) != 64 || bytes.Contains(got.Data, []byte("CANARY"))) {
			t.Errorf("%s: kept as %q", tt.name, got.Digest)
		}
	}
}

func TestNamesOfFiles(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"modena-winner.jpg":   `inline; filename="modena-winner.jpg"`,
		"снимка 1.jpg":        `inline; filename="_______1.jpg"; filename*=UTF-8''%D1%81%D0%BD%D0%B8%D0%BC%D0%BA%D0%B0%201.jpg`,
		"a\"; filename=b.exe": `inline; filename="a___filename_b.exe"; filename*=UTF-8''a%22%3B%20filename%3Db.exe`,
		"../../etc/passwd":    `inline; filename=".._.._etc_passwd"; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd`,
		"a\r\nSet-Cookie: b":  `inline; filename="a__Set-Cookie__b"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b`,
	} {
		if got := media.Disposition("inline", name); got != want || strings.ContainsAny(got, "\r\n") {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
	if got := media.Attachment(media.TypePDF, "b.pdf"); got["X-Content-Type-Options"] != "nosniff" || !strings.HasPrefix(got["Content-Disposition"], "attachment;") {
		t.Errorf("an attachment goes out with %v", got)
	}
}

// FuzzDevelop: no upload ends the program, and the result is pixels only.
func FuzzDevelop(f *testing.F) {
	f.Add(described(f, quarters(16, 16), 6))
	f.Add(behindHead(pngOf(f, quarters(16, 16)), chunk("eXIf", exifOf(binary.BigEndian, 8))))
	f.Add(separate(f, quarters(16, 16), "CMYK"))
	f.Add(progressive(f, 16, 16, 3))
	studio := media.NewStudio()
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := studio.Develop(t.Context(), data)
		if reasonOf(t, err) == "" {
			requirePixelsOnly(t, got.Page)
		}
	})
}

func BenchmarkDevelop(b *testing.B) {
	photo := jpegOf(b, quarters(4000, 3000))
	studio := media.NewStudio()
	for b.Loop() {
		if _, err := studio.Develop(b.Context(), photo); err != nil {
			b.Fatal(err)
		}
	}
}

// TestMemory: whatever is sent at once, the memory of the program stays below 256 MB. It runs alone.
func TestMemory(t *testing.T) {
	heavy, usual := progressive(t, 6400, 4992, 1), jpegOf(t, image.NewYCbCr(image.Rect(0, 0, 4000, 3000), image.YCbCrSubsampleRatio420))
	runtime.GC()
	debug.FreeOSMemory()
	studio := media.NewStudio()
	var senders sync.WaitGroup
	for _, file := range [][]byte{heavy, usual, heavy} {
		senders.Go(func() {
			if _, err := studio.Develop(t.Context(), file); err != nil {
				t.Error(err)
			}
		})
	}
	over := make(chan struct{})
	go func() {
		senders.Wait()
		close(over)
	}()
	most := uint64(0)
	for waiting := true; waiting; {
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		most = max(most, now.HeapSys-now.HeapReleased)
		select {
		case <-over:
			waiting = false
		case <-time.After(2 * time.Millisecond):
		}
	}
	if most < 100<<20 || most > 256<<20 {
		t.Errorf("%d MB at most, want 100 (or nothing was measured) to 256", most>>20)
	}
}
