package leaguelog_test

import (
	"testing"
	"time"

	"referto/internal/league"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/logfact"
)

// What referees decide, and what is decided about people (CN09 2.4, 5.1 to 5.5).
func TestRecordsOfDiscipline(t *testing.T) {
	t.Parallel()
	points := league.NewFrac(-7, 1)
	half := league.NewFrac(-1, 2)
	writtenAndRead(t, []record{
		{
			leaguelog.SanctionGiven{Sanction: id(1), Entry: 3, SanctionKind: league.Expulsion, Round: 2, During: true, Offense: "insult", Confirmed: true},
			`sanction.given {"v":2,"sanction":"#1","entry":3,"kind":"expulsion","round":2,"during":true,"offense":"insult","confirmed":true,"afterEnd":false}`,
		},
		{
			leaguelog.SanctionGiven{Sanction: id(1), Entry: 3, SanctionKind: league.Points, Points: &points, AfterEnd: true},
			`sanction.given {"v":2,"sanction":"#1","entry":3,"kind":"points","round":0,"during":false,"offense":"","points":"-7","confirmed":false,"afterEnd":true}`,
		},
		{
			leaguelog.SanctionGiven{Sanction: id(1), Entry: 3, SanctionKind: league.Points, Points: &half},
			`sanction.given {"v":2,"sanction":"#1","entry":3,"kind":"points","round":0,"during":false,"offense":"","points":"-0.5","confirmed":false,"afterEnd":false}`,
		},
		{leaguelog.SanctionConfirmed{Sanction: id(1), Entry: 3, Round: 2, During: true}, `sanction.confirmed {"v":2,"sanction":"#1","entry":3,"round":2,"during":true}`},
		{leaguelog.SanctionRevoked{Sanction: id(1), Entry: 3}, `sanction.revoked {"sanction":"#1","entry":3}`},
		{
			leaguelog.WithdrawalRecorded{Withdrawal: id(1), Entry: 3, Round: 2, During: true, Qualified: true, Unexcused: true},
			`withdrawal.recorded {"v":2,"withdrawal":"#1","entry":3,"round":2,"during":true,"qualified":true,"unexcused":true}`,
		},
		{leaguelog.WithdrawalRevoked{Withdrawal: id(1), Entry: 3}, `withdrawal.revoked {"withdrawal":"#1","entry":3}`},
		{leaguelog.RulingRecorded{Ruling: id(1), Paragraph: "4.6"}, `ruling.recorded {"v":2,"ruling":"#1","paragraph":"4.6"}`},
		{leaguelog.RulingRecorded{Ruling: id(1), Round: ref(2), Table: ref(3)}, `ruling.recorded {"v":2,"ruling":"#1","round":2,"table":3,"paragraph":""}`},
		{leaguelog.RulingAppealed{Ruling: id(1), Entry: 3}, `ruling.appealed {"ruling":"#1","entry":3}`},
		{leaguelog.AppealDecided{Ruling: id(1), Upheld: true}, `ruling.decided {"ruling":"#1","upheld":true}`},
		{leaguelog.BanDecided{Ban: league.BanID{UUID: id(1)}}, `ban.decided {"ban":"#1"}`},
		{leaguelog.BanAppealed{Ban: league.BanID{UUID: id(1)}}, `ban.appealed {"ban":"#1"}`},
		{leaguelog.ExclusionRecorded{Exclusion: id(1)}, `exclusion.recorded {"exclusion":"#1"}`},
		{leaguelog.ExclusionRevoked{Exclusion: id(1)}, `exclusion.revoked {"exclusion":"#1"}`},
		{leaguelog.LapseDecided{Entry: 3, Number: 2, Excused: true}, `entry.lapse-decided {"entry":3,"number":2,"excused":true}`},
	})
}

