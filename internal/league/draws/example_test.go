package draws_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/draws"
	"referto/internal/league/rules/presets"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// example returns the worked example of docs/draws.md: twelve players, the secret is the 32 bytes
// "0123456789abcdef" twice, the first round.
func example(t *testing.T) []byte {
	t.Helper()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	p := &playing{t: t, r: r}
	var ids []string
	for i := range 12 {
		entry := league.Entry(i + 1)
		id := fmt.Sprintf("019332c4-0000-7000-8000-%012d", 100-i)
		ids = append(ids, id)
		p.facts.Entrants = append(p.facts.Entrants, entry)
		p.lots.Entrants = append(p.lots.Entrants, draws.Entrant{Entry: entry, Player: id})
	}
	secret := []byte("0123456789abcdef0123456789abcdef")
	commitment, seed := seating.Commitment(secret), seating.Seed(secret, ids)
	p.facts.Lots, p.facts.FirstRound = seating.DrawLots(seed, p.facts.Entrants), seating.Shuffle(seed, seating.PurposeFirstRound, p.facts.Entrants)
	p.lots.Algorithm, p.lots.Method, p.lots.FirstRound = draws.Algorithm, draws.Drawn, p.facts.FirstRound
	p.lots.Commitment, p.lots.Secret, p.lots.Seed = hex.EncodeToString(commitment[:]), hex.EncodeToString(secret), hex.EncodeToString(seed[:])
	for _, entry := range p.facts.Entrants {
		p.lots.Lots = append(p.lots.Lots, draws.Number{Entry: entry, Number: p.facts.Lots[entry]})
	}
	state, err := tournament.Replay(r, p.facts)
	if err != nil {
		t.Fatal(err)
	}
	p.draw(state.Next)
	return p.document(1)
}

// TestWorkedExample: the program makes the example, it passes, and its figures are those in
// docs/draws.md.
func TestWorkedExample(t *testing.T) {
	t.Parallel()
	got, file := example(t), filepath.Join("testdata", "example.json")
	if *update {
		if err := os.MkdirAll("testdata", 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(bytes.Clone(got), '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != strings.TrimSpace(string(want)) {
		t.Errorf("got\n%s", got)
	}
	if report, err := draws.Verify(want); err != nil || report.Difference != "" {
		t.Errorf("%v %+v", err, report)
	}
	var d draws.Round
	if err := json.Unmarshal(want, &d); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../../docs/draws.md")
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for _, table := range d.Tables {
		tables = append(tables, strings.Trim(fmt.Sprint(table.Entries), "[]"))
	}
	for _, figure := range []string{
		d.Draw.Commitment, d.Draw.Seed, d.Hash, firstBlock(d.Draw.Seed), strings.Trim(fmt.Sprint(d.Draw.FirstRound), "[]"), strings.Join(tables, ` \| `),
	} {
		if !bytes.Contains(text, []byte(figure)) {
			t.Errorf("docs/draws.md does not name %s", figure)
		}
	}
	for _, path := range believed {
		if !bytes.Contains(text, []byte("`"+path.path+"`")) {
			t.Errorf("docs/draws.md does not say that %s has to be believed", path.path)
		}
	}
}

// firstBlock returns the first block of numbers of the drawing of the first round.
func firstBlock(seed string) string {
	raw, _ := hex.DecodeString(seed)
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(raw, "first-round\x00%s", make([]byte, 8))))
}
