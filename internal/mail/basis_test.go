package mail

import "testing"

// news is a letter of a kind that nobody has thought about.
type news struct{ Content }

// TestMayWrite: what has to be written is written to everybody, and everything else to who agrees.
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
