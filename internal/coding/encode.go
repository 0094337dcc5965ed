package coding

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// Effort sets how much time compressing may take.
type Effort int

// The efforts: for content that is sent once, for content that is sent often, for content that is made once for the
// life of the program.
const (
	Once Effort = iota
	Often
	Ever
)

var levels = map[Coding][3]int{
	Gzip:   {5, 6, 9},
	Brotli: {4, 5, 10},
}

// encoder is a compressor that can begin anew.
type encoder interface {
	io.WriteCloser
	Flush() error
	Reset(io.Writer)
}

var pools = map[Coding]*[3]sync.Pool{Gzip: {}, Brotli: {}}

// borrow is a compressor that writes to out. It is given back by giveBack.
func borrow(c Coding, effort Effort, out io.Writer) encoder {
	if kept, ok := pools[c][effort].Get().(encoder); ok {
		kept.Reset(out)
		return kept
	}
	level := levels[c][effort]
	if c == Brotli {
		return brotli.NewWriterLevel(out, level)
	}
	w, err := gzip.NewWriterLevel(out, level)
	if err != nil {
		panic(fmt.Sprintf("coding: level %d: %v", level, err)) // a constant of ours
	}
	return w
}

func giveBack(c Coding, effort Effort, e encoder) {
	e.Reset(io.Discard)
	pools[c][effort].Put(e)
}

// Encode is a text in a coding.
func Encode(c Coding, effort Effort, text []byte) []byte {
	if c == Identity {
		return text
	}
	var out bytes.Buffer
	e := borrow(c, effort, &out)
	_, err := e.Write(text)
	if closed := e.Close(); err == nil {
		err = closed
	}
	if err != nil {
		panic(fmt.Sprintf("coding: %s: %v", c, err)) // memory takes all bytes
	}
	giveBack(c, effort, e)
	return bytes.Clone(out.Bytes())
}

// Decode returns the text that [Encode] has compressed.
func Decode(c Coding, encoded []byte) ([]byte, error) {
	var in io.Reader
	switch c {
	case Identity:
		return encoded, nil
	case Brotli:
		in = brotli.NewReader(bytes.NewReader(encoded))
	default:
		unpacked, err := gzip.NewReader(bytes.NewReader(encoded))
		if err != nil {
			return nil, fmt.Errorf("coding: %w", err)
		}
		in = unpacked
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("coding: %w", err)
	}
	return text, nil
}
