package sample

import (
	"encoding/hex"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/calculator"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
	"referto/internal/league/views"
	"referto/openapi"
)

// Phase names how far the stage of Bologna has come.
type Phase string

// The phases of the stage. Provisional is Running with the standings as they
// would be if the round ended now.
const (
	Announced   Phase = "announced"
	Open        Phase = "open"
	Closed      Phase = "closed"
	Running     Phase = "running"
	Provisional Phase = "provisional"
	Finished    Phase = "finished"
)

// Phases are all of them in order.
func Phases() []Phase {
	return []Phase{Announced, Open, Closed, Running, Provisional, Finished}
}

// Tenant is the federation of the samples.
func Tenant() openapi.Tenant {
	return openapi.Tenant{
		Id: id("tenant"), Kind: openapi.TenantKindFederation, Name: "Federazione Italiana Coloni", Slug: "fic",
		Languages: []openapi.Language{openapi.LanguageIt, openapi.LanguageEn, openapi.LanguageBg}, CreatedAt: at(1, 9, 0),
	}
}

// Event is the stage of Bologna in a phase. While it is running, two tables of round 3 are over, and further more, up
// to four.
func Event(reader pages.Reader, phase Phase, further int) (pages.EventPage, error) {
	view := pages.EventPage{Reader: reader, Tenant: Tenant(), Event: event(phase), Staff: staff()}
	if phase == Announced || phase == Open || phase == Closed {
		view.Event.Format = openapi.EventFormat{Rounds: 3, Final: true, TableSizes: []int{4, 4, 3, 3, 3}}
		view.Event.Notes = "Si gioca con il gioco base. Portate una penna.\nParcheggio gratuito in via Mascarella."
		view.Entrants = entrants(view.Event.Counts)
		if view.Event.Counts.Waiting > 0 {
			view.Freed = openapi.FreedSeats{Events: 8, Seats: 171, Freed: 19}
		}
		return view, nil
	}
	play, err := replay(reader.Lang, phase, further)
	if err != nil {
		return pages.EventPage{}, err
	}
	view.Event.Revision += int64(further)
	view.Event.Format = play.format()
	view.Rounds = play.rounds()
	after := 2
	if phase != Running {
		after = 3
	}
	if phase == Finished {
		view.Standings, view.Why = play.finalStandings()
	} else {
		view.Standings, view.Why = play.standings(after)
		view.Event.Counts.Players = len(play.field.players)
	}
	if phase == Provisional || phase == Finished {
		view.RankBefore = play.ranks(len(view.Rounds) - 1)
	}
	view.Outcome, view.Event.Round = view.Standings, len(view.Rounds)
	view.Stakes, err = AtStake(reader.Lang, 22)
	return view, err
}

// Draw makes how the tables of Bologna were drawn, sealed before the start.
func Draw(reader pages.Reader, phase Phase) (pages.Draw, error) {
	view := pages.Draw{Reader: reader, Tenant: Tenant(), Event: event(phase), Draw: openapi.Draw{
		Algorithm: "referto-draw/1 (SHA-256)", Commitment: commitment(), Method: openapi.DrawMethodSealed,
	}}
	if phase == Announced || phase == Open || phase == Closed {
		return view, nil
	}
	play, err := replay(reader.Lang, phase, 0)
	if err != nil {
		return pages.Draw{}, err
	}
	f := play.field
	view.Rounds = play.rounds()
	view.Draw.Method, view.Draw.Secret, view.Draw.Seed = openapi.DrawMethodDrawn, secret, hex.EncodeToString(f.seed[:])
	for entry := 1; entry <= len(f.players); entry++ {
		view.Draw.CheckedIn = append(view.Draw.CheckedIn, entry)
		view.Draw.Lots = append(view.Draw.Lots, openapi.DrawnNumber{Entry: entry, Number: f.lots[league.Entry(entry)]})
		view.Entrants = append(view.Entrants, f.players[entry])
	}
	return view, nil
}

