package sample

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"referto/frontend/pages"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/season"
	"referto/internal/league/seasonpage"
	"referto/openapi"
)

// SeasonSlug is the season of the samples.
const SeasonSlug = "2026"

// seasonStage is one line of the sample's calendar.
type seasonStage struct {
	city    string
	players int // 0: to be played
	day     rules.Day
	// left names an exception: "waits", "late" and waiting, "invalid".
	left string
	// first are the names of the first places; the others have drawn ones.
	first string
}

// seasonRegion is a region of the sample with its final.
type seasonRegion struct {
	name, contact string
	final         rules.Day // "" while it is not fixed
	venue         string
	stages        []seasonStage
}

// seasonRegions are the season that the design was drawn with.
var seasonRegions = []seasonRegion{
	{"Piemonte", "Ornella Vietti", "2027-01-17", "Torino", []seasonStage{
		{"Torino", 16, "2026-03-22", "", ""},
		{"Asti", 12, "2026-05-17", "", ""},
		{"Cuneo", 14, "2026-09-20", "", ""},
		{"Novara", 14, "2026-11-08", "waits", ""},
		{"Ivrea", 0, "2026-12-13", "", ""},
	}},
	{"Lombardia", "Guido Tresoldi", "2027-01-24", "Milano", []seasonStage{
		{"Bergamo", 18, "2026-02-15", "", ""},
		{"Brescia", 15, "2026-03-29", "", ""},
		{"Milano", 31, "2026-06-07", "", "Clara Vismara"},
		{"Como", 12, "2026-07-12", "", ""},
		{"Pavia", 17, "2026-09-27", "", ""},
		{"Monza", 20, "2026-10-25", "", ""},
	}},
	{"Veneto", "Alvise Contarin", "2027-01-10", "Padova", []seasonStage{
		{"Padova", 19, "2026-03-01", "", ""},
		{"Vicenza", 13, "2026-05-10", "", ""},
		{"Treviso", 9, "2026-06-14", "invalid", ""},
		{"Verona", 16, "2026-10-18", "", ""},
	}},
	{"Friuli-Venezia Giulia", "Irma Cossutti", "", "", []seasonStage{{"Udine", 12, "2026-10-04", "", ""}}},
	{"Liguria", "Tilde Parodi", "2027-01-31", "Genova", []seasonStage{
		{"Genova", 14, "2026-04-19", "", ""}, {"Savona", 12, "2026-09-06", "", ""},
	}},
	{"Emilia-Romagna", "Cesare Lugaresi", "2027-01-24", "Modena", []seasonStage{
		{"Bologna", 22, "2026-03-14", "", "Sara Gherardi"},
		{"Parma", 16, "2026-04-26", "", ""},
		{"Rimini", 13, "2026-05-31", "", ""},
		{"Modena", 24, "2026-10-11", "", ""},
		{"Ferrara", 0, "2026-11-29", "", ""},
	}},
	{"Toscana", "Nora Bindi", "2027-01-16", "Firenze", []seasonStage{
		{"Firenze", 20, "2026-03-08", "", ""},
		{"Pisa", 15, "2026-04-12", "", ""},
		{"Siena", 12, "2026-05-24", "", ""},
		{"Lucca", 18, "2026-09-13", "", ""},
		{"Arezzo", 13, "2026-11-08", "", ""},
	}},
	{"Marche", "Delio Santini", "", "", []seasonStage{{"Ancona", 12, "2026-05-03", "", ""}, {"Pesaro", 0, "2026-12-06", "", ""}}},
	{"Lazio", "Flavia Ottaviani", "2027-01-30", "Roma", []seasonStage{
		{"Roma", 17, "2026-02-22", "", ""},
		{"Viterbo", 12, "2026-04-19", "", ""},
		{"Roma", 34, "2026-06-28", "", "Fabrizio Tanzi"},
		{"Tivoli", 14, "2026-09-20", "", ""},
		{"Latina", 15, "2026-11-01", "late", ""},
	}},
	{"Campania", "Rosaria Imparato", "2027-01-23", "Napoli", []seasonStage{
		{"Napoli", 24, "2026-03-15", "", ""}, {"Salerno", 14, "2026-06-07", "", ""}, {"Caserta", 13, "2026-10-18", "", ""},
	}},
	{"Sicilia", "Agata Privitera", "2027-01-31", "Catania", []seasonStage{
		{"Palermo", 15, "2026-03-29", "", ""}, {"Siracusa", 12, "2026-07-05", "", ""}, {"Catania", 18, "2026-11-15", "waits", ""},
	}},
}

// seasonOpen are the events that belong to no region.
var seasonOpen = []seasonStage{
	{"Verona", 41, "2026-04-18", "", "Ginevra Dal Molin, Ettore Prandi"},
	{"Napoli", 18, "2026-05-30", "", "Sandra Iovine, Carmen Solimene"},
	{"On-line", 64, "2026-09-05", "", "Leonardo Mischi, Olga Berti"},
	{"Milano", 0, "2026-11-28", "", ""},
}

