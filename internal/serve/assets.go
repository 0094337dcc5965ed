package serve

import (
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/internal/coding"
)

// asset is a file that pages ask for. Each form of it is made when it is first asked for, once for the life of the
// program, so that no reader waits for the compression of files that others want.
type asset struct {
	contentType, etag string
	forms             map[coding.Coding]func() []byte
}

// compressed are the assets as they are sent: they are embedded and cannot change.
var compressed = sync.OnceValues(func() (map[string]asset, error) {
	p, err := parsedPages()
	if err != nil {
		return nil, err
	}
	files, err := p.AssetFiles()
	if err != nil {
		return nil, err
	}
	return encoded(files), nil
})

// encoded are files by their names as they are sent.
func encoded(files map[string][]byte) map[string]asset {
	assets := make(map[string]asset, len(files))
	for name, content := range files {
		a := asset{contentType: contentType(name), etag: `"` + name + `"`, forms: map[coding.Coding]func() []byte{coding.Identity: func() []byte { return content }}}
		if coding.Compressible(a.contentType) {
			for _, c := range []coding.Coding{coding.Gzip, coding.Brotli} {
				a.forms[c] = sync.OnceValue(func() []byte { return coding.Encode(c, coding.Ever, content) })
			}
		}
		assets[name] = a
	}
	return assets
}

// contentType returns the media type of a file by its name. The type of icons is fixed here because it differs
// between machines.
func contentType(name string) string {
	if path.Ext(name) == ".ico" {
		return "image/x-icon"
	}
	return mime.TypeByExtension(path.Ext(name))
}

// assets answers with the file of a name. The name changes with the content, so that browsers keep the file for ever.
func assets(c echo.Context) error {
	files, err := compressed()
	if err != nil {
		return err
	}
	return sendAsset(c, files, c.Param("*"), forEver)
}

// favicon is the address at which browsers, chats and readers of feeds look for the icon of a site without having read one of its pages.
const favicon = "/favicon.ico"

// aDay is the caching time of a file whose name stays the same when its content changes.
const aDay = "public, max-age=86400"

// icon answers with the icon.
func icon(c echo.Context) error {
	files, err := compressed()
	if err != nil {
		return err
	}
	p, err := parsedPages()
	if err != nil {
		return err
	}
	address, err := p.AssetURL(path.Base(favicon))
	if err != nil {
		return err
	}
	return sendAsset(c, files, strings.TrimPrefix(address, pages.AssetPath), aDay)
}

// forEver allows caching without end, for files whose names change with their content.
const forEver = "public, max-age=31536000, immutable"

func sendAsset(c echo.Context, files map[string]asset, name, keeping string) error {
	a, known := files[name]
	if !known {
		return echo.ErrNotFound
	}
	h := c.Response().Header()
	h.Set("Cache-Control", keeping)
	h.Set("Content-Type", a.contentType)
	h.Set("ETag", a.etag)
	form := coding.Accepted(c.Request().Header.Get("Accept-Encoding"))
	of, made := a.forms[form]
	if !made {
		form, of = coding.Identity, a.forms[coding.Identity]
	}
	body := of()
	if form != coding.Identity {
		h.Set("Content-Encoding", string(form))
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	c.Response().WriteHeader(http.StatusOK)
	_, _ = c.Response().Write(body) // a reader that went away
	return nil
}
