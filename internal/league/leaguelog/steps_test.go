package leaguelog_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/leaguelog"
	"referto/internal/logfact"
)

// What the steps of others say that have one body with those that other tables hold.
func TestRecordsOfSteps(t *testing.T) {
	t.Parallel()
	clock := leaguelog.Clock{Round: 3}
	const told = ` {"v":2,"round":3,"table":0,"seconds":0}`
	parcel := leaguelog.Parcel{Shipment: id(1), State: "returned"}
	const packed = ` {"shipment":"#1","state":"returned","kept":false,"cents":0}`
	claim := leaguelog.Claim{Refund: id(1), Season: seasonID(2)}
	const claimed = ` {"refund":"#1","season":"#2","cents":0}`
	verdict := leaguelog.Verdict{Number: 1, Waived: []string{}}
	const judged = ` {"number":1,"waived":[],"unsound":false,"forContact":false}`
	hosting := leaguelog.Hosting{Hosting: id(1), HostedEvent: &leaguelog.HostedEvent{Event: &league.EventID{UUID: id(2)}}}
	const hosted = ` {"hosting":"#1","event":"#2"}`
	season := leaguelog.SeasonNow{Season: seasonID(1), Version: 1, PlaysFrom: "2009-02-01", PlaysTo: "2009-12-31", FinalsBy: "2010-02-14", TimeZone: "UTC", Regions: []league.RegionID{}}
	const now = ` {"season":"#1","version":1,"playsFrom":"2009-02-01","playsTo":"2009-12-31","finalsBy":"2010-02-14","timeZone":"UTC","champion":null,"regions":[]}`
	writtenAndRead(t, []record{
		{leaguelog.ClockStarted{Clock: clock}, "clock.start" + told},
		{leaguelog.ClockPaused{Clock: clock}, "clock.pause" + told},
		{leaguelog.ClockResumed{Clock: clock}, "clock.resume" + told},
		{leaguelog.TurnsLimited{Clock: clock}, "clock.limit-turns" + told},
		{leaguelog.LastTurnCalled{Clock: clock}, "clock.last-turn" + told},
		{leaguelog.ClockAdvanced{Clock: clock}, "clock.advance" + told},
		{leaguelog.ClockEnded{Clock: clock}, "clock.end" + told},
		{leaguelog.ClockReset{Clock: clock}, "clock.reset" + told},
		{leaguelog.PrizesCancelled{Parcel: parcel}, "prizes.cancelled" + packed},
		{leaguelog.PrizesKept{Parcel: parcel}, "prizes.kept" + packed},
		{leaguelog.PrizesReturned{Parcel: parcel}, "prizes.returned" + packed},
		{leaguelog.PrizesPaid{Parcel: parcel}, "prizes.paid" + packed},
		{leaguelog.RefundAsked{Claim: claim}, "refund.asked" + claimed},
		{leaguelog.RefundRefused{Claim: claim}, "refund.refused" + claimed},
		{leaguelog.RefundWithdrawn{Claim: claim}, "refund.withdrawn" + claimed},
		{leaguelog.RefundApproved{Claim: claim}, "refund.approved" + claimed},
		{leaguelog.RefundListed{Claim: claim}, "refund.listed" + claimed},
		{leaguelog.RefundUnlisted{Claim: claim}, "refund.unlisted" + claimed},
		{leaguelog.RefundFailed{Claim: claim}, "refund.failed" + claimed},
		{leaguelog.ReportReturned{Verdict: verdict}, "homologation.returned" + judged},
		{leaguelog.DemandsWaived{Verdict: verdict}, "homologation.waived" + judged},
		{leaguelog.VerdictReversed{Verdict: verdict}, "homologation.reversed" + judged},
		{leaguelog.HostingAsked{Hosting: hosting}, "hosting.asked" + hosted},
		{leaguelog.HostingAnswered{Hosting: hosting}, "hosting.answered" + hosted},
		{leaguelog.HostingRefused{Hosting: hosting}, "hosting.refused" + hosted},
		{leaguelog.HostingWithdrawn{Hosting: hosting}, "hosting.withdrawn" + hosted},
		{leaguelog.SeasonClosed{SeasonNow: season}, "season.closed" + now},
		{leaguelog.SeasonReopened{SeasonNow: season}, "season.reopened" + now},
	})
}

// A member of the second version stands in none of the first: each of them is refused there, by
// itself, and without the mark of the version.
func TestMembersOfTheSecondVersion(t *testing.T) {
	t.Parallel()
	for kind, members := range map[string][]string{
		"attendance.recorded": {`"afterDraw":1`, `"tables":[{"table":1,"seats":[2]}]`},
		"entry.replaced":      {`"lot":7`},
		"event.started": {
			`"seed":"00ff"`, `"variant":"base"`, `"formula":"club"`, `"pairing":"by-lot"`, `"target":12`, `"structure":{"rounds":1,"semifinal":false,"final":false}`,
			`"entrants":[]`, `"previous":[1]`,
		},
		"result.corrected":    {`"result":{"ended":"completed","seats":[]}`},
		"result.recorded":     {`"result":{"ended":"completed","seats":[]}`},
		"round.drawn":         {`"tables":[{"table":1,"seats":[2]}]`, `"order":[1]`},
		"ruling.recorded":     {`"round":1`, `"table":1`, `"paragraph":"4.6"`},
		"sanction.confirmed":  {`"round":1`, `"during":true`},
		"sanction.given":      {`"round":1`, `"during":true`, `"offense":"x"`, `"points":"-7"`, `"confirmed":true`, `"afterEnd":true`},
		"withdrawal.recorded": {`"during":true`, `"qualified":true`, `"unexcused":true`},
	} {
		for _, member := range members {
			if _, err := leaguelog.Decode(kind, []byte(`{`+member+`}`)); !errors.Is(err, logfact.ErrMember) {
				t.Errorf("%s of the first version has %s: %v", kind, member, err)
			}
			f, err := leaguelog.Decode(kind, []byte(`{"v":2,`+member+`}`))
			if err != nil || logfact.Version(f) != 2 {
				t.Errorf("%s of the second version has no %s: %v", kind, member, err)
				continue
			}
			if data, err := logfact.Encode(f); err != nil || !strings.Contains(string(data), member) {
				t.Errorf("%s with %s is written as %s, %v", kind, member, data, err)
			}
		}
	}
}

// TestEveryFactHasARecord reads the tests: a change that adds a fact must write down its form in
// the log, where it stays for good, in one of the tables of records.
func TestEveryFactHasARecord(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("*_test.go")
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	recorded := map[string]bool{}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "TestRecordsOf") {
				kindsWithin(f, recorded)
			}
		}
	}
	for _, f := range leaguelog.Registry.Facts() {
		if !recorded[f.Kind()] {
			t.Errorf("%s has no record", f.Kind())
		}
	}
}

// kindsWithin notes the kinds of the records of a table.
func kindsWithin(table ast.Node, recorded map[string]bool) {
	ast.Inspect(table, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil {
				kind, _, _ := strings.Cut(text, " ")
				recorded[kind] = true
			}
		}
		return true
	})
}
