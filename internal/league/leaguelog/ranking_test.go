package leaguelog_test

import (
	"testing"

	"referto/internal/league"
	"referto/internal/league/leaguelog"
)

// Rankings over all events: what was brought along, events posted and taken out, and those
// outside of seasons that were found void (BG 1).
func TestRecordsOfRankings(t *testing.T) {
	t.Parallel()
	ranking := league.RankingID{UUID: id(1)}
	writtenAndRead(t, []record{
		{leaguelog.RankingCreated{Ranking: ranking, Slug: "catan"}, `ranking.created {"ranking":"#1","slug":"catan"}`},
		{
			leaguelog.OpeningRecorded{Ranking: ranking, Player: player(2), Number: 3, Figures: []string{"12.5", "0", "-2/3"}, National: "7"},
			`ranking.opening-recorded {"ranking":"#1","player":"#2","number":3,"figures":["12.5","0","-2/3"],"national":"7"}`,
		},
		{leaguelog.OpeningRecorded{Ranking: ranking, Player: player(2), Number: 4}, `ranking.opening-recorded {"ranking":"#1","player":"#2","number":4}`},
		{leaguelog.EventPosted{Ranking: ranking, Number: 1, Counts: true, Players: 17}, `ranking.posted {"ranking":"#1","number":1,"counts":true,"players":17}`},
		{leaguelog.EventPosted{Ranking: ranking, Number: 2}, `ranking.posted {"ranking":"#1","number":2,"counts":false,"players":0}`},
		{leaguelog.EventValidityDecided{Number: 1}, `event.validity-decided {"number":1,"valid":false}`},
		{leaguelog.EventValidityDecided{Number: 2, Valid: true}, `event.validity-decided {"number":2,"valid":true}`},
	})
}

// Games as they are kept in the log: void ones (SQ00 base 22), of teams, won at once, left early,
// and scored elsewhere.
func TestRecordsOfGames(t *testing.T) {
	t.Parallel()
	points := league.NewFrac(81, 2)
	kept := func(version int, r league.Result) leaguelog.ResultCorrected {
		return leaguelog.ResultCorrected{TableResult: leaguelog.TableResult{Round: 1, Table: 2, Version: version, Result: r}}
	}
	writtenAndRead(t, []record{
		{
			kept(2, league.Result{Ended: league.TooFewPlayers, Seats: []league.SeatResult{{Entry: 1, VP: 4, Left: 2}, {Entry: 2, Figures: map[string]int{"roads": 5, "army": 0}}}}),
			`result.corrected {"v":2,"round":1,"table":2,"version":2,"result":{"ended":"too-few-players","seats":[{"entry":1,"vp":4,"left":2},{"entry":2,"vp":0,"figures":{"army":0,"roads":5}}]}}`,
		},
		{
			kept(3, league.Result{Ended: league.Completed, Void: &league.Void{For: []league.Entry{2}, AtFault: []league.Entry{1}, OthersScored: true}, Seats: []league.SeatResult{{Entry: 1}, {Entry: 2}}}),
			`result.corrected {"v":2,"round":1,"table":2,"version":3,"result":{"ended":"completed","seats":[{"entry":1,"vp":0},{"entry":2,"vp":0}],"void":{"for":[2],"atFault":[1],"othersScored":true}}}`,
		},
		{
			kept(4, league.Result{Ended: league.Declared, DeclaredBy: 1, WonAtOnce: "objective", Seats: []league.SeatResult{{Entry: 1, Objective: "asia"}, {Entry: 2, Objective: "europa", Points: &points}}}),
			`result.corrected {"v":2,"round":1,"table":2,"version":4,"result":{"ended":"declared","declaredBy":1,"seats":[{"entry":1,"vp":0,"objective":"asia"},{"entry":2,"vp":0,"objective":"europa","points":"40.5"}],"wonAtOnce":"objective"}}`,
		},
	})
}