// Staff, photos, reports and verdicts (CN09 1.3, 1.6, 1.11), and rulesets.
func TestRecordsOfPapers(t *testing.T) {
	t.Parallel()
	staff := leaguelog.StaffNow{Staff: id(1), Role: "first-referee"}
	verdict := leaguelog.Verdict{Number: 2, Waived: []string{"results-late"}, ForContact: true}
	writtenAndRead(t, []record{
		{leaguelog.StaffAdded{StaffNow: staff}, `staff.added {"staff":"#1","role":"first-referee"}`},
		{leaguelog.StaffRemoved{StaffNow: staff}, `staff.removed {"staff":"#1","role":"first-referee"}`},
		{leaguelog.PhotoReceived{Photo: id(1), PhotoKind: "panorama", Round: ref(2), Bytes: 1024}, `photo.received {"photo":"#1","kind":"panorama","round":2,"bytes":1024}`},
		{leaguelog.PhotoReceived{Photo: id(1), PhotoKind: "winner"}, `photo.received {"photo":"#1","kind":"winner","round":null,"bytes":0}`},
		{leaguelog.PhotoChanged{Photo: id(1), PhotoKind: "panorama", Round: ref(1), Public: true}, `photo.changed {"photo":"#1","kind":"panorama","round":1,"public":true}`},
		{leaguelog.PhotoRemoved{Photo: id(1), PhotoKind: "winner"}, `photo.removed {"photo":"#1","kind":"winner"}`},
		{leaguelog.ReportSent{Number: 2, Received: "2009-03-08", Late: true, Digest: "ab12"}, `report.sent {"number":2,"received":"2009-03-08","late":true,"digest":"ab12"}`},
		{leaguelog.EventHomologated{Verdict: verdict}, `homologation.homologated {"number":2,"waived":["results-late"],"unsound":false,"forContact":true}`},
		{leaguelog.EventInvalidated{Verdict: leaguelog.Verdict{Number: 1, Unsound: true}}, `homologation.invalidated {"number":1,"waived":null,"unsound":true,"forContact":false}`},
		{leaguelog.RulesetCreated{Ruleset: "casa"}, `ruleset.created {"ruleset":"casa"}`},
		{leaguelog.RulesetChanged{Ruleset: "casa", Draft: 3}, `ruleset.changed {"ruleset":"casa","draft":3}`},
		{leaguelog.RulesetPublished{Ruleset: "casa", Version: 2}, `ruleset.published {"ruleset":"casa","version":2}`},
		{leaguelog.RulesetArchived{Ruleset: "casa"}, `ruleset.archived {"ruleset":"casa"}`},
		{leaguelog.HistoryReceived{HistoryNow: leaguelog.HistoryNow{History: id(1), Subject: "players", Digest: "ab"}}, `history.received {"history":"#1","subject":"players","digest":"ab"}`},
		{leaguelog.HistoryStored{HistoryNow: leaguelog.HistoryNow{History: id(1), Subject: "results", Digest: "ab"}, Players: 2, Events: 1, Results: 3}, `history.stored {"history":"#1","subject":"results","digest":"ab","players":2,"openings":0,"events":1,"results":3}`},
		{leaguelog.HistoryUndone{HistoryNow: leaguelog.HistoryNow{History: id(1), Subject: "players", Digest: "ab"}}, `history.undone {"history":"#1","subject":"players","digest":"ab"}`},
		{leaguelog.ImportReceived{Import: id(1), Bytes: 2048}, `import.received {"import":"#1","bytes":2048}`},
	})
	is(t, "what is decided about a report", kinds(
		leaguelog.VerdictGiven("homologated", verdict), leaguelog.VerdictGiven("invalidated", verdict), leaguelog.VerdictGiven("returned", verdict),
		leaguelog.VerdictGiven("waived", verdict), leaguelog.VerdictGiven("reversed", verdict),
	), "homologation.homologated homologation.invalidated homologation.returned homologation.waived homologation.reversed")
	if got := leaguelog.VerdictGiven("waived", verdict); got.(leaguelog.DemandsWaived).Number != 2 {
		t.Errorf("got %+v", got)
	}
}

// A code that no act knows is a mistake of the program.
func TestFactsOfUnknownCodes(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func(code string) logfact.Fact{
		"a verdict":    func(code string) logfact.Fact { return leaguelog.VerdictGiven(code, leaguelog.Verdict{}) },
		"a season":     func(code string) logfact.Fact { return leaguelog.SeasonTurned(code, leaguelog.SeasonNow{}) },
		"a clock":      func(code string) logfact.Fact { return leaguelog.ClockFact(code, leaguelog.Clock{}) },
		"a request":    func(code string) logfact.Fact { return leaguelog.HostingTurned(code, leaguelog.Hosting{}) },
		"a parcel":     func(code string) logfact.Fact { return leaguelog.PrizesMoved(code, leaguelog.Parcel{}) },
		"a claim":      func(code string) logfact.Fact { return leaguelog.RefundMoved(code, leaguelog.Claim{}) },
		"no such code": func(string) logfact.Fact { panic("leaguelog: no fact of lost") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if got := recover(); got != "leaguelog: no fact of lost" {
					t.Errorf("%s: %v", name, got)
				}
			}()
			t.Errorf("%s: %+v", name, make("lost"))
		})
	}
}

