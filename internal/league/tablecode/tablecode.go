// Package tablecode makes and checks the codes of tables. The code is printed as a QR code on the score sheet
// of a table. It lets the players at the table declare the result and call a referee.
//
// A code is valid for one table of one round as it was drawn, and ends with the round. It is not stored. It is
// derived from a secret of the server, so that a sheet can be printed again, and from the time of the draw, so
// that a table that is drawn again gets another code. A code starts with its round and its table, followed by
// 80 bits that cannot be guessed.
package tablecode

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// ErrInvalid is returned for a code that this server did not make for this table as it is drawn.
var ErrInvalid = errors.New("tablecode: invalid")

// Codec makes codes with its secret. It accepts codes made with this secret or with a further one, so that
// secrets can be replaced during a tournament. All replicas have the same secrets.
type Codec struct {
	Secret  []byte
	Further [][]byte
}

// Table is a table of a round as it was drawn.
type Table struct {
	Tenant  uuid.UUID
	Event   league.EventID
	Round   int
	Number  int
	DrawnAt time.Time // time of the draw of the round
}

// secretBytes is the length of the part that cannot be guessed.
const secretBytes = 10

var (
	letters = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding) // without l and o, which look like figures
	form    = regexp.MustCompile(`^([1-9][0-9]{0,2})-([1-9][0-9]{0,3})-([a-kmnp-z2-9]{16})$`)
)

// Code returns the code of a table, such as "2-14-k3v7q2mxn8rtw4yz".
func (c Codec) Code(t Table) string { return code(c.Secret, t) }

func code(secret []byte, t Table) string {
	return fmt.Sprintf("%d-%d-%s", t.Round, t.Number, letters.EncodeToString(sign(secret, "code", t)[:secretBytes]))
}

// Parse returns the round and the table that a code names. It returns [ErrInvalid] if the text does not have
// the form of a code. It does not check the secret part.
func Parse(code string) (round, table int, err error) {
	parts := form.FindStringSubmatch(code)
	if parts == nil {
		return 0, 0, ErrInvalid
	}
	if round, err = strconv.Atoi(parts[1]); err == nil {
		table, err = strconv.Atoi(parts[2])
	}
	return round, table, err
}

// Check returns the id that identifies everybody who has the code of the table. The id stays the same for as
// long as the code is accepted. It returns [ErrInvalid] for any text that is not a code of the table.
func (c Codec) Check(typed string, t Table) (uuid.UUID, error) {
	for _, secret := range append([][]byte{c.Secret}, c.Further...) {
		if hmac.Equal([]byte(typed), []byte(code(secret, t))) {
			return link(secret, t), nil
		}
	}
	return uuid.Nil, ErrInvalid
}

func link(secret []byte, t Table) uuid.UUID {
	id, err := uuid.FromBytes(sign(secret, "link", t)[:16])
	if err != nil {
		panic(err) // sixteen bytes: cannot fail
	}
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // version 8: custom
	return id
}

// sign returns a MAC of a table, which nobody can compute without the secret. The purpose separates it from
// other uses of the secret.
func sign(secret []byte, purpose string, t Table) []byte {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "table %s %s %s %d %d %d", purpose, t.Tenant, t.Event, t.Round, t.Number, t.DrawnAt.UnixMicro())
	return mac.Sum(nil)
}
