package eventfile

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules/presets"
)

// standing lists the cells of the members of a complete document: "pointer: sheet line column".
// Below /facts, pointers begin with the name of the list.
const standing = `
/event: Event 4 Value
/event/capacity: Event 16 Value
/event/fee: Event 14 Value
/event/fee/amount: Event 14 Value
/event/fee/currency: Event 15 Value
/event/kind: Event 5 Value
/event/notes: Event 18 Value
/event/startsAt: Event 6 Value
/event/timeLimitMinutes: Event 17 Value
/event/timeZone: Event 8 Value
/event/title: Event 4 Value
/event/venue: Event 12 Value
/event/venue/address: Event 10 Value
/event/venue/city: Event 11 Value
/event/venue/latitude: Event 12 Value
/event/venue/longitude: Event 13 Value
/event/venue/name: Event 9 Value
/ruleset: Event 19 Value
/ruleset/digest: Event 21 Value
/ruleset/key: Event 19 Value
/ruleset/readings: Event 19 Value
/ruleset/readings/A004-1: Event 31 Value
/ruleset/readings/A004-6: Event 32 Value
/ruleset/version: Event 20 Value
/facts/variant: Event 22 Value
/facts/target: Event 23 Value
/facts/formula: Event 24 Value
/facts/pairing: Event 25 Value
/facts/structure: Event 26 Value
/facts/structure/rounds: Event 26 Value
/facts/structure/semifinal: Event 27 Value
/facts/structure/final: Event 28 Value
/facts/structure/advance: Event 29 Value
/entries/0: Entries 2 Number
/entries/0/club: Entries 2 Club
/entries/0/name: Entries 2 Name
/entries/0/number: Entries 2 Number
/entries/0/state: Entries 2 State
/entries/5: Entries 7 Number
/entries/5/name: Entries 7 Name
/facts/lots: Entries 2 Lot
/facts/lots/1: Entries 2 Lot
/facts/lots/9: Entries 7 Lot
/facts/places: Entries 2 Place
/facts/places/2: Entries 3 Place
/facts/places/9: Entries 7 Place
/facts/previous: Entries 3 Previous
/facts/previous/0: Entries 3 Previous
/facts/previous/1: Entries 2 Previous
/outcome: Event 30 Value
/outcome/ranking: Entries 7 Rank
/outcome/ranking/0: Entries 7 Rank
/outcome/ranking/1: Entries 2 Rank
/facts/firstRound: Draws 2 Round
/facts/firstRound/0: Draws 2 Entry
/facts/firstRound/1: Draws 3 Entry
/facts/firstRound/2: Draws 4 Entry
/facts/draws: Draws 5 Round
/facts/draws/0: Draws 5 Round
/facts/draws/0/0: Draws 5 Entry
/facts/draws/0/2: Draws 7 Entry
/facts/rounds/0: Rounds 2 Round
/facts/rounds/0/closed: Rounds 2 Closed
/facts/rounds/0/kind: Rounds 2 Kind
/facts/rounds/0/tables: Rounds 2 Round
/facts/rounds/2/kind: Rounds 4 Kind
/facts/rounds/0/tables/0: Tables 2 Table
/facts/rounds/0/tables/0/number: Tables 2 Table
/facts/rounds/0/tables/0/result: Tables 2 Ended
/facts/rounds/0/tables/0/result/declaredBy: Tables 2 Declared by
/facts/rounds/0/tables/0/result/ended: Tables 2 Ended
/facts/rounds/0/tables/0/result/seats: Tables 2 Ended
/facts/rounds/0/tables/0/result/void: Tables 2 Void
/facts/rounds/0/tables/0/result/void/for/0: Tables 2 Void
/facts/rounds/0/tables/0/result/void/atFault/0: Tables 2 Void
/facts/rounds/0/tables/0/result/void/othersScored: Tables 2 Others scored
/facts/rounds/0/tables/0/result/wonAtOnce: Tables 2 Won at once
/facts/rounds/0/tables/0/seats: Tables 2 Table
/facts/rounds/0/tables/1: Tables 3 Table
/facts/rounds/1/tables/0/number: Tables 4 Table
/facts/rounds/0/tables/0/result/seats/0: Results 2 Entry
/facts/rounds/0/tables/0/result/seats/0/entry: Results 2 Entry
/facts/rounds/0/tables/0/result/seats/0/figures: Results 2 Entry
/facts/rounds/0/tables/0/result/seats/0/figures/armies: Results 2 Figure: armies
/facts/rounds/0/tables/0/result/seats/0/figures/territories: Results 2 Figure: territories
/facts/rounds/0/tables/0/result/seats/0/left: Results 2 Left
/facts/rounds/0/tables/0/result/seats/0/objective: Results 2 Objective
/facts/rounds/0/tables/0/result/seats/0/points: Results 2 Points
/facts/rounds/0/tables/0/result/seats/0/vp: Results 2 VP
/facts/rounds/0/tables/0/result/seats/1/vp: Results 3 VP
/facts/rounds/0/tables/0/seats/0: Results 2 Entry
/facts/rounds/0/tables/0/seats/1: Results 3 Entry
/facts/rounds/0/tables/1/seats/0: Results 4 Entry
/facts/rounds/1/tables/0/seats/2: Results 7 Entry
/facts/sanctions/0: Sanctions 2 Entry
/facts/sanctions/0/at: Sanctions 2 Round
/facts/sanctions/0/at/round: Sanctions 2 Round
/facts/sanctions/0/confirmedAt: Sanctions 2 Confirmed round
/facts/sanctions/0/confirmedAt/round: Sanctions 2 Confirmed round
/facts/sanctions/0/entry: Sanctions 2 Entry
/facts/sanctions/0/kind: Sanctions 2 Kind
/facts/sanctions/0/points: Sanctions 2 Points
/facts/sanctions/0/reason: Sanctions 2 Reason
/facts/sanctions/1/kind: Sanctions 3 Kind
/facts/withdrawals/0: Withdrawals 2 Entry
/facts/withdrawals/0/at: Withdrawals 2 Round
/facts/withdrawals/0/entry: Withdrawals 2 Entry
/facts/withdrawals/0/reason: Withdrawals 2 Reason
/facts/withdrawals/1/at/round: Withdrawals 3 Round
/facts/absences/0: Absences 2 Entry
/facts/absences/0/afterDraw: Absences 2 After draw
/facts/absences/0/entry: Absences 2 Entry
/facts/absences/0/round: Absences 2 Round
/facts/absences/1/round: Absences 3 Round
/facts/arrivals/0: Arrivals 2 Entry
/facts/arrivals/0/entry: Arrivals 2 Entry
/facts/arrivals/0/minutes: Arrivals 2 Minutes
/facts/arrivals/0/round: Arrivals 2 Round
/facts/arrivals/1/afterDraw: Arrivals 3 After draw
/facts/apart/0: Apart 2 Entry
/facts/apart/0/from: Apart 2 From
/facts/apart/0/pair: Apart 2 Entry
/facts/apart/0/pair/0: Apart 2 Entry
/facts/apart/0/pair/1: Apart 2 Other
/facts/apart/0/until: Apart 2 Until
/facts/apart/1/pair/1: Apart 3 Other
/reports/0: Reports 2 Received
/reports/0/digest: Reports 2 Digest
/reports/0/notes: Reports 2 Notes
/reports/0/receivedAt: Reports 2 Received
/reports/0/sentAt: Reports 2 Sent
`

