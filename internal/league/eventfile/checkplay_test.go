package eventfile_test

import (
	"slices"
	"testing"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/tournament"
)

// TestResultsThatAreRefused: CN09 4.6, of a file in which something is wrong with a result all
// results are judged, also behind a table of which nothing is written down.
func TestResultsThatAreRefused(t *testing.T) {
	t.Parallel()
	tooMany := func(d *eventfile.Document, round, table int) {
		d.Facts.Rounds[round].Tables[table].Result.Seats[0].VP = 99
	}
	const second, third = `/facts/rounds/0/tables/1/result/seats/0/vp "" points-out-of-range (max=25, min=0, vp=99)`, `/facts/rounds/1/tables/0/result/seats/0/vp "" points-out-of-range (max=25, min=0, vp=99)`
	refusedAs(t, "catan-nazionale-2009", []changed{
		{"one", func(d *eventfile.Document) { tooMany(d, 0, 1) }, []string{second}},
		{"two of different rounds", func(d *eventfile.Document) { tooMany(d, 0, 1); tooMany(d, 1, 0) }, []string{second, third}},
		{"one behind a game without a result", func(d *eventfile.Document) { d.Facts.Rounds[0].Tables[0].Result = nil; tooMany(d, 0, 1) }, []string{second}},
	})
}

// TestWhoWasOutPlays: an entry that left or was expelled before a round and sits in it is a fault,
// from the moment at which it is out.
func TestWhoWasOutPlays(t *testing.T) {
	t.Parallel()
	seat := func(d *eventfile.Document, round int) league.Entry { return d.Facts.Rounds[round].Tables[0].Seats[0] }
	leaves := func(d *eventfile.Document, entry league.Entry, at int) {
		d.Facts.Sanctions, d.Facts.Withdrawals = nil, []league.Withdrawal{{Entry: entry, At: league.Moment{Round: at}}}
	}
	expelled := func(d *eventfile.Document, confirmed int) {
		d.Facts.Sanctions = []league.Sanction{{
			Entry: seat(d, 0), Kind: league.Expulsion, Reason: "cheating", Confirmed: true, ConfirmedAt: &league.Moment{Round: confirmed},
		}}
	}
	refusedAs(t, "just-play-2022", []changed{
		{"JP22 2 in the final, where the next of the table steps in", func(d *eventfile.Document) { leaves(d, seat(d, 1), 1) }, []string{`/facts/rounds/1/tables/0/seats/0 "" entry-not-playing (entry=5)`}},
		{"JP22 2 in the final, where nobody of the table is left", func(d *eventfile.Document) {
			final := d.Facts.Rounds[1].Tables[0].Seats
			leaves(d, final[0], 1)
			for _, entry := range d.Facts.Entrants {
				if !slices.Contains(final, entry) {
					d.Facts.Withdrawals = append(d.Facts.Withdrawals, league.Withdrawal{Entry: entry, At: league.Moment{Round: 1}})
				}
			}
		}, []string{`/facts/rounds/1/tables/0/seats/0 "" entry-not-playing (entry=5)`}},
	})
	final := func(d *eventfile.Document, k int, entry league.Entry) {
		table := &d.Facts.Rounds[len(d.Facts.Rounds)-1].Tables[0]
		was := table.Seats[k]
		table.Seats[k], table.Result.Seats[k].Entry = entry, entry
		if table.Result.DeclaredBy == was {
			table.Result.DeclaredBy = entry
		}
	}
	outsider := func(d *eventfile.Document) league.Entry {
		return d.Facts.Entrants[slices.IndexFunc(d.Facts.Entrants, func(entry league.Entry) bool {
			return !slices.Contains(d.Facts.Rounds[len(d.Facts.Rounds)-1].Tables[0].Seats, entry) && !slices.ContainsFunc(d.Facts.Withdrawals, func(w league.Withdrawal) bool { return w.Entry == entry })
		})]
	}
	gives := func(d *eventfile.Document, entry league.Entry) {
		d.Facts.Withdrawals = []league.Withdrawal{{Entry: entry, At: league.Moment{Round: len(d.Facts.Rounds) - 1}, Qualified: true}}
	}
	refusedAs(t, "just-play-2022", []changed{
		{"JP22 final, gives up the place and plays, as nobody steps in", func(d *eventfile.Document) { gives(d, seat(d, 1)) }, nil},
		{"JP22 final, seated by hand without having qualified", func(d *eventfile.Document) { final(d, 0, outsider(d)) }, nil},
		{"JP22 final, seated by hand when others had left", func(d *eventfile.Document) {
			entry := outsider(d)
			final(d, 0, entry)
			others := slices.DeleteFunc(slices.Clone(d.Facts.Entrants), func(e league.Entry) bool { return e == entry || slices.Contains(d.Facts.Rounds[1].Tables[0].Seats, e) })
			leaves(d, others[0], 1)
		}, nil},
		{"JP22 final, seated by hand, and left after it", func(d *eventfile.Document) {
			entry := outsider(d)
			final(d, 0, entry)
			leaves(d, entry, len(d.Facts.Rounds))
		}, nil},
	})
	refusedAs(t, "catan-nazionale-2009", []changed{
		{"CN09 5.5b expelled before the first round", func(d *eventfile.Document) { expelled(d, 0) }, []string{
			`/facts/rounds/0/tables/0/seats/0 "" entry-not-playing (entry=9)`, `/facts/rounds/1/tables/1/seats/3 "" entry-not-playing (entry=9)`,
			`/facts/rounds/2/tables/2/seats/0 "" entry-not-playing (entry=9)`,
		}},
		{"CN09 5.5b expelled before it, confirmed after it", func(d *eventfile.Document) { expelled(d, 1) }, []string{
			`/facts/rounds/1/tables/1/seats/3 "" entry-not-playing (entry=9)`, `/facts/rounds/2/tables/2/seats/0 "" entry-not-playing (entry=9)`,
		}},
		{"CN09 5.5b expelled before it, confirmed at the end", func(d *eventfile.Document) { expelled(d, len(d.Facts.Rounds)) }, nil},
	})
}

