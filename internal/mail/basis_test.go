package mail

import "testing"

// news is a letter of an unlisted kind.
type news struct{ Content }

// TestMayWrite: mandatory letters are written to everybody, and all others to readers who agree.
func TestMayWrite(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		content Content
		agrees  bool
		want    bool
	}{
		{"an entry's, without consent", EntryPromoted{}, false, true},
		{"a ban's, without consent", BanDecided{}, false, true},
		{"an office's, without consent", Reminder{}, false, true},
		{"an entry's, with consent", EntryPromoted{}, true, true},
		{"for information, without consent", news{}, false, false},
		{"for information, with consent", news{}, true, true},
	} {
		if got := MayWrite(tt.content, tt.agrees); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}
