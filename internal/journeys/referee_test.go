package journeys

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// The first referee runs a stage of twelve at the tables.
func TestFirstReferee(t *testing.T) {
	t.Parallel()
	f := newFederation(t)
	f.announce()
	fabio := f.person("Fabio Primo Arbitro")
	stage := f.hosted(f.carla, nil)
	next := f.hosted(f.carla, apitest.JSON{"title": "Tappa di Cogne", "startsAt": rome(t, "2009-04-19 10:00")})
	players := f.field(12)
	var expelled uuid.UUID
	sanction := ""

	f.part("CN09 1.3 the organizer picks him, he accepts, and may run this stage and no other", func(t *testing.T) {
		for _, event := range []string{stage, next} {
			f.olga.Post(event+"/announcement", nil).Want(200)
			f.olga.Post(event+"/entry-opening", nil).Want(200)
			for _, player := range players {
				f.olga.Post(event+"/entries", apitest.JSON{"player": player}).Want(201)
			}
		}
		f.olga.Post(stage+"/staff", apitest.JSON{"name": fabio.Name, "role": "first-referee", "email": fabio.Email}).Want(201)
		fabio.Accept(fabio.Get("/me/invitations").Want(200).ID("items.0.id"))
		fabio.Post(next+"/entry-closing", nil).Want(403)
		fabio.Post(next+"/start", apitest.JSON{}).Refused(403, "out-of-scope")
		f.server.Anonymous().Get(stage + "/staff").Want(200)
	})

	f.part("CN09 3.2, 3.2a twelve play two rounds by the formula Club and a final; the first round is by lot", func(t *testing.T) {
		f.at("2009-03-29 10:00")
		for n := range players {
			fabio.Post(fmt.Sprintf("%s/entries/%d/check-in", stage, n+1), nil).Want(200)
		}
		fabio.Post(stage+"/start", apitest.JSON{}).Want(200)
		got := f.server.Anonymous().Get(stage).Want(200)
		if got.Int("format.rounds") != 2 || got.Value("format.semifinal") != false || got.Value("format.final") != true || got.Len("format.tableSizes") != 3 {
			t.Errorf("got %s", got.Body)
		}
	})

	f.part("CN09 3.2b he draws, records and closes the first round", func(t *testing.T) {
		f.playRound(fabio, stage, 1)
		standings := f.server.Anonymous().Get(stage + "/standings").Want(200)
		if standings.Len("rows") != 12 || standings.Text("state") != "standing" || standings.Text("rows.1.decidedBy.rule.paragraph") != "3.2b" {
			t.Errorf("got %s", standings.Body)
		}
	})

	f.part("CN09 5.1, 5.5 he expels a player, with the reason, who plays no further round", func(t *testing.T) {
		last := f.server.Anonymous().Get(stage + "/standings").Want(200)
		entry := last.Int("rows.11.entry.number")
		expelled = players[entry-1]
		sanction = fabio.Post(stage+"/sanctions", apitest.JSON{
			"entry": entry, "kind": "expulsion", "moment": "after-round", "reason": "Ha segnato le carte", "offense": "cheating",
		}).Want(201).Text("id")
		round := f.playRound(fabio, stage, 2)
		for _, table := range round.Tables {
			for _, seat := range table.Seats {
				if seat.Number == entry {
					t.Errorf("he sits at table %d", table.Number)
				}
			}
		}
	})

	f.part("CN09 3.2d the first four play the final, and the stage is over", func(t *testing.T) {
		fabio.Post(stage+"/completion", nil).Refused(409, "event-not-over")
		if final := f.playRound(fabio, stage, 3); final.Kind != "final" || len(final.Tables) != 1 || len(final.Tables[0].Seats) != 4 {
			t.Errorf("got %+v", final)
		}
		fabio.Post(stage+"/completion", nil).Want(200)
	})

	f.part("CN09 1.7 outcome, tier and places follow by themselves, for the time being", func(t *testing.T) {
		got := f.server.Anonymous().Get(stage).Want(200)
		if got.Text("state") != "finished" || got.Text("inSeason.standing") != "provisional" || got.Int("inSeason.played") != 12 || got.Text("inSeason.tier.id") == "grande-torneo" {
			t.Errorf("got %s", got.Body)
		}
		winner := f.server.Anonymous().Get(stage + "/standings").Want(200).Text("rows.0.entry.player.name")
		if p := f.place(winner, regional); !p.Provisional || cites(p.Steps[0].Explanation) != "CN09 1.7" {
			t.Errorf("got %+v", p)
		}
	})

	f.part("CN09 1.6, 5.5 the report names the expelled with the reason, to staff; he sends it with the photos", func(t *testing.T) {
		f.documents(f.olga, stage)
		report := f.olga.Get(stage + "/report").Want(200)
		if report.Len("expelled") != 1 || !strings.Contains(string(report.Body), "Ha segnato le carte") {
			t.Errorf("got %s", report.Body)
		}
		if failing(report) != "" {
			t.Errorf("got %s", failing(report))
		}
		f.carla.Post(stage+"/homologation", apitest.JSON{"decision": "homologate"}).Want(200)
	})

	f.part("CN09 5.5 the manager has the expulsion reported, sees what a ban would lead to, and bans", func(t *testing.T) {
		reports := f.manager.Get(f.Path + "/expulsion-reports?state=open").Want(200)
		if reports.Len("items") != 1 || reports.Text("items.0.reason") != "Ha segnato le carte" || reports.ID("items.0.player.id") != expelled {
			t.Errorf("got %s", reports.Body)
		}
		f.olga.Get(f.Path + "/expulsion-reports").Want(403)
		decision := apitest.JSON{"outcome": "ban", "from": "2009-04-01", "until": "2009-12-31", "reason": "Carte segnate"}
		preview := f.manager.Post(f.Path+"/ban-previews", apitest.JSON{"expulsion": apitest.JSON{"event": id(stage), "sanction": sanction, "decision": decision}}).Want(200)
		if !strings.Contains(string(preview.Body), "Tappa di Cogne") {
			t.Errorf("the entry that goes is listed before: %s", preview.Body)
		}
		if f.entered(next, expelled) != "entered" {
			t.Error("a look has cancelled the entry")
		}
		f.manager.Post(stage+"/sanctions/"+sanction+"/decision", decision).Want(201)
		f.manager.Post(stage+"/sanctions/"+sanction+"/decision", decision).Refused(409, "expulsion-decided")
	})

	f.part("CN09 1.5 his open entry is cancelled, and he is refused everywhere without the reason of the ban", func(t *testing.T) {
		if got := f.entered(next, expelled); got != "cancelled" {
			t.Errorf("his entry is %s", got)
		}
		refused := f.olga.Post(next+"/entries", apitest.JSON{"player": expelled}).Refused(422, "invalid")
		if paragraph(refused) != "CN09 1.5" || strings.Contains(string(refused.Body), "Carte segnate") {
			t.Errorf("got %s", refused.Body)
		}
	})
}

