package mail

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// FolderConfig names the folder into which messages are put.
type FolderConfig struct {
	Dir  string // made if it is not there, for the owner only
	From Address
	Log  *slog.Logger     // gets one line for each message; required
	Now  func() time.Time // the clock; required
}

// Folder is a sender that delivers into a folder: the default of an installation
// without a mail server, where the operator hands links on, and of tests. It is
// safe for concurrent use.
type Folder struct{ config FolderConfig }

var _ Sender = (*Folder)(nil)

// NewFolder makes the folder.
func NewFolder(c FolderConfig) (*Folder, error) {
	if c.Dir == "" || c.Log == nil || c.Now == nil {
		return nil, errors.New("mail: a folder needs a path, a log and a clock")
	}
	if err := c.From.check(); err != nil {
		return nil, fmt.Errorf("mail: sender: %w", err)
	}
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("mail: %w", err)
	}
	return &Folder{c}, nil
}

// The names of files: the time, so that they sort, something random, and an ending
// that mail programs know. While being written a file has another ending.
const (
	fileTime    = "20060102T150405.000000000Z"
	fileEnding  = ".eml"
	fileWriting = ".part"
)

// Send writes the message as a file that only the owner may read, whole or not at
// all, and logs its kind and path.
func (f *Folder) Send(ctx context.Context, m Message) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	now := f.config.Now().UTC()
	text, err := m.encode(f.config.From, now)
	if err != nil {
		return err
	}
	name := now.Format(fileTime) + "-" + strings.ToLower(rand.Text()[:8]) + fileEnding
	path := filepath.Join(f.config.Dir, name)
	if err := writeWhole(path, text); err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	f.config.Log.InfoContext(ctx, "mail written", "kind", m.Kind, "file", path)
	return nil
}

// writeWhole writes the file beside and moves it to its name.
func writeWhole(path string, text []byte) error {
	if err := os.WriteFile(path+fileWriting, text, 0o600); err != nil {
		return err
	}
	if err := os.Rename(path+fileWriting, path); err != nil {
		return errors.Join(err, os.Remove(path+fileWriting))
	}
	return nil
}
