package embedpg

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestClassify(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	elsewhere := filepath.Join(t.TempDir(), "data")
	tests := []struct {
		what string
		args []string
		want occupant
	}{
		{"our server", []string{"/opt/bin/postgres", "-D", data, "-c", "port=5432"}, postmaster},
		{"our server under its old name", []string{"/opt/bin/postmaster", "-D", data}, postmaster},
		{"the server of another cluster", []string{"/opt/bin/postgres", "-D", elsewhere}, stranger},
		{"a backend of some server", []string{"postgres: checkpointer"}, stranger},
		{"some other program", []string{"/usr/bin/less", "notes"}, stranger},
		{"a zombie", []string{""}, stranger},
		{"a kernel thread", nil, stranger},
		{"a server started by hand, which says nothing of its folder", []string{"postgres"}, unclear},
		{"a server started by hand in some folder", []string{"postgres", "-D", "data"}, unclear},
		{"a cut command line", []string{"postgres", "-D"}, unclear},
	}
	for _, tt := range tests {
		if got := classify(tt.args, data); got != tt.want {
			t.Errorf("%s (%s): %d, want %d", tt.what, strings.Join(tt.args, " "), got, tt.want)
		}
	}
}