// id is the last part of an address.
func id(address string) string { return address[strings.LastIndex(address, "/")+1:] }

// playRound draws the next round, records a result for every table, in which the first
// seat wins, and closes it.
func (f *federation) playRound(referee *apitest.Client, event string, number int) openapi.Round {
	f.t.Helper()
	var round openapi.Round
	referee.Post(event+"/rounds", apitest.JSON{}).Want(201).Into(&round)
	path := fmt.Sprintf("%s/rounds/%d", event, number)
	points := []int{10, 8, 7, 5}
	for _, table := range round.Tables {
		seats := []apitest.JSON{}
		for i, seat := range table.Seats {
			seats = append(seats, apitest.JSON{"entry": seat.Number, "vp": points[i]})
		}
		result := apitest.JSON{"ended": "declared", "declaredBy": table.Seats[0].Number, "seats": seats}
		referee.Post(fmt.Sprintf("%s/tables/%d/result", path, table.Number), result).Want(201)
	}
	referee.Post(path+"/closing", nil).Want(200)
	return round
}

// entered returns the state of a player's entry in an event.
func (f *federation) entered(event string, player uuid.UUID) string {
	f.t.Helper()
	var page openapi.EntryPage
	f.olga.Get(event + "/entries?limit=100").Want(200).Into(&page)
	for _, e := range page.Items {
		if e.Player.Id.UUID == player {
			return string(e.State)
		}
	}
	f.t.Fatalf("%s has no entry", player)
	return ""
}
