package auditchain

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/google/uuid"
)

// ErrNoHeads means that the text is no list of heads.
var ErrNoHeads = errors.New("no list of heads of audits")

// title is the first line of a list of heads.
const title = "heads of audits"

// WriteHeads writes a list of heads: a line each.
func WriteHeads(out io.Writer, heads []Head) error {
	text := title + "\n"
	for _, h := range heads {
		text += fmt.Sprintf("%s %d %s\n", h.Tenant, h.Number, h.Digest)
	}
	_, err := io.WriteString(out, text)
	return err
}

// ReadHeads reads the format of [WriteHeads].
func ReadHeads(in io.Reader) (heads []Head, err error) {
	lines := bufio.NewScanner(in)
	if !lines.Scan() || lines.Text() != title {
		return nil, errors.Join(ErrNoHeads, lines.Err())
	}
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) != 3 {
			return nil, fmt.Errorf("%w: %q", ErrNoHeads, lines.Text())
		}
		h := Head{Digest: fields[2]}
		raw, err := hex.DecodeString(h.Digest)
		if err == nil && len(raw) != 32 {
			err = errors.New("another length")
		}
		if err == nil {
			h.Number, err = strconv.ParseInt(fields[1], 10, 64)
		}
		if err == nil {
			h.Tenant, err = uuid.Parse(fields[0])
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %q: %w", ErrNoHeads, lines.Text(), err)
		}
		heads = append(heads, h)
	}
	return heads, lines.Err()
}
