package media

import (
	"fmt"
	"strings"
)

// Attachment are the headers of a file that is to be saved and never opened in the
// page: whatever it holds gets no origin, no script and no other type.
func Attachment(mediaType, name string) map[string]string {
	return map[string]string{
		"Content-Type":            mediaType,
		"Content-Disposition":     Disposition("attachment", name),
		"X-Content-Type-Options":  "nosniff",
		"Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
	}
}

// Disposition returns the value of a Content-Disposition header (RFC 6266) with a file name in any script: in plain
// letters for old clients, and unchanged.
func Disposition(kind, name string) string {
	plain := strings.Map(func(r rune) rune {
		if isToken(r) {
			return r
		}
		return '_'
	}, name)
	if plain == name {
		return fmt.Sprintf(`%s; filename="%s"`, kind, plain)
	}
	var coded strings.Builder
	for _, b := range []byte(strings.ToValidUTF8(name, "_")) {
		if isToken(rune(b)) {
			coded.WriteByte(b)
		} else {
			fmt.Fprintf(&coded, "%%%02X", b)
		}
	}
	return fmt.Sprintf(`%s; filename="%s"; filename*=UTF-8''%s`, kind, plain, coded.String())
}

// isToken reports whether a letter needs no coding in a file name.
func isToken(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.'
}
