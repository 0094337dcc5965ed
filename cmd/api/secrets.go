package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"referto/internal/authz/token"
	"referto/internal/keysdb"
	"referto/internal/league/desk/resealdesk"
	"referto/internal/league/leaguedb"
	"referto/internal/sealed"
	"referto/internal/tenant/tenantdb"
)

// secretBytes is the length of a secret we make.
const secretBytes = 32

// signingKeys reads the keys of access tokens; without a file of its own they
// are made once and kept.
func signingKeys(s Settings) (token.Keys, error) {
	pem, err := kept(s.SigningKeys, s.below("keys", "signing.pem"), token.GenerateKey)
	if err != nil {
		return token.Keys{}, fmt.Errorf("signing keys: %w", err)
	}
	keys, err := token.ParseKeys(pem)
	if err != nil {
		return token.Keys{}, fmt.Errorf("signing keys: %w", err)
	}
	return keys, nil
}

// sealingKeys reads the keys that encrypt bank data and receipts, likewise.
func sealingKeys(s Settings) (sealed.Keys, error) {
	file, err := kept(s.SealingKeys, s.below("keys", "sealing"), sealed.GenerateKey)
	if err != nil {
		return sealed.Keys{}, fmt.Errorf("sealing keys: %w", err)
	}
	keys, err := sealed.ParseKeys(file)
	if err != nil {
		return sealed.Keys{}, fmt.Errorf("sealing keys: %w", err)
	}
	return keys, nil
}

// secrets reads the secrets of cursors, refresh tokens and codes of tables, likewise: the first makes
// them, all take them.
func secrets(s Settings) ([][]byte, error) {
	files := s.SecretFiles
	if len(files) == 0 {
		files = []string{""}
	}
	var all [][]byte
	for _, file := range files {
		bytes, err := kept(file, s.below("keys", "secret"), generateSecret)
		if err != nil {
			return nil, fmt.Errorf("secret: %w", err)
		}
		if len(bytes) < secretBytes {
			return nil, fmt.Errorf("secret: want at least %d bytes, got %d", secretBytes, len(bytes))
		}
		all = append(all, bytes)
	}
	return all, nil
}

// keys are all that the server signs and encrypts with.
type keys struct {
	signing token.Keys
	secrets [][]byte
	sealing sealed.Keys
}

// readKeys reads the keys, and makes those that may be made.
func readKeys(s Settings) (k keys, err error) {
	if k.signing, err = signingKeys(s); err != nil {
		return k, err
	}
	if k.secrets, err = secrets(s); err != nil {
		return k, err
	}
	k.sealing, err = sealingKeys(s)
	return k, err
}

// rings are the fingerprints of the keys, by kind.
func (k keys) rings() []keysdb.Ring {
	var prints []string
	for _, secret := range k.secrets {
		mac := hmac.New(sha256.New, secret)
		mac.Write([]byte("fingerprint"))
		prints = append(prints, hex.EncodeToString(mac.Sum(nil)[:8]))
	}
	return []keysdb.Ring{
		{Kind: "signing", Setting: "SIGNING_KEYS", Keys: k.signing.IDs()},
		{Kind: "secret", Setting: "SECRET_FILE", Keys: prints},
		{Kind: "sealing", Setting: "SEALING_KEYS", Keys: k.sealing.Fingerprints()},
	}
}

// check compares the keys with those of the installation's other servers, and with the names in the database. A
// database that lacks the tables for it is left to readiness.
func (k keys) check(ctx context.Context, db *tenantdb.DB, now time.Time) error {
	ctx = tenantdb.Unhurried(ctx)
	if err := db.CheckSchema(ctx); errors.Is(err, tenantdb.ErrOutdated) {
		return nil
	}
	if err := k.checkSealing(ctx, db); err != nil {
		return err
	}
	err := keysdb.Compare(ctx, db, k.rings(), now)
	if errors.Is(err, keysdb.ErrOthers) {
		return fmt.Errorf("%w\nGive this server the files that the others have. To replace keys see docs/operate/keys.md; `api adopt-keys` makes the keys of these files the installation's", err)
	}
	return err
}

// checkSealing makes sure that every key is there under which something is encrypted.
func (k keys) checkSealing(ctx context.Context, db *tenantdb.DB) error {
	counts, err := leaguedb.CountSealed(ctx, db)
	if err != nil {
		return fmt.Errorf("sealing keys: %w", err)
	}
	return resealdesk.Needed(counts, k.sealing)
}

// makeKeysCommand makes the files of keys in a folder, once for all replicas. It
// overwrites none.
func makeKeysCommand(_ context.Context, _ Settings, args []string, stdout, _ io.Writer) error {
	if len(args) != 1 {
		return errors.New("make-keys: want a folder")
	}
	for _, file := range []struct {
		name, setting string
		generate      func() ([]byte, error)
	}{
		{"signing.pem", "SIGNING_KEYS", token.GenerateKey}, {"secret", "SECRET_FILE", generateSecret}, {"sealing", "SEALING_KEYS", sealed.GenerateKey},
	} {
		path := filepath.Join(args[0], file.name)
		if _, err := os.Stat(path); err == nil {
			return fmt.Errorf("make-keys: %s is there already", path)
		}
		if _, err := kept("", path, file.generate); err != nil {
			return fmt.Errorf("make-keys: %w", err)
		}
		fmt.Fprintf(stdout, "%s=%s\n", file.setting, path)
	}
	return nil
}

// adoptKeysCommand makes the keys of this server the installation's.
func adoptKeysCommand(ctx context.Context, s Settings, _ []string, stdout, _ io.Writer) (err error) {
	db, err := openDatabase(ctx, s, false, postgresLog(s))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeWithin(db, closeTime)) }()
	k, err := readKeys(s)
	if err != nil {
		return err
	}
	pool, err := tenantdb.Open(ctx, db.application, 2)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := k.checkSealing(tenantdb.Unhurried(ctx), pool); err != nil {
		return err
	}
	if err := keysdb.Adopt(ctx, pool, k.rings(), time.Now()); err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, "The keys of these files are the installation's. Start every server with them.")
	return err
}

func generateSecret() ([]byte, error) {
	b := make([]byte, secretBytes)
	_, err := rand.Read(b)
	return b, err
}

// kept reads a configured file, or the default one, which is made when missing:
// whole or not at all, for the owner only.
func kept(configured, fallback string, generate func() ([]byte, error)) ([]byte, error) {
	if configured != "" {
		return os.ReadFile(configured)
	}
	content, err := os.ReadFile(fallback)
	if !errors.Is(err, fs.ErrNotExist) {
		return content, err
	}
	if content, err = generate(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(fallback), 0o700); err != nil {
		return nil, err
	}
	partial := fallback + ".new"
	if err := os.WriteFile(partial, content, 0o600); err != nil {
		return nil, err
	}
	return content, os.Rename(partial, fallback)
}
