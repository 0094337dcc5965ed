// Package coding compresses answers: it chooses the content coding that a client accepts (RFC 9110 12.5.3), writes
// it, and keeps entity tags right.
//
// [Handler] stands in front of a server. It compresses answers to GET that are text of some length ([Compressible]),
// leaves streams and compressed answers alone, and notes for caches that the answer depends on Accept-Encoding. An
// answer in another coding is another representation and has another strong tag (RFC 9110 8.8.3.3): `"7"` is sent as
// `"7-br"`. This ending is removed from the tags that a client sends in If-Match and If-None-Match, so that code
// behind the handler does not know of it.
//
// # Secrets
//
// Compression gives a secret away if a stranger can add text to an answer that also holds the secret, and see the
// length of the answer (BREACH). Answers with secrets are never compressed: tokens, links and passwords are handed
// out in answers to POST only (a test of package serve checks the contract for it), and only answers to GET are
// compressed. Besides, no browser sends our credential by itself, so that another site's page cannot ask on behalf of
// a reader.
package coding

import (
	"mime"
	"strconv"
	"strings"
)

// Coding is a content coding. The empty one is the uncompressed text.
type Coding string

// The codings that are written, the best last.
const (
	Identity Coding = ""
	Gzip     Coding = "gzip"
	Brotli   Coding = "br"
)

// Accepted is the coding to answer in: of those that a reader weighs highest in their
// Accept-Encoding the best.
func Accepted(header string) Coding {
	if header == "" {
		return Identity
	}
	weights := map[string]float64{}
	for choice := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(choice, ";")
		weights[strings.ToLower(strings.TrimSpace(name))] = weight(parameters)
	}
	weigh := func(name string, otherwise float64) float64 {
		if q, named := weights[name]; named {
			return q
		}
		return otherwise
	}
	others := weigh("*", 0)
	brotli, gzip := weigh("br", others), weigh("gzip", weigh("x-gzip", others))
	identity := weigh("identity", 0) // if unnamed, its weight is the rest's
	switch {
	case brotli > 0 && brotli >= gzip && brotli >= identity:
		return Brotli
	case gzip > 0 && gzip >= identity:
		return Gzip
	}
	return Identity
}

// weight reads the parameters of a choice; one that cannot be read is no choice.
func weight(parameters string) float64 {
	if strings.TrimSpace(parameters) == "" {
		return 1
	}
	name, value, _ := strings.Cut(parameters, "=")
	q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || !strings.EqualFold(strings.TrimSpace(name), "q") || !(q > 0 && q <= 1) {
		return 0
	}
	return q
}

// compressible are the media types that are worth it; photos, workbooks and archives are
// compressed already.
var compressible = map[string]bool{
	"text/html": true, "text/css": true, "text/javascript": true, "text/csv": true, "text/calendar": true, "text/plain": true,
	"application/json": true, "application/problem+json": true, "application/schema+json": true, "application/yaml": true,
	"application/xml": true, "text/xml": true, "image/svg+xml": true,
}

// Compressible reports whether an answer of a Content-Type is worth compressing.
func Compressible(contentType string) bool {
	if compressible[contentType] {
		return true
	}
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && compressible[media]
}

// Tag returns the entity tag of a representation in a coding, made from the tag of the uncompressed text.
func Tag(etag string, c Coding) string {
	if c == Identity || !strings.HasSuffix(etag, `"`) {
		return etag
	}
	return strings.TrimSuffix(etag, `"`) + "-" + string(c) + `"`
}

// plainTag is a tag without the ending of a coding.
func plainTag(tag string, codings ...Coding) string {
	for _, c := range codings {
		if short, ended := strings.CutSuffix(tag, "-"+string(c)+`"`); ended && c != Identity {
			return short + `"`
		}
	}
	return tag
}

// plainTags takes the endings of codings off each tag of a list.
func plainTags(list string, codings ...Coding) string {
	tags := strings.Split(list, ",")
	for i, tag := range tags {
		tags[i] = plainTag(strings.TrimRight(tag, " \t"), codings...)
	}
	return strings.Join(tags, ",")
}

// Names reports whether an If-None-Match names an entity tag. The comparison is the weak
// one.
func Names(list, etag string) bool {
	if list == "" || etag == "" {
		return false
	}
	for one := range strings.SplitSeq(list, ",") {
		if strings.TrimPrefix(strings.TrimSpace(one), "W/") == etag {
			return true
		}
	}
	return false
}
