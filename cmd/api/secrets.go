package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"referto/internal/authz/token"
	"referto/internal/sealed"
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

// secret reads the secret of cursors and refresh tokens, likewise.
func secret(s Settings) ([]byte, error) {
	bytes, err := kept(s.SecretFile, s.below("keys", "secret"), func() ([]byte, error) {
		b := make([]byte, secretBytes)
		_, err := rand.Read(b)
		return b, err
	})
	if err != nil {
		return nil, fmt.Errorf("secret: %w", err)
	}
	if len(bytes) < secretBytes {
		return nil, fmt.Errorf("secret: want at least %d bytes, got %d", secretBytes, len(bytes))
	}
	return bytes, nil
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
