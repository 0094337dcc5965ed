package media

import (
	"bytes"
	"context"
	"strconv"
)

// MostReceiptBytes is the longest receipt in PDF, in bytes.
const MostReceiptBytes = 5 << 20

// The media types of stored files.
const (
	TypeJPEG = "image/jpeg"
	TypePDF  = "application/pdf"
)

// Receipt is a proof of an expense in its stored form.
type Receipt struct {
	Type   string // [TypeJPEG] or [TypePDF]
	Data   []byte
	Digest string // SHA-256 of Data, hexadecimal
}

// ReadReceipt takes a receipt: a photo, of which the page's picture is kept, or a
// PDF document without scripts, programs to start and encryption, which is kept as it
// came and must only leave as an [Attachment]. The error is a league.RuleError where
// the file is neither, or the context's.
func (s *Studio) ReadReceipt(ctx context.Context, data []byte) (Receipt, error) {
	if sniff(data) != formatPDF {
		photo, err := s.Develop(ctx, data)
		return Receipt{Type: TypeJPEG, Data: photo.Page.Data, Digest: photo.Page.Digest}, err
	}
	if len(data) > MostReceiptBytes {
		return Receipt{}, refuse("receipt-too-large", "megabytes", strconv.Itoa(MostReceiptBytes>>20))
	}
	if !bytes.Contains(data[max(0, len(data)-readsPDF):], []byte("%%EOF")) {
		return Receipt{}, refuse("receipt-damaged")
	}
	if err := checkPDF(data); err != nil {
		return Receipt{}, err
	}
	return Receipt{Type: TypePDF, Data: data, Digest: digest(data)}, nil
}
