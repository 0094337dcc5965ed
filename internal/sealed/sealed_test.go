package sealed_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"referto/internal/sealed"
)

func keys(t *testing.T, files ...[]byte) sealed.Keys {
	t.Helper()
	k, err := sealed.ParseKeys(bytes.Join(files, nil))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func generate(t *testing.T) []byte {
	t.Helper()
	file, err := sealed.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func seal(t *testing.T, k sealed.Keys, text, belongsTo string) []byte {
	t.Helper()
	out, err := k.Seal([]byte(text), belongsTo)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestWhatIsSealedOpensOnlyWhereItBelongs(t *testing.T) {
	t.Parallel()
	k := keys(t, generate(t))
	text := seal(t, k, "IT60X0542811101000000123456", "tenant claim-1")
	if bytes.Contains(text, []byte("IT60")) {
		t.Error("the text can be read")
	}
	if got, err := k.Open(text, "tenant claim-1"); err != nil || string(got) != "IT60X0542811101000000123456" {
		t.Errorf("opened %q, %v", got, err)
	}
	if _, err := k.Open(text, "tenant claim-2"); !errors.Is(err, sealed.ErrOpen) {
		t.Errorf("moved to another claim: %v", err)
	}
	if again := seal(t, k, "IT60X0542811101000000123456", "tenant claim-1"); bytes.Equal(text, again) {
		t.Error("the same text sealed twice is the same: who sees both learns that")
	}
}

func TestEveryChangedByteIsNoticed(t *testing.T) {
	t.Parallel()
	k := keys(t, generate(t))
	text := seal(t, k, "secret", "here")
	for i := range text {
		changed := bytes.Clone(text)
		changed[i] ^= 1
		if _, err := k.Open(changed, "here"); !errors.Is(err, sealed.ErrOpen) {
			t.Errorf("byte %d changed: %v", i, err)
		}
		if _, err := k.Open(text[:i], "here"); !errors.Is(err, sealed.ErrOpen) {
			t.Errorf("cut after %d bytes: %v", i, err)
		}
	}
}

func TestKeysAreReplacedByANewFirstLine(t *testing.T) {
	t.Parallel()
	old, fresh := generate(t), generate(t)
	before := seal(t, keys(t, old), "secret", "here")
	both := keys(t, fresh, old)
	if got, err := both.Open(before, "here"); err != nil || string(got) != "secret" {
		t.Errorf("under the old key: %q, %v", got, err)
	}
	after := seal(t, both, "secret", "here")
	if sealed.KeyOf(after) == sealed.KeyOf(before) || sealed.KeyOf(before) == "" {
		t.Errorf("sealed under %q before and %q after", sealed.KeyOf(before), sealed.KeyOf(after))
	}
	if _, err := keys(t, fresh).Open(before, "here"); !errors.Is(err, sealed.ErrOpen) {
		t.Errorf("without its key: %v", err)
	}
}

// A text is encrypted anew under the first key, for its owner only; a repetition leaves it unchanged.
func TestTextsAreSealedAnew(t *testing.T) {
	t.Parallel()
	old, fresh := generate(t), generate(t)
	before, both := seal(t, keys(t, old), "secret", "here"), keys(t, fresh, old)
	after, err := both.Reseal(before, "here")
	if err != nil || sealed.KeyOf(after) != both.First() || !bytes.HasPrefix(after, sealed.HeadOf(both.First())) || bytes.HasPrefix(before, sealed.HeadOf(both.First())) {
		t.Fatalf("sealed anew under %q, not %q: %v", sealed.KeyOf(after), both.First(), err)
	}
	if got, err := keys(t, fresh).Open(after, "here"); err != nil || string(got) != "secret" {
		t.Errorf("under the new key alone: %q, %v", got, err)
	}
	if again, err := both.Reseal(after, "here"); err != nil || !bytes.Equal(again, after) {
		t.Errorf("done again it differs: %v", err)
	}
	for what, of := range map[string]struct {
		keys sealed.Keys
		text []byte
		at   string
	}{
		"that belongs elsewhere":        {both, before, "there"},
		"sealed anew, there":            {both, after, "there"},
		"whose key is not there":        {keys(t, fresh), before, "here"},
		"that is damaged":               {both, before[:len(before)-1], "here"},
		"under the first key, damaged":  {both, after[:len(after)-1], "here"},
		"that nobody has a key to open": {sealed.Keys{}, before, "here"},
	} {
		if got, err := of.keys.Reseal(of.text, of.at); !errors.Is(err, sealed.ErrOpen) {
			t.Errorf("a text %s: %d bytes, %v", what, len(got), err)
		}
	}
}

func TestFilesOfKeys(t *testing.T) {
	t.Parallel()
	good := string(generate(t))
	for _, tt := range []struct{ about, file, fault string }{
		{"none", "# nothing\n\n", "no key"},
		{"no name", strings.TrimPrefix(good, "key-"), ""},
		{"a name of other letters", "Key" + good[3:], "line 1: no name"},
		{"too short", "short YWJj\n", "line 1: want 32 bytes"},
		{"twice", good + good, "line 2: key"},
	} {
		_, err := sealed.ParseKeys([]byte(tt.file))
		switch {
		case tt.fault == "" && err != nil:
			t.Errorf("%s: %v", tt.about, err)
		case tt.fault != "" && (err == nil || !strings.Contains(err.Error(), tt.fault)):
			t.Errorf("%s: %v", tt.about, err)
		case err != nil && strings.Contains(err.Error(), strings.Fields(good)[1]):
			t.Errorf("%s: the error tells the key: %v", tt.about, err)
		}
	}
	if _, err := (sealed.Keys{}).Seal(nil, ""); err == nil {
		t.Error("sealed without a key")
	}
}
