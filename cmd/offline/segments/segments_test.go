package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// module is a WebAssembly module of a custom section and the given sections.
func module(sections ...[]byte) []byte {
	return append([]byte(magic+"\x00\x03\x02hi"), bytes.Join(sections, nil)...)
}

// zeros is a text of zeros.
func zeros(n int) string { return string(make([]byte, n)) }

// data is a data section of fewer than 128 segments.
func data(segments ...string) []byte {
	var text string
	for _, s := range segments {
		text += s
	}
	size := []byte{byte(11), byte((len(text)+1)&0x7f | 0x80), byte((len(text) + 1) >> 7), byte(len(segments))}
	return append(size, text...)
}

// TestSegments: data that lies close together is one segment, and all else is unchanged.
func TestSegments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		module     []byte
		wantSuffix string
		want       error
	}{
		{"eight zeros between", module(data("\x00\x41\x08\x0b\x02ab", "\x00\x41\x12\x0b\x02cd")), "\x01\x00\x41\x08\x0b\x0cab" + zeros(8) + "cd", nil},
		{"one behind the other", module(data("\x00\x41\x08\x0b\x02ab", "\x00\x41\x0a\x0b\x02cd")), "\x01\x00\x41\x08\x0b\x04abcd", nil},
		{"in another order", module(data("\x00\x41\x0a\x0b\x02cd", "\x00\x41\x08\x0b\x02ab")), "\x01\x00\x41\x08\x0b\x04abcd", nil},
		{"256 zeros between", module(data("\x00\x41\x08\x0b\x01a", "\x00\x41\x89\x02\x0b\x01b")), "\x01\x00\x41\x08\x0b\x82\x02a" + zeros(256) + "b", nil},
		{"257 zeros between", module(data("\x00\x41\x08\x0b\x01a", "\x00\x41\x8a\x02\x0b\x01b")), "\x02\x00\x41\x08\x0b\x01a\x00\x41\x8a\x02\x0b\x01b", nil},
		{"an address that ends with the bit of a sign", module(data("\x00\x41\xc0\x00\x0b\x01a")), "\x01\x00\x41\xc0\x00\x0b\x01a", nil},
		{"no data", module(), "\x00\x03\x02hi", nil},
		{"an overlap", module(data("\x00\x41\x08\x0b\x02ab", "\x00\x41\x09\x0b\x01c")), "", errOverlap},
		{"a passive segment", module(data("\x01\x02ab")), "", errSegment},
		{"an address that is computed", module(data("\x00\x23\x00\x0b\x02ab")), "", errSegment},
		{"an address of two steps", module(data("\x00\x41\x08\x41\x02ab")), "", errSegment},
		{"more than its segments", append(module(), "\x0b\x08\x01\x00\x41\x08\x0b\x01a!"...), "", errSegment},
		{"counted segments", append(module(), 12, 1, 1), "", errCounted},
		{"a segment cut off", append(module(), "\x0b\x06\x01\x00\x41\x08\x0b\x02"...), "", errCut},
		{"an address cut off", append(module(), "\x0b\x04\x01\x00\x41\x88"...), "", errCut},
		{"an address of six bytes", module(data("\x00\x41\x88\x80\x80\x80\x80\x00\x0b\x01a")), "", errCut},
		{"a section cut off", append(module(), 11, 9, 0), "", errCut},
		{"a size cut off", append(module(), 11, 0x80), "", errCut},
		{"something else", []byte("\x00asm\x02\x00\x00\x00"), "", errNoModule},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := joinModule(c.module)
			if !errors.Is(err, c.want) {
				t.Fatalf("error %v, want %v", err, c.want)
			}
			if err != nil {
				return
			}
			section := c.wantSuffix
			if len(c.module) > len(module()) {
				size := []byte{11}
				for n := len(section); ; n >>= 7 {
					if n < 0x80 {
						size = append(size, byte(n))
						break
					}
					size = append(size, byte(n&0x7f|0x80))
				}
				section = "\x00\x03\x02hi" + string(size) + section
			}
			if diff := cmp.Diff([]byte(magic+section), got); diff != "" {
				t.Errorf("module (-want +got)\n%s", diff)
			}
		})
	}
}

// TestSegmentsOfAFile: the file is rewritten, or stays unchanged.
func TestSegmentsOfAFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a.wasm")
	for _, c := range []struct {
		name       string
		file, want []byte
		err        error
	}{
		{"a program", module(data("\x00\x41\x08\x0b\x01a", "\x00\x41\x09\x0b\x01b")), []byte(magic + "\x00\x03\x02hi\x0b\x08\x01\x00\x41\x08\x0b\x02ab"), nil},
		{"a text", []byte("hello"), []byte("hello"), errNoModule},
	} {
		if err := os.WriteFile(file, c.file, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := rewrite(file); !errors.Is(err, c.err) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.err)
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
	}
}
