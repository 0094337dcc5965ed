package demo

import "referto/openapi"

// circuit is a region that takes part in the season, with its contact. A region with a contact from the story has
// that one.
type circuit struct {
	region  string
	contact part
	club    string   // to which many of its players belong
	towns   []string // where they live
}

// contactOf is the part of a regional contact.
func contactOf(region, mail, name string) part {
	return part{mail + "@fic.example", name, "regional contact, " + region, "it"}
}

const (
	lombardy = "Lombardia"
	veneto   = "Veneto"
	friuli   = "Friuli-Venezia Giulia"
	liguria  = "Liguria"
	tuscany  = "Toscana"
	marche   = "Marche"
	lazio    = "Lazio"
	campania = "Campania"
	apulia   = "Puglia"
	sicily   = "Sicilia"
)

// circuits are the regions of the season, in the order of its board.
var circuits = []circuit{
	{piedmont, contactOf(piedmont, "piemonte", "Ornella Vietti"), "Torre e Pedone", []string{"Torino", "Asti", "Cuneo", "Novara", "Ivrea"}},
	{lombardy, contactOf(lombardy, "lombardia", "Guido Tresoldi"), "Il Naviglio Ludico", []string{"Milano", "Bergamo", "Brescia", "Como", "Pavia", "Monza"}},
	{veneto, contactOf(veneto, "veneto", "Alvise Contarin"), "Compagnia del Dado", []string{"Padova", "Vicenza", "Treviso", "Verona"}},
	{friuli, contactOf(friuli, "friuli", "Nevio Cossutta"), "Ludoteca di Udine", []string{"Udine", "Pordenone", "Gorizia"}},
	{liguria, contactOf(liguria, "liguria", "Tilde Parodi"), "La Lanterna", []string{"Genova", "Savona", "Imperia"}},
	{emiliaRomagna, contact, "La Tana dei Corvi", []string{"Bologna", "Parma", "Rimini", "Modena", "Ferrara"}},
	{tuscany, contactOf(tuscany, "toscana", "Nora Bindi"), "Granducato in Gioco", []string{"Firenze", "Pisa", "Siena", "Lucca", "Arezzo"}},
	{marche, contactOf(marche, "marche", "Delio Santini"), "", []string{"Ancona", "Pesaro", "Macerata"}},
	{lazio, contactOf(lazio, "lazio", "Flavia Ottaviani"), "Sette Colli di Pecore", []string{"Roma", "Viterbo", "Tivoli", "Latina"}},
	{campania, contactOf(campania, "campania", "Rosaria Imparato"), "Partenope Giochi", []string{"Napoli", "Salerno", "Caserta"}},
	{apulia, contactOf(apulia, "puglia", "Cosimo Lorusso"), "", []string{"Bari", "Lecce", "Taranto", "Foggia"}},
	{sicily, contactOf(sicily, "sicilia", "Agata Privitera"), "Trinacria Board", []string{"Palermo", "Siracusa", "Catania"}},
}

// course is the state that a fixture of the season has reached on the day of the demo data.
type course int

const (
	homologated course = iota
	playedHere         // table by table in the program, and homologated
	forgiven           // homologated although it had too few players: its organizer is new
	invalid            // for lack of players, or for a reported fault
	awaiting           // played; its report is to come
	reported           // waits to be homologated
	overdue            // reported too late; waits
	returned           // its report was returned with a question
	announced
	open   // for entries
	draft  // invisible to the public
	called // off
)

// played reports whether the fixture has an outcome.
func (c course) played() bool { return c <= returned }

// fixture is an event of the season.
type fixture struct {
	region  string // "" for open and online events
	city    string
	day     int // from the day of the story
	players int // players signed up
	absent  int // of them, those who did not come
	course  course
	large   bool     // more than a selection: a Grande Torneo or a Grande Evento
	online  bool     // without a region
	venue   string   // "" for one of rooms
	hosted  bool     // by the club of the story, which asked for it
	name    string   // "" for one of its kind and town
	first   []string // the winners, if they matter
}

