package sealed_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/sealed"
)

// fixed is a key of 32 bytes that are all the same, as a line of a file.
func fixed(name string, b byte) string {
	return name + " " + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{b}, 32)) + "\n"
}

// TestTheFormIsThatOfThePackage opens a sealed text by the page of the package, with
// nothing but AES-256-GCM.
func TestTheFormIsThatOfThePackage(t *testing.T) {
	t.Parallel()
	text := seal(t, keys(t, []byte(fixed("spring", 7))), "IT60X0542811101000000123456", "claim-1")
	if text[0] != 1 || text[1] != 6 || string(text[2:8]) != "spring" || len(text) != 8+60+12+27+16 {
		t.Fatalf("%d bytes, %q in front", len(text), text[:8])
	}
	open := func(key, sealed []byte) []byte {
		block, err := aes.NewCipher(key)
		if err != nil {
			t.Fatal(err)
		}
		gcm, err := cipher.NewGCM(block)
		if err != nil {
			t.Fatal(err)
		}
		out, err := gcm.Open(nil, sealed[:12], sealed[12:], []byte("claim-1"))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	own := open(bytes.Repeat([]byte{7}, 32), text[8:68])
	if got := open(own, text[68:]); string(got) != "IT60X0542811101000000123456" || len(own) != 32 {
		t.Errorf("%q under a key of %d bytes", got, len(own))
	}
}

// TestAnythingIsSealed: any text with any owner opens with that owner, only with it, and with its key only.
func TestAnythingIsSealed(t *testing.T) {
	t.Parallel()
	one, err := sealed.ParseKeys([]byte(fixed("one", 1) + fixed("two", 2)))
	if err != nil {
		t.Fatal(err)
	}
	other, err := sealed.ParseKeys([]byte(fixed("one", 3)))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		text, here, there := rapid.SliceOf(rapid.Byte()).Draw(t, "text"), rapid.String().Draw(t, "here"), rapid.String().Draw(t, "there")
		closed, err := one.Seal(text, here)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := one.Open(closed, here); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%q came back as %q: %v", text, got, err)
		}
		if _, err := one.Open(closed, there); here != there && !errors.Is(err, sealed.ErrOpen) {
			t.Errorf("what belongs to %q opens at %q", here, there)
		}
		if _, err := other.Open(closed, here); !errors.Is(err, sealed.ErrOpen) {
			t.Errorf("another key of the same name opens it: %v", err)
		}
		if len(text) > 8 && bytes.Contains(closed, text) {
			t.Error("the text can be read")
		}
	})
}

// TestWhatIsNoSealedText: bytes from anywhere open as nothing and name no key.
func TestWhatIsNoSealedText(t *testing.T) {
	t.Parallel()
	k := keys(t, []byte(fixed("one", 1)))
	for _, tt := range []struct {
		what string
		text []byte
		name string
	}{
		{"nothing", nil, ""},
		{"a byte", []byte{1}, ""},
		{"no name", []byte{1, 0}, ""},
		{"half a name", []byte{1, 3, 'o', 'n'}, ""},
		{"a name alone", []byte{1, 3, 'o', 'n', 'e'}, "one"},
		{"another version", []byte{2, 3, 'o', 'n', 'e'}, ""},
		{"a key that is not there", append([]byte{1, 3, 't', 'w', 'o'}, make([]byte, 100)...), "two"},
		{"zeros behind", append([]byte{1, 3, 'o', 'n', 'e'}, make([]byte, 100)...), "one"},
		{"not enough for a key", append([]byte{1, 3, 'o', 'n', 'e'}, make([]byte, 59)...), "one"},
	} {
		if _, err := k.Open(tt.text, "here"); !errors.Is(err, sealed.ErrOpen) {
			t.Errorf("%s: %v", tt.what, err)
		}
		if got := sealed.KeyOf(tt.text); got != tt.name {
			t.Errorf("%s: key %q, want %q", tt.what, got, tt.name)
		}
	}
	if _, err := (sealed.Keys{}).Open(seal(t, k, "x", "here"), "here"); !errors.Is(err, sealed.ErrOpen) {
		t.Errorf("without any key: %v", err)
	}
}

// TestNamesOfKeys: 1 to 32 of a-z, 0-9 and dashes, none in front; lines may have spaces
// around and comments between.
func TestNamesOfKeys(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]string{
		"a": "", "0": "", "a-": "", "key-2010-05": "", strings.Repeat("a", 32): "",
		strings.Repeat("a", 33): "no name of a key", "-a": "no name of a key", "A": "no name of a key", "ä": "no name of a key", "a_b": "no name of a key",
	} {
		k, err := sealed.ParseKeys([]byte("# keys\n\n  " + fixed(name, 1)))
		if (err == nil) != (fault == "") || err != nil && !strings.Contains(err.Error(), "line 3: "+fault) {
			t.Errorf("%q: %v", name, err)
		}
		if k.Has(name) != (fault == "") || k.Has(name+"x") || k.Has("") {
			t.Errorf("%q is among them: %v", name, k.Has(name))
		}
	}
	for coded, fault := range map[string]string{
		base64.StdEncoding.EncodeToString(make([]byte, 32)) + "  ": "",
		base64.StdEncoding.EncodeToString(make([]byte, 31)):        "want 32 bytes", base64.StdEncoding.EncodeToString(make([]byte, 33)): "want 32 bytes",
		base64.RawStdEncoding.EncodeToString(make([]byte, 32)): "want 32 bytes", "": "want 32 bytes", "not base64": "want 32 bytes",
	} {
		if _, err := sealed.ParseKeys([]byte("one " + coded)); (err == nil) != (fault == "") || err != nil && !strings.Contains(err.Error(), "line 1: "+fault) {
			t.Errorf("%q: %v", coded, err)
		}
	}
}

// TestFingerprints: the one of the key that seals first, the others by name; they distinguish keys of one name and
// are an HMAC, which reveals nothing of the key.
func TestFingerprints(t *testing.T) {
	t.Parallel()
	print := func(b byte) string {
		mac := hmac.New(sha256.New, bytes.Repeat([]byte{b}, 32))
		mac.Write([]byte("fingerprint"))
		return hex.EncodeToString(mac.Sum(nil)[:8])
	}
	got := strings.Join(keys(t, []byte(fixed("m", 1)+fixed("z", 2)+fixed("a", 3))).Fingerprints(), " ")
	if want := "m:" + print(1) + " a:" + print(3) + " z:" + print(2); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := (sealed.Keys{}).Fingerprints(); len(got) > 0 {
		t.Errorf("of no keys: %v", got)
	}
}
