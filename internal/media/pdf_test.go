package media_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"

	"referto/internal/media"
)

// document is a PDF of the objects, as far as receipts are looked into.
func document(objects ...string) string {
	var out strings.Builder
	out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	for i, object := range objects {
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	return out.String() + "trailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n"
}

// packed is a deflated stream, with further entries of its dictionary.
func packed(dictionary, content string) string {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	_, _ = w.Write([]byte(content))
	_ = w.Close()
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dictionary, out.Len(), out.String())
}

func TestReceiptsDoNothingWhenTheyAreOpened(t *testing.T) {
	t.Parallel()
	const page = "<< /Type /Page /Contents 2 0 R >>"
	const script = "<< /Type /Action /S /JavaScript /JS (app.alert(1)) >>"
	const pack = "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode"
	twice := strings.Replace(packed(pack, "1 0 "+script), "/Filter /FlateDecode", "/Filter [/ASCIIHexDecode /FlateDecode]", 1)
	for _, tt := range []struct{ name, data, refused string }{
		{"a page", document(page, packed("/Filter /FlateDecode", "BT (48,50 EUR) Tj ET")), ""},
		{"packed objects", document(packed(pack, "1 0 "+page)), ""},
		{"packed objects, the filter in a list", document(packed("/Type/ObjStm/N 1/First 4/Filter[/FlateDecode]", "1 0 "+page)), ""},
		{"pictures with predictors", document(packed("/Subtype /Image /Filter /FlateDecode /DecodeParms << /Predictor 15 >>", "pixels")), ""},
		{"an outline", document("<< /Type /Outlines /First 2 0 R >>", packed("/Filter /FlateDecode /DecodeParms << /Predictor 12 >>", "x")), ""},
		{"a link", document("<< /S /URI /URI (https://ferrovie.example) >>"), ""},
		{"an invoice with its data", document("<< /Type /EmbeddedFile >>"), ""},
		{"a text about scripts", document(packed("/Filter /FlateDecode", "BT (JavaScript, Launch) Tj ET")), ""},

		{"a script", document(script), "receipt-scripted"},
		{"a script by another spelling", document("<< /S /J#61va#53cript >>"), "receipt-scripted"},
		{"a list of scripts", document("<< /Names << /JavaScript 3 0 R >> >>"), "receipt-scripted"},
		{"a packed script", document(packed(pack, "1 0 "+script)), "receipt-scripted"},
		{"a packed script without its type", document(packed("/N 1 /First 4 /Filter /FlateDecode", "1 0 "+script)), "receipt-scripted"},
		{"a packed script as a picture", document(packed("/Subtype /Image /Fi#72st 4 /Filter /FlateDecode", "1 0 "+script)), "receipt-scripted"},
		{"a pack that is not packed", document("<< /Type /ObjStm /First 4 >>\nstream\n1 0 " + script + "\nendstream"), "receipt-scripted"},
		{"a script behind a false beginning", document("(stream\n" + script), "receipt-scripted"},
		{"a script in a second pack", document(packed(pack, "1 0 "+page), packed(pack, "2 0 "+script)), "receipt-scripted"},
		{"a pack whose line ends otherwise", strings.Replace(document(packed(pack, "1 0 "+script)), "stream\n", "stream \r", 1), "receipt-scripted"},
		{"a program to start", document("<< /S /Launch /F (calc.exe) >>"), "receipt-launches"},
		{"encrypted", strings.Replace(document(page), "/Root", "/Encrypt 5 0 R /Root", 1), "receipt-encrypted"},
		{"packed twice", document(twice), "receipt-unreadable"},
		{"packed with a predictor", document(packed(pack+" /DecodeParms << /Predictor 12 >>", "1 0 "+script)), "receipt-unreadable"},
		{"packed in a way said elsewhere", document(packed("/Type /ObjStm /First 4 /Filter 7 0 R", "1 0 "+script)), "receipt-unreadable"},
		{"a pack that is broken", document("<< " + pack + " >>\nstream\nnothing of the kind\nendstream"), "receipt-unreadable"},
		{"a pack of a gigabyte", document(packed(pack, strings.Repeat(" ", 1<<30>>6)+script)), "receipt-unreadable"},
		{"many packs", document(packed(pack, strings.Repeat(" ", 9<<20)), packed(pack, strings.Repeat(" ", 9<<20))), "receipt-unreadable"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := media.NewStudio().ReadReceipt(t.Context(), []byte(tt.data))
			if reason := reasonOf(t, err); reason != tt.refused || err == nil && got.Type != media.TypePDF {
				t.Errorf("%q refused because of %q, want %q", got.Type, reason, tt.refused)
			}
		})
	}
}
