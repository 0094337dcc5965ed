// Package reference serves the page on which people read and try the API
// document.
//
// The page is RapiDoc, one script without dependencies (MIT license, folder
// rapidoc), which reads the document in the browser. It is embedded as published,
// compressed, so that the reference needs neither network nor Node:
// `make reference-viewer` fetches it anew. A strict Content-Security-Policy keeps
// it from talking to any other host.
package reference

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// Version is the version of RapiDoc that is embedded. It is part of the script's
// address, which browsers may therefore keep for ever.
const Version = "9.3.8"

// policy allows what the page needs and nothing else. RapiDoc sets styles
// inline; scripts come from files only.
const policy = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

var (
	//go:embed page.html
	pageSource string

	//go:embed rapidoc/rapidoc-min.js.gz
	compressedScript []byte

	page = template.Must(template.New("page").Parse(pageSource))
)

// Handler serves the page at a path that ends in a slash, and the viewer's
// script below it. The argument is the address of the API document, on the same
// host, such as /v1/openapi.json. The caller strips the path of the page, so that
// the handler sees "/" and "/rapidoc-VERSION.js"; anything else is not found.
func Handler(document string) (http.Handler, error) {
	var html bytes.Buffer
	if err := page.Execute(&html, struct{ Document, Version string }{document, Version}); err != nil {
		return nil, fmt.Errorf("reference: page for %s: %w", document, err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header.Set("Content-Type", "text/html; charset=utf-8")
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cache-Control", "no-cache")
		_, _ = w.Write(html.Bytes()) // an error means that the reader has left
	})
	mux.HandleFunc("GET /rapidoc-"+Version+".js", serveScript)
	return mux, nil
}

// serveScript answers with the stored gzip script, or unpacked for the rare client that does not accept gzip.
func serveScript(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", "text/javascript; charset=utf-8")
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Vary", "Accept-Encoding")
	if acceptsGzip(r.Header.Get("Accept-Encoding")) {
		header.Set("Content-Encoding", "gzip")
		header.Set("Content-Length", strconv.Itoa(len(compressedScript)))
		_, _ = w.Write(compressedScript)
		return
	}
	script, err := gzip.NewReader(bytes.NewReader(compressedScript))
	if err != nil { // the embedded file is no gzip: a broken build
		panic(err)
	}
	_, _ = io.Copy(w, script)
}

// acceptsGzip parses an Accept-Encoding header (RFC 9110 12.5.3): gzip or * named with a weight other than zero; a
// weight of gzip itself prevails.
func acceptsGzip(header string) bool {
	others := false
	for choice := range strings.SplitSeq(header, ",") {
		coding, parameters, _ := strings.Cut(choice, ";")
		_, weight, weighted := strings.Cut(parameters, "=")
		q, err := strconv.ParseFloat(strings.TrimSpace(weight), 64)
		accepted := !weighted || err == nil && q > 0
		switch strings.ToLower(strings.TrimSpace(coding)) {
		case "gzip":
			return accepted
		case "*":
			others = accepted
		}
	}
	return others
}
