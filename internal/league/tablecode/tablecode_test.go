package tablecode_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/tablecode"
)

// A code is valid only for its table, as it was drawn by its server.
func TestACodeIsGoodForItsTableOnly(t *testing.T) {
	t.Parallel()
	codec := tablecode.Codec{Secret: []byte("of the server")}
	drawn := time.Date(2026, 11, 28, 9, 30, 0, 1000, time.UTC)
	table := tablecode.Table{Tenant: uuid.UUID{1}, Event: league.EventID{UUID: uuid.UUID{2}}, Round: 2, Number: 14, DrawnAt: drawn}
	code := codec.Code(table)
	round, number, err := tablecode.Parse(code)
	if err != nil || round != 2 || number != 14 {
		t.Errorf("%q is read as table %d of round %d: %v", code, number, round, err)
	}
	link, err := codec.Check(code, table)
	if err != nil {
		t.Errorf("its own code: %v", err)
	}
	if again := codec.Code(table); again != code {
		t.Errorf("printed again it is %q", again)
	}
	for what, other := range map[string]func(*tablecode.Table){
		"of another tenant":   func(o *tablecode.Table) { o.Tenant = uuid.UUID{9} },
		"of another event":    func(o *tablecode.Table) { o.Event = league.EventID{UUID: uuid.UUID{9}} },
		"of another round":    func(o *tablecode.Table) { o.Round = 3 },
		"of another table":    func(o *tablecode.Table) { o.Number = 4 },
		"of another draw":     func(o *tablecode.Table) { o.DrawnAt = drawn.Add(time.Microsecond) },
		"with digits shifted": func(o *tablecode.Table) { o.Round, o.Number = 21, 4 },
	} {
		its := table
		other(&its)
		if _, err := codec.Check(code, its); !errors.Is(err, tablecode.ErrInvalid) {
			t.Errorf("the code opens a table %s: %v", what, err)
		}
		if other, err := codec.Check(codec.Code(its), its); err != nil || other == link {
			t.Errorf("a table %s has the same link: %v", what, err)
		}
	}
	if _, err := (tablecode.Codec{Secret: []byte("of another server")}).Check(code, table); !errors.Is(err, tablecode.ErrInvalid) {
		t.Errorf("the code opens the table on another server: %v", err)
	}
}

// A sheet that was printed before a secret was replaced is still accepted, and its holder keeps the same id.
// Once the old secret is removed it is no longer accepted.
func TestACodeOutlivesItsSecret(t *testing.T) {
	t.Parallel()
	old, next := []byte("the old secret"), []byte("the next secret")
	before, after := tablecode.Codec{Secret: old, Further: [][]byte{next}}, tablecode.Codec{Secret: next, Further: [][]byte{old}}
	table := tablecode.Table{Tenant: uuid.UUID{1}, Round: 2, Number: 14, DrawnAt: time.Date(2026, 11, 28, 9, 30, 0, 0, time.UTC)}
	printed, anew := before.Code(table), after.Code(table)
	if printed == anew {
		t.Fatal("the next secret makes the same code")
	}
	for what, code := range map[string]string{"printed before": printed, "printed anew": anew} {
		was, errBefore := before.Check(code, table)
		is, errAfter := after.Check(code, table)
		if errBefore != nil || errAfter != nil || was != is {
			t.Errorf("%s: %s, %v and then %s, %v", what, was, errBefore, is, errAfter)
		}
	}
	if _, err := (tablecode.Codec{Secret: next}).Check(printed, table); !errors.Is(err, tablecode.ErrInvalid) {
		t.Errorf("once the old secret is gone: %v", err)
	}
}

// A text that does not have the form of a code is refused without a look-up.
func TestWhatIsNoCode(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "2-14", "2-14-", "0-1-abcdefghijkmnpqr", "2-14-abcdefghijkmnpq", "2-14-abcdefghijkmnpqrs", "2-14-ABCDEFGHIJKMNPQR", "2-14-abcdefghijklmnop",
		" 2-14-abcdefghijkmnpqr", "2-14-abcdefghijkmnpqr\n", "1000-1-abcdefghijkmnpqr", "1-10000-abcdefghijkmnpqr",
	} {
		if _, _, err := tablecode.Parse(text); !errors.Is(err, tablecode.ErrInvalid) {
			t.Errorf("%q is a code: %v", text, err)
		}
	}
	if _, _, err := tablecode.Parse("2-14-abcdefghijkmnpqr"); err != nil {
		t.Errorf("a code of the form: %v", err)
	}
}