// Calculator is the page of the calculators of the one ruleset with a map, with
// all three answered.
func Calculator(reader pages.Reader) (pages.Calculator, error) {
	r, err := presets.Find("risiko-squadre-2000")
	if err != nil {
		return pages.Calculator{}, err
	}
	view := pages.Calculator{Reader: reader, Tenant: Tenant(), Rules: r, Form: pages.CalculatorForm{
		PointsAsked: true, Size: 6, Armies: "160", Cards: "7",
		Players: []openapi.PlayerHoldings{
			{Objective: "oceania", Territories: []string{"indonesia", "nuova-guinea", "australia-occidentale", "australia-orientale", "india", "siam", "alberta"}},
			{Objective: "sud-america", Territories: []string{"brasile", "africa-del-nord", "congo", "venezuela"}, Frozen: true},
		},
	}}
	c := views.NewCalculations(r, words.For(reader.Lang))
	points, err := c.TablePoints(calculator.Table{Size: view.Form.Size, Players: openapi.Each(view.Form.Players, views.Holdings)})
	if err != nil {
		return pages.Calculator{}, err
	}
	armies, err := c.ArmyLimit(160)
	if err != nil {
		return pages.Calculator{}, err
	}
	cards, err := c.CardExchange(7)
	view.Points, view.Armies, view.Cards = &points, &armies, &cards
	return view, err
}

// Home is the federation's first page.
func Home(reader pages.Reader) pages.Home {
	bologna := event(Running)
	bologna.Format, bologna.Round = openapi.EventFormat{Rounds: 3, Final: true, TableSizes: []int{4, 4, 4, 4, 3, 3}}, 3
	bologna.Counts.Players = 22
	modena := event(Open)
	modena.Id, modena.Slug, modena.Title = eventID("modena"), "modena-2026-04-18", "Tappa di Modena"
	modena.StartsAt, modena.Venue = at(35, 9, 30), openapi.Venue{Name: "Club 3Emme", City: "Modena"}
	open := event(Announced)
	open.Id, open.Slug, open.Title, open.Kind = eventID("open"), "open-milano-2026", "Open di Milano", openapi.EventKindOpen
	open.StartsAt, open.Venue = at(63, 10, 0), openapi.Venue{Name: "Fiera di Milano", City: "Milano"}
	aosta := event(Finished)
	aosta.Id, aosta.Slug, aosta.Title = eventID("aosta"), "aosta-2026-02-08", "Tappa di Aosta"
	aosta.StartsAt, aosta.Venue = at(-34, 9, 0), openapi.Venue{Name: "Biblioteca regionale", City: "Aosta"}
	aosta.Counts.Players = 17
	aosta.Format = openapi.EventFormat{Rounds: 3, Final: true, TableSizes: []int{4, 4, 3, 3, 3}}
	return pages.Home{
		Reader: reader, Tenant: Tenant(), Events: []openapi.Event{aosta, open, bologna, modena},
		Winners: map[openapi.EventID]string{aosta.Id: "Camilla Perron"},
		Season:  &pages.Season{Slug: SeasonSlug, Title: "Campionato nazionale 2026"},
	}
}

// play is the replayed event with the words in which it is shown.
type play struct {
	w     *words.Words
	rules *rules.Ruleset
	field field
	facts tournament.Facts
	state tournament.State
}

// regulations is the ruleset of the stage, read once: a ruleset is never changed.
var regulations = sync.OnceValues(func() (*rules.Ruleset, error) { return presets.Find("catan-nazionale-2009") })

func replay(lang string, phase Phase, further int) (*play, error) {
	ruleset, err := regulations()
	if err != nil {
		return nil, fmt.Errorf("sample: %w", err)
	}
	f := drawField()
	facts := f.facts(phase, further)
	state, err := tournament.Replay(ruleset, facts)
	if err != nil {
		return nil, fmt.Errorf("sample: %w", err)
	}
	return &play{w: words.For(lang), rules: ruleset, field: f, facts: facts, state: state}, nil
}

