package media

import (
	"bytes"
	"strings"

	"referto/internal/league"
)

// The formats that are read.
const (
	formatJPEG = "JPEG"
	formatPNG  = "PNG"
	formatPDF  = "PDF"
	formatWebP = "WebP"
	formatSVG  = "SVG"
)

// sniffed is the number of bytes at the beginning that show the type of a file.
const sniffed = 512

// readsPDF is the number of bytes in which readers of PDF look for its mark.
const readsPDF = 1024

// marks are the beginnings of the formats that people send; any other format has no name.
var marks = []struct{ format, mark string }{
	{formatJPEG, "\xff\xd8\xff"},
	{formatPNG, "\x89PNG\r\n\x1a\n"},
	{formatPDF, "%PDF-"},
	{"GIF", "GIF87a"},
	{"GIF", "GIF89a"},
	{"BMP", "BM"},
	{"TIFF", "II*\x00"},
	{"TIFF", "MM\x00*"},
	{formatSVG, "<svg"},
	{formatSVG, "<?xml"},
	{formatSVG, "<!DOCTYPE svg"},
}

// heifBrands are the brands of the container in which newer phones put photos.
const heifBrands = "heic heix hevc hevx heim heis mif1 msf1 avif avis"

// sniff names the format of a file by its beginning; "" if it has no name here.
func sniff(data []byte) string {
	head := data[:min(len(data), sniffed)]
	for _, m := range marks {
		if bytes.HasPrefix(head, []byte(m.mark)) {
			return m.format
		}
	}
	switch {
	case len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return formatWebP
	case len(head) >= 12 && string(head[4:8]) == "ftyp" && strings.Contains(heifBrands, string(head[8:12])):
		return "HEIC"
	}
	return ""
}

// checkPhoto returns the format of a photo, or the reason for which the file is refused.
func checkPhoto(data []byte) (string, error) {
	format := sniff(data)
	switch format {
	case formatJPEG, formatPNG:
		if bytes.Contains(data[:min(len(data), readsPDF)], []byte("%PDF-")) {
			return "", refuse("photo-two-files")
		}
		return format, nil
	case "HEIC":
		return "", refuse("photo-heic")
	case "":
		return "", refuse("photo-unknown-format")
	}
	return "", refuse("photo-other-format", "format", format)
}

// refuse is a refusal; the params alternate between names and values.
func refuse(reason string, params ...string) error {
	g := league.Grounds{Reason: reason}
	for i := 0; i+1 < len(params); i += 2 {
		if g.Params == nil {
			g.Params = map[string]string{}
		}
		g.Params[params[i]] = params[i+1]
	}
	return &league.RuleError{Grounds: g}
}
