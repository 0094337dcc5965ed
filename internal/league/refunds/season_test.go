package refunds_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/refunds"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// The people of the season below, by the way on which they came to the national final.
var (
	champion = player(1)   // reigning
	regional = player(2)   // won a regional final
	large    = player(3)   // won a Grande Torneo
	opener   = player(4)   // won an open event
	second   = player(200) // second of the Grande Torneo: of no place in the national final
)

// The accounts of the players and of those who decide and pay.
var travels, claims, approves, pays = id(101), id(102), id(103), id(104)

func id(n byte) uuid.UUID { return uuid.UUID{15: n} }

func player(n byte) league.PlayerID { return league.PlayerID{UUID: id(n)} }

func eventID(n byte) league.EventID { return league.EventID{UUID: id(n)} }

// The events of the season below.
var largeEvent, openEvent, regionalFinal, nationalFinal = eventID(10), eventID(11), eventID(12), eventID(13)

// afterFinal is a moment in the week after the national final.
var afterFinal = time.Date(2010, 5, 9, 10, 0, 0, 0, time.UTC)

// change makes something else of a season's facts, or of its ruleset.
type change func(*facts.SeasonFacts, *rules.Season)

// ended returns the championship of CN09 after its national final of 2 May 2010, which one player
// of each kind of qualification played: everything is homologated.
func ended(t *testing.T, changes ...change) *register.Season {
	t.Helper()
	preset, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	ruleset, part := *preset, *preset.Season
	ruleset.Season = &part
	f := facts.SeasonFacts{Rankings: map[league.EventID][]league.PlayerID{}, Entrants: map[league.EventID][]facts.Entrant{}}
	f.Season = facts.Season{
		ID: league.SeasonID{UUID: id(9)}, Title: "VIII Campionato", State: planning.SeasonRunning, TimeZone: "Europe/Rome", ChampionID: &champion,
		PlaysFrom: rules.Day("2009-02-01").Midnight(), PlaysTo: rules.Day("2009-12-31").Midnight(), FinalsBy: rules.Day("2010-02-14").Midnight(),
	}
	aosta, toscana := league.RegionID{UUID: id(7)}, league.RegionID{UUID: id(8)}
	f.Regions = []facts.SeasonRegion{{ID: aosta}, {ID: toscana}}
	played(&f, largeEvent, facts.KindStage, rules.RegionalCircuit, &aosta, "2009-04-05", 28, large, second)
	played(&f, openEvent, facts.KindOpen, rules.OpenCircuit, nil, "2009-05-05", 16, opener)
	for n := range byte(3) { // three stages whose winners play the final of their region
		played(&f, eventID(20+n), facts.KindStage, rules.RegionalCircuit, &toscana, rules.Day("2009-06-01").Plus(int(n)), 12, []league.PlayerID{regional, player(5), player(6)}[n])
	}
	played(&f, regionalFinal, facts.KindRegionalFinal, "", &toscana, "2010-02-07", 0, regional, player(5), player(6))
	played(&f, nationalFinal, facts.KindNationalFinal, "", nil, "2010-05-02", 0, champion, regional, large, opener)
	for _, change := range changes {
		change(&f, &part)
	}
	return register.New(f, register.InForce{Rules: &ruleset}, nil, nil)
}

// played adds a homologated event whose first are given, with others up to a number.
func played(f *facts.SeasonFacts, of league.EventID, kind string, circuit rules.Circuit, region *league.RegionID, on rules.Day, players int, first ...league.PlayerID) {
	f.Events = append(f.Events, facts.Event{
		ID: of, Kind: kind, Title: kind, Circuit: string(circuit), RegionID: region, SeasonID: &f.Season.ID,
		StartsAt: on.Midnight().Add(8 * time.Hour), TimeZone: "Europe/Rome", State: facts.Finished,
	})
	ranking := first
	for n := len(first); n < players; n++ {
		ranking = append(ranking, league.PlayerID{UUID: uuid.UUID{0: of.UUID[15], 15: byte(n)}})
	}
	f.Rankings[of] = ranking
	for _, p := range ranking {
		f.Entrants[of] = append(f.Entrants[of], facts.Entrant{Player: p, Played: true})
	}
	f.Verdicts = append(f.Verdicts, facts.Verdict{EventID: of, Number: 1, Kind: facts.VerdictHomologated, DecidedAt: afterFinal.AddDate(0, -2, 0)})
}

// decided has another verdict on an event than that it counts.
func decided(of league.EventID, kind facts.VerdictKind) change {
	return func(f *facts.SeasonFacts, _ *rules.Season) {
		for i := range f.Verdicts {
			if f.Verdicts[i].EventID == of {
				f.Verdicts[i].Kind = kind
			}
		}
	}
}

// toCome has the national final still to be played.
func toCome(f *facts.SeasonFacts, _ *rules.Season) {
	delete(f.Rankings, nationalFinal)
	delete(f.Entrants, nationalFinal)
}

// accepted adds a player's acceptance of the national final.
func accepted(who league.PlayerID) change {
	return func(f *facts.SeasonFacts, _ *rules.Season) {
		at := afterFinal.AddDate(0, -2, 0)
		f.Convocations = append(f.Convocations, facts.Convocation{ID: id(50), PlayerID: who, Final: facts.KindNationalFinal, SentAt: at, AnswerBy: at.AddDate(0, 0, 7), AcceptedAt: &at})
	}
}

// within lets claims be handed in for some days after the national final.
func within(days int) change {
	return func(_ *facts.SeasonFacts, r *rules.Season) { r.Refund.ClaimDays = days }
}

// claimOf returns a player's claim in a state, with a bank account and, for each amount, an expense
// with one receipt.
func claimOf(s *register.Season, who league.PlayerID, state facts.RefundState, cents ...int64) *refunds.Claim {
	account, shown := travels, "IT…3456"
	r := &refunds.Claim{Season: s, Refund: facts.Refund{
		ID: id(60), PlayerID: who, PlayerAccount: &account, CreatedBy: claims, State: state, AccountShown: &shown,
	}}
	for n, c := range cents {
		r.Expenses = append(r.Expenses, facts.RefundExpense{Number: n + 1, Cents: c})
		r.Receipts = append(r.Receipts, facts.RefundReceipt{Expense: n + 1, Cents: c})
	}
	if state == facts.RefundApproved || state == facts.RefundListed || state == facts.RefundFailed || state == facts.RefundPaid {
		by := approves
		r.DecidedBy = &by
	}
	return r
}

// because writes the grounds of a refusal; "" for none.
func because(g *league.Grounds) string {
	if g == nil {
		return ""
	}
	return g.String()
}
