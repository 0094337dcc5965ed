// Package fingerprint detects whether the renderings of the chart are up to date, without Helm: Helm takes minutes to
// build, and a stale rendering should fail in every test run. The fingerprint covers everything that a rendering
// depends on.
package fingerprint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
)

// File names the file, below deploy/helm, with the sum that was written with the renderings.
const File = "rendered/FINGERPRINT"

// Of sums up the chart, the examples and their renderings in a folder.
func Of(folder fs.FS) (string, error) {
	sum := sha256.New()
	for _, part := range []string{"referto", "values", "rendered"} {
		err := fs.WalkDir(folder, part, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || name == File {
				return err
			}
			content, err := fs.ReadFile(folder, name)
			if err != nil {
				return err
			}
			fmt.Fprintf(sum, "%s %d\n", name, len(content))
			sum.Write(content)
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
