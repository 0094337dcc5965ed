package leaguelog_test

import (
	"testing"
	"time"

	"referto/internal/league"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
)

func ids(of ...byte) []league.PlayerID {
	out := make([]league.PlayerID, len(of))
	for i, n := range of {
		out[i] = league.PlayerID{UUID: id(n)}
	}
	return out
}

// Prizes and journeys (CN09 1.9, 1.10). The log holds sums, and no account.
func TestRecordsOfMoney(t *testing.T) {
	t.Parallel()
	parcel := leaguelog.Parcel{Shipment: id(1), State: "sent", Kept: true, Cents: 2500}
	claim := leaguelog.Claim{Refund: id(1), Season: seasonID(2), Cents: 12345}
	const due = ` {"refund":"#1","season":"#2","cents":12345}`
	writtenAndRead(t, []record{
		{leaguelog.PrizeAdded{Prize: id(1), Season: seasonID(2), Quantity: 40}, `prize.added {"prize":"#1","season":"#2","quantity":40}`},
		{leaguelog.PrizeStocked{Prize: id(1), Quantity: -3}, `prize.stocked {"prize":"#1","quantity":-3}`},
		{leaguelog.PrizesAllocated{Shipment: id(1), Season: seasonID(2)}, `prizes.allocated {"shipment":"#1","season":"#2"}`},
		{leaguelog.PrizesSent{Parcel: parcel}, `prizes.sent {"shipment":"#1","state":"sent","kept":true,"cents":2500}`},
		{leaguelog.RefundOpened{Refund: id(1), Season: seasonID(2)}, `refund.opened {"refund":"#1","season":"#2"}`},
		{leaguelog.RefundSubmitted{Claim: claim}, "refund.submitted" + due},
		{leaguelog.RefundPaid{Claim: claim}, "refund.paid" + due},
		{leaguelog.PaymentListMade{List: id(1), Season: seasonID(2), Payments: 3, Cents: 99999}, `payment-list.made {"list":"#1","season":"#2","payments":3,"cents":99999}`},
		{leaguelog.PaymentListSettled{List: id(1), Paid: true, Payments: 3}, `payment-list.settled {"list":"#1","paid":true,"payments":3}`},
		{leaguelog.PaymentListCancelled{List: id(1), NotAtBank: true}, `payment-list.cancelled {"list":"#1","notAtBank":true}`},
	})
	is(t, "CN09 1.10 what becomes of prizes", kinds(
		leaguelog.PrizesMoved("sent", parcel), leaguelog.PrizesMoved("cancelled", parcel), leaguelog.PrizesMoved("kept", parcel),
		leaguelog.PrizesMoved("returned", parcel), leaguelog.PrizesMoved("paid", parcel),
	), "prizes.sent prizes.cancelled prizes.kept prizes.returned prizes.paid")
	is(t, "CN09 1.9 the steps of a claim", kinds(
		leaguelog.RefundMoved("submitted", claim), leaguelog.RefundMoved("asked", claim), leaguelog.RefundMoved("refused", claim),
		leaguelog.RefundMoved("withdrawn", claim), leaguelog.RefundMoved("approved", claim), leaguelog.RefundMoved("listed", claim),
		leaguelog.RefundMoved("unlisted", claim), leaguelog.RefundMoved("paid", claim), leaguelog.RefundMoved("failed", claim),
	), "refund.submitted refund.asked refund.refused refund.withdrawn refund.approved refund.listed refund.unlisted refund.paid refund.failed")
}

