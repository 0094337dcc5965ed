package draws_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/draws"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// changing is one change of a correct document with the difference that is reported.
type changing struct {
	what   string
	change func(*draws.Round)
	want   string // how the difference begins
}

// refused changes a correct document, computes its hash anew, and compares the checker's report.
func refused(t *testing.T, s *stage, lots draws.Lots, round int, tests []changing) {
	t.Helper()
	right := func() draws.Round {
		d := s.document(round)
		d.Event, d.Draw = "019332c4-0000-7000-8000-000000000000", lots
		if d.Change != nil {
			d.Change.Reason, d.Change.By, d.Change.AcceptedBy = "fratelli divisi", "Fabio", "Olga"
		}
		raw, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var own draws.Round // shares nothing with the facts
		if err := json.NewDecoder(bytes.NewReader(raw)).Decode(&own); err != nil {
			t.Fatal(err)
		}
		return own
	}
	if report, err := draws.Verify(hashed(t, right())); err != nil || report.Difference != "" {
		t.Fatalf("before any change: %v %s", err, report.Difference)
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			d := right()
			tt.change(&d)
			report, err := draws.Verify(hashed(t, d))
			if err != nil || !strings.HasPrefix(report.Difference, tt.want) || report.Difference == "" {
				t.Errorf("%v\ngot  %s\nwant %s", err, report.Difference, tt.want)
			}
		})
	}
}

// TestLotsAreNotRight: each thing that can be wrong with the lots is named.
func TestLotsAreNotRight(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-nazionale-2009", 12)
	lots := s.drawnFrom(hat, nil)
	refused(t, s.drawn(""), lots, 1, []changing{
		{"a sealed draw tells nothing", func(d *draws.Round) { d.Draw.Method = draws.Sealed }, "method: sealed, yet something of the draw is told"},
		{"a round that is drawn is not sealed", func(d *draws.Round) {
			d.Draw = draws.Lots{Algorithm: draws.Algorithm, Method: draws.Sealed, Commitment: d.Draw.Commitment}
		}, "draw/method: sealed, though round 1 is drawn"},
		{"a commitment has 32 bytes", func(d *draws.Round) {
			d.Draw = draws.Lots{Algorithm: draws.Algorithm, Method: draws.Sealed, Commitment: d.Draw.Commitment[2:]}
		}, "commitment: no SHA-256 in hexadecimal"},
		{"a commitment is hexadecimal", func(d *draws.Round) {
			d.Draw = draws.Lots{Algorithm: draws.Algorithm, Method: draws.Sealed, Commitment: "x" + d.Draw.Commitment[1:]}
		}, "commitment: no SHA-256 in hexadecimal"},
		{"a method that nobody knows", func(d *draws.Round) { d.Draw.Method = "guessed" }, `draw/method: "guessed" is none of "sealed", "drawn", "by-hand"`},
		{"a reason where there is none", func(d *draws.Round) { d.Draw.Reason = "per gioco" }, "draw/reason: a draw from the secret has none"},
		{"by hand without a reason", func(d *draws.Round) { d.Draw.Method = draws.ByHand }, "draw/reason: lots drawn by hand need one"},
		{"start number 0", func(d *draws.Round) { d.Draw.Entrants[0].Entry = 0 }, "entrants: 0 is no start number"},
		{"a start number beyond a million", func(d *draws.Round) { d.Draw.Entrants[11].Entry = 1_000_001 }, "entrants: 1000001 is no start number"},
		{"a start number twice", func(d *draws.Round) { d.Draw.Entrants[4].Entry = 4 }, "entrants: not in the order of start numbers, each once, at 4"},
		{"start numbers fall", func(d *draws.Round) {
			d.Draw.Entrants[1], d.Draw.Entrants[2] = d.Draw.Entrants[2], d.Draw.Entrants[1]
		}, "entrants: not in the order of start numbers, each once, at 2"},
		{"a player twice", func(d *draws.Round) { d.Draw.Entrants[4].Player = d.Draw.Entrants[0].Player }, `entrants: player "019332c4-0000-7000-8000-000000000100" stands there twice`},
		{"another secret", func(d *draws.Round) { d.Draw.Secret = strings.Repeat("00", 32) }, "commitment: the hash of the secret is 66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"},
		{"a secret of 31 bytes", func(d *draws.Round) { d.Draw.Secret = d.Draw.Secret[2:] }, "secret: not 32 bytes in lower hexadecimal"},
		{"a secret in capitals", func(d *draws.Round) { d.Draw.Secret = strings.Repeat("AB", 32) }, "secret: not 32 bytes in lower hexadecimal"},
		{"a secret that is none", func(d *draws.Round) { d.Draw.Secret = strings.Repeat("xy", 32) }, "secret: not 32 bytes in lower hexadecimal"},
		{"another seed", func(d *draws.Round) { d.Draw.Seed = d.Draw.Commitment }, "seed: that of secret and 12 entrants is 7cdc6d43"},
		{"one entrant fewer has another seed", func(d *draws.Round) { d.Draw.Entrants = d.Draw.Entrants[:11] }, "seed: that of secret and 11 entrants is"},
		{"a lot too few", func(d *draws.Round) { d.Draw.Lots = d.Draw.Lots[:11] }, "lots: 11 of 12 entrants have one"},
		{"a lot too many", func(d *draws.Round) { d.Draw.Lots = append(d.Draw.Lots, draws.Number{Entry: 13, Number: 13}) }, "lots: not one for each entrant in the order of start numbers, at 13"},
		{"lots in another order", func(d *draws.Round) { slices.Reverse(d.Draw.Lots) }, "lots: not one for each entrant in the order of start numbers, at 12"},
		{"a lot below 1", func(d *draws.Round) { d.Draw.Lots[3].Number = 0 }, "lots: 0 is drawn twice or none"},
		{"a lot twice", func(d *draws.Round) { d.Draw.Lots[3].Number = d.Draw.Lots[2].Number }, "lots: "},
		{"a lot that was not drawn", func(d *draws.Round) { d.Draw.Lots[3].Number = 13 }, "lots: entry 4 has 13, drawn was "},
		{"two lots exchanged", func(d *draws.Round) {
			l := d.Draw.Lots
			l[6].Number, l[9].Number = l[9].Number, l[6].Number
		}, "lots: entry 7 has "},
		{"another order of the first round", func(d *draws.Round) { slices.Sort(d.Draw.FirstRound) }, "firstRound: the order drawn is [7 12 1 9 10 6 2 11 5 4 3 8]"},
		{"no order of the first round", func(d *draws.Round) { d.Draw.FirstRound = nil }, "firstRound: the order drawn is [7 12 1 9 10 6 2 11 5 4 3 8]"},
		{"places by hand not for all", func(d *draws.Round) {
			d.Draw.Method, d.Draw.Reason, d.Draw.Places = draws.ByHand, "cappello", []draws.Number{{Entry: 1, Number: 1}}
		}, "places: 1 of 12 entrants have one"},
		{"lots by hand not for all", func(d *draws.Round) {
			d.Draw.Method, d.Draw.Reason, d.Draw.Lots = draws.ByHand, "cappello", nil
		}, "lots: 0 of 12 entrants have one"},
		{"an order that is neither that of lots by hand nor drawn", func(d *draws.Round) {
			d.Draw.Method, d.Draw.Reason = draws.ByHand, "cappello"
			for i := range d.Draw.Lots {
				d.Draw.Lots[i].Number = i + 1
			}
		}, "firstRound: the order drawn is [1 2 3 4 5 6 7 8 9 10 11 12]"},
		{"the hash of another document", func(d *draws.Round) { d.Draw.FirstRound[0], d.Hash = d.Draw.FirstRound[1], "00" }, "firstRound: "},
	})
}