// SeasonNow is the moment at which the season is seen.
func SeasonNow() time.Time { return time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC) }

// seasonTale makes the sample's season: the winners are made up, by a fixed seed, and the engine derives the rest.
type seasonTale struct {
	facts season.Facts
	names seasonpage.Names
	pool  []string // names not used yet
}

// Season returns the season of the samples with everything derived from it.
func Season() (seasonpage.Source, error) {
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		return seasonpage.Source{}, err
	}
	zone, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		return seasonpage.Source{}, err
	}
	t := &seasonTale{
		facts: season.Facts{Rules: r, Period: season.Period{From: "2026-02-01", To: "2026-12-31", FinalsBy: "2027-02-14"}},
		names: seasonpage.Names{
			Slug: SeasonSlug, Title: "Campionato nazionale 2026", Zone: zone,
			Ruleset:  openapi.RulesetRef{Id: r.ID, Code: r.Code, Title: r.Name, Version: 1},
			National: pages.Appointment{Day: dayOf("2027-03-21"), City: "Modena"},
			Players:  map[league.PlayerID]string{}, Regions: map[league.RegionID]seasonpage.Region{}, Events: map[league.EventID]seasonpage.Event{},
			Contacts: []pages.Contact{{Role: openapi.RoleChampionshipManager, Name: "Renata Zanasi", Reach: "campionato@fic.example"}},
		},
		pool: drawnNames(),
	}
	t.facts.Champion = t.player("Aurelio Bonsignori")
	for _, region := range seasonRegions {
		t.region(region)
	}
	for _, stage := range seasonOpen {
		circuit, title := rules.OpenCircuit, "Open di "+stage.city
		if stage.city == "On-line" {
			circuit, title = rules.OnlineCircuit, "Torneo on-line"
		}
		t.event(stage, circuit, league.RegionID{}, title)
	}
	t.decide()
	return seasonpage.Source{Facts: t.facts, State: season.Derive(t.facts), Names: t.names}, nil
}

// Board is the qualification board of the season.
func Board(reader pages.Reader) (pages.Board, error) {
	source, err := Season()
	if err != nil {
		return pages.Board{}, err
	}
	return source.Board(reader, Tenant(), SeasonNow()), nil
}

// Calendar is the calendar of the season.
func Calendar(reader pages.Reader) (pages.Calendar, error) {
	source, err := Season()
	if err != nil {
		return pages.Calendar{}, err
	}
	return source.Calendar(reader, Tenant()), nil
}

// AtStake returns the worth of a stage before its start, with a number of entrants.
func AtStake(lang string, entrants int) (*pages.AtStake, error) {
	r, err := regulations()
	if err != nil {
		return nil, err
	}
	e := season.Event{ID: eventID("at stake"), Circuit: rules.RegionalCircuit, Day: "2009-03-14"}
	for i := range entrants {
		e.Entrants = append(e.Entrants, facts.Entrant{Player: league.PlayerID{UUID: id("at stake " + strconv.Itoa(i))}})
	}
	state := season.Derive(season.Facts{Rules: r, Events: []season.Event{e}, Period: season.Period{From: "2009-02-01", To: "2009-12-31", FinalsBy: "2010-02-14"}})
	stake := seasonpage.AtStake(state.Events[0], e.Circuit, r, lang)
	return &stake, nil
}

func (t *seasonTale) region(r seasonRegion) {
	region := league.RegionID{UUID: id(r.name)}
	t.facts.Regions = append(t.facts.Regions, region)
	t.names.Regions[region] = seasonpage.Region{Name: r.name, Contact: r.contact, Final: pages.Appointment{Day: dayOf(r.final), City: r.venue}}
	t.names.Contacts = append(t.names.Contacts, pages.Contact{Role: openapi.RoleRegionalContact, Region: r.name, Name: r.contact})
	for _, stage := range r.stages {
		t.event(stage, rules.RegionalCircuit, region, "Tappa di "+stage.city)
	}
}

func (t *seasonTale) event(s seasonStage, circuit rules.Circuit, region league.RegionID, title string) {
	slug := strings.ToLower(s.city) + "-" + string(s.day)
	e := season.Event{
		ID: eventID(slug), Circuit: circuit, Region: region, Day: s.day, Announced: daysAfter(s.day, -30),
	}
	t.names.Events[e.ID] = seasonpage.Event{Title: title, City: s.city, Slug: slug}
	ranked := strings.FieldsFunc(s.first, func(r rune) bool { return r == ',' })
	for i := range s.players {
		name := ""
		if i < len(ranked) {
			name = strings.TrimSpace(ranked[i])
		}
		player := t.player(name)
		e.Entrants = append(e.Entrants, facts.Entrant{Player: player, Played: true})
		e.Ranking = append(e.Ranking, player)
	}
	if s.players > 0 {
		t.check(&e, s.left)
	}
	t.facts.Events = append(t.facts.Events, e)
}

