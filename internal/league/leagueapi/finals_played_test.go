package leagueapi_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// gathered is the final of Aosta with its finalists entered by their answers, and a
// referee.
func (f *finals) gathered(finalists ...string) *stage {
	f.t.Helper()
	id := f.regionalFinal(f.aosta)
	f.manager.Post(f.in(id)+"/entry-opening", nil).Want(200)
	for _, name := range finalists {
		f.call(f.manager, name, regional).Want(201)
		f.says(name, regional, true).Want(201)
	}
	s := &stage{t: f.t, server: f.server, federation: f.federation, id: id, path: f.in(id), organizer: f.manager}
	s.referee = s.appoint("Fabio Arbitro", "first-referee")
	return s
}

// A regional final of two, with both seconds called up, is one game of four (CN09 1.7.2).
func TestRegionalFinalOfFourIsPlayedHere(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.stage(f.aosta, "2009-03-08", "Bea Due", "Lea Seconda")
	s := f.gathered("Ada Uno", "Bea Due", "Ida Seconda", "Lea Seconda")
	for n := range 2 {
		f.manager.Post(s.entry(n+1)+"/check-in", nil).Want(200)
	}
	t.Run("CN09 1.7.2 two who are there cannot play it", func(t *testing.T) {
		if got := s.referee.In(t).Post(s.path+"/start", apitest.JSON{}).Refused(422, "final-not-at-its-tables"); paragraph(got) != "CN09 1.7.2" {
			t.Errorf("got %s", got.Body)
		}
	})
	f.manager.Post(s.entry(3)+"/check-in", nil).Want(200)
	f.manager.Post(s.entry(4)+"/check-in", nil).Want(200)
	t.Run("CN09 1.7.2 four play one game, whose winner is the champion", func(t *testing.T) {
		s.referee.In(t).Post(s.path+"/start", apitest.JSON{}).Want(200)
		round := s.draw()
		if len(round.Tables) != 1 || len(round.Tables[0].Seats) != 4 {
			t.Fatalf("got %+v", round)
		}
		s.play(round)
		s.close(1)
		s.referee.Post(s.path+"/completion", nil).Want(200)
		if got := ranking(s.standings()); !slices.Equal(got, entries(round.Tables[0])) {
			t.Errorf("got %v of %v", got, entries(round.Tables[0]))
		}
		if p := f.holding(round.Tables[0].Seats[0].Player.Name, national); p.Origin.Kind != "regional-final" || !p.Provisional {
			t.Errorf("got %+v", p)
		}
	})
}

