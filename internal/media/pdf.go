package media

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"regexp"
	"strconv"
)

// mostObjects bounds the bytes of all packed objects of a PDF together, once they are
// unpacked. A receipt has some kilobytes.
const mostObjects = 16 << 20

// checkPDF refuses a document that does something when it is opened, or that cannot be inspected: scripts
// (JavaScript), programs it starts (Launch), encryption. The person who opens a receipt is the treasurer.
//
// It does not follow the document's own table of contents, which a forger writes as they like: it reads every name in
// the file and in every pack of objects (ISO 32000-1 7.5.7), wherever it stands. Names of ten letters do not arise by
// chance in the pixels of a picture. It returns a league.RuleError.
func checkPDF(data []byte) error {
	if err := refuseNames(data); err != nil {
		return err
	}
	left := int64(mostObjects)
	for _, at := range streamWord.FindAllIndex(data, -1) {
		head := dictionaryBefore(data, at[0])
		if !packsObjects(head) {
			continue
		}
		objects, err := unpack(head, data[at[1]:], left)
		if err != nil {
			return refuse("receipt-unreadable")
		}
		if left -= int64(len(objects)); left <= 0 {
			return refuse("receipt-unreadable")
		}
		if err := refuseNames(objects); err != nil {
			return err
		}
	}
	return nil
}

// streamWord is the word before the bytes of a stream, with the end of its line, for
// which readers take more than the standard allows.
var streamWord = regexp.MustCompile(`\bstream[ \t]*(\r\n|\r|\n)?`)

// nameText matches a name: a slash and the characters after it, up to white space or a delimiter.
var nameText = regexp.MustCompile(`/[^\x00\t\n\f\r ()<>\[\]{}/%]+`)

// refuseNames refuses objects with a name that a receipt must not have.
func refuseNames(objects []byte) error {
	for _, name := range nameText.FindAll(objects, -1) {
		switch string(plainName(name)) {
		case "/JavaScript":
			return refuse("receipt-scripted")
		case "/Launch":
			return refuse("receipt-launches")
		case "/Encrypt":
			return refuse("receipt-encrypted")
		}
	}
	return nil
}

// plainName is a name without the numbers that may stand for its characters:
// /J#61vaScript is /JavaScript.
func plainName(name []byte) []byte {
	if !bytes.Contains(name, []byte("#")) {
		return name
	}
	plain := make([]byte, 0, len(name))
	for i := 0; i < len(name); i++ {
		if name[i] == '#' && i+2 < len(name) {
			if code, err := strconv.ParseUint(string(name[i+1:i+3]), 16, 8); err == nil {
				plain, i = append(plain, byte(code)), i+2
				continue
			}
		}
		plain = append(plain, name[i])
	}
	return plain
}

// dictionaryBefore returns the description of the stream that begins at a place: all since
// the object began.
func dictionaryBefore(data []byte, at int) []byte {
	return data[max(0, bytes.LastIndex(data[:at], []byte("obj"))):at]
}

// packsObjects reports whether readers may look for objects in the stream: some go by its
// type, others by the number of its first object.
func packsObjects(dictionary []byte) bool {
	return hasName(dictionary, "/ObjStm") || hasName(dictionary, "/First")
}

func hasName(dictionary []byte, want string) bool {
	for _, name := range nameText.FindAll(dictionary, -1) {
		if string(plainName(name)) == want {
			return true
		}
	}
	return false
}

// plainFilter is the way in which programs pack objects; plainer is only none at all.
var plainFilter = regexp.MustCompile(`/Filter\s*\[?\s*/FlateDecode\b`)

// errPacking: objects are packed in a way that cannot be inspected.
var errPacking = errors.New("media: unusual packing of objects")

// unpack returns the objects of a pack, at most the given number of bytes and one more. It returns an error for
// unusual packing, such as packing twice.
func unpack(dictionary, stream []byte, most int64) ([]byte, error) {
	filtered, usual := hasName(dictionary, "/Filter"), plainFilter.Match(dictionary)
	switch {
	case hasName(dictionary, "/DecodeParms"), filtered && !usual, bytes.Count(dictionary, []byte("Decode")) > 1:
		return nil, errPacking
	case !filtered:
		return nil, nil // its names were read with the file's
	}
	reader, err := zlib.NewReader(bytes.NewReader(stream))
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	return io.ReadAll(io.LimitReader(reader, most+1))
}
