package eventfile

import (
	"archive/zip"
	"bytes"
	"io"
	"path"
	"strings"
)

// archive holds the parts of a zip file by name, unpacked within limits.
type archive struct {
	names []string // in the order of the file
	parts map[string][]byte
}

// unpack reads a whole archive. It counts the unpacked bytes instead of trusting the sizes in the
// directory.
func unpack(data []byte, limits Limits) (archive, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return archive{}, whole("not-an-archive")
	}
	if len(z.File) > limits.Parts {
		return archive{}, whole("too-many-parts", "limit", itoa(limits.Parts))
	}
	a := archive{parts: map[string][]byte{}}
	left := min(limits.Unpacked, max(len(data), 1<<10)*limits.Ratio)
	for _, part := range z.File {
		if strings.HasSuffix(part.Name, "/") {
			continue
		}
		name := path.Clean(strings.ReplaceAll(part.Name, `\`, "/"))
		if _, twice := a.parts[name]; twice || name != part.Name || path.IsAbs(name) || strings.HasPrefix(name, "..") {
			return archive{}, whole("part-misnamed", "part", Place{}.with(part.Name).Value)
		}
		body, err := unpackPart(part, left)
		if err != nil {
			return archive{}, err
		}
		if left -= len(body); left < 0 {
			return archive{}, whole("unpacks-too-large", "limit", itoa(limits.Unpacked))
		}
		a.names, a.parts[name] = append(a.names, name), body
	}
	return a, nil
}

// unpackPart reads at most one byte more than the number of bytes left.
func unpackPart(part *zip.File, left int) ([]byte, error) {
	r, err := part.Open()
	if err != nil {
		return nil, whole("not-an-archive")
	}
	defer r.Close()
	body, err := io.ReadAll(io.LimitReader(r, int64(left)+1))
	if err != nil {
		return nil, whole("not-an-archive")
	}
	return body, nil
}