// fixtures are the fixtures of the season. Their days belong to a season from February to December, as seen on 21
// November.
var fixtures = []fixture{
	{region: piedmont, city: "Torino", day: -244, players: 16, venue: "Circolo Torre e Pedone"},
	{region: piedmont, city: "Asti", day: -188, players: 12},
	{region: piedmont, city: "Cuneo", day: -62, players: 14, absent: 1},
	{region: piedmont, city: "Novara", day: -13, players: 14, course: reported},
	{region: piedmont, city: "Ivrea", day: 22, course: announced},
	{region: lombardy, city: "Bergamo", day: -272, players: 18},
	{region: lombardy, city: "Brescia", day: -237, players: 15, absent: 1},
	{region: lombardy, city: "Milano", day: -167, players: 31, absent: 1, large: true, name: "Milano gioca", venue: "Il Naviglio Ludico", first: []string{"Clara Vismara", "Sergio Brivio"}},
	{region: lombardy, city: "Como", day: -132, players: 12},
	{region: lombardy, city: "Pavia", day: -55, players: 17},
	{region: lombardy, city: "Monza", day: -27, players: 20, absent: 2},
	{region: veneto, city: "Padova", day: -265, players: 19},
	{region: veneto, city: "Vicenza", day: -195, players: 13},
	{region: veneto, city: "Treviso", day: -160, players: 9, course: invalid},
	{region: veneto, city: "Verona", day: -34, players: 16, absent: 1},
	{region: friuli, city: "Udine", day: -48, players: 12},
	{region: liguria, city: "Genova", day: -216, players: 14, venue: "Circolo La Lanterna"},
	{region: liguria, city: "Savona", day: -76, players: 12},
	{region: liguria, city: "Imperia", day: 15, course: called},
	{region: emiliaRomagna, city: "Bologna", day: -252, players: 22, hosted: true, venue: "Ludoteca La Tana dei Corvi"},
	{region: emiliaRomagna, city: "Parma", day: -209, players: 16},
	{region: emiliaRomagna, city: "Rimini", day: -174, players: 13},
	{region: emiliaRomagna, city: "Modena", day: -41, players: 24, absent: 2, hosted: true, venue: "Il Ponte di Carte"},
	{region: emiliaRomagna, city: "Ferrara", day: 8, players: 9, course: open},
	{region: tuscany, city: "Firenze", day: -258, players: 20},
	{region: tuscany, city: "Pisa", day: -223, players: 15},
	{region: tuscany, city: "Siena", day: -181, players: 12, course: playedHere, venue: "Granducato in Gioco"},
	{region: tuscany, city: "Lucca", day: -69, players: 18, absent: 1},
	{region: tuscany, city: "Arezzo", day: -13, players: 13, course: playedHere},
	{region: tuscany, city: "Livorno", day: 22, course: draft},
	{region: marche, city: "Ancona", day: -202, players: 12},
	{region: marche, city: "Pesaro", day: 15, course: announced},
	{region: lazio, city: "Roma", day: -265, players: 17},
	{region: lazio, city: "Viterbo", day: -216, players: 12},
	{region: lazio, city: "Roma", day: -146, players: 34, absent: 2, large: true, name: "Dadi di Roma", venue: "Sette Colli di Pecore", first: []string{"Fabrizio Tanzi", "Sandra Proietti"}},
	{region: lazio, city: "Tivoli", day: -62, players: 14},
	{region: lazio, city: "Latina", day: -20, players: 15, course: overdue},
	{region: campania, city: "Napoli", day: -251, players: 24, absent: 1},
	{region: campania, city: "Salerno", day: -167, players: 14},
	{region: campania, city: "Caserta", day: -34, players: 13},
	{region: apulia, city: "Bari", day: -195, players: 16},
	{region: apulia, city: "Foggia", day: -97, players: 12, course: invalid},
	{region: apulia, city: "Lecce", day: -55, players: 12},
	{region: apulia, city: "Taranto", day: -7, players: 13, course: returned},
	{region: sicily, city: "Palermo", day: -237, players: 15},
	{region: sicily, city: "Siracusa", day: -139, players: 10, course: forgiven},
	{region: sicily, city: "Catania", day: -4, players: 18, course: awaiting},
	{city: "Napoli", day: -118, players: 18, venue: "Partenope Giochi", first: []string{"Salvo Iovine", "Carmen Solimene"}},
	{city: "Verona", day: -90, players: 41, absent: 2, large: true, name: "Coloni in Arena", venue: "Palazzo della Gran Guardia", first: []string{"Ginevra Dal Molin", "Ettore Prandi"}},
	{city: "on line", day: -30, players: 64, absent: 5, large: true, online: true, name: "Torneo on-line d'autunno", venue: "Tavoli virtuali", first: []string{"Leonardo Mischi", "Iolanda Carta"}},
	{city: "Cagliari", day: 22, course: announced},
}

// finals are the regional finals that are announced, with their days.
var finals = []fixture{
	{region: piedmont, city: "Torino", day: 62},
	{region: lombardy, city: "Milano", day: 68},
	{region: veneto, city: "Padova", day: 60},
	{region: liguria, city: "Genova", day: 68},
	{region: emiliaRomagna, city: "Modena", day: 66},
	{region: tuscany, city: "Firenze", day: 60},
	{region: lazio, city: "Roma", day: 68},
	{region: campania, city: "Napoli", day: 65},
	{region: apulia, city: "Bari", day: 62},
	{region: sicily, city: "Catania", day: 68},
}

// kind is the kind of the event.
func (f fixture) kind() openapi.EventKind {
	switch {
	case f.online:
		return openapi.EventKindOnline
	case f.region == "":
		return openapi.EventKindOpen
	}
	return openapi.EventKindStage
}

// title names the fixture.
func (f fixture) title() string {
	switch {
	case f.name != "":
		return f.name
	case f.region == "":
		return "Open di " + f.city
	}
	return "Selezione di " + f.city
}