// Rounds, results, clocks and who is late (CN09 3.2 to 3.4, SQ00 7).
func TestRecordsOfRounds(t *testing.T) {
	t.Parallel()
	tables := []leaguelog.Table{{Table: 1, Seats: []league.Entry{4, 1, 3}}, {Table: 2, Seats: []league.Entry{2, 5, 6}}}
	const seated = `[{"table":1,"seats":[4,1,3]},{"table":2,"seats":[2,5,6]}]`
	result := leaguelog.TableResult{Round: 2, Table: 1, Version: 3, Result: league.Result{
		Ended: league.Declared, DeclaredBy: 4, Seats: []league.SeatResult{{Entry: 4, VP: 10}, {Entry: 1, VP: 7}},
	}}
	pressed := time.Date(2009, 2, 8, 10, 30, 0, 250_000_000, time.UTC)
	const resulted = `{"v":2,"round":2,"table":1,"version":3,"result":{"ended":"declared","declaredBy":4,"seats":[{"entry":4,"vp":10},{"entry":1,"vp":7}]}}`
	writtenAndRead(t, []record{
		{
			leaguelog.RoundDrawn{Round: 1, RoundKind: league.Preliminary, Method: "lot", Tables: tables, Order: []league.Entry{4, 1, 3, 2, 5, 6}},
			`round.drawn {"v":2,"round":1,"kind":"preliminary","method":"lot","tables":` + seated + `,"order":[4,1,3,2,5,6]}`,
		},
		{leaguelog.RoundDrawn{Round: 4, RoundKind: league.Final, Method: "standings", Tables: tables[:1]}, `round.drawn {"v":2,"round":4,"kind":"final","method":"standings","tables":[{"table":1,"seats":[4,1,3]}]}`},
		{leaguelog.RoundDiscarded{Round: 2}, `round.discarded {"round":2}`},
		{leaguelog.RoundClosed{Round: 2}, `round.closed {"round":2}`},
		{leaguelog.RoundReopened{Round: 2}, `round.reopened {"round":2}`},
		{leaguelog.ResultRecorded{TableResult: result}, "result.recorded " + resulted},
		{leaguelog.ResultCorrected{TableResult: result}, "result.corrected " + resulted},
		{
			leaguelog.ResultDeclared{Round: 2, Table: 1, Number: 1, Entry: 4, Result: result.Result},
			`result.declared {"round":2,"table":1,"number":1,"entry":4,"result":{"ended":"declared","declaredBy":4,"seats":[{"entry":4,"vp":10},{"entry":1,"vp":7}]}}`,
		},
		{leaguelog.DeclarationAgreed{Round: 2, Table: 1, Number: 1, Entry: 1}, `result.agreed {"round":2,"table":1,"number":1,"entry":1}`},
		{leaguelog.RefereeCalled{Call: id(1), Round: 2, Table: 1, Reason: "rules"}, `call.made {"call":"#1","round":2,"table":1,"reason":"rules"}`},
		{leaguelog.CallAnswered{Call: id(1), Round: 2, Table: 1}, `call.answered {"call":"#1","round":2,"table":1}`},
		{leaguelog.PromotionsChanged{Promotions: "confirmed"}, `event.promotions-changed {"promotions":"confirmed"}`},
		{leaguelog.TableResultsChanged{TableResults: "table"}, `event.table-results-changed {"tableResults":"table"}`},
		{leaguelog.ClockExtended{Clock: leaguelog.Clock{Round: 2, Table: 1, Seconds: 300}}, `clock.extend {"v":2,"round":2,"table":1,"seconds":300}`},
		{leaguelog.ClockPaused{Clock: leaguelog.Clock{Round: 2, HeldFrom: &pressed}}, `clock.pause {"v":2,"round":2,"table":0,"seconds":0,"heldFrom":"2009-02-08T10:30:00.25Z"}`},
		{
			leaguelog.AttendanceRecorded{Attendance: id(1), Entry: 3, Round: 2, MinutesLate: 10, AfterDraw: 4, Tables: tables},
			`attendance.recorded {"v":2,"attendance":"#1","entry":3,"round":2,"minutesLate":10,"afterDraw":4,"tables":` + seated + `}`,
		},
		{leaguelog.AttendanceRecorded{Attendance: id(1), Entry: 3, Round: 2}, `attendance.recorded {"v":2,"attendance":"#1","entry":3,"round":2,"minutesLate":0,"afterDraw":0}`},
		{leaguelog.AttendanceRevoked{Attendance: id(1), Entry: 3}, `attendance.revoked {"attendance":"#1","entry":3}`},
		{leaguelog.ApartRecorded{Pair: leaguelog.Pair{Apart: id(1), Entry: 2, Other: 5}}, `apart.recorded {"apart":"#1","entry":2,"other":5}`},
		{leaguelog.ApartRevoked{Pair: leaguelog.Pair{Apart: id(1), Entry: 2, Other: 5}}, `apart.revoked {"apart":"#1","entry":2,"other":5}`},
	})
	c := leaguelog.Clock{Round: 2}
	is(t, "CN09 3.4 what a clock is told", kinds(
		leaguelog.ClockFact("start", c), leaguelog.ClockFact("pause", c), leaguelog.ClockFact("resume", c), leaguelog.ClockFact("extend", c), leaguelog.ClockFact("limit-turns", c),
		leaguelog.ClockFact("last-turn", c), leaguelog.ClockFact("advance", c), leaguelog.ClockFact("end", c), leaguelog.ClockFact("reset", c),
	), "clock.start clock.pause clock.resume clock.extend clock.limit-turns clock.last-turn clock.advance clock.end clock.reset")
}

