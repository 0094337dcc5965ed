package pages

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed assets
var assetFiles embed.FS

// AssetPath is the path below which [Pages.Assets] is to be served.
const AssetPath = "/assets/"

// assets are the files of assets/ under names that change with their content.
type assets struct {
	files  fs.FS
	hashed map[string]string // "live.js" → "live.3f9c21a07b54.js"
	plain  map[string]string // the other way round
}

func hashAssets() (assets, error) {
	files, err := fs.Sub(assetFiles, "assets")
	if err != nil {
		return assets{}, err
	}
	names, err := fs.Glob(files, "*")
	if err != nil {
		return assets{}, err
	}
	a := assets{files: files, hashed: make(map[string]string), plain: make(map[string]string)}
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return assets{}, err
		}
		sum := sha256.Sum256(content)
		ext := path.Ext(name)
		hashed := strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:6]) + ext
		a.hashed[name], a.plain[hashed] = hashed, name
	}
	return a, nil
}

// Open finds an asset by its hashed name.
func (a assets) Open(name string) (fs.File, error) {
	plain, ok := a.plain[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return a.files.Open(plain)
}

// Assets returns the style sheets, the scripts and the icon by the names of [Pages.AssetURL], which change with their
// content: served under [AssetPath] they may be cached for ever.
func (p *Pages) Assets() fs.FS { return p.assets }

// AssetFiles are the contents of [Pages.Assets] by their names.
func (p *Pages) AssetFiles() (map[string][]byte, error) {
	files := make(map[string][]byte, len(p.assets.plain))
	for hashed, plain := range p.assets.plain {
		content, err := fs.ReadFile(p.assets.files, plain)
		if err != nil {
			return nil, fmt.Errorf("pages: %w", err)
		}
		files[hashed] = content
	}
	return files, nil
}

// AssetURL is the address of an asset by its plain name, "live.js". An unknown
// name is an error, so that a page with a dead reference is never rendered.
func (p *Pages) AssetURL(name string) (string, error) {
	hashed, ok := p.assets.hashed[name]
	if !ok {
		return "", fmt.Errorf("no asset %q", name)
	}
	return AssetPath + hashed, nil
}