func event(phase Phase) openapi.Event {
	e := openapi.Event{
		Id: eventID("bologna"), Slug: "bologna-2026-03-14", Title: "Tappa di Bologna", Kind: openapi.EventKindStage,
		Region: openapi.Region{Id: id("emilia-romagna"), Name: "Emilia-Romagna"}, Capacity: 24, Formula: "club", Variant: "base",
		Fee: openapi.Money{Amount: "5.00", Currency: openapi.MoneyCurrencyEUR}, Pairing: openapi.EventPairingByStandings,
		Ruleset:  openapi.RulesetRef{Id: "catan-nazionale-2009", Code: "CN09", Title: "8° Campionato nazionale de I coloni di Catan", Version: 1},
		StartsAt: at(0, 10, 0), TimeZone: "Europe/Rome", TimeLimitMinutes: 80, DrawCommitment: commitment(),
		Venue:    openapi.Venue{Name: "Ludoteca La Tana dei Corvi", Address: "via Mascarella 12", City: "Bologna"},
		Revision: 4711, CreatedAt: at(-60, 12, 0), AnnouncedAt: at(-40, 12, 0), Version: 1,
	}
	switch phase {
	case Announced:
		e.State, e.DrawCommitment = openapi.EventStateAnnounced, ""
	case Open:
		e.State, e.Counts = openapi.EventStateOpen, openapi.EventCounts{Entered: 17, Waiting: 0}
	case Closed:
		e.State, e.Counts = openapi.EventStateClosed, openapi.EventCounts{Entered: 24, Waiting: 2, CheckedIn: 22}
	case Finished:
		e.State, e.StartedAt, e.FinishedAt = openapi.EventStateFinished, at(0, 10, 4), at(0, 17, 58)
		e.Counts = openapi.EventCounts{Entered: 22, CheckedIn: 22, Players: 22}
	default:
		e.State, e.StartedAt = openapi.EventStateRunning, at(0, 10, 4)
		e.Counts = openapi.EventCounts{Entered: 22, CheckedIn: 22, Players: 22}
	}
	return e
}

// entrants returns the entrants of Bologna: the players of the stage and then others, the fourth of them with a
// reserved name.
func entrants(counts openapi.EventCounts) (out []openapi.Entrant) {
	f := drawField()
	for n := 1; n <= counts.Entered+counts.Waiting; n++ {
		e := openapi.Entrant{Number: n, State: openapi.EntryStateEntered, Player: f.players[n].Player, NameReserved: n == 4 || n > len(f.players)}
		if e.NameReserved {
			e.Player = openapi.PlayerRef{}
		}
		if n > counts.Entered {
			e.State, e.WaitingPosition = openapi.EntryStateWaiting, n-counts.Entered
		}
		out = append(out, e)
	}
	return out
}

func staff() []openapi.Staff {
	return []openapi.Staff{
		{Id: id("ghisolfi"), Name: "Renato Ghisolfi", Role: openapi.StaffRoleFirstReferee},
		{Id: id("cini"), Name: "Ombretta Cini", Role: openapi.StaffRoleOrganizer},
	}
}

func commitment() string {
	key, err := hex.DecodeString(secret)
	if err != nil {
		panic(err) // a constant
	}
	sum := seating.Commitment(key)
	return hex.EncodeToString(sum[:])
}

// Now is the moment at which the running stage is seen: 34:12 before the end of
// round 3.
func Now() time.Time { return at(0, 15, 15).Add(48 * time.Second) }

// at is a time of day in Bologna, days after the stage.
func at(days, hour, minute int) time.Time {
	zone := time.FixedZone("Bologna", 60*60)
	return time.Date(2026, 3, 14+days, hour, minute, 0, 0, zone).UTC()
}

func id(name string) openapi.ID { return uuid.NewSHA1(uuid.NameSpaceURL, []byte("sample "+name)) }

func eventID(name string) openapi.EventID { return league.EventID{UUID: id(name)} }

// ranks are the places after a round by start number.
func (p *play) ranks(round int) map[int]int {
	ranks := make(map[int]int)
	for _, row := range p.state.Rounds[round-1].Standings {
		ranks[int(row.Entry)] = row.Rank
	}
	return ranks
}
