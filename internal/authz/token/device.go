package token

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"time"
)

// DeviceLifetime is the time for which a device is known after the sign-in that made it so.
const DeviceLifetime = 180 * 24 * time.Hour

// Lengths of the parts of a device's proof, in bytes: the device's id, the second at which the proof was made, and
// the signature of this server.
const (
	deviceID    = 16
	deviceTime  = 8
	deviceProof = 16
)

// Devices make and recognize proofs that the owner of an address has signed in on a device before. A proof gives no
// access: it only separates the owner's own attempts from a stranger's. It needs no row, since it carries all its
// data under the server's secret. Proofs made under a further secret are recognized too, so that secrets can be
// replaced; replicas share them.
type Devices struct {
	Secret  []byte
	Further [][]byte
}

// Issue makes the proof of a device, for an address by its key.
func (d Devices) Issue(emailKey string, now time.Time) string {
	proof := make([]byte, deviceID, deviceID+deviceTime+deviceProof)
	rand.Read(proof) // never fails: it ends the program instead
	proof = binary.BigEndian.AppendUint64(proof, uint64(now.Unix()))
	return base64.RawURLEncoding.EncodeToString(append(proof, prove(d.Secret, proof, emailKey)...))
}

// Recognize returns the id of a device; known is false for a text that is no proof for this address, or was made too
// long ago.
func (d Devices) Recognize(text, emailKey string, now time.Time) (id string, known bool) {
	const length = deviceID + deviceTime + deviceProof
	if len(text) != base64.RawURLEncoding.EncodedLen(length) {
		return "", false
	}
	proof, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || !d.made(proof, emailKey) {
		return "", false
	}
	made := time.Unix(int64(binary.BigEndian.Uint64(proof[deviceID:])), 0)
	return string(proof[:deviceID]), now.Before(made.Add(DeviceLifetime))
}

// made reports whether a proof was made under one of the secrets.
func (d Devices) made(proof []byte, emailKey string) bool {
	claim, given := proof[:deviceID+deviceTime], proof[deviceID+deviceTime:]
	return hmac.Equal(given, prove(d.Secret, claim, emailKey)) ||
		slices.ContainsFunc(d.Further, func(secret []byte) bool { return hmac.Equal(given, prove(secret, claim, emailKey)) })
}

func prove(secret, claim []byte, emailKey string) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("device of "))
	mac.Write(claim)
	mac.Write([]byte(emailKey))
	return mac.Sum(nil)[:deviceProof]
}