// A season, its regions, its finals and who is called to them (CN09 1.1, 1.4, 1.7, 1.9).
func TestRecordsOfSeasons(t *testing.T) {
	t.Parallel()
	champion := league.PlayerID{UUID: id(3)}
	now := leaguelog.SeasonNow{
		Season: seasonID(1), Version: 2, PlaysFrom: "2009-02-01", PlaysTo: "2009-12-31", FinalsBy: "2010-02-14", TimeZone: "Europe/Rome", Champion: &champion, Regions: []league.RegionID{{UUID: id(4)}, {UUID: id(5)}},
	}
	const season = `"season":"#1","version":2,"playsFrom":"2009-02-01","playsTo":"2009-12-31","finalsBy":"2010-02-14","timeZone":"Europe/Rome","champion":"#3","regions":["#4","#5"]`
	call := leaguelog.Call{
		Season: seasonID(1), Convocation: id(2), Player: player(3), Place: "national-final/x/1", Final: "national-final", AnswerBy: time.Date(2010, 1, 17, 22, 59, 59, 0, time.UTC),
	}
	const called = ` {"season":"#1","convocation":"#2","player":"#3","place":"national-final/x/1","final":"national-final","answerBy":"2010-01-17T22:59:59Z"}`
	answer := leaguelog.Answer{Season: seasonID(1), Player: player(3), Final: rules.ToRegionalFinal, Place: "regional-final/x/1"}
	const answered = ` {"season":"#1","player":"#3","final":"regional-final","place":"regional-final/x/1"}`
	writtenAndRead(t, []record{
		{leaguelog.SeasonCreated{Season: seasonID(1), Slug: "2009"}, `season.created {"season":"#1","slug":"2009"}`},
		{leaguelog.SeasonChanged{SeasonNow: now}, `season.changed {` + season + `}`},
		{leaguelog.SeasonMoved{SeasonNow: now}, `season.moved {` + season + `}`},
		{
			leaguelog.SeasonOpened{SeasonNow: leaguelog.SeasonNow{Season: seasonID(1), PlaysFrom: "2009-02-01", PlaysTo: "2009-12-31", FinalsBy: "2009-12-31", TimeZone: "UTC"}},
			`season.opened {"season":"#1","version":0,"playsFrom":"2009-02-01","playsTo":"2009-12-31","finalsBy":"2009-12-31","timeZone":"UTC","champion":null,"regions":null}`,
		},
		{leaguelog.RegionJoined{SeasonNow: now, Region: league.RegionID{UUID: id(5)}}, `season.region-joined {` + season + `,"region":"#5"}`},
		{leaguelog.RegionLeft{SeasonNow: now, Region: league.RegionID{UUID: id(6)}}, `season.region-left {` + season + `,"region":"#6"}`},
		{leaguelog.CalendarReleased{Season: seasonID(1), Edition: 2, Changes: 5}, `season.calendar-released {"season":"#1","edition":2,"changes":5}`},
		{leaguelog.SeasonRulesetChanged{Season: seasonID(1), Ordinal: 2, Events: 7}, `season.ruleset-changed {"season":"#1","ordinal":2,"events":7}`},
		{leaguelog.RegionsMerged{Season: seasonID(1), Merge: 2, Region: league.RegionID{UUID: id(4)}, Into: league.RegionID{UUID: id(5)}}, `regions.merged {"season":"#1","merge":2,"region":"#4","into":"#5"}`},
		{leaguelog.MergeRevoked{Season: seasonID(1), Merge: 2}, `regions.merge-revoked {"season":"#1","merge":2}`},
		{
			leaguelog.FinalDecided{Season: seasonID(1), Decision: 1, Region: league.RegionID{UUID: id(4)}, DecisionKind: "final", CalledUp: []league.PlayerID{{UUID: id(6)}}, Semifinals: 2, Why: "ab12"},
			`final.decided {"season":"#1","decision":1,"region":"#4","kind":"final","calledUp":["#6"],"semifinals":2,"why":"ab12"}`,
		},
		{leaguelog.FinalDecisionRevoked{Season: seasonID(1), Decision: 1}, `final.decision-revoked {"season":"#1","decision":1}`},
		{leaguelog.ConvocationSent{Call: call}, "convocation.sent" + called},
		{leaguelog.ConvocationLapsed{Call: call}, "convocation.lapsed" + called},
		{leaguelog.ConvocationWithdrawn{Season: seasonID(1), Convocation: id(2)}, `convocation.withdrawn {"season":"#1","convocation":"#2"}`},
		{leaguelog.ComingAnswered{Answer: answer}, "answer.coming" + answered},
		{leaguelog.NotComingAnswered{Answer: answer}, "answer.not-coming" + answered},
		{leaguelog.ContactDataChanged{Region: league.RegionID{UUID: id(4)}}, `contact-data.changed {"region":"#4"}`},
	})
	is(t, "CN09 1.4 the turns of a season", kinds(leaguelog.SeasonTurned("opened", now), leaguelog.SeasonTurned("closed", now), leaguelog.SeasonTurned("reopened", now)),
		"season.opened season.closed season.reopened")
}

// A club asks to hold an event: the logs of both sides hold it (CN09 2.2).
func TestRecordsOfHosting(t *testing.T) {
	t.Parallel()
	event, club, federation := league.EventID{UUID: id(2)}, id(3), id(4)
	asked := leaguelog.Hosting{Hosting: id(1), Club: &club}
	writtenAndRead(t, []record{
		{leaguelog.HostingRequested{Hosting: asked}, `hosting.requested {"hosting":"#1","club":"#3"}`},
		{leaguelog.HostingRequested{Hosting: leaguelog.Hosting{Hosting: id(1), Federation: &federation}}, `hosting.requested {"hosting":"#1","federation":"#4"}`},
		{leaguelog.HostingApproved{Hosting: leaguelog.Hosting{Hosting: id(1), HostedEvent: &leaguelog.HostedEvent{Event: &event}, Club: &club}}, `hosting.approved {"hosting":"#1","event":"#2","club":"#3"}`},
		{leaguelog.HostingChanged{Hosting: leaguelog.Hosting{Hosting: id(1), HostedEvent: &leaguelog.HostedEvent{}}}, `hosting.changed {"hosting":"#1","event":null}`},
	})
	is(t, "CN09 2.2 the steps of a request", kinds(
		leaguelog.HostingTurned("requested", asked), leaguelog.HostingTurned("changed", asked), leaguelog.HostingTurned("asked", asked), leaguelog.HostingTurned("answered", asked),
		leaguelog.HostingTurned("approved", asked), leaguelog.HostingTurned("refused", asked), leaguelog.HostingTurned("withdrawn", asked),
	), "hosting.requested hosting.changed hosting.asked hosting.answered hosting.approved hosting.refused hosting.withdrawn")
}