// Who enters an event, and what becomes of an entry (CN09 1.5, JP22 4).
func TestRecordsOfEntries(t *testing.T) {
	t.Parallel()
	now := leaguelog.EntryNow{Entry: 3, State: "entered"}
	const said = ` {"entry":3,"state":"entered"}`
	term := time.Date(2009, 3, 8, 9, 0, 0, 0, time.UTC)
	check := leaguelog.CheckedEntry{Entry: 3, Check: id(1)}
	writtenAndRead(t, []record{
		{leaguelog.EntryCreated{Entry: 3, Player: player(1), State: "waiting"}, `entry.created {"entry":3,"player":"#1","state":"waiting"}`},
		{leaguelog.EntryCancelled{EntryNow: now}, "entry.cancelled" + said},
		{leaguelog.EntryBarred{EntryNow: now}, "entry.barred" + said},
		{leaguelog.EntryCheckedIn{EntryNow: now}, "entry.checked-in" + said},
		{leaguelog.CheckInUndone{EntryNow: now}, "entry.check-in-undone" + said},
		{leaguelog.FeeMarked{EntryNow: now}, "entry.fee-marked" + said},
		{leaguelog.EntryPromoted{Entry: 3}, `entry.promoted {"entry":3}`},
		{leaguelog.EntryPromoted{Entry: 3, ConfirmBy: &term}, `entry.promoted {"entry":3,"confirmBy":"2009-03-08T09:00:00Z"}`},
		{leaguelog.SeatConfirmed{Entry: 3}, `entry.seat-confirmed {"entry":3}`},
		{leaguelog.SeatLapsed{EntryNow: now}, "entry.seat-lapsed" + said},
		{leaguelog.NameReserved{Entry: 3, Reserved: true}, `entry.name-reserved {"entry":3,"reserved":true}`},
		{leaguelog.FormSent{Form: id(1), HoldsSeat: true}, `form.sent {"form":"#1","holdsSeat":true}`},
		{leaguelog.FormEnded{Form: id(1), State: "lapsed"}, `form.ended {"form":"#1","state":"lapsed"}`},
		{leaguelog.EntryAccepted{Entry: 3}, `entry.accepted {"entry":3}`},
		{leaguelog.AcceptanceUndone{Entry: 3}, `entry.acceptance-undone {"entry":3}`},
		{leaguelog.EntryExempted{Player: player(1)}, `entry.exempted {"player":"#1"}`},
		{leaguelog.EntryReplaced{Entry: 3, By: 17, Lot: 9}, `entry.replaced {"v":2,"entry":3,"by":17,"lot":9}`},
		{leaguelog.EntryConfirmed{CheckedEntry: check}, `entry.confirmed {"entry":3,"check":"#1"}`},
		{leaguelog.EntryRefused{CheckedEntry: check}, `entry.refused {"entry":3,"check":"#1"}`},
		{leaguelog.PlayerCreated{Player: player(1)}, `player.created {"player":"#1"}`},
		{leaguelog.PlayerChanged{Player: player(1), Version: 4}, `player.changed {"player":"#1","version":4}`},
		{leaguelog.PlayerLinked{Player: player(1), How: "mail"}, `player.linked {"player":"#1","how":"mail"}`},
		{leaguelog.PlayerMerged{Player: player(1), Into: player(2), Number: 1}, `player.merged {"player":"#1","into":"#2","number":1}`},
		{leaguelog.PlayerUnmerged{Player: player(1), From: player(2), Number: 2}, `player.unmerged {"player":"#1","from":"#2","number":2}`},
		{leaguelog.PlayersDistinguished{Player: player(1), From: player(2), Number: 1}, `player.distinguished {"player":"#1","from":"#2","number":1}`},
		{leaguelog.DistinctionRevoked{Player: player(1), From: player(2), Number: 2}, `player.distinction-revoked {"player":"#1","from":"#2","number":2}`},
		{leaguelog.PlayerUnlinked{Player: player(1)}, `player.unlinked {"player":"#1"}`},
		{leaguelog.PlayerUnlinked{Player: player(1), Staff: true}, `player.unlinked {"player":"#1","staff":true}`},
		{leaguelog.PlayerRequested{Request: id(2), Player: player(1), Asks: "claim"}, `player.requested {"request":"#2","player":"#1","asks":"claim"}`},
		{leaguelog.PlayerRequestEnded{Request: id(2), Player: player(1), Outcome: "refused"}, `player.request-ended {"request":"#2","player":"#1","outcome":"refused"}`},
		{leaguelog.PlayerCodeMade{Player: player(1)}, `player.code-made {"player":"#1"}`},
		{leaguelog.PlayerTransferred{Player: player(1), Club: &league.ClubID{UUID: id(2)}, Day: "2009-02-08"}, `player.transferred {"player":"#1","club":"#2","day":"2009-02-08"}`},
		{leaguelog.PlayerTransferred{Player: player(1), Day: "2009-02-08"}, `player.transferred {"player":"#1","day":"2009-02-08"}`},
		{
			leaguelog.MembershipsCorrected{Player: player(1), Memberships: []leaguelog.Membership{{Club: &league.ClubID{UUID: id(2)}}, {From: "2009-02-08"}}},
			`player.memberships-corrected {"player":"#1","memberships":[{"club":"#2"},{"from":"2009-02-08"}]}`,
		},
		{leaguelog.ClubCreated{Club: league.ClubID{UUID: id(2)}, How: "named"}, `club.created {"club":"#2","how":"named"}`},
		{leaguelog.ClubChanged{Club: league.ClubID{UUID: id(2)}, Version: 2}, `club.changed {"club":"#2","version":2}`},
		{leaguelog.ClubClosed{Club: league.ClubID{UUID: id(2)}, From: "2009-02-08", Members: 3}, `club.closed {"club":"#2","from":"2009-02-08","members":3}`},
		{leaguelog.ClubRemoved{Club: league.ClubID{UUID: id(2)}}, `club.removed {"club":"#2"}`},
		{leaguelog.CategoriesSet{Categories: []string{"juniors"}}, `categories.set {"categories":["juniors"]}`},
	})
}