// check sends the papers of an event and has them checked, as far as the sample
// shows it.
func (t *seasonTale) check(e *season.Event, left string) {
	e.Report = &season.Report{Received: daysAfter(e.Day, 4), Documents: []string{"winner", "panorama", "final-table"}}
	if left == "late" {
		e.Report.Received = daysAfter(e.Day, 9)
	}
	if left == "" || left == "invalid" {
		e.Verdict = &season.Verdict{Valid: left == "", At: dayOf(daysAfter(e.Day, 9)).Add(19 * time.Hour)}
	}
}

// decide adds the decisions and answers of people.
func (t *seasonTale) decide() {
	region := func(name string) league.RegionID { return league.RegionID{UUID: id(name)} }
	at := func(day rules.Day) time.Time { return dayOf(day).Add(17 * time.Hour) }
	t.facts.Merges = []season.Merge{{Region: region("Friuli-Venezia Giulia"), Into: region("Veneto"), At: at("2026-11-10")}}
	t.facts.Decisions = []season.Decision{{
		Region: region("Lombardia"), Kind: season.Tournament, At: at("2026-11-12"), Why: "tre partite a due tavoli da tre, formula del referente.",
	}}
	for _, name := range []string{"Sandra Iovine", "Olga Berti"} {
		t.facts.Unavailable = append(t.facts.Unavailable, season.Unavailability{
			Player: t.known(name), To: rules.ToNationalFinal, At: at("2026-11-09"), Lapsed: name == "Olga Berti",
		})
	}
	for _, asked := range []struct {
		name     string
		answered rules.Day
	}{
		{"Aurelio Bonsignori", "2026-11-03"},
		{"Clara Vismara", "2026-11-04"},
		{"Fabrizio Tanzi", ""},
		{"Ginevra Dal Molin", "2026-11-02"},
		{"Ettore Prandi", "2026-11-06"},
		{"Carmen Solimene", ""},
		{"Leonardo Mischi", "2026-11-05"},
	} {
		c := season.Convocation{Player: t.known(asked.name), To: rules.ToNationalFinal, At: at("2026-11-01"), AnswerBy: at("2026-11-30")}
		if asked.name == "Carmen Solimene" { // after the first one had declined
			c.At = at("2026-11-10")
		}
		if asked.answered != "" {
			answered := at(asked.answered)
			c.Accepted = &answered
		}
		t.facts.Convocations = append(t.facts.Convocations, c)
	}
}

// player returns a player of a given name, or with a name out of the pool.
func (t *seasonTale) player(name string) league.PlayerID {
	if name == "" {
		name, t.pool = t.pool[0], t.pool[1:]
	}
	player := t.known(name)
	t.names.Players[player] = name
	return player
}

func (t *seasonTale) known(name string) league.PlayerID {
	return league.PlayerID{UUID: id("player " + name)}
}

// drawnNames are some thousand names in an order that is drawn with a fixed seed.
func drawnNames() []string {
	first := strings.Fields("Ada Adele Alba Aldo Anna Bruno Carla Cesare Chiara Dario Delia Elena Elio Emma Enrico Ezio Fabio Flora Franco Gaia Gino Greta Ines Irene " +
		"Ivo Laura Lea Livia Luca Lucio Marco Marta Mauro Mina Nadia Nino Olga Orso Paola Pia Remo Rita Sara Silvio Tea Tullio Ugo Vera Viola Zeno")
	last := strings.Fields("Amadei Baldi Balestri Barbero Bassi Benassi Bertolotti Bianchin Bovolenta Brambati Caruso Cattaneo Cavazzoni Colombini Conti Cortesi Dallari " +
		"Damiani Donati Esposti Fabbri Farina Fontana Galli Gandolfi Giusti Grasso Guerzoni Lanza Leone Lombardini Maggi Mancini Marchetti Martelli Moretti Neri Orsini Pagani " +
		"Palmieri Parisi Pellegri Piras Poli Ricci Rinaldi Rossetti Sacchi Salvi Sartori Serra Tosi Valli Vitale Zanotti")
	var names []string
	for _, f := range first {
		for _, l := range last {
			names = append(names, f+" "+l)
		}
	}
	dice := rand.New(rand.NewPCG(2026, 11))
	dice.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return names
}

func daysAfter(day rules.Day, days int) rules.Day {
	return rules.Day(dayOf(day).AddDate(0, 0, days).Format(time.DateOnly))
}

// dayOf is a day at midnight UTC; the zero time for "".
func dayOf(day rules.Day) time.Time {
	t, err := time.Parse(time.DateOnly, string(day))
	if err != nil {
		return time.Time{}
	}
	return t
}