// TestRoundsThatCouldNotBe: CN09 3.2a, each played round that could not be seated has the refusal
// as its fault.
func TestRoundsThatCouldNotBe(t *testing.T) {
	t.Parallel()
	refusedAs(t, "catan-nazionale-2009", []changed{
		{"all but two have left", func(d *eventfile.Document) {
			d.Facts.Withdrawals, d.Facts.Sanctions = nil, nil
			for _, entry := range d.Facts.Entrants[2:] {
				d.Facts.Withdrawals = append(d.Facts.Withdrawals, league.Withdrawal{Entry: entry, At: league.Moment{Round: 1}})
			}
		}, []string{
			`/facts/rounds/1 "" no-partition (entrants=2, sizes=4 3)`, `/facts/rounds/2 "" no-partition (entrants=2, sizes=4 3)`,
			`/facts/rounds/3 "" too-few-for-final (entrants=2, needed=4)`,
		}},
	})
}

// TestUntimelyFacts: an entry that is out is not punished and does not leave (CN09 5.5), and nobody
// leaves a game without playing it.
func TestUntimelyFacts(t *testing.T) {
	t.Parallel()
	out := func(d *eventfile.Document) league.Entry {
		entry := d.Facts.Rounds[0].Tables[0].Seats[0]
		d.Facts.Withdrawals = append(d.Facts.Withdrawals, league.Withdrawal{Entry: entry, At: league.Moment{Round: len(d.Facts.Rounds) - 1}})
		return entry
	}
	refusedAs(t, "catan-nazionale-2009", []changed{
		{"warned in the round after", func(d *eventfile.Document) {
			s := warned(out(d), "slow-play")
			s.At.Round = len(d.Facts.Rounds)
			d.Facts.Sanctions = []league.Sanction{s}
		}, []string{`/facts/sanctions/0/entry "" entry-is-out (entry=9)`}},
		{"expelled after the second round, played the third and left then", func(d *eventfile.Document) {
			d.Facts.Sanctions = []league.Sanction{{Entry: out(d), Kind: league.Expulsion, Reason: "cheating", Confirmed: true, At: league.Moment{Round: 1}, ConfirmedAt: &league.Moment{Round: 2}}}
		}, []string{
			`/facts/withdrawals/2/entry "" entry-is-out (entry=9)`, `/facts/rounds/2/tables/2/seats/0 "" entry-not-playing (entry=9)`,
		}},
		{"leaves a game of others", func(d *eventfile.Document) {
			d.Facts.Withdrawals = append(d.Facts.Withdrawals, league.Withdrawal{Entry: d.Facts.Rounds[0].Tables[0].Seats[0], At: league.Moment{Round: len(d.Facts.Rounds), During: true}})
		}, []string{`/facts/withdrawals/2/at "" no-game-under-way (entry=9)`}},
		{"warned in the round before", func(d *eventfile.Document) {
			s := warned(out(d), "slow-play")
			s.At.Round = len(d.Facts.Rounds) - 1
			d.Facts.Sanctions = []league.Sanction{s}
		}, nil},
	})
}

// TestAllThatIsWrong: each fact without a rule in the regulation is a fault, also if the results
// have faults.
func TestAllThatIsWrong(t *testing.T) {
	t.Parallel()
	absent := func(d *eventfile.Document) {
		d.Facts.Absences = []tournament.Absence{{Entry: 1, Round: 1, AfterDraw: 1}, {Entry: 2, Round: 1, AfterDraw: 1}}
	}
	refusedAs(t, "catan-nazionale-2009", []changed{
		{"CN09 two absences", absent, []string{`/facts/absences/0 "" no-rule-on-absence (section=attendance)`, `/facts/absences/1 "" no-rule-on-absence (section=attendance)`}},
		{"CN09 4.6 two absences and too many points", func(d *eventfile.Document) {
			absent(d)
			d.Facts.Rounds[0].Tables[1].Result.Seats[0].VP = 99
		}, []string{
			`/facts/rounds/0/tables/1/result/seats/0/vp "" points-out-of-range (max=25, min=0, vp=99)`,
			`/facts/absences/0 "" no-rule-on-absence (section=attendance)`, `/facts/absences/1 "" no-rule-on-absence (section=attendance)`,
		}},
		{"CN09 4.6 an ending of nobody's", func(d *eventfile.Document) { d.Facts.Rounds[0].Tables[1].Result.Ended = "exploded" }, []string{`/facts/rounds/0/tables/1/result/ended "" unknown-ending (ended=exploded)`}},
		{"CN09 4.6 an ending of nobody's and too many points", func(d *eventfile.Document) {
			d.Facts.Rounds[0].Tables[0].Result.Ended, d.Facts.Rounds[0].Tables[1].Result.Seats[0].VP = "exploded", 99
		}, []string{
			`/facts/rounds/0/tables/0/result/ended "" unknown-ending (ended=exploded)`,
			`/facts/rounds/0/tables/1/result/seats/0/vp "" points-out-of-range (max=25, min=0, vp=99)`,
		}},
		{"CN09 3.1 a way of seating of nobody's, with orders of rounds", func(d *eventfile.Document) {
			d.Facts.Pairing, d.Facts.Draws = "by-name", [][]league.Entry{d.Facts.Entrants}
		}, []string{`/facts/pairing "" no-such-option (value=by-name)`}},
	})
}
