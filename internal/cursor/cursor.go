// Package cursor writes and reads the opaque cursors of lists.
//
// A cursor holds the position after the last row of a page (keyset, so that rows added or removed meanwhile neither
// repeat nor hide others) and a signature over that position and the list it belongs to. A cursor that was changed,
// made up, or given by another list, another tenant's list or a list with another filter, is refused ([ErrInvalid])
// instead of misread.
//
// A cursor is signed, not encrypted, because positions hold only values that the page itself showed.
package cursor

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrInvalid means that a cursor was not given by this server for this list.
var ErrInvalid = errors.New("cursor: invalid")

// Codec makes cursors under its secret, and takes those that were made under this one or a further
// one, so that secrets can be replaced. Replicas share them.
type Codec struct {
	Secret  []byte
	Further [][]byte
}

// macBytes is the length of the signature: 128 bits.
const macBytes = 16

// Encode is the cursor of a position in a list. The list is named with everything
// that decides which rows it has and in which order, such as "members:" and the
// tenant's id; the position is a small struct of the last row's sort key.
func (c Codec) Encode(list string, position any) string {
	raw, err := json.Marshal(position)
	if err != nil {
		panic(fmt.Sprintf("cursor: %T is no position: %v", position, err)) // our own types: a bug
	}
	return encode(raw) + "." + encode(sign(c.Secret, list, raw))
}

// Decode decodes a cursor of the list into the position, a pointer. An empty text is the start of the list: position
// is unchanged and found is false.
func (c Codec) Decode(list, text string, position any) (found bool, err error) {
	if text == "" {
		return false, nil
	}
	payload, signature, ok := strings.Cut(text, ".")
	raw, badPayload := decode(payload)
	mac, badMAC := decode(signature)
	if !ok || badPayload != nil || badMAC != nil || !c.signed(list, raw, mac) {
		return false, ErrInvalid
	}
	if err := json.Unmarshal(raw, position); err != nil {
		return false, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return true, nil
}

// signed reports whether a signature was made under one of the secrets.
func (c Codec) signed(list string, raw, mac []byte) bool {
	return hmac.Equal(mac, sign(c.Secret, list, raw)) ||
		slices.ContainsFunc(c.Further, func(secret []byte) bool { return hmac.Equal(mac, sign(secret, list, raw)) })
}

func sign(secret []byte, list string, raw []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	// The length keeps list and position apart; the first word keeps these
	// signatures apart from other uses of the secret.
	fmt.Fprintf(mac, "cursor %d %s ", len(list), list)
	mac.Write(raw)
	return mac.Sum(nil)[:macBytes]
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func decode(text string) ([]byte, error) { return base64.RawURLEncoding.Strict().DecodeString(text) }
