package embedpg

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	var links []struct{ Source, Target string } // relative to the parent of root
	if err := json.Unmarshal(list, &links); err != nil {
		return fmt.Errorf("pg-symlinks.json of %s: %w", root, err)
	}
	base := filepath.Dir(root)
	for _, link := range links {
		target := filepath.Join(base, link.Target)
		if _, err := os.Stat(target); err == nil {
			continue
		}
		source, err := filepath.Rel(filepath.Dir(target), filepath.Join(base, link.Source))
		if err != nil {
			return err
		}
		if err := os.Symlink(source, target); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}
