// Segments writes the data of a WebAssembly program anew, in few segments:
//
//	go run ./cmd/offline/segments bin/offline.wasm
//
// The linker of Go begins a segment wherever eight bytes are zero. Its table from places in
// the code to functions is mostly zeros, so that 100,000 segments of two bytes come out,
// each with an address, which compresses badly. With the zeros between them written out, the
// program is the same, larger, and smaller by a tenth once compressed.
package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
)

// gap is the number of zeros between two segments that are written out.
const gap = 256

// The bytes of which a module consists, by the core specification of WebAssembly,
// 5.5.
const (
	magic       = "\x00asm\x01\x00\x00\x00"
	dataSection = 11
	dataCount   = 12
	inMemory0   = 0x00 // an active segment of memory 0
	i32Const    = 0x41
	end         = 0x0b
)

var (
	errNoModule = errors.New("no WebAssembly module of version 1")
	errCut      = errors.New("the module ends within something")
	errSegment  = errors.New("a segment that lies at no fixed address of memory 0")
	errOverlap  = errors.New("segments that overlap")
	errCounted  = errors.New("segments that the code may know by number")
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: segments FILE")
		os.Exit(2)
	}
	if err := rewrite(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "segments:", err)
		os.Exit(1)
	}
}

func rewrite(file string) error {
	module, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	joined, err := joinModule(module)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return os.WriteFile(file, joined, 0o644)
}

// joinModule is module with its data in few segments, and all else as it was.
func joinModule(module []byte) ([]byte, error) {
	rest, ok := bytes.CutPrefix(module, []byte(magic))
	if !ok {
		return nil, errNoModule
	}
	in, out := &reader{rest: rest}, []byte(magic)
	for len(in.rest) > 0 {
		kind := in.bytes(1)
		section := in.bytes(in.size())
		if in.cut {
			return nil, errCut
		}
		switch kind[0] {
		case dataCount:
			return nil, errCounted
		case dataSection:
			segments, err := read(section)
			if err != nil {
				return nil, err
			}
			if segments, err = join(segments); err != nil {
				return nil, err
			}
			section = write(segments)
		}
		out = append(out, kind...)
		out = binary.AppendUvarint(out, uint64(len(section)))
		out = append(out, section...)
	}
	return out, nil
}

// segment is a part of the memory: the data from an address on when the program starts.
type segment struct {
	at   int64
	data []byte
}

func (s segment) end() int64 { return s.at + int64(len(s.data)) }

// join writes out the zeros between segments that follow each other closely in memory.
func join(segments []segment) (out []segment, err error) {
	slices.SortFunc(segments, func(a, b segment) int { return cmp.Compare(a.at, b.at) })
	for _, next := range segments {
		if len(out) == 0 {
			out = append(out, next)
			continue
		}
		last := &out[len(out)-1]
		switch zeros := next.at - last.end(); {
		case zeros < 0:
			return nil, errOverlap
		case zeros <= gap:
			last.data = append(append(last.data, make([]byte, zeros)...), next.data...)
		default:
			out = append(out, next)
		}
	}
	return out, nil
}

func read(section []byte) (out []segment, err error) {
	in := &reader{rest: section}
	for range in.size() {
		head := in.bytes(2)
		if !in.cut && (head[0] != inMemory0 || head[1] != i32Const) {
			return nil, errSegment
		}
		at := in.signed()
		if last := in.bytes(1); !in.cut && last[0] != end {
			return nil, errSegment
		}
		out = append(out, segment{at, in.bytes(in.size())})
		if in.cut {
			return nil, errCut
		}
	}
	if len(in.rest) > 0 {
		return nil, errSegment
	}
	return out, nil
}

func write(segments []segment) []byte {
	out := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		out = append(out, inMemory0, i32Const)
		out = appendSigned(out, s.at)
		out = append(out, end)
		out = binary.AppendUvarint(out, uint64(len(s.data)))
		out = append(out, s.data...)
	}
	return out
}

// reader takes a module apart. Once something is missing, cut is set and nothing more comes.
type reader struct {
	rest []byte
	cut  bool
}

func (r *reader) bytes(n int) []byte {
	if n > len(r.rest) {
		r.cut, n = true, 0
	}
	if r.cut {
		r.rest = nil
		return nil
	}
	taken := r.rest[:n:n]
	r.rest = r.rest[n:]
	return taken
}

// size is an unsigned number in LEB128 of at most 32 bits.
func (r *reader) size() int {
	n, length := binary.Uvarint(r.rest)
	if length <= 0 || n > 1<<32-1 {
		r.cut = true
		length = 0
	}
	r.bytes(length)
	return int(n)
}

// signed is a signed number in LEB128.
func (r *reader) signed() (n int64) {
	for shift := 0; ; shift += 7 {
		b := r.bytes(1)
		if r.cut || shift > 28 {
			r.cut = true
			return 0
		}
		n |= int64(b[0]&0x7f) << shift
		if b[0]&0x80 == 0 {
			if b[0]&0x40 != 0 {
				n -= 1 << (shift + 7)
			}
			return n
		}
	}
}

func appendSigned(out []byte, n int64) []byte {
	for {
		low := byte(n & 0x7f)
		n >>= 7
		if n == 0 && low&0x40 == 0 || n == -1 && low&0x40 != 0 {
			return append(out, low)
		}
		out = append(out, low|0x80)
	}
}
