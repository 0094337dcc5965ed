package desk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
)

// someRow writes a row as the contract has it.
func someRow(r WrittenRow) []byte {
	return fmt.Appendf(nil, `{"decidedBy":"share","distance":"123","figures":["167","1029","2801.5","12","4","7","35"],"nationalPoints":"0","player":`+
		`{"club":"Orsi","id":"%s","name":"Nome Cognome %06d"},"rank":%d,"scoreLine":"167/1029/2801,5%%/12/4/7/35","shared":false}`, r.Player, r.Position, r.Position+1)
}

// However blocks get their rows, each is recalled as it was written last, and no other one is there.
func TestRowsOfABlock(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var b *block
		want := map[int]WrittenRow{}
		for range rapid.IntRange(1, 5).Draw(rt, "pages") {
			var page []WrittenRow
			for at := range blockRows {
				if !rapid.Bool().Draw(rt, "written") {
					continue
				}
				r := WrittenRow{blockRows + at, league.PlayerID{UUID: uuid.UUID{byte(at), 0xf0}}, nil}
				text := rapid.SampledFrom(common[:]).Draw(rt, "common") + rapid.String().Draw(rt, "text")
				var err error
				if r.Text, err = json.Marshal(map[string]string{"name": text, "id": r.Player.String()}); err != nil {
					rt.Fatal(err)
				}
				if rapid.Bool().Draw(rt, "of the contract") {
					r.Text = someRow(r)
				}
				page, want[at] = append(page, r), r
			}
			b = b.with(page)
		}
		for at := range blockRows {
			if got := lengthen(nil, b.short(at), want[at]); !bytes.Equal(got, want[at].Text) {
				rt.Fatalf("%d: %q, want %q", at, got, want[at].Text)
			}
		}
	})
}

// A text with bytes that no JSON has, and that stand for other texts here, is not kept.
func TestOnlyJSONIsShortened(t *testing.T) {
	t.Parallel()
	for code := range common {
		if got := shorten(nil, WrittenRow{Text: []byte{'"', byte(code), '"'}}); len(got) > 0 {
			t.Errorf("%d: %q", code, got)
		}
	}
}

// A row of the contract takes less than half of its text: a million rows fit their bound.
func TestRowsAreShort(t *testing.T) {
	t.Parallel()
	r := WrittenRow{Position: 123_456, Player: MakeID[league.PlayerID]()}
	r.Text = someRow(r)
	if n := len(shorten(nil, r)); n < 50 || n > mostRowBytes/1_000_000 {
		t.Errorf("%d bytes of %d", n, len(r.Text))
	}
}

func BenchmarkLengthen(b *testing.B) {
	r := WrittenRow{Position: 123_456, Player: MakeID[league.PlayerID]()}
	r.Text = someRow(r)
	short, text := shorten(nil, r), make([]byte, 0, 1000)
	b.ReportAllocs()
	for b.Loop() {
		lengthen(text, short, r)
	}
}
