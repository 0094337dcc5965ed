package eventfile_test

import (
	"fmt"
	"sync"
	"testing"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/rules"
)

// great returns an event of the size for which the limits are made: 2,000 players.
var great = sync.OnceValue(func() func(testing.TB) (eventfile.Document, *rules.Ruleset) {
	var d eventfile.Document
	var r *rules.Ruleset
	return func(t testing.TB) (eventfile.Document, *rules.Ruleset) {
		if r == nil {
			d, _ = eventfiletest.Play(t, "catan-nazionale-2009", 1)
			d.Entries = nil
			for i := range 2000 {
				d.Entries = append(d.Entries, eventfile.Entry{Number: league.Entry(i + 1), Name: fmt.Sprintf("Giocatrice Numero %d", i+1), Club: "Tana dei Goblin"})
			}
			d.Facts.Rounds, d.Facts.Sanctions, d.Facts.Withdrawals = nil, nil, nil
			d, r = eventfiletest.PlayWith(t, "catan-nazionale-2009", 1, d)
		}
		return d, r
	}
})

func BenchmarkRead(b *testing.B) {
	for _, form := range []eventfile.Form{eventfile.JSON, eventfile.XLSX, eventfile.CSV} {
		b.Run(string(form), func(b *testing.B) {
			d, r := great()(b)
			data, err := eventfile.Write(form, d, r, "en")
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				f, err := eventfile.Read(form, data, eventfile.Standard(), eventfiletest.Rulesets)
				if err != nil || len(f.Faults) > 0 {
					b.Fatal(err, f.Faults)
				}
			}
		})
	}
}