// An event from its draft to its end, played here or elsewhere (CN09 2.3, 3.2).
func TestRecordsOfEvents(t *testing.T) {
	t.Parallel()
	region := league.RegionID{UUID: id(2)}
	now := leaguelog.EventNow{
		State: "announced", Version: 3, Kind: "stage", Day: "2009-03-15", Ended: "2009-03-16",
		OfSeason: &leaguelog.OfSeason{Season: league.SeasonID{UUID: id(1)}, Circuit: rules.RegionalCircuit, NewOrganizer: true}, Region: &region, Announced: "2009-03-01",
	}
	const stage = `"state":"announced","version":3,"kind":"stage","day":"2009-03-15","ended":"2009-03-16","season":"#1","circuit":"regional","newOrganizer":true,"region":"#2","announced":"2009-03-01"`
	alone := leaguelog.EventNow{State: "draft", Version: 1, Kind: "club", Day: "2009-03-15", Ended: "2009-03-15"}
	const club = `"state":"draft","version":1,"kind":"club","day":"2009-03-15","ended":"2009-03-15"`
	out := leaguelog.Outcome{Entrants: ids(3, 4), Absent: ids(4), Ranking: ids(3)}
	const outcome = `"entrants":["#3","#4"],"absent":["#4"],"ranking":["#3"]`
	recorded := leaguelog.RecordedOutcome{EventNow: alone, Outcome: out, Referees: ids(5), Refused: ids(4)}
	const elsewhere = ` {` + club + `,` + outcome + `,"referees":["#5"],"refused":["#4"]}`
	own := leaguelog.StructureNow{OwnStructure: &leaguelog.OwnStructure{Structure: id(1), Rounds: 3}, Announced: "2009-03-01"}
	writtenAndRead(t, []record{
		{leaguelog.EventCreated{EventKind: "stage", Slug: "aosta"}, `event.created {"kind":"stage","slug":"aosta"}`},
		{leaguelog.EventChanged{EventNow: now}, `event.changed {` + stage + `}`},
		{leaguelog.EventAnnounced{EventNow: now}, `event.announced {` + stage + `}`},
		{leaguelog.EntriesOpened{EventNow: alone}, `event.entries-opened {` + club + `}`},
		{leaguelog.EntriesClosed{EventNow: alone}, `event.entries-closed {` + club + `}`},
		{leaguelog.EventCancelled{EventNow: alone}, `event.cancelled {` + club + `}`},
		{leaguelog.EventReopened{EventNow: alone}, `event.reopened {` + club + `}`},
		{leaguelog.EventFinished{EventNow: alone, Outcome: out}, `event.finished {` + club + `,` + outcome + `}`},
		{
			leaguelog.EventStarted{
				Players: 16, Draw: "drawn", Seed: "00ff", Variant: "seafarers", Formula: "club", Pairing: "by-standings", Target: 12,
				Structure: &rules.Structure{Rounds: 3, Final: true}, Entrants: []leaguelog.Drawn{{Entry: 1, Lot: 7, Position: 4}, {Entry: 2, Lot: 3, Position: 1, Place: 2}}, Previous: []league.Entry{2, 1},
			},
			`event.started {"v":2,"players":16,"draw":"drawn","seed":"00ff","variant":"seafarers","formula":"club","pairing":"by-standings","target":12,` +
				`"structure":{"rounds":3,"semifinal":false,"final":true},"entrants":[{"entry":1,"lot":7,"position":4},{"entry":2,"lot":3,"position":1,"place":2}],"previous":[2,1]}`,
		},
		{leaguelog.EventImported{Players: 20, Rounds: 3, State: "finished"}, `event.imported {"players":20,"rounds":3,"state":"finished"}`},
		{leaguelog.EventRulesetChanged{Version: 4}, `event.ruleset-changed {"version":4}`},
		{leaguelog.OutcomeRecorded{RecordedOutcome: recorded}, "outcome.recorded" + elsewhere},
		{leaguelog.OutcomeCorrected{RecordedOutcome: recorded}, "outcome.corrected" + elsewhere},
		{leaguelog.OutcomeWithdrawn{EventNow: alone}, `outcome.withdrawn {` + club + `}`},
		{leaguelog.StructureProposed{StructureNow: own}, `structure.proposed {"structure":"#1","rounds":3,"announced":"2009-03-01"}`},
		{leaguelog.StructureWithdrawn{}, `structure.withdrawn {}`},
		{leaguelog.StructureApproved{StructureNow: own}, `structure.approved {"structure":"#1","rounds":3,"announced":"2009-03-01"}`},
		{leaguelog.PreviousStandingsSet{Players: 12}, `previous-standings.set {"players":12}`},
	})
}
