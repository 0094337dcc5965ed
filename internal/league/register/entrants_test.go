package register_test

import (
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register/registertest"
)

// CN09 1.5: a player who has qualified for a final may enter no event of the season from the day
// after.
func TestQualified(t *testing.T) {
	t.Parallel()
	const stage = "regions aosta\nchampion rex\na1 stage aosta 2009-03-01 12: anna ida\n"
	for _, tt := range []struct{ name, more, who, on, want string }{
		{"CN09 1.5/the winner of a stage", "", "anna", "2009-03-02", "CN09: qualified-at (day=2009-03-01, event=a1)"},
		{"CN09 1.5/not on the day itself (reading D002-13)", "", "anna", "2009-03-01", ""},
		{"CN09 1.5/until the end of the season", "", "anna", "2009-12-31", "CN09: qualified-at (day=2009-03-01, event=a1)"},
		{"CN09 1.5/the second is free", "", "ida", "2009-03-02", ""},
		{"CN09 1.5/the reigning champion, for the whole season", "", "rex", "2009-02-01", "CN09: qualified-at (day=2009-02-01, event=season)"},
		{"CN09 1.5/already before the stage is homologated", "a2 stage aosta 2009-04-01 12 pending: bea", "bea", "2009-04-02", "CN09: qualified-at (day=2009-04-01, event=a2)"},
		{"CN09 1.11/an invalid stage keeps nobody out", "a2 stage aosta 2009-04-01 12 invalid: bea", "bea", "2009-04-02", ""},
		{"CN09 1.5/who has given his place up has qualified all the same", "no anna regional", "anna", "2009-05-01", "CN09: qualified-at (day=2009-03-01, event=a1)"},
		{"CN09 1.5/who steps in, from the day after that", "no anna regional", "ida", "2010-01-13", "CN09: qualified-at (day=2009-03-01, event=a1)"},
		{"CN09 1.5/and not before", "no anna regional", "ida", "2010-01-12", ""},
		{"CN09 1.7.2/who is to be called up is free", "a2 stage aosta 2009-03-08 12: bea lea", "ida", "2009-05-01", ""},
		{"CN09 1.7.2/until he is called", "a2 stage aosta 2009-03-08 12: bea lea\ncall ida regional", "ida", "2010-01-11", "CN09: qualified-at (day=2009-03-01, event=a1)"},
		{"CN09 1.5/somebody else", "", "zita", "2009-12-31", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, stage+tt.more+"\nlater open "+tt.on)
			found := b.Season().Qualified(b.Event("later"), []league.PlayerID{b.Player(tt.who)})
			got := ""
			if g, is := found[b.Player(tt.who)]; is {
				got = g.String()
			}
			is(t, "qualified", got, tt.want)
		})
	}
}

// The day of an event is taken in the time zone of its venue: in Rome it is 2 March while it is 1
// March in London.
func TestQualifiedByTheVenuesDay(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01 12: anna\nlater open 2009-03-02 at=00:30")
	later := b.Event("later")
	if got := b.Season().Qualified(later, []league.PlayerID{b.Player("anna")}); len(got) != 1 {
		t.Error("CN09 1.5 half an hour after midnight is the day after")
	}
	later.TimeZone = "Europe/London"
	if got := b.Season().Qualified(later, []league.PlayerID{b.Player("anna")}); len(got) != 0 {
		t.Errorf("CN09 1.5 in London it is the same day still: %v", got)
	}
}

// CN09 1.7, 1.9: only players who have accepted a place come to a final.
func TestNotFinalists(t *testing.T) {
	t.Parallel()
	b := cn09(t, `
		call anna regional yes
		call bea regional
		call elio national yes
		call carlo national yes
		no carlo national`)
	for _, tt := range []struct{ name, final, who, want string }{
		{"CN09 1.7/who comes", "fin", "anna", ""},
		{"CN09 1.7/who has not answered", "fin", "bea", "CN09 1.7: not-a-finalist"},
		{"CN09 1.7/who was not asked", "fin", "cleo", "CN09 1.7: not-a-finalist"},
		{"CN09 1.7/the second of a stage", "fin", "ida", "CN09 1.7: not-a-finalist"},
		{"CN09 1.7/a finalist of another region", "fin", "dora", "CN09 1.7: not-a-finalist"},
		{"CN09 1.7/who comes to the national final", "fin", "elio", "CN09 1.7: not-a-finalist"},
		{"CN09 1.9/who comes there", "nat", "elio", ""},
		{"CN09 1.9/who does not come any more", "nat", "carlo", "CN09 1.9: not-a-finalist"},
		{"CN09 1.9/who steps in for him and has not answered", "nat", "dora", "CN09 1.9: not-a-finalist"},
		{"CN09 1.9/who comes to the regional final", "nat", "anna", "CN09 1.9: not-a-finalist"},
		{"CN09 1.9/the reigning champion before he has answered", "nat", "rex", "CN09 1.9: not-a-finalist"},
		{"CN09 1.9/a stranger", "nat", "zita", "CN09 1.9: not-a-finalist"},
	} {
		refused := b.Season().NotFinalists(b.Event(tt.final), []league.PlayerID{b.Player(tt.who)})
		got := ""
		if g, is := refused[b.Player(tt.who)]; is {
			got = g.String()
		}
		is(t, tt.name, got, tt.want)
	}
	guest := b.Add("merge piemonte aosta\ncall dora regional yes")
	if refused := guest.Season().NotFinalists(guest.Event("fin"), []league.PlayerID{b.Player("dora")}); len(refused) > 0 {
		t.Errorf("CN09 1.7.1 who plays there with another region: %v", refused)
	}
	if refused := guest.Season().NotFinalists(facts.Event{Kind: facts.KindRegionalFinal}, []league.PlayerID{b.Player("dora")}); len(refused) != 1 {
		t.Error("CN09 1.7 another event is not the final to which she comes")
	}
}