// TestPlacesAreNotRight: CN09 3.3, the places of a schedule are drawn.
func TestPlacesAreNotRight(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-nazionale-2009", 13)
	s.facts.Pairing = rules.FixedSchedule
	lots := s.drawnFrom(hat, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13})
	refused(t, s.rounds(1).drawn(""), lots, 2, []changing{
		{"two exchanged", func(d *draws.Round) {
			p := d.Draw.Places
			p[0].Number, p[1].Number = p[1].Number, p[0].Number
		}, "places: entry 1 has "},
		{"one too few", func(d *draws.Round) { d.Draw.Places = d.Draw.Places[1:] }, "places: not one for each entrant in the order of start numbers, at 2"},
		{"none at all", func(d *draws.Round) { d.Draw.Places = nil }, "seating/schedule: does not hold every place once"},
		{"a table that lacks a place", func(d *draws.Round) { d.Seating.Schedule[1] = d.Seating.Schedule[1][:2] }, "seating/schedule: does not hold every place once"},
		{"another order of those who sit", func(d *draws.Round) { slices.Reverse(d.Seating.Order) }, "seating/order: not in the order of start numbers"},
		{"no schedule", func(d *draws.Round) { d.Seating.Schedule = nil }, `seating/schedule: there or not, against the basis "schedule"`},
		{"rounds of a schedule that is printed", func(d *draws.Round) { d.Seating.Rounds = 4 }, `seating/rounds: there or not, against the basis "schedule"`},
		{"figures, which a schedule has none of", func(d *draws.Round) { d.Seating.Order[2].DecidedBy = "lot" }, "seating: figures, though the order does not follow from any"},
		{"two tables of the schedule exchanged", func(d *draws.Round) { slices.Reverse(d.Seating.Schedule) }, "plan: from the order follow "},
		{"another reason", func(d *draws.Round) { d.Reasons[0].Params["round"] = "3" }, "reasons: those of the plan are "},
	})
}

