package load

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"
)

// connection is one open connection with its buffers.
type connection struct {
	conn    net.Conn
	reader  *bufio.Reader
	request []byte
	// kept is the beginning of the last answer's body, for messages.
	kept []byte
	// tag is the entity tag of the last answer, and last that the server closes the connection after it.
	tag  []byte
	last bool
}

// mostKept bounds the stored part of a body.
const mostKept = 600

func newConnection(conn net.Conn) *connection {
	return &connection{conn: conn, reader: bufio.NewReaderSize(conn, 16<<10)}
}

// exchange sends the request and reads the answer.
func (c *connection) exchange(now time.Time) (status int, err error) {
	if err := c.conn.SetDeadline(now.Add(answerTime)); err != nil {
		return 0, err
	}
	if _, err := c.conn.Write(c.request); err != nil {
		return 0, err
	}
	return c.answer()
}

// answer reads one answer and returns its status.
func (c *connection) answer() (status int, err error) {
	first, err := c.line()
	if err != nil {
		return 0, err
	}
	if len(first) < 12 || !bytes.HasPrefix(first, []byte("HTTP/1.1 ")) {
		return 0, fmt.Errorf("no answer of HTTP/1.1: %q", first)
	}
	if status, err = strconv.Atoi(string(first[9:12])); err != nil {
		return 0, fmt.Errorf("status: %w", err)
	}
	length, chunked, err := c.headers()
	c.kept = c.kept[:0]
	switch {
	case err != nil:
		return 0, err
	case status == 204 || status == 304:
		return status, nil
	case chunked:
		return status, c.chunks()
	case length < 0:
		return 0, errors.New("an answer without a length")
	default:
		return status, c.body(length)
	}
}

// headers reads up to the body; length is -1 if it is not given.
func (c *connection) headers() (length int, chunked bool, err error) {
	length, c.tag, c.last = -1, c.tag[:0], false
	for {
		header, err := c.line()
		if err != nil || len(header) == 0 {
			return length, chunked, err
		}
		name, value, _ := bytes.Cut(header, []byte(":"))
		value = bytes.TrimSpace(value)
		switch {
		case bytes.EqualFold(name, []byte("Content-Length")):
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, false, fmt.Errorf("content length: %w", err)
			}
		case bytes.EqualFold(name, []byte("ETag")):
			c.tag = append(c.tag, value...)
		case bytes.EqualFold(name, []byte("Connection")):
			c.last = bytes.EqualFold(value, []byte("close"))
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			chunked = bytes.EqualFold(value, []byte("chunked"))
		}
	}
}

// line is the next line without its end. It is valid until the next reading.
func (c *connection) line() ([]byte, error) {
	line, err := c.reader.ReadSlice('\n')
	return bytes.TrimRight(line, "\r\n"), err
}

// body reads a body, or a part of one.
func (c *connection) body(length int) error {
	head, err := c.reader.Peek(min(length, mostKept-len(c.kept), 256))
	if err != nil {
		return err
	}
	c.kept = append(c.kept, head...)
	_, err = io.CopyN(io.Discard, c.reader, int64(length))
	return err
}

// chunks reads a body in chunks.
func (c *connection) chunks() error {
	for {
		size, err := c.line()
		if err != nil {
			return err
		}
		length, err := strconv.ParseInt(string(size), 16, 32)
		if err != nil {
			return fmt.Errorf("length of a chunk: %w", err)
		}
		if err := c.body(int(length)); err != nil {
			return err
		}
		if _, err := c.line(); err != nil { // the end of the chunk
			return err
		}
		if length == 0 {
			return nil
		}
	}
}