// TestEveryMemberStandsInACell: a fault of any member of a document leads to its cell, in both
// forms of a workbook.
func TestEveryMemberStandsInACell(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("risiko-squadre-2000")
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []Form{XLSX, CSV} {
		f := readAs(t, form, everything(), r, "it")
		for line := range strings.Lines(strings.TrimSpace(standing)) {
			pointer, want, _ := strings.Cut(strings.TrimSpace(line), ": ")
			f.Faults = nil
			f.Refuse(league.Faults{{Field: pointer, Grounds: league.Grounds{Reason: "x"}}})
			at := f.Faults[0]
			if got := fmt.Sprint(at.Sheet, " ", at.Line, " ", at.Column); got != want {
				t.Errorf("%s: %s stands in %s, want %s", form, pointer, got, want)
			}
		}
	}
}

// TestMembersOfTheWholeStandNowhere: members about the event as a whole have no cell.
func TestMembersOfTheWholeStandNowhere(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("risiko-squadre-2000")
	if err != nil {
		t.Fatal(err)
	}
	f := readAs(t, CSV, everything(), r, "it")
	for _, pointer := range []string{"", "/entries", "/facts", "/facts/entrants", "/facts/entrants/0", "/facts/rounds", "/facts/sanctions", "/reports", "/format", "/other"} {
		f.Faults = nil
		f.Refuse(league.Faults{{Field: pointer}})
		if at := f.Faults[0]; at.Place != (Place{}) || at.Field != pointer {
			t.Errorf("%q stands in %+v", pointer, at)
		}
	}
}
