package embedpg

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// makeLinks makes the symbolic links between libraries that an npm archive
// cannot carry and lists in pg-symlinks.json. The package's install script would
// do it, but the project runs no install scripts. Other installations have no
// such list and stay as they are.
func makeLinks(root string) error {
	list, err := os.ReadFile(filepath.Join(root, "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string } // as native/lib/..., where native is root
	if err := json.Unmarshal(list, &links); err != nil {
		return fmt.Errorf("pg-symlinks.json of %s: %w", root, err)
	}
	for _, link := range links {
		source, target := inRoot(root, link.Source), inRoot(root, link.Target)
		if _, err := os.Stat(target); err == nil {
			continue
		}
		source, err := filepath.Rel(filepath.Dir(target), source)
		if err != nil {
			return err
		}
		if err := os.Symlink(source, target); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// inRoot returns the path of a file that the package's list names.
func inRoot(root, name string) string {
	return filepath.Join(root, filepath.FromSlash(strings.TrimPrefix(name, "native/")))
}