// TestAMadeScheduleIsNotRight: a schedule with an algorithm is made again.
func TestAMadeScheduleIsNotRight(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-nazionale-2009", 12)
	s.facts.Pairing, s.facts.Formula = rules.FixedSchedule, "club"
	var err error
	if s.r, err = s.r.WithReading("D002-6", string(rules.MakeSchedule)); err != nil {
		t.Fatal(err)
	}
	lots := s.drawnFrom(hat, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	refused(t, s.rounds(1).drawn(""), lots, 2, []changing{
		{"another algorithm", func(d *draws.Round) { d.Seating.Algorithm = "schedule/2" }, `seating/algorithm: "schedule/2"; this program knows "schedule/1"`},
		{"fewer rounds than have been played", func(d *draws.Round) { d.Seating.Rounds = 1 }, "seating/rounds: no schedule of 1 rounds is made for 12 entrants and round 2"},
		{"more rounds than are made", func(d *draws.Round) { d.Seating.Rounds = 1000 }, "seating/rounds: no schedule of 1000 rounds"},
		{"no rounds", func(d *draws.Round) { d.Seating.Rounds = 0 }, `seating/rounds: there or not, against the basis "schedule"`},
		{"for more rounds it is another", func(d *draws.Round) { d.Seating.Rounds = 4 }, "seating/schedule: made for tables of [4 4 4] and 4 rounds is "},
		{"two places exchanged", func(d *draws.Round) {
			a, b := d.Seating.Schedule[0], d.Seating.Schedule[1]
			a[0], b[0] = b[0], a[0]
		}, "seating/schedule: made for tables of [4 4 4] and 2 rounds is "},
		{"sizes that do not add up", func(d *draws.Round) { d.Seating.Sizes.Allowed = []int{5} }, "seating/tables: "},
		{"tables of one", func(d *draws.Round) { d.Seating.Sizes.Allowed = []int{1} }, "seating/tables: no schedule is made for tables of [1 1"},
	})
}

// TestSomebodySteppedIn: JP22 4, a reserve who replaces an entry that was drawn.
func TestSomebodySteppedIn(t *testing.T) {
	t.Parallel()
	s := begun(t, "just-play-2022", 8)
	lots := s.drawnFrom(hat, nil)
	order := slices.Clone(s.facts.FirstRound)
	// 9 steps in for 3, and 10 for 9
	for i, entry := range s.facts.Entrants {
		if entry == 3 {
			s.facts.Entrants[i] = 10
		}
	}
	s.facts.FirstRound[slices.Index(order, 3)] = 10
	delete(s.facts.Lots, 3)
	s.facts.Lots[10], s.facts.Draws = 10, nil
	d := s.drawn("").document(1)
	d.Event, d.Draw = "019332c4-0000-7000-8000-000000000000", lots
	for _, tt := range []struct {
		what string
		list []draws.Replacement
		want string
	}{
		{"as it was", []draws.Replacement{{Entry: 9, Replaces: 3}, {Entry: 10, Replaces: 9}}, ""},
		{"nobody is said to have", nil, "seating: order and out are not everybody who started, once"},
		{"somebody else", []draws.Replacement{{Entry: 10, Replaces: 4}}, "seating: order and out are not everybody who started, once"},
		{"for somebody who never played", []draws.Replacement{{Entry: 10, Replaces: 12}}, "replacements: 12 does not play, so that nobody steps in for him"},
		{"for somebody who has gone already", []draws.Replacement{{Entry: 9, Replaces: 3}, {Entry: 10, Replaces: 3}}, "replacements: 3 does not play, so that nobody steps in for him"},
		{"somebody who plays", []draws.Replacement{{Entry: 4, Replaces: 3}}, "replacements: 4 plays already, or was drawn"},
		{"somebody who was drawn and gone", []draws.Replacement{{Entry: 9, Replaces: 3}, {Entry: 3, Replaces: 4}}, "replacements: 3 plays already, or was drawn"},
		{"nobody", []draws.Replacement{{Entry: 0, Replaces: 3}}, "replacements: 0 plays already, or was drawn"},
		{"a start number beyond a million", []draws.Replacement{{Entry: 1_000_001, Replaces: 3}}, "replacements: 1000001 plays already, or was drawn"},
		{"start numbers that fall", []draws.Replacement{{Entry: 10, Replaces: 3}, {Entry: 9, Replaces: 10}}, "replacements: not in the order of entry, at 9"},
	} {
		d.Replacements = tt.list
		report, err := draws.Verify(hashed(t, d))
		if err != nil || !strings.HasPrefix(report.Difference, tt.want) || (tt.want == "") != (report.Difference == "") {
			t.Errorf("%s: %v got %q, want %q", tt.what, err, report.Difference, tt.want)
		}
		if said := slices.Contains(report.Checked, "2 have taken the places of others"); said != (tt.want == "") {
			t.Errorf("%s: checked %q", tt.what, report.Checked)
		}
	}
}

// TestMissedAreNotRight: BG 1.1.5, the entries that were found missing and the resulting tables.
func TestMissedAreNotRight(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-ranglista-bg", 8)
	lots := s.drawnFrom(hat, nil)
	s.drawn("")
	first, second := s.facts.Rounds[0].Tables[0].Seats, s.facts.Rounds[0].Tables[1].Seats
	s.facts.Absences = []tournament.Absence{missed(first[1], 1), missed(first[2], 2)}
	s.facts.Rounds[0].Tables[0].Seats = []league.Entry{first[0], first[3], second[3]}
	s.facts.Rounds[0].Tables[1].Seats = second[:3]
	refused(t, s, lots, 1, []changing{
		{"counted from 2", func(d *draws.Round) { d.Absent[0].Missed = 2 }, "absent: the times at which people were missed are not counted from 1"},
		{"counted from 0", func(d *draws.Round) { d.Absent[0].Missed = 0 }, "absent: the times at which people were missed are not counted from 1"},
		{"a time left out", func(d *draws.Round) { d.Absent[1].Missed = 3 }, "absent: the times at which people were missed are not counted from 1"},
		{"a time that goes back", func(d *draws.Round) { d.Absent = append(d.Absent, d.Absent[0]) }, "absent: the times at which people were missed are not counted from 1"},
		{"somebody twice", func(d *draws.Round) { d.Absent[1].Entry = d.Absent[0].Entry }, "absent: entry "},
		{"somebody without a seat", func(d *draws.Round) { d.Absent[1].Entry = 77 }, "absent: entry 77 has no seat in the plan, or nothing says why he did not come"},
		{"no reason", func(d *draws.Round) { d.Absent[1].Reason = "" }, "absent: entry "},
		{"two paragraphs", func(d *draws.Round) { d.Absent[1].Paragraph = "9" }, "absent: entry "},
		{"one was there", func(d *draws.Round) { d.Absent = d.Absent[:1] }, "tables: those of the plan are "},
		{"all were there", func(d *draws.Round) { d.Absent = nil }, "tables: those of the plan are "},
		{"no paragraph lets anybody move", func(d *draws.Round) { d.Absent[0].Paragraph, d.Absent[1].Paragraph = "", "" }, "tables: those of the plan are "},
	})
}

// TestAChangeIsNotRight: tables made by hand need a reason, two people, and the same
// sizes.
func TestAChangeIsNotRight(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-nazionale-2009", 13)
	lots := s.drawnFrom(hat, nil)
	s.drawn("")
	tables := s.facts.Rounds[0].Tables
	tables[0].Seats[0], tables[1].Seats[0] = tables[1].Seats[0], tables[0].Seats[0]
	refused(t, s, lots, 1, []changing{
		{"nobody says so", func(d *draws.Round) { d.Change = nil }, "tables: those of the plan are "},
		{"no reason", func(d *draws.Round) { d.Change.Reason = "" }, "change: needs a reason and the names of two people"},
		{"nobody", func(d *draws.Round) { d.Change.By = "" }, "change: needs a reason and the names of two people"},
		{"nobody accepted it", func(d *draws.Round) { d.Change.AcceptedBy = "" }, "change: needs a reason and the names of two people"},
		{"one person, whatever the letters", func(d *draws.Round) { d.Change.By = "OLGA" }, "change: needs a reason and the names of two people"},
		{"one who moved is not told", func(d *draws.Round) { d.Change.Moved = d.Change.Moved[:1] }, "change/moved: at other tables than planned are "},
		{"to another table than told", func(d *draws.Round) { d.Change.Moved[0].To = 3 }, "change/moved: at other tables than planned are "},
		{"somebody twice", func(d *draws.Round) { d.Tables[1].Entries[1] = d.Tables[0].Entries[1] }, "tables: "},
		{"a stranger", func(d *draws.Round) { d.Tables[1].Entries[1] = 99 }, "tables: table 2 seats 99, who did not start"},
		{"a table of another number", func(d *draws.Round) { d.Tables[1].Number = 3 }, "tables: table 3 stands where table 2 should"},
		{"taken off", func(d *draws.Round) {
			gone := d.Tables[3].Entries[2]
			d.Tables[3].Entries = d.Tables[3].Entries[:2]
			d.Change.Moved = append(d.Change.Moved, draws.Moved{Entry: gone, From: 4})
			slices.SortFunc(d.Change.Moved, func(a, b draws.Moved) int { return int(a.Entry - b.Entry) })
		}, "tables: their sizes are [2 3 3 4], planned were [3 3 3 4]"},
	})
}