// A regional final of five who are made six is run here from the start to the champion: two semifinals of
// three, drawn, and a final of the first two of each (CN09 1.7.4).
func TestRegionalFinalOfSixIsPlayedHere(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	finalists := []string{"Ada Uno", "Bea Due", "Cleo Tre", "Dina Quattro", "Elsa Cinque", "Olga Seconda"}
	for i, winner := range finalists[:4] {
		f.stage(f.aosta, []string{"2009-03-01", "2009-03-08", "2009-03-15", "2009-03-22"}[i], winner)
	}
	f.sized(f.aosta, "2009-03-29", 20, "Elsa Cinque", "Olga Seconda")
	s := f.gathered(finalists...)
	t.Run("CN09 1.7.4 before the start it says how those who have entered would play", func(t *testing.T) {
		if e := s.event(); e.Format.Advance != 2 || !slices.Equal(e.Format.TableSizes, []int{3, 3}) || e.Format.Fixed {
			t.Errorf("got %+v", e.Format)
		}
		if page := s.page(); !strings.Contains(page, "from each table to the final: 2") {
			t.Errorf("got %s", page)
		}
	})
	for n := range 5 {
		f.manager.Post(s.entry(n+1)+"/check-in", nil).Want(200)
	}
	t.Run("CN09 1.7.4 with five there it cannot start: the sixth is called up, or the manager agrees on something else", func(t *testing.T) {
		got := s.referee.In(t).Post(s.path+"/start", apitest.JSON{}).Refused(422, "final-not-at-its-tables")
		if paragraph(got) != "CN09 1.7.4" || !strings.Contains(got.Text("detail"), "5 players") {
			t.Errorf("got %s", got.Body)
		}
		if e := s.event(); e.State != openapi.EventStateOpen || !e.Structure.ProposedAt.IsZero() {
			t.Errorf("it is %s by %+v", e.State, e.Structure)
		}
	})
	f.manager.Post(s.entry(6)+"/check-in", nil).Want(200)
	t.Run("CN09 1.7.4 six are drawn for two semifinals of three", func(t *testing.T) {
		started := s.referee.In(t).Post(s.path+"/start", apitest.JSON{}).Want(200)
		if started.Int("format.advance") != 2 || started.Value("format.semifinal") != true || started.Text("structure.reason") != "CN09 1.7.4" {
			t.Errorf("got %s", started.Body)
		}
		round := s.draw()
		if round.Kind != openapi.RoundKindSemifinal || len(round.Tables) != 2 || len(round.Tables[0].Seats) != 3 {
			t.Fatalf("got %+v", round)
		}
		if page := s.page(); !strings.Contains(page, "Semifinal") || strings.Contains(page, "Round 1") || !strings.Contains(page, "from each table to the final: 2") {
			t.Errorf("got %s", page)
		}
		if d := s.drawOf(1); d.Seating.Basis != openapi.DrawSeatingBasisDraw {
			t.Errorf("drawn by %s", d.Seating.Basis)
		}
		s.play(round)
		s.close(1)
	})
	var leaver, third int
	t.Run("CN09 3.5 for a finalist who leaves comes the third of his semifinal", func(t *testing.T) {
		tables := s.rounds()[0].Tables
		leaver, third = tables[1].Seats[1].Number, tables[1].Seats[2].Number
		s.referee.In(t).Post(s.path+"/withdrawals", apitest.JSON{"entry": leaver, "reason": "Deve partire"}).Want(201)
		round := s.draw()
		want := []int{tables[0].Seats[0].Number, tables[0].Seats[1].Number, tables[1].Seats[0].Number, third}
		if round.Kind != openapi.RoundKindFinal || !slices.Equal(entries(round.Tables[0]), want) {
			t.Fatalf("got %+v, want %v", round, want)
		}
		s.play(round)
		s.close(2)
		s.referee.Post(s.path+"/completion", nil).Want(200)
	})
	t.Run("CN09 1.7.4 the winner of the final is the champion, fifth the other third, last who left", func(t *testing.T) {
		semifinals, final := s.rounds()[0].Tables, s.rounds()[1].Tables[0]
		want := append(entries(final), semifinals[0].Seats[2].Number, leaver)
		if got := ranking(s.standings()); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		s.drawOf(1)
		s.drawOf(2)
	})
	t.Run("CN09 2.2 it is reported and homologated like a stage, and the champion has his place", func(t *testing.T) {
		file := snapshot(t, 64, 48)
		for kind, round := range map[string]int{"winner": 2, "panorama": 1, "final-table": 2} {
			s.send(file, apitest.JSON{"kind": kind, "round": round})
		}
		if page := string(f.manager.In(t).Get(s.path + "/report?format=html").Want(200).Body); !strings.Contains(page, "Semifinal") {
			t.Errorf("got %s", page)
		}
		s.server.Database.Alter(t, `update league.events set announced_at = starts_at - interval '3 days' where id = $1`, s.id)
		f.manager.In(t).Post(s.path+"/report", apitest.JSON{"notes": "Tutto regolare"}).Want(201)
		if !strings.Contains(s.page(), `id="late"`) {
			t.Error("CN09 2.3: that it was announced too late does not stay on its page")
		}
		homologatedIntoARanking(t, f, s.path)
		if strings.Contains(s.page(), `id="late"`) {
			t.Error("CN09 2.3: it is homologated, and still said")
		}
		champion := s.rounds()[1].Tables[0].Seats[0].Player.Name
		if p := f.holding(champion, national); p.Origin.Kind != "regional-final" || p.State != "held" || !p.Refund {
			t.Errorf("got %+v", p)
		}
	})
}

// homologatedIntoARanking homologates an event that a ranking waits for: the preview shows the points that all
// players then get there.
func homologatedIntoARanking(t *testing.T, f *finals, path string) {
	t.Helper()
	list := f.federation.Path + "/rankings/" + f.manager.Post(f.federation.Path+"/rankings", newRankingBody(apitest.JSON{"counted": []string{"regional-final"}})).Want(201).Text("id")
	var preview, done openapi.SeasonConsequences
	f.judge().In(t).Post(path+"/homologation/preview", apitest.JSON{"decision": "homologate"}).Want(200).Into(&preview)
	if rows := f.manager.In(t).Get(list + "/standings").Want(200); rows.Len("items") != 0 {
		t.Errorf("a look has posted points: %s", rows.Body)
	}
	f.judge().In(t).Post(path+"/homologation", apitest.JSON{"decision": "homologate"}).Want(200).Into(&done)
	if len(preview.Posted) != 1 || !preview.Posted[0].Counts || len(preview.Posted[0].Players) != 6 || !reflect.DeepEqual(preview.Posted, done.Posted) {
		t.Fatalf("foreseen %+v, done %+v", preview.Posted, done.Posted)
	}
	rows := f.manager.Get(list + "/standings").Want(200)
	got := map[string]string{}
	for i := range rows.Len("items") {
		got[rows.Text(fmt.Sprintf("items.%d.player.name", i))] = rows.Text(fmt.Sprintf("items.%d.figures.0", i))
	}
	for place, one := range preview.Posted[0].Players {
		if one.Place != (place+1)%6 || got[one.Player.Name] != one.Points {
			t.Errorf("%s gets %s as number %d of the event, the ranking has %s", one.Player.Name, one.Points, one.Place, got[one.Player.Name])
		}
	}
	f.judge().In(t).Post(path+"/homologation/reversal", apitest.JSON{"reason": "Da rivedere"}).Want(200).Into(&done)
	if len(done.Posted) != 1 || done.Posted[0].Counts || len(done.Posted[0].Players) != 0 {
		t.Errorf("taken back: %+v", done.Posted)
	}
	f.judge().In(t).Post(path+"/homologation", apitest.JSON{"decision": "homologate"}).Want(200)
}
