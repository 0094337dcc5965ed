package leaguelog_test

import (
	"testing"

	"referto/internal/league"
	"referto/internal/league/leaguelog"
)

// Series of events, what is posted to them and the penalties on their standings, of one or of
// all of a year (SQ00 penalties).
func TestRecordsOfSeries(t *testing.T) {
	t.Parallel()
	series, penalty := league.SeriesID{UUID: id(1)}, league.PenaltyID{UUID: id(2)}
	writtenAndRead(t, []record{
		{leaguelog.SeriesCreated{Series: series, Slug: "giovedi"}, `series.created {"series":"#1","slug":"giovedi"}`},
		{leaguelog.SeriesChanged{Series: series, Version: 2}, `series.changed {"series":"#1","version":2}`},
		{leaguelog.SeriesEventRecorded{Series: series, Number: 1, Member: true}, `series.event-recorded {"series":"#1","number":1,"member":true}`},
		{leaguelog.SeriesEventRecorded{Series: series, Number: 2}, `series.event-recorded {"series":"#1","number":2,"member":false}`},
		{leaguelog.SeriesPosted{Series: series, Number: 3, Counts: true, Players: 17}, `series.posted {"series":"#1","number":3,"counts":true,"players":17}`},
		{leaguelog.SeriesPosted{Series: series, Number: 4}, `series.posted {"series":"#1","number":4,"counts":false,"players":0}`},
		{
			leaguelog.SeriesPenaltyImposed{Penalty: penalty, Series: series, Player: player(3), Points: "-7"},
			`series.penalty-imposed {"penalty":"#2","series":"#1","player":"#3","points":"-7"}`,
		},
		{
			leaguelog.SeriesPenaltyImposed{Penalty: penalty, Series: series, Player: player(3), Points: "-0.5", Year: 2000},
			`series.penalty-imposed {"penalty":"#2","series":"#1","player":"#3","points":"-0.5","year":2000}`,
		},
		{leaguelog.SeriesPenaltyRevoked{Penalty: penalty, Series: series, Player: player(3)}, `series.penalty-revoked {"penalty":"#2","series":"#1","player":"#3"}`},
	})
}

// People who are erased, by themselves or by the staff: the record says that alone.
func TestRecordsOfErasures(t *testing.T) {
	t.Parallel()
	writtenAndRead(t, []record{
		{leaguelog.PlayerErased{Player: player(1)}, `player.erased {"player":"#1"}`},
		{leaguelog.PlayerErased{Player: player(1), Staff: true}, `player.erased {"player":"#1","staff":true}`},
		{leaguelog.BanAppealed{Ban: league.BanID{UUID: id(1)}}, `ban.appealed {"ban":"#1"}`},
	})
}
